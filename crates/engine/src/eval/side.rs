//! Directions as one side sees them, and what it attacks.

pub(super) use erawan_board::side::{Black, Side, White};
use erawan_board::{Bitboard, Color, Square, attacks};

/// The rank of a square counted from a side, from 0.
#[inline(always)]
pub(super) fn rank<U: Side>(square: Square) -> usize {
    match U::US {
        Color::White => square.rank().index(),
        Color::Black => 7 - square.rank().index(),
    }
}

/// The set as if the side were White.
#[inline(always)]
pub(super) fn oriented<U: Side>(squares: Bitboard) -> Bitboard {
    match U::US {
        Color::White => squares,
        Color::Black => squares.flip_vertical(),
    }
}

/// Everything ahead of the squares on their files, as `color` goes.
#[inline(always)]
pub(super) fn front(color: Color, squares: Bitboard) -> Bitboard {
    let mut bits = squares.bits();
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
            Bitboard(bits << 8)
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
            Bitboard(bits >> 8)
        }
    }
}

/// The whole files the squares are on.
#[inline(always)]
pub(super) fn files(squares: Bitboard) -> Bitboard {
    front(Color::White, squares) | front(Color::Black, squares) | squares
}

/// What one side attacks and where its king is to be attacked.
#[derive(Clone, Copy, Default)]
pub(super) struct Maps {
    /// The squares attacked by each role.
    pub by_role: [Bitboard; 6],
    /// The squares attacked at all.
    pub all: Bitboard,
    /// The squares attacked at least twice.
    pub twice: Bitboard,
    /// The squares ahead of the pawns.
    pub front: Bitboard,
    /// The squares the pawns attack or could attack after advancing.
    pub span: Bitboard,
    /// The king's surroundings: three by three squares, inside the board.
    pub ring: Bitboard,
    /// The pieces of each role that attack the other king's surroundings.
    pub ring_attackers: [i32; 6],
    /// Attacks on the squares beside the other king.
    pub contacts: i32,
    /// What this side pins to its own king.
    pub pinned: Bitboard,
}

impl Maps {
    /// The maps with pawns and king in place.
    #[inline(always)]
    pub fn new(color: Color, pawns: Bitboard, king: Square, pinned: Bitboard) -> Maps {
        let ahead = match color {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        let (east, west) = (ahead.east(), ahead.west());
        let pawn_attacks = east | west;
        let king_attacks = attacks::king(king);
        let front = front(color, pawns);
        let mut maps = Maps {
            all: pawn_attacks | king_attacks,
            twice: (east & west) | (pawn_attacks & king_attacks),
            front,
            span: front.east() | front.west(),
            ring: ring(king),
            pinned,
            ..Maps::default()
        };
        maps.by_role[0] = pawn_attacks;
        maps.by_role[5] = king_attacks;
        maps
    }
}

/// Three by three squares around the king, shifted away from the edges.
#[inline(always)]
fn ring(king: Square) -> Bitboard {
    let file = king.file().index().clamp(1, 6);
    let rank = king.rank().index().clamp(1, 6);
    Bitboard(0x0007_0707 << (8 * (rank - 1) + file - 1))
}
