//! Opening books in Polyglot's format.
//!
//! A book is a list of entries of sixteen bytes: the key of a position, a
//! move, its weight and four bytes for learning. [`Book`] reads one,
//! [`BookBuilder`] makes one from games.
//!
//! What does not live here: the keys of positions, which `erawan-board` has (the
//! only crate this one uses), reading games from PGN (`erawan-notation`), and
//! when an engine plays from a book (`erawan-uci`). Polyglot has no keys for
//! Makruk, so books are for chess and Chess960.
//!
//! ```
//! use erawan_board::{Chess, Position};
//! use erawan_polyglot::{Book, BookBuilder, GameResult};
//!
//! let start = Position::<Chess>::startpos();
//! let e4 = start.legal_moves().iter().copied().find(|m| m.to_string() == "e2e4").unwrap();
//! let mut builder = BookBuilder::new();
//! builder.add_game(&start, &[e4], GameResult::WhiteWins).unwrap();
//! let book = Book::from_bytes(&builder.to_bytes()).unwrap();
//! assert_eq!(book.probe(&start), [(e4, 2)]);
//! assert_eq!(book.best(&start), Some(e4));
//! ```
#![deny(missing_docs)]

mod build;
mod entry;

use core::fmt;
use std::io::{self, Read};
use std::path::Path;

use erawan_board::{Chess, Move, Position, regular_file};

pub use build::{BookBuilder, BuildError, GameResult, Weighting};
use entry::Entry;

/// Why a book cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The file could not be opened or read.
    Io(io::ErrorKind),
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// Entries have sixteen bytes, so a book's length is a multiple of that.
    Length {
        /// How many bytes there are.
        bytes: u64,
    },
    /// Longer than [`Book::MAX_BYTES`].
    TooLong {
        /// How many bytes there are.
        bytes: u64,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Io(error) => write!(f, "cannot read the book: {error}"),
            BookError::NotAFile => {
                f.write_str("a book is a regular file, not a folder, a pipe or a device")
            }
            BookError::Length { bytes } => write!(
                f,
                "this is no Polyglot book or half of one: {bytes} bytes are not a multiple of 16"
            ),
            BookError::TooLong { bytes } => {
                write!(f, "the book has {bytes} bytes, more than the {} allowed", Book::MAX_BYTES)
            }
        }
    }
}

impl core::error::Error for BookError {}

/// An opening book.
///
/// Nothing in it is trusted: what is no legal move of the position on the
/// board is passed over. The format has no checksum, so a damaged book can lose
/// a move or weigh it otherwise; it never gives an illegal one.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Book {
    /// Sorted by key. Entries of one key are in the order of the file.
    entries: Vec<Entry>,
    /// The file was not in that order.
    unsorted: bool,
}

impl Book {
    /// The longest book that is read: it is held in memory.
    pub const MAX_BYTES: u64 = 1 << 30;

    /// Reads a file. It must be a regular one: a pipe or a device may hold the
    /// reader up for ever.
    pub fn open(path: impl AsRef<Path>) -> Result<Book, BookError> {
        let io = |error: io::Error| match error.kind() {
            io::ErrorKind::InvalidInput => BookError::NotAFile,
            kind => BookError::Io(kind),
        };
        let file = regular_file::open(path.as_ref(), u64::MAX).map_err(io)?;
        // It may still grow.
        let mut bytes = Vec::new();
        file.take(Book::MAX_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
        Book::from_bytes(&bytes)
    }

    /// Reads a book from memory. A book that is not sorted as it should be is
    /// sorted; see [`was_sorted`](Book::was_sorted).
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let len = bytes.len() as u64;
        if len > Book::MAX_BYTES {
            return Err(BookError::TooLong { bytes: len });
        }
        let (chunks, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(BookError::Length { bytes: len });
        }
        let mut entries: Vec<Entry> = chunks.iter().map(Entry::from_bytes).collect();
        let was_sorted = entries.is_sorted_by_key(|entry| entry.key);
        if !was_sorted {
            entries.sort_by_key(|entry| entry.key);
        }
        Ok(Book { entries, unsorted: !was_sorted })
    }

    /// The book as a file, sorted.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// False if the file was not sorted: other programs, which search it on
    /// disk, will miss moves of such a book.
    pub fn was_sorted(&self) -> bool {
        !self.unsorted
    }

    /// The legal moves the book has for a position and their weights, the
    /// heaviest first. A move that is there twice has the sum.
    pub fn probe(&self, position: &Position<Chess>) -> Vec<(Move, u16)> {
        let key = position.polyglot_key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let found = self.entries.iter().skip(first).take_while(|entry| entry.key == key);
        let mut moves: Vec<(Move, u16)> = Vec::new();
        let legal = position.legal_moves();
        for entry in found {
            let Some(m) = entry::read_move(entry.packed_move, &legal) else { continue };
            match moves.iter_mut().find(|(known, _)| *known == m) {
                Some((_, weight)) => *weight = weight.saturating_add(entry.weight),
                None => moves.push((m, entry.weight)),
            }
        }
        moves.sort_by_key(|&(_, weight)| core::cmp::Reverse(weight));
        moves
    }

    /// The heaviest move. None out of book, or if no move has any weight.
    pub fn best(&self, position: &Position<Chess>) -> Option<Move> {
        self.probe(position).first().filter(|(_, weight)| *weight > 0).map(|&(m, _)| m)
    }

    /// A move chosen by a random number, each as often as its weight says.
    /// Moves without weight are never chosen.
    pub fn pick(&self, position: &Position<Chess>, random: u64) -> Option<Move> {
        self.pick_varied(position, AS_WEIGHED, random)
    }

    /// A move chosen by a random number, with more or less variety than the weights
    /// say: 0 for the heaviest move alone, 100 for each as often as its weight says,
    /// 200 for all alike. In between weights are raised to a power.
    pub fn pick_varied(
        &self,
        position: &Position<Chess>,
        variety: u32,
        random: u64,
    ) -> Option<Move> {
        let variety = variety.min(2 * AS_WEIGHED);
        if variety == 0 {
            return self.best(position);
        }
        let power = f64::from(2 * AS_WEIGHED - variety) / f64::from(variety);
        let moves = self.probe(position);
        let heaviest = f64::from(moves.first().map_or(0, |&(_, weight)| weight));
        let share = |weight: u16| match (variety, weight) {
            (_, 0) => 0,
            (AS_WEIGHED, _) => u64::from(weight),
            // Of the heaviest, so that no power is too large; and none is lost.
            _ => ((f64::from(weight) / heaviest).powf(power) * 1e9).max(1.0) as u64,
        };
        let total: u64 = moves.iter().map(|&(_, weight)| share(weight)).sum();
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for (m, weight) in moves {
            match left.checked_sub(share(weight)) {
                Some(rest) => left = rest,
                None => return Some(m),
            }
        }
        None
    }
}

/// The variety by which moves are chosen as often as their weights say.
const AS_WEIGHED: u32 = 100;

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("entries", &self.entries.len())
            .field("was_sorted", &self.was_sorted())
            .finish()
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
