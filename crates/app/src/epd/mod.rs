//! `erawan epd`: solves a test suite.

mod puzzles;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use erawan_analysis::suite::Task;
use erawan_board::{Variant, with_rules};
use erawan_engine::{Best, Engine, Limits, Parameters, Playable, Score};
use erawan_notation::fen;
use serde::Serialize;
use serde_json::json;

use crate::args::between;
use crate::failure::Failure;
use crate::files::Input;
use crate::json::{self, Object};
use crate::positions::Choice;
use crate::progress::Progress;
use crate::{Outcome, Verdict, files, limits, suggest};

/// solves a test suite
///
/// Searches every position of a file of EPD lines, or - for standard input. A
/// position is solved if the move found is one of bm, none of am, and mates in no
/// more moves than dm says, as far as the line has them. Lines without any of these
/// are only searched. The last line is 'solved S of N'. A line that cannot be read
/// is named, and the exit code is 1 then. Without a limit each position is thought
/// about for a second.
///
/// A file of puzzles (.csv, also .csv.gz and .csv.zst, as Lichess publishes them) is
/// solved move by move: the first of a puzzle's moves is played, then every move of the
/// solver must be found; any mate counts where mate ends it. For each 200 points of
/// rating it says how many were solved, and the rating with which one would solve as
/// many.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan epd wac.epd --movetime 1000
  erawan epd suite.epd --nodes 100000 --json
  erawan epd lichess_db_puzzle.csv.zst --count 1000 --nodes 50000"
)]
pub(crate) struct Arguments {
    /// A file of EPD lines (.epd, .epd.gz, .epd.zst) or puzzles (.csv), or - for standard input
    suite: PathBuf,
    /// Takes so many positions at most
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    #[command(flatten)]
    game: Choice,
    #[command(flatten)]
    limit: Limit,
    /// The number of threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = between(limits::THREADS))]
    threads: usize,
    /// The size of the transposition table
    #[arg(long, value_name = "MB", default_value = "16", value_parser = between(limits::HASH))]
    hash: usize,
    /// Evaluates by this network; none: by hand-written rules
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// A number of the search (erawan tune --list)
    #[arg(long, value_name = "NAME=N")]
    set: Vec<String>,
    /// Prints a JSON object for each position and one for all
    #[arg(long)]
    json: bool,
}

/// How long to search each position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct Limit {
    /// Thinks MS milliseconds about each position
    #[arg(long, value_name = "MS", value_parser = between(limits::MOVE_TIME))]
    movetime: Option<u64>,
    /// Searches N nodes
    #[arg(long, value_name = "N", value_parser = between(limits::NODES))]
    nodes: Option<u64>,
    /// Searches to this depth
    #[arg(long, value_name = "D", value_parser = between(limits::DEPTH))]
    depth: Option<u32>,
}

impl Limit {
    /// The limit that was given.
    pub(crate) fn limits(&self) -> Option<Limits> {
        let time = self.movetime.map(|time| Limits::movetime(Duration::from_millis(time)));
        time.or(self.nodes.map(Limits::nodes)).or(self.depth.map(Limits::depth))
    }
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let limits =
        args.limit.limits().unwrap_or_else(|| Limits::movetime(Duration::from_millis(1000)));
    let hash = args.hash;
    let mut engine =
        Engine::new(hash).map_err(|error| Failure::usage(format!("--hash {hash}: {error}")))?;
    engine.set_threads(args.threads).map_err(|error| Failure::Data(error.to_string()))?;
    let variant = args.game.variant;
    equip(args, variant, &mut engine)?;
    let mut input = files::open(&args.suite)?;
    if puzzles::is_collection(&args.suite, &mut input)? {
        return puzzles::solve_all(args, input, &mut engine, &limits, out);
    }
    with_rules!(variant, R => solve_all::<R>(args, input, &mut engine, &limits, out))
}

/// Another evaluation and other numbers, where they are given.
fn equip(args: &Arguments, variant: Variant, engine: &mut Engine) -> Result<(), Failure> {
    match &args.net {
        None => Ok(()),
        Some(path) if path.as_os_str() == "none" => engine.set_network(variant, None),
        Some(path) => engine.load_network(variant, path),
    }
    .map_err(|error| Failure::Data(format!("--net: {error}")))?;
    for text in &args.set {
        let (name, value) = text.split_once('=').unwrap_or((text.as_str(), ""));
        let Some(known) = Parameters::TABLE.iter().find(|known| known.name == name) else {
            let hint = suggest::hint(name, Parameters::TABLE.iter().map(|known| known.name));
            return Err(Failure::usage(format!("--set: there is no number '{name}'{hint}")));
        };
        let value = value.parse().ok().filter(|value| (known.min..=known.max).contains(value));
        let Some(value) = value else {
            let (min, max) = (known.min, known.max);
            return Err(Failure::usage(format!("--set {name}: a number from {min} to {max}")));
        };
        engine.parameters_mut().set(name, value);
    }
    Ok(())
}

