//! Sixteen numbers in four registers of ARM.

use std::arch::aarch64::*;

use super::Layer;
use super::scalar::Plain;
use crate::architecture::{QA, SHIFT};
use crate::block::{Block, Floats, GroupWeights, Groups};

pub(in super::super) struct Four;

/// Eight products of neurons.
///
/// # Safety
/// The processor has NEON.
#[inline(always)]
unsafe fn eight<const ONE: i16>(low: &[i16; 8], high: &[i16; 8]) -> uint16x8_t {
    // SAFETY: these are eight numbers each; the caller's promise.
    unsafe {
        let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(ONE));
        let low = vminq_s16(vmaxq_s16(vld1q_s16(low.as_ptr()), zero), one);
        let high = vminq_s16(vmaxq_s16(vld1q_s16(high.as_ptr()), zero), one);
        // At most 255 times 255, which sixteen bits without a sign hold.
        let products = vmulq_u16(vreinterpretq_u16_s16(low), vreinterpretq_u16_s16(high));
        if ONE == QA as i16 {
            vshrq_n_u16::<{ SHIFT as i32 }>(products)
        } else {
            vshrq_n_u16::<7>(products)
        }
    }
}

// SAFETY: what these functions ask for, the trait says: a processor with NEON.
impl Layer for Four {
    /// Two parts of each sum, side by side: for each four outputs a register for
    /// the first two and one for the others.
    type Sums = [int32x4_t; 8];
    type Floats = [float32x4_t; 4];
    const CHAINS: usize = 1;

    #[inline(always)]
    unsafe fn products<const ONE: i16>(
        low: [&Block; 2],
        high: [&Block; 2],
        to: &mut Groups,
    ) -> u16 {
        let mut bits = 0;
        let (fours, _) = to.0.as_chunks_mut::<4>();
        for (i, four) in fours.iter_mut().enumerate() {
            let (block, at) = (i / 2, i % 2 * 2);
            let (low, _) = low[block].0.as_chunks::<8>();
            let (high, _) = high[block].0.as_chunks::<8>();
            // SAFETY: four groups are sixteen bytes; the processor has NEON.
            unsafe {
                let first = eight::<ONE>(&low[at], &high[at]);
                let second = eight::<ONE>(&low[at + 1], &high[at + 1]);
                let packed = vcombine_u8(vmovn_u16(first), vmovn_u16(second));
                let groups = vreinterpretq_u32_u8(packed);
                vst1q_u32(four.as_mut_ptr(), groups);
                let places = vld1q_u32([1, 2, 4, 8].as_ptr());
                let found = vandq_u32(vtstq_u32(groups, groups), places);
                bits |= (vaddvq_u32(found) as u16) << (4 * i);
            }
        }
        bits
    }

    #[inline(always)]
    unsafe fn list(bits: u16, first: u32, to: &mut [u32; 16]) {
        // SAFETY: any processor will do for this one.
        unsafe { Plain::list(bits, first, to) };
    }

    #[inline(always)]
    unsafe fn no_sums() -> [int32x4_t; 8] {
        // SAFETY: the processor has NEON.
        unsafe { [vdupq_n_s32(0); 8] }
    }

    #[inline(always)]
    unsafe fn dot(mut sums: [int32x4_t; 8], group: u32, weights: &GroupWeights) -> [int32x4_t; 8] {
        let weights = weights.0.as_flattened().as_ptr();
        for i in 0..4 {
            // SAFETY: there are 64 weights; the processor has NEON.
            unsafe {
                // At most 127, so that the sign of a byte is no matter.
                let inputs = vreinterpretq_s8_u32(vdupq_n_u32(group));
                let weights = vld1q_s8(weights.add(16 * i));
                let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
                let high = vmull_high_s8(inputs, weights);
                sums[2 * i] = vpadalq_s16(sums[2 * i], low);
                sums[2 * i + 1] = vpadalq_s16(sums[2 * i + 1], high);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn add_sums(mut a: [int32x4_t; 8], b: [int32x4_t; 8]) -> [int32x4_t; 8] {
        for i in 0..8 {
            // SAFETY: the processor has NEON.
            a[i] = unsafe { vaddq_s32(a[i], b[i]) };
        }
        a
    }

    #[inline(always)]
    unsafe fn to_floats(sums: [int32x4_t; 8]) -> [float32x4_t; 4] {
        let (pairs, _) = sums.as_chunks::<2>();
        // SAFETY: the processor has NEON.
        unsafe { [0, 1, 2, 3].map(|i| vcvtq_f32_s32(vpaddq_s32(pairs[i][0], pairs[i][1]))) }
    }

    #[inline(always)]
    unsafe fn load(from: &Floats) -> [float32x4_t; 4] {
        let from = from.0.as_ptr();
        // SAFETY: there are sixteen numbers; the processor has NEON.
        unsafe { [0, 4, 8, 12].map(|place| vld1q_f32(from.add(place))) }
    }

    #[inline(always)]
    unsafe fn store(floats: [float32x4_t; 4], to: &mut Floats) {
        let (fours, _) = to.0.as_chunks_mut::<4>();
        for (to, floats) in fours.iter_mut().zip(floats) {
            // SAFETY: these are four numbers; the processor has NEON.
            unsafe { vst1q_f32(to.as_mut_ptr(), floats) };
        }
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> [float32x4_t; 4] {
        // SAFETY: the processor has NEON.
        unsafe { [vdupq_n_f32(number); 4] }
    }

    #[inline(always)]
    unsafe fn add(mut a: [float32x4_t; 4], b: [float32x4_t; 4]) -> [float32x4_t; 4] {
        for i in 0..4 {
            // SAFETY: the processor has NEON.
            a[i] = unsafe { vaddq_f32(a[i], b[i]) };
        }
        a
    }

    #[inline(always)]
    unsafe fn mul(mut a: [float32x4_t; 4], b: [float32x4_t; 4]) -> [float32x4_t; 4] {
        for i in 0..4 {
            // SAFETY: the processor has NEON.
            a[i] = unsafe { vmulq_f32(a[i], b[i]) };
        }
        a
    }

    #[inline(always)]
    unsafe fn at_least_zero(mut floats: [float32x4_t; 4]) -> [float32x4_t; 4] {
        for four in &mut floats {
            // SAFETY: the processor has NEON.
            unsafe {
                let zero = vdupq_n_f32(0.0);
                *four = vbslq_f32(vcgtq_f32(*four, zero), *four, zero);
            }
        }
        floats
    }

    #[inline(always)]
    unsafe fn at_most_one(mut floats: [float32x4_t; 4]) -> [float32x4_t; 4] {
        for four in &mut floats {
            // SAFETY: the processor has NEON.
            unsafe {
                let one = vdupq_n_f32(1.0);
                *four = vbslq_f32(vcltq_f32(*four, one), *four, one);
            }
        }
        floats
    }

    #[inline(always)]
    unsafe fn total(floats: [float32x4_t; 4]) -> f32 {
        // SAFETY: the processor has NEON.
        unsafe {
            let a = vaddq_f32(floats[0], floats[2]);
            let four = vaddq_f32(a, vaddq_f32(floats[1], floats[3]));
            let two = vadd_f32(vget_low_f32(four), vget_high_f32(four));
            vget_lane_f32::<0>(two) + vget_lane_f32::<1>(two)
        }
    }
}
