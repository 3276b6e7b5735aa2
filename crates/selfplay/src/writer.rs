//! Writing files of games.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use erawan_board::regular_file;

use crate::chunk::{self, LONGEST, Settings};
use crate::error::ReadError;
use crate::game::GameRecord;
use crate::layout::HEADER;
use crate::opening::Openings;
use crate::reader::Reader;

/// Why a file cannot be added to.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The file could not be read or written.
    Io(io::Error),
    /// Another program is writing the file.
    Locked,
    /// What is in the file already cannot be read.
    Damaged(ReadError),
    /// The file has games of another kind.
    OtherGames(Openings),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Locked => f.write_str("another program is writing this file"),
            WriteError::Damaged(error) => write!(f, "the file cannot be continued: {error}"),
            WriteError::OtherGames(openings) => {
                write!(f, "the file has games of {}", openings.name())
            }
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

/// Adds games to a file, a chunk at a time.
///
/// Games wait in memory until [`flush`](Writer::flush), which writes them as
/// one chunk. If the program dies in between, what was flushed is safe.
pub struct Writer {
    file: File,
    settings: Settings,
    /// The games that wait, and where each of them ends.
    payload: Vec<u8>,
    ends: Vec<usize>,
    games: u64,
    next: u64,
}

impl Writer {
    /// Opens a file for more games, or makes it. A chunk that was cut off at
    /// its end is removed.
    pub fn open(path: &Path, settings: Settings) -> Result<Writer, WriteError> {
        // A pipe would never end, and a device keeps nothing.
        match regular_file::open(path, u64::MAX) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(WriteError::Locked),
            // Not every file system has locks.
            Err(TryLockError::Error(_)) => {}
        }
        let (payload, ends) = (Vec::new(), Vec::new());
        let mut writer = Writer { file, settings, payload, ends, games: 0, next: 0 };
        let mut reader = Reader::new(&writer.file);
        let mut cut_off = None;
        for chunk in reader.by_ref() {
            if let Some(error) = cut_off {
                // It only seemed so: there is more behind it.
                return Err(WriteError::Damaged(error));
            }
            match chunk {
                Ok(chunk) if chunk.settings.openings.rules() != settings.openings.rules() => {
                    return Err(WriteError::OtherGames(chunk.settings.openings));
                }
                Ok(chunk) => {
                    writer.games += chunk.len() as u64;
                    if chunk.settings.seed == settings.seed {
                        writer.next = writer.next.max(chunk.next);
                    }
                }
                Err(error @ ReadError::CutOff(_)) => cut_off = Some(error),
                Err(error) => return Err(WriteError::Damaged(error)),
            }
        }
        let end = reader.offset();
        writer.file.set_len(end)?;
        writer.file.seek(SeekFrom::Start(end))?;
        Ok(writer)
    }

    /// How the games are made.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The games in the file and those that wait.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of the next game of this seed.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Adds a game. `next` is the number of the next one that nobody plays
    /// yet. The error is about those that waited; all go on waiting.
    pub fn push(&mut self, game: &GameRecord, next: u64) -> io::Result<()> {
        let before = self.payload.len();
        game.encode(&mut self.payload);
        let mut flushed = Ok(());
        // A chunk is kept well below the longest.
        if before > 0 && self.payload.len() > LONGEST / 16 {
            let last = self.payload.split_off(before);
            flushed = self.flush();
            self.payload.extend_from_slice(&last);
        }
        self.next = self.next.max(next);
        self.ends.push(self.payload.len());
        self.games += 1;
        flushed
    }

    /// Writes what waits. If there is no room for all of it, as many games as find
    /// some are written; the others go on waiting.
    pub fn flush(&mut self) -> io::Result<()> {
        let mut count = self.ends.len();
        while let Some(&end) = count.checked_sub(1).and_then(|last| self.ends.get(last)) {
            let payload = self.payload.get(..end).unwrap_or_default();
            let bytes = chunk::encode(&self.settings, self.next, count as u32, payload);
            debug_assert_eq!(bytes.len(), HEADER + end);
            match regular_file::add(&self.file, &bytes) {
                Ok(()) => {
                    self.payload.drain(..end);
                    self.ends.drain(..count);
                    self.ends.iter_mut().for_each(|later| *later -= end);
                    count = count.min(self.ends.len());
                }
                Err(error) if count == 1 => return Err(error),
                Err(_) => count /= 2,
            }
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}
