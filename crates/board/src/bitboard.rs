//! Sets of squares in one machine word.

mod iter;
mod text;

pub use iter::{Squares, Subsets};
pub use text::ParseBitboardError;

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, ShlAssign, Shr,
    ShrAssign, Sub, SubAssign,
};

use crate::{Color, File, Rank, Square};

/// A set of squares: bit `n` stands for the square with index `n`.
///
/// ```
/// use erawan_board::{bitboard, Bitboard, Square};
///
/// let centre = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X . . .
///     . . . X X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(centre.len(), 4);
/// assert!(centre.contains(Square::E4));
/// assert_eq!(centre.lsb(), Some(Square::D4));
/// assert_eq!(Bitboard::EMPTY.lsb(), None);
/// ```
///
/// There is no `<<` and no `>>`. A number of bits is no direction: one bit
/// leads from h4 to a5, and 64 bits panic in a debug build. Sets move by
/// [`north`](Bitboard::north), [`east`](Bitboard::east) and
/// [`shift`](Bitboard::shift), which drop what leaves the board. Whoever
/// wants to shift the word itself has [`bits`](Bitboard::bits).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Bitboard(pub u64);

/// Draws a [`Bitboard`] as it is seen on a board: the eighth rank first, `X`
/// for a square of the set and `.` for the others.
///
/// ```
/// use erawan_board::{bitboard, Bitboard, Rank};
/// const RANK: Bitboard = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X X X X X X X X
///     . . . . . . . .
/// };
/// assert_eq!(RANK, Bitboard::from_rank(Rank::Second));
/// ```
#[macro_export]
macro_rules! bitboard {
    (@cell X) => { true };
    (@cell .) => { false };
    ($($cell:tt)*) => {
        const {
            let cells = [$($crate::bitboard!(@cell $cell)),*];
            assert!(cells.len() == 64, "a board has 64 squares");
            let mut bits = 0u64;
            let mut index = 0;
            while index < 64 {
                if cells[index] {
                    bits |= 1 << (index ^ 56);
                }
                index += 1;
            }
            $crate::Bitboard(bits)
        }
    };
}

