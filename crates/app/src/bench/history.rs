//! `erawan bench history`: results of benchmarks kept, compared and drawn.

use std::fs;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::{Instant, SystemTime};

use erawan_board::perft::Perft;
use erawan_board::{Chess, Position};
use erawan_database::DatabaseError;
use erawan_database::benchmarks::{
    Benchmark, Change, Figure, History, Run, compare, sparkline, svg,
};
use erawan_engine::{Engine, bench};
use erawan_server::data_folder;
use serde::Serialize;

use crate::args::between;
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::{Outcome, Verdict, json, limits};

/// How far the count goes that tells how fast moves are made: a fraction of a second.
const PERFT_DEPTH: u32 = 6;

/// keeps results of benchmarks, compares and draws them
///
/// A history is a small SQLite file: what was measured (a commit), on which machine,
/// nodes, time and the speed of perft, each run by itself. What differs by less than
/// the runs differ among themselves is called noise.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan bench history add --runs 5
  erawan bench history list
  erawan bench history compare
  erawan bench history compare 3 7
  erawan bench history draw --svg speed.svg"
)]
pub(super) struct Arguments {
    /// The history; benchmarks.erawan in the data folder if not given
    #[arg(long, value_name = "FILE", global = true)]
    file: Option<PathBuf>,
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Add(Add),
    List(List),
    Compare(Compare),
    Draw(Draw),
}

/// runs the benchmark and keeps the result
///
/// What is measured is this program. It is kept under the commit of the folder that
/// the command is called in, with a + if tracked files have been changed. With --read
/// nothing is run: each line 'N nodes M nps' of a file is a run, as the bench of
/// another build prints it at its end.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Add {
    /// How often
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = between(1..=limits::BENCH_RUNS))]
    runs: usize,
    /// What is measured, in place of the commit
    #[arg(long, value_name = "NAME")]
    commit: Option<String>,
    /// The machine, in place of what the processor says
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// Reads the runs from a file; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "runs")]
    read: Option<PathBuf>,
}

/// lists what is kept
#[derive(clap::Args)]
struct List {
    /// One object a line
    #[arg(long)]
    json: bool,
}

/// tells how much faster one result is than another
///
/// Results are named by number or by the beginning of a commit, which means the last
/// result that has it. Without names the last two of the machine of the last are
/// compared. The exit code is 1 if the new one is slower beyond noise.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
struct Compare {
    /// The old result
    #[arg(requires = "new")]
    old: Option<String>,
    /// The new one
    new: Option<String>,
    /// One object
    #[arg(long)]
    json: bool,
}

/// draws the speeds of a machine, as a line of text or as a chart
#[derive(clap::Args)]
struct Draw {
    /// The machine; that of the last result if not given
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// Writes a chart to a file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(super) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let path = match &args.file {
        Some(path) => path.clone(),
        None => data_folder().map(|folder| folder.join("benchmarks.erawan")).ok_or_else(|| {
            Failure::usage("there is no home folder to keep results in: name a file with --file")
        })?,
    };
    match &args.action {
        Action::Add(add) => add.run(&path, args.file.is_none(), out),
        Action::List(list) => list.run(&kept(&path)?, out),
        Action::Compare(compare) => compare.run(&kept(&path)?, out),
        Action::Draw(draw) => draw.run(&kept(&path)?, out),
    }
}

/// What a history has, which must be something.
fn kept(path: &Path) -> Result<Vec<Benchmark>, Failure> {
    let all = History::open(path).and_then(|history| history.all()).map_err(failure)?;
    if all.is_empty() {
        return Err(Failure::Data(format!("{}: nothing is kept in it", path.display())));
    }
    Ok(all)
}

fn failure(error: DatabaseError) -> Failure {
    let is_bad_data = error.is_bad_data();
    let text = match error {
        DatabaseError::Missing(path) => format!(
            "{}: there is no such history; erawan bench history add begins one",
            path.display()
        ),
        DatabaseError::NotADatabase(path) => {
            format!("{}: this is no history of benchmarks", path.display())
        }
        DatabaseError::Newer { path, .. } => {
            format!("{}: a newer Erawan has made this history", path.display())
        }
        other => other.to_string(),
    };
    if is_bad_data { Failure::Data(text) } else { Failure::usage(text) }
}

impl Add {
    fn run(&self, path: &Path, is_own: bool, out: &mut dyn Write) -> Outcome {
        if let (true, Some(folder)) = (is_own, path.parent()) {
            fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        }
        // Before the work, not after it.
        let name = self.commit.clone().or_else(commit).ok_or_else(|| {
            Failure::usage("this folder has no commit: say what is measured with --commit")
        })?;
        let mut history = History::create(path).map_err(failure)?;
        let runs = match &self.read {
            Some(file) => read_runs(file)?,
            None => self.measure(out)?,
        };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let benchmark = Benchmark {
            number: 0,
            time: i64::try_from(now.as_secs()).unwrap_or(i64::MAX),
            date: String::new(),
            name,
            machine: self.machine.clone().unwrap_or_else(machine),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            runs,
        };
        let number = history.add(&benchmark).map_err(failure)?;
        writeln!(out, "{number}: {} on {}", benchmark.name, benchmark.machine)?;
        Ok(Verdict::Fine)
    }

