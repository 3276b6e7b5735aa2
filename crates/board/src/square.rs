//! Squares, files and ranks.

use core::fmt;
use core::str::FromStr;

use crate::Color;

/// A file, a to h.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A = 0,
    B = 1,
    C = 2,
    D = 3,
    E = 4,
    F = 5,
    G = 6,
    H = 7,
}

impl File {
    /// All files from a to h.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// 0 for the a-file up to 7 for the h-file.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index, if there is one.
    pub const fn from_index(index: usize) -> Option<File> {
        if index < 8 { Some(File::ALL[index]) } else { None }
    }

    /// The letter `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

/// A rank, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First = 0,
    Second = 1,
    Third = 2,
    Fourth = 3,
    Fifth = 4,
    Sixth = 5,
    Seventh = 6,
    Eighth = 7,
}

impl Rank {
    /// All ranks from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank up to 7 for the eighth.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index, if there is one.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 8 { Some(Rank::ALL[index]) } else { None }
    }

    /// The digit `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank as `color` sees it: Black's first rank is the eighth.
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

/// A square. a1 is 0, b1 is 1, … h8 is 63.
///
/// Two other orders are common elsewhere. Boards that count from a8
/// (a8 = 0, b8 = 1 … h1 = 63) differ by `index ^ 56`, boards that count from
/// h1 (h1 = 0, g1 = 1 … a8 = 63) by `index ^ 7`:
///
/// ```
/// use erawan_board::Square;
/// assert_eq!(Square::E4.index(), 28);
/// assert_eq!(Square::E4.index_from_a8(), 36);
/// assert_eq!(Square::E4.index_from_h1(), 27);
/// assert_eq!(Square::from_index_from_a8(36), Some(Square::E4));
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident $index:literal)*) => {
        #[allow(missing_docs)]
        impl Square { $(pub const $name: Square = Square($index);)* }
    };
}

name_squares! {
    A1 0 B1 1 C1 2 D1 3 E1 4 F1 5 G1 6 H1 7
    A2 8 B2 9 C2 10 D2 11 E2 12 F2 13 G2 14 H2 15
    A3 16 B3 17 C3 18 D3 19 E3 20 F3 21 G3 22 H3 23
    A4 24 B4 25 C4 26 D4 27 E4 28 F4 29 G4 30 H4 31
    A5 32 B5 33 C5 34 D5 35 E5 36 F5 37 G5 38 H5 39
    A6 40 B6 41 C6 42 D6 43 E6 44 F6 45 G6 46 H6 47
    A7 48 B7 49 C7 50 D7 51 E7 52 F7 53 G7 54 H7 55
    A8 56 B8 57 C8 58 D8 59 E8 60 F8 61 G8 62 H8 63
}

impl Square {
    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..64u8).map(Square)
    }

    /// The square where a file and a rank meet.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with this index (a1 = 0 … h8 = 63), if there is one.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square in the low six bits; the rest is ignored.
    #[inline(always)]
    pub(crate) const fn truncate(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The square's index, a1 = 0 … h8 = 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler drop bounds checks.
        (self.0 & 63) as usize
    }

    /// The index on a board that counts from a8 (a8 = 0 … h1 = 63).
    pub const fn index_from_a8(self) -> usize {
        self.index() ^ 56
    }

    /// The square with this index on a board that counts from a8.
    pub const fn from_index_from_a8(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8 ^ 56)) } else { None }
    }

    /// The index on a board that counts from h1 (h1 = 0 … a8 = 63).
    pub const fn index_from_h1(self) -> usize {
        self.index() ^ 7
    }

    /// The square with this index on a board that counts from h1.
    pub const fn from_index_from_h1(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8 ^ 7)) } else { None }
    }

    /// The square's file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// The square's rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    ///
    /// ```
    /// use erawan_board::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H4.offset(1, 0), None);
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i16 + files as i16;
        let rank = (self.0 >> 3) as i16 + ranks as i16;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Square((rank * 8 + file) as u8))
        }
    }

    /// The square seen from the other side of the board: e2 becomes e7.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square in a mirror: e2 becomes d2.
    #[inline(always)]
    pub const fn flip_horizontal(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// True for the colour of h1, a8 and e4.
    pub const fn is_light(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 1
    }

    /// The number of king steps between two squares.
    ///
    /// ```
    /// use erawan_board::Square;
    /// assert_eq!(Square::A1.distance(Square::C8), 7);
    /// ```
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square such as `e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a to h and a digit 1 to 8")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(ParseSquareError),
        }
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square.0
    }
}

impl TryFrom<u8> for Square {
    type Error = ParseSquareError;
    fn try_from(index: u8) -> Result<Square, ParseSquareError> {
        Square::from_index(index as usize).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn names_and_orders() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(Square::from_index_from_a8(square.index_from_a8()), Some(square));
            assert_eq!(Square::from_index_from_h1(square.index_from_h1()), Some(square));
        }
        assert_eq!(Square::A8.index_from_a8(), 0);
        assert_eq!(Square::H1.index_from_h1(), 0);
        assert_eq!(Square::H8.index(), 63);
        for bad in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError));
        }
    }

    #[test]
    fn distance_is_king_steps() {
        assert_eq!(Square::A1.distance(Square::H8), 7);
        assert_eq!(Square::A1.distance(Square::B3), 2);
        assert!(Square::H1.is_light() && Square::E4.is_light() && !Square::A1.is_light());
    }
}
