//! `erawan db export`: games as PGN.

use std::io::Write;
use std::path::PathBuf;

use erawan_database::{Database, DatabaseError, Record, Search};
use erawan_notation::pgn::PgnGame;

use super::filters::{Filters, Scenes};
use super::{Choice, failure, keep_apart};
use crate::failure::Failure;
use crate::files::NewFile;
use crate::files::refuse_parquet;
use crate::progress::Progress;
use crate::{Outcome, Verdict, eprintln_quietly, interrupt};

/// writes games as PGN, in the order in which they came in
///
/// All games, or those that fit, to standard output or into a file, which appears
/// under its name when it is complete.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan db export --db games.erawan > all.pgn
  erawan db export --player carlsen --out carlsen.pgn
  erawan db export --game 17 --game 18"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    database: Choice,
    /// The game of a number, as search lists it; may be given several times
    #[arg(long, value_name = "ID")]
    game: Vec<u64>,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    scenes: Scenes,
    /// Writes into FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let database = args.database.open()?;
    let games = chosen(&database, &args.game, &args.filters, &args.scenes)?;
    let Written { count, damaged } = match args.out.as_deref().filter(|to| to.as_os_str() != "-") {
        None => write(&database, &games, |bytes| Ok(out.write_all(bytes)?))?,
        Some(to) => {
            refuse_parquet(to)?;
            keep_apart(database.path(), to)?;
            let mut file = NewFile::create(to)?;
            let written =
                write(&database, &games, |bytes| file.write_all(bytes).map_err(Failure::file(to)))?;
            file.finish()?;
            written
        }
    };
    eprintln_quietly(&format!("{count} games written"));
    Ok(if damaged == 0 { Verdict::Fine } else { Verdict::Findings })
}

/// How many games have been written, and how many could not be.
#[derive(Default)]
struct Written {
    count: u64,
    damaged: u64,
}

/// The games that are named, or those that fit.
pub(super) fn chosen(
    database: &Database,
    named: &[u64],
    filters: &Filters,
    scenes: &Scenes,
) -> Result<Vec<u64>, Failure> {
    let scene = scenes.scene(filters.variant)?;
    let search = Search { filter: filters.filter(), scene, ..Search::default() };
    if named.is_empty() {
        return database.select(&search, interrupt::never()).map_err(failure);
    }
    if search != Search::default() {
        return Err(Failure::usage("give either --game or what games must be like, not both"));
    }
    let mut named = named.to_vec();
    named.sort_unstable();
    named.dedup();
    for &game in &named {
        if !database.has_game(game).map_err(failure)? {
            return Err(failure(DatabaseError::NoSuchGame(game)));
        }
    }
    Ok(named)
}

fn write(
    database: &Database,
    games: &[u64],
    mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<Written, Failure> {
    let mut progress = Progress::new();
    let (mut written, mut result) = (Written::default(), Ok(()));
    let one = |id: u64, record: Result<Record, DatabaseError>| {
        match record.ok().and_then(|record| record.game()) {
            None => {
                progress.clear();
                eprintln_quietly(&format!("game {id} is damaged; see erawan db check"));
                written.damaged += 1;
            }
            Some(game) => {
                let blank = if written.count == 0 { Ok(()) } else { write(b"\n") };
                result = blank.and_then(|()| write(game.to_pgn().as_bytes()));
                written.count += 1;
            }
        }
        let count = written.count;
        let part = (count + written.damaged) as f64 / games.len() as f64;
        progress.step(Some(part), || format!("{count} games"));
        result.is_ok()
    };
    database.for_each(games, one).map_err(failure)?;
    result.map(|()| written)
}
