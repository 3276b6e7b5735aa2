//! `erawan pgn`: checks, counts, rewrites and splits files of games.

mod check;
mod convert;
mod in_order;
mod source;
mod split;
mod stats;

use std::io::Write;
use std::path::PathBuf;

use erawan_notation::pgn::StreamedGames;
use erawan_notation::san::Language;

use crate::args::between;
use crate::{Outcome, limits};

pub(crate) use source::{complain, each_game};

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
///
/// check, stats and convert read games on all cores, in order: what they print does
/// not depend on the threads. With --threads 1 every game is told as it comes, which
/// is what a pipe wants that somebody types into. split has no --threads: it replays
/// nothing, and is as fast as one thread unpacks and writes.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan pgn check games.pgn
  erawan pgn stats games.pgn.zst --json
  erawan pgn convert games.pgn --out clean.pgn
  erawan pgn convert partien.pgn --from german --out games.pgn
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
        #[command(flatten)]
        threads: Threads,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// counts games, plies, results, variants and players
    Stats {
        #[command(flatten)]
        file: File,
        #[command(flatten)]
        threads: Threads,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// writes the games in the export format of the PGN standard
    Convert {
        #[command(flatten)]
        file: File,
        #[command(flatten)]
        threads: Threads,
        /// How the moves are written: with the letters of another language, or as
        /// makruk-js writes games of Makruk
        #[arg(long, value_name = "SPELLING", value_enum, default_value = "english")]
        from: Spelling,
        /// Writes into FILE (PGN, not compressed) instead of standard output
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

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Spelling {
    English,
    German,
    French,
    Spanish,
    Dutch,
    Thai,
    MakrukJs,
}

impl Spelling {
    /// Lets games be read so.
    fn of<S>(self, games: StreamedGames<S>) -> StreamedGames<S> {
        let language = match self {
            Spelling::English => return games,
            Spelling::German => Language::German,
            Spelling::French => Language::French,
            Spelling::Spanish => Language::Spanish,
            Spelling::Dutch => Language::Dutch,
            Spelling::Thai => Language::Thai,
            Spelling::MakrukJs => return games.of_makruk_js(),
        };
        games.in_language(language)
    }
}

#[derive(clap::Args)]
struct Threads {
    /// Threads that read games; all cores if not given
    #[arg(long, value_name = "N", value_parser = between(limits::READ_THREADS))]
    threads: Option<usize>,
}

impl Threads {
    fn count(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Check { file, threads, json } => {
            check::run(&file.path, threads.count(), *json, out)
        }
        Action::Stats { file, threads, json } => {
            stats::run(&file.path, threads.count(), *json, out)
        }
        Action::Convert { file, threads, from, out: to } => {
            convert::run(&file.path, threads.count(), *from, to.as_deref(), out)
        }
        Action::Split { file, games, prefix } => split::run(&file.path, *games, prefix.clone()),
    }
}
