//! Positions in 32 bytes.

use core::fmt;

use crate::draft::Draft;
use crate::gather::gather;
use crate::position::Position;
use crate::{
    Bitboard, Color, Counting, CountingMode, Role, Rules, SetupError, Square, Strictness, validate,
};

/// As many men as 32 bytes have room for.
const MOST_MEN: u32 = 32;

/// The first code of what is marked: a rook that may castle, or a promoted
/// bia. White's, then Black's.
const MARKED: u8 = 12;
/// The code of a pawn that has just made its double step.
const STEPPED: u8 = 14;
/// The first code of a king or met that may still leap. White's, then Black's.
const LEAPER: u8 = 14;

const CODES: usize = 8;
/// Where clocks, counts and flags begin.
const NUMBERS: usize = 24;
const HALFMOVE_CLOCK: usize = 24;
const FULLMOVE_NUMBER: usize = 26;
const COUNT_LIMIT: usize = 28;
const COUNT_PLY: usize = 29;
const FLAGS: usize = 31;

/// More than 32 men do not go into 32 bytes. No game has so many; a set-up
/// position may.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TooManyMen(pub u32);

impl fmt::Display for TooManyMen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} men are on the board, and 32 bytes have room for {MOST_MEN}", self.0)
    }
}

impl core::error::Error for TooManyMen {}

/// Why 32 bytes are no position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnpackError {
    /// There are more than 32 men.
    TooManyMen(TooManyMen),
    /// The piece on this square has a code that the game does not know.
    Code(Square, u8),
    /// More than one pawn has just made its double step; here is the second.
    DoubleStep(Square),
    /// The pieces are no position.
    Setup(SetupError),
    /// Bits that mean nothing are set, or say what is not so: a castling
    /// right that cannot be, a count in a game that counts nothing.
    Meaningless,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::TooManyMen(error) => error.fmt(f),
            UnpackError::Code(square, code) => {
                write!(f, "the code {code} on {square} stands for no piece of this game")
            }
            UnpackError::DoubleStep(square) => {
                write!(f, "the pawn on {square} is the second that has just made its double step")
            }
            UnpackError::Setup(error) => error.fmt(f),
            UnpackError::Meaningless => {
                f.write_str("bits are set that mean nothing in this position")
            }
        }
    }
}

impl core::error::Error for UnpackError {}

impl From<TooManyMen> for UnpackError {
    fn from(error: TooManyMen) -> UnpackError {
        UnpackError::TooManyMen(error)
    }
}

impl From<SetupError> for UnpackError {
    fn from(error: SetupError) -> UnpackError {
        UnpackError::Setup(error)
    }
}

