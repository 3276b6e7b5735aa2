//! How much time the arena itself takes for a move.
//!
//! Two programs that answer at once play each other: what a move takes on the
//! wall beyond the time that it is charged for is the arena's own, and what it
//! is charged for is the way there and back.
//!
//!     cargo run --release -p erawan-arena --example latency [GAMES [CONCURRENCY [TC]]]
//!
//! The program that answers at once is this one, called with the word `engine`.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use erawan_arena::{Event, MoveNote, Openings, Pace, PlayerSpec, Program, Tournament};
use erawan_board::{Chess, Game, Variant};
use erawan_notation::uci;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let first = words.next();
    if first.as_deref() == Some("engine") {
        return Ok(answer_at_once()?);
    }
    let games: usize = first.map_or(Ok(20), |word| word.parse())?;
    let concurrency = words.next().map_or(Ok(1), |word| word.parse())?;
    let control = words.next();
    let pace = Pace::clock(control.as_deref().unwrap_or("10+0.1").parse()?);
    let program = Program::Command {
        program: std::env::current_exe()?,
        arguments: vec!["engine".into()],
        folder: None,
    };
    let player = |name| PlayerSpec { program: program.clone(), ..PlayerSpec::builtin(name, pace) };
    let mut tournament = Tournament::<Chess> {
        event: "latency".into(),
        variant: Variant::Chess,
        players: vec![player("A"), player("B")],
        format: Default::default(),
        rounds: games.div_ceil(2),
        openings: Openings::default(),
        adjudication: Default::default(),
        concurrency,
        patience: Duration::from_secs(10),
        sprt: None,
    };
    tournament.prepare()?;
    let (mut charged, mut took) = (Vec::new(), Duration::ZERO);
    let begun = Instant::now();
    let report = tournament.run(&[], &AtomicBool::new(false), |event| {
        if let Event::Finished { record, .. } = event {
            charged.extend(record.notes.iter().map(|MoveNote { elapsed, .. }| *elapsed));
            took += record.took;
        }
        true
    });
    let moves = charged.len().max(1);
    let each = |time: Duration| time.as_secs_f64() * 1e6 / moves as f64;
    charged.sort_unstable();
    let at = |share: f64| {
        charged.get((share * (moves - 1) as f64) as usize).map_or(0, |time| time.as_micros())
    };
    println!("{games} games, {moves} moves, {concurrency} at a time, {:.2?}", begun.elapsed());
    println!("a move takes {:.0} us on the wall", each(took));
    println!("it is charged {:.0} us on average", each(charged.iter().sum()));
    let lost: u64 = report.standings.faults().map(|(_, _, count)| count).sum();
    println!("{lost} games lost on time or otherwise");
    println!("median {} us, 99 % {} us, most {} us", at(0.5), at(0.99), at(1.0));
    Ok(())
}

/// Speaks just enough UCI, and plays the first legal move that differs with the
/// number of moves, so that games have some length.
fn answer_at_once() -> io::Result<()> {
    let mut game = Game::<Chess>::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().next() {
            Some("uci") => writeln!(out, "uciok")?,
            Some("isready") => writeln!(out, "readyok")?,
            Some("position") => {
                // Only what is new needs to be played.
                let moves: Vec<&str> = line.split_whitespace().skip(3).collect();
                if moves.len() < game.moves().len() {
                    game = Game::new();
                }
                let known = game.moves().len();
                for text in moves.get(known..).unwrap_or(&[]) {
                    if let Ok(m) = uci::parse(game.position(), text) {
                        let _ = game.play(m);
                    }
                }
            }
            Some("go") => {
                let moves = game.position().legal_moves();
                let index = game.moves().len() * 7 % moves.len().max(1);
                match moves.get(index) {
                    Some(&m) => {
                        let text = uci::write::<Chess>(m, Default::default());
                        writeln!(out, "info depth 1 score cp 0 pv {text}\nbestmove {text}")?;
                    }
                    None => writeln!(out, "bestmove (none)")?,
                }
            }
            Some("quit") => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
