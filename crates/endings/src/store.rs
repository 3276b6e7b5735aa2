//! Unpacked blocks, kept so that a probe finds them again.
//!
//! A block that was unpacked stays where it is, and to read it takes no lock.
//! Once all the memory there is for that is used, others go through a small
//! cache in which a block makes way for the next.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::file::{BLOCK, Damage, Stored};

/// The blocks that the small cache holds.
const FEW: usize = 1024;
/// Blocks whose places are made together: a table of five men has half a million,
/// and few of them are ever unpacked.
const GROUP: usize = 64;

type Kept = OnceLock<Box<[u8]>>;
type Group = Box<[Kept; GROUP]>;

struct Passing {
    table: u32,
    block: usize,
    numbers: Box<[u8]>,
}

/// The memory that the tables of a set share.
pub(crate) struct Memory {
    left: AtomicUsize,
    passing: Vec<Mutex<Option<Passing>>>,
}

impl Memory {
    pub(crate) fn new(bytes: usize) -> Arc<Memory> {
        let passing = (0..FEW).map(|_| Mutex::new(None)).collect();
        Arc::new(Memory { left: AtomicUsize::new(bytes), passing })
    }

    /// Takes some memory, if there is as much left.
    fn take(&self, bytes: usize) -> bool {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes)).is_ok()
    }
}

/// The blocks of one table.
pub(crate) struct Blocks {
    pub(crate) stored: Stored,
    id: u32,
    /// Of all planes, one after the other.
    groups: Vec<OnceLock<Group>>,
    per_plane: usize,
    memory: Arc<Memory>,
}

impl Blocks {
    pub(crate) fn new(stored: Stored, id: u32, memory: Arc<Memory>) -> Blocks {
        let per_plane = stored.layout.size.div_ceil(BLOCK);
        let groups = (stored.planes() * per_plane).div_ceil(GROUP);
        let groups = (0..groups).map(|_| OnceLock::new()).collect();
        Blocks { stored, id, groups, per_plane, memory }
    }

    /// The number at a place of a metric: 0 for mate, 1 for the count.
    #[inline]
    pub(crate) fn number(&self, metric: usize, place: usize) -> Result<u8, Damage> {
        let layout = &self.stored.layout;
        let (side, place) = match place.checked_sub(layout.size) {
            Some(place) => (1, place),
            None => (0, place),
        };
        let plane = metric * layout.sides() + side;
        let (block, within) = (place / BLOCK, place % BLOCK);
        match self.kept(plane * self.per_plane + block) {
            Some(numbers) => numbers.get(within).copied().ok_or(Damage::Meaningless),
            None => self.unpack(plane, block, within),
        }
    }

    #[inline]
    fn kept(&self, at: usize) -> Option<&[u8]> {
        self.groups.get(at / GROUP)?.get()?[at % GROUP].get().map(|numbers| &**numbers)
    }

    /// Where the numbers of a block stay, if there is memory for them.
    fn room(&self, at: usize) -> Option<&Kept> {
        let group = self.groups.get(at / GROUP)?;
        if group.get().is_none() && !self.memory.take(size_of::<[Kept; GROUP]>()) {
            return None;
        }
        let group = group.get_or_init(|| Box::new([const { OnceLock::new() }; GROUP]));
        self.memory.take(BLOCK).then(|| &group[at % GROUP])
    }

    #[cold]
    fn unpack(&self, plane: usize, block: usize, within: usize) -> Result<u8, Damage> {
        let at = plane * self.per_plane + block;
        let mixed = (at as u64 ^ u64::from(self.id) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let passing = &self.memory.passing[(mixed >> 54) as usize % FEW];
        let mut passing = passing.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been quicker. All that want this block wait here.
        if let Some(numbers) = self.kept(at) {
            return numbers.get(within).copied().ok_or(Damage::Meaningless);
        }
        if let Some(found) = passing.as_ref()
            && (found.table, found.block) == (self.id, at)
        {
            return found.numbers.get(within).copied().ok_or(Damage::Meaningless);
        }
        let numbers = self.stored.block(plane, block)?;
        let number = numbers.get(within).copied().ok_or(Damage::Meaningless);
        match self.room(at) {
            // It was empty, and nobody else fills it.
            Some(kept) => drop(kept.set(numbers)),
            None => *passing = Some(Passing { table: self.id, block: at, numbers }),
        }
        number
    }
}
