//! The layers behind the accumulators of a layered network.
//!
//! As with the other loops, what a processor can do is a trait, and the
//! arithmetic is written once over it, without closures over vectors.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
pub(super) mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod simd128;

use super::Row;
use crate::architecture::{Architecture, QA};
use crate::block::{Block, Floats, GroupWeights, Groups};
use crate::layers::{Set, UNIT};
use crate::stockfish;

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
    /// Sixteen sums, or parts of them.
    type Sums: Copy;
    /// Sixteen floating-point numbers.
    type Floats: Copy;
    /// How many sums are made side by side, so that none waits for its own last
    /// addition: one, two or four, as many as registers hold.
    const CHAINS: usize;

    /// The products of 64 pairs of neurons: each cut to 0..=`ONE`, multiplied,
    /// and cut to seven bits. `ONE` is 255, or 127 in Stockfish's networks.
    /// Returns which groups of four are not zero.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn products<const ONE: i16>(low: [&Block; 2], high: [&Block; 2], to: &mut Groups)
    -> u16;
    /// The bits that are set, each added to `first`; what is left of `to` may
    /// be anything.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn list(bits: u16, first: u32, to: &mut [u32; 16]);
    /// Sums of nothing.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn no_sums() -> Self::Sums;
    /// Adds the products of a group with its weights for each output.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn dot(sums: Self::Sums, group: u32, weights: &GroupWeights) -> Self::Sums;
    /// Sums of both.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn add_sums(a: Self::Sums, b: Self::Sums) -> Self::Sums;

    /// The sums as floating-point numbers.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn to_floats(sums: Self::Sums) -> Self::Floats;
    /// Reads them.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn load(from: &Floats) -> Self::Floats;
    /// Writes them.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn store(floats: Self::Floats, to: &mut Floats);
    /// One number sixteen times.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn splat(number: f32) -> Self::Floats;
    /// Sums.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Products.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Zero where a number is not above zero.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn at_least_zero(floats: Self::Floats) -> Self::Floats;
    /// One where a number is not below one.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn at_most_one(floats: Self::Floats) -> Self::Floats;
    /// The sum: the upper half is added to the lower until one is left.
    ///
    /// # Safety
    /// As for the trait.
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
        // What `products` lists are groups that are there.
        let nonzero = products::<L, { QA as i16 }>(ours, theirs, scratch);
        let sums = first::<L>(&scratch.products, &scratch.nonzero[..nonzero], set.first);
        tail::<L>(sums, set)
    }
}

/// The sums of the first layer in Stockfish's unit, without a bias.
///
/// # Safety
/// As for [`Layer`].
#[inline(always)]
pub(super) unsafe fn pairs<L: Layer>(
    ours: &Row,
    theirs: &Row,
    weights: &[GroupWeights],
    scratch: &mut Scratch,
) -> [i32; 16] {
    let mut sums = Floats([0.0; 16]);
    // SAFETY: the caller runs on a processor that has the lanes.
    unsafe {
        let nonzero = products::<L, { stockfish::ONE }>(ours, theirs, scratch);
        let found = first::<L>(&scratch.products, &scratch.nonzero[..nonzero], weights);
        // At most 1024 x 127 x 128: exact.
        L::store(L::to_floats(found), &mut sums);
    }
    sums.0.map(|sum| sum as i32)
}

