//! Slider attacks by multiplication with a magic number that maps every
//! relevant occupancy to an index of its own (or of an equal attack set).
//! The numbers come from [`super::find_magic`].

use super::magic_numbers::{BISHOP_MAGICS, ROOK_MAGICS};
use super::rays::{relevant, slide};
use crate::{Bitboard, Square};

#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let hash = (occupied & self.mask).wrapping_mul(self.magic) >> (self.shift & 63);
        (self.offset as usize + hash as usize) & (ENTRIES - 1)
    }
}

/// A power of two, so that masking an index replaces a bounds check; the
/// tables fill 107,648 entries of it.
const ENTRIES: usize = 1 << 17;

const fn magics(numbers: [u64; 64], diagonal: bool, mut offset: u32) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, magic: 0, offset: 0, shift: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        let mask = relevant(Square::truncate(i as u32), diagonal).0;
        let bits = mask.count_ones();
        magics[i] = Magic { mask, magic: numbers[i], offset, shift: 64 - bits };
        offset += 1 << bits;
        i += 1;
    }
    magics
}

const BISHOP_ENTRIES: u32 = 5248;
const BISHOPS: [Magic; 64] = magics(BISHOP_MAGICS, true, 0);
const ROOKS: [Magic; 64] = magics(ROOK_MAGICS, false, BISHOP_ENTRIES);

static BISHOP: [Magic; 64] = BISHOPS;
static ROOK: [Magic; 64] = ROOKS;

#[allow(long_running_const_eval)]
static ATTACKS: [Bitboard; ENTRIES] = {
    let mut attacks = [Bitboard::EMPTY; ENTRIES];
    let mut i = 0;
    while i < 128 {
        let diagonal = i < 64;
        let square = Square::truncate(i as u32);
        let magic = if diagonal { BISHOPS[i % 64] } else { ROOKS[i % 64] };
        let mut subset = 0u64;
        loop {
            attacks[magic.index(subset)] = slide(square, Bitboard(subset), diagonal);
            subset = subset.wrapping_sub(magic.mask) & magic.mask;
            if subset == 0 {
                break;
            }
        }
        i += 1;
    }
    attacks
};

/// The squares a bishop attacks.
#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[BISHOP[square.index()].index(occupied.0)]
}

/// The squares a rook attacks.
#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[ROOK[square.index()].index(occupied.0)]
}