impl<R: Rules> Position<R> {
    /// The position in 32 bytes: men, turn, rights, clocks and counts. Equal
    /// positions give equal bytes. It fails only for a set-up position of
    /// more than 32 men.
    ///
    /// | bytes | content, numbers with the lowest byte first |
    /// |---|---|
    /// | 0–7 | the occupied squares, bit `n` for the square with index `n` |
    /// | 8–23 | a code for each man in the order of the squares, the first in the lower four bits of byte 8; then zeros |
    /// | 24–25 | [`halfmove_clock`](Position::halfmove_clock) |
    /// | 26–27 | [`fullmove_number`](Position::fullmove_number) |
    /// | 28 | limit of the count, in plies |
    /// | 29–30 | plies counted |
    /// | 31 | bit 0: Black is to move; bits 1–2: who begins a count (0 the rules, 1 the players, 2 nobody); bits 3–4: who counts by hand (0 nobody, 1 White, 2 Black); then zeros |
    ///
    /// The codes 0 to 5 are White's pawn, knight, bishop, rook, queen and
    /// king, 6 to 11 Black's. 12 and 13 are a rook of White and of Black that
    /// may castle, in Makruk a met that is a promoted bia. 14 is a pawn that
    /// has just made its double step and stands beside an enemy pawn. In Ouk
    /// 14 and 15 are a man of White and of Black that may still leap: a king or
    /// a met, as its square tells.
    ///
    /// The bytes do not say which game they are of, and the layout stays as it
    /// is: they may be kept in files.
    ///
    /// ```
    /// use erawan_board::{Chess, Position};
    /// let start = Position::<Chess>::startpos();
    /// let bytes = start.pack()?;
    /// assert_eq!(bytes[..8], [0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF]);
    /// assert_eq!(bytes[8] & 15, 12); // the rook on a1, which may castle
    /// assert_eq!(Position::unpack(&bytes), Ok(start));
    /// # Ok::<(), erawan_board::TooManyMen>(())
    /// ```
    #[inline]
    pub fn pack(&self) -> Result<[u8; 32], TooManyMen> {
        let occupied = self.occupied();
        if occupied.len() > MOST_MEN {
            return Err(TooManyMen(occupied.len()));
        }
        let codes = gather(self.codes(), occupied.bits());
        let count = self.counting;
        let mode = match count.mode() {
            CountingMode::Auto => 0,
            CountingMode::Manual => 1,
            CountingMode::Off => 2,
        };
        let counter = count.counter().map_or(0, |color| color.index() as u8 + 1);
        let flags = u8::from(self.turn == Color::Black) | mode << 1 | counter << 3;
        let numbers = u64::from(self.halfmove_clock) << (8 * (HALFMOVE_CLOCK - NUMBERS))
            | u64::from(self.fullmove_number) << (8 * (FULLMOVE_NUMBER - NUMBERS))
            | u64::from(count.limit()) << (8 * (COUNT_LIMIT - NUMBERS))
            | u64::from(count.ply()) << (8 * (COUNT_PLY - NUMBERS))
            | u64::from(flags) << (8 * (FLAGS - NUMBERS));
        let men = u128::from(occupied.bits()) | codes << 64;
        let rest = codes >> 64 | u128::from(numbers) << 64;
        // Whole words: bytes that are written one by one cannot be read at once so soon.
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&men.to_le_bytes());
        bytes[16..].copy_from_slice(&rest.to_le_bytes());
        Ok(bytes)
    }

    /// The codes of all men, a board for each of their four bits: with whole boards
    /// nobody has to find out what stands on a square.
    #[inline]
    fn codes(&self) -> [u64; 4] {
        let men = |color| Role::ALL.map(|role| self.pieces(color, role).bits());
        // White's are 0 to 5, pawn to king.
        let [_, knights, bishops, rooks, queens, kings] = men(Color::White);
        let mut planes = [knights | rooks | kings, bishops | rooks, queens | kings, 0];
        // Black's are 6 to 11.
        let [pawns, knights, bishops, rooks, queens, kings] = men(Color::Black);
        planes[0] |= knights | rooks | kings;
        planes[1] |= pawns | knights | queens | kings;
        planes[2] |= pawns | knights;
        planes[3] |= bishops | rooks | queens | kings;
        let mut put = |squares: Bitboard, code: u8| {
            if squares.any() {
                for (bit, plane) in planes.iter_mut().enumerate() {
                    *plane &= !squares.bits();
                    *plane |= if code >> bit & 1 == 1 { squares.bits() } else { 0 };
                }
            }
        };
        if let Some(square) = self.stepped_pawn() {
            put(Bitboard::EMPTY.with(square), STEPPED);
        }
        let (leapers, marked) = (self.leapers(), self.castling_rooks() | self.promoted());
        for color in Color::ALL {
            let (men, side) = (self.by_color(color), color.index() as u8);
            put(leapers & men, LEAPER + side);
            put(marked & men, MARKED + side);
        }
        planes
    }

    /// The position behind 32 bytes that [`pack`](Position::pack) has made of
    /// one of the same game. All others are refused.
    ///
    /// ```
    /// use erawan_board::{Makruk, Position, UnpackError};
    /// let mut bytes = Position::<Makruk>::startpos().pack()?;
    /// bytes[31] |= 0x80;
    /// assert_eq!(Position::<Makruk>::unpack(&bytes), Err(UnpackError::Meaningless));
    /// # Ok::<(), erawan_board::TooManyMen>(())
    /// ```
    pub fn unpack(bytes: &[u8; 32]) -> Result<Position<R>, UnpackError> {
        let draft = validate::check::<R>(&read::<R>(bytes)?, Strictness::Lenient)?;
        let position = Position::from_checked(&draft);
        // What the lenient reading has dropped was not packed by us.
        if position.pack()? == *bytes { Ok(position) } else { Err(UnpackError::Meaningless) }
    }

    /// The pawn that has just made its double step beside an enemy pawn.
    fn stepped_pawn(&self) -> Option<Square> {
        if R::FIRST_LEAPS {
            return None;
        }
        let file = crate::File::from_index(usize::from(self.double_step).checked_sub(1)?)?;
        Some(Square::new(file, crate::Rank::Fifth.relative_to(self.turn)))
    }
}

