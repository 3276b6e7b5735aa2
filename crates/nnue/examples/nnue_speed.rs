//! Evaluations per second of every kernel this processor can run, along random
//! games of chess: everything added up anew, kept up to date, and what comes
//! after the accumulators alone.
//!
//! `cargo run --release -p erawan-nnue --example nnue_speed [SECONDS]`
//!
//! With the repository's settings the scalar kernel is compiled for the
//! machine and its loops are vectorised by the compiler; for a plain one put
//! `RUSTFLAGS="-C target-cpu=x86-64"` in front.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use erawan_board::{Chess, Move, Position, Variant};
use erawan_nnue::{Accumulators, Architecture, Kernel, Network};
use erawan_testing::Random;

type Ply = (Position<Chess>, Move, Position<Chess>);

/// Random games of 80 plies, always the same ones.
fn games(count: usize) -> Vec<Vec<Ply>> {
    let mut random = Random::new(1);
    let mut game = || {
        let mut position = Position::<Chess>::startpos();
        let mut plies = Vec::new();
        for _ in 0..80 {
            let moves = position.legal_moves();
            let pick = random.below(moves.len().max(1));
            let Some(&m) = moves.as_slice().get(pick) else { break };
            let next = position.play_unchecked(m);
            plies.push((position, m, next));
            position = next;
        }
        plies
    };
    (0..count).map(|_| game()).collect()
}

/// The time this thread has had a processor, so that others on the machine do
/// not count; where the system does not tell, the time of day.
fn processor_time(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Runs over all games again and again; returns millions of plies a second, in
/// the best of ten parts of the time.
fn rate(games: &[Vec<Ply>], time: Duration, mut run: impl FnMut(&[Ply])) -> f64 {
    let start = Instant::now();
    let mut best = 0.0f64;
    for _ in 0..10 {
        let (since, mut plies, mut taken) = (processor_time(start), 0, Duration::ZERO);
        while taken < time / 10 {
            for game in games {
                run(game);
                plies += game.len();
            }
            taken = processor_time(start).saturating_sub(since);
        }
        best = best.max(plies as f64 / taken.as_secs_f64() / 1e6);
    }
    best
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1.0f64);
    let time = Duration::from_secs_f64(seconds.clamp(0.01, 60.0));
    let games = games(50);
    // Kings on the first ranks have buckets of their own.
    let table = |buckets: usize| {
        std::array::from_fn(|square| (square / 16 * 4 + square % 4).min(buckets - 1) as u8)
    };
    let single = |hidden| Architecture::new(Variant::Chess, hidden);
    let layered = |hidden| Architecture::layered(Variant::Chess, hidden);
    let shapes = [
        single(256),
        single(512),
        single(1024),
        single(512).with_king_buckets(4, table(4)),
        layered(512).with_king_buckets(8, table(8)),
        layered(1024).with_king_buckets(8, table(8)),
        layered(1536).with_king_buckets(8, table(8)),
    ];
    println!("million evaluations a second");
    println!("{:<12} {:>9} {:>11} {:>9}", "kernel", "refreshed", "incremental", "output");
    for architecture in shapes {
        let network = match Network::random(architecture, 1) {
            Ok(network) => Arc::new(network),
            Err(error) => return eprintln!("{error}"),
        };
        println!("{architecture}");
        for kernel in Kernel::all() {
            let mut line = Accumulators::with_kernel(Arc::clone(&network), kernel);
            let refreshed = rate(&games, time, |game| {
                for (_, _, after) in game {
                    black_box(line.evaluate_afresh(black_box(after)));
                }
            });
            let incremental = rate(&games, time, |game| {
                for (before, m, after) in game {
                    line.push(before, *m);
                    black_box(line.evaluate(black_box(after)));
                }
                line.reset();
            });
            // The accumulators of a game's last ply are there; what is left is
            // what comes after them.
            let output = rate(&games, time, |game| {
                for (before, m, _) in game {
                    line.push(before, *m);
                }
                if let Some((_, _, last)) = game.last() {
                    for _ in game {
                        black_box(line.evaluate(black_box(last)));
                    }
                }
                line.reset();
            });
            let name = kernel.name();
            println!("{name:<12} {refreshed:>9.2} {incremental:>11.2} {output:>9.2}");
        }
    }
}
