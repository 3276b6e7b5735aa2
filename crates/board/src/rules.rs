//! What differs between the games.

use core::fmt::Debug;
use core::hash::Hash;

use crate::{Bitboard, Color, Rank, Role, Setup, Square, attacks, bitboard};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Chess {}
    impl Sealed for super::Makruk {}
}

/// The games by name, for choosing one at run time: at the door of a program,
/// never inside a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Variant {
    /// Chess.
    Chess,
    /// Chess from one of 960 (or 960 × 960) start positions. The rules are
    /// those of [`Chess`]; only the notation of castling differs.
    Chess960,
    /// Thai chess.
    Makruk,
}

impl Variant {
    /// All games.
    pub const ALL: [Variant; 3] = [Variant::Chess, Variant::Chess960, Variant::Makruk];

    /// `chess`, `chess960` or `makruk`, as protocols and command lines spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
            Variant::Makruk => "makruk",
        }
    }

    /// The game of that name, in any case.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// assert_eq!(Variant::from_name("Makruk"), Some(Variant::Makruk));
    /// assert_eq!(Variant::from_name("draughts"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.name().eq_ignore_ascii_case(name))
    }
}

impl core::fmt::Display for Variant {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules of a game, as a type: everything hot is compiled for each game on
/// its own.
///
/// The trait is sealed. A new game of the family is one more implementation in
/// this file.
pub trait Rules:
    sealed::Sealed + Copy + Eq + Hash + Debug + Default + Send + Sync + Unpin + 'static
{
    /// The game's name. [`Chess`] stands for both kinds of chess.
    const VARIANT: Variant;
    /// True if the pieces in the seats of bishop and queen slide. If not, they
    /// are khon and met, which step.
    const DIAGONALS_SLIDE: bool;
    /// True if there are castling, the pawn's double step and en passant.
    const CASTLING_AND_DOUBLE_STEP: bool;
    /// Where a pawn of each colour must promote.
    const PROMOTION_ZONES: [Bitboard; 2];
    /// What a pawn may become, the strongest first.
    const PROMOTIONS: &'static [Role];
    /// True if a bared king or a board without pawns starts a count.
    const COUNTING: bool;
    /// The number of plies without a capture or pawn move after which a draw
    /// may be claimed.
    const CLAIM_PLIES: Option<u16>;
    /// True if a threefold repetition ends the game without a claim.
    const THREEFOLD_ENDS: bool;

    /// What a piece attacks.
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard;

    /// The start position.
    fn start() -> Setup;

    /// The squares where a pawn of `color` may stand in a game that began at
    /// the start position.
    fn pawn_squares(color: Color) -> Bitboard;
}

/// Chess, with any castling geometry: Chess960 and Double Fischer Random too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chess;

/// Makruk, Thai chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Makruk;

impl Rules for Chess {
    const VARIANT: Variant = Variant::Chess;
    const DIAGONALS_SLIDE: bool = true;
    const CASTLING_AND_DOUBLE_STEP: bool = true;
    const PROMOTION_ZONES: [Bitboard; 2] =
        [Bitboard::from_rank(Rank::Eighth), Bitboard::from_rank(Rank::First)];
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const COUNTING: bool = false;
    const CLAIM_PLIES: Option<u16> = Some(100);
    const THREEFOLD_ENDS: bool = false;

    #[inline(always)]
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::chess_piece(color, role, square, occupied)
    }

    fn start() -> Setup {
        crate::chess960::start(crate::chess960::CLASSICAL)
    }

    fn pawn_squares(_: Color) -> Bitboard {
        bitboard! {
            . . . . . . . .
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            . . . . . . . .
        }
    }
}

impl Rules for Makruk {
    const VARIANT: Variant = Variant::Makruk;
    const DIAGONALS_SLIDE: bool = false;
    const CASTLING_AND_DOUBLE_STEP: bool = false;
    // A bia promotes on the sixth rank. One that stands there or beyond (only
    // a set-up position can hold it) does so on its next move.
    const PROMOTION_ZONES: [Bitboard; 2] =
        [Bitboard(0xFFFF_FF00_0000_0000), Bitboard(0x0000_0000_00FF_FFFF)];
    const PROMOTIONS: &'static [Role] = &[Role::Queen];
    const COUNTING: bool = true;
    const CLAIM_PLIES: Option<u16> = None;
    const THREEFOLD_ENDS: bool = true;

    #[inline(always)]
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::makruk_piece(color, role, square, occupied)
    }

    fn start() -> Setup {
        use Role::{Bishop, King, Knight, Queen, Rook};
        // Each khun stands to the left of its met, as its owner sees it: the
        // position looks the same from both sides.
        let white = [Rook, Knight, Bishop, King, Queen, Bishop, Knight, Rook];
        let black = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        Setup::from_ranks(white, black, Rank::Third)
    }

    fn pawn_squares(color: Color) -> Bitboard {
        let white = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X X X X X X X X
            X X X X X X X X
            X X X X X X X X
            . . . . . . . .
            . . . . . . . .
        };
        match color {
            Color::White => white,
            Color::Black => white.flip_vertical(),
        }
    }
}

/// The side to move as a type, so that directions and masks are constants.
pub(crate) trait Side: 'static {
    const US: Color;
    const THEM: Color;
    type Opponent: Side<Opponent = Self>;

    /// One step ahead.
    #[inline(always)]
    fn ahead(squares: Bitboard) -> Bitboard {
        match Self::US {
            Color::White => squares.north(),
            Color::Black => squares.south(),
        }
    }

    /// One step back.
    #[inline(always)]
    fn back(squares: Bitboard) -> Bitboard {
        <Self::Opponent as Side>::ahead(squares)
    }

    /// The squares our pawns attack.
    #[inline(always)]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        attacks::pawns(Self::US, pawns)
    }

    /// The rank, counted from this side.
    #[inline(always)]
    fn rank(rank: Rank) -> Bitboard {
        Bitboard::from_relative_rank(rank, Self::US)
    }
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    type Opponent = Black;
}

impl Side for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    type Opponent = White;
}
