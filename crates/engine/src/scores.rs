//! Scores of moves, without clearing the room for them first.

use std::mem::MaybeUninit;

/// How many moves are scored. The rest of a position with more comes last.
const CAPACITY: usize = 256;

/// A list of scores that lives on the stack. A picker is made at every node, and at
/// many no move is scored: a kilobyte is not worth clearing for that.
pub(crate) struct Scores {
    len: usize,
    values: [MaybeUninit<i32>; CAPACITY],
}

impl Scores {
    /// No scores.
    #[inline(always)]
    pub(crate) const fn new() -> Scores {
        Scores { len: 0, values: [MaybeUninit::uninit(); CAPACITY] }
    }

    /// Adds scores, as many as there is room for.
    #[inline(always)]
    pub(crate) fn extend(&mut self, scores: impl Iterator<Item = i32>) {
        for (place, score) in self.values[self.len..].iter_mut().zip(scores) {
            place.write(score);
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [i32] {
        // SAFETY: the first `len` values were written by `extend`, whose places lie
        // inside the array, so `len` never exceeds it; `MaybeUninit<i32>` has the
        // layout of `i32`, and the list is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.values.as_mut_ptr().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::{CAPACITY, Scores};

    #[test]
    fn scores_are_kept_in_order_as_far_as_there_is_room() {
        let mut scores = Scores::new();
        assert!(scores.as_mut_slice().is_empty());
        scores.extend(0..3);
        scores.extend([7].into_iter());
        assert_eq!(scores.as_mut_slice(), [0, 1, 2, 7]);
        scores.extend(0..1000);
        assert_eq!(scores.as_mut_slice().len(), CAPACITY);
        assert_eq!(scores.as_mut_slice()[CAPACITY - 1], CAPACITY as i32 - 5);
    }
}
