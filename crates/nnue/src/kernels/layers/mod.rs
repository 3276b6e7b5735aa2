//! The layers behind the accumulators of a layered network.
//!
//! As with the other loops, what a processor can do is a trait, and the
//! arithmetic is written once over it.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod scalar;

use super::Row;
use crate::architecture::Architecture;
use crate::block::{Block, Floats, GroupWeights, Groups};
use crate::layers::{Set, UNIT};

/// Room for what lies between the layers, kept from one evaluation to the next
/// because clearing it would cost as much as using it.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// The products of both sides.
    products: Vec<Groups>,
    /// The groups of four products that are not all zero. A whole register of
    /// numbers is always written, so there is room for one more.
    nonzero: Vec<u32>,
}

impl Scratch {
    pub(crate) fn new(architecture: &Architecture) -> Scratch {
        let hidden = architecture.hidden;
        Scratch { products: vec![Groups::ZERO; hidden / 64], nonzero: vec![0; hidden / 4 + 16] }
    }
}

/// What a processor can do with sixteen numbers of 32 bits.
///
/// # Safety
/// As for [`Lanes`](super::Lanes).
pub(crate) trait Layer {
    /// Sixteen sums.
    type Sums: Copy;
    /// Sixteen floating-point numbers.
    type Floats: Copy;

    /// The products of 64 pairs of neurons: each cut to 0..=255, multiplied,
    /// without the lowest nine bits. Returns which groups of four are not zero.
    unsafe fn products(low: [&Block; 2], high: [&Block; 2], to: &mut Groups) -> u16;
    /// The bits that are set, each added to `first`; what is left of `to` may
    /// be anything.
    unsafe fn list(bits: u16, first: u32, to: &mut [u32; 16]);
    unsafe fn no_sums() -> Self::Sums;
    /// Adds the products of a group with its weights for each output.
    unsafe fn dot(sums: Self::Sums, group: u32, weights: &GroupWeights) -> Self::Sums;
    unsafe fn add_sums(a: Self::Sums, b: Self::Sums) -> Self::Sums;

    unsafe fn to_floats(sums: Self::Sums) -> Self::Floats;
    unsafe fn load(from: &Floats) -> Self::Floats;
    unsafe fn store(floats: Self::Floats, to: &mut Floats);
    unsafe fn splat(number: f32) -> Self::Floats;
    unsafe fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    unsafe fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Zero where a number is not above zero.
    unsafe fn at_least_zero(floats: Self::Floats) -> Self::Floats;
    /// One where a number is not below one.
    unsafe fn at_most_one(floats: Self::Floats) -> Self::Floats;
    /// The sum: the upper half is added to the lower until one is left.
    unsafe fn total(floats: Self::Floats) -> f32;
}

/// The output for two accumulators.
///
/// # Safety
/// As for [`Layer`].
#[inline(always)]
pub(super) unsafe fn layers<L: Layer>(
    ours: &Row,
    theirs: &Row,
    set: Set,
    scratch: &mut Scratch,
) -> f32 {
    // SAFETY: the caller runs on a processor that has the lanes.
    unsafe {
        let nonzero = products::<L>(ours, theirs, scratch);
        let sums = first::<L>(&scratch.products, &scratch.nonzero[..nonzero], set.first);
        tail::<L>(sums, set)
    }
}

/// Multiplies the halves of both accumulators and notes which groups are not
/// zero; returns how many there are.
///
/// # Safety
/// As for [`Layer`].
#[inline(always)]
unsafe fn products<L: Layer>(ours: &Row, theirs: &Row, scratch: &mut Scratch) -> usize {
    let Scratch { products, nonzero } = scratch;
    let half = ours.len() / 2;
    let theirs = &theirs[..ours.len()];
    let ((our_low, our_high), (their_low, their_high)) =
        (ours.split_at(half), theirs.split_at(half));
    let pair = |i: usize| match i.checked_sub(half) {
        None => (&our_low[i], &our_high[i]),
        Some(i) => (&their_low[i], &their_high[i]),
    };
    let mut count = 0;
    for (i, to) in products[..half].iter_mut().enumerate() {
        let ((a, b), (c, d)) = (pair(2 * i), pair(2 * i + 1));
        // SAFETY: the caller runs on a processor that has the lanes.
        unsafe {
            let bits = L::products([a, c], [b, d], to);
            if let Some(slot) = nonzero[count..].first_chunk_mut() {
                L::list(bits, 16 * i as u32, slot);
            }
            count += bits.count_ones() as usize;
        }
    }
    count
}

/// The first layer: only the groups that are not zero count.
///
/// # Safety
/// As for [`Layer`].
#[inline(always)]
unsafe fn first<L: Layer>(
    products: &[Groups],
    nonzero: &[u32],
    weights: &[GroupWeights],
) -> L::Sums {
    // SAFETY: the caller runs on a processor that has the lanes.
    unsafe {
        // Four sums, so that none waits for its own last addition.
        let mut sums = [L::no_sums(); 4];
        let (fours, rest) = nonzero.as_chunks::<4>();
        for four in fours {
            for i in 0..4 {
                let at = four[i] as usize;
                sums[i] = L::dot(sums[i], products[at / 16].0[at % 16], &weights[at]);
            }
        }
        for (i, &at) in rest.iter().enumerate() {
            let at = at as usize;
            sums[i] = L::dot(sums[i], products[at / 16].0[at % 16], &weights[at]);
        }
        L::add_sums(L::add_sums(sums[0], sums[1]), L::add_sums(sums[2], sums[3]))
    }
}

/// What comes after the first layer.
///
/// # Safety
/// As for [`Layer`].
#[inline(always)]
unsafe fn tail<L: Layer>(sums: L::Sums, set: Set) -> f32 {
    let tail = set.tail;
    // SAFETY: the caller runs on a processor that has the lanes.
    unsafe {
        let x = L::mul(L::to_floats(sums), L::splat(UNIT));
        let x = L::add(x, L::load(&tail.first_bias));
        let mut inputs = [Floats([0.0; 16]); 2];
        L::store(L::at_most_one(L::at_least_zero(x)), &mut inputs[0]);
        L::store(L::at_most_one(L::mul(x, x)), &mut inputs[1]);
        let mut y = [L::load(&tail.second_bias[0]), L::load(&tail.second_bias[1])];
        for (j, weights) in tail.second.iter().enumerate() {
            let input = L::splat(inputs[j / 16].0[j % 16]);
            for half in 0..2 {
                // Multiplied, then added: a fused operation rounds otherwise.
                y[half] = L::add(y[half], L::mul(input, L::load(&weights[half])));
            }
        }
        for (sum, weights) in y.iter_mut().zip(&tail.third) {
            let u = L::at_most_one(L::at_least_zero(*sum));
            *sum = L::mul(L::mul(u, u), L::load(weights));
        }
        L::total(L::add(y[0], y[1])) + tail.third_bias
    }
}
