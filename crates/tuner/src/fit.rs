//! Going down the slope.

use erawan_board::SplitMix64;
use erawan_engine::eval::COUNT;

use crate::model::{Goal, Numbers};
use crate::samples::Samples;

/// Samples to a step.
const BATCH: usize = 16_384;
/// The first and the last step, in centipawns.
const STEPS: (f32, f32) = (1.0, 0.02);
/// How far results of single games are from what was to be expected (a
/// variance), and how many positions tell as much as one that is independent
/// of the others: those of a game share their result.
const NOISE: f32 = 0.15;
const SHARED: f32 = 8.0;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) goal: Goal,
    pub(crate) epochs: usize,
    pub(crate) threads: usize,
    /// How far a number is expected to be from where it was, in centipawns.
    /// Numbers that are seldom used stay close to it.
    pub(crate) trust: f32,
}

/// Adam (Kingma and Ba, 2014) in batches, pulled back to the numbers it began
/// with.
pub(crate) fn fit(
    samples: &Samples,
    before: &Numbers,
    plan: &Plan,
    mut on_epoch: impl FnMut(usize, &Numbers),
) -> Numbers {
    let mut numbers = before.clone();
    let (mut mean, mut square) = (vec![[0.0f32; 2]; COUNT], vec![[0.0f32; 2]; COUNT]);
    let mut order: Vec<u32> = (0..samples.list.len() as u32).collect();
    let pull = 2.0 * NOISE * SHARED / (samples.list.len().max(1) as f32 * plan.trust * plan.trust);
    let all = plan.epochs * order.len().div_ceil(BATCH).max(1);
    let mut step = 0;
    let mut random = SplitMix64::new(1);
    for epoch in 1..=plan.epochs {
        shuffle(&mut order, &mut random);
        for batch in order.chunks(BATCH) {
            let slope = slope(samples, batch, &numbers, plan);
            let done = step as f32 / all as f32;
            let rate =
                STEPS.1 + (STEPS.0 - STEPS.1) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            step += 1;
            for place in 0..COUNT {
                for phase in 0..2 {
                    let away = numbers[place][phase] - before[place][phase];
                    let slope = slope[place][phase] + pull * away;
                    let mean = &mut mean[place][phase];
                    let square = &mut square[place][phase];
                    *mean += 0.1 * (slope - *mean);
                    *square += 0.001 * (slope * slope - *square);
                    if *square > 0.0 {
                        let unbiased = *mean / (1.0 - 0.9f32.powi(step.min(1000)));
                        let spread = (*square / (1.0 - 0.999f32.powi(step.min(20_000)))).sqrt();
                        numbers[place][phase] -= rate * unbiased / (spread + 1e-9);
                    }
                }
            }
        }
        on_epoch(epoch, &numbers);
    }
    numbers
}

/// The slope of a batch, on all threads.
fn slope(samples: &Samples, batch: &[u32], numbers: &Numbers, plan: &Plan) -> Numbers {
    let part = batch.len().div_ceil(plan.threads.max(1)).max(1);
    let parts: Vec<(usize, Numbers)> = std::thread::scope(|scope| {
        let running: Vec<_> = batch
            .chunks(part)
            .map(|part| scope.spawn(move || (part.len(), plan.goal.slope(samples, part, numbers))))
            .collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let mut total = vec![[0.0; 2]; COUNT];
    for (length, slope) in parts {
        let share = length as f32 / batch.len() as f32;
        for (to, from) in total.iter_mut().zip(slope) {
            to[0] += share * from[0];
            to[1] += share * from[1];
        }
    }
    total
}

fn shuffle(order: &mut [u32], random: &mut SplitMix64) {
    for i in (1..order.len()).rev() {
        order.swap(i, random.next_u64() as usize % (i + 1));
    }
}
