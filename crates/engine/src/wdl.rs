//! What a score means: the chances to win, draw and lose.
//!
//! The chance to win with a score `v` is `1 / (1 + exp((a - v) / b))`: `a` is
//! the score that wins every second game, `b` says how sharply chances rise
//! around it. Both are polynomials of the material on the board, for a pawn
//! more means less when all pieces are there. The coefficients are fitted to
//! the engine's own games ([`fit`]; the example `fit_wdl` reads them from PGN).
//!
//! Scores shown to people are divided by `a`, so that 100 centipawns always
//! mean a chance of one half to win. Moves are not judged by them: for reviews
//! there is [`measure`](crate::measure), which says why.

use erawan_board::{Position, Role};

use crate::games::Playable;
use crate::score::{Score, scaled};

/// Chances in thousandths for the side a score is given for. They add up to
/// 1000.
///
/// ```
/// use erawan_board::{Chess, Game};
/// use erawan_engine::{Engine, Limits};
/// let mut engine = Engine::new(1).unwrap();
/// let found = engine.search(&Game::<Chess>::new(), &Limits::depth(5), |info| {
///     let chances = info.chances;
///     assert_eq!(chances.win + chances.draw + chances.loss, 1000);
/// });
/// assert!(found.chances.win > found.chances.loss);
/// assert!((0.4..0.7).contains(&found.chances.expected()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chances {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Chances {
    /// A certain win.
    pub const WIN: Chances = Chances { win: 1000, draw: 0, loss: 0 };
    /// A certain draw.
    pub const DRAW: Chances = Chances { win: 0, draw: 1000, loss: 0 };
    /// A certain loss.
    pub const LOSS: Chances = Chances { win: 0, draw: 0, loss: 1000 };

    /// The points to expect of one: a draw is half a win.
    pub fn expected(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }

    /// The same chances, seen by the opponent.
    pub const fn reversed(self) -> Chances {
        Chances { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// The coefficients for a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score that wins every second game: coefficients of the powers of
    /// the material, from the zeroth.
    pub a: [f64; 4],
    /// The slope around it, likewise.
    pub b: [f64; 4],
}

/// Material where the polynomials are centred, and how much is one unit. So
/// their argument stays within about ±1, where powers do no harm.
const MIDDLE: f64 = 45.0;
const UNIT: f64 = 33.0;

/// What is on the board, both sides together: 78 at the start of chess, 64 at
/// the start of Makruk.
pub fn material<R: Playable>(position: &Position<R>) -> u32 {
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .zip(R::DESCRIPTION.material)
        .map(|(role, worth)| worth * position.by_role(role).len())
        .sum()
}

/// The argument of the polynomials.
fn argument(material: u32) -> f64 {
    (f64::from(material.clamp(12, 78)) - MIDDLE) / UNIT
}

fn polynomial(coefficients: &[f64; 4], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    /// The model of a game.
    pub fn of<R: Playable>() -> &'static Model {
        &R::DESCRIPTION.chances
    }

    /// The score that wins every second game.
    pub fn even_chance(&self, material: u32) -> f64 {
        // Whatever was fitted, more must stay more.
        polynomial(&self.a, argument(material)).clamp(20.0, 2000.0)
    }

    fn slope(&self, material: u32) -> f64 {
        polynomial(&self.b, argument(material)).clamp(5.0, 1000.0)
    }

    /// The chances to win and to lose, from 0 to 1.
    pub fn win_and_loss(&self, value: f64, material: u32) -> (f64, f64) {
        let (a, b) = (self.even_chance(material), self.slope(material));
        (logistic((value - a) / b), logistic((-value - a) / b))
    }

    /// The chances of a score in the engine's own centipawns.
    pub fn chances(&self, value: i32, material: u32) -> Chances {
        let (win, loss) = self.win_and_loss(f64::from(value), material);
        let thousandths = |chance: f64| (chance * 1000.0).round() as u16;
        let (win, loss) = (thousandths(win), thousandths(loss));
        Chances { win, draw: 1000u16.saturating_sub(win + loss), loss }
    }

    /// A score of the engine's own as it is shown: 100 wins every second game.
    pub fn displayed(&self, value: i32, material: u32) -> i32 {
        (f64::from(value) * 100.0 / self.even_chance(material)).round() as i32
    }

    /// The engine's own score of one that is shown.
    pub fn internal(&self, displayed: i32, material: u32) -> i32 {
        (f64::from(displayed) * self.even_chance(material) / 100.0).round() as i32
    }
}

