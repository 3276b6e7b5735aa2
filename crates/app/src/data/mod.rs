//! `erawan data`: looks at, replays and converts self-play data.

mod check;
mod convert;
mod stats;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use erawan_selfplay::{Chunk, ReadError, Reader};

use crate::args::{Args, Opt, as_text};
use crate::commands::Command;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, eprintln_quietly, files, suggest};

const OUT: &str = "--out";
const FILTER: &str = "--filter";
const JSON: &str = "--json";

pub(crate) const COMMAND: Command = Command {
    name: "data",
    usage: "check|stats|convert FILE",
    summary: "looks at, replays and converts self-play data",
    details: "
FILE is a file of games as datagen writes it.

  check    replays every game: every move is legal, the game ends when it must
           and as the record says, and scores go with results
  stats    counts games, positions, results, men and what training would use
  convert  writes every position as a record of 32 bytes for a trainer, with
           --filter only those that are good for training: not in check, the
           best move neither takes nor promotes, no mate in sight, ply 16 on

A chunk that is damaged or cut off is named, and the others are read; then the
exit code is 1, except for stats and convert of a file that was merely cut off.",
    options: &[
        Opt::value(OUT, "FILE", "convert: the file to write"),
        Opt::switch(FILTER, "convert: only positions that are good for training"),
        Opt::switch(JSON, "check, stats: prints the result as JSON"),
    ],
    examples: &[
        "erawan data check chess.games",
        "erawan data stats chess.games --json",
        "erawan data convert chess.games --filter --out chess.pos",
    ],
    run,
};

/// What can be done with a file, and the options each takes.
const ACTIONS: [(&str, &[&str]); 3] =
    [("check", &[JSON]), ("stats", &[JSON]), ("convert", &[OUT, FILTER])];

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let names = ACTIONS.map(|(name, _)| name);
    let Some(first) = args.words.first() else {
        let list = names.join(", ");
        return Err(Failure::usage(format!("data needs one of {list}\nSee: erawan help data")));
    };
    let action = as_text("data", first)?;
    let Some((action, takes)) = ACTIONS.into_iter().find(|(name, _)| *name == action) else {
        let hint = suggest::hint(action, names);
        let list = names.join(", ");
        return Err(Failure::usage(format!("there is no data {action}{hint}; there are {list}")));
    };
    for option in COMMAND.options {
        if args.has(option.name) && !takes.contains(&option.name) {
            return Err(Failure::usage(format!("data {action} has no option {}", option.name)));
        }
    }
    let path = match &args.words[1..] {
        [path] => PathBuf::from(path),
        [] => return Err(Failure::usage(format!("data {action} needs a FILE"))),
        [_, more, ..] => {
            let more = more.to_string_lossy();
            return Err(Failure::usage(format!("data {action} takes one FILE; what is '{more}'?")));
        }
    };
    match action {
        "check" => check::run(&path, args.has(JSON), out),
        "stats" => stats::run(&path, args.has(JSON), out),
        _ => {
            let to =
                args.path(OUT).ok_or_else(|| Failure::usage("data convert needs --out FILE"))?;
            convert::run(&path, &to, args.has(FILTER), out)
        }
    }
}

/// Reads a file chunk by chunk, showing progress. What is damaged goes to
/// `take` too.
fn each_chunk(
    path: &Path,
    mut take: impl FnMut(Result<Chunk, ReadError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = File::open(path).map_err(Failure::file(path))?;
    let length = file.metadata().map_err(Failure::file(path))?.len();
    let mut progress = Progress::new();
    let mut reader = Reader::new(file);
    while let Some(chunk) = reader.next() {
        match chunk {
            Err(ReadError::Io(error)) => return Err(Failure::file(path)(error)),
            chunk => take(chunk)?,
        }
        let done = reader.offset();
        let part = done as f64 / length.max(1) as f64;
        progress.step(Some(part), || format!("{} MB", done / 1_000_000));
    }
    Ok(())
}

/// Names what is wrong on standard error.
fn complain(path: &Path, fault: &dyn std::fmt::Display) {
    eprintln_quietly(&format!("{}: {fault}", files::name_of(path)));
}
