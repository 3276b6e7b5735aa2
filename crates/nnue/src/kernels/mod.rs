//! The arithmetic of a network, once for each kind of processor.
//!
//! The loops are written once ([`loops`]) over [`Lanes`], what a processor can
//! do with a [`Block`]; each kernel is a table of the loops compiled for its
//! instructions. All arithmetic wraps, so sums may be taken in any order and
//! every kernel gives the same bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod layers;
mod loops;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use std::fmt;
use std::sync::OnceLock;

pub(crate) use layers::Scratch;

use crate::block::{Block, GroupWeights};
use crate::layers::Set;
use crate::stockfish::HalfKp;

/// A row of weights, or an accumulator.
type Row = [Block];

/// The functions that do a network's arithmetic, for one kind of processor.
///
/// A kernel can only be had if this processor has what it needs.
///
/// ```
/// use erawan_nnue::Kernel;
/// let best = Kernel::best();
/// assert_eq!(Kernel::all().last().unwrap().name(), best.name());
/// assert_eq!(Kernel::all()[0].name(), "scalar");
/// assert!(Kernel::named("abacus").is_none());
/// ```
pub struct Kernel {
    name: &'static str,
    /// `to = from + added - removed`.
    pub(crate) add1sub1: fn(&mut Row, &Row, [&Row; 1], [&Row; 1]),
    /// `to = from + added - removed`: a capture.
    pub(crate) add1sub2: fn(&mut Row, &Row, [&Row; 1], [&Row; 2]),
    /// `to = from + added - removed`: castling.
    pub(crate) add2sub2: fn(&mut Row, &Row, [&Row; 2], [&Row; 2]),
    /// Adds and removes any number of rows in place. Rows are named by the
    /// index of their first block in the weights.
    pub(crate) apply: fn(&mut Row, &Row, added: &[u32], removed: &[u32]),
    /// The output layer's sum over both accumulators, ours first, with the
    /// weights of each.
    pub(crate) output: fn(&Row, &Row, &Row, &Row) -> i32,
    /// A layered network's output for both accumulators, ours first.
    pub(crate) layers: fn(&Row, &Row, Set, &mut Scratch) -> f32,
    /// The sums of the first layer behind products of pairs for both
    /// accumulators, ours first, in Stockfish's unit.
    pub(crate) pairs: fn(&Row, &Row, &[GroupWeights], &mut Scratch) -> [i32; 16],
    /// What Stockfish 12's network makes of both accumulators, ours first.
    pub(crate) half_kp: fn(&Row, &Row, &HalfKp) -> i32,
}

