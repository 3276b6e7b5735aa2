//! `erawan puzzles import` and `export`: collections as CSV.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use erawan_database::{Exercise, Kind};
use erawan_notation::puzzle::{self, Puzzle};
use serde::Serialize;

use super::{Keep, Refused};
use crate::db::{failure, name};
use crate::failure::Failure;
use crate::files::NewFile;
use crate::progress::Progress;
use crate::{Outcome, Verdict, eprintln_quietly, files, interrupt, json, limits};

/// reads puzzles from CSV into the database
///
/// Puzzles that are there already are counted and not added again. Lines that cannot be
/// read, and puzzles whose moves are not legal, are named with their reasons; the exit
/// code is 1 then. Ctrl-C keeps what was read.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan puzzles import lichess_db_puzzle.csv.zst
  zstdcat lichess_db_puzzle.csv.zst | head -10000 | erawan puzzles import -"
)]
pub(super) struct Import {
    /// A file of puzzles (.csv, .csv.gz, .csv.zst); - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    keep: Keep,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

/// writes the puzzles of the database as CSV
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan puzzles export --out puzzles.csv
  erawan puzzles export --to club.erawan | head"
)]
pub(super) struct Export {
    #[command(flatten)]
    keep: Keep,
    /// Writes into FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is printed at the end of an import.
#[derive(Serialize)]
struct Report<'a> {
    database: &'a str,
    added: u64,
    known: u64,
    bad: u64,
}

/// A file that begins with so many bad lines is something else.
const HOPELESS: u64 = 10;

pub(super) fn import(args: &Import, out: &mut dyn Write) -> Outcome {
    let file = files::name_of(&args.file);
    let mut input = files::open(&args.file)?;
    let mut shelf = args.keep.create()?;
    files::keep_apart(shelf.database.path(), &args.file)?;
    let stop = interrupt::listen();
    input.reader = interrupt::reading(input.reader).map_err(Failure::file(&args.file))?;
    let mut progress = Progress::new();
    let (mut number, mut bytes, mut good, mut bad) = (0u64, 0u64, 0u64, 0u64);
    let mut result = Ok(());
    while !stop.load(Relaxed) {
        let line = match files::read_line(&mut *input.reader, limits::LINE) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(_) if stop.load(Relaxed) => break,
            Err(error) => {
                result = Err(Failure::file(&args.file)(error));
                break;
            }
        };
        number += 1;
        bytes += line.len() as u64 + 1;
        let text = String::from_utf8_lossy(&line);
        let refused = match Puzzle::read(&text).map_err(Refused::Puzzle) {
            Ok(None) => continue,
            Ok(Some(puzzle)) => shelf.take(&puzzle),
            Err(refused) => Err(refused),
        };
        match refused {
            Ok(()) => good += 1,
            Err(Refused::Failure(failure)) => return Err(failure),
            Err(Refused::Puzzle(error)) => {
                bad += 1;
                progress.clear();
                eprintln_quietly(&format!("{file}:{number}: {error}"));
                if good == 0 && bad >= HOPELESS {
                    let why = format!("{file}: this is no file of puzzles; nothing was added");
                    return Err(Failure::Data(why));
                }
            }
        }
        let part = input.length.map(|length| bytes as f64 / length.max(1) as f64);
        progress.step(part, || format!("{file}: {number} lines"));
    }
    drop(progress);
    // What was read before something went wrong is kept too.
    shelf.keep()?;
    result?;
    let (database, total) = (name(&shelf.database), shelf.total);
    if args.json {
        let report = Report { database: &database, added: total.added, known: total.known, bad };
        json::line(&report, out)?;
    } else {
        let (added, known) = (total.added, total.known);
        writeln!(out, "{database}: {added} puzzles added, {known} were there, {bad} bad")?;
    }
    Ok(if bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

pub(super) fn export(args: &Export, out: &mut dyn Write) -> Outcome {
    let shelf = args.keep.open()?;
    let count = match args.out.as_deref().filter(|to| to.as_os_str() != "-") {
        None => write(&shelf, |line| Ok(out.write_all(line.as_bytes())?))?,
        Some(to) => {
            files::refuse_parquet(to)?;
            files::keep_apart(shelf.database.path(), to)?;
            let mut file = NewFile::create(to)?;
            let count =
                write(&shelf, |line| file.write_all(line.as_bytes()).map_err(Failure::file(to)))?;
            file.finish()?;
            count
        }
    };
    eprintln_quietly(&format!("{count} puzzles written"));
    Ok(Verdict::Fine)
}

fn write(
    shelf: &super::Shelf,
    mut write: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    write(&format!("{}\n", puzzle::HEAD))?;
    let (mut count, mut result) = (0, Ok(()));
    let one = |exercise: Exercise| {
        if let Some(puzzle) = exercise.to_puzzle() {
            result = write(&format!("{puzzle}\n"));
            count += 1;
        }
        result.is_ok()
    };
    shelf.database.each_exercise(Kind::Puzzle, one).map_err(failure)?;
    result.map(|()| count)
}
