//! A number for the middle game and one for the end game.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two numbers in one word: what something is worth in the middle game and in
/// the end game, in centipawns. Adding and multiplying treats both at once.
///
/// ```
/// use erawan_engine::eval::Pair;
/// let pawn = Pair::new(90, -120);
/// assert_eq!(pawn * 3 - pawn, Pair::new(180, -240));
/// ```
// The end game is in the upper half; a negative middle game borrows from it,
// which `eg` gives back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Pair(i64);

impl Pair {
    /// Nothing in either phase.
    pub const ZERO: Pair = Pair(0);

    /// The two numbers together.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Pair {
        Pair(((eg as i64) << 32).wrapping_add(mg as i64))
    }

    /// The number for the middle game.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i32
    }

    /// The number for the end game.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(1 << 31) >> 32) as i32
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0.wrapping_mul(count as i64))
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

impl Sum for Pair {
    fn sum<I: Iterator<Item = Pair>>(pairs: I) -> Pair {
        pairs.fold(Pair::ZERO, Add::add)
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic() {
        let numbers = [-70_000, -301, -1, 0, 1, 77, 65_536];
        for a in numbers {
            for b in numbers {
                let pair = Pair::new(a, b);
                assert_eq!((pair.mg(), pair.eg()), (a, b));
                assert_eq!((-pair * 5).mg(), -5 * a);
                assert_eq!((-pair * 5).eg(), -5 * b);
                let sum = pair + Pair::new(b, a) - Pair::new(1, -1);
                assert_eq!((sum.mg(), sum.eg()), (a + b - 1, a + b + 1));
            }
        }
    }
}