/// The chances of a score.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_engine::{Score, wdl};
/// let start = Position::<Chess>::startpos();
/// let even = wdl::chances(Score::Centipawns(0), &start);
/// assert_eq!(even.win, even.loss);
/// assert_eq!(wdl::chances(Score::Mate(3), &start).win, 1000);
/// ```
pub fn chances<R: Playable>(score: Score, position: &Position<R>) -> Chances {
    match score {
        Score::Mate(moves) if moves > 0 => Chances::WIN,
        Score::Mate(_) => Chances::LOSS,
        Score::Centipawns(value) => Model::of::<R>().chances(value, material(position)),
    }
}

/// A score as it is shown: 100 centipawns win every second game. Mates stay,
/// and so do results from tables, which are beyond any evaluation.
pub fn displayed<R: Playable>(score: Score, position: &Position<R>) -> Score {
    scaled(score, |value| Model::of::<R>().displayed(value, material(position)))
}

/// How a game ended for the side a score was given for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// It won.
    Win,
    /// Nobody won.
    Draw,
    /// It lost.
    Loss,
}

/// A score from a game and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The score, in the engine's own centipawns.
    pub value: i32,
    /// The material on the board.
    pub material: u32,
    /// How the game ended.
    pub ending: Ending,
}

/// Samples with about the same score and the same material.
#[derive(Clone, Copy)]
struct Bin {
    value: f64,
    material: u32,
    /// Wins, draws, losses.
    counts: [f64; 3],
}

fn bins(samples: &[Sample]) -> Vec<Bin> {
    let mut counts = std::collections::BTreeMap::<(i32, u32), [f64; 3]>::new();
    for sample in samples {
        let bucket = (sample.value.clamp(-1500, 1500) + 2).div_euclid(5);
        let count = counts.entry((bucket, sample.material)).or_default();
        count[sample.ending as usize] += 1.0;
    }
    counts
        .into_iter()
        .map(|((bucket, material), counts)| Bin { value: f64::from(bucket * 5), material, counts })
        .collect()
}

/// How badly a model explains samples: the mean of minus the logarithm of the
/// chance it gave to what happened. Less is better.
pub fn surprise(model: &Model, samples: &[Sample]) -> f64 {
    let total: f64 = bins(samples).iter().map(|bin| loss(model, bin, &mut [0.0; 8])).sum();
    total / (samples.len() as f64).max(1.0)
}

/// Minus the logarithm of the likelihood of a bin; adds its slope in each
/// coefficient.
fn loss(model: &Model, bin: &Bin, slopes: &mut [f64; 8]) -> f64 {
    let (a, b) = (model.even_chance(bin.material), model.slope(bin.material));
    let (up, down) = ((bin.value - a) / b, (-bin.value - a) / b);
    let (win, lose) = (logistic(up), logistic(down));
    let least = 1e-9;
    let chances = [win.max(least), (1.0 - win - lose).max(least), lose.max(least)];
    let (win_slope, lose_slope) = (win * (1.0 - win) / b, lose * (1.0 - lose) / b);
    let [wins, draws, losses] = bin.counts;
    // By the chance to win and by that to lose.
    let by_win = -wins / chances[0] + draws / chances[1];
    let by_loss = -losses / chances[2] + draws / chances[1];
    let by_a = -by_win * win_slope - by_loss * lose_slope;
    let by_b = -by_win * win_slope * up - by_loss * lose_slope * down;
    let mut power = 1.0;
    for i in 0..4 {
        slopes[i] += by_a * power;
        slopes[i + 4] += by_b * power;
        power *= argument(bin.material);
    }
    -bin.counts.iter().zip(chances).map(|(count, chance)| count * chance.ln()).sum::<f64>()
}

