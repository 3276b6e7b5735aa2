//! `erawan perft`: counts the positions a game can reach.

mod suite;

use std::io::Write;
use std::time::{Duration, Instant};

use erawan_board::perft::{Perft, has_simd};
use erawan_board::{Position, Rules, Variant, with_rules};
use erawan_notation::fen;
use erawan_notation::uci::{self, CastlingNotation};

use crate::args::{self, Args, Opt, as_text};
use crate::commands::Command;
use crate::failure::Failure;
use crate::json::Text;
use crate::positions;
use crate::{Outcome, Verdict, eprintln_quietly};

pub(crate) const COMMAND: Command = Command {
    name: "perft",
    usage: "DEPTH",
    summary: "counts the positions after DEPTH plies",
    details: "
Counts from the start position, or from the FEN given with --fen. The last line
is 'Nodes searched: N'; time and speed go to standard error.

A suite is a file with lines such as 'FEN ;D1 20 ;D2 400'. Every count in it is
checked, up to DEPTH if that is given; each mismatch is printed, and the exit
code is 1 if there is one. Empty lines and lines that begin with # are skipped.",
    options: &[
        positions::VARIANT,
        positions::NUMBER,
        Opt::value("--fen", "FEN", "the position to count from"),
        Opt::switch("--divide", "prints the count of each move too"),
        Opt::value("--threads", "T", "the number of threads (1)"),
        Opt::value("--hash", "MB", "remembers counted positions in so many mebibytes (0)"),
        Opt::value("--suite", "FILE", "checks the counts in FILE; - for standard input"),
        Opt::switch("--no-simd", "counts without vector instructions"),
        Opt::switch("--json", "prints the result as JSON"),
    ],
    examples: &[
        "erawan perft 6",
        "erawan perft 5 --variant makruk --divide",
        "erawan perft 6 --threads 4 --hash 256",
        "erawan perft --suite perft.epd --variant chess960",
    ],
    run,
};

/// Deeper counts than this have more digits than a number here.
const MAX_DEPTH: u32 = 50;

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let depth = match args.words.as_slice() {
        [] => None,
        [depth] => Some(args::number("DEPTH", as_text("DEPTH", depth)?, &(0..=MAX_DEPTH))?),
        [_, more, ..] => {
            let more = more.to_string_lossy();
            let message = format!("perft takes one DEPTH; what is '{more}'? (a FEN goes to --fen)");
            return Err(Failure::usage(message));
        }
    };
    let threads = args.number("--threads", 1..=512usize)?.unwrap_or(1);
    let hash = args.number("--hash", 0..=1_048_576usize)?.unwrap_or(0);
    let counter = Perft::new().threads(threads).hash(hash).simd(!args.has("--no-simd"));
    let variant = positions::variant(args)?;
    let json = args.has("--json");
    if let Some(path) = args.path("--suite") {
        for other in ["--fen", "--divide", positions::NUMBER.name] {
            if args.has(other) {
                return Err(Failure::usage(format!("--suite and {other} do not go together")));
            }
        }
        return with_rules!(variant, R => suite::run::<R>(&path, &counter, depth, json, out));
    }
    let Some(depth) = depth else {
        return Err(Failure::usage("perft needs a DEPTH, such as: erawan perft 5"));
    };
    let task = Task { variant, depth, threads, hash, simd: has_simd() && !args.has("--no-simd") };
    with_rules!(variant, R => {
        let position = positions::position::<R>(args, variant, args.text("--fen")?)?;
        count(&task, &counter, &position, args.has("--divide"), json, out)
    })
}

/// What is asked for, to be repeated in JSON.
struct Task {
    variant: Variant,
    depth: u32,
    threads: usize,
    hash: usize,
    simd: bool,
}

fn count<R: Rules>(
    task: &Task,
    counter: &Perft,
    position: &Position<R>,
    divide: bool,
    json: bool,
    out: &mut dyn Write,
) -> Outcome {
    let begun = Instant::now();
    let (nodes, moves) = if divide && task.depth > 0 {
        let counts = counter.divide(position, task.depth);
        let castling = CastlingNotation::of(task.variant);
        let named: Vec<(String, u64)> =
            counts.into_iter().map(|(m, nodes)| (uci::write::<R>(m, castling), nodes)).collect();
        (named.iter().map(|(_, nodes)| nodes).sum(), named)
    } else {
        (counter.run(position, task.depth), Vec::new())
    };
    let took = begun.elapsed();
    if json {
        write_json(task, &fen::write(position), nodes, took, divide.then_some(&moves), out)?;
        return Ok(Verdict::Fine);
    }
    for (name, nodes) in &moves {
        writeln!(out, "{name}: {nodes}")?;
    }
    if divide {
        writeln!(out)?;
    }
    // Before the last line, wherever the two streams meet.
    out.flush()?;
    eprintln_quietly(&speed(nodes, took));
    writeln!(out, "Nodes searched: {nodes}")?;
    Ok(Verdict::Fine)
}

fn write_json(
    task: &Task,
    fen: &str,
    nodes: u64,
    took: Duration,
    moves: Option<&Vec<(String, u64)>>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    write!(
        out,
        "{{\"variant\":{},\"fen\":{},\"depth\":{},\"threads\":{},\"hash_mb\":{},\"simd\":{},\
         \"nodes\":{nodes},\"seconds\":{:.6},\"nps\":{}",
        Text(task.variant.name()),
        Text(fen),
        task.depth,
        task.threads,
        task.hash,
        task.simd,
        took.as_secs_f64(),
        nodes_per_second(nodes, took)
    )?;
    if let Some(moves) = moves {
        write!(out, ",\"divide\":{{")?;
        for (i, (name, nodes)) in moves.iter().enumerate() {
            write!(out, "{}{}:{nodes}", if i > 0 { "," } else { "" }, Text(name))?;
        }
        write!(out, "}}")?;
    }
    writeln!(out, "}}")
}

fn nodes_per_second(nodes: u64, took: Duration) -> u64 {
    (nodes as f64 / took.as_secs_f64().max(1e-9)) as u64
}

/// Time and speed for people.
fn speed(nodes: u64, took: Duration) -> String {
    format!("Time: {:.3} s, {} nps", took.as_secs_f64(), nodes_per_second(nodes, took))
}
