//! Checking the counts of a file: `FEN ;D1 20 ;D2 400 …` on each line.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use erawan_board::perft::{Counter, MAX_DEPTH};
use erawan_board::{Position, Rules};
use serde::Serialize;

use super::{nodes_per_second, speed};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, Verdict, eprintln_quietly, files, json, limits, positions};

/// A count that was expected.
struct Expected {
    depth: u32,
    nodes: u64,
}

#[derive(Default)]
struct Tally {
    positions: u64,
    counts: u64,
    nodes: u64,
    findings: Vec<Finding>,
}

/// What is wrong with a line.
#[derive(Serialize)]
struct Finding {
    line: u64,
    message: String,
}

/// Checks the file. `depth` is the deepest count to check.
pub(super) fn run<G: Rules>(
    path: &Path,
    counter: &Counter<G>,
    depth: Option<u32>,
    json: bool,
    out: &mut dyn Write,
) -> Outcome {
    let begun = Instant::now();
    let name = files::name_of(path);
    let mut input = files::open(path)?;
    let mut progress = Progress::new();
    let mut tally = Tally::default();
    let (mut number, mut bytes) = (0u64, 0u64);
    while let Some(line) =
        files::read_line(&mut *input.reader, limits::LINE).map_err(Failure::file(path))?
    {
        number += 1;
        bytes += line.len() as u64 + 1;
        let findings =
            check_line::<G>(&line, counter, depth.unwrap_or(MAX_DEPTH), &mut tally, |note| {
                eprintln_quietly(&format!("note: {name}:{number}: {note}"));
            });
        for finding in findings {
            report(&mut tally, json, &name, number, finding, out)?;
        }
        let part = input.length.map(|length| bytes as f64 / length.max(1) as f64);
        progress.step(part, || format!("{} positions", tally.positions));
    }
    drop(progress);
    if tally.counts == 0 && tally.findings.is_empty() {
        report(&mut tally, json, &name, number, "there is no count to check".into(), out)?;
    }
    let took = begun.elapsed();
    let Tally { positions, counts, nodes, findings } = tally;
    let verdict = if findings.is_empty() { Verdict::Fine } else { Verdict::Findings };
    if json {
        let seconds = json::rounded(took.as_secs_f64(), 6);
        let nps = nodes_per_second(nodes, took);
        let suite = &name;
        json::line(&Report { suite, findings, positions, counts, nodes, seconds, nps }, out)?;
    } else {
        writeln!(out, "Positions: {positions}, counts: {counts}, findings: {}", findings.len())?;
        out.flush()?;
        eprintln_quietly(&speed(nodes, took));
        writeln!(out, "Nodes searched: {nodes}")?;
    }
    Ok(verdict)
}

#[derive(Serialize)]
struct Report<'a> {
    suite: &'a str,
    findings: Vec<Finding>,
    positions: u64,
    counts: u64,
    nodes: u64,
    seconds: f64,
    nps: u64,
}

/// Notes a finding, and tells it at once unless there will be JSON.
fn report(
    tally: &mut Tally,
    json: bool,
    name: &str,
    line: u64,
    message: String,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if !json {
        writeln!(out, "{name}:{line}: {message}")?;
    }
    tally.findings.push(Finding { line, message });
    Ok(())
}

/// Checks the counts of a line and says what is wrong.
fn check_line<G: Rules>(
    line: &[u8],
    counter: &Counter<G>,
    depth: u32,
    tally: &mut Tally,
    note: impl FnOnce(String),
) -> Vec<String> {
    let Ok(line) = std::str::from_utf8(line) else {
        return vec!["this line is not valid UTF-8".to_string()];
    };
    if line.trim().is_empty() || line.starts_with('#') {
        return Vec::new();
    }
    let (position, expected, noted) = match parse_line::<G>(line) {
        Err(message) => return vec![message],
        Ok(parsed) => parsed,
    };
    if let Some(noted) = noted {
        note(noted);
    }
    let mut findings = Vec::new();
    tally.positions += 1;
    for Expected { depth, nodes } in expected.into_iter().filter(|count| count.depth <= depth) {
        let counted = counter.run(&position, depth);
        tally.counts += 1;
        tally.nodes = tally.nodes.saturating_add(counted);
        if counted != nodes {
            let fen = line.split(';').next().unwrap_or(line).trim();
            findings.push(format!("depth {depth}: counted {counted}, expected {nodes}: {fen}"));
        }
    }
    findings
}

type Line<G> = (Position<G>, Vec<Expected>, Option<String>);

fn parse_line<G: Rules>(line: &str) -> Result<Line<G>, String> {
    let mut parts = line.split(';').map(str::trim);
    let (position, note) = positions::read::<G>(parts.next().unwrap_or_default())
        .map_err(|error| error.to_string())?;
    let mut expected = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let count = part.strip_prefix(['D', 'd']).and_then(|part| {
            let (depth, nodes) = part.split_once(char::is_whitespace)?;
            Some(Expected { depth: depth.parse().ok()?, nodes: nodes.trim().parse().ok()? })
        });
        match count {
            Some(count) if count.depth > MAX_DEPTH => {
                return Err(format!("'{part}': perft counts at most {MAX_DEPTH} plies"));
            }
            Some(count) => expected.push(count),
            None => return Err(format!("'{part}' is no count such as 'D3 8902'")),
        }
    }
    if expected.is_empty() {
        return Err("there is no count on this line, such as ';D3 8902'".to_string());
    }
    Ok((position, expected, note))
}
