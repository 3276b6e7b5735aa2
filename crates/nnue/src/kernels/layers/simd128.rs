//! Sixteen numbers in four registers of WebAssembly.

use std::arch::wasm32::*;

use super::Layer;
use super::scalar::Plain;
use crate::architecture::{QA, SHIFT};
use crate::block::{Block, Floats, GroupWeights, Groups};

pub(in super::super) struct Four;

/// Eight products of neurons, the lanes as they come.
#[inline(always)]
fn eight<const ONE: i16>(low: v128, high: v128) -> v128 {
    let cut = |v| i16x8_min(i16x8_max(v, i16x8_splat(0)), i16x8_splat(ONE));
    // At most 255 times 255, which sixteen bits without a sign hold.
    let products = i16x8_mul(cut(low), cut(high));
    u16x8_shr(products, if ONE == QA as i16 { SHIFT.into() } else { 7 })
}

/// The numbers of four lanes from a place on.
///
/// # Safety
/// There are 16 bytes there.
#[inline(always)]
unsafe fn load<T>(from: &[T]) -> v128 {
    // SAFETY: the caller's promise.
    unsafe { v128_load(from.as_ptr().cast()) }
}

// SAFETY: what these functions ask for, the trait says: a host with 128-bit
// vectors, without which a module that has them is not loaded.
impl Layer for Four {
    /// Two parts of each sum, side by side: four registers for the first and the
    /// second halves of groups of four outputs.
    type Sums = [v128; 8];
    type Floats = [v128; 4];
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
            let (block, at) = (i / 2, i % 2 * 16);
            let (low, high) = (&low[block].0[at..at + 16], &high[block].0[at..at + 16]);
            // SAFETY: sixteen numbers are twice 16 bytes, and four groups are 16.
            unsafe {
                let first = eight::<ONE>(load(&low[..8]), load(&high[..8]));
                let second = eight::<ONE>(load(&low[8..]), load(&high[8..]));
                let packed = u8x16_narrow_i16x8(first, second);
                v128_store(four.as_mut_ptr().cast(), packed);
                bits |= u16::from(i32x4_bitmask(i32x4_ne(packed, i32x4_splat(0)))) << (4 * i);
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
    unsafe fn no_sums() -> [v128; 8] {
        [i32x4_splat(0); 8]
    }

    #[inline(always)]
    unsafe fn dot(mut sums: [v128; 8], group: u32, weights: &GroupWeights) -> [v128; 8] {
        let inputs = u16x8_extend_low_u8x16(u32x4_splat(group));
        let weights = weights.0.as_flattened();
        for i in 0..4 {
            // SAFETY: there are 64 weights.
            let weights = unsafe { load(&weights[16 * i..16 * i + 16]) };
            let low = i32x4_dot_i16x8(inputs, i16x8_extend_low_i8x16(weights));
            let high = i32x4_dot_i16x8(inputs, i16x8_extend_high_i8x16(weights));
            sums[2 * i] = i32x4_add(sums[2 * i], low);
            sums[2 * i + 1] = i32x4_add(sums[2 * i + 1], high);
        }
        sums
    }

    #[inline(always)]
    unsafe fn add_sums(mut a: [v128; 8], b: [v128; 8]) -> [v128; 8] {
        for i in 0..8 {
            a[i] = i32x4_add(a[i], b[i]);
        }
        a
    }

    #[inline(always)]
    unsafe fn to_floats(sums: [v128; 8]) -> [v128; 4] {
        let mut floats = [f32x4_splat(0.0); 4];
        for (i, floats) in floats.iter_mut().enumerate() {
            let (a, b) = (sums[2 * i], sums[2 * i + 1]);
            let even = i32x4_shuffle::<0, 2, 4, 6>(a, b);
            let odd = i32x4_shuffle::<1, 3, 5, 7>(a, b);
            *floats = f32x4_convert_i32x4(i32x4_add(even, odd));
        }
        floats
    }

    #[inline(always)]
    unsafe fn load(from: &Floats) -> [v128; 4] {
        let mut floats = [f32x4_splat(0.0); 4];
        for (i, floats) in floats.iter_mut().enumerate() {
            // SAFETY: there are sixteen numbers.
            *floats = unsafe { load(&from.0[4 * i..4 * i + 4]) };
        }
        floats
    }

    #[inline(always)]
    unsafe fn store(floats: [v128; 4], to: &mut Floats) {
        let (fours, _) = to.0.as_chunks_mut::<4>();
        for (to, floats) in fours.iter_mut().zip(floats) {
            // SAFETY: four numbers are 16 bytes.
            unsafe { v128_store(to.as_mut_ptr().cast(), floats) };
        }
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> [v128; 4] {
        [f32x4_splat(number); 4]
    }

    #[inline(always)]
    unsafe fn add(mut a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        for i in 0..4 {
            a[i] = f32x4_add(a[i], b[i]);
        }
        a
    }

    #[inline(always)]
    unsafe fn mul(mut a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        for i in 0..4 {
            a[i] = f32x4_mul(a[i], b[i]);
        }
        a
    }

    #[inline(always)]
    unsafe fn at_least_zero(mut floats: [v128; 4]) -> [v128; 4] {
        for four in &mut floats {
            // The first unless the second is greater.
            *four = f32x4_pmax(f32x4_splat(0.0), *four);
        }
        floats
    }

    #[inline(always)]
    unsafe fn at_most_one(mut floats: [v128; 4]) -> [v128; 4] {
        for four in &mut floats {
            // The first unless the second is less.
            *four = f32x4_pmin(f32x4_splat(1.0), *four);
        }
        floats
    }

    #[inline(always)]
    unsafe fn total(floats: [v128; 4]) -> f32 {
        let [a, b] = [0, 1].map(|i| f32x4_add(floats[i], floats[i + 2]));
        let four = f32x4_add(a, b);
        let two = f32x4_add(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
        f32x4_extract_lane::<0>(two) + f32x4_extract_lane::<1>(two)
    }
}