/// The table of a kernel: the loops over `$lanes` and `$layer`, compiled with
/// `$features`.
///
/// # Safety
/// The functions in it are unsafe because a processor may lack the features.
/// The table keeps them to itself, and `Kernel::all` hands it out only where
/// they are there.
macro_rules! kernel {
    ($name:literal, $lanes:ty, $tile:literal, $layer:ty $(, $features:literal)?) => {{
        $(#[target_feature(enable = $features)])?
        unsafe fn update<const A: usize, const S: usize>(
            to: &mut Row,
            from: &Row,
            added: [&Row; A],
            removed: [&Row; S],
        ) {
            // SAFETY: this function has the features of the lanes.
            unsafe { loops::update::<$lanes, A, S>(to, from, added, removed) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn apply(to: &mut Row, weights: &Row, added: &[u32], removed: &[u32]) {
            // SAFETY: this function has the features of the lanes.
            unsafe { loops::apply::<$lanes, $tile>(to, weights, added, removed) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn output(ours: &Row, theirs: &Row, our: &Row, their: &Row) -> i32 {
            // SAFETY: this function has the features of the lanes.
            unsafe { loops::output::<$lanes>(ours, theirs, our, their) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn layers(ours: &Row, theirs: &Row, set: Set, scratch: &mut Scratch) -> f32 {
            // SAFETY: this function has the features of the lanes.
            unsafe { layers::layers::<$layer>(ours, theirs, set, scratch) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn pairs(
            ours: &Row,
            theirs: &Row,
            weights: &[GroupWeights],
            scratch: &mut Scratch,
        ) -> [i32; 16] {
            // SAFETY: this function has the features of the lanes.
            unsafe { layers::pairs::<$layer>(ours, theirs, weights, scratch) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn half_kp(ours: &Row, theirs: &Row, head: &HalfKp) -> i32 {
            let [ours, theirs] = [ours, theirs].map(|row| row.iter().map(|block| &block.0[..]));
            head.evaluate(ours, theirs)
        }
        Kernel {
            name: $name,
            // SAFETY: `Kernel::all` hands the table out only on a processor
            // that has the features.
            add1sub1: |to, from, added, removed| unsafe { update(to, from, added, removed) },
            // SAFETY: as above.
            add1sub2: |to, from, added, removed| unsafe { update(to, from, added, removed) },
            // SAFETY: as above.
            add2sub2: |to, from, added, removed| unsafe { update(to, from, added, removed) },
            // SAFETY: as above.
            apply: |to, weights, added, removed| unsafe { apply(to, weights, added, removed) },
            // SAFETY: as above.
            output: |ours, theirs, our, their| unsafe { output(ours, theirs, our, their) },
            // SAFETY: as above.
            layers: |ours, theirs, set, scratch| unsafe { layers(ours, theirs, set, scratch) },
            // SAFETY: as above.
            pairs: |ours, theirs, weights, scratch| unsafe {
                pairs(ours, theirs, weights, scratch)
            },
            // SAFETY: as above.
            half_kp: |ours, theirs, head| unsafe { half_kp(ours, theirs, head) },
        }
    }};
}

static SCALAR: Kernel = kernel!("scalar", scalar::Plain, 2, layers::scalar::Plain);
#[cfg(target_arch = "x86_64")]
static AVX2: Kernel = kernel!("avx2", avx2::Pair, 4, layers::avx2::Pairs, "avx2");
#[cfg(target_arch = "x86_64")]
static AVX512: Kernel =
    kernel!("avx512", avx512::Whole, 8, layers::avx512::Whole<false>, "avx512f,avx512bw");
#[cfg(target_arch = "x86_64")]
static AVX512_VNNI: Kernel = kernel!(
    "avx512-vnni",
    avx512::WholeVnni,
    8,
    layers::avx512::Whole<true>,
    "avx512f,avx512bw,avx512vnni"
);

#[cfg(target_arch = "aarch64")]
static NEON: Kernel = kernel!("neon", neon::Four, 4, layers::neon::Four, "neon");
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
static SIMD128: Kernel = kernel!("simd128", simd128::Four, 2, layers::simd128::Four, "simd128");

impl Kernel {
    /// The kernels this processor can run, from the plainest to the best.
    pub fn all() -> &'static [&'static Kernel] {
        static ALL: OnceLock<Vec<&'static Kernel>> = OnceLock::new();
        ALL.get_or_init(|| {
            let all = vec![&SCALAR];
            // Every processor of this kind has it.
            #[cfg(target_arch = "aarch64")]
            let all = [all, vec![&NEON]].concat();
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            let all = [all, vec![&SIMD128]].concat();
            #[cfg(target_arch = "x86_64")]
            let all = {
                let mut all = all;
                if is_x86_feature_detected!("avx2") {
                    all.push(&AVX2);
                }
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                    all.push(&AVX512);
                    if is_x86_feature_detected!("avx512vnni") {
                        all.push(&AVX512_VNNI);
                    }
                }
                all
            };
            all
        })
    }

    /// The best kernel for this processor.
    pub fn best() -> &'static Kernel {
        Kernel::all().last().copied().unwrap_or(&SCALAR)
    }

    /// The kernel of that name, if this processor can run it.
    pub fn named(name: &str) -> Option<&'static Kernel> {
        Kernel::all().iter().copied().find(|kernel| kernel.name == name)
    }

    /// `scalar`; `avx2`, `avx512`, `avx512-vnni`; `neon`; `simd128`.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name)
    }
}

/// What a processor can do with a block at a time.
///
/// # Safety
/// Every function may be called only on a processor that has the instructions
/// of the implementation, from a function compiled for them: only then is it
/// inlined, and vectors travel in registers.
pub(crate) trait Lanes: Copy {
    /// Partial sums of the output layer.
    type Sums: Copy;

    /// Reads it.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn load(block: &Block) -> Self;
    /// Writes it.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn store(self, block: &mut Block);
    /// Wrapping sums.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn add(self, other: Self) -> Self;
    /// Wrapping differences.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn sub(self, other: Self) -> Self;
    /// Sums of nothing.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn no_sums() -> Self::Sums;
    /// Adds `v * v * weight` to the sums, `v` being each lane cut to 0..=255.
    /// The weights are within ±127, so `v * weight` fits sixteen bits.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn accumulate(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    /// The wrapping sum of all sums.
    ///
    /// # Safety
    /// As for the trait.
    unsafe fn total(sums: Self::Sums) -> i32;
}

#[cfg(test)]
mod tests;
