//! Checking the counts of a file: `FEN ;D1 20 ;D2 400 …` on each line.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use erawan_board::perft::Perft;
use erawan_board::{Position, Rules};

use super::{MAX_DEPTH, name_of, nodes_per_second, speed};
use crate::failure::Failure;
use crate::json::Text;
use crate::progress::Progress;
use crate::{Outcome, Verdict, eprintln_quietly, files, positions};

/// A line longer than this is no FEN with counts.
const LINE_LIMIT: usize = 64 * 1024;

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
    /// What is wrong: the line, and what.
    findings: Vec<(u64, String)>,
}

/// Checks the file. `depth` is the deepest count to check.
pub(super) fn run<R: Rules>(
    path: &Path,
    counter: &Perft,
    depth: Option<u32>,
    json: bool,
    out: &mut dyn Write,
) -> Outcome {
    let begun = Instant::now();
    let mut input = files::open(path)?;
    let mut progress = Progress::new();
    let mut tally = Tally::default();
    let mut number = 0u64;
    while let Some(line) =
        files::read_line(&mut *input.reader, LINE_LIMIT).map_err(Failure::file(path))?
    {
        number += 1;
        let before = tally.findings.len();
        check_line::<R>(&line, number, counter, depth.unwrap_or(MAX_DEPTH), &mut tally, || {
            name_of(path)
        });
        if !json {
            for (number, finding) in &tally.findings[before..] {
                writeln!(out, "{}:{number}: {finding}", name_of(path))?;
            }
        }
        progress.step(None, || format!("{} positions", tally.positions));
    }
    drop(progress);
    let took = begun.elapsed();
    if tally.counts == 0 && tally.findings.is_empty() {
        tally.findings.push((number, "there is no count to check".to_string()));
        if !json {
            writeln!(out, "{}: there is no count to check", name_of(path))?;
        }
    }
    let Tally { positions, counts, nodes, findings } = &tally;
    if json {
        write!(
            out,
            "{{\"suite\":{},\"positions\":{positions},\"counts\":{counts},\"nodes\":{nodes},\
             \"seconds\":{:.6},\"nps\":{},\"findings\":[",
            Text(&name_of(path)),
            took.as_secs_f64(),
            nodes_per_second(*nodes, took)
        )?;
        for (i, (line, finding)) in findings.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(out, "{comma}{{\"line\":{line},\"message\":{}}}", Text(finding))?;
        }
        writeln!(out, "]}}")?;
    } else {
        writeln!(out, "Positions: {positions}, counts: {counts}, findings: {}", findings.len())?;
        out.flush()?;
        eprintln_quietly(&speed(*nodes, took));
        writeln!(out, "Nodes searched: {nodes}")?;
    }
    Ok(if findings.is_empty() { Verdict::Fine } else { Verdict::Findings })
}

fn check_line<R: Rules>(
    line: &[u8],
    number: u64,
    counter: &Perft,
    depth: u32,
    tally: &mut Tally,
    name: impl Fn() -> String,
) {
    let Ok(line) = std::str::from_utf8(line) else {
        return tally.findings.push((number, "this line is not valid UTF-8".to_string()));
    };
    if line.trim().is_empty() || line.starts_with('#') {
        return;
    }
    match parse_line::<R>(line) {
        Err(message) => tally.findings.push((number, message)),
        Ok((position, expected, note)) => {
            if let Some(note) = note {
                eprintln_quietly(&format!("note: {}:{number}: {note}", name()));
            }
            tally.positions += 1;
            for Expected { depth, nodes } in expected.into_iter().filter(|e| e.depth <= depth) {
                let counted = counter.run(&position, depth);
                tally.counts += 1;
                tally.nodes = tally.nodes.saturating_add(counted);
                if counted != nodes {
                    let fen = line.split(';').next().unwrap_or(line).trim();
                    let message = format!("depth {depth}: counted {counted}, expected {nodes}: {fen}");
                    tally.findings.push((number, message));
                }
            }
        }
    }
}

type Line<R> = (Position<R>, Vec<Expected>, Option<String>);

fn parse_line<R: Rules>(line: &str) -> Result<Line<R>, String> {
    let mut parts = line.split(';').map(str::trim);
    let (position, note) = positions::read::<R>(parts.next().unwrap_or_default())?;
    let mut expected = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let count = part.strip_prefix(['D', 'd']).and_then(|part| {
            let (depth, nodes) = part.split_once(char::is_whitespace)?;
            Some(Expected { depth: depth.parse().ok()?, nodes: nodes.trim().parse().ok()? })
        });
        match count {
            Some(count) if count.depth <= MAX_DEPTH => expected.push(count),
            _ => return Err(format!("'{part}' is no count such as 'D3 8902'")),
        }
    }
    if expected.is_empty() {
        return Err("there is no count on this line, such as ';D3 8902'".to_string());
    }
    Ok((position, expected, note))
}
