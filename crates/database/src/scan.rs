//! Passing over all games, on all cores.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use erawan_board::{Move, Position, Rules};
use rusqlite::Connection;

use crate::block::{self, Entry, Group, OPENING, Openings};
use crate::coding::{self, Ply};
use crate::database::{Extent, Part, part, start_fen};
use crate::error::DatabaseError;
use crate::filter::Sieve;
use crate::head::{self, Head};
use crate::record::start_position;
use crate::schema::{self, Access};
use crate::watch::{Look, Watch};

/// The most threads that read one file.
const THREADS: usize = 8;

/// Runs a piece of work on every block, and gives back what each thread has made.
pub(crate) fn on_all_cores<T: Default + Send>(
    path: &Path,
    extents: &[Extent],
    stop: &AtomicBool,
    work: impl Fn(&mut T, &Connection, &Extent) -> Result<(), DatabaseError> + Sync,
) -> Result<Vec<T>, DatabaseError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(THREADS).min(extents.len()).max(1);
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let one = || {
        let mut made = T::default();
        let mut run = || {
            let connection = schema::open(path, Access::Read)?;
            // The parts of a block must be of one moment: somebody may be writing.
            let moment = connection.unchecked_transaction().map_err(DatabaseError::sqlite(path))?;
            while let Some(extent) = extents.get(next.fetch_add(1, Relaxed)) {
                if stop.load(Relaxed) {
                    return Err(DatabaseError::Stopped);
                }
                work(&mut made, &moment, extent)?;
            }
            Ok(())
        };
        if let Err(error) = run() {
            // The others need not go on.
            next.store(extents.len(), Relaxed);
            if let Ok(mut failure) = failure.lock() {
                failure.get_or_insert(error);
            }
        }
        made
    };
    let made = std::thread::scope(|scope| {
        // With fewer threads it takes longer.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, one).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let mut made = vec![one()];
        for thread in others {
            made.push(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        made
    });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(made),
    }
}

/// A block whose parts are read when they are needed.
pub(crate) struct Block<'a> {
    connection: &'a Connection,
    path: &'a Path,
    extent: &'a Extent,
    heads: OnceCell<Vec<u8>>,
    rest: OnceCell<Vec<u8>>,
}

impl<'a> Block<'a> {
    pub(crate) fn new(connection: &'a Connection, path: &'a Path, extent: &'a Extent) -> Block<'a> {
        Block { connection, path, extent, heads: OnceCell::new(), rest: OnceCell::new() }
    }

    fn load<'b>(
        &self,
        cell: &'b OnceCell<Vec<u8>>,
        which: Part,
    ) -> Result<&'b [u8], DatabaseError> {
        if let Some(bytes) = cell.get() {
            return Ok(bytes);
        }
        let bytes = part(self.connection, self.path, which, self.extent.block)?;
        Ok(cell.get_or_init(|| bytes))
    }

    pub(crate) fn damaged(&self) -> DatabaseError {
        let what = format!("block {} makes no sense", self.extent.block);
        DatabaseError::damaged(self.path, what)
    }

    /// A game's head.
    pub(crate) fn head(&self, place: usize) -> Result<Head, DatabaseError> {
        let heads = self.load(&self.heads, Part::Heads)?;
        block::head_at(heads, place).ok_or_else(|| self.damaged())
    }

    /// All heads.
    pub(crate) fn heads(&self) -> Result<&[[u8; head::LENGTH]], DatabaseError> {
        Ok(self.load(&self.heads, Part::Heads)?.as_chunks().0)
    }

    fn rest(&self) -> Result<&[u8], DatabaseError> {
        self.load(&self.rest, Part::Rest)
    }

    fn openings(&self) -> Result<Vec<u8>, DatabaseError> {
        part(self.connection, self.path, Part::Openings, self.extent.block)
    }
}

/// What was found in a game: the place of its head, the head, how many plies had been
/// played, and the move that followed.
pub(crate) struct Sighting {
    pub(crate) place: usize,
    pub(crate) head: Head,
    pub(crate) ply: usize,
    pub(crate) next: Option<Move>,
}

/// Start positions that are not a game's own.
pub(crate) type Starts = HashMap<u32, Option<String>>;

