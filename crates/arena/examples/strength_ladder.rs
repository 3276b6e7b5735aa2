//! Plays each level of strength against the one 200 below.
//!
//! ```text
//! cargo run --release -p erawan-arena --example strength_ladder -- chess 100 500 1500
//! ```
//!
//! The words are the game, how many games each step has, and the lowest and the
//! highest level. Each opening is played twice, with colours changed; two games
//! run at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use erawan_arena::{OpeningSettings, RandomOpenings};
use erawan_board::{Color, Game, Position, Variant, with_rules};
use erawan_engine::strength::Strength;
use erawan_engine::{Engine, Limits, Playable};

const MAX_PLIES: usize = 400;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: i32| {
        words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default)
    };
    let (games, low, high) = (number(1, 100), number(2, 500), number(3, 3000));
    match words.first().and_then(|name| Variant::from_name(name)) {
        Some(game) => with_rules!(game, R => climb::<R>(games.max(2) as usize, low, high)),
        None => eprintln!("give a game, games for each step, lowest and highest level"),
    }
}

fn climb<R: Playable>(games: usize, low: i32, high: i32) {
    let mut level = low.max(Strength::MIN) + 200;
    while level <= high.min(Strength::MAX) {
        let [wins, draws, losses] = step::<R>(games, level, level - 200);
        let score = (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses).max(1) as f64;
        let percent = 100.0 * score;
        let below = level - 200;
        println!("{level} against {below}: +{wins} ={draws} -{losses}, {percent:.1} %");
        // The last step may be a shorter one: 3000 is measured against 2800.
        level = if level < Strength::MAX && level + 200 > Strength::MAX {
            Strength::MAX
        } else {
            level + 200
        };
    }
}

fn step<R: Playable>(games: usize, upper: i32, lower: i32) -> [usize; 3] {
    let starts: Vec<Game<R>> = match RandomOpenings::new(upper as u64) {
        Ok(mut openings) => (0..games.div_ceil(2))
            .map(|_| openings.next(&Position::startpos(), &OpeningSettings::of::<R>()))
            .collect(),
        Err(error) => {
            eprintln!("{error}");
            return [0; 3];
        }
    };
    let next = AtomicUsize::new(0);
    let results = Mutex::new([0; 3]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games {
                        return;
                    }
                    let color = Color::ALL[number % 2];
                    let Some(start) = starts.get(number / 2) else { return };
                    let winner = play(start.clone(), color, [upper, lower], number as u64);
                    let place = match winner {
                        Some(winner) if winner == color => 0,
                        None => 1,
                        Some(_) => 2,
                    };
                    if let Ok(mut results) = results.lock() {
                        results[place] += 1;
                    }
                }
            });
        }
    });
    results.into_inner().unwrap_or_default()
}

/// The winner, if any. `color` is the stronger side's.
fn play<R: Playable>(
    mut game: Game<R>,
    color: Color,
    levels: [i32; 2],
    seed: u64,
) -> Option<Color> {
    let mut engines = [Engine::new(4).ok()?, Engine::new(4).ok()?];
    while game.outcome().is_none() && game.claim().is_none() && game.moves().len() < MAX_PLIES {
        let player = usize::from(game.position().turn() != color);
        let strength = Strength::new(levels[player]);
        let seed = seed * 2 + player as u64 + 1;
        let found = strength.search(&mut engines[player], &game, &Limits::default(), seed, |_| ());
        game.play(found.best?).ok()?;
    }
    game.outcome()?.winner()
}
