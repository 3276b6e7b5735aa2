//! The evaluation as a function of its numbers, with its slope.

use erawan_engine::eval::{COUNT, Pair, Parameters, Term};

use crate::samples::{Sample, Samples, Use};

/// Twice as many numbers: middle game and end game.
pub(crate) type Numbers = Vec<[f32; 2]>;

/// Danger grows with its square up to here, as in the evaluation.
const MOST_DANGER: f32 = 2800.0;

pub(crate) fn numbers(parameters: &Parameters) -> Numbers {
    parameters.as_slice().iter().map(|pair| [pair.mg() as f32, pair.eg() as f32]).collect()
}

pub(crate) fn parameters(numbers: &Numbers) -> Parameters {
    let mut parameters = Parameters::ZERO;
    for (pair, &[mg, eg]) in parameters.as_mut_slice().iter_mut().zip(numbers) {
        *pair = Pair::new(mg.round() as i32, eg.round() as i32);
    }
    parameters
}

fn sum(uses: &[Use], numbers: &Numbers, phase: usize) -> f32 {
    uses.iter().map(|u| numbers[usize::from(u.place)][phase] * f32::from(u.count)).sum()
}

/// The danger for a king before it is cut off, and what its shelter is worth.
fn danger(danger: &[Use], shelter: &[Use], numbers: &Numbers) -> (f32, f32) {
    if danger.is_empty() {
        return (0.0, 0.0);
    }
    let worth = sum(shelter, numbers, 0);
    let lack = numbers[Term::DangerShelter.start()][0] * -worth / 8.0;
    (sum(danger, numbers, 0) + lack, worth)
}

/// The evaluation for White.
pub(crate) fn evaluate(samples: &Samples, sample: &Sample, numbers: &Numbers) -> f32 {
    let parts = samples.parts(sample);
    let [mut mg, mut eg] = [0, 1].map(|phase| sum(parts.linear, numbers, phase));
    for (color, sign) in [(0, -1.0), (1, 1.0)] {
        let (danger, _) = danger(parts.danger[color], parts.shelter[color], numbers);
        let danger = danger.clamp(0.0, MOST_DANGER);
        mg += sign * danger * danger / 4096.0;
        eg += sign * danger / 20.0;
    }
    sample.weights[0] * mg + sample.weights[1] * eg
}

/// Adds to `slope` how the evaluation changes with each number, `times` over.
fn add_slope(
    samples: &Samples,
    sample: &Sample,
    numbers: &Numbers,
    times: f32,
    slope: &mut Numbers,
) {
    let parts = samples.parts(sample);
    let weights = sample.weights.map(|weight| weight * times);
    for u in parts.linear {
        let to = &mut slope[usize::from(u.place)];
        to[0] += weights[0] * f32::from(u.count);
        to[1] += weights[1] * f32::from(u.count);
    }
    for (color, sign) in [(0, -1.0), (1, 1.0)] {
        let (danger, worth) = danger(parts.danger[color], parts.shelter[color], numbers);
        if danger <= 0.0 || danger >= MOST_DANGER {
            continue;
        }
        let by_danger = sign * (weights[0] * 2.0 * danger / 4096.0 + weights[1] / 20.0);
        for u in parts.danger[color] {
            slope[usize::from(u.place)][0] += by_danger * f32::from(u.count);
        }
        let place = Term::DangerShelter.start();
        slope[place][0] += by_danger * -worth / 8.0;
        for u in parts.shelter[color] {
            slope[usize::from(u.place)][0] +=
                by_danger * numbers[place][0] / -8.0 * f32::from(u.count);
        }
    }
}

