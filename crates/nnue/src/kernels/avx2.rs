//! Sixteen numbers at a time.

use std::arch::x86_64::*;

use super::Lanes;
use crate::block::Block;

/// A block in two registers.
#[derive(Clone, Copy)]
pub(super) struct Pair(__m256i, __m256i);

// SAFETY: what these functions ask for, the trait says: a processor with AVX2.
impl Lanes for Pair {
    type Sums = (__m256i, __m256i);

    #[inline(always)]
    unsafe fn load(block: &Block) -> Pair {
        let at: *const __m256i = block.0.as_ptr().cast();
        // SAFETY: a block is 64 bytes, aligned to 64; the processor has AVX2.
        unsafe { Pair(_mm256_load_si256(at), _mm256_load_si256(at.add(1))) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block) {
        let at: *mut __m256i = block.0.as_mut_ptr().cast();
        // SAFETY: a block is 64 bytes, aligned to 64; the processor has AVX2.
        unsafe {
            _mm256_store_si256(at, self.0);
            _mm256_store_si256(at.add(1), self.1);
        }
    }

    #[inline(always)]
    unsafe fn add(self, other: Pair) -> Pair {
        // SAFETY: the processor has AVX2.
        unsafe { Pair(_mm256_add_epi16(self.0, other.0), _mm256_add_epi16(self.1, other.1)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Pair) -> Pair {
        // SAFETY: the processor has AVX2.
        unsafe { Pair(_mm256_sub_epi16(self.0, other.0), _mm256_sub_epi16(self.1, other.1)) }
    }

    #[inline(always)]
    unsafe fn no_sums() -> Self::Sums {
        // SAFETY: the processor has AVX2.
        unsafe { (_mm256_setzero_si256(), _mm256_setzero_si256()) }
    }

    #[inline(always)]
    unsafe fn accumulate(self, weights: Pair, sums: Self::Sums) -> Self::Sums {
        // SAFETY: the processor has AVX2.
        unsafe {
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
            let low = _mm256_min_epi16(_mm256_max_epi16(self.0, zero), one);
            let high = _mm256_min_epi16(_mm256_max_epi16(self.1, zero), one);
            // v * weight fits sixteen bits; times v, two neighbours at once.
            let low = _mm256_madd_epi16(low, _mm256_mullo_epi16(low, weights.0));
            let high = _mm256_madd_epi16(high, _mm256_mullo_epi16(high, weights.1));
            (_mm256_add_epi32(sums.0, low), _mm256_add_epi32(sums.1, high))
        }
    }

    #[inline(always)]
    unsafe fn total(sums: Self::Sums) -> i32 {
        // SAFETY: the processor has AVX2.
        unsafe {
            let sums = _mm256_add_epi32(sums.0, sums.1);
            let four =
                _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
            _mm_cvtsi128_si32(one)
        }
    }
}
