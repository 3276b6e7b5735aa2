//! `erawan pgn`: checks, counts, rewrites and splits files of games.

mod check;
mod convert;
mod split;
mod stats;

use std::cell::Cell;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erawan_notation::pgn::{AnyGame, GameError, ReadError, Reader, Remark};

use crate::args::between;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, eprintln_quietly, files, limits};

/// checks, counts, rewrites and splits files of games
///
/// FILE is a PGN file with games of chess, Chess960 and Makruk in any order,
/// compressed (.gz, .zst) or not, or - for standard input. Compressed files are held
/// against their checksums, so that a damaged one is refused; a .zst that was made
/// without a checksum can only be held against its length.
///
/// check, stats and convert exit with code 1 if a game is bad; stats and convert
/// name it on standard error and leave it out. What is worth a word in a good game
/// (a Result tag that contradicts the moves' end, a sign that means nothing) is
/// named too, and the exit code stays 0. split keeps every byte: bad games
/// are written as they are, and the files put together are the file that was
/// split. Files appear under their names only when they are complete.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan pgn check games.pgn
  erawan pgn stats games.pgn.zst --json
  erawan pgn convert games.pgn --out clean.pgn
  erawan pgn split games.pgn --games 1000"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// replays every game and names the game, the line and the reason of each that is bad
    Check {
        #[command(flatten)]
        file: File,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// counts games, plies, results, variants and players
    Stats {
        #[command(flatten)]
        file: File,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// writes the games in the export format of the PGN standard
    Convert {
        #[command(flatten)]
        file: File,
        /// Writes into FILE instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// writes the games into files of --games N each, PREFIX-0001.pgn and on
    Split {
        #[command(flatten)]
        file: File,
        /// The number of games in a file
        #[arg(long, value_name = "N", value_parser = between(limits::COUNT))]
        games: u64,
        /// How the files are called; FILE without its ending if not given
        #[arg(long, value_name = "PREFIX")]
        prefix: Option<PathBuf>,
    },
}

#[derive(clap::Args)]
struct File {
    /// A PGN file (.pgn, .pgn.gz, .pgn.zst), or - for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Check { file, json } => check::run(&file.path, *json, out),
        Action::Stats { file, json } => stats::run(&file.path, *json, out),
        Action::Convert { file, out: to } => convert::run(&file.path, to.as_deref(), out),
        Action::Split { file, games, prefix } => split::run(&file.path, *games, prefix.clone()),
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
    let mut games = reader.into_games();
    let mut number = 0u64;
    while let Some(game) = games.next() {
        number += 1;
        for remark in games.take_remarks() {
            let Remark { game, line, kind } = remark;
            let name = files::name_of(path);
            eprintln_quietly(&format!("{name}: game {game}, line {line}: note: {kind}"));
        }
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
