//! Reading games from memory and checking that every move is legal.
//!
//! pgn-reader reads streams only, so Erawan is measured twice: with the text
//! as it lies in memory, and as a stream like pgn-reader.

use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;

use erawan_notation::pgn;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use crate::measure::{Contestant, Task, race};
use crate::options::Options;

/// What a reader found, to see that both did the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Found {
    games: u64,
    bad_games: u64,
    moves: u64,
}

pub fn run(options: &Options) -> Result<(), String> {
    if options.paths.is_empty() {
        return Err("which files? peers pgn FILE...".to_owned());
    }
    let megabytes = if options.quick { 20 } else { 200 };
    let mut texts = Vec::new();
    let mut tasks = Vec::new();
    for path in &options.paths {
        let file = fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
        // pgn-reader skips variations, Erawan replays them.
        if pgn::check(&file, |_| {}).variations > 0 {
            return Err(format!("{path} has variations, which are not treated alike"));
        }
        let text = repeat(&file, megabytes * 1_000_000);
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        let found = with_shakmaty(&text[..]);
        println!("{name}: {found:?}");
        tasks.push(Task { name, amount: text.len() as u64 });
        texts.push((text, found));
    }
    println!();
    let bytes_if_equal = |number: usize, found: Found| {
        let (text, expected) = &texts[number];
        assert_eq!(found, *expected, "found by Erawan and by shakmaty");
        text.len() as u64
    };
    let contestants = vec![
        Contestant::new("pgn-reader + shakmaty", |number| {
            bytes_if_equal(number, with_shakmaty(&texts[number].0[..]))
        }),
        Contestant::new("Erawan, stream", |number| {
            let summary = pgn::check_reader(&texts[number].0[..], |_| {});
            bytes_if_equal(number, summary.expect("memory can be read").into())
        }),
        Contestant::new("Erawan", |number| {
            bytes_if_equal(number, pgn::check(&texts[number].0, |_| {}).into())
        }),
    ];
    race(contestants, tasks, options.rounds(5)).print("MB/s", 0);
    Ok(())
}

/// The text again and again, until there is enough of it.
fn repeat(file: &[u8], size: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(size + file.len() + 2);
    while text.len() < size && !file.is_empty() {
        text.extend_from_slice(file);
        text.extend_from_slice(b"\n\n");
    }
    text
}

impl From<pgn::Summary> for Found {
    fn from(summary: pgn::Summary) -> Found {
        Found { games: summary.games, bad_games: summary.bad_games, moves: summary.moves }
    }
}

fn with_shakmaty(source: impl Read) -> Found {
    let mut found = Found::default();
    let mut reader = Reader::new(source);
    let read: io::Result<()> = loop {
        match reader.read_game(&mut found) {
            Ok(Some(())) => {}
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    read.expect("memory can be read");
    found
}

/// Replays the moves as pgn-reader's own example does.
impl Visitor for Found {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            let position = Fen::from_ascii(value.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            if position.is_none() {
                self.bad_games += 1;
                return ControlFlow::Break(());
            }
            *start = position;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(m) => {
                position.play_unchecked(m);
                self.moves += 1;
                ControlFlow::Continue(())
            }
            Err(_) => {
                self.bad_games += 1;
                ControlFlow::Break(())
            }
        }
    }

    fn end_game(&mut self, _: Chess) {}
}
