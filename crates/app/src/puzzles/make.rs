//! `erawan puzzles make`: puzzles found in games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use erawan_analysis::puzzles::{self, Event, Settings};
use erawan_database::{Database, Record, Search};
use erawan_notation::pgn::{AnyGame, ReadError, Reader};
use erawan_notation::puzzle::Puzzle;
use serde::Serialize;

use super::{Keep, Refused, Shelf};
use crate::args::between;
use crate::db::{default_path, failure, name};
use crate::failure::Failure;
use crate::files::Input;
use crate::progress::{Progress, time_left};
use crate::{Outcome, Verdict, eprintln_quietly, files, interrupt, json, limits};

/// finds puzzles in games
///
/// Looks through PGN files, or the games of a database, for positions in which the
/// opponent has just erred and there is one clearly best move at each turn: it wins
/// chances of at least 0.7 more than any other, on a scale from -1 to 1, or it alone
/// mates. Each puzzle is printed as a line of CSV and kept in the database of --to.
/// Puzzles that are there already are not added again.
///
/// Ctrl-C ends it within half a second and keeps what was found; --skip goes on with
/// the games that were not looked at.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan puzzles make games.pgn
  erawan puzzles make --db games.erawan --nodes 400000 --jobs 4
  erawan puzzles make makruk.pgn.zst --skip 1000 --games 500 --json"
)]
pub(super) struct Arguments {
    /// PGN files (.pgn, .pgn.gz, .pgn.zst); - is standard input
    #[arg(value_name = "FILE", conflicts_with = "db")]
    files: Vec<PathBuf>,
    /// Looks through this database; games.erawan in the data folder if nothing is given
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    keep: Keep,
    /// Nodes to tell the best move from the second; an eighth of it for each position
    #[arg(long, value_name = "N", default_value = "200000", value_parser = between(limits::NODES))]
    nodes: u64,
    /// Games at a time (one for each core)
    #[arg(long, value_name = "J", value_parser = between(limits::AT_A_TIME))]
    jobs: Option<usize>,
    /// Passes over so many games
    #[arg(long, value_name = "N", default_value = "0")]
    skip: usize,
    /// Looks at so many games at most
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Prints a JSON object for each puzzle, and one at the end
    #[arg(long)]
    json: bool,
}

/// A puzzle as JSON.
#[derive(Serialize)]
struct Line<'a> {
    game: u64,
    id: &'a str,
    fen: &'a str,
    moves: &'a [String],
    rating: f64,
    themes: &'a [String],
}

/// What is printed at the end.
#[derive(Serialize)]
struct Report<'a> {
    database: &'a str,
    games: u64,
    bad: u64,
    puzzles: u64,
    added: u64,
    known: u64,
}

/// Games that wait to be looked at.
const AHEAD: usize = 8;

