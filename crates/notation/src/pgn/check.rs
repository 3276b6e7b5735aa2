//! Replaying games to see whether all their moves are legal.

use alloc::vec::Vec;

use erawan_board::{AnyGame, Chess, Move, PerGame, Position, Rules, with_game, with_rules};

use super::error::{GameError, GameErrorKind, MoveText};
use super::tags::Header;
use super::visitor::{Visitor, visit};
use crate::san::{self, Language, SanError};

/// A line of play as it is read, with the lines it branched off.
pub(super) struct Replay<R: Rules> {
    line: Line<R>,
    stack: Vec<Line<R>>,
}

/// [`Replay`] as a [`PerGame`].
struct Replays;

impl PerGame for Replays {
    type Of<R: Rules> = Replay<R>;
}

#[derive(Clone, Copy)]
struct Line<R: Rules> {
    current: Position<R>,
    /// The position before the last move, where a variation would begin.
    previous: Position<R>,
    ply: u32,
}

impl<R: Rules> Replay<R> {
    pub(super) fn new(start: Position<R>) -> Replay<R> {
        Replay { line: Line { current: start, previous: start, ply: 0 }, stack: Vec::new() }
    }

    fn restart(&mut self, start: Position<R>) {
        self.line = Line { current: start, previous: start, ply: 0 };
        self.stack.clear();
    }

    /// The position after the last move.
    pub(super) fn position(&self) -> &Position<R> {
        &self.line.current
    }

    /// Plays a move; none is a null move.
    #[inline(always)]
    pub(super) fn san(&mut self, text: &[u8]) -> Result<Option<Move>, GameErrorKind> {
        match san::parse(&self.line.current, text) {
            Ok(m) => Ok(Some(self.play(m))),
            Err(error) => self.null_move(text, error),
        }
    }

    /// Plays a move that is written in some language.
    pub(super) fn san_in(
        &mut self,
        text: &[u8],
        language: Language,
    ) -> Result<Option<Move>, GameErrorKind> {
        let read = match core::str::from_utf8(text) {
            Ok(text) => san::parse_in(&self.line.current, text, language),
            Err(_) => Err(SanError::NotAMove),
        };
        match read {
            Ok(m) => Ok(Some(self.play(m))),
            Err(error) => self.null_move(text, error),
        }
    }

    #[inline(always)]
    fn play(&mut self, m: Move) -> Move {
        let line = &mut self.line;
        line.previous = line.current;
        line.current = line.previous.play_unchecked(m);
        line.ply += 1;
        m
    }

    #[cold]
    fn null_move(&mut self, text: &[u8], error: SanError) -> Result<Option<Move>, GameErrorKind> {
        let line = &mut self.line;
        let ply = line.ply + 1;
        if error != SanError::NullMove {
            return Err(GameErrorKind::Move { text: MoveText::new(text), ply, error });
        }
        if line.current.in_check() {
            return Err(GameErrorKind::NullMoveInCheck { ply });
        }
        line.previous = line.current;
        line.current = line.previous.play_null();
        line.ply = ply;
        Ok(None)
    }

    pub(super) fn begin_variation(&mut self) {
        self.stack.push(self.line);
        self.line.current = self.line.previous;
        self.line.ply = self.line.ply.saturating_sub(1);
    }

    pub(super) fn end_variation(&mut self) {
        if let Some(line) = self.stack.pop() {
            self.line = line;
        }
    }
}

/// What was found in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// Games, good and bad ones.
    pub games: u64,
    /// Games with something wrong in them.
    pub bad_games: u64,
    /// Legal moves, those of variations included.
    pub moves: u64,
    /// Variations.
    pub variations: u64,
    /// Comments.
    pub comments: u64,
}

/// A [`Visitor`] that replays games, variations included, and hands what is
/// wrong with them to a closure.
pub struct Checker<F: FnMut(GameError)> {
    header: Header,
    replay: AnyGame<Replays>,
    summary: Summary,
    report: F,
}

impl<F: FnMut(GameError)> Checker<F> {
    /// A checker that calls `report` with every error.
    pub fn new(report: F) -> Checker<F> {
        Checker {
            header: Header::default(),
            replay: AnyGame::of::<Chess>(Replay::new(Position::startpos())),
            summary: Summary::default(),
            report,
        }
    }

    /// What was found so far.
    pub fn summary(&self) -> Summary {
        self.summary
    }
}

impl<F: FnMut(GameError)> Visitor for Checker<F> {
    fn begin_game(&mut self) {
        self.header.clear();
        self.summary.games += 1;
    }

    #[inline]
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.header.tag(name, value);
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        with_rules!(self.header.variant()?, R => {
            let start = self.header.start::<R>()?;
            match self.replay.get_mut::<R>() {
                Some(replay) => replay.restart(start),
                None => self.replay = AnyGame::of::<R>(Replay::new(start)),
            }
        });
        Ok(())
    }

    #[inline]
    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        with_game!(&mut self.replay, replay => replay.san(text)?);
        self.summary.moves += 1;
        Ok(())
    }

    #[inline]
    fn comment(&mut self, _: &[u8]) {
        self.summary.comments += 1;
    }

    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.summary.variations += 1;
        with_game!(&mut self.replay, replay => replay.begin_variation());
        Ok(())
    }

    fn end_variation(&mut self) {
        with_game!(&mut self.replay, replay => replay.end_variation());
    }

    fn end_game(&mut self, error: Option<GameError>) {
        if let Some(error) = error {
            self.summary.bad_games += 1;
            (self.report)(error);
        }
    }
}

/// Replays all games of a text, variations included, and reports what is
/// wrong with them.
///
/// ```
/// use erawan_notation::pgn;
/// let text = b"1. e4 e5 *\n\n[White \"?\"]\n\n1. e4 e5 2. Ke3 *";
/// let mut errors = Vec::new();
/// let summary = pgn::check(text, |error| errors.push(error.to_string()));
/// assert_eq!((summary.games, summary.bad_games, summary.moves), (2, 1, 4));
/// assert_eq!(errors, ["game 2, line 5: Ke3 (ply 3): no such king can go to e3"]);
/// ```
pub fn check(text: &[u8], report: impl FnMut(GameError)) -> Summary {
    let mut checker = Checker::new(report);
    visit(text, &mut checker);
    checker.summary()
}
