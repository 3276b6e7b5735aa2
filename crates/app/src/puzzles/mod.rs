//! `erawan puzzles`: found in games, read and written.

mod files;
mod make;

use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use erawan_database::{AddedExercises, Database, NewExercise};
use erawan_notation::puzzle::{Puzzle, PuzzleError};

use crate::Outcome;
use crate::db::failure;
use crate::failure::Failure;

/// finds puzzles in games; reads and writes collections of them
///
/// A puzzle is a position with one clearly best move at each turn. Those that are made
/// or imported are kept in a database and come up under Train in the page. Without --to
/// that is training.erawan in the data folder (ERAWAN_DATA names another one).
///
/// Files are lines of CSV as Lichess publishes its collection:
/// PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags.
/// Puzzles of other games than chess have the game's name among their themes.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan puzzles make games.pgn
  erawan puzzles make --db games.erawan --nodes 400000
  erawan puzzles import lichess_db_puzzle.csv.zst
  erawan puzzles export --out puzzles.csv"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Make(make::Arguments),
    Import(files::Import),
    Export(files::Export),
}

/// Where puzzles are kept.
#[derive(clap::Args)]
struct Keep {
    /// The database of the puzzles; training.erawan in the data folder if not given
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

impl Keep {
    fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.to {
            return Ok(path.clone());
        }
        let folder = erawan_server::data_folder().ok_or_else(|| {
            Failure::usage("there is no data folder here; name a database with --to")
        })?;
        Ok(erawan_server::training_path(&folder))
    }

    /// Opens the database, and makes it if it is not there.
    fn create(&self) -> Result<Shelf, Failure> {
        let path = self.path()?;
        if self.to.is_none()
            && let Some(folder) = path.parent()
        {
            std::fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        }
        Ok(Shelf::of(Database::create(path).map_err(failure)?))
    }

    /// Opens a database that is there.
    fn open(&self) -> Result<Shelf, Failure> {
        Ok(Shelf::of(Database::open_to_write(self.path()?).map_err(failure)?))
    }
}

/// How many puzzles are kept at a time.
const BATCH: usize = 4096;

/// Where puzzles go in.
struct Shelf {
    database: Database,
    waiting: Vec<NewExercise>,
    total: AddedExercises,
}

impl Shelf {
    fn of(database: Database) -> Shelf {
        Shelf { database, waiting: Vec::new(), total: AddedExercises::default() }
    }

    /// Takes a puzzle; it is kept with the next batch.
    fn take(&mut self, puzzle: &Puzzle) -> Result<(), Refused> {
        self.waiting.push(NewExercise::of_puzzle(puzzle).map_err(Refused::Puzzle)?);
        if self.waiting.len() >= BATCH {
            self.keep().map_err(Refused::Failure)?;
        }
        Ok(())
    }

    /// Keeps what waits.
    fn keep(&mut self) -> Result<(), Failure> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
        let added = self.database.add_exercises(&self.waiting, now).map_err(failure)?;
        self.waiting.clear();
        self.total.added += added.added;
        self.total.known += added.known;
        Ok(())
    }
}

/// Why a puzzle was not taken.
enum Refused {
    Puzzle(PuzzleError),
    Failure(Failure),
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Make(args) => make::run(args, out),
        Action::Import(args) => files::import(args, out),
        Action::Export(args) => files::export(args, out),
    }
}
