//! Sixteen numbers in two registers.

use std::arch::x86_64::*;

use super::Layer;
use crate::block::{Block, Floats, GroupWeights, Groups};

pub(in super::super) struct Pairs;

/// For each byte the places of its bits.
static PLACES: [[u8; 8]; 256] = places();

const fn places() -> [[u8; 8]; 256] {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                places[byte][count] = bit as u8;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
}

/// Sixteen products of neurons, as yet in sixteen bits; those with a neuron
/// below zero are below zero.
///
/// # Safety
/// The processor has AVX2; the pointers are to aligned halves of blocks.
#[inline(always)]
unsafe fn sixteen<const ONE: i16>(low: *const __m256i, high: *const __m256i) -> __m256i {
    // SAFETY: the caller has AVX2 and points at aligned halves of blocks.
    unsafe {
        let one = _mm256_set1_epi16(ONE);
        let low = _mm256_load_si256(low);
        let low = _mm256_min_epi16(_mm256_max_epi16(low, _mm256_setzero_si256()), one);
        let high = _mm256_min_epi16(_mm256_load_si256(high), one);
        if ONE == 127 {
            // The upper sixteen bits of (low << 9) * high, which needs the sign.
            let high = _mm256_max_epi16(high, _mm256_setzero_si256());
            return _mm256_mulhi_epu16(_mm256_slli_epi16::<9>(low), high);
        }
        // The upper sixteen bits of (low << 7) * high.
        _mm256_mulhi_epi16(_mm256_slli_epi16::<7>(low), high)
    }
}

/// The places of a byte's bits, each added to `first`.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn places_from(byte: usize, first: u32) -> __m256i {
    // SAFETY: eight places are eight bytes; the caller's promise.
    unsafe {
        let places = _mm_loadl_epi64(PLACES[byte].as_ptr().cast());
        _mm256_add_epi32(_mm256_cvtepu8_epi32(places), _mm256_set1_epi32(first as i32))
    }
}

// SAFETY: what these functions ask for, the trait says: a processor with AVX2.
impl Layer for Pairs {
    type Sums = [__m256i; 2];
    type Floats = [__m256; 2];
    const CHAINS: usize = 4;

    #[inline(always)]
    unsafe fn products<const ONE: i16>(
        low: [&Block; 2],
        high: [&Block; 2],
        to: &mut Groups,
    ) -> u16 {
        let to: *mut __m256i = to.0.as_mut_ptr().cast();
        let mut bits = 0;
        for i in 0..2 {
            let low: *const __m256i = low[i].0.as_ptr().cast();
            let high: *const __m256i = high[i].0.as_ptr().cast();
            // SAFETY: a block is 64 bytes, aligned to 64, and so are groups;
            // the processor has AVX2.
            unsafe {
                // Packing makes zeros of what is below zero, and interleaves
                // the registers' halves.
                let packed = _mm256_packus_epi16(
                    sixteen::<ONE>(low, high),
                    sixteen::<ONE>(low.add(1), high.add(1)),
                );
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                _mm256_store_si256(to.add(i), packed);
                let zeros = _mm256_cmpeq_epi32(packed, _mm256_setzero_si256());
                let zeros = _mm256_movemask_ps(_mm256_castsi256_ps(zeros));
                bits |= (zeros as u16 ^ 0xFF) << (8 * i);
            }
        }
        bits
    }

    #[inline(always)]
    unsafe fn list(bits: u16, first: u32, to: &mut [u32; 16]) {
        let (low, high) = ((bits & 0xFF) as usize, (bits >> 8) as usize);
        let count = low.count_ones() as usize;
        // SAFETY: the low byte has at most eight bits, so that eight numbers
        // fit behind its own; the processor has AVX2.
        unsafe {
            let to: *mut u32 = to.as_mut_ptr();
            _mm256_storeu_si256(to.cast(), places_from(low, first));
            _mm256_storeu_si256(to.add(count).cast(), places_from(high, first + 8));
        }
    }

    #[inline(always)]
    unsafe fn no_sums() -> [__m256i; 2] {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    unsafe fn dot(sums: [__m256i; 2], group: u32, weights: &GroupWeights) -> [__m256i; 2] {
        let weights: *const __m256i = weights.0.as_ptr().cast();
        // SAFETY: group weights are 64 bytes, aligned to 64; the processor has
        // AVX2.
        unsafe {
            let group = _mm256_set1_epi32(group as i32);
            let ones = _mm256_set1_epi16(1);
            // Products are within 127 and weights within ±127, so two of them
            // together fit sixteen bits.
            let low = _mm256_maddubs_epi16(group, _mm256_load_si256(weights));
            let high = _mm256_maddubs_epi16(group, _mm256_load_si256(weights.add(1)));
            [
                _mm256_add_epi32(sums[0], _mm256_madd_epi16(low, ones)),
                _mm256_add_epi32(sums[1], _mm256_madd_epi16(high, ones)),
            ]
        }
    }

    #[inline(always)]
    unsafe fn add_sums(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_add_epi32(a[0], b[0]), _mm256_add_epi32(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn to_floats(sums: [__m256i; 2]) -> [__m256; 2] {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_cvtepi32_ps(sums[0]), _mm256_cvtepi32_ps(sums[1])] }
    }

    #[inline(always)]
    unsafe fn load(from: &Floats) -> [__m256; 2] {
        let from = from.0.as_ptr();
        // SAFETY: these are 64 bytes, aligned to 64; the processor has AVX2.
        unsafe { [_mm256_load_ps(from), _mm256_load_ps(from.add(8))] }
    }

    #[inline(always)]
    unsafe fn store(floats: [__m256; 2], to: &mut Floats) {
        let to = to.0.as_mut_ptr();
        // SAFETY: these are 64 bytes, aligned to 64; the processor has AVX2.
        unsafe {
            _mm256_store_ps(to, floats[0]);
            _mm256_store_ps(to.add(8), floats[1]);
        }
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> [__m256; 2] {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_set1_ps(number); 2] }
    }

    #[inline(always)]
    unsafe fn add(a: [__m256; 2], b: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn mul(a: [__m256; 2], b: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the processor has AVX2.
        unsafe { [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    unsafe fn at_least_zero(floats: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the processor has AVX2.
        unsafe {
            let zero = _mm256_setzero_ps();
            [_mm256_max_ps(floats[0], zero), _mm256_max_ps(floats[1], zero)]
        }
    }

    #[inline(always)]
    unsafe fn at_most_one(floats: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: the processor has AVX2.
        unsafe {
            let one = _mm256_set1_ps(1.0);
            [_mm256_min_ps(floats[0], one), _mm256_min_ps(floats[1], one)]
        }
    }

    #[inline(always)]
    unsafe fn total(floats: [__m256; 2]) -> f32 {
        // SAFETY: the processor has AVX2.
        unsafe { total_of_eight(_mm256_add_ps(floats[0], floats[1])) }
    }
}

/// # Safety
/// The processor has AVX.
#[inline(always)]
pub(super) unsafe fn total_of_eight(eight: __m256) -> f32 {
    // SAFETY: the caller's promise.
    unsafe {
        let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        let one = _mm_add_ss(two, _mm_shuffle_ps::<1>(two, two));
        _mm_cvtss_f32(one)
    }
}
