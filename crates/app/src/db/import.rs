//! `erawan db import`: games into a database.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use erawan_database::{Database, Event, ImportError, Imported};
use serde::Serialize;

use super::{Choice, failure, keep_apart, name};
use crate::failure::Failure;
use crate::files::Input;
use crate::progress::{Progress, time_left};
use crate::{Outcome, Verdict, eprintln_quietly, files, interrupt, json};

/// adds the games of PGN files
///
/// The database is made if it is not there. Games that are there already are counted
/// and not added again: the same moves by the same players on the same day, whatever
/// was said about them. Bad games are named with line and reason and left out; the
/// exit code is 1 then.
///
/// Ctrl-C ends an import within half a second, and what was read by then is kept. To
/// go on, import the same files again: what is in is not added twice.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan db import games.pgn
  erawan db import *.pgn.zst --db games.erawan
  curl https://example.org/games.pgn | erawan db import - --db games.erawan"
)]
pub(super) struct Arguments {
    /// PGN files (.pgn, .pgn.gz, .pgn.zst); - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    database: Choice,
    /// Prints JSON: a line whenever games have been kept, and one at the end
    #[arg(long)]
    json: bool,
}

/// What is printed whenever games have been kept.
#[derive(Serialize)]
struct Kept<'a> {
    file: &'a str,
    kept: Imported,
}

/// What is printed at the end.
#[derive(Serialize)]
struct Report<'a> {
    database: &'a str,
    #[serde(flatten)]
    imported: Imported,
}

pub(super) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    // A pipe may be waited for, and whoever waits does not listen.
    let mut first = args.files.first().map(|path| files::open(path)).transpose()?;
    let mut database = args.database.create()?;
    let stop = interrupt::listen();
    let mut total = Imported::default();
    let (mut failed, mut failure) = (0, None);
    for path in &args.files {
        keep_apart(database.path(), path)?;
        let input = match first.take() {
            Some(input) => Ok(input),
            None => match interrupt::waiting(|| files::open(path)) {
                Some(input) => input,
                None => break,
            },
        };
        let mut desk = Desk { database: &mut database, json: args.json, stop, kept: &mut total };
        match input.and_then(|input| desk.import(path, input, out)) {
            Ok(()) => {}
            // The other files may be whole.
            Err(error @ Failure::File(..)) => {
                eprintln_quietly(&format!("erawan: {error}"));
                failed += 1;
            }
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
        if stop.load(Relaxed) {
            break;
        }
    }
    let database = name(&database);
    if args.json {
        json::line(&Report { database: &database, imported: total }, out)?;
    } else {
        let Imported { games, duplicates, bad } = total;
        writeln!(out, "{database}: {games} games added, {duplicates} were there, {bad} bad")?;
    }
    match failure {
        Some(failure) => Err(failure),
        None if failed > 0 => Err(Failure::Usage(match failed {
            1 => "a file could not be read to its end; what was read is kept".into(),
            _ => format!("{failed} files could not be read to their end; what was read is kept"),
        })),
        None if total.bad > 0 => Ok(Verdict::Findings),
        None => Ok(Verdict::Fine),
    }
}

/// Where games are taken in.
struct Desk<'a> {
    database: &'a mut Database,
    json: bool,
    stop: &'a AtomicBool,
    /// Of this file and those before it.
    kept: &'a mut Imported,
}

impl Desk<'_> {
    fn import(&mut self, path: &Path, input: Input, out: &mut dyn Write) -> Result<(), Failure> {
        let json = self.json;
        let reader = interrupt::reading(input.reader).map_err(Failure::file(path))?;
        let bytes = Arc::new(AtomicU64::new(0));
        let source = Counted { inner: reader, bytes: Arc::clone(&bytes) };
        let name = files::name_of(path);
        let begun = Instant::now();
        let mut progress = Progress::new();
        let mut printed = Ok(());
        let before = *self.kept;
        let total = &mut *self.kept;
        let tell = |event: Event<'_>| match event {
            Event::Bad(bad) => {
                total.bad += 1;
                progress.clear();
                eprintln_quietly(&format!("{name}: {bad}"));
            }
            Event::Kept(kept) => {
                total.games = before.games + kept.games;
                total.duplicates = before.duplicates + kept.duplicates;
                if json && printed.is_ok() {
                    printed =
                        json::line(&Kept { file: &name, kept }, out).and_then(|()| out.flush());
                }
                let part =
                    input.length.map(|length| bytes.load(Relaxed) as f64 / length.max(1) as f64);
                progress.step(part, || {
                    let games = kept.games + kept.duplicates + kept.bad;
                    let rate = games as f64 / begun.elapsed().as_secs_f64().max(1e-9);
                    let left = time_left(begun.elapsed(), part);
                    format!("{name}: {games} games, {rate:.0} a second{left}")
                });
            }
        };
        let imported = self.database.import(source, self.stop, tell);
        drop(progress);
        printed?;
        imported.map(drop).map_err(|error| match error {
            ImportError::Database(error) => failure(error),
            ImportError::Read(error) => Failure::file(path)(error),
        })
    }
}

/// Counts the bytes that were read.
struct Counted<R> {
    inner: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}
