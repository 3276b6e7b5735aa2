//! `erawan perft`: counts the positions a game can reach.

mod suite;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use erawan_board::perft::{Perft, has_simd};
use erawan_board::{Position, Rules, Variant, with_rules};
use erawan_notation::fen;
use erawan_notation::uci::{self, CastlingNotation};
use serde::Serialize;

use crate::args::between;
use crate::json::{self, Object};
use crate::positions::Start;
use crate::{Outcome, Verdict, eprintln_quietly, limits};

/// counts the positions after DEPTH plies
///
/// Counts from the start position, or from the FEN given with --fen. The last line
/// is 'Nodes searched: N'; time and speed go to standard error.
///
/// A suite is a file with lines such as 'FEN ;D1 20 ;D2 400'. Every count in it is
/// checked, up to DEPTH if that is given; each mismatch is printed, and the exit
/// code is 1 if there is one. Empty lines and lines that begin with # are skipped.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan perft 6
  erawan perft 5 --variant makruk --divide
  erawan perft 6 --each
  erawan perft 6 --threads 4 --hash 256
  erawan perft --suite perft.epd --variant chess960"
)]
pub(crate) struct Arguments {
    /// How many plies; with --suite the deepest count to check
    #[arg(required_unless_present = "suite", value_parser = between(limits::PERFT_DEPTH))]
    depth: Option<u32>,
    #[command(flatten)]
    start: Start,
    /// The position to count from
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Prints the count of each move too
    #[arg(long)]
    divide: bool,
    /// Prints the count of each depth on the way
    #[arg(long)]
    each: bool,
    /// The number of threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = between(limits::PERFT_THREADS))]
    threads: usize,
    /// Remembers counted positions in MB mebibytes
    #[arg(long, value_name = "MB", default_value = "0", value_parser = between(limits::PERFT_HASH))]
    hash: usize,
    /// Checks the counts in FILE (compressed as .gz or .zst, or not); - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "divide", "each", "number"])]
    suite: Option<PathBuf>,
    /// Counts without vector instructions
    #[arg(long)]
    no_simd: bool,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let Arguments { threads, hash, json, .. } = *args;
    let counter = Perft::new().threads(threads).hash(hash).simd(!args.no_simd);
    let variant = args.start.variant();
    if let Some(path) = &args.suite {
        return with_rules!(variant, R => {
            suite::run::<R>(path, &counter.counter(), args.depth, json, out)
        });
    }
    // Without a suite there is a depth.
    let depth = args.depth.unwrap_or_default();
    let (divide, each, simd) = (args.divide, args.each, has_simd() && !args.no_simd);
    let task = Task { variant, depth, threads, hash, simd, divide, each, json };
    with_rules!(variant, R => {
        let position = args.start.position::<R>(args.fen.as_deref())?;
        count(&task, &counter, &position, out)
    })
}

/// Said of the largest number there is.
const TOO_MANY: &str = "note: there are more nodes than fit in 64 bits";

/// What is asked for; JSON repeats it.
struct Task {
    variant: Variant,
    depth: u32,
    threads: usize,
    hash: usize,
    simd: bool,
    divide: bool,
    each: bool,
    json: bool,
}

fn count<R: Rules>(
    task: &Task,
    counter: &Perft,
    position: &Position<R>,
    out: &mut dyn Write,
) -> Outcome {
    let depths = shallower(task, counter, position, out)?;
    let begun = Instant::now();
    let (nodes, moves) = if task.divide && task.depth > 0 {
        let counts = counter.divide(position, task.depth);
        let castling = CastlingNotation::of(task.variant);
        let named: Vec<(String, u64)> =
            counts.into_iter().map(|(m, nodes)| (uci::write::<R>(m, castling), nodes)).collect();
        (named.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes)), named)
    } else {
        (counter.run(position, task.depth), Vec::new())
    };
    let took = begun.elapsed();
    if nodes == u64::MAX {
        eprintln_quietly(TOO_MANY);
    }
    if task.json {
        let moves = task.divide.then_some(moves);
        let last = (task.depth > 0).then_some(nodes);
        let depths = task.each.then(|| depths.into_iter().chain(last).collect());
        write_json(task, &fen::write(position), nodes, took, moves, depths, out)?;
        return Ok(Verdict::Fine);
    }
    if task.each {
        writeln!(out, "Depth {}: {nodes}", task.depth)?;
    }
    for (name, nodes) in &moves {
        writeln!(out, "{name}: {nodes}")?;
    }
    if task.divide {
        writeln!(out)?;
    }
    // Before the last line, wherever the two streams meet.
    out.flush()?;
    eprintln_quietly(&speed(nodes, took));
    writeln!(out, "Nodes searched: {nodes}")?;
    Ok(Verdict::Fine)
}

/// The counts of all depths but the last from 1 on, if each is asked for. They are
/// written as they come, unless as JSON.
fn shallower<R: Rules>(
    task: &Task,
    counter: &Perft,
    position: &Position<R>,
    out: &mut dyn Write,
) -> std::io::Result<Vec<u64>> {
    let mut counts = Vec::new();
    for depth in 1..if task.each { task.depth } else { 0 } {
        let nodes = counter.run(position, depth);
        counts.push(nodes);
        if !task.json {
            writeln!(out, "Depth {depth}: {nodes}")?;
            out.flush()?;
        }
    }
    Ok(counts)
}

fn write_json(
    task: &Task,
    fen: &str,
    nodes: u64,
    took: Duration,
    moves: Option<Vec<(String, u64)>>,
    depths: Option<Vec<u64>>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let report = Report {
        variant: task.variant.name(),
        fen,
        depth: task.depth,
        threads: task.threads,
        hash_mb: task.hash,
        simd: task.simd,
        nodes,
        seconds: json::rounded(took.as_secs_f64(), 6),
        nps: nodes_per_second(nodes, took),
        divide: moves.map(Object),
        depths,
    };
    json::line(&report, out)
}

#[derive(Serialize)]
struct Report<'a> {
    variant: &'a str,
    fen: &'a str,
    depth: u32,
    threads: usize,
    hash_mb: usize,
    simd: bool,
    nodes: u64,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Object<String, u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<Vec<u64>>,
}

fn nodes_per_second(nodes: u64, took: Duration) -> u64 {
    (nodes as f64 / took.as_secs_f64().max(1e-9)) as u64
}

/// Time and speed for people.
fn speed(nodes: u64, took: Duration) -> String {
    format!("Time: {:.3} s, {} nps", took.as_secs_f64(), nodes_per_second(nodes, took))
}
