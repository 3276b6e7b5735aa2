//! Lists of moves.

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Deref;

use crate::{Bitboard, Color, Move, PawnStep, Role, Square, Tag};

/// A list of moves that lives on the stack.
///
/// No position of 64 squares overflows it: each square can be reached from at
/// most eight directions and by eight knights, with at most three pawns among
/// the former, each with four promotions.
///
/// ```
/// use erawan_board::{Chess, MoveList, Position};
/// let mut moves: MoveList = Position::<Chess>::startpos().legal_moves();
/// moves.as_mut_slice().sort();
/// assert_eq!(moves.first().map(|m| m.to_string()).as_deref(), Some("a2a3"));
/// assert_eq!(moves.iter().filter(|m| m.role() == erawan_board::Role::Knight).count(), 4);
/// ```
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MoveList::CAPACITY],
}

impl MoveList {
    /// Room for every move of any position: 62 targets reached in 16 ways,
    /// the extra promotions of eight squares, castling, and one vector more,
    /// for moves are written a vector at a time.
    pub const CAPACITY: usize = 62 * 16 + 8 * 3 * 3 + 8 + 32;

    /// An empty list.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [MaybeUninit::uninit(); MoveList::CAPACITY] }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list is full, which the generator cannot make it.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len].write(m);
        self.len += 1;
    }

    /// Adds a move for each target: `target * factor + base`, in sixteen bits.
    ///
    /// There are at most 32 targets, which is what `write_moves` can write: a
    /// queen reaches 27 squares, and pawns that make the same step go to as
    /// many squares as they stand on, none of which is both.
    #[inline(always)]
    fn push_targets(&mut self, targets: Bitboard, factor: u16, base: u16) {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi2"))]
        if let Some(room) = self.moves.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
            debug_assert!(targets.len() <= 32, "{} targets", targets.len());
            crate::avx512::write_moves(room, targets, factor, base);
            self.len += targets.len() as usize;
            return;
        }
        for target in targets {
            let bits = (target.index() as u16).wrapping_mul(factor).wrapping_add(base);
            self.push(Move::from_raw(bits));
        }
    }

    /// Adds the moves of a piece to its targets.
    #[inline(always)]
    pub(crate) fn push_piece(&mut self, role: Role, from: Square, to: Bitboard) {
        self.push_targets(to, 1 << 6, Move::new(from, Square::A1, Tag::of_piece(role)).bits());
    }

    /// Adds the moves of all pawns that make the same step.
    #[inline(always)]
    pub(crate) fn push_pawns(&mut self, color: Color, step: PawnStep, tag: Tag, to: Bitboard) {
        // The origin is a fixed distance from the target: add the target to
        // both fields and take the distance off.
        let back = step.backwards(color) as u16;
        self.push_targets(to, (1 << 6) + 1, ((tag as u16) << 12).wrapping_add(back));
    }

    /// Takes the last move off the list.
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes a move out by moving the last one to its place.
    ///
    /// # Panics
    /// If there is no such index.
    pub fn swap_remove(&mut self, index: usize) -> Move {
        let removed = self[index];
        self.moves[index] = self.moves[self.len - 1];
        self.len -= 1;
        removed
    }

    /// The moves as a slice.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` entries were written by `push`, or by
        // `push_targets`, whose room of 32 entries lies inside the array and
        // which adds at most 32 to `len`. So `len` never exceeds the array, and
        // `MaybeUninit<Move>` has the layout of `Move`.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }

    /// The moves as a slice that can be sorted.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: as for `as_slice`; the list is borrowed mutably.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        moves.into_iter().for_each(|m| list.push(m));
        list
    }
}
