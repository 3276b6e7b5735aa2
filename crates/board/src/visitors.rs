//! What can be made of generated moves: a list, a count, or anything else.

use crate::generate::{ALL, NOISY, QUIET, Visitor, role, step};
use crate::moves::promotion_tag;
use crate::position::{Position, with_side};
use crate::rules::{Black, Side, White};
use crate::{Bitboard, Color, Move, MoveFilter, MoveList, MoveSet, Rules, Square, Tag};

/// Adds up how many moves there are.
pub(crate) struct Count(pub(crate) u64);

impl<R: Rules, S: Side> Visitor<R, S> for Count {
    const QUEENS_APART: bool = false;
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, _: &Position<R>, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn pawns<const STEP: u8>(&mut self, _: &Position<R>, to: Bitboard) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn promotions<const STEP: u8>(&mut self, _: &Position<R>, to: Bitboard) {
        self.0 += u64::from(to.len()) * R::PROMOTIONS.len() as u64;
    }
    #[inline(always)]
    fn en_passant(&mut self, _: &Position<R>, _: Square, _: Square) {
        self.0 += 1;
    }
    #[inline(always)]
    fn castle(&mut self, _: &Position<R>, _: Square, _: Square) {
        self.0 += 1;
    }
}

impl<R: Rules, S: Side> Visitor<R, S> for MoveList {
    const QUEENS_APART: bool = true;
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, _: &Position<R>, from: Square, to: Bitboard) {
        self.push_piece(role::<ROLE>(), from, to);
    }
    #[inline(always)]
    fn pawns<const STEP: u8>(&mut self, _: &Position<R>, to: Bitboard) {
        self.push_pawns(S::US, step::<STEP>(), step::<STEP>().tag(), to);
    }
    #[inline(always)]
    fn promotions<const STEP: u8>(&mut self, _: &Position<R>, to: Bitboard) {
        if to.any() {
            for &role in R::PROMOTIONS {
                self.push_pawns(S::US, step::<STEP>(), promotion_tag(role), to);
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, _: &Position<R>, from: Square, to: Square) {
        self.push(Move::new(from, to, Tag::EnPassant));
    }
    #[inline(always)]
    fn castle(&mut self, _: &Position<R>, king: Square, rook: Square) {
        self.push(Move::new(king, rook, Tag::Castle));
    }
}

/// Hands every set that is not empty to a closure.
struct ForEachSet<F>(F);

impl<R: Rules, S: Side, F: FnMut(MoveSet)> Visitor<R, S> for ForEachSet<F> {
    const QUEENS_APART: bool = true;
    fn piece<const ROLE: u8>(&mut self, _: &Position<R>, from: Square, to: Bitboard) {
        if to.any() {
            (self.0)(MoveSet::Piece { role: role::<ROLE>(), from, to });
        }
    }
    fn pawns<const STEP: u8>(&mut self, _: &Position<R>, to: Bitboard) {
        if to.any() {
            (self.0)(MoveSet::Pawns { color: S::US, step: step::<STEP>(), to });
        }
    }
    fn promotions<const STEP: u8>(&mut self, _: &Position<R>, to: Bitboard) {
        if to.any() {
            let step = step::<STEP>();
            (self.0)(MoveSet::Promotions { color: S::US, step, to, roles: R::PROMOTIONS });
        }
    }
    fn en_passant(&mut self, _: &Position<R>, from: Square, to: Square) {
        (self.0)(MoveSet::EnPassant { from, to });
    }
    fn castle(&mut self, _: &Position<R>, king: Square, rook: Square) {
        (self.0)(MoveSet::Castle { king, rook });
    }
}

impl<R: Rules> Position<R> {
    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_into(MoveFilter::All, &mut list);
        list
    }

    /// Adds the legal moves of one kind to a list. In check these are the
    /// evasions, whatever the kind: nothing else is legal.
    ///
    /// ```
    /// use erawan_board::{Makruk, MoveFilter, MoveList, Position};
    /// let start = Position::<Makruk>::startpos();
    /// let mut list = MoveList::new();
    /// start.generate_into(MoveFilter::Noisy, &mut list);
    /// assert!(list.is_empty());
    /// start.generate_into(MoveFilter::Quiet, &mut list);
    /// assert_eq!(list.len(), 23);
    /// ```
    #[inline]
    pub fn generate_into(&self, filter: MoveFilter, list: &mut MoveList) {
        with_side!(self.turn, S => match filter {
            MoveFilter::All => self.generate::<S, _, ALL>(list),
            MoveFilter::Noisy => self.generate::<S, _, NOISY>(list),
            MoveFilter::Quiet => self.generate::<S, _, QUIET>(list),
        });
    }

    /// The moves out of check; none if there is no check.
    pub fn evasions(&self) -> MoveList {
        if self.in_check() { self.legal_moves() } else { MoveList::new() }
    }

    /// Calls `f` with all legal moves in sets.
    pub fn for_each_set(&self, f: impl FnMut(MoveSet)) {
        let mut visitor = ForEachSet(f);
        with_side!(self.turn, S => Position::generate::<S, _, ALL>(self, &mut visitor));
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        with_side!(self.turn, S => self.generate::<S, _, ALL>(&mut count));
        count.0 as usize
    }

    /// True if there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }
}
