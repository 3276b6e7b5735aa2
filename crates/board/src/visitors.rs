//! What can be made of generated moves: a list, a count, or anything else.

use crate::generate::{ALL, NOISY, QUIET, Visitor, role, step};
use crate::position::{Position, with_side};
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Move, MoveFilter, MoveList, MoveSet, Role, Rules, Square, Tag};

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
                self.push_pawns(S::US, step::<STEP>(), Tag::of_promotion(role), to);
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

    /// The legal move between two squares. `promotion` is what a pawn becomes
    /// if it promotes, in Makruk too, and `None` for all other moves.
    ///
    /// Castling is found by the square the king goes to and by that of its
    /// rook. If in Chess960 the king may step to the square where castling
    /// would bring it, the step is meant.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, Square};
    /// let start = Position::<Chess>::startpos();
    /// let e4 = start.find_move(Square::E2, Square::E4, None).unwrap();
    /// assert!(start.play(e4).is_ok());
    /// assert_eq!(start.find_move(Square::E2, Square::E5, None), None);
    /// ```
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let moves = self.legal_moves();
        let mut leaving = moves.iter().copied().filter(|m| m.from() == from);
        let exact = leaving.clone().find(|m| m.to() == to && m.promotion() == promotion);
        let is_castle = |m: &Move| m.is_castle() && m.king_target() == to;
        exact.or_else(|| leaving.find(is_castle).filter(|_| promotion.is_none()))
    }

    /// True if the side to move is in check and has no legal move.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, Square};
    /// let mut position = Position::<Chess>::startpos();
    /// for (from, to) in [
    ///     (Square::F2, Square::F3),
    ///     (Square::E7, Square::E5),
    ///     (Square::G2, Square::G4),
    ///     (Square::D8, Square::H4),
    /// ] {
    ///     assert!(!position.is_checkmate());
    ///     position = position.play_unchecked(position.find_move(from, to, None).unwrap());
    /// }
    /// assert!(position.is_checkmate() && !position.is_stalemate());
    /// ```
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_moves()
    }

    /// True if the side to move is not in check and has no legal move.
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_moves()
    }
}