const NOT_FILE_A: u64 = !0x0101_0101_0101_0101;
const NOT_FILE_H: u64 = !0x8080_8080_8080_8080;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The squares of the colour of a1.
    pub const DARK_SQUARES: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// The squares of the colour of h1.
    pub const LIGHT_SQUARES: Bitboard = Bitboard(!0xAA55_AA55_AA55_AA55);
    /// The a-file and the h-file.
    pub(crate) const EDGE_FILES: Bitboard = Bitboard(!(NOT_FILE_A & NOT_FILE_H));

    /// The set that holds one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The eight squares of a file.
    #[inline(always)]
    pub const fn from_file(file: File) -> Bitboard {
        Bitboard(!NOT_FILE_A << file as u32)
    }

    /// The eight squares of a rank.
    #[inline(always)]
    pub const fn from_rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (8 * rank as u32))
    }

    /// The squares of a rank as `color` counts them.
    #[inline(always)]
    pub const fn from_relative_rank(rank: Rank, color: Color) -> Bitboard {
        Bitboard::from_rank(rank.relative_to(color))
    }

    /// The set as a number: bit 0 is a1, bit 63 is h8.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// True if no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if at least one square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if more than one square is in the set.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// True if `square` is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// True if the two sets share a square.
    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// True if every square of this set is in `other`.
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with `square` added.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set with `square` taken out.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// Intersection, usable in constants where `&` is not.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// Union, usable in constants where `|` is not.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// Complement, usable in constants where `!` is not.
    #[inline(always)]
    #[must_use]
    pub const fn complement(self) -> Bitboard {
        Bitboard(!self.0)
    }

    /// The square with the lowest index, if there is one.
    #[inline(always)]
    pub const fn lsb(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::truncate(self.0.trailing_zeros())) }
    }

    /// The square with the highest index, if there is one.
    #[inline(always)]
    pub const fn msb(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::truncate(63 - self.0.leading_zeros())) }
    }

    /// The lowest square of a set known not to be empty (a1 if it is).
    #[inline(always)]
    pub(crate) const fn first(self) -> Square {
        Square::truncate(self.0.trailing_zeros())
    }

    /// Takes the lowest square out of the set and returns it.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Square};
    /// let mut set = Bitboard::from_square(Square::C2).with(Square::F7);
    /// assert_eq!(set.pop_lsb(), Some(Square::C2));
    /// assert_eq!(set.pop_lsb(), Some(Square::F7));
    /// assert_eq!(set.pop_lsb(), None);
    /// ```
    #[inline(always)]
    pub const fn pop_lsb(&mut self) -> Option<Square> {
        let square = self.lsb();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    /// Every square one step up the board. Nothing wraps around.
    #[inline(always)]
    #[must_use]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Every square one step down the board. Nothing wraps around.
    #[inline(always)]
    #[must_use]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Every square one step towards the h-file. Nothing wraps around.
    #[inline(always)]
    #[must_use]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & NOT_FILE_H) << 1)
    }

    /// Every square one step towards the a-file. Nothing wraps around.
    #[inline(always)]
    #[must_use]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & NOT_FILE_A) >> 1)
    }

    /// Every square shifted by `files` to the right and `ranks` up; squares
    /// that would leave the board are dropped.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Rank, Square};
    /// let knights = Bitboard::from_square(Square::B1) | Square::G1.into();
    /// let hops = knights.shift(1, 2);
    /// assert_eq!(hops, Bitboard::from_square(Square::C3) | Square::H3.into());
    /// assert_eq!(hops.shift(1, 0), Bitboard::from_square(Square::D3));
    /// ```
    #[must_use]
    pub const fn shift(self, files: i8, ranks: i8) -> Bitboard {
        let mut bits = self.0;
        let mut step = 0;
        while step < files.unsigned_abs() && bits != 0 {
            bits = if files > 0 { (bits & NOT_FILE_H) << 1 } else { (bits & NOT_FILE_A) >> 1 };
            step += 1;
        }
        if ranks <= -8 || ranks >= 8 {
            Bitboard::EMPTY
        } else if ranks >= 0 {
            Bitboard(bits << (8 * ranks as u32))
        } else {
            Bitboard(bits >> (8 * ranks.unsigned_abs() as u32))
        }
    }

    /// The board upside down: the first rank becomes the eighth.
    #[inline(always)]
    #[must_use]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The board in a mirror: the a-file becomes the h-file.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Square};
    /// let corner = Bitboard::from_square(Square::A1);
    /// assert_eq!(corner.flip_horizontal(), Bitboard::from_square(Square::H1));
    /// assert_eq!(corner.flip_vertical(), Bitboard::from_square(Square::A8));
    /// assert_eq!(corner.rotate(), Bitboard::from_square(Square::H8));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn flip_horizontal(self) -> Bitboard {
        Bitboard(self.0.reverse_bits().swap_bytes())
    }

    /// The board turned by half a turn: a1 becomes h8.
    #[inline(always)]
    #[must_use]
    pub const fn rotate(self) -> Bitboard {
        Bitboard(self.0.reverse_bits())
    }

    /// The board flipped along the diagonal from a1 to h8.
    ///
    /// ```
    /// use erawan_board::{Bitboard, File, Rank};
    /// assert_eq!(Bitboard::from_file(File::B).flip_diagonal(), Bitboard::from_rank(Rank::Second));
    /// ```
    #[must_use]
    pub const fn flip_diagonal(self) -> Bitboard {
        // Swaps ever smaller blocks across the diagonal, as one transposes a matrix.
        let mut x = self.0;
        let mut t = 0x0F0F_0F0F_0000_0000 & (x ^ (x << 28));
        x ^= t ^ (t >> 28);
        t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
        x ^= t ^ (t >> 14);
        t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
        x ^= t ^ (t >> 7);
        Bitboard(x)
    }

    /// The set as a number of a board that counts from a8 (bit 0 is a8).
    pub const fn bits_from_a8(self) -> u64 {
        self.flip_vertical().0
    }

    /// The set behind a number of a board that counts from a8.
    pub const fn from_bits_from_a8(bits: u64) -> Bitboard {
        Bitboard(bits).flip_vertical()
    }

    /// The set as a number of a board that counts from h1 (bit 0 is h1).
    pub const fn bits_from_h1(self) -> u64 {
        self.flip_horizontal().0
    }

    /// The set behind a number of a board that counts from h1.
    pub const fn from_bits_from_h1(bits: u64) -> Bitboard {
        Bitboard(bits).flip_horizontal()
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl From<File> for Bitboard {
    fn from(file: File) -> Bitboard {
        Bitboard::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    fn from(rank: Rank) -> Bitboard {
        Bitboard::from_rank(rank)
    }
}

macro_rules! set_operators {
    ($($op:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($body)
            }
        }
        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $op::$method(*self, other);
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

macro_rules! bit_shifts {
    ($($op:ident $method:ident $assign:ident $assign_method:ident $checked:ident;)*) => {$(
        /// Shifts the bits as they are: files wrap around. All are lost from 64 on.
        impl $op<u32> for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, squares: u32) -> Bitboard {
                Bitboard(self.0.$checked(squares).unwrap_or(0))
            }
        }
        impl $assign<u32> for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, squares: u32) {
                *self = $op::$method(*self, squares);
            }
        }
    )*};
}

