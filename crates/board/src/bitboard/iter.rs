//! Walking through the squares of a set, and through its subsets.

use crate::{Bitboard, Square};

impl Bitboard {
    /// The squares of the set in rising order.
    #[inline(always)]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// All subsets of the set, the empty one first.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Square};
    /// let pair = Bitboard::from_square(Square::A1).with(Square::C1);
    /// let sizes: Vec<u32> = pair.subsets().map(Bitboard::len).collect();
    /// assert_eq!(sizes, [0, 1, 1, 2]);
    /// ```
    pub const fn subsets(self) -> Subsets {
        Subsets { of: self.0, next: Some(0) }
    }
}

/// The squares of a [`Bitboard`] in rising order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_lsb()
    }
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl core::iter::FusedIterator for Squares {}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.msb()?;
        self.0 = self.0.without(square);
        Some(square)
    }
}

/// All subsets of a [`Bitboard`].
#[derive(Clone, Copy, Debug)]
pub struct Subsets {
    of: u64,
    next: Option<u64>,
}

impl Iterator for Subsets {
    type Item = Bitboard;
    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        // Counting up through the bits of `of` alone (the carry-rippler trick).
        let following = subset.wrapping_sub(self.of) & self.of;
        self.next = if following == 0 { None } else { Some(following) };
        Some(Bitboard(subset))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<Bitboard>();
    }
}