/// How an evaluation becomes an expected result, and what it should be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The expected result is the sigmoid of the evaluation times this.
    pub(crate) steepness: f32,
    /// How much the result counts beside the score of the search.
    pub(crate) result_share: f32,
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Goal {
    fn target(&self, sample: &Sample) -> f32 {
        let by_score = sigmoid(self.steepness * f32::from(sample.score));
        self.result_share * sample.result + (1.0 - self.result_share) * by_score
    }

    /// The mean squared error.
    pub(crate) fn loss(&self, samples: &Samples, numbers: &Numbers) -> f64 {
        let sum: f64 = samples
            .list
            .iter()
            .map(|sample| {
                let expected = sigmoid(self.steepness * evaluate(samples, sample, numbers));
                f64::from(expected - self.target(sample)).powi(2)
            })
            .sum();
        sum / samples.list.len().max(1) as f64
    }

    /// The slope of the mean squared error over some samples.
    pub(crate) fn slope(&self, samples: &Samples, which: &[u32], numbers: &Numbers) -> Numbers {
        let mut slope = vec![[0.0; 2]; COUNT];
        for &i in which {
            let sample = &samples.list[i as usize];
            let expected = sigmoid(self.steepness * evaluate(samples, sample, numbers));
            let error = expected - self.target(sample);
            let times = 2.0 * error * expected * (1.0 - expected) * self.steepness;
            add_slope(samples, sample, numbers, times / which.len() as f32, &mut slope);
        }
        slope
    }

    /// The steepness with the least error of results alone.
    pub(crate) fn fit_steepness(samples: &Samples, numbers: &Numbers) -> f32 {
        let loss = |steepness| Goal { steepness, result_share: 1.0 }.loss(samples, numbers);
        // Golden section: the error has one valley.
        let (mut low, mut high) = (0.0005f32, 0.02f32);
        while high - low > 0.00005 {
            let third = (high - low) * 0.382;
            let (a, b) = (low + third, high - third);
            if loss(a) < loss(b) { high = b } else { low = a }
        }
        (low + high) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::Variant;
    use erawan_board::{Chess, Makruk};
    use erawan_engine::Engine;
    use erawan_engine::Playable;
    use erawan_engine::eval::trace;
    use erawan_selfplay::{GameResult, Openings, Settings, play, replay};

    fn samples<R: Playable>(openings: Openings) -> (Samples, Vec<i32>) {
        let mut engine = Engine::new(1).unwrap();
        let (mut samples, mut scores) = (Samples::default(), Vec::new());
        for number in 0..12 {
            let settings = Settings::new(openings, 60, 5);
            let game = play::<R>(&mut engine, &settings, number).unwrap();
            replay::<R>(&game, |moment| {
                let before = samples.list.len();
                samples.add(moment.position, moment.score, GameResult::Draw);
                if samples.list.len() > before {
                    scores.push(trace(moment.position).0);
                }
            })
            .unwrap();
        }
        (samples, scores)
    }

    /// The model is the engine's evaluation, but for rounding.
    fn agrees<R: Playable>(openings: Openings) {
        let (samples, scores) = samples::<R>(openings);
        let numbers = numbers(Parameters::of::<R>());
        assert!(scores.len() > 300);
        for (sample, &score) in samples.list.iter().zip(&scores) {
            let found = evaluate(&samples, sample, &numbers);
            // Danger is squared after rounding, which great scores feel.
            let rounding = 4.0 + 0.01 * (score as f32).abs();
            assert!((found - score as f32).abs() < rounding, "{found} instead of {score}");
        }
    }

    #[test]
    fn the_model_is_the_evaluation() {
        agrees::<Chess>(Openings::DoubleChess960);
        agrees::<Makruk>(Openings::Of(Variant::Makruk));
    }

    /// The slope against differences.
    #[test]
    fn the_slope_is_the_slope() {
        let (samples, _) = samples::<Chess>(Openings::Of(Variant::Chess));
        let mut numbers = numbers(Parameters::of::<Chess>());
        let goal = Goal { steepness: 0.004, result_share: 0.6 };
        let all: Vec<u32> = (0..samples.list.len() as u32).collect();
        let slope = goal.slope(&samples, &all, &numbers);
        let mut checked = 0;
        for place in 0..COUNT {
            for phase in 0..2 {
                let before = numbers[place][phase];
                numbers[place][phase] = before + 2.0;
                let above = goal.loss(&samples, &numbers);
                numbers[place][phase] = before - 2.0;
                let below = goal.loss(&samples, &numbers);
                numbers[place][phase] = before;
                let measured = (above - below) / 4.0;
                let found = f64::from(slope[place][phase]);
                let close = (measured - found).abs() < 2e-6 + 0.05 * measured.abs();
                assert!(close, "{place} {phase}: {found} instead of {measured}");
                checked += u32::from(measured.abs() > 1e-6);
            }
        }
        assert!(checked > 200, "{checked}");
    }
}
