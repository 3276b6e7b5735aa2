//! `erawan analyse`: reviews the games of a file.

mod output;
mod pace;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use erawan_analysis::Effort;
use erawan_analysis::bulk::{self, BulkError, End, Event, Searches, Settings};
use erawan_endings::Endings;

use crate::args::between;
use crate::epd::Limit;
use crate::failure::Failure;
use crate::progress::{Progress, time_left};
use crate::{Outcome, Verdict, eprintln_quietly, files, interrupt, limits};
use output::Output;
use pace::Pace;
use table::Table;

/// reviews games: accuracy, bad moves and why they were bad
///
/// Reviews every game of a PGN file, compressed (.gz, .zst) or not, or of standard
/// input for -. The games may be mixed. Accuracy, inaccuracies (?!), mistakes (?)
/// and blunders (??) are reckoned as Lichess does. Without --out the bad moves are
/// listed with what was better; with --out annotated games or JSON lines are
/// written, the choice being made by the name's end, and only the table is printed.
///
/// Each game is written as soon as it and all before it are done, so an interrupted
/// run leaves a valid file, and --resume goes on with it: the result is the same as
/// if nothing had happened. With --nodes or --depth and one thread for each game,
/// reviews are the same on every run, however many games are looked at at a time.
///
/// All positions are searched once. Moves that may be bad are searched again, with
/// the best one to the same depth, until the verdict is certain. --effort says how
/// much that is, and the page gives the same verdicts for the same effort, unless one
/// has endgame tables and the other has not; --nodes, --depth or --movetime say it for
/// the first search of each position instead.
///
/// Games that cannot be read are named and left out; the exit code is 1 then.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan analyse games.pgn
  erawan analyse games.pgn --effort deep --out reviewed.pgn
  erawan analyse games.pgn --nodes 200000 --out reviewed.pgn --resume
  erawan analyse games.pgn --movetime 500 --out reviewed.jsonl
  erawan analyse makruk.pgn --endings tables"
)]
pub(crate) struct Arguments {
    /// A PGN file (.pgn, .pgn.gz, .pgn.zst), or - for standard input
    file: PathBuf,
    #[command(flatten)]
    limit: Limit,
    /// How much to search: quick, standard or deep
    #[arg(long, value_name = "EFFORT", default_value = "standard")]
    #[arg(conflicts_with_all = ["movetime", "nodes", "depth"])]
    effort: Effort,
    /// Threads for each engine
    #[arg(long, value_name = "T", default_value = "1", value_parser = between(limits::THREADS))]
    threads: usize,
    /// Games at a time (one for each core; one by effort, with all cores)
    #[arg(long, value_name = "J", value_parser = between(limits::AT_A_TIME))]
    jobs: Option<usize>,
    /// The size of the transposition table for each engine (32)
    #[arg(long, value_name = "MB", value_parser = between(limits::HASH))]
    hash: Option<usize>,
    /// Looks for K lines
    #[arg(long, value_name = "K", default_value = "1", value_parser = between(limits::LINES))]
    multipv: usize,
    /// The folders of tables of 'erawan tb build', with semicolons between them
    #[arg(long, value_name = "DIR")]
    endings: Option<String>,
    /// Writes annotated games (.pgn) or JSON lines (.jsonl)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Goes on with the file of --out
    #[arg(long, requires = "out")]
    resume: bool,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let path = &args.file;
    let settings = settings(args, endings(args)?);
    let mut input = files::open(path)?;
    input.reader = interrupt::reading(input.reader).map_err(Failure::file(path))?;
    let mut output = match &args.out {
        Some(to) => {
            files::refuse_parquet(to)?;
            files::keep_apart(path, to)?;
            Some(Output::open(to, args.resume, &settings)?)
        }
        None => None,
    };
    let known = output.as_mut().map(Output::take_known).unwrap_or_default();
    let (pace, source) = Pace::new(path, input, known.len());
    let name = files::name_of(path);
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
                    let left = time_left(begun.elapsed(), part);
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
        BulkError::Read(error) => Failure::file(path)(error),
        BulkError::Engine(why) => {
            let Settings { hash, threads, .. } = settings;
            Failure::usage(format!("--hash {hash} --threads {threads}: {why}"))
        }
        other => Failure::Data(format!("{name}: {other}; nothing was added to the file of --out")),
    })?;
    table.finish(begun.elapsed(), out)?;
    if ended == End::Interrupted {
        eprintln_quietly(match output {
            Some(_) => "interrupted; --resume goes on from here",
            None => "interrupted",
        });
    }
    Ok(if table.bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

/// The tables of Makruk's endings and those like it, if they are asked for.
fn endings(args: &Arguments) -> Result<Option<Arc<Endings>>, Failure> {
    let Some(folders) = args.endings.as_deref() else { return Ok(None) };
    let endings = Endings::open(folders);
    for problem in endings.problems() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if endings.is_empty() {
        return Err(Failure::Data(format!("there are no tables of endings in '{folders}'")));
    }
    Ok(Some(Arc::new(endings)))
}

fn settings(args: &Arguments, endings: Option<Arc<Endings>>) -> Settings {
    let Arguments { threads, multipv: lines, .. } = *args;
    let hash = args.hash.unwrap_or(Effort::HASH);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let teams = (cores / threads).max(1);
    let (searches, jobs) = match args.limit.limits() {
        Some(limits) => (Searches::Limits(limits), args.jobs.unwrap_or(teams)),
        // One game with all there is: it is done sooner.
        None => (Searches::Effort(args.effort), args.jobs.unwrap_or(1)),
    };
    let workers = (teams / jobs).max(1);
    Settings { searches, lines, jobs, workers, threads, hash, endings, network: None }
}

/// The name of a path for messages.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
