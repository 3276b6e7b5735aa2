//! Files of games that are read, with their progress.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use erawan_notation::pgn::{AnyGame, GameError, ReadError, Reader, Remark};

use super::Spelling;
use super::in_order::{Place, Text, in_order};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{eprintln_quietly, files};

/// A file of games that is being read.
pub(super) struct Source {
    pub(super) text: Text,
    pub(super) part: Part,
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Source, Failure> {
        let input = files::open(path)?;
        let bytes = Arc::new(AtomicU64::new(0));
        let text = Box::new(Counted { inner: input.reader, bytes: Arc::clone(&bytes) });
        Ok(Source { text, part: Part { bytes, length: input.length } })
    }
}

/// How much of a file was read.
pub(super) struct Part {
    bytes: Arc<AtomicU64>,
    length: Option<u64>,
}

impl Part {
    /// The part of the file that has been read, if its length is known.
    pub(super) fn get(&self) -> Option<f64> {
        self.length.map(|length| self.bytes.load(Relaxed) as f64 / length.max(1) as f64)
    }
}

/// Counts the bytes that were read.
struct Counted {
    inner: Box<dyn BufRead + Send>,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}

/// A game, or what is wrong with it, and what is worth a word about it.
struct Found<T> {
    game: Result<T, GameError>,
    remarks: Vec<Remark>,
}

/// Reads a file game by game on some threads, which make something of each good
/// one. It is taken in the order of the file, and progress is shown.
pub(crate) fn each_game<T: Send + 'static>(
    path: &Path,
    threads: usize,
    make: impl Fn(AnyGame) -> T + Send + Sync + 'static,
    take: impl FnMut(Result<T, GameError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    each_game_in(path, threads, Spelling::English, make, take)
}

/// The same of games whose moves may be written otherwise.
pub(super) fn each_game_in<T: Send + 'static>(
    path: &Path,
    threads: usize,
    from: Spelling,
    make: impl Fn(AnyGame) -> T + Send + Sync + 'static,
    mut take: impl FnMut(Result<T, GameError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Source { text, part } = Source::open(path)?;
    let name = files::name_of(path);
    let make = Arc::new(make);
    let batches =
        in_order(text, threads, move |text, place| read(text, place, from, Arc::clone(&make)));
    let mut progress = Progress::new();
    let mut games = 0u64;
    for batch in batches {
        let batch = batch.map_err(Failure::file(path))?;
        let before = games;
        for Found { game, remarks } in batch {
            games += 1;
            for Remark { game, line, kind } in remarks {
                let game = before + game;
                eprintln_quietly(&format!("{name}: game {game}, line {line}: note: {kind}"));
            }
            take(game.map_err(|error| GameError { game: before + error.game, ..error }))?;
        }
        progress.step(part.get(), || format!("{games} games"));
    }
    Ok(())
}

/// What is made of the games of a text.
fn read<T>(
    text: Text,
    place: Place,
    from: Spelling,
    make: Arc<impl Fn(AnyGame) -> T>,
) -> impl Iterator<Item = io::Result<Vec<Found<T>>>> {
    let mut games = from.of(Reader::new(text).into_games());
    let (mut before, mut failure) = (0, None);
    std::iter::from_fn(move || {
        if let Some(error) = failure.take() {
            return Some(Err(error));
        }
        let mut batch = Vec::new();
        while (batch.len() as u64) < place.batch {
            let Some(game) = games.next() else { break };
            let remarks = games.take_remarks().into_iter();
            let remarks = remarks.map(|Remark { game, line, kind }| Remark {
                game: game - before,
                line: place.lines + line,
                kind,
            });
            let game = match game {
                Ok(game) => Ok(make(game)),
                Err(ReadError::Game(GameError { game, line, kind })) => {
                    Err(GameError { game: game - before, line: place.lines + line, kind })
                }
                Err(ReadError::Io(error)) => {
                    failure = Some(error);
                    break;
                }
            };
            batch.push(Found { game, remarks: remarks.collect() });
        }
        before += batch.len() as u64;
        match failure.take_if(|_| batch.is_empty()) {
            Some(error) => Some(Err(error)),
            None => (!batch.is_empty()).then_some(Ok(batch)),
        }
    })
}

/// Names a bad game on standard error.
pub(crate) fn complain(path: &Path, error: &GameError) {
    eprintln_quietly(&format!("{}: {error}", files::name_of(path)));
}
