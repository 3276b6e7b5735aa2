//! Evaluations per second of every kernel this processor can run, along random
//! games of chess: everything added up anew, and kept up to date.
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

type Ply = (Position<Chess>, Move, Position<Chess>);

/// Random games of 80 plies, always the same ones.
fn games(count: usize) -> Vec<Vec<Ply>> {
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut game = || {
        let mut position = Position::<Chess>::startpos();
        let mut plies = Vec::new();
        for _ in 0..80 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let moves = position.legal_moves();
            let pick = state as usize % moves.len().max(1);
            let Some(&m) = moves.as_slice().get(pick) else { break };
            let next = position.play(m);
            plies.push((position, m, next));
            position = next;
        }
        plies
    };
    (0..count).map(|_| game()).collect()
}

/// Runs over all games again and again; returns millions of plies a second.
fn rate(games: &[Vec<Ply>], time: Duration, mut run: impl FnMut(&[Ply])) -> f64 {
    let (start, mut plies) = (Instant::now(), 0);
    while start.elapsed() < time {
        for game in games {
            run(game);
            plies += game.len();
        }
    }
    plies as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1.0f64);
    let time = Duration::from_secs_f64(seconds.clamp(0.01, 60.0));
    let games = games(50);
    println!("million evaluations a second, 768 -> width x 2 -> 8");
    println!("{:>6}  {:<12} {:>9} {:>12}", "width", "kernel", "refreshed", "incremental");
    for hidden in [256, 512, 1024] {
        let architecture = Architecture::new(Variant::Chess, hidden);
        let network = match Network::random(architecture, 1) {
            Ok(network) => Arc::new(network),
            Err(error) => return eprintln!("{error}"),
        };
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
            let name = kernel.name();
            println!("{hidden:>6}  {name:<12} {refreshed:>9.2} {incremental:>12.2}");
        }
    }
}
