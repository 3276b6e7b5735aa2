//! Writing positions as FEN.
//!
//! Everybody writes into room that is there already. Erawan is measured a second
//! time with a new string for each position.

use std::fmt::Write;
use std::hint::black_box;

use erawan_board::Chess;
use erawan_notation::fen::{self, FenBuffer, FenStyle};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::measure::{Contestant, Task, race};
use crate::options::Options;
use crate::positions::{POSITIONS, Position};

/// The positions two plies below one of the usual ones, for each library.
struct Positions {
    erawan: Vec<erawan_board::Position<Chess>>,
    cozy: Vec<cozy_chess::Board>,
    shakmaty: Vec<shakmaty::Chess>,
}

impl Positions {
    fn below(root: &Position) -> Positions {
        let mut erawan = Vec::new();
        let start = root.erawan();
        for &m in &start.legal_moves() {
            let next = start.play_unchecked(m);
            erawan.extend(next.legal_moves().iter().map(|&m| next.play_unchecked(m)));
        }
        let texts: Vec<String> = erawan.iter().map(fen::write).collect();
        let read = |text: &String| -> shakmaty::Chess {
            let fen = Fen::from_ascii(text.as_bytes()).expect("a good FEN");
            fen.into_position(shakmaty::CastlingMode::Standard).expect("a good position")
        };
        Positions {
            cozy: texts.iter().map(|text| text.parse().expect("a good FEN")).collect(),
            shakmaty: texts.iter().map(read).collect(),
            erawan,
        }
    }

    /// Panics if the others do not write what Erawan writes.
    fn compare(&self) {
        for ((ours, cozy), shakmaty) in self.erawan.iter().zip(&self.cozy).zip(&self.shakmaty) {
            let text = fen::write(ours);
            assert_eq!(cozy.to_string(), text);
            let theirs = Fen::from_position(shakmaty, EnPassantMode::Legal);
            assert_eq!(theirs.to_string(), text);
        }
    }
}

pub fn run(options: &Options) -> Result<(), String> {
    let positions = POSITIONS.each_ref().map(Positions::below);
    positions.iter().for_each(Positions::compare);
    let times = if options.quick { 10 } else { 500 };
    let tasks = POSITIONS.iter().zip(&positions).map(|(position, below)| Task {
        name: position.name.to_owned(),
        amount: below.erawan.len() as u64 * times,
    });
    let tasks = tasks.collect();
    let contestants = vec![
        Contestant::new("shakmaty", |number| {
            let mut out = String::with_capacity(128);
            written(&positions[number].shakmaty, times, |position| {
                out.clear();
                Fen::from_position(position, EnPassantMode::Legal).append_to_string(&mut out);
                black_box(out.as_str());
            })
        }),
        Contestant::new("cozy-chess", |number| {
            let mut out = String::with_capacity(128);
            written(&positions[number].cozy, times, |position| {
                out.clear();
                write!(out, "{position}").expect("a string takes everything");
                black_box(out.as_str());
            })
        }),
        Contestant::new("Erawan, new strings", |number| {
            written(&positions[number].erawan, times, |position| {
                black_box(fen::write(position));
            })
        }),
        Contestant::new("Erawan", |number| {
            let mut out = FenBuffer::new();
            written(&positions[number].erawan, times, |position| {
                black_box(fen::write_into(position, &FenStyle::default(), &mut out));
            })
        }),
    ];
    race(contestants, tasks, options.rounds(5)).print("million FENs a second", 0);
    Ok(())
}

/// Writes every position `times` times, and says how many that were.
fn written<P>(positions: &[P], times: u64, mut write: impl FnMut(&P)) -> u64 {
    for _ in 0..times {
        positions.iter().for_each(&mut write);
    }
    positions.len() as u64 * times
}