bit_shifts! {
    Shl shl ShlAssign shl_assign checked_shl;
    Shr shr ShrAssign shr_assign checked_shr;
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    /// A few hundred sets without structure.
    fn samples() -> impl Iterator<Item = Bitboard> {
        let mut random = crate::SplitMix64::new(1);
        (0..500).map(move |_| Bitboard(random.next_u64()))
    }

    fn map(board: Bitboard, f: impl Fn(Square) -> Option<Square>) -> Bitboard {
        board.iter().filter_map(f).collect()
    }

    #[test]
    fn shifts_move_every_square_and_drop_the_rest() {
        for board in samples() {
            assert_eq!(board.north(), map(board, |s| s.offset(0, 1)));
            assert_eq!(board.south(), map(board, |s| s.offset(0, -1)));
            assert_eq!(board.east(), map(board, |s| s.offset(1, 0)));
            assert_eq!(board.west(), map(board, |s| s.offset(-1, 0)));
            for files in -9..=9 {
                for ranks in -9..=9 {
                    assert_eq!(board.shift(files, ranks), map(board, |s| s.offset(files, ranks)));
                }
            }
        }
        assert_eq!(Bitboard::ALL.shift(i8::MIN, i8::MIN), Bitboard::EMPTY);
        assert_eq!(Bitboard::ALL.shift(0, i8::MAX), Bitboard::EMPTY);
    }

    #[test]
    fn bits_are_shifted_as_numbers_are() {
        let step = |board: Bitboard, by: i32| {
            let moved = board.iter().map(|square| square.index() as i32 + by);
            moved.filter_map(|index| Square::from_index(usize::try_from(index).ok()?)).collect()
        };
        for board in samples() {
            for by in [0, 1, 7, 8, 9, 63, 64, 100] {
                assert_eq!(board << by, step(board, by as i32));
                assert_eq!(board >> by, step(board, -(by as i32)));
            }
            let mut changed = board;
            changed <<= 8;
            changed >>= 8;
            assert_eq!(changed, board - Bitboard::from_rank(Rank::Eighth));
        }
    }

    #[test]
    fn flips_agree_with_squares() {
        for board in samples() {
            assert_eq!(board.flip_vertical(), map(board, |s| Some(s.flip_vertical())));
            assert_eq!(board.flip_horizontal(), map(board, |s| Some(s.flip_horizontal())));
            assert_eq!(board.rotate(), board.flip_vertical().flip_horizontal());
            let transposed = map(board, |s| {
                Some(Square::new(File::ALL[s.rank().index()], Rank::ALL[s.file().index()]))
            });
            assert_eq!(board.flip_diagonal(), transposed);
            assert_eq!(Bitboard::from_bits_from_a8(board.bits_from_a8()), board);
            assert_eq!(Bitboard::from_bits_from_h1(board.bits_from_h1()), board);
            for square in board {
                assert!(board.bits_from_a8() >> square.index_from_a8() & 1 == 1);
                assert!(board.bits_from_h1() >> square.index_from_h1() & 1 == 1);
            }
        }
    }

    #[test]
    fn sets_iterate_both_ways_and_survive_text() {
        for board in samples() {
            let mut squares: Vec<Square> = board.iter().collect();
            assert_eq!(squares.len() as u32, board.len());
            assert!(squares.is_sorted());
            assert_eq!(squares.first().copied(), board.lsb());
            assert_eq!(squares.last().copied(), board.msb());
            squares.reverse();
            assert_eq!(board.iter().rev().collect::<Vec<_>>(), squares);
            assert_eq!(board.to_binary().parse(), Ok(board));
        }
        for bad in ["", "0", &"2".repeat(64), &"0".repeat(65), &"é".repeat(32)] {
            assert_eq!(bad.parse::<Bitboard>(), Err(ParseBitboardError));
        }
    }

    #[test]
    fn colours_files_and_ranks() {
        for square in Square::all() {
            assert_eq!(Bitboard::LIGHT_SQUARES.contains(square), square.is_light());
            assert_eq!(Bitboard::DARK_SQUARES.contains(square), !square.is_light());
            assert!(Bitboard::from_file(square.file()).contains(square));
            assert!(Bitboard::from_rank(square.rank()).contains(square));
        }
    }

    #[test]
    fn subsets_are_all_there() {
        let board = Bitboard::from_rank(Rank::Third);
        let subsets: Vec<Bitboard> = board.subsets().collect();
        assert_eq!(subsets.len(), 256);
        assert!(subsets.is_sorted() && subsets.iter().all(|s| s.is_subset(board)));
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }
}
