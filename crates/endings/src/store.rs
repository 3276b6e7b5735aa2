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

    /// Takes the memory of a block, if there is some left.
    fn take(&self) -> bool {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(BLOCK)).is_ok()
    }
}

/// The blocks of one table.
pub(crate) struct Blocks {
    pub(crate) stored: Stored,
    id: u32,
    /// Of all planes, one after the other.
    kept: Vec<OnceLock<Box<[u8]>>>,
    per_plane: usize,
    memory: Arc<Memory>,
}

impl Blocks {
    pub(crate) fn new(stored: Stored, id: u32, memory: Arc<Memory>) -> Blocks {
        let per_plane = stored.layout.size.div_ceil(BLOCK);
        let kept = (0..stored.planes() * per_plane).map(|_| OnceLock::new()).collect();
        Blocks { stored, id, kept, per_plane, memory }
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
        let at = plane * self.per_plane + block;
        let slot = self.kept.get(at).ok_or(Damage::Meaningless)?;
        match slot.get() {
            Some(numbers) => numbers.get(within).copied().ok_or(Damage::Meaningless),
            None => self.unpack(slot, plane, block, within),
        }
    }

    #[cold]
    fn unpack(
        &self,
        slot: &OnceLock<Box<[u8]>>,
        plane: usize,
        block: usize,
        within: usize,
    ) -> Result<u8, Damage> {
        let at = plane * self.per_plane + block;
        let mixed = (at as u64 ^ u64::from(self.id) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let passing = &self.memory.passing[(mixed >> 54) as usize % FEW];
        let mut passing = passing.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been quicker. All that want this block wait here.
        if let Some(numbers) = slot.get() {
            return numbers.get(within).copied().ok_or(Damage::Meaningless);
        }
        if let Some(found) = passing.as_ref()
            && (found.table, found.block) == (self.id, at)
        {
            return found.numbers.get(within).copied().ok_or(Damage::Meaningless);
        }
        let numbers = self.stored.block(plane, block)?;
        let number = numbers.get(within).copied().ok_or(Damage::Meaningless);
        if self.memory.take() {
            // It was empty, and nobody else fills it.
            drop(slot.set(numbers));
        } else {
            *passing = Some(Passing { table: self.id, block: at, numbers });
        }
        number
    }
}
