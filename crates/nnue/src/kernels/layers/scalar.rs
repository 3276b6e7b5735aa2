//! One number at a time, for any processor.

use super::Layer;
use crate::architecture::{QA, SHIFT};
use crate::block::{Block, Floats, GroupWeights, Groups, LANES};
use crate::layers::{at_least_zero, at_most_one};

pub(in super::super) struct Plain;

// SAFETY: what these functions ask for, the trait says. Any processor will do,
// and nothing in them is unsafe.
impl Layer for Plain {
    /// One for each weight of a group, added up at the end: neighbours stay
    /// neighbours, and compilers make vectors of them.
    type Sums = [i32; 64];
    type Floats = [f32; 16];
    const CHAINS: usize = 1;

    #[inline(always)]
    unsafe fn products<const ONE: i16>(
        low: [&Block; 2],
        high: [&Block; 2],
        to: &mut Groups,
    ) -> u16 {
        // First all products, then what is made of them: compilers make vectors
        // of plain loops.
        let mut products = [0u8; 2 * LANES];
        let (halves, _) = products.as_chunks_mut::<LANES>();
        for ((products, low), high) in halves.iter_mut().zip(low).zip(high) {
            for ((product, &low), &high) in products.iter_mut().zip(&low.0).zip(&high.0) {
                let cut = |value: i16| value.clamp(0, ONE) as u16;
                let shift = if ONE == QA as i16 { SHIFT } else { 7 };
                *product = ((cut(low) * cut(high)) >> shift) as u8;
            }
        }
        let (groups, _) = products.as_chunks::<4>();
        let mut bits = 0;
        for (i, (to, &group)) in to.0.iter_mut().zip(groups).enumerate() {
            *to = u32::from_le_bytes(group);
            bits |= u16::from(*to != 0) << i;
        }
        bits
    }

    #[inline(always)]
    unsafe fn list(mut bits: u16, first: u32, to: &mut [u32; 16]) {
        for slot in to {
            if bits == 0 {
                break;
            }
            *slot = first + bits.trailing_zeros();
            bits &= bits - 1;
        }
    }

    #[inline(always)]
    unsafe fn no_sums() -> [i32; 64] {
        [0; 64]
    }

    #[inline(always)]
    unsafe fn dot(mut sums: [i32; 64], group: u32, weights: &GroupWeights) -> [i32; 64] {
        let inputs = group.to_le_bytes();
        let inputs: [i16; 16] = std::array::from_fn(|i| inputs[i % 4].into());
        let (weights, _) = weights.0.as_flattened().as_chunks::<16>();
        let (sums16, _) = sums.as_chunks_mut::<16>();
        for (sums, weights) in sums16.iter_mut().zip(weights) {
            for i in 0..16 {
                // At most 127 times 127.
                sums[i] += i32::from(inputs[i] * i16::from(weights[i]));
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn add_sums(a: [i32; 64], b: [i32; 64]) -> [i32; 64] {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    unsafe fn to_floats(sums: [i32; 64]) -> [f32; 16] {
        std::array::from_fn(|i| sums[4 * i..4 * i + 4].iter().sum::<i32>() as f32)
    }

    #[inline(always)]
    unsafe fn load(from: &Floats) -> [f32; 16] {
        from.0
    }

    #[inline(always)]
    unsafe fn store(floats: [f32; 16], to: &mut Floats) {
        to.0 = floats;
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> [f32; 16] {
        [number; 16]
    }

    #[inline(always)]
    unsafe fn add(a: [f32; 16], b: [f32; 16]) -> [f32; 16] {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    unsafe fn mul(a: [f32; 16], b: [f32; 16]) -> [f32; 16] {
        std::array::from_fn(|i| a[i] * b[i])
    }

    #[inline(always)]
    unsafe fn at_least_zero(floats: [f32; 16]) -> [f32; 16] {
        floats.map(at_least_zero)
    }

    #[inline(always)]
    unsafe fn at_most_one(floats: [f32; 16]) -> [f32; 16] {
        floats.map(at_most_one)
    }

    #[inline(always)]
    unsafe fn total(mut floats: [f32; 16]) -> f32 {
        for width in [8, 4, 2, 1] {
            for i in 0..width {
                floats[i] += floats[i + width];
            }
        }
        floats[0]
    }
}
