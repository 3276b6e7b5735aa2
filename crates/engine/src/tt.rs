//! The transposition table: what is known of positions already searched,
//! shared by all threads without locks.
//!
//! A cluster is half a cache line: three words of data and one of three
//! sixteen-bit tags. A tag is the key mixed with the data it belongs to, so an
//! entry of which only a part has been written is not recognised. All accesses
//! are relaxed atomics: a race loses an entry, and hardly ever more.
//!
//! What "hardly ever" means: the tags of a cluster share a word, so of two
//! threads that store at once one may undo the other's tag. Then data lie under
//! a tag that was not made for them, which fits some key with a chance of 2⁻¹⁶,
//! as it does for any two keys of one cluster whose last sixteen bits agree. So
//! an entry is a hint. What follows from a wrong one must be harmless: its move
//! is played only after a check that it is legal (`Known::best_move`), and its
//! score is one that a search may return.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use erawan_board::Move;

use crate::memory::{self, OutOfMemory, Zeroable, ZeroedRow};
use crate::score::{self, Value};

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    None = 0,
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

impl Bound {
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// True if a score of this kind settles the question of `value >= beta`
    /// or `value <= alpha`.
    #[inline(always)]
    pub(crate) const fn settles(self, value: Value, beta: Value) -> bool {
        self as u8 & if value >= beta { Bound::Lower as u8 } else { Bound::Upper as u8 } != 0
    }

    pub(crate) const fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) value: Value,
    /// The evaluation, not yet corrected by histories.
    pub(crate) eval: Value,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) was_pv: bool,
}

#[repr(C, align(32))]
struct Cluster {
    data: [AtomicU64; 3],
    tags: AtomicU64,
}

// SAFETY: four words of zeros are an empty cluster.
unsafe impl Zeroable for Cluster {}

/// Depths below zero are stored too (quiescence).
const DEPTH_OFFSET: i32 = 8;
const AGES: u8 = 32;

fn pack(entry: &Entry, age: u8) -> u64 {
    let best = entry.best.map_or(0, Move::bits) as u64;
    let value = entry.value as i16 as u16 as u64;
    let eval = entry.eval as i16 as u16 as u64;
    let depth = (entry.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
    let flags = entry.bound as u64 | (entry.was_pv as u64) << 2 | (age as u64) << 3;
    best | value << 16 | eval << 32 | depth << 48 | flags << 56
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: Move::from_bits(data as u16),
        value: (data >> 16) as u16 as i16 as Value,
        eval: (data >> 32) as u16 as i16 as Value,
        depth: (data >> 48) as u8 as i32 - DEPTH_OFFSET,
        bound: Bound::from_bits(data >> 56),
        was_pv: data >> 58 & 1 != 0,
    }
}

/// Mixes the four parts of a data word into sixteen bits.
const fn fold(data: u64) -> u16 {
    (data ^ data >> 16 ^ data >> 32 ^ data >> 48) as u16
}

const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

const fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32
}

/// The table.
pub(crate) struct TranspositionTable {
    clusters: ZeroedRow<Cluster>,
    age: AtomicU8,
    /// Something may have been stored since it was empty.
    is_used: AtomicBool,
}

/// A thread that clears the table has at least this much to do.
const CLUSTERS_A_THREAD: usize = (32 << 20) / size_of::<Cluster>();

impl TranspositionTable {
    /// A table of `mebibytes`, once `freed` bytes of another one are given back.
    pub(crate) fn new(mebibytes: usize, freed: u64) -> Result<TranspositionTable, OutOfMemory> {
        let refused = OutOfMemory { mebibytes, available: None };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(refused)?;
        memory::check(bytes as u64, freed)?;
        let len = (bytes / size_of::<Cluster>()).max(1);
        let clusters = ZeroedRow::new(len).ok_or(refused)?;
        Ok(TranspositionTable { clusters, age: AtomicU8::new(0), is_used: AtomicBool::new(false) })
    }

