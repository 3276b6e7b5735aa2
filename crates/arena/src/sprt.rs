//! The sequential probability ratio test: play until one of two hypotheses is
//! much more likely than the other.
//!
//! The test is the generalised one, on pairs of games: for each hypothesis the
//! most likely distribution of results that agrees with it is found, and the
//! logarithm of the ratio of both likelihoods is followed until it leaves its
//! bounds. See Michel Van den Bergh, "The Generalized Maximum Likelihood Ratio
//! for the Expectation Value of a Distribution" and "Comments on Normalized Elo".

use std::f64::consts::LN_10;
use std::fmt;

use crate::statistics::{Distribution, Score, mean_and_variance, score_of_elo};

/// In which measure the hypotheses are given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EloModel {
    /// Normalised Elo: the test takes the same number of games whatever the
    /// openings and the share of draws are.
    #[default]
    Normalized,
    /// Elo as in rating lists.
    Logistic,
}

impl EloModel {
    /// `normalized` or `logistic`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// A test of whether one player is stronger than another by `elo1` rather than
/// by `elo0`.
///
/// ```
/// use erawan_arena::sprt::{EloModel, Sprt};
/// use erawan_arena::statistics::Score;
///
/// let test = Sprt::new(0.0, 2.0, 0.05, 0.05, EloModel::Normalized).unwrap();
/// let score = Score::of_pairs([365, 16618, 36229, 16974, 390]);
/// assert_eq!(format!("{:.2}", test.log_likelihood_ratio(&score)), "2.25");
/// assert_eq!(test.decision(&score), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
    model: EloModel,
}

/// How a test has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// It is `elo1`.
    H1,
}

