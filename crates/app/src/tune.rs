//! `erawan tune`: better numbers for the engine's search.

use std::io::{self, Write};
use std::thread;

use erawan_arena::tuning::{self, Row, Tuned, Tuning};
use erawan_board::{Variant, with_rules};
use erawan_engine::{Parameters, Playable};

use crate::args::{Args, Opt, number};
use crate::commands::Command;
use crate::failure::Failure;
use crate::matches::{self, Kept, Log};
use crate::positions;
use crate::progress::Progress;
use crate::{Outcome, Verdict, interrupt, suggest};

pub(crate) const COMMAND: Command = Command {
    name: "tune",
    usage: "[--param NAME[:STEP]] … --nodes N --iterations N --trace FILE",
    summary: "tunes the numbers of the search by games of the engine against itself",
    details: "\
SPSA: all numbers are moved at once, each up or down at random, and a pair of
games at a fixed number of nodes tells which of the two ways is better. The
trace is a table (CSV) of where the numbers are after each batch; it is also
what --resume goes on from. The table printed at the end has the form of the
engine's own. What it is worth, a match has to tell: every number is an option
of the builtin engine of 'erawan match'.",
    options: &[
        Opt::values("--param", "NAME[:STEP]", "a number to tune; all if none is given"),
        Opt::switch("--list", "list the numbers and do nothing"),
        positions::VARIANT,
        Opt::value("--nodes", "N", "nodes for each move (2000 if not given)"),
        Opt::value("--iterations", "N", "pairs of games in all (1000 if not given)"),
        Opt::value("--batch", "N", "pairs between two updates (8 if not given)"),
        Opt::value("--rate", "R", "learning rate at the end (0.05 if not given)"),
        Opt::value("--hash", "MB", "table of each player (4 if not given)"),
        Opt::value("--concurrency", "N", "games at the same time (all cores if not given)"),
        Opt::value("--trace", "FILE", "write the trace"),
        Opt::switch("--resume", "go on from the trace"),
        matches::OPENINGS,
        matches::ORDER,
        matches::SEED,
        matches::START,
        matches::PLIES,
        matches::DRAW,
        matches::RESIGN,
        matches::MAX_MOVES,
        matches::TABLES,
        matches::TABLE_MEN,
        matches::TABLE_IGNORE_FIFTY,
    ],
    examples: &[
        "erawan tune --list",
        "erawan tune --param reduction_quiet_base --param futility_margin:8 --nodes 100 --iterations 2 --batch 2",
    ],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if let Some(word) = args.words.first() {
        let word = word.to_string_lossy();
        return Err(Failure::usage(format!("'{word}' belongs to no option")));
    }
    if args.has("--list") {
        for known in Parameters::TABLE {
            writeln!(out, "{} = {} in {}..={}", known.name, known.default, known.min, known.max)?;
        }
        return Ok(Verdict::Fine);
    }
    let variant = positions::variant(args)?;
    with_rules!(variant, R => tune::<R>(args, variant, out))
}

/// The numbers to tune.
fn tuned(args: &Args) -> Result<Vec<Tuned>, Failure> {
    let names = Parameters::TABLE.iter().map(|known| known.name);
    let given = args.texts("--param")?;
    if given.is_empty() {
        return Ok(names.filter_map(tuning::tuned).collect());
    }
    let mut all: Vec<Tuned> = Vec::new();
    for text in given {
        let (name, step) = match text.split_once(':') {
            Some((name, step)) => (name, Some(step)),
            None => (text, None),
        };
        let mut one = tuning::tuned(name).ok_or_else(|| {
            let hint = suggest::hint(name, names.clone());
            Failure::usage(format!("--param: there is no number '{name}'{hint}; see --list"))
        })?;
        if let Some(step) = step {
            one.step = number(&format!("--param: the step of {name}"), step, &(0.01..=1e6))?;
        }
        if all.iter().any(|other| other.name == one.name) {
            return Err(Failure::usage(format!("--param: {name} is given twice")));
        }
        all.push(one);
    }
    Ok(all)
}

