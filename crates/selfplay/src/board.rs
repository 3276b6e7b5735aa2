//! A board in 24 bytes: the occupied squares, and four bits for each man.

use std::fmt;

use erawan_board::{Bitboard, Color, Piece, Position, Role, Rules, Setup, Square};

/// The code of a rook that may castle, and of a promoted bia.
pub(crate) const MARKED: u8 = 6;
/// The code of a king or met that may still leap: its square tells which.
const LEAPER: u8 = 7;

/// Why a position cannot be packed, or bytes cannot be unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackError {
    /// There are more than 32 men.
    ManyMen(u32),
    /// Four bits that stand for no man.
    Code(u8),
    /// Bits are set that belong to no man or have no meaning.
    Padding,
    /// A clock or a count is too large to be packed.
    Count(u16),
    /// An en passant file beyond the eighth.
    EnPassant(u8),
    /// What the bytes describe is no position.
    Setup(erawan_board::SetupError),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::ManyMen(men) => write!(f, "{men} men are on the board, at most 32 fit"),
            PackError::Code(code) => write!(f, "{code} is the code of no man"),
            PackError::Padding => f.write_str("bits that should be zero are set"),
            PackError::Count(count) => write!(f, "a count of {count} does not fit"),
            PackError::EnPassant(file) => write!(f, "{file} is no file for en passant"),
            PackError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PackError {}

impl From<erawan_board::SetupError> for PackError {
    fn from(error: erawan_board::SetupError) -> PackError {
        PackError::Setup(error)
    }
}

/// Packs the men of a position.
pub(crate) fn pack<R: Rules>(position: &Position<R>) -> Result<[u8; 24], PackError> {
    let occupied = position.occupied();
    if occupied.len() > 32 {
        return Err(PackError::ManyMen(occupied.len()));
    }
    let marked = position.castling_rooks() | position.promoted();
    let leapers = position.leapers();
    let mut bytes = [0; 24];
    bytes[..8].copy_from_slice(&occupied.bits().to_le_bytes());
    for (i, square) in occupied.iter().enumerate() {
        let Some(piece) = position.piece_at(square) else { continue };
        let role = if marked.contains(square) {
            MARKED
        } else if leapers.contains(square) {
            LEAPER
        } else {
            piece.role().index() as u8
        };
        let code = role | (piece.color().index() as u8) << 3;
        bytes[8 + i / 2] |= code << (4 * (i % 2));
    }
    Ok(bytes)
}

/// Puts packed men on a board.
pub(crate) fn unpack<R: Rules>(bytes: &[u8; 24]) -> Result<Setup, PackError> {
    let mut setup = Setup::empty();
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[..8]);
    let occupied = Bitboard(u64::from_le_bytes(occupied));
    if occupied.len() > 32 {
        return Err(PackError::ManyMen(occupied.len()));
    }
    let code = |i: usize| bytes[8 + i / 2] >> (4 * (i % 2)) & 15;
    for (i, square) in occupied.iter().enumerate() {
        put::<R>(&mut setup, square, code(i))?;
    }
    if (occupied.len() as usize..32).any(|i| code(i) != 0) {
        return Err(PackError::Padding);
    }
    Ok(setup)
}

fn put<R: Rules>(setup: &mut Setup, square: Square, code: u8) -> Result<(), PackError> {
    let color = if code >> 3 == 0 { Color::White } else { Color::Black };
    let role = match code & 7 {
        MARKED if R::CASTLING_AND_DOUBLE_STEP => {
            setup.castling_rooks = setup.castling_rooks.with(square);
            Role::Rook
        }
        MARKED => {
            setup.promoted = setup.promoted.with(square);
            Role::Queen
        }
        LEAPER if R::FIRST_LEAPS => {
            // Whoever may leap has not moved.
            let start = Position::<R>::startpos();
            let home = start.piece_at(square).filter(|_| start.leapers().contains(square));
            let leaper = home.filter(|piece| piece.color() == color);
            setup.leapers = setup.leapers.with(square);
            leaper.ok_or(PackError::Code(code))?.role()
        }
        role => Role::from_index(role.into()).ok_or(PackError::Code(code))?,
    };
    setup.put(square, Piece::new(color, role));
    Ok(())
}

/// The square a pawn has just stepped over, by file (from 1; 0 for none) and
/// the side to move.
pub(crate) fn en_passant(file: u8, turn: Color) -> Result<Option<Square>, PackError> {
    if file == 0 {
        return Ok(None);
    }
    let rank = erawan_board::Rank::Sixth.relative_to(turn);
    erawan_board::File::from_index(usize::from(file) - 1)
        .map(|file| Some(Square::new(file, rank)))
        .ok_or(PackError::EnPassant(file))
}
