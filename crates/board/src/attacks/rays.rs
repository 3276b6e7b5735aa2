//! Lines from a square, found without tables: the lookups are built from these
//! at compile time.

use crate::{Bitboard, Square};

const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// `RAYS[diagonal][direction][square]`, to the edge of the board.
pub(super) const RAYS: [[[u64; 64]; 4]; 2] = {
    let mut rays = [[[0; 64]; 4]; 2];
    let mut diagonal = 0;
    while diagonal < 2 {
        let directions = if diagonal == 1 { BISHOP } else { ROOK };
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = directions[direction];
            let mut square = 0;
            while square < 64 {
                let mut at = Square::truncate(square as u32);
                while let Some(next) = at.offset(files, ranks) {
                    rays[diagonal][direction][square] |= 1 << next.index();
                    at = next;
                }
                square += 1;
            }
            direction += 1;
        }
        diagonal += 1;
    }
    rays
};

/// The union of the four rays, each cut behind its first occupied square.
pub(super) const fn slide(square: Square, occupied: Bitboard, diagonal: bool) -> Bitboard {
    let directions = if diagonal { BISHOP } else { ROOK };
    let mut targets = 0;
    let mut direction = 0;
    while direction < 4 {
        let table = &RAYS[diagonal as usize][direction];
        let ray = table[square.index()];
        let blockers = ray & occupied.0;
        targets |= if blockers == 0 {
            ray
        } else {
            // Rays that go up the board meet their lowest blocker first.
            let (files, ranks) = directions[direction];
            let upwards = ranks > 0 || (ranks == 0 && files > 0);
            let nearest =
                if upwards { blockers.trailing_zeros() } else { 63 - blockers.leading_zeros() };
            ray & !table[nearest as usize]
        };
        direction += 1;
    }
    Bitboard(targets)
}

/// The squares whose occupancy changes a slider's attacks: its rays without
/// the last square of each.
pub(super) const fn relevant(square: Square, diagonal: bool) -> Bitboard {
    let mut squares = 0;
    let mut direction = 0;
    while direction < 4 {
        let table = &RAYS[diagonal as usize][direction];
        let mut i = 0;
        while i < 64 {
            let inside = table[square.index()] >> i & 1 == 1 && table[i] != 0;
            squares |= (inside as u64) << i;
            i += 1;
        }
        direction += 1;
    }
    Bitboard(squares)
}

/// The squares from `a` (left out) to `b` (included) on a shared line.
pub(super) const fn segment(a: Square, b: Square) -> Bitboard {
    let stop = Bitboard::from_square(b);
    let mut diagonal = 0;
    while diagonal < 2 {
        let mut direction = 0;
        while direction < 4 {
            let table = &RAYS[diagonal][direction];
            let ray = table[a.index()];
            if ray & stop.0 != 0 {
                return Bitboard(ray & !table[b.index()]);
            }
            direction += 1;
        }
        diagonal += 1;
    }
    Bitboard::EMPTY
}
