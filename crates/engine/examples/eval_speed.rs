//! Evaluations and exchange evaluations per second, over positions of games
//! played at random from the start.
//!
//! `cargo run --release -p erawan-engine --example eval_speed`

use std::hint::black_box;
use std::time::{Duration, Instant};

use erawan_board::{Chess, Makruk, Move, Position, Rules};
use erawan_engine::Playable;
use erawan_engine::eval::{Evaluator, HandWritten};
use erawan_engine::see;
use erawan_testing::Random;

/// Positions from random games, always the same ones.
fn positions<R: Rules>(count: usize) -> Vec<Position<R>> {
    let mut random = Random::new(1);
    let mut positions = Vec::with_capacity(count);
    let mut position = Position::<R>::startpos();
    let mut ply = 0;
    while positions.len() < count {
        let moves = position.legal_moves();
        match moves.as_slice().get(random.below(moves.len().max(1))) {
            Some(&m) if ply < 80 => {
                position = position.play_unchecked(m);
                ply += 1;
                positions.push(position);
            }
            _ => {
                position = Position::startpos();
                ply = 0;
            }
        }
    }
    positions
}

/// Runs over everything again and again for a while; returns calls a second.
fn rate<T>(items: &[T], mut call: impl FnMut(&T) -> i32) -> f64 {
    let (start, mut calls) = (Instant::now(), 0u64);
    while start.elapsed() < Duration::from_secs(2) {
        for item in items {
            black_box(call(black_box(item)));
        }
        calls += items.len() as u64;
    }
    calls as f64 / start.elapsed().as_secs_f64()
}

fn measure<R: Playable>() {
    let positions = positions::<R>(4096);
    let moves: Vec<(usize, Move)> = positions
        .iter()
        .enumerate()
        .flat_map(|(i, position)| {
            let moves = position.legal_moves();
            moves.iter().copied().map(|m| (i, m)).collect::<Vec<_>>()
        })
        .collect();
    let evaluations = rate(&positions, |position| HandWritten.evaluate(position));
    let exchanges = rate(&moves, |&(i, m)| i32::from(see::at_least(&positions[i], m, 0)));
    println!(
        "{}: {:.2} million evaluations, {:.1} million exchanges a second",
        R::VARIANT,
        evaluations / 1e6,
        exchanges / 1e6
    );
}

fn main() {
    measure::<Chess>();
    measure::<Makruk>();
}
