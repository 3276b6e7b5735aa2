//! When something is to be seen again: FSRS 6, by its published formulas and
//! parameters (open-spaced-repetition, "The Algorithm").
//!
//! What is learnt has a stability, the days after which it is still known with a
//! chance of nine in ten, and a difficulty from 1 to 10. It is shown again when that
//! many days are over. There are no shorter steps: what was failed comes again the
//! next day, and within a session whenever the page likes.

use serde::Serialize;

/// The published parameters.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
/// The chance with which a thing is to be known when it comes again.
const RETENTION: f64 = 0.9;
const LEAST_STABILITY: f64 = 0.001;
const DIFFICULTIES: (f64, f64) = (1.0, 10.0);
/// A hundred years.
const LONGEST: f64 = 36_500.0;
/// Seconds.
pub(crate) const DAY: i64 = 86_400;

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// It was failed.
    Again,
    /// It was solved with help.
    Hard,
    /// It was solved.
    Good,
    /// It was no trouble at all.
    Easy,
}

impl Grade {
    /// All grades, the worst first.
    pub const ALL: [Grade; 4] = [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy];

    /// Its number in the formulas.
    pub const fn number(self) -> u8 {
        match self {
            Grade::Again => 1,
            Grade::Hard => 2,
            Grade::Good => 3,
            Grade::Easy => 4,
        }
    }

    fn value(self) -> f64 {
        f64::from(self.number())
    }
}

/// What is known of somebody's memory of a thing.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Memory {
    /// Days after which it is still known with a chance of nine in ten.
    pub stability: f64,
    /// How hard it is to keep, from 1 to 10.
    pub difficulty: f64,
}

impl Memory {
    /// After the first time.
    pub fn first(grade: Grade) -> Memory {
        let stability = match grade {
            Grade::Again => W[0],
            Grade::Hard => W[1],
            Grade::Good => W[2],
            Grade::Easy => W[3],
        };
        Memory { stability, difficulty: bounded(first_difficulty(grade)) }
    }

    /// After another time, so many whole days after the last one.
    pub fn next(self, grade: Grade, days: u32) -> Memory {
        let Memory { stability, difficulty } = self;
        let stability = match (days, grade) {
            (0, _) => self.same_day(grade),
            (_, Grade::Again) => self.forgotten(days),
            _ => stability * self.growth(grade, days),
        };
        let change = -W[6] * (grade.value() - 3.0) * (10.0 - difficulty) / 9.0;
        let easiest = first_difficulty(Grade::Easy);
        let difficulty = bounded(W[7] * easiest + (1.0 - W[7]) * (difficulty + change));
        Memory { stability: stability.max(LEAST_STABILITY), difficulty }
    }

    /// The chance that it is still known.
    pub fn retrievability(self, days: u32) -> f64 {
        (1.0 + factor() * f64::from(days) / self.stability).powf(-W[20])
    }

    /// The days until it is to come again.
    pub fn interval(self) -> u32 {
        let days = self.stability / factor() * (RETENTION.powf(-1.0 / W[20]) - 1.0);
        days.round_ties_even().clamp(1.0, LONGEST) as u32
    }

    fn growth(self, grade: Grade, days: u32) -> f64 {
        let extra = match grade {
            Grade::Hard => W[15],
            Grade::Easy => W[16],
            Grade::Again | Grade::Good => 1.0,
        };
        let surprise = (1.0 - self.retrievability(days)) * W[10];
        let ease = (11.0 - self.difficulty) * self.stability.powf(-W[9]);
        1.0 + W[8].exp() * ease * surprise.exp_m1() * extra
    }

    fn forgotten(self, days: u32) -> f64 {
        let surprise = (1.0 - self.retrievability(days)) * W[14];
        let long = W[11]
            * self.difficulty.powf(-W[12])
            * ((self.stability + 1.0).powf(W[13]) - 1.0)
            * surprise.exp();
        long.min(self.stability / (W[17] * W[18]).exp())
    }

