//! `erawan data stats`: what is in a file of games.

use std::io::{self, Write};
use std::path::Path;

use erawan_selfplay::{Filter, ReadError, Reason, Settings, Stats};
use serde::Serialize;

use super::{complain, each_chunk};
use crate::json::{self, Object};
use crate::{Outcome, Verdict, files};

pub(super) fn run(path: &Path, json: bool, out: &mut dyn Write) -> Outcome {
    let mut stats = Stats::default();
    let mut kinds: Vec<String> = Vec::new();
    let (mut bytes, mut verdict) = (0, Verdict::Fine);
    each_chunk(path, |chunk| {
        match chunk {
            Ok(chunk) => {
                bytes += chunk.bytes();
                let kind = describe(&chunk.settings);
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
                if let Err(fault) = stats.add_chunk(&chunk) {
                    complain(path, &format_args!("byte {}: {fault}", chunk.offset));
                    verdict = Verdict::Findings;
                }
            }
            Err(error) => {
                complain(path, &error);
                if !matches!(error, ReadError::CutOff(_)) {
                    verdict = Verdict::Findings;
                }
            }
        }
        Ok(())
    })?;
    if json {
        write_json(path, &stats, bytes, out)?
    } else {
        write_text(&stats, &kinds, bytes, out)?
    }
    Ok(verdict)
}

fn describe(settings: &Settings) -> String {
    format!(
        "{}, {} nodes (at most {})",
        settings.openings.name(),
        settings.soft_nodes,
        settings.hard_nodes
    )
}

fn percent(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

fn write_text(stats: &Stats, kinds: &[String], bytes: u64, out: &mut dyn Write) -> io::Result<()> {
    let share = |part: u64, all: u64| format!("{part} ({:.1} %)", percent(part, all));
    let [black, draws, white] = stats.results;
    writeln!(out, "Kinds: {}", kinds.join("; "))?;
    writeln!(out, "Games: {}", stats.games)?;
    writeln!(
        out,
        "Results: white {}, draw {}, black {}",
        share(white, stats.games),
        share(draws, stats.games),
        share(black, stats.games)
    )?;
    let reasons: Vec<String> = Reason::ALL
        .iter()
        .zip(stats.reasons)
        .filter(|&(_, count)| count > 0)
        .map(|(reason, count)| format!("{} {}", reason.name(), share(count, stats.games)))
        .collect();
    writeln!(out, "Endings: {}", reasons.join(", "))?;
    writeln!(out, "Positions: {}", stats.positions)?;
    let [losses, draws, wins] = stats.labels;
    writeln!(
        out,
        "For the side to move: win {}, draw {}, loss {}",
        share(wins, stats.positions),
        share(draws, stats.positions),
        share(losses, stats.positions)
    )?;
    writeln!(out, "Average length: {:.1} plies", stats.average_length())?;
    writeln!(out, "Bytes a position: {:.2}", bytes as f64 / stats.positions.max(1) as f64)?;
    match stats.correlation() {
        Some(correlation) => writeln!(out, "Correlation of score and result: {correlation:.3}")?,
        None => writeln!(out, "Correlation of score and result: none")?,
    }
    let dropped: Vec<String> = Filter::ALL
        .iter()
        .zip(stats.dropped)
        .map(|(filter, count)| format!("{} {}", filter.name(), share(count, stats.positions)))
        .collect();
    writeln!(
        out,
        "Good for training: {}; dropped: {}",
        share(stats.survivors, stats.positions),
        dropped.join(", ")
    )?;
    writeln!(out, "Men:")?;
    let most = stats.men.iter().copied().max().unwrap_or(0);
    for (men, &count) in stats.men.iter().enumerate().skip(2) {
        let bar = "#".repeat((50 * count).div_ceil(most.max(1)) as usize);
        writeln!(out, "{men:4} {:5.1} % {bar}", percent(count, stats.positions))?;
    }
    Ok(())
}

fn write_json(path: &Path, stats: &Stats, bytes: u64, out: &mut dyn Write) -> io::Result<()> {
    let [black, draw, white] = stats.results;
    let [loss, draw_label, win] = stats.labels;
    let reasons = Reason::ALL.iter().map(|reason| reason.name()).zip(stats.reasons);
    let dropped = Filter::ALL.iter().map(|filter| filter.name()).zip(stats.dropped);
    let report = Report {
        file: &files::name_of(path),
        bytes,
        games: stats.games,
        results: Object(vec![("white", white), ("draw", draw), ("black", black)]),
        endings: Object(reasons.collect()),
        positions: stats.positions,
        side_to_move: Object(vec![("win", win), ("draw", draw_label), ("loss", loss)]),
        correlation: stats.correlation().map(|number| json::rounded(number, 4)),
        survivors: stats.survivors,
        dropped: Object(dropped.collect()),
        men: &stats.men,
    };
    json::line(&report, out)
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    bytes: u64,
    games: u64,
    results: Object<&'static str, u64>,
    endings: Object<&'static str, u64>,
    positions: u64,
    side_to_move: Object<&'static str, u64>,
    correlation: Option<f64>,
    survivors: u64,
    dropped: Object<&'static str, u64>,
    men: &'a [u64],
}
