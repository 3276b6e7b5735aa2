//! Sixteen numbers in one register.

use std::arch::x86_64::*;

use super::Layer;
use super::avx2::total_of_eight;
use crate::block::{Block, Floats, GroupWeights, Groups};

/// With or without the dot products of AVX-512 VNNI.
pub(in super::super) struct Whole<const VNNI: bool>;

/// Thirty-two products of neurons, as yet in sixteen bits; those with a neuron
/// below zero are below zero.
///
/// # Safety
/// The processor has AVX-512 F and BW.
#[inline(always)]
unsafe fn thirty_two<const ONE: i16>(low: &Block, high: &Block) -> __m512i {
    // SAFETY: a block is 64 bytes, aligned to 64; the caller has AVX-512 BW.
    unsafe {
        let one = _mm512_set1_epi16(ONE);
        let low = _mm512_load_si512(low.0.as_ptr().cast());
        let low = _mm512_min_epi16(_mm512_max_epi16(low, _mm512_setzero_si512()), one);
        let high = _mm512_min_epi16(_mm512_load_si512(high.0.as_ptr().cast()), one);
        if ONE == 127 {
            // The upper sixteen bits of (low << 9) * high, which needs the sign.
            let high = _mm512_max_epi16(high, _mm512_setzero_si512());
            return _mm512_mulhi_epu16(_mm512_slli_epi16::<9>(low), high);
        }
        // The upper sixteen bits of (low << 7) * high.
        _mm512_mulhi_epi16(_mm512_slli_epi16::<7>(low), high)
    }
}

// SAFETY: what these functions ask for, the trait says: a processor with AVX-512
// F and BW, and VNNI where the type says so.
impl<const VNNI: bool> Layer for Whole<VNNI> {
    type Sums = __m512i;
    type Floats = __m512;
    const CHAINS: usize = 4;

    #[inline(always)]
    unsafe fn products<const ONE: i16>(
        low: [&Block; 2],
        high: [&Block; 2],
        to: &mut Groups,
    ) -> u16 {
        // SAFETY: groups are 64 bytes, aligned to 64; the processor has
        // AVX-512 F and BW.
        unsafe {
            // Packing makes zeros of what is below zero, and interleaves the
            // registers' quarters.
            let [a, b] = [0, 1].map(|i| (low[i], high[i]));
            let packed =
                _mm512_packus_epi16(thirty_two::<ONE>(a.0, a.1), thirty_two::<ONE>(b.0, b.1));
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            let packed = _mm512_permutexvar_epi64(order, packed);
            _mm512_store_si512(to.0.as_mut_ptr().cast(), packed);
            _mm512_test_epi32_mask(packed, packed)
        }
    }

    #[inline(always)]
    unsafe fn list(bits: u16, first: u32, to: &mut [u32; 16]) {
        // SAFETY: there is room for sixteen numbers; the processor has
        // AVX-512 F.
        unsafe {
            let places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let numbers = _mm512_add_epi32(places, _mm512_set1_epi32(first as i32));
            let chosen = _mm512_maskz_compress_epi32(bits, numbers);
            _mm512_storeu_si512(to.as_mut_ptr().cast(), chosen);
        }
    }

    #[inline(always)]
    unsafe fn no_sums() -> __m512i {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn dot(sums: __m512i, group: u32, weights: &GroupWeights) -> __m512i {
        // SAFETY: group weights are 64 bytes, aligned to 64; the processor has
        // AVX-512 F and BW, and VNNI if that is said.
        unsafe {
            let weights = _mm512_load_si512(weights.0.as_ptr().cast());
            let group = _mm512_set1_epi32(group as i32);
            if VNNI {
                _mm512_dpbusd_epi32(sums, group, weights)
            } else {
                // Products are within 127 and weights within ±127, so two of
                // them together fit sixteen bits.
                let pairs = _mm512_maddubs_epi16(group, weights);
                _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
            }
        }
    }

    #[inline(always)]
    unsafe fn add_sums(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn to_floats(sums: __m512i) -> __m512 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    unsafe fn load(from: &Floats) -> __m512 {
        // SAFETY: these are 64 bytes, aligned to 64; the processor has
        // AVX-512 F.
        unsafe { _mm512_load_ps(from.0.as_ptr()) }
    }

    #[inline(always)]
    unsafe fn store(floats: __m512, to: &mut Floats) {
        // SAFETY: these are 64 bytes, aligned to 64; the processor has
        // AVX-512 F.
        unsafe { _mm512_store_ps(to.0.as_mut_ptr(), floats) }
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> __m512 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_set1_ps(number) }
    }

    #[inline(always)]
    unsafe fn add(a: __m512, b: __m512) -> __m512 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn mul(a: __m512, b: __m512) -> __m512 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    unsafe fn at_least_zero(floats: __m512) -> __m512 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_max_ps(floats, _mm512_setzero_ps()) }
    }

    #[inline(always)]
    unsafe fn at_most_one(floats: __m512) -> __m512 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_min_ps(floats, _mm512_set1_ps(1.0)) }
    }

    #[inline(always)]
    unsafe fn total(floats: __m512) -> f32 {
        // SAFETY: the processor has AVX-512 F and with it AVX.
        unsafe {
            let upper =
                _mm512_castps512_ps256(_mm512_shuffle_f32x4::<0b01_00_11_10>(floats, floats));
            total_of_eight(_mm256_add_ps(_mm512_castps512_ps256(floats), upper))
        }
    }
}
