//! A side as a type, so that directions and masks are constants.
//!
//! ```
//! use erawan_board::side::{Black, Side, White};
//! use erawan_board::{Bitboard, Rank};
//!
//! fn can_step_twice<S: Side>(pawns: Bitboard) -> Bitboard {
//!     pawns & S::rank(Rank::Second)
//! }
//! let pawns = Bitboard::from_rank(Rank::Seventh);
//! assert!(can_step_twice::<White>(pawns).is_empty());
//! assert_eq!(can_step_twice::<Black>(pawns), pawns);
//! ```

use crate::{Bitboard, Color, Rank, attacks};

/// One of the two sides.
pub trait Side: 'static {
    /// Its colour.
    const US: Color;
    /// The colour of its opponent.
    const THEM: Color;
    /// Its opponent.
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

    /// The squares that pawns of this side attack.
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

/// White.
pub struct White;

/// Black.
pub struct Black;

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