/// What the bytes say, unchecked but for codes without a meaning.
fn read<R: Rules>(bytes: &[u8; 32]) -> Result<Draft, UnpackError> {
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let flags = bytes[FLAGS];
    let counter = match flags >> 3 & 3 {
        0 => None,
        1 => Some(Color::White),
        _ => Some(Color::Black),
    };
    let mode = match flags >> 1 & 3 {
        0 => CountingMode::Auto,
        1 => CountingMode::Manual,
        _ => CountingMode::Off,
    };
    let count = Counting::new(bytes[COUNT_LIMIT], number(COUNT_PLY));
    let mut draft = Draft {
        men: [[Bitboard::EMPTY; 6]; 2],
        promoted: Bitboard::EMPTY,
        turn: if flags & 1 == 0 { Color::White } else { Color::Black },
        castling_rooks: Bitboard::EMPTY,
        leapers: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: number(HALFMOVE_CLOCK),
        fullmove_number: number(FULLMOVE_NUMBER),
        counting: count.with_mode(mode).with_counter(counter),
    };
    let by_code = by_code(bytes)?;
    let (plain, special) = by_code.split_at(usize::from(MARKED));
    draft.men = [0, 6].map(|first| core::array::from_fn(|role| plain[first + role]));
    place_special::<R>(&mut draft, special)?;
    Ok(draft)
}

/// The squares of each code.
fn by_code(bytes: &[u8; 32]) -> Result<[Bitboard; 16], UnpackError> {
    let mut occupied = [0; CODES];
    occupied.copy_from_slice(&bytes[..CODES]);
    let occupied = Bitboard(u64::from_le_bytes(occupied));
    if occupied.len() > MOST_MEN {
        return Err(TooManyMen(occupied.len()).into());
    }
    let mut codes = [0; 16];
    codes.copy_from_slice(&bytes[CODES..HALFMOVE_CLOCK]);
    let mut codes = u128::from_le_bytes(codes);
    let mut by_code = [Bitboard::EMPTY; 16];
    for square in occupied {
        let squares = &mut by_code[(codes & 15) as usize];
        *squares = squares.with(square);
        codes >>= 4;
    }
    Ok(by_code)
}

/// Places the men with the codes from [`MARKED`] on.
fn place_special<R: Rules>(draft: &mut Draft, squares: &[Bitboard]) -> Result<(), UnpackError> {
    let &[white, black, fourteen, fifteen] = squares else { return Ok(()) };
    let marked_role = if R::CASTLING_AND_DOUBLE_STEP { Role::Rook } else { Role::Queen };
    draft.men[0][marked_role.index()] |= white;
    draft.men[1][marked_role.index()] |= black;
    if R::CASTLING_AND_DOUBLE_STEP {
        draft.castling_rooks = white | black;
    } else {
        draft.promoted = white | black;
    }
    if R::FIRST_LEAPS {
        for (color, leapers) in Color::ALL.into_iter().zip([fourteen, fifteen]) {
            for square in leapers {
                let role = crate::leaps::role_at_home(color, square)
                    .ok_or(UnpackError::Code(square, LEAPER + color.index() as u8))?;
                draft.men[color.index()][role.index()] |= square.into();
            }
        }
        draft.leapers = fourteen | fifteen;
        return Ok(());
    }
    let stepped = if R::CASTLING_AND_DOUBLE_STEP { fourteen } else { Bitboard::EMPTY };
    for (code, unknown) in [(STEPPED, fourteen - stepped), (STEPPED + 1, fifteen)] {
        if let Some(square) = unknown.lsb() {
            return Err(UnpackError::Code(square, code));
        }
    }
    if let Some(square) = stepped.lsb() {
        if let Some(second) = stepped.without(square).lsb() {
            return Err(UnpackError::DoubleStep(second));
        }
        let back = if draft.turn == Color::White { 1 } else { -1 };
        draft.en_passant = square.offset(0, back);
        draft.men[(!draft.turn).index()][Role::Pawn.index()] |= stepped;
    }
    Ok(())
}