/// Multiplies the halves of both accumulators and notes which groups are not
/// zero; returns how many there are.
///
/// # Safety
/// As for [`Layer`].
#[inline(always)]
unsafe fn products<L: Layer, const ONE: i16>(
    ours: &Row,
    theirs: &Row,
    scratch: &mut Scratch,
) -> usize {
    let Scratch { products, nonzero } = scratch;
    let half = ours.len() / 2;
    // One unit of 64 products for every two blocks of a half; the lists they
    // write fit, the last one with room for all its sixteen places.
    assert!(products.len() == half && nonzero.len() >= 16 * half + 16 && theirs.len() == 2 * half);
    let ((our_low, our_high), (their_low, their_high)) =
        (ours.split_at(half), theirs.split_at(half));
    let mut count = 0;
    if half.is_multiple_of(2) {
        let (our_units, their_units) = products.split_at_mut(half / 2);
        let sides = [(our_low, our_high, our_units), (their_low, their_high, their_units)];
        let mut i = 0;
        for (low, high, units) in sides {
            let pairs = low.as_chunks::<2>().0.iter().zip(high.as_chunks::<2>().0);
            for (([a, b], [c, d]), to) in pairs.zip(units) {
                // SAFETY: at most sixteen places a unit were listed before; the
                // caller's promise.
                count += unsafe { unit::<L, ONE>(i, [a, b], [c, d], to, nonzero, count) };
                i += 1;
            }
        }
    } else {
        // The unit in the middle is half ours and half theirs.
        let pair = |i: usize| match i.checked_sub(half) {
            None => (&our_low[i], &our_high[i]),
            Some(i) => (&their_low[i], &their_high[i]),
        };
        for (i, to) in products.iter_mut().enumerate() {
            let ((a, c), (b, d)) = (pair(2 * i), pair(2 * i + 1));
            // SAFETY: as above.
            count += unsafe { unit::<L, ONE>(i, [a, b], [c, d], to, nonzero, count) };
        }
    }
    count
}

/// Sixty-four products: unit `i`. Lists those of its groups that are not zero
/// from `at` on and returns how many there are.
///
/// # Safety
/// As for [`Layer`]; `nonzero` has room for sixteen more from `at` on.
#[inline(always)]
unsafe fn unit<L: Layer, const ONE: i16>(
    i: usize,
    low: [&Block; 2],
    high: [&Block; 2],
    to: &mut Groups,
    nonzero: &mut [u32],
    at: usize,
) -> usize {
    // SAFETY: the caller's promises.
    unsafe {
        let bits = L::products::<ONE>(low, high, to);
        let slot = nonzero.as_mut_ptr().add(at).cast::<[u32; 16]>();
        L::list(bits, 16 * i as u32, &mut *slot);
        bits.count_ones() as usize
    }
}

/// The first layer: only the groups that are not zero count.
///
/// # Safety
/// As for [`Layer`]; `nonzero` names groups of `products`.
#[inline(always)]
unsafe fn first<L: Layer>(
    products: &[Groups],
    nonzero: &[u32],
    weights: &[GroupWeights],
) -> L::Sums {
    assert!(weights.len() == 16 * products.len());
    let groups = products.as_ptr().cast::<u32>();
    let weights = weights.as_ptr();
    // SAFETY: the caller runs on a processor that has the lanes, and names
    // groups that are there; there are as many weights.
    unsafe {
        let mut sums = [L::no_sums(); 4];
        let (fours, rest) = nonzero.as_chunks::<4>();
        for four in fours {
            for (i, &at) in four.iter().enumerate() {
                let (at, chain) = (at as usize, i % L::CHAINS);
                sums[chain] = L::dot(sums[chain], *groups.add(at), &*weights.add(at));
            }
        }
        for &at in rest {
            let at = at as usize;
            sums[0] = L::dot(sums[0], *groups.add(at), &*weights.add(at));
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
        let (clipped, squared) = tail.second.split_at(16);
        for (inputs, weights) in [(&inputs[0], clipped), (&inputs[1], squared)] {
            for (&input, weights) in inputs.0.iter().zip(weights) {
                let input = L::splat(input);
                for half in 0..2 {
                    // Multiplied, then added: a fused operation rounds otherwise.
                    y[half] = L::add(y[half], L::mul(input, L::load(&weights[half])));
                }
            }
        }
        for (sum, weights) in y.iter_mut().zip(&tail.third) {
            let u = L::at_most_one(L::at_least_zero(*sum));
            *sum = L::mul(L::mul(u, u), L::load(weights));
        }
        L::total(L::add(y[0], y[1])) + tail.third_bias
    }
}
