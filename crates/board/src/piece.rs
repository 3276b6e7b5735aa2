//! Colours, roles and pieces.

use core::fmt;
use core::ops::Not;

/// One of the two sides.
///
/// ```
/// use erawan_board::Color;
/// assert_eq!(!Color::White, Color::Black);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White = 0,
    /// The other side.
    Black = 1,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other colour, usable in constants where `!` is not.
    #[inline(always)]
    pub const fn opposite(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// `w` or `b`, as FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        self.opposite()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// What a piece is, whatever its colour.
///
/// Six seats serve both games, so that hash keys, histories and network
/// features are shared between them:
///
/// | seat | chess | Makruk |
/// |---|---|---|
/// | `Pawn` | pawn | bia |
/// | `Knight` | knight | ma |
/// | `Bishop` | bishop | khon |
/// | `Rook` | rook | rua |
/// | `Queen` | queen | met, and the promoted bia |
/// | `King` | king | khun |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Role {
    /// Pawn, or bia.
    Pawn = 0,
    /// Knight, or ma.
    Knight = 1,
    /// Bishop, or khon.
    Bishop = 2,
    /// Rook, or rua.
    Rook = 3,
    /// Queen, or met.
    Queen = 4,
    /// King, or khun.
    King = 5,
}

impl Role {
    /// All roles from pawn to king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// 0 for a pawn up to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role with this index, if there is one.
    pub const fn from_index(index: usize) -> Option<Role> {
        if index < 6 { Some(Role::ALL[index]) } else { None }
    }
}

/// A role and a colour in one byte: `role | colour << 3`.
///
/// ```
/// use erawan_board::{Color, Piece, Role};
/// let piece = Piece::new(Color::Black, Role::King);
/// assert_eq!(piece.bits(), 0b1101);
/// assert_eq!((piece.color(), piece.role()), (Color::Black, Role::King));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Piece(u8);

impl Piece {
    /// Puts a colour and a role together.
    #[inline(always)]
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece(role as u8 | (color as u8) << 3)
    }

    /// The byte `role | colour << 3`.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The piece behind a byte made by [`Piece::bits`].
    pub const fn from_bits(bits: u8) -> Option<Piece> {
        if bits & 7 < 6 && bits < 16 { Some(Piece(bits)) } else { None }
    }

    /// The piece's colour.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// The piece's role.
    #[inline(always)]
    pub const fn role(self) -> Role {
        Role::ALL[(self.0 & 7) as usize]
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.color(), self.role())
    }
}

impl From<Piece> for u8 {
    fn from(piece: Piece) -> u8 {
        piece.0
    }
}

impl TryFrom<u8> for Piece {
    type Error = &'static str;
    fn try_from(bits: u8) -> Result<Piece, Self::Error> {
        Piece::from_bits(bits).ok_or("a piece is role 0..=5 with the colour in bit 3")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_survive_their_byte() {
        for bits in 0..=255u8 {
            let piece = Piece::from_bits(bits);
            let expected = Color::ALL
                .into_iter()
                .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece::new(color, role)))
                .find(|piece| piece.bits() == bits);
            assert_eq!(piece, expected);
            if let Some(piece) = piece {
                assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            }
        }
    }
}
