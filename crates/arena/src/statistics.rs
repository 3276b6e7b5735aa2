//! What results say about strength.
//!
//! Games are played in pairs from one opening with colours swapped, and the two
//! games of a pair are not independent: an opening that favours White gives one
//! win to each. So the unit is the pair, with five possible scores: 0, ½, 1, 1½
//! and 2 (the *pentanomial* model). Only games outside of pairs are looked at
//! one by one.
//!
//! The formulas are those of Michel Van den Bergh, "Comments on Normalized Elo"
//! (2020), as fishtest and other test benches use them.

use std::f64::consts::{LN_10, SQRT_2};
use std::ops::AddAssign;

/// The two-sided 95 % point of the normal distribution.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// The result of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Points {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl Points {
    /// In half points.
    #[must_use]
    pub fn halves(self) -> usize {
        self as usize
    }

    /// The same for the opponent.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Wins, draws and losses, and pairs by their score, for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// The two-sided 95 % points of Student's distribution, from one degree of
/// freedom on. With so few units the normal distribution promises too much.
const STUDENT: [f64; 8] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306];

/// A value and how far it may be off, at 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value; infinite if all was won, or all lost.
    pub value: f64,
    /// Half the width of its interval; infinite if one end of that is.
    pub error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Possible scores of a unit and how often each was seen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Distribution {
    /// The score, from 0 to 1, and the share of units that had it.
    pub(crate) shares: Vec<(f64, f64)>,
    /// How many units there are.
    pub(crate) units: f64,
    /// How many games make a unit.
    pub(crate) games: f64,
}

impl Distribution {
    fn new(counts: &[u64], games: f64) -> Option<Self> {
        let units = counts.iter().sum::<u64>() as f64;
        if units == 0.0 {
            return None;
        }
        let last = (counts.len() - 1) as f64;
        let share = |(i, &count): (usize, &u64)| (i as f64 / last, count as f64 / units);
        Some(Self { shares: counts.iter().enumerate().map(share).collect(), units, games })
    }

    pub(crate) fn mean_and_variance(&self) -> (f64, f64) {
        mean_and_variance(&self.shares)
    }

    /// How many deviations of the mean make the interval.
    fn confidence(&self) -> f64 {
        let freedom = self.units as usize - 1;
        match freedom.checked_sub(1).and_then(|index| STUDENT.get(index)) {
            Some(point) => point * (self.units / freedom as f64).sqrt(),
            None => CONFIDENCE,
        }
    }

    /// The interval of the mean.
    fn interval(&self) -> (f64, f64) {
        let (mean, variance) = self.mean_and_variance();
        if variance > 0.0 {
            let error = self.confidence() * (variance / self.units).sqrt();
            return (mean - error, mean + error);
        }
        // All units had one score. How often others come, which were not seen,
        // is only known to be below this; they may be the worst or the best.
        let others = 1.0 - 0.025f64.powf(1.0 / self.units);
        let rest = mean * (1.0 - others);
        (rest, rest + others)
    }
}

pub(crate) fn mean_and_variance(shares: &[(f64, f64)]) -> (f64, f64) {
    let mean: f64 = shares.iter().map(|(score, share)| score * share).sum();
    let variance = shares.iter().map(|(score, share)| share * (score - mean).powi(2)).sum();
    (mean, variance)
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (a, b) in self.pairs.iter_mut().zip(other.pairs) {
            *a += b;
        }
    }
}

