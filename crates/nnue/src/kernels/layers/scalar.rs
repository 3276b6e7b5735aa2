//! One number at a time, for any processor.

use super::Layer;
use crate::architecture::{QA, SHIFT};
use crate::block::{Block, Floats, GroupWeights, Groups, LANES};
use crate::layers::{at_least_zero, at_most_one};

pub(in super::super) struct Plain;

impl Layer for Plain {
    type Sums = [i32; 16];
    type Floats = [f32; 16];

    #[inline(always)]
    unsafe fn products(low: [&Block; 2], high: [&Block; 2], to: &mut Groups) -> u16 {
        let mut bits = 0;
        let cut = |value: i16| value.clamp(0, QA as i16) as u32;
        for (group, to) in to.0.iter_mut().enumerate() {
            let at = 4 * group;
            let (low, high) = (&low[at / LANES].0, &high[at / LANES].0);
            let product = |i: usize| {
                let lane = at % LANES + i;
                ((cut(low[lane]) * cut(high[lane])) >> SHIFT) as u8
            };
            *to = u32::from_le_bytes(std::array::from_fn(product));
            bits |= u16::from(*to != 0) << group;
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
    unsafe fn no_sums() -> [i32; 16] {
        [0; 16]
    }

    #[inline(always)]
    unsafe fn dot(mut sums: [i32; 16], group: u32, weights: &GroupWeights) -> [i32; 16] {
        let inputs = group.to_le_bytes();
        for (sum, weights) in sums.iter_mut().zip(&weights.0) {
            for (&input, &weight) in inputs.iter().zip(weights) {
                *sum += i32::from(input) * i32::from(weight);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn add_sums(a: [i32; 16], b: [i32; 16]) -> [i32; 16] {
        std::array::from_fn(|i| a[i] + b[i])
    }

    #[inline(always)]
    unsafe fn to_floats(sums: [i32; 16]) -> [f32; 16] {
        sums.map(|sum| sum as f32)
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
