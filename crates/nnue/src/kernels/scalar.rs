//! One number at a time, for any processor.

use super::Lanes;
use crate::block::{Block, LANES};

/// A block as it is.
#[derive(Clone, Copy)]
pub(super) struct Plain([i16; LANES]);

// SAFETY: what these functions ask for, the trait says. Any processor will do,
// and nothing in them is unsafe.
impl Lanes for Plain {
    type Sums = i32;

    #[inline(always)]
    unsafe fn load(block: &Block) -> Plain {
        Plain(block.0)
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block) {
        block.0 = self.0;
    }

    #[inline(always)]
    unsafe fn add(mut self, other: Plain) -> Plain {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = lane.wrapping_add(other);
        }
        self
    }

    #[inline(always)]
    unsafe fn sub(mut self, other: Plain) -> Plain {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = lane.wrapping_sub(other);
        }
        self
    }

    #[inline(always)]
    unsafe fn no_sums() -> i32 {
        0
    }

    #[inline(always)]
    unsafe fn accumulate(self, weights: Plain, mut sum: i32) -> i32 {
        for (lane, weight) in self.0.into_iter().zip(weights.0) {
            let v = i32::from(lane.clamp(0, 255));
            sum = sum.wrapping_add(v * v * i32::from(weight));
        }
        sum
    }

    #[inline(always)]
    unsafe fn total(sum: i32) -> i32 {
        sum
    }
}