    fn measure(&self, out: &mut dyn Write) -> Result<Vec<Run>, Failure> {
        let mut engine = Engine::new(bench::HASH_MEBIBYTES)
            .map_err(|error| Failure::Data(format!("bench: {error}")))?;
        let mut runs = Vec::new();
        for number in 1..=self.runs {
            let report = super::search(&mut engine, |_| ControlFlow::Continue(()))?;
            let begun = Instant::now();
            let counted = Perft::new().run(&Position::<Chess>::startpos(), PERFT_DEPTH);
            let perft = Some((counted, begun.elapsed().as_secs_f64()));
            writeln!(out, "run {number} of {}: {report}", self.runs)?;
            out.flush()?;
            runs.push(Run { nodes: report.nodes, seconds: report.time.as_secs_f64(), perft });
        }
        Ok(runs)
    }
}

/// The runs that a file has, one for each line `N nodes M nps`.
fn read_runs(path: &Path) -> Result<Vec<Run>, Failure> {
    let mut bytes = Vec::new();
    let input = files::open(path)?.reader;
    input.take(limits::BENCH_RESULTS).read_to_end(&mut bytes).map_err(Failure::file(path))?;
    let text = String::from_utf8_lossy(&bytes);
    let run = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [nodes, "nodes", speed, "nps"] => {
            let (nodes, speed): (u64, f64) = (nodes.parse().ok()?, speed.parse().ok()?);
            let seconds = nodes as f64 / speed;
            let run = Run { nodes, seconds, perft: None };
            // SQLite's numbers end there.
            (nodes <= i64::MAX.unsigned_abs() && seconds.is_finite() && speed > 0.0).then_some(run)
        }
        _ => None,
    };
    let runs: Vec<Run> = text.lines().filter_map(run).take(limits::BENCH_RUNS).collect();
    if runs.is_empty() {
        let path = path.display();
        return Err(Failure::Data(format!("{path}: there is no line of the form 'N nodes M nps'")));
    }
    Ok(runs)
}

/// The commit of this folder, with a + if it is no longer just that.
fn commit() -> Option<String> {
    let git = |words: &[&str]| {
        let output = Process::new("git").args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

/// The processor and how many of it there are.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let name = named.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{name}, {cores} cores")
}

#[derive(Serialize)]
struct Row<'a> {
    number: u64,
    date: &'a str,
    commit: &'a str,
    machine: &'a str,
    version: &'a str,
    nodes: Option<u64>,
    seconds: Vec<f64>,
    nodes_per_second: Option<f64>,
    deviation: Option<f64>,
    perft_per_second: Option<f64>,
}

impl List {
    fn run(&self, all: &[Benchmark], out: &mut dyn Write) -> Outcome {
        if self.json {
            for one in all {
                let (speed, perft) = (one.speed(), one.perft());
                let row = Row {
                    number: one.number,
                    date: &one.date,
                    commit: &one.name,
                    machine: &one.machine,
                    version: &one.version,
                    nodes: one.nodes(),
                    seconds: one.runs.iter().map(|run| json::rounded(run.seconds, 4)).collect(),
                    nodes_per_second: speed.map(|speed| speed.mean.round()),
                    deviation: speed.map(|speed| speed.deviation.round()),
                    perft_per_second: perft.map(|perft| perft.mean.round()),
                };
                json::line(&row, out)?;
            }
            return Ok(Verdict::Fine);
        }
        writeln!(
            out,
            "{:>4} {:<16} {:<12} {:>4} {:>12} {:>18} {:>12}  machine",
            "#", "date", "commit", "runs", "nodes", "million nodes/s", "perft M/s"
        )?;
        for one in all {
            let nodes = one.nodes().map_or("differ".to_owned(), |nodes| nodes.to_string());
            let perft = one.perft().map_or("-".to_owned(), |perft| millions(perft.mean));
            let speed = one.speed().map_or("-".to_owned(), |speed| spread(&speed));
            writeln!(
                out,
                "{:>4} {:<16} {:<12} {:>4} {nodes:>12} {speed:>18} {perft:>12}  {}",
                one.number,
                one.date,
                one.name,
                one.runs.len(),
                one.machine
            )?;
        }
        Ok(Verdict::Fine)
    }
}

fn millions(speed: f64) -> String {
    format!("{:.3}", speed / 1e6)
}

fn spread(speed: &Figure) -> String {
    match speed.runs {
        1 => millions(speed.mean),
        _ => format!("{} ± {}", millions(speed.mean), millions(speed.deviation)),
    }
}

