//! The units in which the numbers of a network are stored: a cache line each.

/// How many numbers a [`Block`] holds; the width of a network is a multiple of
/// it.
pub(crate) const LANES: usize = 32;

/// Thirty-two numbers in one cache line: one register of AVX-512, two of AVX2.
///
/// Everything a kernel touches is made of these, so every load is aligned by
/// its type and no storage needs a second thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Block = Block([0; LANES]);
}

const _: () = assert!(size_of::<Block>() == 64 && align_of::<Block>() == 64);

/// Sixty-four products of neurons, in groups of four as the first layer behind
/// them takes them: the first in the lowest byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Groups(pub(crate) [u32; 16]);

impl Groups {
    pub(crate) const ZERO: Groups = Groups([0; 16]);
}

/// The weights of a group of four inputs: four for each of sixteen outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct GroupWeights(pub(crate) [[i8; 4]; 16]);

/// Sixteen floating-point numbers in one cache line.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Floats(pub(crate) [f32; 16]);

const _: () = assert!(size_of::<Groups>() == 64 && align_of::<Groups>() == 64);
const _: () = assert!(size_of::<GroupWeights>() == 64 && align_of::<GroupWeights>() == 64);
const _: () = assert!(size_of::<Floats>() == 64 && align_of::<Floats>() == 64);
