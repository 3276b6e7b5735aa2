//! `erawan db`: games kept in a database.

mod export;
mod filters;
mod import;
mod manage;
mod search;

use std::io::Write;
use std::path::{Path, PathBuf};

use erawan_database::{Database, DatabaseError};

use crate::failure::Failure;
use crate::{Outcome, files};

pub(crate) use filters::{Filters, after_moves};
pub(crate) use search::{date_and_result, players};

/// keeps games in a database: import, search, export, statistics
///
/// A database is one file. It holds games of chess, Chess960, Makruk, Ouk Chatrang and
/// Makpong in any order, with variations and comments. Without --db it is games.erawan
/// in the folder where the board in the browser keeps its databases, so that the page
/// shows it too (ERAWAN_DATA names another data folder).
///
/// What a command has told to be kept is kept, whatever happens to the program.
/// Several programs may use a database at a time; one writes, the others wait.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan db import games.pgn more.pgn.zst --db games.erawan
  erawan db search --db games.erawan --player carlsen --colour white --since 2020
  erawan db export --db games.erawan --eco B90 --out najdorf.pgn
  erawan db stats --db games.erawan"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Import(import::Arguments),
    Search(Box<search::Arguments>),
    Export(Box<export::Arguments>),
    Stats(manage::Stats),
    Merge(manage::Merge),
    Delete(Box<manage::Delete>),
    Restore(manage::Restore),
    Check(manage::Check),
}

/// Which database.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// The database; games.erawan in the data folder if not given
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl Choice {
    fn path(&self) -> Result<PathBuf, Failure> {
        self.db.clone().map_or_else(default_path, Ok)
    }

    pub(crate) fn open(&self) -> Result<Database, Failure> {
        Database::open(self.path()?).map_err(failure)
    }

    fn open_to_write(&self) -> Result<Database, Failure> {
        Database::open_to_write(self.path()?).map_err(failure)
    }

    /// Opens the database, and makes it if it is not there.
    fn create(&self) -> Result<Database, Failure> {
        let path = self.path()?;
        if self.db.is_none()
            && let Some(folder) = path.parent()
        {
            std::fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        }
        Database::create(path).map_err(failure)
    }
}

/// The database that is meant if none is named.
pub(crate) fn default_path() -> Result<PathBuf, Failure> {
    erawan_server::data_folder()
        .map(|folder| erawan_server::database_path(&folder, "games"))
        .ok_or_else(|| Failure::usage("there is no data folder here; name a database with --db"))
}

/// Tells what is wrong with a database.
pub(crate) fn failure(error: DatabaseError) -> Failure {
    match error {
        DatabaseError::Io(path, error) => Failure::File(path, error),
        error if error.is_bad_data() => Failure::Data(error.to_string()),
        error => Failure::Usage(error.to_string()),
    }
}

/// The name of a database in messages.
pub(crate) fn name(database: &Database) -> String {
    files::name_of(database.path())
}

/// Refuses to read from the file that is written to.
fn keep_apart(one: &Path, other: &Path) -> Result<(), Failure> {
    files::keep_apart(one, other)
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Import(args) => import::run(args, out),
        Action::Search(args) => search::run(args, out),
        Action::Export(args) => export::run(args, out),
        Action::Stats(args) => manage::stats(args, out),
        Action::Merge(args) => manage::merge(args, out),
        Action::Delete(args) => manage::delete(args, out),
        Action::Restore(args) => manage::restore(args, out),
        Action::Check(args) => manage::check(args, out),
    }
}
