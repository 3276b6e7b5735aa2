//! `erawan analyse`: reviews the games of a file.

mod output;
mod pace;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use erawan_analysis::bulk::{self, BulkError, End, Event, Settings};
use erawan_engine::Engine;

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, Verdict, epd, eprintln_quietly, files, interrupt};
use output::Output;
use pace::Pace;
use table::Table;

pub(crate) const COMMAND: Command = Command {
    name: "analyse",
    usage: "FILE",
    summary: "reviews games: accuracy, bad moves and why they were bad",
    details: "
Reviews every game of a PGN file, compressed (.gz, .zst) or not, or of standard
input for -. Chess, Chess960 and Makruk may be mixed. Accuracy, inaccuracies (?!), mistakes (?) and blunders (??)
are reckoned as Lichess does. Without --out the bad moves are listed with what
was better; with --out annotated games or JSON lines are written, the choice
being made by the name's end, and only the table is printed.

Each game is written as soon as it and all before it are done, so an interrupted
run leaves a valid file, and --resume goes on with it: the result is the same as
if nothing had happened. With --nodes or --depth and one thread for each game,
reviews are the same on every run, however many games are looked at at a time.

Games that cannot be read are named and left out; the exit code is 1 then, and
also after Ctrl-C.",
    options: &[
        Opt::value("--nodes", "N", "searches so many nodes for each position (100000)"),
        Opt::value("--depth", "D", "searches to this depth instead"),
        Opt::value("--movetime", "MS", "thinks so many milliseconds instead"),
        Opt::value("--threads", "T", "threads for each game (1)"),
        Opt::value("--jobs", "J", "games at a time (one for each core)"),
        Opt::value("--hash", "MB", "the size of the table for each game at a time (16)"),
        Opt::value("--multipv", "K", "looks for so many lines (1)"),
        Opt::value("--out", "FILE", "writes annotated games (.pgn) or JSON lines (.jsonl)"),
        Opt::switch("--resume", "goes on with the file of --out"),
    ],
    examples: &[
        "erawan analyse games.pgn --nodes 20000",
        "erawan analyse games.pgn --nodes 200000 --out reviewed.pgn --resume",
        "erawan analyse games.pgn --movetime 500 --out reviewed.jsonl",
    ],
    run,
};

const NODES: u64 = 100_000;

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let path = match args.words.as_slice() {
        [path] => PathBuf::from(path),
        [] => return Err(Failure::usage("analyse needs a FILE, or - for standard input")),
        [_, more, ..] => {
            let more = more.to_string_lossy();
            return Err(Failure::usage(format!("analyse takes one FILE; what is '{more}'?")));
        }
    };
    let settings = settings(args)?;
    let input = files::open(&path)?;
    let mut output = match args.path("--out") {
        Some(to) => {
            files::keep_apart(&path, &to)?;
            Some(Output::open(&to, args.has("--resume"), &settings)?)
        }
        None if args.has("--resume") => {
            return Err(Failure::usage("--resume needs the file to go on with: --out FILE"));
        }
        None => None,
    };
    let known = output.as_mut().map(Output::take_known).unwrap_or_default();
    let (pace, source) = Pace::new(&path, input, known.len());
    let name = files::name_of(&path);
    let begun = Instant::now();
    let mut table = Table::new(output.is_none());
    let mut progress = Progress::new();
    let on_event = |event: Event| -> Result<(), Failure> {
        match event {
            Event::Reviewed(reviewed) => {
                if let Some(output) = &mut output {
                    output.write(&reviewed, &settings)?;
                }
                progress.clear();
                table.game(&reviewed, out)?;
                out.flush()?;
            }
            Event::Known { .. } => table.known += 1,
            Event::Bad { message, .. } => {
                progress.clear();
                table.bad += 1;
                eprintln_quietly(&format!("{name}: {message}"));
            }
            Event::Tick(tally) => {
                let part = pace.part(&tally);
                progress.step(part, || {
                    let rate = tally.nodes as f64 / begun.elapsed().as_secs_f64().max(1e-9);
                    let left = pace::time_left(begun.elapsed(), part);
                    format!(
                        "{} games, {} positions, {rate:.0} nodes/s{left}",
                        tally.games, tally.positions
                    )
                });
            }
        }
        Ok(())
    };
    let stop = interrupt::listen();
    let ended = bulk::run(source, &settings, &known, stop, on_event);
    drop(progress);
    let ended = ended.map_err(|error| match error {
        BulkError::Listener(failure) => failure,
        BulkError::Read(error) => Failure::file(&path)(error),
        BulkError::Engine(why) => Failure::Data(why),
        other => Failure::Data(format!("{name}: {other}; nothing was added to the file of --out")),
    })?;
    table.finish(begun.elapsed(), out)?;
    if ended == End::Interrupted {
        eprintln_quietly(match output {
            Some(_) => "interrupted; --resume goes on from here",
            None => "interrupted",
        });
        return Ok(Verdict::Findings);
    }
    Ok(if table.bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

fn settings(args: &Args) -> Result<Settings, Failure> {
    let mut limits = epd::limits(args)?;
    if limits.movetime.is_some() && !args.has("--movetime") {
        limits = erawan_engine::Limits::nodes(NODES);
    }
    limits.multipv = args.number("--multipv", 1..=100usize)?.unwrap_or(1);
    let threads = args.number("--threads", 1..=Engine::MAX_THREADS)?.unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.number("--jobs", 1..=1024usize)?.unwrap_or((cores / threads).max(1));
    let hash = args.number("--hash", 1..=1_048_576usize)?.unwrap_or(16);
    Ok(Settings { limits, jobs, threads, hash })
}

/// The name of a path for messages.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
