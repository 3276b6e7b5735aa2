//! Zobrist keys: a number for each piece on each square, combined by XOR.

use crate::{Bitboard, Color, Role, SplitMix64, Square};

/// The keys a [`Position`](crate::Position) keeps up to date as it plays.
///
/// Clocks, Makruk's count and the mark of a promoted bia are in none of them:
/// positions that repeat have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Keys {
    /// The whole position: pieces, side to move, castling rights, and the en
    /// passant square if a capture there is legal.
    pub whole: u64,
    /// The pawns of both sides.
    pub pawns: u64,
    /// Kings, knights and bishops (khun, ma and khon) of both sides.
    pub minors: u64,
    /// All but the pawns, for each side.
    pub non_pawns: [u64; 2],
}

/// A row of the key table. Summing 1 for a pawn, 2 for a knight, 3 for a
/// diagonal mover and 4 for an orthogonal one gives each role a row without a
/// branch; a queen is both (7), an empty square none (0), and rows 0 and 6
/// hold zeros, so that capturing nothing changes nothing.
pub(crate) type Row = usize;

pub(crate) const fn row(role: Role) -> Row {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::King => 5,
        Role::Queen => 7,
    }
}

const ROLE_OF_ROW: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::King),
    None,
    Some(Role::Queen),
];

#[inline(always)]
pub(crate) const fn role_of_row(row: Row) -> Option<Role> {
    ROLE_OF_ROW[row & 7]
}

struct Numbers {
    pieces: [[[u64; 64]; 8]; 2],
    marks: [u64; 64],
    turn: u64,
}

static NUMBERS: Numbers = {
    let mut numbers = Numbers { pieces: [[[0; 64]; 8]; 2], marks: [0; 64], turn: 0 };
    let mut random = SplitMix64::new(0x4552_4157_414E); // "ERAWAN"
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < 6 {
            let mut square = 0;
            while square < 64 {
                numbers.pieces[color][row(Role::ALL[role])][square] = random.next_u64();
                square += 1;
            }
            role += 1;
        }
        color += 1;
    }
    let mut square = 0;
    while square < 64 {
        numbers.marks[square] = random.next_u64();
        square += 1;
    }
    numbers.turn = random.next_u64();
    numbers
};

/// The key of a piece on a square; zero for the rows of no role.
#[inline(always)]
pub(crate) fn piece(color: Color, row: Row, square: Square) -> u64 {
    NUMBERS.pieces[color.index()][row & 7][square.index()]
}

/// The key of castling rooks and the en passant square.
#[inline(always)]
pub(crate) fn marks(marks: Bitboard) -> u64 {
    marks.iter().fold(0, |key, square| key ^ NUMBERS.marks[square.index()])
}

/// The key that tells whose turn it is.
#[inline(always)]
pub(crate) fn turn() -> u64 {
    NUMBERS.turn
}

/// All bits for the rows that are in the key of that name, else none.
pub(crate) const PAWN_ROWS: [u64; 8] = [0, !0, 0, 0, 0, 0, 0, 0];
pub(crate) const MINOR_ROWS: [u64; 8] = [0, 0, !0, !0, 0, !0, 0, 0];
pub(crate) const NON_PAWN_ROWS: [u64; 8] = [0, 0, !0, !0, !0, !0, 0, !0];

impl Keys {
    /// What changes in [`whole`](Keys::whole) when a piece moves from one
    /// square to an empty one, or back, and the turn passes. Castling rights
    /// and en passant squares are another matter.
    ///
    /// ```
    /// use erawan_board::{Chess, Color, Keys, Position, Role, Square};
    /// let start = Position::<Chess>::startpos();
    /// let m = *start.legal_moves().iter().find(|m| m.to() == Square::F3).unwrap();
    /// let change = Keys::of_quiet_move(Color::White, m.role(), m.from(), m.to());
    /// assert_eq!(start.key() ^ start.play_unchecked(m).key(), change);
    /// ```
    pub fn of_quiet_move(color: Color, role: Role, from: Square, to: Square) -> u64 {
        piece(color, row(role), from) ^ piece(color, row(role), to) ^ turn()
    }

    /// Adds a piece to the keys or takes it out: XOR does both.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, row: Row, square: Square) {
        let key = piece(color, row, square);
        self.whole ^= key;
        self.pawns ^= key & PAWN_ROWS[row & 7];
        self.minors ^= key & MINOR_ROWS[row & 7];
        self.non_pawns[color.index()] ^= key & NON_PAWN_ROWS[row & 7];
    }

    /// The keys after a piece of a role known when compiling has moved.
    #[inline(always)]
    pub(crate) fn moved(&self, color: Color, row: Row, from: Square, to: Square) -> Keys {
        let key = piece(color, row, from) ^ piece(color, row, to);
        let mut keys = *self;
        keys.whole ^= key;
        keys.pawns ^= key & PAWN_ROWS[row & 7];
        keys.minors ^= key & MINOR_ROWS[row & 7];
        keys.non_pawns[color.index()] ^= key & NON_PAWN_ROWS[row & 7];
        keys
    }
}
