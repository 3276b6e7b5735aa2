//! Endings of Makruk out of the tables, played by the engine against the best
//! there is: won ones must be won within the count, drawn ones held.
//!
//! `cargo run --release -p erawan-engine --example endings_suite -- FOLDER
//! [MILLISECONDS [POSITIONS [without]]]`: the engine has the tables itself,
//! unless it is to play without. The positions are the same each time. With tables
//! it is an error to spoil one.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use erawan_board::{Counting, Game, Makruk, Position, SplitMix64, Variant};
use erawan_endings::{Endings, Material, Outcome, RankedMove};
use erawan_engine::{Engine, Limits};
use erawan_notation::fen;

/// A win nearer than that, in plies, is no test.
const LEAST: u8 = 9;
/// The plies for which a draw has to be held.
const HELD: usize = 80;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let folder = words.first().ok_or("which folder has the tables?")?;
    let time = words.get(1).map_or(Ok(100), |word| word.parse())?;
    let positions: usize = words.get(2).map_or(Ok(200), |word| word.parse())?;
    let with_tables = words.get(3).is_none_or(|word| word != "without");
    let endings = Arc::new(Endings::open(folder));
    let suite = suite(&endings, positions);
    let threads = std::thread::available_parallelism()?.get();
    let (next, won, held) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let Ok(mut engine) = Engine::new(16) else { return };
                engine.set_endings(with_tables.then(|| Arc::clone(&endings)));
                let limits =
                    Limits { movetime: Some(Duration::from_millis(time)), ..Limits::default() };
                while let Some((goal, start)) = suite.get(next.fetch_add(1, Relaxed)) {
                    engine.clear();
                    let reached = play(&mut engine, &limits, &endings, start, *goal);
                    let total = if *goal == Outcome::Win { &won } else { &held };
                    total.fetch_add(usize::from(reached), Relaxed);
                    if !reached {
                        println!("{goal} spoilt: {}", fen::write(start));
                    }
                }
            });
        }
    });
    let wins = suite.iter().filter(|(goal, _)| *goal == Outcome::Win).count();
    let (won, held) = (won.into_inner(), held.into_inner());
    println!("won {won} of {wins}");
    println!("held {held} of {}", suite.len() - wins);
    if suite.len() < positions {
        return Err(format!("only {} positions of {positions} were found", suite.len()).into());
    }
    if with_tables && won + held < suite.len() {
        return Err("with tables nothing may be spoilt".into());
    }
    Ok(())
}

/// As many won positions as drawn ones.
fn suite(endings: &Endings, positions: usize) -> Vec<(Outcome, Position<Makruk>)> {
    let mut random = SplitMix64::new(20);
    let mut below = move |bound: usize| (random.next_u64() % bound as u64) as usize;
    let all = (2..=endings.max_men(Variant::Makruk)).flat_map(Material::all);
    let tables: Vec<Material> =
        all.filter(|&material| endings.has(Variant::Makruk, material)).collect();
    let mut suite = Vec::new();
    let mut tries = 0;
    while suite.len() < positions && tries < 50_000_000 && !tables.is_empty() {
        tries += 1;
        let table = tables[below(tables.len())];
        let goal = if suite.len() % 2 == 0 { Outcome::Win } else { Outcome::Draw };
        let Some(count) = count(endings, table, below(table.places()), &mut below) else {
            continue;
        };
        if is_a_test(endings, &count, goal) {
            suite.push((goal, count));
        }
    }
    suite
}

/// A position with a number that its count may have reached.
fn count(
    endings: &Endings,
    table: Material,
    place: usize,
    below: &mut impl FnMut(usize) -> usize,
) -> Option<Position<Makruk>> {
    let fresh = table.position::<Makruk>(place, Counting::NONE)?;
    let m = *fresh.legal_moves().iter().next()?;
    // What the rules count here, in a position after this one.
    let limit = fresh.play_unchecked(m).counting().limit();
    if limit == 0 {
        return Some(fresh);
    }
    let first = 2 * fresh.occupied().len() as usize;
    let ply = first + below(usize::from(limit).saturating_sub(first).max(1));
    let position = table.position::<Makruk>(place, Counting::new(limit, ply as u16))?;
    endings.probe(&position).ok().map(|_| position)
}

/// True if the goal can be reached, and missed.
fn is_a_test(endings: &Endings, position: &Position<Makruk>, goal: Outcome) -> bool {
    let Ok(ending) = endings.look_up(position) else { return false };
    let Ok(moves) = endings.rank(position) else { return false };
    let missed = moves.iter().filter(|found| found.outcome < goal).count();
    let is_far = goal == Outcome::Draw || ending.plies.is_some_and(|plies| plies >= LEAST);
    ending.outcome == goal && is_far && missed > 0
}

/// Plays a position out. The opponent has the tables.
fn play(
    engine: &mut Engine,
    limits: &Limits,
    endings: &Endings,
    start: &Position<Makruk>,
    goal: Outcome,
) -> bool {
    let us = start.turn();
    let mut game = Game::from_position(*start);
    while game.outcome().is_none() && (goal == Outcome::Win || game.moves().len() < HELD) {
        let position = game.position();
        let m = if position.turn() == us {
            engine.search(&game, limits, |_| ()).best
        } else {
            endings.rank(position).ok().and_then(|moves| hardest(endings, position, &moves))
        };
        let Some(m) = m else { return false };
        game.play_unchecked(m);
        // What was lost is not given back.
        let is_ours = game.position().turn() == us;
        let worth = endings.probe(game.position()).map(|found| found.outcome);
        if worth.is_ok_and(|worth| if is_ours { worth < goal } else { worth.flip() < goal }) {
            return game.outcome().is_some_and(|outcome| outcome.winner() == Some(us));
        }
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner());
    if goal == Outcome::Win { winner == Some(us) } else { winner != Some(!us) }
}

/// The best move that leaves the fewest good answers.
fn hardest(
    endings: &Endings,
    position: &Position<Makruk>,
    moves: &[RankedMove],
) -> Option<erawan_board::Move> {
    let best = moves.first()?;
    if best.outcome != Outcome::Draw {
        return Some(best.m);
    }
    let answers = |found: &&RankedMove| {
        let next = position.play_unchecked(found.m);
        let all = endings.rank(&next).unwrap_or_default();
        let good = all.iter().filter(|answer| answer.outcome >= Outcome::Draw).count();
        // Few of many are hard to find.
        good * 1000 / all.len().max(1)
    };
    let draws = moves.iter().filter(|found| found.outcome == Outcome::Draw);
    draws.min_by_key(answers).map(|found| found.m)
}
