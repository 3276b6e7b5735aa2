//! The first-move leaps of Ouk: who may still leap, and where to.
//!
//! The king may once leap as a knight to its second rank, and the met two
//! squares straight ahead, over whatever stands between, as long as they have
//! not moved. Neither takes. A king loses its leap for good when a rook of
//! the enemy goes to its rank or file, whatever stands between them.

use crate::position::Position;
use crate::side::Side;
use crate::{Bitboard, Color, Rank, Role, Rules, Square, attacks};

/// Who may still leap, in the four low bits: on d1, e1, d8 and e8.
pub(crate) type Leaps = u8;

/// Where a man that may leap stands at the start: each king to the left of
/// its met, as its owner sees it.
pub(crate) const fn home(color: Color, role: Role) -> Option<Square> {
    match (color, role) {
        (Color::White, Role::King) => Some(Square::D1),
        (Color::White, Role::Queen) => Some(Square::E1),
        (Color::Black, Role::King) => Some(Square::E8),
        (Color::Black, Role::Queen) => Some(Square::D8),
        _ => None,
    }
}

/// The role of the man whose home a square is.
pub(crate) fn role_at_home(color: Color, square: Square) -> Option<Role> {
    [Role::King, Role::Queen].into_iter().find(|&role| home(color, role) == Some(square))
}

/// The leaps of the men on these squares.
#[inline(always)]
pub(crate) const fn leaps_of(squares: Bitboard) -> Leaps {
    ((squares.0 >> 3 & 3) | (squares.0 >> 59 & 3) << 2) as Leaps
}

/// The squares of the men that have these leaps.
#[inline(always)]
pub(crate) const fn squares_of(leaps: Leaps) -> Bitboard {
    Bitboard((leaps as u64 & 3) << 3 | (leaps as u64 >> 2 & 3) << 59)
}

impl<R: Rules> Position<R> {
    /// The kings and mets that may still make their leap in Ouk.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Cambodian, Position, Square};
    /// let start = Position::<Cambodian>::startpos();
    /// assert_eq!(start.leapers().len(), 4);
    /// let leap = start.find_move(Square::D1, Square::B2, None).unwrap();
    /// let next = start.play_unchecked(leap);
    /// assert!(!next.leapers().contains(Square::D1));
    /// ```
    #[inline(always)]
    pub fn leapers(&self) -> Bitboard {
        if R::FIRST_LEAPS { squares_of(self.double_step) } else { Bitboard::EMPTY }
    }

    /// The man of the side to move that may leap to a square, as far as the
    /// board allows: its king may be in check afterwards.
    pub fn leaper_to(&self, role: Role, to: Square) -> Option<Square> {
        if !R::FIRST_LEAPS {
            return None;
        }
        let (us, occupied) = (self.turn, self.occupied());
        let from = home(us, role).filter(|&from| self.leapers().contains(from))?;
        let targets = match role {
            Role::King if self.in_check() => Bitboard::EMPTY,
            Role::King => king_leaps(us, from),
            _ => met_leap(us, from),
        };
        (targets - occupied).contains(to).then_some(from)
    }

    /// The leaps that are left after a move.
    #[inline(always)]
    pub(crate) fn leaps_after<S: Side>(&self, from: Square, to: Square, by_rook: bool) -> Leaps {
        let mut lost = Bitboard::from_square(from).with(to);
        let king = match S::THEM {
            Color::White => Square::D1,
            Color::Black => Square::E8,
        };
        if by_rook && attacks::rook_rays(to).contains(king) {
            lost = lost.with(king);
        }
        self.double_step & !leaps_of(lost)
    }

    /// Where the king of side `S` may leap to, if it is not in check.
    #[inline(always)]
    pub(crate) fn king_leap_targets<S: Side>(&self, occupied: Bitboard) -> Bitboard {
        let king = self.king(S::US);
        if self.leapers().contains(king) {
            king_leaps(S::US, king) - occupied
        } else {
            Bitboard::EMPTY
        }
    }

    /// The met of side `S` that may leap, and where to.
    #[inline(always)]
    pub(crate) fn met_leap_target<S: Side>(
        &self,
        occupied: Bitboard,
    ) -> Option<(Square, Bitboard)> {
        let met = self.leapers() & S::rank(Rank::First) & self.pieces(S::US, Role::Queen);
        let from = met.lsb()?;
        Some((from, met_leap(S::US, from) - occupied))
    }
}

#[inline(always)]
fn king_leaps(color: Color, king: Square) -> Bitboard {
    attacks::knight(king) & Bitboard::from_relative_rank(Rank::Second, color)
}

#[inline(always)]
fn met_leap(color: Color, met: Square) -> Bitboard {
    let met = Bitboard::from_square(met);
    match color {
        Color::White => met.north().north(),
        Color::Black => met.south().south(),
    }
}
