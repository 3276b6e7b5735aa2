//! How far a review is, and how long it will take.

use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use erawan_analysis::bulk::Tally;
use erawan_board::with_game;
use erawan_notation::pgn::Reader;

use crate::files::{self, Input};

/// Files up to this size are read once before, to count their positions. That
/// takes well under a second.
const COUNTED: u64 = 32 << 20;

/// What there is to do: positions, or else bytes.
pub(super) struct Pace {
    positions: Option<u64>,
    bytes: Option<u64>,
    read: Arc<AtomicU64>,
}

impl Pace {
    /// Looks at a file before it is reviewed, of which the first good games
    /// are known. Gives what is to be read as well.
    pub(super) fn new(path: &Path, input: Input, known: usize) -> (Pace, impl Read + Send + use<>) {
        let read = Arc::new(AtomicU64::new(0));
        let shown = io::stderr().is_terminal();
        let counted = input.length.filter(|&length| shown && length <= COUNTED);
        let positions = counted.and_then(|_| count(path, known));
        let pace = Pace { positions, bytes: input.length, read: Arc::clone(&read) };
        (pace, Counted { source: input.reader, read })
    }

    /// How much of the whole is done, if that is known.
    pub(super) fn part(&self, tally: &Tally) -> Option<f64> {
        let (done, all) = match (self.positions, self.bytes) {
            (Some(all), _) => (tally.positions, all),
            (None, Some(all)) => (self.read.load(Relaxed), all),
            (None, None) => return None,
        };
        Some((done as f64 / all.max(1) as f64).min(1.0))
    }
}

/// The positions of the good games of a file, without those that are known.
fn count(path: &Path, known: usize) -> Option<u64> {
    let input = files::open(path).ok()?;
    let games = Reader::new(input.reader).into_games();
    let mut positions = 0;
    for game in games.flatten().skip(known) {
        let moves = with_game!(&game, game => game.mainline().count());
        positions += moves as u64 + 1;
    }
    Some(positions)
}

/// Counts what is read.
struct Counted<S> {
    source: S,
    read: Arc<AtomicU64>,
}

impl<S: Read> Read for Counted<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.read.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}
