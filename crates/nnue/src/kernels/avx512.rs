//! Thirty-two numbers at a time.

use std::arch::x86_64::*;

use super::Lanes;
use crate::block::Block;

/// A block in one register.
#[derive(Clone, Copy)]
pub(super) struct Whole(__m512i);

/// The same, with the dot products of AVX-512 VNNI.
#[derive(Clone, Copy)]
pub(super) struct WholeVnni(Whole);

impl Whole {
    /// Each lane cut to 0..=255.
    ///
    /// # Safety
    /// The processor has AVX-512 F and BW.
    #[inline(always)]
    unsafe fn clipped(self) -> __m512i {
        // SAFETY: the processor has AVX-512 F and BW.
        unsafe {
            let positive = _mm512_max_epi16(self.0, _mm512_setzero_si512());
            _mm512_min_epi16(positive, _mm512_set1_epi16(255))
        }
    }
}

// SAFETY: what these functions ask for, the trait says: a processor with AVX-512
// F and BW.
impl Lanes for Whole {
    type Sums = __m512i;

    #[inline(always)]
    unsafe fn load(block: &Block) -> Whole {
        // SAFETY: a block is 64 bytes, aligned to 64; the processor has AVX-512.
        unsafe { Whole(_mm512_load_si512(block.0.as_ptr().cast())) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block) {
        // SAFETY: a block is 64 bytes, aligned to 64; the processor has AVX-512.
        unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Whole) -> Whole {
        // SAFETY: the processor has AVX-512 BW.
        unsafe { Whole(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Whole) -> Whole {
        // SAFETY: the processor has AVX-512 BW.
        unsafe { Whole(_mm512_sub_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn no_sums() -> __m512i {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn accumulate(self, weights: Whole, sums: __m512i) -> __m512i {
        // SAFETY: the processor has AVX-512 F and BW.
        unsafe {
            let v = self.clipped();
            let products = _mm512_madd_epi16(v, _mm512_mullo_epi16(v, weights.0));
            _mm512_add_epi32(sums, products)
        }
    }

    #[inline(always)]
    unsafe fn total(sums: __m512i) -> i32 {
        // SAFETY: the processor has AVX-512 F.
        unsafe { _mm512_reduce_add_epi32(sums) }
    }
}

// SAFETY: what these functions ask for, the trait says: a processor with AVX-512
// F, BW and VNNI.
impl Lanes for WholeVnni {
    type Sums = __m512i;

    #[inline(always)]
    unsafe fn load(block: &Block) -> WholeVnni {
        // SAFETY: VNNI comes with what `Whole` needs.
        unsafe { WholeVnni(Whole::load(block)) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block) {
        // SAFETY: VNNI comes with what `Whole` needs.
        unsafe { self.0.store(block) }
    }

    #[inline(always)]
    unsafe fn add(self, other: WholeVnni) -> WholeVnni {
        // SAFETY: VNNI comes with what `Whole` needs.
        unsafe { WholeVnni(self.0.add(other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: WholeVnni) -> WholeVnni {
        // SAFETY: VNNI comes with what `Whole` needs.
        unsafe { WholeVnni(self.0.sub(other.0)) }
    }

    #[inline(always)]
    unsafe fn no_sums() -> __m512i {
        // SAFETY: VNNI comes with what `Whole` needs.
        unsafe { Whole::no_sums() }
    }

    #[inline(always)]
    unsafe fn accumulate(self, weights: WholeVnni, sums: __m512i) -> __m512i {
        // SAFETY: the processor has AVX-512 F, BW and VNNI.
        unsafe {
            let v = self.0.clipped();
            _mm512_dpwssd_epi32(sums, v, _mm512_mullo_epi16(v, weights.0.0))
        }
    }

    #[inline(always)]
    unsafe fn total(sums: __m512i) -> i32 {
        // SAFETY: VNNI comes with what `Whole` needs.
        unsafe { Whole::total(sums) }
    }
}
