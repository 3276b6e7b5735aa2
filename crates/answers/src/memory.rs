//! The memory that the engines of a server have together.
//!
//! An engine's table takes no room before it is written to, so what the system
//! says is free does not keep eight large ones from being promised. This does.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// What there is for tables, and how much of it is taken, in mebibytes.
pub struct Memory {
    most: usize,
    taken: AtomicUsize,
}

impl Memory {
    /// So many mebibytes, all of them free.
    pub fn new(most: usize) -> Arc<Memory> {
        Arc::new(Memory { most, taken: AtomicUsize::new(0) })
    }

    fn take(&self, wanted: usize) -> Result<(), TooMuch> {
        let add = |taken: usize| taken.checked_add(wanted).filter(|&sum| sum <= self.most);
        let refused = |taken| TooMuch { wanted, taken, most: self.most };
        self.taken.fetch_update(SeqCst, SeqCst, add).map(|_| ()).map_err(refused)
    }

    fn give_back(&self, mebibytes: usize) {
        self.taken.fetch_sub(mebibytes, SeqCst);
    }
}

/// A part of the memory, given back when it is dropped.
pub struct Share {
    memory: Arc<Memory>,
    mebibytes: usize,
}

impl Share {
    /// Takes a part, if there is so much.
    pub fn take(memory: &Arc<Memory>, mebibytes: usize) -> Result<Share, TooMuch> {
        memory.take(mebibytes)?;
        Ok(Share { memory: Arc::clone(memory), mebibytes })
    }

    /// Its size.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Makes it another size. Where there is too little left, nothing changes.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), TooMuch> {
        match mebibytes.checked_sub(self.mebibytes) {
            Some(more) => self.memory.take(more)?,
            None => self.memory.give_back(self.mebibytes - mebibytes),
        }
        self.mebibytes = mebibytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.memory.give_back(self.mebibytes);
    }
}

/// Engines would have more than there is for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch {
    wanted: usize,
    taken: usize,
    most: usize,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooMuch { wanted, taken, most } = self;
        write!(
            f,
            "all engines together may have {most} MiB and have {taken}; {wanted} more is too \
             much: make a table smaller or close another page"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_add_up_to_more_than_there_is() {
        let memory = Memory::new(100);
        let mut one = Share::take(&memory, 60).unwrap();
        let refused = Share::take(&memory, 41).err().unwrap();
        assert_eq!(refused, TooMuch { wanted: 41, taken: 60, most: 100 });
        let two = Share::take(&memory, 40).unwrap();
        assert!(one.resize(61).is_err());
        assert!(one.resize(usize::MAX).is_err());
        assert_eq!(one.mebibytes(), 60);
        one.resize(10).unwrap();
        drop(two);
        one.resize(100).unwrap();
        assert!(Share::take(&memory, 1).is_err());
        drop(one);
        assert!(Share::take(&memory, 100).is_ok());
    }
}
