//! `erawan pgn stats`: what is in a file.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use erawan_board::{Variant, with_game};
use erawan_notation::pgn::{AnyGame, GameResult, PgnGame};
use serde::Serialize;

use super::source::{complain, each_game};
use crate::json::{self, Object};
use crate::{Outcome, Verdict, files};

const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

/// What is counted. All but the first two are of good games.
#[derive(Default)]
struct Stats {
    games: u64,
    bad: u64,
    plies: u64,
    results: [u64; 4],
    variants: [u64; Variant::ALL.len()],
    players: HashSet<String>,
}

/// What is counted of a game, for whoever adds it up.
struct Counted {
    plies: u64,
    result: GameResult,
    variant: Variant,
    players: [Option<String>; 2],
}

impl Counted {
    fn new(game: &AnyGame) -> Counted {
        let name = |side| game.tags().get(side).filter(|name| !matches!(*name, "" | "?"));
        Counted {
            plies: with_game!(game, game => game.mainline().count() as u64),
            result: game.result(),
            variant: game.variant(),
            players: ["White", "Black"].map(|side| name(side).map(str::to_string)),
        }
    }
}

impl Stats {
    fn add(&mut self, game: Counted) {
        self.plies += game.plies;
        bump(&mut self.results, &RESULTS, game.result);
        bump(&mut self.variants, &Variant::ALL, game.variant);
        self.players.extend(game.players.into_iter().flatten());
    }

    /// Plies per good game.
    fn average(&self) -> f64 {
        self.plies as f64 / (self.games - self.bad).max(1) as f64
    }

    fn results(&self) -> impl Iterator<Item = (&'static str, u64)> {
        RESULTS.map(GameResult::as_str).into_iter().zip(self.results)
    }

    fn variants(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Variant::ALL.map(Variant::name).into_iter().zip(self.variants)
    }
}

/// Counts one more of what `which` stands for.
fn bump<T: PartialEq>(counts: &mut [u64], all: &[T], which: T) {
    for (count, one) in counts.iter_mut().zip(all) {
        *count += u64::from(*one == which);
    }
}

pub(super) fn run(path: &Path, threads: usize, json: bool, out: &mut dyn Write) -> Outcome {
    let mut stats = Stats::default();
    let count = |game: AnyGame| Counted::new(&game);
    each_game(path, threads, count, |game| {
        stats.games += 1;
        match game {
            Ok(game) => stats.add(game),
            Err(error) => {
                stats.bad += 1;
                complain(path, &error);
            }
        }
        Ok(())
    })?;
    if json {
        write_json(path, &stats, out)?
    } else {
        write_text(&stats, out)?
    };
    Ok(if stats.bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

fn write_text(stats: &Stats, out: &mut dyn Write) -> io::Result<()> {
    let list = |counts: &mut dyn Iterator<Item = (&str, u64)>| {
        counts.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    };
    writeln!(out, "Games: {}", stats.games)?;
    writeln!(out, "Bad games: {}", stats.bad)?;
    writeln!(out, "Plies: {}", stats.plies)?;
    writeln!(out, "Average length: {:.1} plies", stats.average())?;
    writeln!(out, "Players: {}", stats.players.len())?;
    writeln!(out, "Results: {}", list(&mut stats.results()))?;
    // Only those that occur: there are more games than most files have.
    writeln!(out, "Variants: {}", list(&mut stats.variants().filter(|variant| variant.1 > 0)))
}

fn write_json(path: &Path, stats: &Stats, out: &mut dyn Write) -> io::Result<()> {
    let report = Report {
        file: &files::name_of(path),
        games: stats.games,
        bad: stats.bad,
        plies: stats.plies,
        average_plies: json::rounded(stats.average(), 3),
        players: stats.players.len(),
        results: Object(stats.results().collect()),
        variants: Object(stats.variants().collect()),
    };
    json::line(&report, out)
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    games: u64,
    bad: u64,
    plies: u64,
    average_plies: f64,
    players: usize,
    results: Object<&'static str, u64>,
    variants: Object<&'static str, u64>,
}
