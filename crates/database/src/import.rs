//! Games from a stream of PGN, read on one thread and kept on another.

use std::fmt;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use erawan_notation::pgn::{GameError, ReadError, Reader};
use serde::Serialize;

use crate::block::MOST;
use crate::database::Database;
use crate::error::DatabaseError;
use crate::record::{Record, TooLong};

/// How many games are handed over at once.
const CHUNK: usize = 128;
/// How many such chunks are read ahead.
const AHEAD: usize = 16;
/// After so long what has come is kept, however little it is.
const WAIT: Duration = Duration::from_millis(300);
/// How long the reader has to hand over its last games when it is told to stop.
const LAST: Duration = Duration::from_millis(200);
/// How often is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// What came of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Imported {
    /// Games that are new and kept.
    pub games: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games that cannot be read.
    pub bad: u64,
}

/// What happens during an import.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game cannot be read, and is passed over.
    Bad(&'a BadGame),
    /// So much is kept, whatever happens next.
    Kept(Imported),
}

/// A game that is not kept, and why.
#[derive(Debug)]
pub enum BadGame {
    /// It cannot be read.
    Game(GameError),
    /// It is too long.
    TooLong {
        /// Which game of the stream.
        game: u64,
    },
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGame::Game(error) => error.fmt(f),
            BadGame::TooLong { game } => write!(f, "game {game}: {TooLong}"),
        }
    }
}

/// Why an import ended before its time. What was kept before is kept.
#[derive(Debug)]
pub enum ImportError {
    /// The database.
    Database(DatabaseError),
    /// The stream.
    Read(io::Error),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Database(error) => error.fmt(f),
            ImportError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ImportError {}

/// What the reading thread hands over.
enum Item {
    Games(Vec<Record>),
    Bad(BadGame),
    Broken(io::Error),
}

impl Database {
    /// Adds the games of a stream. Bad ones are told and passed over, those that are
    /// there already are counted. Once `stop` is set it ends soon, and what has been
    /// read by then is kept.
    pub fn import(
        &mut self,
        source: impl Read + Send,
        stop: &AtomicBool,
        mut tell: impl FnMut(Event<'_>),
    ) -> Result<Imported, ImportError> {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, items) = mpsc::sync_channel(AHEAD);
            let done = &done;
            let is_over = move || stop.load(Relaxed) || done.load(Relaxed);
            // The thread gives up when nobody listens any more.
            let thread = std::thread::Builder::new().name("games".into());
            thread
                .spawn_scoped(scope, move || read(source, &sender, &is_over))
                .map_err(ImportError::Read)?;
            let mut desk =
                Desk { database: self, imported: Imported::default(), waiting: Vec::new() };
            let result = desk.run(&items, stop, &mut tell);
            done.store(true, Relaxed);
            drop(items);
            result
        })
    }

    /// Adds all games of another database. Those that are there already are counted.
    pub fn merge(
        &mut self,
        other: &Database,
        stop: &AtomicBool,
        mut tell: impl FnMut(Imported),
    ) -> Result<Imported, DatabaseError> {
        let mut imported = Imported::default();
        let mut waiting = Vec::new();
        let mut failure = None;
        let mut keep = |waiting: &mut Vec<Record>| {
            let added = self.append_unless(waiting, stop)?;
            imported.games += added.games;
            imported.duplicates += added.duplicates;
            waiting.clear();
            tell(imported);
            Ok(())
        };
        let games = other.select(&crate::Search::default(), stop)?;
        let mut damaged = 0;
        other.for_each(&games, |_, record| {
            match record {
                Ok(record) => waiting.push(record),
                Err(_) => damaged += 1,
            }
            if waiting.len() >= MOST {
                failure = keep(&mut waiting).err();
            }
            failure.is_none() && !stop.load(Relaxed)
        })?;
        match failure {
            Some(error) => return Err(error),
            None => keep(&mut waiting)?,
        }
        imported.bad = damaged;
        Ok(imported)
    }
}

fn read(source: impl Read, items: &SyncSender<Item>, is_over: &impl Fn() -> bool) {
    let mut chunk = Vec::with_capacity(CHUNK);
    let mut begun = Instant::now();
    for (number, game) in (1..).zip(Reader::new(source).into_games()) {
        let item = match game {
            Ok(game) => match Record::new(&game) {
                Ok(record) => {
                    chunk.push(record);
                    None
                }
                Err(TooLong) => Some(Item::Bad(BadGame::TooLong { game: number })),
            },
            Err(ReadError::Game(error)) => Some(Item::Bad(BadGame::Game(error))),
            Err(ReadError::Io(error)) => Some(Item::Broken(error)),
        };
        // A slow source hands over what it has.
        let is_due = item.is_some() || chunk.len() >= CHUNK || begun.elapsed() > GLANCE;
        if is_due && !chunk.is_empty() {
            let games = std::mem::replace(&mut chunk, Vec::with_capacity(CHUNK));
            if items.send(Item::Games(games)).is_err() {
                return;
            }
            begun = Instant::now();
        }
        if item.is_some_and(|item| items.send(item).is_err()) || is_over() {
            break;
        }
    }
    let _ = items.send(Item::Games(chunk));
}

/// The thread that keeps what the other one reads.
struct Desk<'a> {
    database: &'a mut Database,
    imported: Imported,
    waiting: Vec<Record>,
}

impl Desk<'_> {
    fn run(
        &mut self,
        items: &mpsc::Receiver<Item>,
        stop: &AtomicBool,
        tell: &mut impl FnMut(Event<'_>),
    ) -> Result<Imported, ImportError> {
        let (mut broken, mut asked) = (None, None);
        let mut kept = Instant::now();
        loop {
            match items.recv_timeout(GLANCE) {
                Ok(Item::Games(games)) => self.waiting.extend(games),
                Ok(Item::Bad(bad)) => {
                    self.imported.bad += 1;
                    tell(Event::Bad(&bad));
                }
                Ok(Item::Broken(error)) => broken = Some(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.waiting.len() >= MOST || kept.elapsed() > WAIT {
                self.keep(stop, tell)?;
                kept = Instant::now();
            }
            let is_late =
                stop.load(Relaxed) && asked.get_or_insert_with(Instant::now).elapsed() > LAST;
            if broken.is_some() || is_late {
                break;
            }
        }
        self.keep(stop, tell)?;
        match broken {
            // Whoever is told to stop stops reading, too.
            Some(error) if !stop.load(Relaxed) => Err(ImportError::Read(error)),
            _ => Ok(self.imported),
        }
    }

    fn keep(
        &mut self,
        stop: &AtomicBool,
        tell: &mut impl FnMut(Event<'_>),
    ) -> Result<(), ImportError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let added =
            self.database.append_unless(&self.waiting, stop).map_err(ImportError::Database)?;
        self.waiting.clear();
        self.imported.games += added.games;
        self.imported.duplicates += added.duplicates;
        tell(Event::Kept(self.imported));
        Ok(())
    }
}
