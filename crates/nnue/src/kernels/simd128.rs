//! Eight numbers at a time, in WebAssembly.

use std::arch::wasm32::*;

use super::Lanes;
use crate::block::Block;

/// A block in four registers.
#[derive(Clone, Copy)]
pub(super) struct Four([v128; 4]);

/// Where the eight numbers of a register begin.
fn eight(block: &Block, part: usize) -> *const v128 {
    block.0[8 * part..].as_ptr().cast()
}

// SAFETY: what these functions ask for, the trait says: a host with 128-bit
// vectors, without which a module that has them is not loaded.
impl Lanes for Four {
    type Sums = [v128; 2];

    #[inline(always)]
    unsafe fn load(block: &Block) -> Four {
        let mut parts = [i16x8_splat(0); 4];
        for (i, part) in parts.iter_mut().enumerate() {
            // SAFETY: a block has four parts of 16 bytes.
            *part = unsafe { v128_load(eight(block, i)) };
        }
        Four(parts)
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block) {
        let (parts, _) = block.0.as_chunks_mut::<8>();
        for (to, part) in parts.iter_mut().zip(self.0) {
            // SAFETY: eight numbers are 16 bytes.
            unsafe { v128_store(to.as_mut_ptr().cast(), part) };
        }
    }

    #[inline(always)]
    unsafe fn add(mut self, other: Four) -> Four {
        for i in 0..4 {
            self.0[i] = i16x8_add(self.0[i], other.0[i]);
        }
        self
    }

    #[inline(always)]
    unsafe fn sub(mut self, other: Four) -> Four {
        for i in 0..4 {
            self.0[i] = i16x8_sub(self.0[i], other.0[i]);
        }
        self
    }

    #[inline(always)]
    unsafe fn no_sums() -> [v128; 2] {
        [i32x4_splat(0); 2]
    }

    #[inline(always)]
    unsafe fn accumulate(self, weights: Four, mut sums: [v128; 2]) -> [v128; 2] {
        for i in 0..4 {
            let v = i16x8_min(i16x8_max(self.0[i], i16x8_splat(0)), i16x8_splat(255));
            // v * weight fits sixteen bits; times v, two neighbours at once.
            let products = i32x4_dot_i16x8(v, i16x8_mul(v, weights.0[i]));
            sums[i % 2] = i32x4_add(sums[i % 2], products);
        }
        sums
    }

    #[inline(always)]
    unsafe fn total(sums: [v128; 2]) -> i32 {
        let four = i32x4_add(sums[0], sums[1]);
        let two = i32x4_add(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
        i32x4_extract_lane::<0>(two).wrapping_add(i32x4_extract_lane::<1>(two))
    }
}