/// Looks for something in the games of a block that pass a sieve.
pub(crate) fn watch_block<R: Rules>(
    block: &Block<'_>,
    watch: &impl Watch<R>,
    sieve: &Sieve,
    starts: &mut Starts,
    mut found: impl FnMut(Sighting),
) -> Result<(), DatabaseError> {
    let bytes = block.openings()?;
    let openings = Openings::read(&bytes).ok_or_else(|| block.damaged())?;
    let offsets = OnceCell::new();
    for group in &openings.groups {
        let variant = head::variant_of(group.variant).ok_or_else(|| block.damaged())?;
        if variant.rules() != R::VARIANT {
            continue;
        }
        let fen = match group.start {
            0 => None,
            start => starts
                .entry(start)
                .or_insert_with(|| start_fen(block.connection, start).ok())
                .as_deref(),
        };
        if fen.is_none() && group.start != 0 {
            return Err(block.damaged());
        }
        let Some(start) = start_position::<R>(fen) else { return Err(block.damaged()) };
        let mut walk = Walk {
            block,
            openings: &openings,
            offsets: &offsets,
            group: *group,
            watch,
            sieve,
            positions: [start; OPENING + 1],
            ends: [0; OPENING + 1],
            depth: 0,
            verdict: Verdict::Open,
        };
        walk.run(&mut found)?;
    }
    Ok(())
}

/// What is known of all games that begin with the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Open,
    Lost { bytes: usize },
    Found { bytes: usize, depth: usize },
}

/// A walk through sorted openings.
struct Walk<'a, R: Rules, W> {
    block: &'a Block<'a>,
    openings: &'a Openings<'a>,
    offsets: &'a OnceCell<Vec<usize>>,
    group: Group,
    watch: &'a W,
    sieve: &'a Sieve,
    /// The positions on the way, and how many bytes lead there.
    positions: [Position<R>; OPENING + 1],
    ends: [usize; OPENING + 1],
    depth: usize,
    verdict: Verdict,
}

impl<R: Rules, W: Watch<R>> Walk<'_, R, W> {
    fn run(&mut self, found: &mut impl FnMut(Sighting)) -> Result<(), DatabaseError> {
        self.judge();
        let mut previous: Option<Entry<'_>> = None;
        for index in self.group.from..self.group.to {
            // The group was checked when it was read.
            let Some(entry) = self.openings.entry(index) else { break };
            let shared = previous.map_or(0, |previous| shared_bytes(previous, entry));
            let is_known = match self.verdict {
                Verdict::Open => false,
                Verdict::Lost { bytes } | Verdict::Found { bytes, .. } => shared >= bytes,
            };
            if let (true, Verdict::Lost { .. }) = (is_known, self.verdict) {
                continue;
            }
            let head = match self.sieve.is_open {
                true => None,
                false => Some(self.block.head(entry.place())?),
            };
            if head.is_some_and(|head| !self.sieve.passes(&head)) {
                continue;
            }
            if !is_known {
                self.advance(entry, shared);
            }
            previous = Some(entry);
            self.report(index, entry, head, found)?;
        }
        Ok(())
    }

    fn judge(&mut self) {
        let (bytes, depth) = (self.ends[self.depth], self.depth);
        let look = self.watch.look(&self.positions[depth], self.group.start == 0);
        self.verdict = match look {
            Look::Found => Verdict::Found { bytes, depth },
            Look::Lost => Verdict::Lost { bytes },
            Look::NotYet => Verdict::Open,
        };
    }

    /// Replays an opening from where it leaves the one before.
    fn advance(&mut self, entry: Entry<'_>, shared: usize) {
        while self.ends[self.depth] > shared {
            self.depth -= 1;
        }
        self.verdict = Verdict::Open;
        let known = entry.length().min(OPENING);
        let opening = entry.opening();
        while self.verdict == Verdict::Open && self.depth < OPENING {
            let at = self.ends[self.depth];
            let Some(bytes) = opening.get(at..known).filter(|bytes| !bytes.is_empty()) else {
                return;
            };
            let second = bytes.get(1).copied();
            let position = &self.positions[self.depth];
            let Some((ply, used)) = self.decode(position, bytes[0], second) else { return };
            self.positions[self.depth + 1] = ply.play(position);
            self.depth += 1;
            self.ends[self.depth] = at + used;
            self.judge();
        }
    }

    #[inline(always)]
    fn decode(&self, position: &Position<R>, byte: u8, second: Option<u8>) -> Option<(Ply, usize)> {
        match self.group.is_wide {
            true => coding::decode_wide(byte, second),
            false => coding::decode(position, byte, second),
        }
    }

    /// Says what came of a game; if its opening does not tell, the rest does.
    fn report(
        &self,
        index: usize,
        entry: Entry<'_>,
        head: Option<Head>,
        found: &mut impl FnMut(Sighting),
    ) -> Result<(), DatabaseError> {
        let found_at = match self.verdict {
            Verdict::Lost { .. } => return Ok(()),
            Verdict::Found { bytes, depth } => Some((bytes, depth)),
            Verdict::Open if entry.rest() == 0 => return Ok(()),
            Verdict::Open => None,
        };
        let head = head.map_or_else(|| self.block.head(entry.place()), Ok)?;
        if head.is_deleted() || (found_at.is_none() && !self.watch.fits_end(&head)) {
            return Ok(());
        }
        let rest = match found_at {
            Some((bytes, _)) if bytes + 2 <= OPENING => &[],
            _ => self.rest_of(index, entry)?,
        };
        let moves = Moves { entry, rest };
        let (ply, next) = match found_at {
            Some((bytes, depth)) => (depth, moves.ply(self, &self.positions[depth], bytes)),
            None => match moves.finds(self) {
                Some(found) => found,
                None => return Ok(()),
            },
        };
        let next = match next {
            Some((Ply::Move(m), _)) => Some(m),
            _ => None,
        };
        found(Sighting { place: entry.place(), head, ply, next });
        Ok(())
    }

    fn rest_of(&self, index: usize, entry: Entry<'_>) -> Result<&[u8], DatabaseError> {
        if entry.rest() == 0 {
            return Ok(&[]);
        }
        let offset = self.offsets.get_or_init(|| self.openings.offsets()).get(index).copied();
        let range = offset.map(|offset| offset..offset + entry.rest());
        range
            .and_then(|range| self.block.rest().map(|rest| rest.get(range)).transpose())
            .unwrap_or_else(|| Err(self.block.damaged()))
    }
}

