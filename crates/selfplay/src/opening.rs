//! Where games begin.

use erawan_board::{Chess, Game, Makruk, Position, Rules, Setup, Strictness, Variant, chess960};

use erawan_engine::Random;

/// The game, and its start positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Openings {
    /// Chess from its start position.
    Chess = 0,
    /// Chess from one of the 960 start positions.
    Chess960 = 1,
    /// Chess from a start position of its own for each side.
    DoubleChess960 = 2,
    /// Makruk.
    Makruk = 3,
}

impl Openings {
    /// All kinds.
    pub const ALL: [Openings; 4] =
        [Openings::Chess, Openings::Chess960, Openings::DoubleChess960, Openings::Makruk];

    /// `chess`, `chess960`, `dfrc` or `makruk`.
    pub const fn name(self) -> &'static str {
        match self {
            Openings::Chess => "chess",
            Openings::Chess960 => "chess960",
            Openings::DoubleChess960 => "dfrc",
            Openings::Makruk => "makruk",
        }
    }

    /// The kind of that name.
    ///
    /// ```
    /// use erawan_selfplay::Openings;
    /// assert_eq!(Openings::from_name("DFRC"), Some(Openings::DoubleChess960));
    /// ```
    pub fn from_name(name: &str) -> Option<Openings> {
        Openings::ALL.into_iter().find(|openings| openings.name().eq_ignore_ascii_case(name))
    }

    /// The game whose rules hold.
    pub const fn rules(self) -> Variant {
        match self {
            Openings::Chess | Openings::Chess960 | Openings::DoubleChess960 => Variant::Chess,
            Openings::Makruk => Variant::Makruk,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Openings> {
        Openings::ALL.into_iter().find(|&openings| openings as u8 == code)
    }

    fn setup(self, random: &mut Random) -> Setup {
        let mut number = || random.below(chess960::COUNT.into()) as u16;
        match self {
            Openings::Chess => Chess::start(),
            Openings::Chess960 => chess960::start(number()),
            Openings::DoubleChess960 => chess960::double_start(number(), number()),
            Openings::Makruk => Makruk::start(),
        }
    }

    /// The fewest and the most random plies: both parities, so that either
    /// side is the first to think.
    pub const fn plies(self) -> (usize, usize) {
        match self {
            Openings::Chess | Openings::Chess960 | Openings::DoubleChess960 => (8, 9),
            Openings::Makruk => (6, 12),
        }
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