pub(super) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let source = Source::open(args)?;
    let mut shelf = args.keep.create()?;
    for path in &args.files {
        files::keep_apart(shelf.database.path(), path)?;
    }
    let total = source.games().map(|all| {
        let left = all.saturating_sub(args.skip as u64);
        args.games.map_or(left, |most| left.min(most as u64))
    });
    let stop = interrupt::listen();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings { nodes: args.nodes, jobs: args.jobs.unwrap_or(cores) };
    let told = Arc::new(Told::default());
    let (sender, games) = mpsc::sync_channel(AHEAD);
    let feeder = Feeder { sender, told: Arc::clone(&told), stop };
    // Not waited for: it may be waiting for a pipe from which nobody reads any longer.
    std::thread::spawn(move || source.feed(&feeder));
    let games = games.into_iter().skip(args.skip).take(args.games.unwrap_or(usize::MAX));
    let mut desk = Desk {
        shelf: &mut shelf,
        out,
        json: args.json,
        total,
        begun: Instant::now(),
        progress: Progress::new(),
        games: 0,
        puzzles: 0,
        result: Ok(()),
    };
    let looked = puzzles::run(games, settings, stop, |event| desk.hear(event, &told));
    desk.progress.clear();
    let Desk { games, puzzles, result, .. } = desk;
    // What was found before something went wrong is kept.
    shelf.keep()?;
    result?;
    looked.map_err(Failure::Usage)?;
    if let Some(failure) = lock(&told.failure).take() {
        return Err(failure);
    }
    let bad = told.bad.load(Relaxed);
    let (database, added) = (name(&shelf.database), shelf.total);
    if args.json {
        let (added, known) = (added.added, added.known);
        json::line(&Report { database: &database, games, bad, puzzles, added, known }, out)?;
    } else {
        eprintln_quietly(&format!(
            "{database}: {puzzles} puzzles in {games} games, {} added, {} were there",
            added.added, added.known
        ));
    }
    Ok(if bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

/// What the thread that reads games has to say.
#[derive(Default)]
struct Told {
    bad: AtomicU64,
    failure: Mutex<Option<Failure>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where games come from.
enum Source {
    Files(Vec<(PathBuf, Input)>),
    Database(Box<Database>, Vec<u64>),
}

impl Source {
    fn open(args: &Arguments) -> Result<Source, Failure> {
        if !args.files.is_empty() {
            // A file that is not there is told before the first one is looked at.
            let open = |path: &PathBuf| files::open(path).map(|input| (path.clone(), input));
            return Ok(Source::Files(args.files.iter().map(open).collect::<Result<_, _>>()?));
        }
        let path = args.db.clone().map_or_else(default_path, Ok)?;
        let database = Database::open(path).map_err(failure)?;
        let all = database.select(&Search::default(), interrupt::never()).map_err(failure)?;
        Ok(Source::Database(Box::new(database), all))
    }

    /// How many games there are, if that is known.
    fn games(&self) -> Option<u64> {
        match self {
            Source::Files(_) => None,
            Source::Database(_, all) => Some(all.len() as u64),
        }
    }

    /// Hands out the games until nobody takes them.
    fn feed(self, feeder: &Feeder) {
        let fed = match self {
            Source::Database(database, all) => {
                let one =
                    |id: u64, record: Result<Record, _>| match record.map(|record| record.game()) {
                        Ok(Some(game)) => feeder.sender.send(game).is_ok(),
                        _ => feeder.bad(&format!("game {id} is damaged; see erawan db check")),
                    };
                database.for_each(&all, one).map_err(failure)
            }
            Source::Files(inputs) => {
                inputs.into_iter().try_for_each(|(path, input)| feeder.read(&path, input))
            }
        };
        if let Err(error) = fed {
            *lock(&feeder.told.failure) = Some(error);
        }
    }
}

/// The way of games to those who look at them.
struct Feeder {
    sender: SyncSender<AnyGame>,
    told: Arc<Told>,
    stop: &'static AtomicBool,
}

impl Feeder {
    fn read(&self, path: &Path, input: Input) -> Result<(), Failure> {
        let reader = interrupt::reading(input.reader).map_err(Failure::file(path))?;
        let name = files::name_of(path);
        for read in Reader::new(reader).into_games() {
            let goes_on = match read {
                Ok(game) => self.sender.send(game).is_ok(),
                Err(ReadError::Game(error)) => self.bad(&format!("{name}: {error}")),
                Err(ReadError::Io(_)) if self.stop.load(Relaxed) => false,
                Err(ReadError::Io(error)) => return Err(Failure::file(path)(error)),
            };
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// A game was left out. True if there is to be another.
    fn bad(&self, message: &str) -> bool {
        self.told.bad.fetch_add(1, Relaxed);
        eprintln_quietly(message);
        !self.stop.load(Relaxed)
    }
}

/// Where puzzles are printed and kept.
struct Desk<'a> {
    shelf: &'a mut Shelf,
    out: &'a mut dyn Write,
    json: bool,
    total: Option<u64>,
    begun: Instant,
    progress: Progress,
    games: u64,
    puzzles: u64,
    result: Result<(), Failure>,
}

impl Desk<'_> {
    fn hear(&mut self, event: Event, told: &Told) -> ControlFlow<()> {
        match event {
            Event::Game { number, puzzles } => {
                self.games += 1;
                self.result = self.take(number, &puzzles);
            }
            Event::Bad { message, .. } => {
                told.bad.fetch_add(1, Relaxed);
                self.progress.clear();
                eprintln_quietly(&message);
            }
            Event::Tick => {}
        }
        let part = self.total.map(|total| self.games as f64 / total.max(1) as f64);
        let (games, puzzles) = (self.games, self.puzzles);
        let left = time_left(self.begun.elapsed(), part);
        self.progress.step(part, || format!("{games} games, {puzzles} puzzles{left}"));
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Keeps the puzzles of a game before they are told.
    fn take(&mut self, game: u64, puzzles: &[Puzzle]) -> Result<(), Failure> {
        if puzzles.is_empty() {
            return Ok(());
        }
        for puzzle in puzzles {
            self.shelf.take(puzzle).map_err(|refused| match refused {
                Refused::Failure(failure) => failure,
                Refused::Puzzle(error) => Failure::Data(format!("game {game}: {error}")),
            })?;
        }
        self.shelf.keep()?;
        self.progress.clear();
        for puzzle in puzzles {
            self.puzzles += 1;
            if self.json {
                let Puzzle { id, fen, moves, rating, themes, .. } = puzzle;
                json::line(&Line { game, id, fen, moves, rating: *rating, themes }, self.out)?;
            } else {
                writeln!(self.out, "{puzzle}")?;
            }
        }
        Ok(self.out.flush()?)
    }
}
