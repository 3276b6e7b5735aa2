//! The position a game begins with, in 32 bytes.

use erawan_board::{Color, Counting, Position, Rules, Strictness};

use crate::board::{self, PackError};

/// A packed position with all its clocks.
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_selfplay::Start;
/// let position = Position::<Makruk>::startpos();
/// let start = Start::pack(&position).unwrap();
/// assert_eq!(start.unpack::<Makruk>(), Ok(position));
/// ```
// The men (24 bytes), the side to move, the en passant file, the halfmove
// clock, the move number (two bytes each), the limit and the ply of the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start(pub(crate) [u8; 32]);

impl Start {
    /// Packs a position.
    pub fn pack<R: Rules>(position: &Position<R>) -> Result<Start, PackError> {
        let mut bytes = [0; 32];
        bytes[..24].copy_from_slice(&board::pack(position)?);
        bytes[24] = position.turn().index() as u8;
        bytes[25] = position.en_passant().map_or(0, |square| square.file().index() as u8 + 1);
        bytes[26..28].copy_from_slice(&position.halfmove_clock().to_le_bytes());
        bytes[28..30].copy_from_slice(&position.fullmove_number().to_le_bytes());
        let count = position.counting();
        bytes[30] = count.limit();
        bytes[31] = u8::try_from(count.ply()).map_err(|_| PackError::Count(count.ply()))?;
        Ok(Start(bytes))
    }

    /// The position, if the bytes describe one.
    pub fn unpack<R: Rules>(&self) -> Result<Position<R>, PackError> {
        let mut men = [0; 24];
        men.copy_from_slice(&self.0[..24]);
        let mut setup = board::unpack::<R>(&men)?;
        setup.turn = match self.0[24] {
            0 => Color::White,
            1 => Color::Black,
            _ => return Err(PackError::Padding),
        };
        setup.en_passant = board::en_passant(self.0[25], setup.turn)?;
        setup.halfmove_clock = u16::from_le_bytes([self.0[26], self.0[27]]);
        setup.fullmove_number = u16::from_le_bytes([self.0[28], self.0[29]]);
        setup.counting = Counting::new(self.0[30], self.0[31].into());
        Ok(Position::from_setup(&setup, Strictness::Strict)?)
    }
}
