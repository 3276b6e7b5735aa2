//! What is drawn upon a board: arrows, signs, and their colours.

use core::fmt;

use erawan_board::Square;

/// The colour of an arrow or a sign.
///
/// ```
/// use erawan_notation::diagram::Paint;
/// assert_eq!(Paint::from_letter('G'), Some(Paint::Green));
/// assert_eq!(Paint::Rgb(255, 128, 0).to_string(), "#ff8000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Paint {
    /// Green, the usual one.
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Any other, as red, green and blue.
    Rgb(u8, u8, u8),
}

impl Paint {
    /// The colour behind the letter that PGN comments use in `[%cal Ge2e4]`
    /// and `[%csl Rd4]`.
    pub const fn from_letter(letter: char) -> Option<Paint> {
        Some(match letter {
            'G' => Paint::Green,
            'R' => Paint::Red,
            'B' => Paint::Blue,
            'Y' => Paint::Yellow,
            _ => return None,
        })
    }
}

/// The colour as SVG and CSS write it.
impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Paint::Green => f.write_str("#2e8b3d"),
            Paint::Red => f.write_str("#c23b31"),
            Paint::Blue => f.write_str("#2a6fbd"),
            Paint::Yellow => f.write_str("#e0a311"),
            Paint::Rgb(red, green, blue) => write!(f, "#{red:02x}{green:02x}{blue:02x}"),
        }
    }
}

/// An arrow from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where its head is. An arrow to its own square is drawn as a ring.
    pub to: Square,
    /// Its colour.
    pub paint: Paint,
}

/// The shape of a sign on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkerShape {
    /// A ring around what stands there.
    Ring,
    /// A dot, as for squares a piece may go to.
    Dot,
    /// A cross.
    Cross,
}

/// A sign on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Marker {
    /// Where it is.
    pub square: Square,
    /// What it looks like.
    pub shape: MarkerShape,
    /// Its colour.
    pub paint: Paint,
}