impl Compare {
    fn run(&self, all: &[Benchmark], out: &mut dyn Write) -> Outcome {
        let (old, new) = match (&self.old, &self.new) {
            (Some(old), Some(new)) => (named(all, old)?, named(all, new)?),
            _ => last_two(all)?,
        };
        let nothing = || Failure::Data("one of the results has no runs".to_owned());
        let found = compare(old, new).ok_or_else(nothing)?;
        let is_slower = found.is_one_machine
            && found.speed.relative < 0.0
            && found.speed.is_certain() == Some(true);
        if self.json {
            let change = |change: &Change| {
                serde_json::json!({
                    "old": change.old.mean.round(),
                    "new": change.new.mean.round(),
                    "change": json::rounded(change.relative, 5),
                    "noise": change.noise.map(|noise| json::rounded(noise, 5)),
                    "certain": change.is_certain(),
                })
            };
            let object = serde_json::json!({
                "old": old.number,
                "new": new.number,
                "same_machine": found.is_one_machine,
                "same_nodes": found.is_same_search,
                "nodes_per_second": change(&found.speed),
                "perft_per_second": found.perft.as_ref().map(change),
            });
            json::line(&object, out)?;
        } else {
            for (title, one) in [("old", old), ("new", new)] {
                writeln!(
                    out,
                    "{title}    {}: {} of {}, on {}",
                    one.number, one.name, one.date, one.machine
                )?;
            }
            let nodes = |one: &Benchmark| one.nodes().map_or("?".to_owned(), |n| n.to_string());
            let (a, b) = (nodes(old), nodes(new));
            let what = if found.is_same_search { "the same search" } else { "another search" };
            writeln!(out, "nodes  {a} -> {b}: {what}")?;
            writeln!(out, "speed  {}", in_words(&found.speed))?;
            if let Some(perft) = &found.perft {
                writeln!(out, "perft  {}", in_words(perft))?;
            }
            if !found.is_one_machine {
                writeln!(out, "The machines differ: the speeds say nothing about the program.")?;
            }
        }
        Ok(if is_slower { Verdict::Findings } else { Verdict::Fine })
    }
}

/// A change, and what it is worth.
fn in_words(change: &Change) -> String {
    let worth = match (change.noise, change.is_certain()) {
        (Some(noise), Some(true)) => format!("beyond noise (± {:.2} %)", noise * 100.0),
        (Some(noise), _) => format!("within noise (± {:.2} %)", noise * 100.0),
        (None, _) => "noise unknown: one of them was run only once".to_owned(),
    };
    let (old, new) = (spread(&change.old), spread(&change.new));
    format!("{old} -> {new} M/s: {:+.2} %, {worth}", change.relative * 100.0)
}

/// The result of a number, or the last of a commit.
fn named<'a>(all: &'a [Benchmark], name: &str) -> Result<&'a Benchmark, Failure> {
    let by_number = || all.iter().find(|one| name.parse() == Ok(one.number));
    let by_name = || all.iter().rev().find(|one| !name.is_empty() && one.name.starts_with(name));
    by_number().or_else(by_name).ok_or_else(|| {
        Failure::usage(format!("there is no result {name}; erawan bench history list has them all"))
    })
}

/// The last result, and the last before it of the same machine.
fn last_two(all: &[Benchmark]) -> Result<(&Benchmark, &Benchmark), Failure> {
    let mut backwards = all.iter().rev();
    let pair = backwards
        .next()
        .and_then(|new| backwards.find(|old| old.machine == new.machine).map(|old| (old, new)));
    pair.ok_or_else(|| {
        Failure::Data("there is only one result of this machine: nothing to compare".to_owned())
    })
}

impl Draw {
    fn run(&self, all: &[Benchmark], out: &mut dyn Write) -> Outcome {
        let last = all.last().map(|one| one.machine.clone()).unwrap_or_default();
        let machine = self.machine.as_ref().unwrap_or(&last);
        let drawn: Vec<&Benchmark> = all.iter().filter(|one| one.machine == *machine).collect();
        let (Some(first), Some(last)) = (drawn.first(), drawn.last()) else {
            let mut known: Vec<&str> = all.iter().map(|one| one.machine.as_str()).collect();
            known.sort_unstable();
            known.dedup();
            let known = known.join("; ");
            return Err(Failure::usage(format!("nothing is of {machine}; there are: {known}")));
        };
        let title = format!("Nodes a second on {machine}");
        if let Some(path) = &self.svg {
            let mut file = NewFile::create(path)?;
            file.write_all(svg(&drawn, &title).as_bytes()).map_err(Failure::file(path))?;
            file.finish()?;
            return Ok(Verdict::Fine);
        }
        let means: Vec<f64> =
            drawn.iter().filter_map(|one| one.speed()).map(|speed| speed.mean).collect();
        let least = means.iter().copied().fold(f64::INFINITY, f64::min);
        let most = means.iter().copied().fold(0.0, f64::max);
        writeln!(out, "{title}, from {} to {} millions", millions(least), millions(most))?;
        writeln!(out, "{} {} {}", first.name, sparkline(&means), last.name)?;
        Ok(Verdict::Fine)
    }
}
