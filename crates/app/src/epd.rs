//! `erawan epd`: solves a test suite.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use erawan_analysis::suite::Task;
use erawan_board::{Variant, with_rules};
use erawan_engine::{Best, Engine, Limits, Parameters, Playable, Score};
use erawan_notation::fen;

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::json::Text;
use crate::positions;
use crate::progress::Progress;
use crate::{Outcome, Verdict, files, suggest};

pub(crate) const COMMAND: Command = Command {
    name: "epd",
    usage: "SUITE",
    summary: "solves a test suite",
    details: "
Searches every position of a file of EPD lines, or - for standard input. A
position is solved if the move found is one of bm, none of am, and mates in no
more moves than dm says, as far as the line has them. Lines without any of these
are only searched. The last line is 'solved S of N'. A line that cannot be read
is named, and the exit code is 1 then.",
    options: &[
        positions::VARIANT,
        Opt::value("--movetime", "MS", "thinks so many milliseconds about each (1000)"),
        Opt::value("--nodes", "N", "searches so many nodes instead"),
        Opt::value("--depth", "D", "searches to this depth instead"),
        Opt::value("--threads", "T", "the number of threads (1)"),
        Opt::value("--hash", "MB", "the size of the table (16)"),
        Opt::value("--net", "FILE", "evaluates by this network; none: by hand-written rules"),
        Opt::values("--set", "NAME=N", "a number of the search (erawan tune --list)"),
        Opt::switch("--json", "prints a JSON object for each position and one for all"),
    ],
    examples: &["erawan epd wac.epd --movetime 1000", "erawan epd suite.epd --nodes 100000 --json"],
    run,
};

/// A line longer than this is no EPD.
const LINE_LIMIT: usize = 64 * 1024;

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let path = match args.words.as_slice() {
        [path] => PathBuf::from(path),
        [] => return Err(Failure::usage("epd needs a SUITE, or - for standard input")),
        [_, more, ..] => {
            let more = more.to_string_lossy();
            return Err(Failure::usage(format!("epd takes one SUITE; what is '{more}'?")));
        }
    };
    let limits = limits(args)?;
    let hash = args.number("--hash", 1..=1_048_576usize)?.unwrap_or(16);
    let mut engine =
        Engine::new(hash).map_err(|error| Failure::Data(format!("--hash {hash}: {error}")))?;
    engine
        .set_threads(args.number("--threads", 1..=Engine::MAX_THREADS)?.unwrap_or(1))
        .map_err(|error| Failure::Data(error.to_string()))?;
    let json = args.has("--json");
    let variant = positions::variant(args)?;
    equip(args, variant, &mut engine)?;
    with_rules!(variant, R => solve_all::<R>(&path, &mut engine, &limits, json, out))
}

/// Another evaluation and other numbers, where they are given.
fn equip(args: &Args, variant: Variant, engine: &mut Engine) -> Result<(), Failure> {
    match args.path("--net") {
        None => Ok(()),
        Some(path) if path.as_os_str() == "none" => engine.set_network(variant, None),
        Some(path) => engine.load_network(variant, &path),
    }
    .map_err(|error| Failure::Data(format!("--net: {error}")))?;
    for text in args.texts("--set")? {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
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

/// How long to think; a second if nothing is said.
pub(crate) fn limits(args: &Args) -> Result<Limits, Failure> {
    let given = ["--movetime", "--nodes", "--depth"].iter().filter(|name| args.has(name)).count();
    if given > 1 {
        return Err(Failure::usage("give one of --movetime, --nodes and --depth"));
    }
    if let Some(nodes) = args.number("--nodes", 1..=u64::MAX)? {
        return Ok(Limits::nodes(nodes));
    }
    if let Some(depth) = args.number("--depth", 1..=200u32)? {
        return Ok(Limits::depth(depth));
    }
    let time = args.number("--movetime", 1..=86_400_000u64)?.unwrap_or(1000);
    Ok(Limits::movetime(Duration::from_millis(time)))
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
    path: &Path,
    engine: &mut Engine,
    limits: &Limits,
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
        files::read_line(&mut *input.reader, LINE_LIMIT).map_err(Failure::file(path))?
    {
        number += 1;
        bytes += line.len() as u64 + 1;
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
                    writeln!(out, "{{\"line\":{number},\"error\":{}}}", Text(&message))?;
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
        writeln!(
            out,
            "{{\"suite\":{},\"solved\":{solved},\"positions\":{asked},\"bad_lines\":{bad_lines},\
             \"nodes\":{nodes},\"seconds\":{seconds:.3}}}",
            Text(&name)
        )?;
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
    let solved = solved.map_or("null", |solved| if solved { "true" } else { "false" });
    writeln!(
        out,
        "{{\"line\":{line},\"id\":{},\"fen\":{},\"expected\":{},\"move\":{},\"solved\":{solved},\
         \"score\":{},\"depth\":{},\"nodes\":{}}}",
        Text(id),
        Text(&fen::write(&task.epd.position)),
        Text(&task.expected()),
        Text(&task.name_of(found)),
        Text(&score_text(found.score)),
        found.depth,
        found.nodes
    )
}
