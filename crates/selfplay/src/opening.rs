//! Where games begin.

use erawan_board::{Game, Position, Rules, Setup, Strictness, Variant, chess960, with_rules};

use erawan_engine::{Playable, Random};

/// The game, and its start positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Openings {
    /// A game from its start position, or from one of those it has.
    Of(Variant),
    /// Chess from one of the 960 start positions for each side.
    DoubleChess960,
}

impl Openings {
    /// All kinds, in the order of their codes in files: a new one goes to the
    /// end.
    pub const ALL: [Openings; 6] = [
        Openings::Of(Variant::Chess),
        Openings::Of(Variant::Chess960),
        Openings::DoubleChess960,
        Openings::Of(Variant::Makruk),
        Openings::Of(Variant::Cambodian),
        Openings::Of(Variant::Makpong),
    ];

    /// The name of the game, or `dfrc`.
    pub const fn name(self) -> &'static str {
        match self {
            Openings::Of(game) => game.name(),
            Openings::DoubleChess960 => "dfrc",
        }
    }

    /// The kind of that name.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// use erawan_selfplay::Openings;
    /// assert_eq!(Openings::from_name("DFRC"), Some(Openings::DoubleChess960));
    /// assert_eq!(Openings::from_name("ouk"), Some(Openings::Of(Variant::Cambodian)));
    /// ```
    pub fn from_name(name: &str) -> Option<Openings> {
        if name.eq_ignore_ascii_case(Openings::DoubleChess960.name()) {
            return Some(Openings::DoubleChess960);
        }
        Variant::from_name(name).map(Openings::Of)
    }

    /// The game whose rules hold.
    pub const fn rules(self) -> Variant {
        match self {
            Openings::Of(game) => game.rules(),
            Openings::DoubleChess960 => Variant::Chess960.rules(),
        }
    }

    /// What files of games call it.
    pub fn code(self) -> u8 {
        // Every kind is in the list: a test sees to it.
        Openings::ALL.iter().position(|&kind| kind == self).unwrap_or_default() as u8
    }

    pub(crate) fn from_code(code: u8) -> Option<Openings> {
        Openings::ALL.get(usize::from(code)).copied()
    }

    fn setup(self, random: &mut Random) -> Setup {
        let mut number = |count: u16| random.below(count.into()) as u16;
        match self {
            Openings::Of(game) => match game.starts() {
                Some(count) => chess960::start(number(count)),
                None => with_rules!(game, R => R::start()),
            },
            Openings::DoubleChess960 => {
                chess960::double_start(number(chess960::COUNT), number(chess960::COUNT))
            }
        }
    }

    /// The fewest and the most random plies: both parities, so that either
    /// side is the first to think.
    pub const fn plies(self) -> (usize, usize) {
        with_rules!(self.rules(), R => <R as Playable>::DESCRIPTION.selfplay_plies)
    }

    /// A position after some random moves, or nothing if the game was over
    /// before them.
    pub(crate) fn draw<R: Rules>(self, random: &mut Random) -> Option<Position<R>> {
        let start = Position::from_setup(&self.setup(random), Strictness::Strict).ok()?;
        let mut game = Game::<R>::from_position(start);
        let (fewest, most) = self.plies();
        for _ in 0..fewest + random.below(most - fewest + 1) {
            let moves = game.position().legal_moves();
            let m = *moves.get(random.below(moves.len()))?;
            game.play(m).ok()?;
        }
        game.outcome().is_none().then(|| *game.position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files keep these numbers.
    #[test]
    fn codes_stay_as_they_are() {
        let names = ["chess", "chess960", "dfrc", "makruk", "cambodian", "makpong"];
        for (code, name) in (0u8..).zip(names) {
            let kind = Openings::from_code(code).unwrap();
            assert_eq!((kind.name(), kind.code()), (name, code));
            assert_eq!(Openings::from_name(name), Some(kind));
        }
        assert_eq!(Openings::from_code(names.len() as u8), None);
        assert_eq!(Openings::from_name("draughts"), None);
    }

    #[test]
    fn every_game_has_openings() {
        for game in Variant::ALL {
            assert!(Openings::ALL.contains(&Openings::Of(game)), "{game}");
        }
    }
}
