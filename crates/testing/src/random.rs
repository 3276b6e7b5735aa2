//! Numbers by chance that are the same each time.

use erawan_board::SplitMix64;

/// A generator for tests that can be repeated.
///
/// ```
/// use erawan_testing::Random;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.next(), other.next());
/// assert!((0..100).all(|_| one.below(6) < 6));
/// assert!([3, 5, 7].contains(&one.choose(&[3, 5, 7])));
/// ```
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to below `bound`.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// True once in `times` times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several, each as likely as any other.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
