//! How much of the clock a move may take.

use std::time::Duration;

use crate::clock::Instant;
use crate::limits::{Clock, Limits};

/// When to stop: after `soft` no new iteration is begun, after `hard` the
/// search is broken off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Budget {
    pub(crate) fn new(start: Instant, limits: &Limits, overhead: Duration) -> Budget {
        if let Some(time) = limits.movetime {
            let time = time.saturating_sub(overhead.min(Duration::from_millis(2)));
            return Budget { start, soft: None, hard: Some(time) };
        }
        match limits.clock {
            None => Budget { start, soft: None, hard: None },
            Some(clock) => {
                let (soft, hard) = share(clock, overhead);
                Budget { start, soft: Some(soft), hard: Some(hard) }
            }
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn is_hard_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// True if a new iteration should not begin. `scale` says how much more or
    /// less than usual this move deserves.
    pub(crate) fn is_soft_over(&self, scale: f64) -> bool {
        let (Some(soft), Some(hard)) = (self.soft, self.hard) else { return false };
        self.elapsed() >= soft.mul_f64(scale.clamp(0.1, 5.0)).min(hard)
    }
}

/// With this much left a pause of the machine does no harm.
const AMPLE: Duration = Duration::from_millis(250);

fn share(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let least = Duration::from_millis(1);
    let left = clock.time.saturating_sub(overhead).max(least);
    let (soft, hard) = match clock.moves_to_go {
        Some(moves) if moves > 0 => {
            let moves = f64::from(moves.min(50));
            let share = left.mul_f64(0.9 / moves) + clock.increment.mul_f64(0.8);
            let hard = if moves <= 1.0 { left.mul_f64(0.95) } else { left.mul_f64(0.6) };
            (share, hard.min(share * 5))
        }
        _ => {
            // Busy machines stand still for a tenth of a second now and then: with
            // little on the clock some of the increment is laid by.
            let part = (left.as_secs_f64() / AMPLE.as_secs_f64()).clamp(0.3, 1.0);
            let share = left.mul_f64(0.035) + clock.increment.mul_f64(0.75 * part);
            (share, left.mul_f64(0.5).min(share * 6))
        }
    };
    let hard = hard.min(left.mul_f64(0.9)).max(least);
    (soft.min(hard), hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_nearly_empty_fills_again() {
        let increment = Duration::from_millis(20);
        let mut left = Duration::from_millis(40);
        for _ in 0..60 {
            let clock = Clock { time: left, increment, moves_to_go: None };
            let (soft, _) = share(clock, Duration::from_millis(10));
            // An iteration goes on beyond the soft limit.
            left = left.saturating_sub(soft.mul_f64(1.2)) + increment;
        }
        assert!(left > Duration::from_millis(140), "{left:?}");
    }

    #[test]
    fn never_more_than_is_on_the_clock() {
        for ms in [0, 1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock {
                        time: Duration::from_millis(ms),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let overhead = Duration::from_millis(10);
                    let (soft, hard) = share(clock, overhead);
                    assert!(soft <= hard);
                    assert!(
                        hard <= clock.time.saturating_sub(overhead).max(Duration::from_millis(1))
                    );
                }
            }
        }
    }
}
