//! Slider attacks by looking for the nearest blocker on each ray. It takes more
//! instructions than a lookup and 4 KiB of tables instead of a megabyte, which
//! would be most of what a browser has to fetch.

use super::rays::RAYS;
use crate::{Bitboard, Square};

/// The four rays of a square, two up the board and two down.
struct Rays {
    up: [[u64; 64]; 2],
    down: [[u64; 64]; 2],
}

/// Rays that go up have higher squares than where they begin. Directions are in
/// the order of `rays`.
static BISHOP: Rays = Rays { up: [RAYS[1][0], RAYS[1][3]], down: [RAYS[1][1], RAYS[1][2]] };
static ROOK: Rays = Rays { up: [RAYS[0][0], RAYS[0][1]], down: [RAYS[0][2], RAYS[0][3]] };

/// A ray without what lies behind its nearest blocker. No ray begins on the last
/// square in its direction, so that it may stand for no blocker at all.
#[inline(always)]
fn slide(rays: &Rays, square: Square, occupied: u64) -> Bitboard {
    let mut targets = 0;
    for ray in &rays.up {
        let whole = ray[square.index()];
        let nearest = ((whole & occupied) | 1 << 63).trailing_zeros();
        targets |= whole ^ ray[nearest as usize & 63];
    }
    for ray in &rays.down {
        let whole = ray[square.index()];
        let nearest = 63 - ((whole & occupied) | 1).leading_zeros();
        targets |= whole ^ ray[nearest as usize & 63];
    }
    Bitboard(targets)
}

/// The squares a bishop attacks.
#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&BISHOP, square, occupied.0)
}

/// The squares a rook attacks.
#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&ROOK, square, occupied.0)
}
