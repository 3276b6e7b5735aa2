//! `erawan pgn`: checks, counts, rewrites and splits files of games.

mod check;
mod convert;
mod split;
mod stats;

use std::cell::Cell;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erawan_notation::pgn::{AnyGame, GameError, ReadError, Reader};

use crate::args::{Args, Opt, as_text};
use crate::commands::Command;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, eprintln_quietly, files, suggest};

const OUT: &str = "--out";
const GAMES: &str = "--games";
const PREFIX: &str = "--prefix";
const JSON: &str = "--json";

pub(crate) const COMMAND: Command = Command {
    name: "pgn",
    usage: "check|stats|convert|split FILE",
    summary: "checks, counts, rewrites and splits files of games",
    details: "
FILE is a PGN file with games of chess, Chess960 and Makruk in any order, or -
for standard input.

  check    replays every game and names the game, the line and the reason of
           each that is bad
  stats    counts games, plies, results, variants and players
  convert  writes the games in the export format of the PGN standard
  split    writes the games into files of --games N each, PREFIX-0001.pgn and on

check, stats and convert exit with code 1 if a game is bad; stats and convert
name it on standard error and leave it out. split keeps every byte: bad games
are written as they are, and the files put together are the file that was
split. Files appear under their names only when they are complete.",
    options: &[
        Opt::value(OUT, "FILE", "convert: writes into FILE instead of standard output"),
        Opt::value(GAMES, "N", "split: the number of games in a file"),
        Opt::value(PREFIX, "PREFIX", "split: how the files are called (FILE without .pgn)"),
        Opt::switch(JSON, "check, stats: prints the result as JSON"),
    ],
    examples: &[
        "erawan pgn check games.pgn",
        "erawan pgn stats games.pgn --json",
        "erawan pgn convert games.pgn --out clean.pgn",
        "erawan pgn split games.pgn --games 1000",
    ],
    run,
};

/// What can be done with a file, and the options each takes.
const ACTIONS: [(&str, &[&str]); 4] =
    [("check", &[JSON]), ("stats", &[JSON]), ("convert", &[OUT]), ("split", &[GAMES, PREFIX])];

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let names = ACTIONS.map(|(name, _)| name);
    let Some(first) = args.words.first() else {
        let list = names.join(", ");
        return Err(Failure::usage(format!("pgn needs one of {list}\nSee: erawan help pgn")));
    };
    let action = as_text("pgn", first)?;
    let Some((action, takes)) = ACTIONS.into_iter().find(|(name, _)| *name == action) else {
        let hint = suggest::hint(action, names);
        let list = names.join(", ");
        return Err(Failure::usage(format!("there is no pgn {action}{hint}; there are {list}")));
    };
    for option in COMMAND.options {
        if args.has(option.name) && !takes.contains(&option.name) {
            return Err(Failure::usage(format!("pgn {action} has no option {}", option.name)));
        }
    }
    let path = match &args.words[1..] {
        [path] => PathBuf::from(path),
        [] => {
            let message = format!("pgn {action} needs a FILE, or - for standard input");
            return Err(Failure::usage(message));
        }
        [_, more, ..] => {
            let more = more.to_string_lossy();
            return Err(Failure::usage(format!("pgn {action} takes one FILE; what is '{more}'?")));
        }
    };
    match action {
        "check" => check::run(&path, args.has(JSON), out),
        "stats" => stats::run(&path, args.has(JSON), out),
        "convert" => convert::run(&path, args.path(OUT).as_deref(), out),
        _ => {
            let games = args
                .number(GAMES, 1..=u64::MAX)?
                .ok_or_else(|| Failure::usage("pgn split needs --games N"))?;
            split::run(&path, games, args.path(PREFIX))
        }
    }
}

/// A file of games that is being read, with its progress.
struct Source {
    reader: Reader<Counted>,
    length: Option<u64>,
    bytes: Rc<Cell<u64>>,
}

impl Source {
    fn open(path: &Path) -> Result<Source, Failure> {
        let input = files::open(path)?;
        let bytes = Rc::new(Cell::new(0));
        let counted = Counted { inner: input.reader, bytes: Rc::clone(&bytes) };
        Ok(Source { reader: Reader::new(counted), length: input.length, bytes })
    }

    /// The part of the file that has been read, if its length is known.
    fn part(bytes: u64, length: Option<u64>) -> Option<f64> {
        length.map(|length| bytes as f64 / length.max(1) as f64)
    }
}

/// Reads a file game by game, showing progress.
pub(crate) fn each_game(
    path: &Path,
    mut take: impl FnMut(Result<AnyGame, GameError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Source { reader, length, bytes } = Source::open(path)?;
    let mut progress = Progress::new();
    for (number, game) in (1u64..).zip(reader.into_games()) {
        match game {
            Ok(game) => take(Ok(game))?,
            Err(ReadError::Game(error)) => take(Err(error))?,
            Err(ReadError::Io(error)) => return Err(Failure::file(path)(error)),
        }
        progress.step(Source::part(bytes.get(), length), || format!("{number} games"));
    }
    Ok(())
}

/// Names a bad game on standard error.
pub(crate) fn complain(path: &Path, error: &GameError) {
    eprintln_quietly(&format!("{}: {error}", files::name_of(path)));
}

/// Counts the bytes that were read.
struct Counted {
    inner: Box<dyn BufRead>,
    bytes: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}