impl Score {
    /// Wins, draws and losses of games that are not in pairs.
    #[must_use]
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses, pairs: [0; 5] }
    }

    /// Pairs with 0, ½, 1, 1½ and 2 points. How many of the games were won is
    /// not known from that; a pair with 1 point counts as two draws.
    #[must_use]
    pub fn of_pairs(pairs: [u64; 5]) -> Self {
        let [none, half, one, more, two] = pairs;
        let (wins, losses) = (2 * two + more, 2 * none + half);
        Self { wins, draws: half + 2 * one + more, losses, pairs }
    }

    /// Adds a game.
    pub fn add_game(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Adds a pair whose games have been added before.
    pub fn add_pair(&mut self, first: Points, second: Points) {
        if let Some(count) = self.pairs.get_mut(first.halves() + second.halves()) {
            *count += 1;
        }
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win and half of one for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same from the opponent's side.
    #[must_use]
    pub fn flip(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// The pairs if there are any, otherwise the games.
    pub(crate) fn distribution(&self) -> Option<Distribution> {
        Distribution::new(&self.pairs, 2.0)
            .or_else(|| Distribution::new(&[self.losses, self.draws, self.wins], 1.0))
    }

    /// The same with a little of what never happened, so that nothing is
    /// impossible.
    pub(crate) fn regular_distribution(&self) -> Option<Distribution> {
        let mut distribution = self.distribution()?;
        let units = distribution.units;
        for (_, share) in &mut distribution.shares {
            *share = share.max(1e-3 / units);
        }
        let total: f64 = distribution.shares.iter().map(|(_, share)| share).sum();
        distribution.shares.iter_mut().for_each(|(_, share)| *share /= total);
        distribution.units = units * total;
        Some(distribution)
    }

    /// The difference in Elo. Infinite if all games were won, or all lost; one
    /// end of the interval is finite even then.
    ///
    /// ```
    /// use erawan_arena::statistics::Score;
    /// let elo = Score::of_games(136, 111, 96).elo().unwrap();
    /// assert_eq!(format!("{:.2} +/- {:.2}", elo.value, elo.error), "40.70 +/- 30.43");
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let distribution = self.distribution()?;
        let (low, high) = distribution.interval();
        let (low, high) = (elo_of_score(low), elo_of_score(high));
        let value = elo_of_score(distribution.mean_and_variance().0);
        Some(Estimate { value, error: (high - low) / 2.0, low, high })
    }

    /// The difference in normalised Elo: in units of the noise of a game, so
    /// that what it takes to measure a difference depends on nothing else. None
    /// as long as all went the same way: then nothing is known of the noise.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let distribution = self.distribution()?;
        let (mean, variance) = distribution.mean_and_variance();
        if variance <= 0.0 {
            return None;
        }
        let deviation = (variance * distribution.games).sqrt();
        let scale = 800.0 / LN_10;
        let value = (mean - 0.5) / deviation * scale;
        let games = distribution.units * distribution.games;
        let error = distribution.confidence() * scale / games.sqrt();
        Some(Estimate { value, error, low: value - error, high: value + error })
    }

    /// How likely it is that the player is stronger than its opponent.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let distribution = self.distribution()?;
        let (mean, variance) = distribution.mean_and_variance();
        if mean == 0.5 {
            return Some(0.5);
        }
        if variance <= 0.0 {
            // Before anything was played, any chance of this score was as
            // likely as any other.
            let doubt = 0.5f64.powf(distribution.units + 1.0);
            return Some(if mean > 0.5 { 1.0 - doubt } else { doubt });
        }
        let deviation = (variance / distribution.units).sqrt();
        Some(normal((mean - 0.5) / deviation))
    }
}

/// The score that a difference in Elo leads one to expect.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo behind a score between 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The share of a normal distribution below `x`.
fn normal(x: f64) -> f64 {
    if x < 0.0 { 0.5 * erfc(-x / SQRT_2) } else { 1.0 - 0.5 * erfc(x / SQRT_2) }
}

