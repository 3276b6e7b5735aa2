//! Sets of squares as text.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, File, Rank, Square};

impl Bitboard {
    /// The 64 digits of the set as a board is read: a8 first, h1 last.
    ///
    /// ```
    /// use erawan_board::{Bitboard, Square};
    /// let text = Bitboard::from_square(Square::H1).to_binary();
    /// assert_eq!(text.len(), 64);
    /// assert!(text.ends_with("01"));
    /// assert_eq!(text.parse(), Ok(Bitboard::from_square(Square::H1)));
    /// ```
    pub fn to_binary(self) -> alloc::string::String {
        (0..64).map(|i| if self.0 >> (i ^ 56) & 1 == 0 { '0' } else { '1' }).collect()
    }
}

/// Prints a framed board of zeros and ones.
///
/// ```
/// use erawan_board::{Bitboard, Rank};
/// assert_eq!(
///     Bitboard::from_rank(Rank::First).to_string(),
///     "  o-----------------o
/// 8 | 0 0 0 0 0 0 0 0 |
/// 7 | 0 0 0 0 0 0 0 0 |
/// 6 | 0 0 0 0 0 0 0 0 |
/// 5 | 0 0 0 0 0 0 0 0 |
/// 4 | 0 0 0 0 0 0 0 0 |
/// 3 | 0 0 0 0 0 0 0 0 |
/// 2 | 0 0 0 0 0 0 0 0 |
/// 1 | 1 1 1 1 1 1 1 1 |
///   o-----------------o
///     a b c d e f g h
/// "
/// );
/// ```
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  o-----------------o\n")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} |", rank.digit())?;
            for file in File::ALL {
                write!(f, " {}", u8::from(self.contains(Square::new(file, rank))))?;
            }
            f.write_str(" |\n")?;
        }
        f.write_str("  o-----------------o\n    a b c d e f g h\n")
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! number_formats {
    ($($format:ident)*) => {$(
        impl fmt::$format for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$format::fmt(&self.0, f)
            }
        }
    )*};
}
number_formats!(Binary LowerHex UpperHex);

/// The text is not 64 binary digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseBitboardError;

impl fmt::Display for ParseBitboardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a bitboard is written as 64 digits 0 or 1, a8 first")
    }
}

impl core::error::Error for ParseBitboardError {}

impl FromStr for Bitboard {
    type Err = ParseBitboardError;
    fn from_str(text: &str) -> Result<Bitboard, ParseBitboardError> {
        if text.len() != 64 {
            return Err(ParseBitboardError);
        }
        let mut bits = 0;
        for (i, digit) in text.bytes().enumerate() {
            match digit {
                b'0' => {}
                b'1' => bits |= 1 << (i ^ 56),
                _ => return Err(ParseBitboardError),
            }
        }
        Ok(Bitboard(bits))
    }
}
