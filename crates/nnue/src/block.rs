//! The unit in which all numbers of a network are stored.

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
