//! `erawan data`: looks at, replays and converts self-play data.

mod check;
mod convert;
mod stats;

use std::io::Write;
use std::path::{Path, PathBuf};

use erawan_board::regular_file;
use erawan_selfplay::{Chunk, ReadError, Reader};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, eprintln_quietly, files};

/// looks at, replays and converts self-play data
///
/// FILE is a file of games as datagen writes it.
///
/// A chunk that is damaged or cut off is named, and the others are read; then the
/// exit code is 1, except for stats and convert of a file that was merely cut off.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan data check chess.games
  erawan data stats chess.games --json
  erawan data convert chess.games --filter --out chess.pos"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// replays every game
    ///
    /// Every move is legal, the game ends when it must and as the record says, and
    /// scores go with results.
    #[command(verbatim_doc_comment)]
    Check {
        /// The file of games
        file: PathBuf,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// counts games, positions, results, men and what training would use
    Stats {
        /// The file of games
        file: PathBuf,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// writes every position as a record of 32 bytes for a trainer
    Convert {
        /// The file of games
        file: PathBuf,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Only positions that are good for training: not in check, the best move neither
        /// takes nor promotes, no mate in sight, ply 16 on
        #[arg(long)]
        filter: bool,
    },
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Check { file, json } => check::run(file, *json, out),
        Action::Stats { file, json } => stats::run(file, *json, out),
        Action::Convert { file, out: to, filter } => convert::run(file, to, *filter, out),
    }
}

/// Reads a file chunk by chunk, showing progress. What is damaged goes to
/// `take` too.
fn each_chunk(
    path: &Path,
    mut take: impl FnMut(Result<Chunk, ReadError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = regular_file::open(path, u64::MAX).map_err(Failure::file(path))?;
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