fn tune<R: Playable>(args: &Args, variant: Variant, out: &mut dyn Write) -> Outcome {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let tuning = Tuning::<R> {
        tuned: tuned(args)?,
        base: Parameters::DEFAULT,
        iterations: args.number("--iterations", 1..=1_000_000_000)?.unwrap_or(1000),
        batch: args.number("--batch", 1..=100_000)?.unwrap_or(8),
        rate: args.number("--rate", 1e-6..=10.0)?.unwrap_or(0.05),
        nodes: args.number("--nodes", 1..=u64::MAX)?.unwrap_or(2000),
        hash: args.number("--hash", 1..=65_536)?.unwrap_or(4),
        openings: matches::openings(args)?,
        adjudication: matches::adjudication(args, variant)?,
        concurrency: args.number("--concurrency", 1..=1024)?.unwrap_or(cores),
        seed: args.number("--seed", 0..=u64::MAX)?.unwrap_or(0),
    };
    let settings = format!(
        "erawan tune: {variant}, {} nodes, {} iterations, batch {}, rate {}, hash {}, seed {}, \
         {} openings",
        tuning.nodes,
        tuning.iterations,
        tuning.batch,
        tuning.rate,
        tuning.hash,
        tuning.seed,
        tuning.openings.len()
    );
    let header = tuning::header(&settings, &tuning.tuned);
    let (mut log, from) = open_trace(args, &header)?;
    let mut progress = Progress::new();
    let mut failure = None;
    let last = tuning.run(from.as_ref(), interrupt::listen(), |row| {
        let part = row.iteration as f64 / tuning.iterations as f64;
        progress.step(Some(part), || format!("{} of {} pairs", row.iteration, tuning.iterations));
        match log.as_mut().map_or(Ok(()), |log| log.add(&format!("{row}\n"))) {
            Ok(()) => true,
            Err(error) => {
                failure = Some(error);
                false
            }
        }
    });
    drop(progress);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let last = last.map_err(|error| Failure::usage(error.to_string()))?;
    print_table(&tuning, &last, out)?;
    Ok(Verdict::Fine)
}

/// The trace to write to, and the row to go on from.
fn open_trace(args: &Args, header: &str) -> Result<(Option<Log>, Option<Row>), Failure> {
    let Some(path) = args.path("--trace") else {
        return match args.has("--resume") {
            true => Err(Failure::usage("--resume needs --trace, what was done so far")),
            false => Ok((None, None)),
        };
    };
    let text = match std::fs::read_to_string(&path) {
        _ if !args.has("--resume") => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        other => Some(other.map_err(Failure::file(&path))?),
    };
    let Some(text) = text else {
        let mut log = Log::open(&path, None)?;
        log.add(header)?;
        return Ok((Some(log), None));
    };
    let (row, valid) = tuning::read_last_row(&text, header)
        .map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?;
    let mut log = Log::open(&path, Some(Kept::Bytes(valid as u64)))?;
    if valid == 0 {
        log.add(header)?;
    }
    Ok((Some(log), row))
}

fn print_table<R: Playable>(tuning: &Tuning<R>, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "After {} of {} pairs of games:", row.iteration, tuning.iterations)?;
    for (number, value) in tuning.tuned.iter().zip(&row.values) {
        let Tuned { name, start, step, .. } = number;
        let moved = value - start;
        writeln!(out, "  {name:<28} {start:>6} -> {value:>9.2}  ({moved:+.2}, step {step})")?;
    }
    writeln!(out, "\nThe table:")?;
    let values = tuning.table(row).values();
    for (known, value) in Parameters::TABLE.iter().zip(values) {
        writeln!(out, "    {} = {value} in {}..={};", known.name, known.min, known.max)?;
    }
    Ok(())
}