    /// What the table takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.clusters.bytes()
    }

    /// Forgets everything, with several threads where it is worth it. A table
    /// in which nothing was stored is left alone: the system hands out its
    /// memory only when it is touched, and for gigabytes that takes long.
    pub(crate) fn clear(&self) {
        if !self.is_used.swap(false, Relaxed) {
            return;
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let part = self.clusters.len().div_ceil(threads).max(CLUSTERS_A_THREAD);
        let mut parts = self.clusters.chunks(part);
        let first = parts.next();
        std::thread::scope(|scope| {
            for clusters in parts {
                let spawned = std::thread::Builder::new()
                    .name("clear".into())
                    .spawn_scoped(scope, || clear_all(clusters));
                if spawned.is_err() {
                    clear_all(clusters);
                }
            }
            first.into_iter().for_each(clear_all);
        });
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what is stored becomes one search older. Nothing
    /// may be stored before the first.
    pub(crate) fn next_age(&self) {
        self.is_used.store(true, Relaxed);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (key as u128 * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Tells the processor that a position will be asked for soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching has no effect but on speed, and SSE is part
            // of every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        let tags = cluster.tags.load(Relaxed);
        for (i, word) in cluster.data.iter().enumerate() {
            let data = word.load(Relaxed);
            if data != 0 && (tags >> (16 * i)) as u16 == key as u16 ^ fold(data) {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores an entry in the slot that is worth least.
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let age = self.age.load(Relaxed);
        let tags = cluster.tags.load(Relaxed);
        let mut slot = 0;
        let mut least = i32::MAX;
        for (i, word) in cluster.data.iter().enumerate() {
            let data = word.load(Relaxed);
            if data == 0 {
                slot = i;
                break;
            }
            if (tags >> (16 * i)) as u16 == key as u16 ^ fold(data) {
                let old = unpack(data);
                // A move is better than none; and a shallow bound does not
                // replace a deep one of this search.
                let keep = entry.bound != Bound::Exact
                    && age_of(data) == age
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= old.depth;
                if keep {
                    return;
                }
                entry.best = entry.best.or(old.best);
                slot = i;
                break;
            }
            let older = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = depth_of(data) - 8 * older;
            if worth < least {
                least = worth;
                slot = i;
            }
        }
        let data = pack(&entry, age);
        let shift = 16 * slot;
        let tag = u64::from(key as u16 ^ fold(data)) << shift;
        cluster.data[slot].store(data, Relaxed);
        cluster.tags.store(tags & !(0xFFFF << shift) | tag, Relaxed);
    }

    /// How full the table is with this search's entries, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.data)
            .map(|word| word.load(Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / (3 * sample.len())) as u32
    }
}

fn clear_all(clusters: &[Cluster]) {
    for cluster in clusters {
        cluster.data.iter().for_each(|word| word.store(0, Relaxed));
        cluster.tags.store(0, Relaxed);
    }
}

#[cfg(test)]
impl TranspositionTable {
    /// Overwrites everything with random bytes.
    pub(crate) fn poison(&self, mut random: impl FnMut() -> u64) {
        self.is_used.store(true, Relaxed);
        for cluster in self.clusters.iter() {
            cluster.data.iter().for_each(|word| word.store(random(), Relaxed));
            cluster.tags.store(random(), Relaxed);
        }
    }

    /// Gives every entry random contents of which nothing shows that they are
    /// wrong.
    pub(crate) fn poison_unseen(&self, mut random: impl FnMut() -> u64) {
        for cluster in self.clusters.iter() {
            let mut tags = cluster.tags.load(Relaxed);
            for (i, word) in cluster.data.iter().enumerate() {
                let (old, new) = (word.load(Relaxed), random());
                if old != 0 {
                    word.store(new, Relaxed);
                    tags ^= u64::from(fold(old) ^ fold(new)) << (16 * i);
                }
            }
            cluster.tags.store(tags, Relaxed);
        }
    }
}

/// An entry that holds nothing but an evaluation.
pub(crate) const fn only_eval(eval: Value) -> Entry {
    Entry {
        best: None,
        value: score::NONE,
        eval,
        depth: -DEPTH_OFFSET + 1,
        bound: Bound::None,
        was_pv: false,
    }
}

#[cfg(test)]
mod tests {
    use erawan_board::SplitMix64;

    use super::*;

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(1, 0).unwrap();
        table.next_age();
        let best = Move::from_bits(0x4123);
        for (i, value) in [-32_000, -1, 0, 77, 31_999].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0 ^ (i as u64) << 40;
            let entry = Entry {
                best,
                value,
                eval: -value / 2,
                depth: 40,
                bound: Bound::Lower,
                was_pv: true,
            };
            table.put(key, entry);
            let back = table.get(key).unwrap();
            assert_eq!((back.best, back.value, back.eval), (best, value, -value / 2));
            assert_eq!((back.depth, back.bound, back.was_pv), (40, Bound::Lower, true));
            assert!(table.get(key ^ 1).is_none());
        }
        table.clear();
        assert!(table.get(0x1234_5678_9ABC_DEF0).is_none());
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn a_move_is_kept_when_a_new_entry_has_none() {
        let table = TranspositionTable::new(1, 0).unwrap();
        let best = Move::from_bits(0x4123);
        let entry = Entry { best, value: 5, eval: 5, depth: 3, bound: Bound::Exact, was_pv: false };
        table.put(99, entry);
        table.put(99, Entry { best: None, depth: 9, ..entry });
        assert_eq!(table.get(99).unwrap().best, best);
    }

    #[test]
    fn a_table_too_large_is_refused() {
        for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 30] {
            let error = TranspositionTable::new(mebibytes, 0).err().unwrap();
            assert_eq!(error.mebibytes, mebibytes);
        }
    }

    #[test]
    fn a_large_table_is_cleared_by_several_threads() {
        let table = TranspositionTable::new(70, 0).unwrap();
        let mut random = SplitMix64::new(1);
        table.poison(|| random.next_u64() | 1);
        table.clear();
        let is_zero = |cluster: &Cluster| {
            cluster.data.iter().chain([&cluster.tags]).all(|word| word.load(Relaxed) == 0)
        };
        assert!(table.clusters.iter().all(is_zero));
    }

    /// Memory that nobody has written to is not there yet.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_unused_table_is_not_touched() {
        let resident = || {
            let text = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap();
            let line = text.lines().find_map(|line| line.strip_prefix("Rss:")).unwrap();
            line.trim().strip_suffix(" kB").unwrap().trim().parse::<i64>().unwrap() >> 10
        };
        const MEBIBYTES: usize = 512;
        let table = TranspositionTable::new(MEBIBYTES, 0).unwrap();
        let before = resident();
        table.clear();
        let grown = resident() - before;
        // Other tests run beside this one, with small tables.
        assert!(grown < MEBIBYTES as i64 / 2, "{grown} MiB");
        // After a search there is something to forget.
        let entry = Entry { depth: 3, bound: Bound::Exact, ..only_eval(7) };
        table.next_age();
        table.put(99, entry);
        table.clear();
        assert!(table.get(99).is_none());
        assert_eq!(table.age.load(Relaxed), 0);
    }
}
