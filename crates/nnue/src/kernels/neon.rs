//! Eight numbers at a time, on ARM processors of 64 bits.

use std::arch::aarch64::*;

use super::Lanes;
use crate::block::Block;

/// A block in four registers.
#[derive(Clone, Copy)]
pub(super) struct Four([int16x8_t; 4]);

// SAFETY: what these functions ask for, the trait says: a processor with NEON.
impl Lanes for Four {
    type Sums = [int32x4_t; 2];

    #[inline(always)]
    unsafe fn load(block: &Block) -> Four {
        let at = block.0.as_ptr();
        // SAFETY: a block has four parts of eight numbers; the processor has NEON.
        unsafe { Four([0, 8, 16, 24].map(|place| vld1q_s16(at.add(place)))) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block) {
        let (parts, _) = block.0.as_chunks_mut::<8>();
        for (to, part) in parts.iter_mut().zip(self.0) {
            // SAFETY: these are eight numbers; the processor has NEON.
            unsafe { vst1q_s16(to.as_mut_ptr(), part) };
        }
    }

    #[inline(always)]
    unsafe fn add(mut self, other: Four) -> Four {
        for i in 0..4 {
            // SAFETY: the processor has NEON.
            self.0[i] = unsafe { vaddq_s16(self.0[i], other.0[i]) };
        }
        self
    }

    #[inline(always)]
    unsafe fn sub(mut self, other: Four) -> Four {
        for i in 0..4 {
            // SAFETY: the processor has NEON.
            self.0[i] = unsafe { vsubq_s16(self.0[i], other.0[i]) };
        }
        self
    }

    #[inline(always)]
    unsafe fn no_sums() -> [int32x4_t; 2] {
        // SAFETY: the processor has NEON.
        unsafe { [vdupq_n_s32(0); 2] }
    }

    #[inline(always)]
    unsafe fn accumulate(self, weights: Four, mut sums: [int32x4_t; 2]) -> [int32x4_t; 2] {
        for i in 0..4 {
            // SAFETY: the processor has NEON.
            unsafe {
                let v = vminq_s16(vmaxq_s16(self.0[i], vdupq_n_s16(0)), vdupq_n_s16(255));
                // v * weight fits sixteen bits.
                let products = vmulq_s16(v, weights.0[i]);
                sums[0] = vmlal_s16(sums[0], vget_low_s16(v), vget_low_s16(products));
                sums[1] = vmlal_high_s16(sums[1], v, products);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn total(sums: [int32x4_t; 2]) -> i32 {
        // SAFETY: the processor has NEON.
        unsafe { vaddvq_s32(vaddq_s32(sums[0], sums[1])) }
    }
}
