//! Simultaneous perturbation stochastic approximation (Spall 1992): all numbers
//! are moved at once, each up or down by the toss of a coin, and one pair of
//! games tells whether that way or the opposite way is better.
//!
//! The gains are those of the literature and of fishtest: the step of a number
//! at iteration k is c / k^0.101, and what is learnt from it shrinks with
//! (A + k)^0.602, with A a tenth of all iterations.

use erawan_engine::Random;

/// How fast what is learnt shrinks.
const ALPHA: f64 = 0.602;
/// How fast the steps shrink.
const GAMMA: f64 = 0.101;
/// The share of iterations during which learning is held back.
const STABILITY: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// Its name in the table of the engine's parameters.
    pub name: String,
    /// Where it starts.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// How far it is moved from its place at the last iteration.
    pub step: f64,
}

/// What to try: two sets of values, opposite each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trial {
    /// Up or down for each number.
    directions: Vec<bool>,
    pub(crate) plus: Vec<i32>,
    pub(crate) minus: Vec<i32>,
}

/// The numbers on their way.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spsa {
    tuned: Vec<Tuned>,
    iterations: f64,
    /// The learning rate at the last iteration: how many steps a number moves
    /// for each point of difference.
    rate: f64,
    pub(crate) values: Vec<f64>,
}

impl Spsa {
    pub(crate) fn new(tuned: Vec<Tuned>, iterations: u64, rate: f64) -> Self {
        let values = tuned.iter().map(|number| number.start).collect();
        Self { tuned, iterations: iterations.max(1) as f64, rate, values }
    }

    /// How far a number is moved at an iteration, counted from 0.
    fn step(&self, number: &Tuned, iteration: u64) -> f64 {
        number.step * (self.iterations / (iteration as f64 + 1.0)).powf(GAMMA)
    }

    /// What to try at an iteration. It depends on nothing but the values, the
    /// iteration and the seed.
    pub(crate) fn trial(&self, iteration: u64, seed: u64) -> Trial {
        let mut random = Random::new(seed ^ iteration.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let mut trial = Trial { directions: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (number, &value) in self.tuned.iter().zip(&self.values) {
            let up = random.next_u64() >> 63 == 1;
            let step = if up { 1.0 } else { -1.0 } * self.step(number, iteration);
            // The same fraction on both sides: rounding favours neither, and on
            // average it changes nothing.
            let fraction = random.unit();
            let round = |x: f64| (x.clamp(number.min, number.max) + fraction).floor();
            let limit = |x: f64| x.clamp(number.min, number.max) as i32;
            trial.directions.push(up);
            trial.plus.push(limit(round(value + step)));
            trial.minus.push(limit(round(value - step)));
        }
        trial
    }

    /// Learns from a trial: `difference` is what the values of `plus` scored
    /// more than those of `minus`, in points.
    pub(crate) fn learn(&mut self, iteration: u64, trial: &Trial, difference: f64) {
        let stability = STABILITY * self.iterations;
        let gain = (stability + self.iterations) / (stability + iteration as f64 + 1.0);
        let gain = gain.powf(ALPHA);
        for (i, number) in self.tuned.iter().enumerate() {
            let step = self.step(number, iteration);
            // a / c, where a = rate * c² at the end.
            let rate = self.rate * number.step * number.step * gain / step;
            let sign = if trial.directions.get(i) == Some(&true) { 1.0 } else { -1.0 };
            if let Some(value) = self.values.get_mut(i) {
                *value = (*value + sign * rate * difference).clamp(number.min, number.max);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, start: f64) -> Tuned {
        Tuned { name: name.into(), start, min: 0.0, max: 200.0, step: 8.0 }
    }

    /// Two numbers whose best values are 150 and 40: what a pair scores depends
    /// on the distance, with noise as games have it.
    #[test]
    fn the_best_values_are_approached() {
        let iterations = 20_000;
        let tuned = vec![number("a", 60.0), number("b", 100.0)];
        let mut spsa = Spsa::new(tuned, iterations, 0.02);
        let loss = |values: &[i32]| {
            let [a, b] = values else { panic!() };
            f64::from((a - 150).pow(2) + (b - 40).pow(2)) / 10_000.0
        };
        let mut noise = Random::new(5);
        for iteration in 0..iterations {
            let trial = spsa.trial(iteration, 1);
            let chance = 0.5 + (loss(&trial.minus) - loss(&trial.plus)) / 2.0;
            let difference = if noise.unit() < chance { 1.0 } else { -1.0 };
            spsa.learn(iteration, &trial, difference);
        }
        assert!((spsa.values[0] - 150.0).abs() < 10.0, "{:?}", spsa.values);
        assert!((spsa.values[1] - 40.0).abs() < 10.0, "{:?}", spsa.values);
    }

    #[test]
    fn trials_stay_in_range_and_depend_on_the_seed_alone() {
        let spsa = Spsa::new(vec![number("a", 1.0), number("b", 199.5)], 100, 0.1);
        assert_eq!(spsa.trial(7, 3), spsa.trial(7, 3));
        assert_ne!(spsa.trial(7, 3).plus, spsa.trial(8, 3).plus);
        for iteration in 0..200 {
            let trial = spsa.trial(iteration, 9);
            let all = trial.plus.iter().chain(&trial.minus);
            assert!(all.clone().all(|value| (0..=200).contains(value)), "{trial:?}");
        }
    }

    /// At the last iteration a win of two points moves a number by as much as
    /// was asked for.
    #[test]
    fn the_rate_is_that_of_the_last_iteration() {
        let mut spsa = Spsa::new(vec![number("a", 100.0)], 1000, 0.25);
        let trial = spsa.trial(999, 1);
        spsa.learn(999, &trial, 2.0);
        assert!(((spsa.values[0] - 100.0).abs() - 0.25 * 8.0 * 2.0).abs() < 1e-9);
    }
}
