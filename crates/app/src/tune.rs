//! `erawan tune`: better numbers for the engine's search.

use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

use erawan_arena::tuning::{self, Row, Tuned, Tuning};
use erawan_board::{Variant, with_rules};
use erawan_engine::{Parameters, Playable};

use crate::args::{between, number};
use crate::failure::Failure;
use crate::matches::{AdjudicationArguments, Kept, Log, OpeningArguments};
use crate::positions::Choice;
use crate::progress::Progress;
use crate::{Outcome, Verdict, files, interrupt, limits, suggest};

/// tunes the numbers of the search by games of the engine against itself
///
/// SPSA: all numbers are moved at once, each up or down at random, and a pair of
/// games at a fixed number of nodes tells which of the two ways is better. The
/// trace is a table (CSV) of where the numbers are after each batch; it is also
/// what --resume goes on from. The table printed at the end has the form of the
/// engine's own. What it is worth, a match has to tell: every number is an option
/// of the builtin engine of 'erawan match'.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan tune --list
  erawan tune --param reduction_quiet_base --param futility_margin:8 --nodes 100 --iterations 2 --batch 2"
)]
pub(crate) struct Arguments {
    /// A number to tune; all if none is given
    #[arg(long, value_name = "NAME[:STEP]")]
    param: Vec<String>,
    /// List the numbers and do nothing
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    game: Choice,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value = "2000", value_parser = between(limits::NODES))]
    nodes: u64,
    /// Pairs of games in all
    #[arg(long, value_name = "N", default_value = "1000", value_parser = between(limits::GAMES))]
    iterations: usize,
    /// Pairs between two updates
    #[arg(long, value_name = "N", default_value = "8", value_parser = between(limits::BATCH))]
    batch: u64,
    /// Learning rate at the end
    #[arg(long, value_name = "R", default_value = "0.05", value_parser = between(limits::RATE))]
    rate: f64,
    /// Table of each player
    #[arg(long, value_name = "MB", default_value = "4", value_parser = between(limits::HASH))]
    hash: usize,
    /// Games at the same time (all cores if not given)
    #[arg(long, value_name = "N", value_parser = between(limits::AT_A_TIME))]
    concurrency: Option<usize>,
    /// Write the trace
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Go on from the trace
    #[arg(long, requires = "trace")]
    resume: bool,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    adjudication: AdjudicationArguments,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    if args.list {
        for known in Parameters::TABLE {
            writeln!(out, "{} = {} in {}..={}", known.name, known.default, known.min, known.max)?;
        }
        return Ok(Verdict::Fine);
    }
    let variant = args.game.variant;
    with_rules!(variant, R => tune::<R>(args, variant, out))
}

/// The numbers to tune.
fn tuned(given: &[String]) -> Result<Vec<Tuned>, Failure> {
    let names = Parameters::TABLE.iter().map(|known| known.name);
    if given.is_empty() {
        return Ok(names.filter_map(tuning::tuned).collect());
    }
    let mut all: Vec<Tuned> = Vec::new();
    for text in given {
        let (name, step) = match text.split_once(':') {
            Some((name, step)) => (name, Some(step)),
            None => (text.as_str(), None),
        };
        let mut one = tuning::tuned(name).ok_or_else(|| {
            let hint = suggest::hint(name, names.clone());
            Failure::usage(format!("--param: there is no number '{name}'{hint}; see --list"))
        })?;
        if let Some(step) = step {
            one.step = number(&format!("--param: the step of {name}"), step, &limits::STEP)?;
        }
        if all.iter().any(|other| other.name == one.name) {
            return Err(Failure::usage(format!("--param: {name} is given twice")));
        }
        all.push(one);
    }
    Ok(all)
}

fn tune<R: Playable>(args: &Arguments, variant: Variant, out: &mut dyn Write) -> Outcome {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let tuning = Tuning::<R> {
        tuned: tuned(&args.param)?,
        base: Parameters::DEFAULT,
        iterations: args.iterations as u64,
        batch: args.batch,
        rate: args.rate,
        nodes: args.nodes,
        hash: args.hash,
        openings: args.openings.openings()?,
        adjudication: args.adjudication.adjudication(variant)?,
        concurrency: args.concurrency.unwrap_or(cores),
        seed: args.openings.seed,
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
fn open_trace(args: &Arguments, header: &str) -> Result<(Option<Log>, Option<Row>), Failure> {
    let Some(path) = &args.trace else { return Ok((None, None)) };
    let bytes = if args.resume { files::read_earlier(path, limits::TRACE)? } else { None };
    let text = bytes.map(String::from_utf8).transpose().map_err(|_| {
        Failure::Data(format!("{}: this is no trace of a tuning, and no text", path.display()))
    })?;
    let Some(text) = text else {
        let mut log = Log::open(path, None)?;
        log.add(header)?;
        return Ok((Some(log), None));
    };
    let (row, valid) = tuning::read_last_row(&text, header)
        .map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?;
    let mut log = Log::open(path, Some(Kept::Bytes(valid as u64)))?;
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
