//! Following the main lines of games, position by position.

use erawan_board::{AnyGame, Chess, Move, Position, Rules, Variant, with_game, with_rules};

use super::check::{Replay, Replays};
use super::error::{GameError, GameErrorKind};
use super::result::GameResult;
use super::tags::Header;
use super::visitor::Visitor;

/// Gets the main lines of games, replayed, from a [`MainLine`].
///
/// For every game there is one `begin_game`, then either `start`, the plies and
/// `end_game`, or `no_start` if not even the first position is known.
pub trait Follower {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag, as a [`Visitor`] gets it.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {}

    /// All tags have been read, and this is where the game starts.
    fn start<R: Rules>(&mut self, _variant: Variant, _start: &Position<R>) {}

    /// A move of the main line between two positions; none is a null move.
    fn ply<R: Rules>(&mut self, before: &Position<R>, played: Option<Move>, after: &Position<R>);

    /// A comment on the main line, which follows the last ply.
    fn comment(&mut self, _text: &[u8]) {}

    /// The sign at the end of a game. It may be missing.
    fn result(&mut self, _result: GameResult) {}

    /// The game ends in this position of its main line, by itself or because
    /// something is wrong, be it in a variation.
    fn end_game<R: Rules>(&mut self, last: &Position<R>, error: Option<GameError>);

    /// The game ends before it has begun.
    fn no_start(&mut self, error: GameError);
}

/// A [`Visitor`] that replays games and tells a [`Follower`] of their main
/// lines. Variations are replayed too, for a game with a bad one is bad.
///
/// ```
/// use erawan_board::{Move, Position, Rules};
/// use erawan_notation::{fen, pgn::{self, Follower, GameError, MainLine}};
///
/// #[derive(Default)]
/// struct Ends(Vec<String>);
///
/// impl Follower for Ends {
///     fn ply<R: Rules>(&mut self, _: &Position<R>, _: Option<Move>, _: &Position<R>) {}
///     fn end_game<R: Rules>(&mut self, last: &Position<R>, _: Option<GameError>) {
///         self.0.push(fen::write(last));
///     }
///     fn no_start(&mut self, error: GameError) {
///         self.0.push(error.to_string());
///     }
/// }
///
/// let mut lines = MainLine::new(Ends::default());
/// pgn::visit(b"1. e4 (1. d4 d5) 1... e5 2. Ke3 *\n\n[Variant \"Go\"]\n\n*", &mut lines);
/// assert_eq!(lines.into_follower().0, [
///     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
///     "game 2, line 3: the variant \"Go\" is not known",
/// ]);
/// ```
pub struct MainLine<F: Follower> {
    header: Header,
    replay: AnyGame<Replays>,
    /// How many variations are open.
    depth: u32,
    has_start: bool,
    follower: F,
}

impl<F: Follower> MainLine<F> {
    /// Tells this follower.
    pub fn new(follower: F) -> MainLine<F> {
        MainLine {
            header: Header::default(),
            replay: AnyGame::of::<Chess>(Replay::new(Position::startpos())),
            depth: 0,
            has_start: false,
            follower,
        }
    }

    /// Who is told.
    pub fn follower(&self) -> &F {
        &self.follower
    }

    /// Who is told, to be changed between games.
    pub fn follower_mut(&mut self) -> &mut F {
        &mut self.follower
    }

    /// Who was told.
    pub fn into_follower(self) -> F {
        self.follower
    }
}

impl<F: Follower> Visitor for MainLine<F> {
    fn begin_game(&mut self) {
        self.header.clear();
        self.depth = 0;
        self.has_start = false;
        self.follower.begin_game();
    }

    #[inline]
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.header.tag(name, value);
        self.follower.tag(name, value);
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        let variant = self.header.variant()?;
        with_rules!(variant, R => {
            let start = self.header.start::<R>()?;
            match self.replay.get_mut::<R>() {
                Some(replay) => replay.restart(start),
                None => self.replay = AnyGame::of::<R>(Replay::new(start)),
            }
            self.has_start = true;
            self.follower.start(variant, &start);
        });
        Ok(())
    }

    #[inline]
    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        with_game!(&mut self.replay, replay => {
            let played = replay.san(text)?;
            if self.depth == 0 {
                self.follower.ply(replay.previous(), played, replay.position());
            }
        });
        Ok(())
    }

    #[inline]
    fn comment(&mut self, text: &[u8]) {
        if self.depth == 0 {
            self.follower.comment(text);
        }
    }

    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.depth += 1;
        with_game!(&mut self.replay, replay => replay.begin_variation());
        Ok(())
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        with_game!(&mut self.replay, replay => replay.end_variation());
    }

    fn result(&mut self, result: GameResult) {
        self.follower.result(result);
    }

    fn end_game(&mut self, error: Option<GameError>) {
        match error {
            Some(error) if !self.has_start => self.follower.no_start(error),
            error => with_game!(&self.replay, replay => {
                self.follower.end_game(replay.main_position(), error);
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::*;
    use crate::pgn::visit;
    use crate::{fen, san};

    /// Writes down what it is told.
    #[derive(Default)]
    struct Diary(Vec<String>);

    impl Follower for Diary {
        fn start<R: Rules>(&mut self, variant: Variant, start: &Position<R>) {
            assert_eq!(R::VARIANT, variant.rules());
            self.0.push(fen::write(start));
        }

        fn ply<R: Rules>(&mut self, before: &Position<R>, m: Option<Move>, after: &Position<R>) {
            match m {
                Some(m) => {
                    assert_eq!(before.play(m).as_ref(), Ok(after));
                    self.0.push(san::write(before, m));
                }
                None => self.0.push("--".to_string()),
            }
        }

        fn comment(&mut self, text: &[u8]) {
            self.0.push(String::from_utf8_lossy(text).into());
        }

        fn end_game<R: Rules>(&mut self, last: &Position<R>, error: Option<GameError>) {
            let turn = last.turn();
            self.0.push(error.map_or_else(|| turn.to_string(), |error| error.to_string()));
        }

        fn no_start(&mut self, error: GameError) {
            self.0.push(error.to_string());
        }
    }

    fn diary(text: &str) -> Vec<String> {
        let mut lines = MainLine::new(Diary::default());
        visit(text.as_bytes(), &mut lines);
        lines.into_follower().0
    }

    #[test]
    fn variations_are_checked_and_not_told() {
        let told =
            diary("1. e4 {a} (1. d4 {b} (1. c4) d5 2. c4) 1... e5 (1... c5 2. Nf3) 2. Nf3 *");
        assert_eq!(told[1..], ["e4", "a", "e5", "Nf3", "Black"]);
        let told = diary("1. e4 e5 (1... Ke5) 2. Nf3 *");
        assert_eq!(told[1..3], ["e4", "e5"]);
        assert!(told[3].contains("Ke5 (ply 2)"), "{told:?}");
        assert_eq!(told.len(), 4);
    }

    #[test]
    fn every_game_of_a_file_is_told() {
        let told = diary(
            "[Variant \"Makruk\"]\n\n1. e4 *\n\n[FEN \"8/8\"]\n\n1. e4 *\n\n1. d4 -- *\n\n[White \"?\"]\n",
        );
        assert!(told[0].starts_with("rnsmksnr/8/pppppppp"));
        assert_eq!(told[1..3], ["e4", "Black"]);
        assert!(told[3].starts_with("game 2, line 5: in the FEN tag"), "{told:?}");
        assert_eq!(told[5..8], ["d4", "--", "White"]);
        // A game without moves still has its first position.
        assert_eq!(told[8..].len(), 2);
    }
}