/// The complementary error function of a number that is not negative.
fn erfc(x: f64) -> f64 {
    if x < 2.0 {
        // The series converges quickly near zero.
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
            if term.abs() < 1e-17 {
                break;
            }
        }
        1.0 - sum * std::f64::consts::FRAC_2_SQRT_PI
    } else {
        // The continued fraction does so far from it.
        let mut fraction = x;
        for n in (1..=120).rev() {
            fraction = x + f64::from(n) / 2.0 / fraction;
        }
        (-x * x).exp() / (fraction * std::f64::consts::PI.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, published: f64) {
        // What was published is rounded, or compared with 1 % to spare.
        let tolerance = 0.006f64.max(published.abs() * 1e-3);
        assert!((found - published).abs() <= tolerance, "{found} is not {published}");
    }

    /// Values from fastchess' own tests of its Elo models.
    #[test]
    fn elo_is_as_fastchess_publishes_it() {
        let score = Score::of_games(76, 123, 89);
        near(score.normalized_elo().unwrap().value, -20.76);
        near(score.normalized_elo().unwrap().error, 40.13);
        near(100.0 * score.likelihood_of_superiority().unwrap(), 15.53);
        let score = Score::of_games(136, 111, 96);
        near(score.normalized_elo().unwrap().value, 49.77);
        near(score.elo().unwrap().value, 40.70);
        near(score.elo().unwrap().error, 30.43);
        near(100.0 * score.likelihood_of_superiority().unwrap(), 99.60);
        near(Score::of_games(34, 0, 356).normalized_elo().unwrap().value, -508.44);

        let cases = [
            ([34, 54, 63, 64, 75], (57.94, 28.28), (55.58, 27.65)),
            ([332, 433, 498, 333, 334], (-9.17, 10.96), (-8.64, 10.33)),
            ([7895, 8757, 5685, 568, 9999], (-19.01, 2.65), (-21.04, 2.95)),
        ];
        for (pairs, normalized, elo) in cases {
            let score = Score::of_pairs(pairs);
            let found = score.normalized_elo().unwrap();
            near(found.value, normalized.0);
            near(found.error, normalized.1);
            let found = score.elo().unwrap();
            near(found.value, elo.0);
            near(found.error, elo.1);
        }
        let score = Score::of_pairs([332, 433, 498, 333, 334]);
        near(100.0 * score.likelihood_of_superiority().unwrap(), 5.05);
    }

    /// Results of matches that others have published with all their numbers.
    #[test]
    fn elo_is_as_in_published_matches() {
        let cases = [
            ([1, 10, 78, 48, 13], (72.85, 22.33), (132.30, 39.32)),
            ([352, 579, 1264, 743, 464], (19.83, 6.77), (24.25, 8.26)),
            ([1, 11, 47, 25, 16], (77.71, 33.03), (117.50, 48.15)),
            ([1, 24, 42, 25, 8], (26.11, 31.23), (40.51, 48.15)),
            ([0, 0, 1, 8, 1], (190.85, 65.54), (549.34, 152.27)),
        ];
        for (pairs, elo, normalized) in cases {
            let score = Score::of_pairs(pairs);
            let (found, other) = (score.elo().unwrap(), score.normalized_elo().unwrap());
            near(found.value, elo.0);
            near(found.error, elo.1);
            near(other.value, normalized.0);
            near(other.error, normalized.1);
        }
    }

    #[test]
    fn the_error_function_is_that_of_the_tables() {
        for (x, value) in [
            (0.0, 1.0),
            (0.5, 0.479_500_122_186_953_5),
            (1.0, 0.157_299_207_050_285_1),
            (2.0, 0.004_677_734_981_047_266),
            (3.0, 2.209_049_699_858_544e-5),
            (5.0, 1.537_459_794_428_035e-12),
        ] {
            assert!((erfc(x) - value).abs() <= 1e-12 * f64::max(value, 1e-3), "{x}");
        }
    }

    #[test]
    fn one_sided_and_empty_results_have_no_nonsense() {
        assert_eq!(Score::default().elo(), None);
        assert_eq!(Score::default().likelihood_of_superiority(), None);
        // Ten pairs won: others came in less than 31 % of all, for
        // 0.692 to the tenth is 0.025. Losing those would leave 69 %.
        let won = Score::of_pairs([0, 0, 0, 0, 10]);
        let elo = won.elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        near(elo.low, 140.18);
        near(won.flip().elo().unwrap().high, -elo.low);
        assert_eq!(won.normalized_elo(), None);
        near(won.likelihood_of_superiority().unwrap(), 1.0 - 1.0 / 2048.0);
        let drawn = Score::of_pairs([0, 0, 10, 0, 0]);
        let elo = drawn.elo().unwrap();
        assert_eq!(elo.value, 0.0);
        assert!(elo.error > 50.0 && elo.error < 200.0, "{elo:?}");
        assert_eq!(drawn.normalized_elo(), None);
        assert_eq!(drawn.likelihood_of_superiority(), Some(0.5));
        for pairs in [[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]] {
            let (one, other) = (Score::of_pairs(pairs), Score::of_pairs(pairs).flip());
            assert!((one.elo().unwrap().value + other.elo().unwrap().value).abs() < 1e-9);
        }
    }

    /// A few games say little, and more of them say more.
    #[test]
    fn few_games_have_wide_intervals() {
        // Three pairs of one and a half points: no noise was seen, but nobody
        // may conclude that there is none.
        let three = Score::of_pairs([0, 0, 0, 3, 0]).elo().unwrap();
        near(three.value, 190.85);
        assert!(three.low < 0.0 && three.error > 200.0, "{three:?}");
        // Two units: Student's point is 12.7.
        let two = Score::of_pairs([0, 0, 1, 1, 0]).elo().unwrap();
        assert_eq!(two.error, f64::INFINITY);
        let errors = [2, 4, 8, 10, 20, 1000].map(|count| {
            let score = Score::of_pairs([0, count / 2, 0, count / 2, 0]);
            score.normalized_elo().unwrap().error
        });
        assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
    }
}