/// All moves of a game.
struct Moves<'a> {
    entry: Entry<'a>,
    rest: &'a [u8],
}

impl Moves<'_> {
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        match at {
            at if at >= self.entry.length() => None,
            at if at < OPENING => self.entry.opening().get(at).copied(),
            at => self.rest.get(at - OPENING).copied(),
        }
    }

    /// The ply at a place, if there is one.
    #[inline(always)]
    fn ply<R: Rules, W: Watch<R>>(
        &self,
        walk: &Walk<'_, R, W>,
        position: &Position<R>,
        at: usize,
    ) -> Option<(Ply, usize)> {
        walk.decode(position, self.byte(at)?, self.byte(at + 1))
    }

    /// Replays the game from where the walk is. If what is looked for comes, how many
    /// plies led there, and the one after it.
    fn finds<R: Rules, W: Watch<R>>(
        &self,
        walk: &Walk<'_, R, W>,
    ) -> Option<(usize, Option<(Ply, usize)>)> {
        let is_plain = walk.group.start == 0;
        let mut plies = walk.depth;
        let (mut position, mut at) = (walk.positions[plies], walk.ends[plies]);
        while let Some((ply, used)) = self.ply(walk, &position, at) {
            position = ply.play(&position);
            at += used;
            plies += 1;
            match walk.watch.look(&position, is_plain) {
                Look::Found => return Some((plies, self.ply(walk, &position, at))),
                Look::Lost => return None,
                Look::NotYet => {}
            }
        }
        None
    }
}

/// How many bytes two games have in common at their beginning.
#[inline(always)]
fn shared_bytes(a: Entry<'_>, b: Entry<'_>) -> usize {
    let (words, others) = (a.opening().as_chunks::<8>().0, b.opening().as_chunks::<8>().0);
    let mut same = 0;
    for (word, other) in words.iter().zip(others) {
        let differ = u64::from_le_bytes(*word) ^ u64::from_le_bytes(*other);
        // Sixty-four zeros if all eight are the same.
        same += differ.trailing_zeros() as usize / 8;
        if differ != 0 {
            break;
        }
    }
    same.min(a.length()).min(b.length())
}