/// The test makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// `elo0` must be less than `elo1`, and both finite.
    Bounds,
    /// The probabilities of errors must be above 0 and below ½.
    Probabilities,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bounds => "elo0 must be less than elo1",
            Self::Probabilities => "alpha and beta must be above 0 and below 0.5",
        })
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test that wrongly says [`Decision::H1`] with probability `alpha`, and
    /// wrongly [`Decision::H0`] with probability `beta`.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Bounds);
        }
        if ![alpha, beta].iter().all(|&error| error > 0.0 && error < 0.5) {
            return Err(SprtError::Probabilities);
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Self { elo0, elo1, lower, upper, model })
    }

    /// Where the logarithm of the ratio ends the test: below for
    /// [`Decision::H0`], above for [`Decision::H1`].
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The hypotheses.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// In which measure they are given.
    #[must_use]
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The logarithm of how much more likely `elo1` is than `elo0`. Pairs are
    /// looked at if there are any, otherwise games.
    #[must_use]
    pub fn log_likelihood_ratio(&self, score: &Score) -> f64 {
        let Some(seen) = score.regular_distribution() else { return 0.0 };
        let likely = |elo: f64| match self.model {
            EloModel::Logistic => likely_with_mean(&seen.shares, score_of_elo(elo)),
            EloModel::Normalized => {
                let t = elo / (800.0 / LN_10) * seen.games.sqrt();
                likely_with_t(&seen.shares, t)
            }
        };
        let (h0, h1) = (likely(self.elo0), likely(self.elo1));
        ratio(&seen, &h0, &h1)
    }

    /// How the test ends with this score, if it does.
    #[must_use]
    pub fn decision(&self, score: &Score) -> Option<Decision> {
        let ratio = self.log_likelihood_ratio(score);
        if ratio >= self.upper {
            Some(Decision::H1)
        } else if ratio <= self.lower {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

fn ratio(seen: &Distribution, h0: &[(f64, f64)], h1: &[(f64, f64)]) -> f64 {
    let terms = seen.shares.iter().zip(h0).zip(h1);
    let mean: f64 = terms.map(|((seen, h0), h1)| seen.1 * (h1.1 / h0.1).ln()).sum();
    seen.units * mean
}

/// The most likely distribution behind the one seen whose mean is `mean`.
///
/// With a Lagrange multiplier its shares are `p / (1 + x (a - mean))`, where `x`
/// makes the mean right; the sum that must vanish falls as `x` grows.
fn likely_with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let least = seen.iter().map(|(a, _)| *a).fold(f64::INFINITY, f64::min);
    let most = seen.iter().map(|(a, _)| *a).fold(f64::NEG_INFINITY, f64::max);
    if !(least < mean && mean < most) {
        return seen.to_vec();
    }
    // Between these every share is positive.
    let (mut low, mut high) = (-1.0 / (most - mean), -1.0 / (least - mean));
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        if x <= low || x >= high {
            break;
        }
        let sum: f64 = seen.iter().map(|(a, p)| p * (a - mean) / (1.0 + x * (a - mean))).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    seen.iter().map(|&(a, p)| (a, p / (1.0 + x * (a - mean)))).collect()
}

/// The most likely distribution behind the one seen whose mean is `t` standard
/// deviations above ½.
///
/// The condition is not linear in the shares. It is replaced by its tangent at
/// the last distribution found, and that until nothing changes.
fn likely_with_t(seen: &[(f64, f64)], t: f64) -> Vec<(f64, f64)> {
    let even = 1.0 / seen.len().max(1) as f64;
    let mut found: Vec<(f64, f64)> = seen.iter().map(|&(a, _)| (a, even)).collect();
    for _ in 0..50 {
        let (mean, variance) = mean_and_variance(&found);
        let deviation = variance.sqrt();
        let tangent: Vec<(f64, f64)> = seen
            .iter()
            .map(|&(a, p)| {
                let distance = (mean - a) / deviation;
                (a - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0, p)
            })
            .collect();
        let next = likely_with_mean(&tangent, 0.0);
        let change = next.iter().zip(&found).map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max);
        for (share, (_, p)) in found.iter_mut().zip(next) {
            share.1 = p;
        }
        if change < 1e-12 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(score: Score, elo0: f64, elo1: f64, model: EloModel) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().log_likelihood_ratio(&score)
    }

    #[track_caller]
    fn near(found: f64, published: f64) {
        assert!((found - published).abs() < 0.0101, "{found} is not {published}");
    }

    /// Values from fastchess' own tests of its SPRT.
    #[test]
    fn ratios_are_as_fastchess_publishes_them() {
        use EloModel::{Logistic, Normalized};
        near(ratio(Score::of_games(36433, 68692, 36027), 0.0, 2.0, Normalized), 0.92);
        near(ratio(Score::of_games(10871, 20431, 10650), -1.75, 0.25, Normalized), 2.30);
        near(ratio(Score::of_games(21404, 40708, 21184), 0.5, 2.5, Logistic), -1.57);
        near(ratio(Score::of_games(57433, 106_593, 57030), 0.0, 2.0, Logistic), -2.59);
        let cases = [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ];
        for (pairs, elo0, elo1, model, published) in cases {
            near(ratio(Score::of_pairs(pairs), elo0, elo1, model), published);
        }
    }

    /// Tests that engine authors have published with all their numbers.
    #[test]
    fn ratios_are_as_in_published_tests() {
        use EloModel::Normalized;
        let cases = [
            ([352, 579, 1264, 743, 464], 9.0, 16.0, 4.60),
            ([1, 11, 47, 25, 16], 0.0, 10.0, 1.71),
            ([1, 15, 25, 33, 26], 0.0, 10.0, 2.19),
            ([1, 24, 42, 25, 8], 0.0, 10.0, 0.60),
            ([2, 23, 32, 35, 8], 0.0, 10.0, 0.92),
            ([0, 0, 1, 8, 1], 0.0, 50.0, 1.24),
        ];
        for (pairs, elo0, elo1, published) in cases {
            near(ratio(Score::of_pairs(pairs), elo0, elo1, Normalized), published);
        }
    }

    #[test]
    fn bounds_follow_from_the_errors_allowed() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
        let (lower, upper) = test.bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
        for (elo0, elo1, alpha) in [(5.0, 0.0, 0.05), (0.0, f64::NAN, 0.05), (0.0, 5.0, 0.5)] {
            assert!(Sprt::new(elo0, elo1, alpha, 0.05, EloModel::Logistic).is_err());
        }
    }

    #[test]
    fn extreme_scores_decide_and_never_break() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let test = Sprt::new(0.0, 5.0, 0.05, 0.05, model).unwrap();
            assert_eq!(test.log_likelihood_ratio(&Score::default()), 0.0);
            let won = Score::of_pairs([0, 0, 0, 0, 5000]);
            assert_eq!(test.decision(&won), Some(Decision::H1), "{model:?}");
            assert_eq!(test.decision(&won.flip()), Some(Decision::H0), "{model:?}");
            for pairs in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1, 0, 0], [1, 0, 0, 0, 1]] {
                assert!(test.log_likelihood_ratio(&Score::of_pairs(pairs)).is_finite());
            }
        }
    }

    /// The test is wrong about as seldom as it promises: the same two players,
    /// many times over.
    #[test]
    fn equal_players_seldom_pass() {
        let test = Sprt::new(0.0, 30.0, 0.05, 0.05, EloModel::Normalized).unwrap();
        let mut random = erawan_engine::Random::new(3);
        let mut passed = 0;
        for _ in 0..400 {
            let mut pairs = [0; 5];
            let decision = loop {
                let pair = [0, 1, 1, 2, 2, 2, 2, 3, 3, 4][random.below(10)];
                pairs[pair] += 1;
                if let Some(decision) = test.decision(&Score::of_pairs(pairs)) {
                    break decision;
                }
            };
            passed += usize::from(decision == Decision::H1);
        }
        assert!((5..=35).contains(&passed), "{passed} of 400 passed");
    }
}
