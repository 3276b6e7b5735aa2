//! The layers behind the accumulators of a layered network.
//!
//! Neuron `i` of an accumulator is multiplied with neuron `i + hidden / 2`.
//! Both sides' products, ours first, go through weights of eight bits into
//! sixteen numbers; each is used clipped and squared, thirty-two inputs for
//! thirty-two neurons, whose squares make the output. From the sixteen on all
//! is floating point in a fixed order and without fused operations, so that
//! every kernel gives the same bits.

use crate::architecture::{Architecture, FIRST, QA, QB, SECOND, SHIFT};
use crate::block::{Floats, GroupWeights};
use crate::error::NetworkError;

/// What a sum of products and weights is multiplied with to become 1.0 where
/// the trainer had 1.0.
pub(crate) const UNIT: f32 = (1u32 << SHIFT) as f32 / (QA as f32 * QA as f32 * QB as f32);

/// The weights behind the accumulators, in the order of the file: for each
/// output a set of them.
#[derive(Clone, PartialEq, Debug)]
pub struct LayerWeights {
    /// `[output][16][hidden]`: the products of the side to move, then the
    /// opponent's. Within ±127.
    pub first: Vec<i8>,
    /// `[output][16]`.
    pub first_bias: Vec<f32>,
    /// `[output][32 inputs][32 neurons]`: the inputs clipped, then squared.
    pub second: Vec<f32>,
    /// `[output][32]`.
    pub second_bias: Vec<f32>,
    /// `[output][32]`.
    pub third: Vec<f32>,
    /// `[output]`.
    pub third_bias: Vec<f32>,
}

impl LayerWeights {
    /// How many weights of each kind the sizes ask for.
    pub(crate) const fn counts(architecture: &Architecture) -> [(&'static str, usize); 6] {
        let Architecture { hidden, output_buckets: sets, .. } = *architecture;
        [
            ("first", sets * FIRST * hidden),
            ("first bias", sets * FIRST),
            ("second", sets * SECOND * SECOND),
            ("second bias", sets * SECOND),
            ("third", sets * SECOND),
            ("third bias", sets),
        ]
    }

    /// The bytes they take in a file.
    pub(crate) const fn file_bytes(architecture: &Architecture) -> usize {
        let [first, rest @ ..] = LayerWeights::counts(architecture);
        let (mut bytes, mut i) = (first.1, 0);
        while i < rest.len() {
            bytes += 4 * rest[i].1;
            i += 1;
        }
        bytes
    }

    /// Refuses wrong numbers of weights and weights no kernel can use.
    fn check(&self, architecture: &Architecture) -> Result<(), NetworkError> {
        let sets = architecture.output_buckets;
        let floats =
            [&self.first_bias, &self.second, &self.second_bias, &self.third, &self.third_bias];
        let [first, rest @ ..] = LayerWeights::counts(architecture);
        let found = floats.map(Vec::len);
        let counts = [(first, self.first.len())].into_iter().chain(rest.into_iter().zip(found));
        for ((field, expected), found) in counts {
            if found != expected {
                return Err(NetworkError::WeightCount { field, expected, found });
            }
        }
        if let Some(at) = self.first.iter().position(|&weight| weight == i8::MIN) {
            return Err(NetworkError::FirstWeight { bucket: at * sets / self.first.len() });
        }
        for ((field, count), numbers) in rest.into_iter().zip(floats) {
            if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(NetworkError::NotFinite { field, bucket: at * sets / count });
            }
        }
        Ok(())
    }
}

/// The weights behind the accumulators as the kernels want them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layers {
    /// For each output, for each group of four products.
    first: Vec<GroupWeights>,
    tails: Vec<Tail>,
}

/// The weights of one output behind the first layer.
#[derive(Clone, PartialEq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Tail {
    pub(crate) first_bias: Floats,
    /// For each input a weight for each neuron.
    pub(crate) second: [[Floats; 2]; SECOND],
    pub(crate) second_bias: [Floats; 2],
    pub(crate) third: [Floats; 2],
    pub(crate) third_bias: f32,
}

/// The weights of one output.
#[derive(Clone, Copy)]
pub(crate) struct Set<'a> {
    pub(crate) first: &'a [GroupWeights],
    pub(crate) tail: &'a Tail,
}

/// The next numbers of `from`.
fn next_floats(from: &mut impl Iterator<Item = f32>) -> Floats {
    Floats(std::array::from_fn(|_| from.next().unwrap_or_default()))
}

