//! Slider attacks by gathering the relevant occupancy bits into an index with
//! the PEXT instruction.

use core::arch::x86_64::_pext_u64;

use super::rays;
use crate::{Bitboard, Square};

#[derive(Clone, Copy)]
#[repr(align(32))] // so that finding one takes a shift, not a multiplication
struct Lookup {
    bishop_mask: u64,
    rook_mask: u64,
    bishop_offset: u32,
    rook_offset: u32,
}

/// The sum of the subsets of all 128 masks.
const ENTRIES: usize = 107_648;

const LOOKUPS: [Lookup; 64] = {
    let mut lookups =
        [Lookup { bishop_mask: 0, rook_mask: 0, bishop_offset: 0, rook_offset: 0 }; 64];
    let mut offset = 0;
    let mut i = 0;
    while i < 64 {
        let square = Square::truncate(i as u32);
        let bishop_mask = rays::relevant(square, true).0;
        let rook_mask = rays::relevant(square, false).0;
        let rook_offset = offset + (1 << bishop_mask.count_ones());
        lookups[i] = Lookup { bishop_mask, rook_mask, bishop_offset: offset, rook_offset };
        offset = rook_offset + (1 << rook_mask.count_ones());
        i += 1;
    }
    // The lookup relies on this.
    assert!(offset as usize == ENTRIES);
    lookups
};

static BY_SQUARE: [Lookup; 64] = LOOKUPS;

#[allow(long_running_const_eval)]
static ATTACKS: [Bitboard; ENTRIES] = {
    let mut attacks = [Bitboard::EMPTY; ENTRIES];
    let mut i = 0;
    while i < 64 {
        let square = Square::truncate(i as u32);
        let lookup = LOOKUPS[i];
        // PEXT numbers the subsets of a mask in rising order.
        let mut subset = 0u64;
        let mut index = lookup.bishop_offset as usize;
        loop {
            attacks[index] = rays::slide(square, Bitboard(subset), true);
            index += 1;
            subset = subset.wrapping_sub(lookup.bishop_mask) & lookup.bishop_mask;
            if subset == 0 {
                break;
            }
        }
        let mut index = lookup.rook_offset as usize;
        loop {
            attacks[index] = rays::slide(square, Bitboard(subset), false);
            index += 1;
            subset = subset.wrapping_sub(lookup.rook_mask) & lookup.rook_mask;
            if subset == 0 {
                break;
            }
        }
        i += 1;
    }
    attacks
};

#[inline(always)]
fn lookup(offset: u32, occupied: Bitboard, mask: u64) -> Bitboard {
    // SAFETY: this module is compiled only for targets that have BMI2.
    let index = unsafe { _pext_u64(occupied.0, mask) };
    // SAFETY: an offset leaves room for all subsets of its mask, and PEXT
    // numbers these. (This and the alignment
    // above, against masking the index, gain scalar perft 5 %.)
    unsafe { *ATTACKS.get_unchecked(offset as usize + index as usize) }
}

/// The squares a bishop attacks.
#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let square = &BY_SQUARE[square.index()];
    lookup(square.bishop_offset, occupied, square.bishop_mask)
}

/// The squares a rook attacks.
#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let square = &BY_SQUARE[square.index()];
    lookup(square.rook_offset, occupied, square.rook_mask)
}