/// The model with `terms` coefficients each that explains the samples best,
/// found downhill from `start` in `steps` steps; some thousands are plenty.
/// Where there are few samples, at the ends of the range of material, more
/// coefficients do harm.
pub fn fit(start: &Model, samples: &[Sample], terms: usize, steps: usize) -> Model {
    let bins = bins(samples);
    let mut model = *start;
    for unused in terms.min(4)..4 {
        (model.a[unused], model.b[unused]) = (0.0, 0.0);
    }
    // Adam: each coefficient has a pace of its own.
    let (mut mean, mut square) = ([0.0; 8], [0.0; 8]);
    for step in 1..=steps {
        let mut slopes = [0.0; 8];
        for bin in &bins {
            loss(&model, bin, &mut slopes);
        }
        let pace = 2.0 * (1.0 - step as f64 / (steps + 1) as f64);
        let power = i32::try_from(step).unwrap_or(i32::MAX);
        let (fade_mean, fade_square) = (1.0 - 0.9f64.powi(power), 1.0 - 0.999f64.powi(power));
        for i in (0..8).filter(|i| i % 4 < terms) {
            let slope = slopes[i] / (samples.len() as f64).max(1.0);
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            let stride = pace * (mean[i] / fade_mean) / ((square[i] / fade_square).sqrt() + 1e-12);
            let coefficient = if i < 4 { &mut model.a[i] } else { &mut model.b[i - 4] };
            *coefficient -= stride;
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use erawan_board::{Chess, Makruk};

    use super::*;
    use crate::random::Random;
    use crate::score::LEAST_TB_CENTIPAWNS;

    const MODELS: [&Model; 2] = [&Chess::DESCRIPTION.chances, &Makruk::DESCRIPTION.chances];

    #[test]
    fn chances_add_up_rise_with_the_score_and_mirror() {
        for model in MODELS {
            for material in 0..=110 {
                let mut last = model.chances(-40_000, material);
                for value in (-32_000..=32_000).step_by(7) {
                    let chances = model.chances(value, material);
                    let Chances { win, draw, loss } = chances;
                    assert_eq!(win + draw + loss, 1000, "{value} {material}");
                    assert!(win >= last.win && loss <= last.loss, "{value} {material}");
                    let mirrored = model.chances(-value, material);
                    assert_eq!((win, draw, loss), (mirrored.loss, mirrored.draw, mirrored.win));
                    last = chances;
                }
            }
        }
    }

    #[test]
    fn a_hundred_wins_every_second_game() {
        for model in MODELS {
            for material in 0..=110 {
                let value = model.internal(100, material);
                // Whole centipawns of ours are several of those that are shown.
                let step = (100.0 / model.even_chance(material)).ceil() as u32;
                assert!(model.displayed(value, material).abs_diff(100) <= step);
                assert!(model.chances(value, material).win.abs_diff(500) <= 3);
                assert_eq!(model.displayed(-value, material), -model.displayed(value, material));
            }
        }
    }

    #[test]
    fn mates_and_tables_are_not_scaled() {
        let start = Position::<Makruk>::startpos();
        assert_eq!(displayed(Score::Mate(-4), &start), Score::Mate(-4));
        assert_eq!(
            displayed(Score::Centipawns(LEAST_TB_CENTIPAWNS), &start),
            Score::Centipawns(LEAST_TB_CENTIPAWNS)
        );
        let Score::Centipawns(most) = displayed(Score::Centipawns(LEAST_TB_CENTIPAWNS - 1), &start)
        else {
            panic!("no mate");
        };
        assert!(most < LEAST_TB_CENTIPAWNS);
        assert_eq!(chances(Score::Mate(-1), &start).loss, 1000);
        assert_eq!(chances(Score::Mate(0), &start).loss, 1000);
        assert_eq!(material(&Position::<Chess>::startpos()), 78);
        assert_eq!(material(&start), 64);
    }

    #[test]
    fn a_fit_finds_the_model_that_made_the_games() {
        let truth = Model { a: [210.0, 60.0, -15.0, 5.0], b: [80.0, 20.0, 5.0, 0.0] };
        let mut random = Random::new(11);
        let samples: Vec<Sample> = (0..60_000)
            .map(|_| {
                let (value, material) =
                    (random.below(1200) as i32 - 600, 12 + random.below(67) as u32);
                let (win, loss) = truth.win_and_loss(f64::from(value), material);
                let ending = match random.unit() {
                    x if x < win => Ending::Win,
                    x if x < win + loss => Ending::Loss,
                    _ => Ending::Draw,
                };
                Sample { value, material, ending }
            })
            .collect();
        let start = Model { a: [150.0, 0.0, 0.0, 0.0], b: [100.0, 0.0, 0.0, 0.0] };
        let found = fit(&start, &samples, 4, 1500);
        assert!(surprise(&found, &samples) <= surprise(&truth, &samples));
        for material in [15, 30, 50, 75] {
            for value in [-300, -100, 0, 100, 300] {
                let (expected, _) = truth.win_and_loss(f64::from(value), material);
                let (win, _) = found.win_and_loss(f64::from(value), material);
                assert!((win - expected).abs() < 0.03, "{value} {material}: {win} {expected}");
            }
        }
    }
}