#[derive(Default)]
struct Tally {
    solved: u64,
    /// Positions that ask for something.
    asked: u64,
    nodes: u64,
    bad_lines: u64,
}

fn solve_all<R: Playable>(
    args: &Arguments,
    mut input: Input,
    engine: &mut Engine,
    limits: &Limits,
    out: &mut dyn Write,
) -> Outcome {
    let (path, json) = (args.suite.as_path(), args.json);
    let begun = Instant::now();
    let name = files::name_of(path);
    let mut progress = Progress::new();
    let mut tally = Tally::default();
    let (mut number, mut bytes) = (0u64, 0u64);
    while let Some(line) =
        files::read_line(&mut *input.reader, limits::LINE).map_err(Failure::file(path))?
    {
        number += 1;
        bytes += line.len() as u64 + 1;
        if args.count.is_some_and(|most| tally.asked >= most) {
            break;
        }
        match Task::<R>::read(&line) {
            Ok(None) => {}
            Ok(Some(task)) => {
                let found = task.search(engine, limits);
                tally.nodes += found.nodes;
                let solved = task.is_solved(&found);
                tally.asked += u64::from(solved.is_some());
                tally.solved += u64::from(solved == Some(true));
                let id = task.epd.id().map_or_else(|| format!("line {number}"), str::to_owned);
                if json {
                    write_json(&id, number, &task, &found, solved, out)?;
                } else {
                    write_text(&id, &task, &found, solved, out)?;
                }
            }
            Err(error) => {
                let message = error.to_string();
                tally.bad_lines += 1;
                if json {
                    json::line(
                        &Object(vec![("line", json!(number)), ("error", json!(message))]),
                        out,
                    )?;
                } else {
                    writeln!(out, "{name}:{number}: {message}")?;
                }
            }
        }
        out.flush()?;
        let part = input.length.map(|length| bytes as f64 / length.max(1) as f64);
        progress.step(part, || format!("solved {} of {}", tally.solved, tally.asked));
    }
    drop(progress);
    let Tally { solved, asked, nodes, bad_lines } = tally;
    if json {
        let seconds = begun.elapsed().as_secs_f64();
        let (suite, seconds) = (&name, json::rounded(seconds, 3));
        let summary = Summary { suite, solved, positions: asked, bad_lines, nodes, seconds };
        json::line(&summary, out)?;
    } else {
        writeln!(out, "solved {solved} of {asked}")?;
    }
    Ok(if bad_lines == 0 { Verdict::Fine } else { Verdict::Findings })
}

fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}

fn write_text<R: Playable>(
    id: &str,
    task: &Task<R>,
    found: &Best,
    solved: Option<bool>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let verdict = match solved {
        Some(true) => "solved",
        Some(false) => "missed",
        None => "searched",
    };
    let (m, score) = (task.name_of(found), score_text(found.score));
    write!(out, "{id:<12} {verdict:<8} {m:<7} {score:>9} depth {:>2}", found.depth)?;
    if solved == Some(false) {
        write!(out, "  expected {}", task.expected())?;
    }
    writeln!(out)
}

fn write_json<R: Playable>(
    id: &str,
    line: u64,
    task: &Task<R>,
    found: &Best,
    solved: Option<bool>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let answer = Answer {
        line,
        id,
        fen: fen::write(&task.epd.position),
        expected: task.expected(),
        found: task.name_of(found),
        solved,
        score: score_text(found.score),
        depth: found.depth,
        nodes: found.nodes,
    };
    json::line(&answer, out)
}

#[derive(Serialize)]
struct Answer<'a> {
    line: u64,
    id: &'a str,
    fen: String,
    expected: String,
    #[serde(rename = "move")]
    found: String,
    solved: Option<bool>,
    score: String,
    depth: u32,
    nodes: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    suite: &'a str,
    solved: u64,
    positions: u64,
    bad_lines: u64,
    nodes: u64,
    seconds: f64,
}