    fn same_day(self, grade: Grade) -> f64 {
        let growth = (W[17] * (grade.value() - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        self.stability * if grade == Grade::Again { growth } else { growth.max(1.0) }
    }
}

/// What is known after another time, in how many days it is to come again, and when
/// that is. `before` is what was known, and when it was seen last.
pub(crate) fn repeated(
    before: Option<(Memory, i64)>,
    grade: Grade,
    now: i64,
) -> (Memory, u32, i64) {
    let memory = match before {
        Some((memory, last)) => {
            let days = u32::try_from((now - last).max(0) / DAY).unwrap_or(u32::MAX);
            memory.next(grade, days)
        }
        None => Memory::first(grade),
    };
    let days = memory.interval();
    (memory, days, now + i64::from(days) * DAY)
}

fn first_difficulty(grade: Grade) -> f64 {
    W[4] - (W[5] * (grade.value() - 1.0)).exp() + 1.0
}

fn bounded(difficulty: f64) -> f64 {
    difficulty.clamp(DIFFICULTIES.0, DIFFICULTIES.1)
}

/// What makes the chance nine in ten when as many days are over as the stability has.
fn factor() -> f64 {
    0.9f64.powf(-1.0 / W[20]) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the reference implementation gives (`fsrs` 6.3.2 for Python, without
    /// learning steps and fuzz): seconds since the last time, grade, then the
    /// chance that it was known, stability, difficulty and interval.
    type Row = (i64, u8, f64, f64, f64, u32);

    const GOOD: [Row; 5] = [
        (0, 3, 0.0, 2.306500, 2.118104, 2),
        (172_800, 3, 0.909493, 10.964332, 2.111214, 11),
        (777_600, 3, 0.912981, 41.464533, 2.104331, 41),
        (3_456_000, 3, 0.902451, 145.586231, 2.097455, 146),
        (17_280_000, 3, 0.876746, 524.497243, 2.090586, 524),
    ];
    const FAILED_FIRST: [Row; 6] = [
        (0, 1, 0.0, 0.212000, 6.413300, 1),
        (864, 3, 1.0, 0.246689, 6.402115, 1),
        (86_400, 3, 0.780850, 2.021477, 6.390941, 2),
        (259_200, 3, 0.870677, 7.863699, 6.379779, 8),
        (864_000, 1, 0.882658, 1.244549, 8.795286, 1),
        (86_400, 2, 0.914315, 1.974845, 9.185483, 2),
    ];
    const LATE_AND_EARLY: [Row; 7] = [
        (0, 2, 0.0, 1.293100, 5.112171, 1),
        (432_000, 3, 0.785385, 10.129437, 5.102287, 10),
        (86_400, 2, 0.985856, 11.927987, 6.733898, 12),
        (43_200, 3, 1.0, 11.927987, 6.722393, 12),
        (2_592_000, 1, 0.825591, 1.688606, 8.907901, 2),
        (8_640, 1, 1.0, 0.579208, 9.626263, 1),
        (86_400, 3, 0.858358, 1.255531, 9.611865, 1),
    ];
    const EASY: [Row; 4] = [
        (0, 4, 0.0, 8.295600, 1.0, 8),
        (691_200, 4, 0.902473, 65.624226, 1.0, 66),
        (259_200, 1, 0.993262, 3.024151, 7.026990, 3),
        (34_560_000, 3, 0.471722, 36.988540, 7.015191, 37),
    ];

    #[test]
    fn it_agrees_with_the_reference() {
        for rows in [&GOOD[..], &FAILED_FIRST, &LATE_AND_EARLY, &EASY] {
            let mut memory: Option<Memory> = None;
            for &(seconds, grade, known, stability, difficulty, interval) in rows {
                let grade = Grade::ALL[usize::from(grade) - 1];
                let days = (seconds / DAY) as u32;
                let now = match memory {
                    None => Memory::first(grade),
                    Some(before) => {
                        let chance = before.retrievability(days);
                        assert!((chance - known).abs() < 1e-6, "{chance} and not {known}");
                        before.next(grade, days)
                    }
                };
                assert!((now.stability - stability).abs() < 1e-5, "{now:?}, {stability}");
                assert!((now.difficulty - difficulty).abs() < 1e-5, "{now:?}, {difficulty}");
                assert_eq!(now.interval(), interval, "{now:?}");
                memory = Some(now);
            }
        }
    }

    #[test]
    fn intervals_stay_within_bounds() {
        let mut memory = Memory::first(Grade::Easy);
        for _ in 0..60 {
            memory = memory.next(Grade::Easy, memory.interval());
        }
        assert_eq!(memory.interval(), 36_500);
        for _ in 0..60 {
            memory = memory.next(Grade::Again, 1);
            assert!(memory.stability >= LEAST_STABILITY && memory.difficulty <= 10.0);
        }
        assert_eq!(memory.interval(), 1);
    }
}
