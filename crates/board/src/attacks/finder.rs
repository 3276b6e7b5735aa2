//! The finder of the magic numbers that are in the repository.

use super::rays::{relevant, slide};
use crate::{Bitboard, SplitMix64, Square};

/// Finds a magic number for a square by trying random numbers with few bits
/// until one maps all occupancies without a harmful collision. The search is
/// reproducible: it depends on the square and the piece alone.
///
/// ```
/// use erawan_board::{attacks, Square};
/// let number = attacks::find_magic(Square::E4, true);
/// assert_ne!(number, 0);
/// ```
pub fn find_magic(square: Square, diagonal: bool) -> u64 {
    let mask = relevant(square, diagonal);
    let shift = 64 - mask.len();
    let cases: alloc::vec::Vec<(u64, Bitboard)> =
        mask.subsets().map(|occupied| (occupied.0, slide(square, occupied, diagonal))).collect();
    // `(attempt, attacks)` of each slot; a slot of an older attempt is free.
    let mut slots = alloc::vec![(0u32, Bitboard::EMPTY); 1 << mask.len()];
    let seed = 0x0E8A_3A11_5EED_0000 + square.index() as u64 * 2 + diagonal as u64;
    let mut numbers = SplitMix64::new(seed);
    let mut random = || numbers.next_u64();
    let mut attempt = 0;
    loop {
        let magic = random() & random() & random();
        // A number that spreads the mask's top poorly is never magic.
        if (mask.0.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        attempt += 1;
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.wrapping_mul(magic) >> shift) as usize];
            let free = slot.0 != attempt;
            if free {
                *slot = (attempt, attacks);
            }
            free || slot.1 == attacks
        });
        if fits {
            return magic;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::magic_numbers::{BISHOP_MAGICS, ROOK_MAGICS};
    use super::*;

    #[test]
    fn the_finder_finds_the_numbers_in_use() {
        for square in Square::all() {
            assert_eq!(find_magic(square, true), BISHOP_MAGICS[square.index()]);
            assert_eq!(find_magic(square, false), ROOK_MAGICS[square.index()]);
        }
    }
}
