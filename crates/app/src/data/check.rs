//! `erawan data check`: replays every game.

use std::io::Write;
use std::path::Path;

use erawan_board::with_rules;
use erawan_selfplay::{Chunk, GameFault, GameRecord, Stats, check};
use serde::Serialize;
use serde_json::json;

use super::each_chunk;
use crate::{Outcome, Verdict, files, json};

/// Scores and results of a chunk with this many positions must go together.
const ENOUGH: u64 = 5_000;
const LEAST_CORRELATION: f64 = 0.5;

pub(super) fn run(path: &Path, json: bool, out: &mut dyn Write) -> Outcome {
    let (mut games, mut bad, mut chunks, mut damaged) = (0u64, 0u64, 0u64, 0u64);
    let mut report = |game: Option<u64>, fault: String| -> Result<(), crate::Failure> {
        match (json, game) {
            (true, Some(game)) => {
                writeln!(out, "{}", json!({"game": game, "reason": fault}))?;
            }
            (true, None) => writeln!(out, "{}", json!({"reason": fault}))?,
            (false, Some(game)) => {
                writeln!(out, "{}: game {game}: {fault}", files::name_of(path))?;
            }
            (false, None) => writeln!(out, "{}: {fault}", files::name_of(path))?,
        }
        Ok(())
    };
    each_chunk(path, |chunk| {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                damaged += 1;
                return report(None, error.to_string());
            }
        };
        chunks += 1;
        let first = games;
        games += chunk.len() as u64;
        let mut stats = Stats::default();
        for (number, game) in (first + 1..).zip(chunk.games()) {
            if let Err(fault) = game.and_then(|game| check_game(&chunk, &game, &mut stats)) {
                bad += 1;
                report(Some(number), fault.to_string())?;
            }
        }
        match stats.correlation() {
            Some(correlation) if stats.positions >= ENOUGH && correlation < LEAST_CORRELATION => {
                damaged += 1;
                let at = chunk.offset;
                report(
                    None,
                    format!("byte {at}: scores and results correlate by {correlation:.2} only"),
                )
            }
            _ => Ok(()),
        }
    })?;
    if json {
        let file = &files::name_of(path);
        json::line(&Report { file, chunks, damaged, games, bad }, out)?;
    } else {
        writeln!(out, "Chunks: {chunks}, damaged: {damaged}; games: {games}, bad: {bad}")?;
    }
    Ok(if bad + damaged == 0 { Verdict::Fine } else { Verdict::Findings })
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    chunks: u64,
    damaged: u64,
    games: u64,
    bad: u64,
}

fn check_game(chunk: &Chunk, game: &GameRecord, stats: &mut Stats) -> Result<(), GameFault> {
    with_rules!(chunk.settings.openings.rules(), R => {
        check::<R>(game, &chunk.settings)?;
        stats.add_game::<R>(game)
    })
}
