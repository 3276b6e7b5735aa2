//! What comes after the accumulators of Stockfish's networks.
//!
//! Two of its kinds are known: HalfKP with 256 neurons a side (Stockfish 12)
//! and HalfKAv2_hm with 1024 (Stockfish 15.1). Their inputs are men and squares
//! for each square of the own king, which [`View`](crate::features::View) knows
//! too, so accumulators follow them as they follow ours; HalfKAv2_hm has a
//! table of what a man is worth besides. All is in integers, as there.

use crate::block::GroupWeights;

/// What 1.0 of a neuron is.
pub(crate) const ONE: i16 = 127;
/// The bits that the sums of hidden layers lose.
const SHIFT: u32 = 6;
/// What the output is divided by to become Stockfish's own unit.
const OUTPUT: i32 = 16;

/// Outputs of the first layer, of which the last goes straight to the output.
pub(crate) const FIRST: usize = 16;
/// Outputs of the second.
pub(crate) const SECOND: usize = 32;
/// Sets of weights, each for four numbers of men.
pub(crate) const SETS: usize = 8;

/// The accumulators' width in HalfKAv2_hm.
pub(crate) const HALF_KA_WIDTH: usize = 1024;
/// The accumulators' width in HalfKP.
pub(crate) const HALF_KP_WIDTH: usize = 256;

/// What follows in HalfKAv2_hm.
#[derive(Clone, PartialEq)]
pub(crate) struct HalfKa {
    /// For each set and each group of four inputs the weights.
    pub(crate) first: Vec<GroupWeights>,
    pub(crate) tails: Vec<Tail>,
    /// For each set and each row of the first layer what the man is worth.
    pub(crate) worth: Vec<i32>,
}

/// The layers behind the first of one set.
#[derive(Clone, PartialEq)]
pub(crate) struct Tail {
    pub(crate) first_bias: [i32; FIRST],
    pub(crate) second_bias: [i32; SECOND],
    /// For each output; the last two inputs are not there.
    pub(crate) second: [[i8; SECOND]; SECOND],
    pub(crate) third_bias: i32,
    pub(crate) third: [i8; SECOND],
}

/// What follows in HalfKP.
#[derive(Clone, PartialEq)]
pub(crate) struct HalfKp {
    /// For each output.
    pub(crate) first: Vec<[i16; 2 * HALF_KP_WIDTH]>,
    pub(crate) first_bias: [i32; SECOND],
    pub(crate) second: [[i8; SECOND]; SECOND],
    pub(crate) second_bias: [i32; SECOND],
    pub(crate) third: [i8; SECOND],
    pub(crate) third_bias: i32,
    /// The first row of each king's square, which no man switches on.
    pub(crate) unused: Vec<i16>,
}

/// A sum of a hidden layer as an input of the next.
#[inline(always)]
fn clipped(sum: i32) -> u8 {
    (sum >> SHIFT).clamp(0, ONE.into()) as u8
}

#[inline(always)]
fn dot(inputs: &[u8; SECOND], weights: &[i8; SECOND]) -> i32 {
    inputs.iter().zip(weights).map(|(&input, &weight)| i32::from(input) * i32::from(weight)).sum()
}

/// The second hidden layer's outputs.
#[inline(always)]
fn second(
    inputs: &[u8; SECOND],
    weights: &[[i8; SECOND]; SECOND],
    bias: &[i32; SECOND],
) -> [u8; SECOND] {
    std::array::from_fn(|i| clipped(bias[i].wrapping_add(dot(inputs, &weights[i]))))
}

impl HalfKa {
    /// Which set serves `men` men, from 1 to 32.
    #[inline(always)]
    pub(crate) const fn set(men: u32) -> usize {
        (men as usize).saturating_sub(1) / 4
    }

    /// The first layer's weights of a set.
    #[inline(always)]
    pub(crate) fn first(&self, set: usize) -> &[GroupWeights] {
        let groups = HALF_KA_WIDTH / 4;
        &self.first[set * groups..][..groups]
    }

    /// What men are worth to a set, by their rows.
    #[inline(always)]
    pub(crate) fn worth(&self, set: usize) -> &[i32] {
        let rows = self.worth.len() / SETS;
        &self.worth[set * rows..][..rows]
    }

    /// The evaluation in Stockfish's unit, from the first layer's sums and what
    /// our men are worth more than theirs.
    #[inline(always)]
    pub(crate) fn finish(&self, set: usize, sums: &[i32; FIRST], worth: i32) -> i32 {
        let tail = &self.tails[set];
        let sums: [i32; FIRST] = std::array::from_fn(|i| sums[i].wrapping_add(tail.first_bias[i]));
        let mut inputs = [0u8; SECOND];
        for i in 0..FIRST - 1 {
            let square = (i64::from(sums[i]) * i64::from(sums[i])) >> (2 * SHIFT + 7);
            inputs[i] = square.min(ONE.into()) as u8;
            inputs[FIRST - 1 + i] = clipped(sums[i]);
        }
        let neurons = second(&inputs, &tail.second, &tail.second_bias);
        // The last sum in the unit of the output: 600 for one.
        let straight =
            i64::from(sums[FIRST - 1]) * i64::from(600 * OUTPUT) / (i64::from(ONE) << SHIFT);
        let output = tail.third_bias.wrapping_add(dot(&neurons, &tail.third));
        (worth / 2).wrapping_add(output).wrapping_add(straight as i32) / OUTPUT
    }

    /// The first layer's sums for two accumulators, in the plainest way.
    pub(crate) fn sums(&self, set: usize, ours: &[i16], theirs: &[i16]) -> [i32; FIRST] {
        let cut = |value: i16| i32::from(value.clamp(0, ONE));
        let products = [ours, theirs].into_iter().flat_map(|side| {
            let (low, high) = side.split_at(side.len() / 2);
            low.iter().zip(high).map(move |(&a, &b)| cut(a) * cut(b) / 128)
        });
        let products: Vec<i32> = products.collect();
        std::array::from_fn(|output| {
            let weights = self.first(set).iter().flat_map(|group| group.0[output]);
            products.iter().zip(weights).map(|(&product, weight)| product * i32::from(weight)).sum()
        })
    }
}

impl HalfKp {
    /// The evaluation in Stockfish's unit. Vectors come from the compiler: the
    /// function is inlined into one with the processor's instructions.
    #[inline(always)]
    pub(crate) fn evaluate<'a>(
        &self,
        ours: impl Iterator<Item = &'a [i16]>,
        theirs: impl Iterator<Item = &'a [i16]>,
    ) -> i32 {
        let mut inputs = [0i16; 2 * HALF_KP_WIDTH];
        let numbers = ours.chain(theirs).flatten();
        for (input, &number) in inputs.iter_mut().zip(numbers) {
            *input = number.clamp(0, ONE);
        }
        let mut neurons = [0u8; SECOND];
        for ((neuron, weights), bias) in neurons.iter_mut().zip(&self.first).zip(self.first_bias) {
            let products = inputs.iter().zip(weights);
            let sum: i32 = products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            *neuron = clipped(bias.wrapping_add(sum));
        }
        let neurons = second(&neurons, &self.second, &self.second_bias);
        self.third_bias.wrapping_add(dot(&neurons, &self.third)) / OUTPUT
    }
}