impl Layers {
    pub(crate) fn new(
        architecture: &Architecture,
        weights: &LayerWeights,
    ) -> Result<Layers, NetworkError> {
        weights.check(architecture)?;
        let Architecture { hidden, output_buckets, .. } = *architecture;
        let mut first = Vec::with_capacity(output_buckets * hidden / 4);
        for set in weights.first.chunks_exact(FIRST * hidden) {
            let group = |at: usize| {
                let weight = |output, i| set[output * hidden + 4 * at + i];
                std::array::from_fn(|output| std::array::from_fn(|i| weight(output, i)))
            };
            first.extend((0..hidden / 4).map(|at| GroupWeights(group(at))));
        }
        let mut first_bias = weights.first_bias.iter().copied();
        let mut second = weights.second.iter().copied();
        let mut second_bias = weights.second_bias.iter().copied();
        let mut third = weights.third.iter().copied();
        let mut third_bias = weights.third_bias.iter().copied();
        let tail = |_| Tail {
            first_bias: next_floats(&mut first_bias),
            second: std::array::from_fn(|_| [(); 2].map(|()| next_floats(&mut second))),
            second_bias: [(); 2].map(|()| next_floats(&mut second_bias)),
            third: [(); 2].map(|()| next_floats(&mut third)),
            third_bias: third_bias.next().unwrap_or_default(),
        };
        let tails = (0..output_buckets).map(tail).collect();
        Ok(Layers { first, tails })
    }

    /// The weights in the order of the file.
    pub(crate) fn weights(&self, architecture: &Architecture) -> LayerWeights {
        let Architecture { hidden, output_buckets, .. } = *architecture;
        let mut first = Vec::with_capacity(output_buckets * FIRST * hidden);
        for bucket in 0..output_buckets {
            let set = self.set(bucket);
            for output in 0..FIRST {
                first.extend(set.first.iter().flat_map(|group| group.0[output]));
            }
        }
        let tails = &self.tails;
        let all = |part: fn(&Tail) -> &[Floats]| -> Vec<f32> {
            tails.iter().flat_map(part).flat_map(|floats| floats.0).collect()
        };
        LayerWeights {
            first,
            first_bias: all(|tail| std::slice::from_ref(&tail.first_bias)),
            second: all(|tail| tail.second.as_flattened()),
            second_bias: all(|tail| &tail.second_bias),
            third: all(|tail| &tail.third),
            third_bias: tails.iter().map(|tail| tail.third_bias).collect(),
        }
    }

    /// The weights of one output.
    #[inline(always)]
    pub(crate) fn set(&self, bucket: usize) -> Set<'_> {
        let groups = self.first.len() / self.tails.len();
        let first = &self.first[bucket * groups..][..groups];
        Set { first, tail: &self.tails[bucket] }
    }
}

impl Set<'_> {
    /// What comes of two accumulators, in the plainest way.
    pub(crate) fn evaluate(&self, ours: &[i16], theirs: &[i16]) -> f32 {
        let clipped = |value: i16| u32::from(value.clamp(0, QA as i16).unsigned_abs());
        let mut products = Vec::with_capacity(ours.len());
        for side in [ours, theirs] {
            let (low, high) = side.split_at(side.len() / 2);
            products
                .extend(low.iter().zip(high).map(|(&a, &b)| (clipped(a) * clipped(b)) >> SHIFT));
        }
        let tail = self.tail;
        let mut inputs = [0.0f32; SECOND];
        for output in 0..FIRST {
            let weights = self.first.iter().flat_map(|group| group.0[output]);
            let sum: i32 =
                products.iter().zip(weights).map(|(&p, w)| p as i32 * i32::from(w)).sum();
            let x = sum as f32 * UNIT + tail.first_bias.0[output];
            inputs[output] = at_most_one(at_least_zero(x));
            inputs[FIRST + output] = at_most_one(x * x);
        }
        let mut terms = [0.0f32; SECOND];
        for (neuron, term) in terms.iter_mut().enumerate() {
            let (half, lane) = (neuron / 16, neuron % 16);
            let mut y = tail.second_bias[half].0[lane];
            for (input, weights) in inputs.iter().zip(&tail.second) {
                y += input * weights[half].0[lane];
            }
            let u = at_most_one(at_least_zero(y));
            *term = u * u * tail.third[half].0[lane];
        }
        for width in [16, 8, 4, 2, 1] {
            for i in 0..width {
                terms[i] += terms[i + width];
            }
        }
        terms[0] + tail.third_bias
    }
}

/// As the processors' own maximum does it, also with what is not a number.
#[inline(always)]
pub(crate) fn at_least_zero(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

/// As the processors' own minimum does it, also with what is not a number.
#[inline(always)]
pub(crate) fn at_most_one(x: f32) -> f32 {
    if x < 1.0 { x } else { 1.0 }
}

/// An output in centipawns.
#[inline(always)]
pub(crate) fn centipawns(output: f32, scale: f32) -> i32 {
    (output * scale).clamp(-20_000.0, 20_000.0).round_ties_even() as i32
}
