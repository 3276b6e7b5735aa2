//! Where the bytes of a table come from.
//!
//! Files are read in pieces that go through a cache of fixed size: memory
//! stays bounded however large the tables are, and a file that shrinks while
//! it is open gives an error (mapped into memory it would kill the process).

use core::ops::Deref;
use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::{Corruption, Fault};

/// How much is read at once, and so what one entry of the cache holds.
pub(super) const CHUNK: usize = 4096;

/// Places for one chunk each that a chunk can go to.
const WAYS: usize = 4;

struct Entry {
    file: u32,
    at: u64,
    bytes: Arc<[u8]>,
}

/// The pieces of all files read last, four in each of many sets.
pub(super) struct Cache {
    sets: Vec<Mutex<[Option<Entry>; WAYS]>>,
}

impl Cache {
    pub(super) fn new(bytes: usize) -> Cache {
        let sets = (bytes / CHUNK / WAYS).clamp(1, 1 << 20);
        Cache { sets: (0..sets).map(|_| Mutex::new([const { None }; WAYS])).collect() }
    }

    fn set(&self, file: u32, at: u64) -> Option<&Mutex<[Option<Entry>; WAYS]>> {
        let mixed = (at ^ u64::from(file) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.sets.get(((u128::from(mixed) * self.sets.len() as u128) >> 64) as usize)
    }

    fn get(&self, file: u32, at: u64) -> Option<Arc<[u8]>> {
        // A thread that died while it held the lock left a whole entry behind.
        let mut set = self.set(file, at)?.lock().unwrap_or_else(PoisonError::into_inner);
        let found = set
            .iter()
            .position(|entry| entry.as_ref().is_some_and(|e| e.file == file && e.at == at))?;
        // The one used last comes first.
        set[..=found].rotate_right(1);
        set[0].as_ref().map(|entry| Arc::clone(&entry.bytes))
    }

    fn put(&self, file: u32, at: u64, bytes: &Arc<[u8]>) {
        if let Some(set) = self.set(file, at) {
            let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
            set.rotate_right(1);
            set[0] = Some(Entry { file, at, bytes: Arc::clone(bytes) });
        }
    }
}

/// Some bytes of a table.
pub(super) enum Chunk<'a> {
    Borrowed(&'a [u8]),
    Shared(Arc<[u8]>),
}

impl Deref for Chunk<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Chunk::Borrowed(bytes) => bytes,
            Chunk::Shared(bytes) => bytes,
        }
    }
}

enum Bytes {
    File { file: PositionedFile, id: u32, cache: Arc<Cache> },
    Memory(Arc<[u8]>),
}

/// A table's file, or its bytes.
pub(super) struct Source {
    bytes: Bytes,
    len: u64,
}

impl Source {
    pub(super) fn from_file(file: File, id: u32, cache: Arc<Cache>) -> Result<Source, Fault> {
        let len = file.metadata().map_err(|e| Fault::Io(e.kind()))?.len();
        Ok(Source { bytes: Bytes::File { file: PositionedFile::new(file), id, cache }, len })
    }

    pub(super) fn from_memory(bytes: Arc<[u8]>) -> Source {
        let len = bytes.len() as u64;
        Source { bytes: Bytes::Memory(bytes), len }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// `len` bytes from `at`. What is asked for again and again must be asked
    /// for with the same `at` and `len`, and `len` should be about a chunk.
    pub(super) fn fetch(&self, at: u64, len: usize) -> Result<Chunk<'_>, Fault> {
        let end = at.checked_add(len as u64).filter(|&end| end <= self.len);
        let end = end.ok_or(Corruption::Truncated)?;
        match &self.bytes {
            Bytes::Memory(bytes) => {
                let bytes = bytes.get(at as usize..end as usize).ok_or(Corruption::Truncated)?;
                Ok(Chunk::Borrowed(bytes))
            }
            Bytes::File { file, id, cache } => {
                if let Some(bytes) = cache.get(*id, at).filter(|bytes| bytes.len() == len) {
                    return Ok(Chunk::Shared(bytes));
                }
                let mut buffer = vec![0; len];
                file.read_exact_at(&mut buffer, at).map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => Fault::Corrupt(Corruption::Truncated),
                    kind => Fault::Io(kind),
                })?;
                let bytes: Arc<[u8]> = buffer.into();
                // Outsize pieces would make the cache larger than promised.
                if len <= CHUNK {
                    cache.put(*id, at, &bytes);
                }
                Ok(Chunk::Shared(bytes))
            }
        }
    }
}

/// A file that several threads read at places of their own.
#[cfg(any(unix, windows))]
struct PositionedFile(File);

#[cfg(any(unix, windows))]
impl PositionedFile {
    fn new(file: File) -> PositionedFile {
        PositionedFile(file)
    }

    #[cfg(unix)]
    fn read_exact_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, at)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        let mut done = 0;
        while let Some(rest) = buffer.get_mut(done..).filter(|rest| !rest.is_empty()) {
            match std::os::windows::fs::FileExt::seek_read(&self.0, rest, at + done as u64) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => done += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Elsewhere one thread after another moves the file's own place.
#[cfg(not(any(unix, windows)))]
struct PositionedFile(Mutex<File>);

#[cfg(not(any(unix, windows)))]
impl PositionedFile {
    fn new(file: File) -> PositionedFile {
        PositionedFile(Mutex::new(file))
    }

    fn read_exact_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(buffer)
    }
}

/// Reads a header from front to back.
pub(super) struct Cursor<'a> {
    source: &'a Source,
    at: u64,
    chunk: Chunk<'a>,
    chunk_at: u64,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &'a Source) -> Cursor<'a> {
        Cursor { source, at: 0, chunk: Chunk::Borrowed(&[]), chunk_at: 0 }
    }

    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }

    /// Moves on without reading, not past the end.
    pub(super) fn skip(&mut self, bytes: u64) -> Result<(), Fault> {
        let end = self.at.checked_add(bytes).filter(|&end| end <= self.source.len());
        self.at = end.ok_or(Corruption::Truncated)?;
        Ok(())
    }

    pub(super) fn u8(&mut self) -> Result<u8, Fault> {
        let offset = self.at.checked_sub(self.chunk_at);
        if let Some(&byte) = offset.and_then(|offset| self.chunk.get(offset as usize)) {
            self.at += 1;
            return Ok(byte);
        }
        let start = self.at - self.at % CHUNK as u64;
        let left = self.source.len().saturating_sub(start).min(CHUNK as u64);
        self.chunk = self.source.fetch(start, left as usize)?;
        self.chunk_at = start;
        let byte = self.chunk.get((self.at - start) as usize).ok_or(Corruption::Truncated)?;
        self.at += 1;
        Ok(*byte)
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            *byte = self.u8()?;
        }
        Ok(bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Fault> {
        self.bytes().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Fault> {
        self.bytes().map(u32::from_le_bytes)
    }
}
