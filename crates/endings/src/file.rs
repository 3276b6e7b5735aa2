//! The file of a table: a header, then blocks of packed numbers. Everything is
//! covered by checksums. `docs/book/formats/endings.md` describes it.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use erawan_board::Variant;

use crate::checksum::crc32c;
use crate::coder::{Counts, Model, Nonsense, take};
use crate::counts;
use crate::index::Layout;
use crate::material::Material;
use crate::solve::{BROKEN, DRAW, Table};

/// What a file begins with; the last letter is the version.
const MAGIC: [u8; 8] = *b"ERAWEND1";
/// The numbers of a block.
pub(crate) const BLOCK: usize = 4096;
/// No header is longer: that of five men takes a tenth.
const LONGEST_HEADER: u32 = 64 << 20;
const NAME: usize = 16;

/// What is wrong with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It is not a table.
    NotATable,
    /// It is a table of another game or other material than its name says.
    OtherTable,
    /// It is too short or too long.
    Length,
    /// A checksum does not fit.
    Checksum,
    /// Its bytes mean nothing.
    Meaningless,
    /// It could not be read.
    Io(io::ErrorKind),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::NotATable => "it is not a table of endings",
            Damage::OtherTable => "it is the table of something else",
            Damage::Length => "it is cut off, or too long",
            Damage::Checksum => "a checksum does not fit",
            Damage::Meaningless => "its bytes mean nothing",
            Damage::Io(kind) => return write!(f, "it cannot be read: {kind}"),
        })
    }
}

impl From<Nonsense> for Damage {
    fn from(_: Nonsense) -> Damage {
        Damage::Meaningless
    }
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Damage {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Damage::Length,
            kind => Damage::Io(kind),
        }
    }
}

/// The number of a game in a file, for good; 0 for one without such tables.
fn game_code(game: Variant) -> u8 {
    match game {
        Variant::Chess | Variant::Chess960 => 0,
        Variant::Makruk => 1,
        Variant::Cambodian => 2,
        Variant::Makpong => 3,
    }
}

/// How many planes a table has: of each metric, one for each side to move.
fn planes(layout: &Layout) -> usize {
    let metrics = if counts::mate_decides(&layout.material) { 1 } else { 2 };
    metrics * layout.sides()
}

/// The table as the bytes of a file; `None` if told to stop.
pub(crate) fn write(table: &Table, game: Variant, stop: &AtomicBool) -> Option<Vec<u8>> {
    let layout = &table.layout;
    let mut header = Vec::new();
    let mut name = [0; NAME];
    let text = layout.material.to_string();
    name[..text.len()].copy_from_slice(text.as_bytes());
    header.push(game_code(game));
    header.extend(name);
    header.extend((layout.size as u64).to_le_bytes());
    let mut body = Vec::new();
    let both = [Some(&table.mate), table.count.as_ref()];
    for plane in both.into_iter().flatten().flat_map(|plane| plane.chunks_exact(layout.size)) {
        let mut counts = Counts::default();
        each_block(plane, stop, |block| counts.add(block))?;
        let model = counts.model();
        model.write(&mut header);
        each_block(plane, stop, |block| {
            let packed = model.pack(block);
            header.extend((packed.len() as u32).to_le_bytes());
            header.extend(crc32c(&packed).to_le_bytes());
            body.extend(packed);
        })?;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(crc32c(&bytes).to_le_bytes());
    bytes.extend(body);
    Some(bytes)
}

/// Visits the blocks of a plane; `None` if told to stop. Nobody asks for what is no
/// position: there the number before costs least.
fn each_block(plane: &[u8], stop: &AtomicBool, mut visit: impl FnMut(&[u8])) -> Option<()> {
    let mut last = DRAW;
    let mut filled = Vec::with_capacity(BLOCK);
    for block in plane.chunks(BLOCK) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        filled.clear();
        filled.extend(block.iter().map(|&byte| {
            if byte != BROKEN {
                last = byte;
            }
            last
        }));
        visit(&filled);
    }
    Some(())
}

/// Where the bytes of a table are.
pub(crate) enum Source {
    File(Mutex<File>),
    Memory(Arc<[u8]>),
}

impl Source {
    fn len(&self) -> io::Result<u64> {
        match self {
            Source::Memory(bytes) => Ok(bytes.len() as u64),
            Source::File(file) => {
                file.lock().unwrap_or_else(PoisonError::into_inner).metadata().map(|it| it.len())
            }
        }
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        match self {
            Source::Memory(all) => {
                let end = (at as usize).checked_add(bytes.len());
                let part = end.and_then(|end| all.get(at as usize..end));
                bytes.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            // Only blocks that were never unpacked get here.
            Source::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(bytes)
            }
        }
    }
}

struct Packed {
    at: u64,
    len: usize,
    checksum: u32,
}

/// The numbers of one metric and one side to move.
struct Plane {
    model: Model,
    blocks: Directory,
}

/// Where the blocks of a plane are. There are half a million in a table of five
/// men, so little is kept of each.
#[derive(Default)]
struct Directory {
    /// Of every [`Directory::STRIDE`]th block.
    starts: Vec<u64>,
    lens: Vec<u16>,
    checksums: Vec<u32>,
}

impl Directory {
    const STRIDE: usize = 64;

    /// Reads the lengths and checksums of `blocks` blocks, the first of which is
    /// at `at`; moves `bytes` and `at` on.
    fn read(bytes: &mut &[u8], blocks: usize, at: &mut u64) -> Result<Directory, Damage> {
        let mut directory = Directory::default();
        for block in 0..blocks {
            if block.is_multiple_of(Directory::STRIDE) {
                directory.starts.push(*at);
            }
            let len = u32::from_le_bytes(take(bytes)?);
            // A number takes at most twelve bits.
            let short = u16::try_from(len).ok().filter(|&len| usize::from(len) <= 2 * BLOCK + 16);
            directory.lens.push(short.ok_or(Damage::Meaningless)?);
            directory.checksums.push(u32::from_le_bytes(take(bytes)?));
            *at += u64::from(len);
        }
        Ok(directory)
    }

    fn get(&self, block: usize) -> Option<Packed> {
        let first = block / Directory::STRIDE * Directory::STRIDE;
        let before = self.lens.get(first..block)?.iter().map(|&len| u64::from(len)).sum::<u64>();
        Some(Packed {
            at: self.starts.get(block / Directory::STRIDE)? + before,
            len: usize::from(*self.lens.get(block)?),
            checksum: *self.checksums.get(block)?,
        })
    }
}

/// A table that is in a file.
pub(crate) struct Stored {
    pub(crate) layout: Layout,
    source: Source,
    planes: Vec<Plane>,
}

impl Stored {
    /// Reads the header. That the blocks are whole is seen when they are read.
    pub(crate) fn open(
        source: Source,
        game: Variant,
        material: Material,
    ) -> Result<Stored, Damage> {
        let layout = Layout::new(material);
        let len = source.len()?;
        let mut start = [0; MAGIC.len() + 4];
        source.read(0, &mut start).map_err(|_| Damage::NotATable)?;
        let (magic, header_len) = start.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(Damage::NotATable);
        }
        let header_len = header_len.try_into().map(u32::from_le_bytes).unwrap_or(u32::MAX);
        if header_len > LONGEST_HEADER || u64::from(header_len) + start.len() as u64 + 4 > len {
            return Err(Damage::Length);
        }
        let mut header = vec![0; start.len() + header_len as usize + 4];
        source.read(0, &mut header)?;
        let (header, checksum) = header.split_at(header.len() - 4);
        if crc32c(header).to_le_bytes() != checksum {
            return Err(Damage::Checksum);
        }
        let mut rest = &header[start.len()..];
        let [code] = take(&mut rest)?;
        let name: [u8; NAME] = take(&mut rest)?;
        let name = name.split(|&byte| byte == 0).next().unwrap_or(&[]);
        if code == 0 || code != game_code(game) || name != material.to_string().as_bytes() {
            return Err(Damage::OtherTable);
        }
        if u64::from_le_bytes(take(&mut rest)?) != layout.size as u64 {
            return Err(Damage::Meaningless);
        }
        let mut at = header.len() as u64 + 4;
        let mut found = Vec::new();
        for _ in 0..planes(&layout) {
            let model = Model::read(&mut rest)?;
            let blocks = Directory::read(&mut rest, layout.size.div_ceil(BLOCK), &mut at)?;
            found.push(Plane { model, blocks });
        }
        if !rest.is_empty() {
            return Err(Damage::Meaningless);
        }
        if at != len {
            return Err(Damage::Length);
        }
        Ok(Stored { layout, source, planes: found })
    }

    /// The number of planes.
    pub(crate) fn planes(&self) -> usize {
        self.planes.len()
    }

    /// Reads every block and looks at its checksum; not all, if told to stop.
    pub(crate) fn check(&self, stop: &AtomicBool) -> Result<(), Damage> {
        for plane in &self.planes {
            for block in 0..plane.blocks.lens.len() {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.read(plane, block)?;
            }
        }
        Ok(())
    }

    fn read(&self, plane: &Plane, block: usize) -> Result<Vec<u8>, Damage> {
        let packed = plane.blocks.get(block).ok_or(Damage::Meaningless)?;
        let mut bytes = vec![0; packed.len];
        self.source.read(packed.at, &mut bytes)?;
        if crc32c(&bytes) != packed.checksum {
            return Err(Damage::Checksum);
        }
        Ok(bytes)
    }

    /// Reads and unpacks a block.
    pub(crate) fn block(&self, plane: usize, block: usize) -> Result<Box<[u8]>, Damage> {
        let plane = self.planes.get(plane).ok_or(Damage::Meaningless)?;
        let bytes = self.read(plane, block)?;
        let len = BLOCK.min(self.layout.size - block * BLOCK);
        let mut numbers = vec![0; len].into_boxed_slice();
        plane.model.unpack(&bytes, &mut numbers)?;
        Ok(numbers)
    }

    /// Unpacks the whole table. Told to stop, it is interrupted.
    pub(crate) fn load(&self, stop: &AtomicBool) -> Result<Table, Damage> {
        let sides = self.layout.sides();
        let read = |metric: usize| -> Result<Vec<u8>, Damage> {
            let mut numbers = Vec::new();
            let reserved = numbers.try_reserve_exact(self.layout.places());
            reserved.map_err(|_| Damage::Io(io::ErrorKind::OutOfMemory))?;
            for plane in metric * sides..(metric + 1) * sides {
                for block in 0..self.layout.size.div_ceil(BLOCK) {
                    if stop.load(Ordering::Relaxed) {
                        return Err(Damage::Io(io::ErrorKind::Interrupted));
                    }
                    numbers.extend(self.block(plane, block)?);
                }
            }
            Ok(numbers)
        };
        let mate = read(0)?;
        let count = if self.planes() > sides { Some(read(1)?) } else { None };
        Ok(Table { layout: self.layout.clone(), mate, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Endings;

    #[test]
    fn every_game_with_tables_has_a_number_of_its_own() {
        let mut codes: Vec<u8> = Variant::ALL.into_iter().map(game_code).collect();
        for (game, &code) in Variant::ALL.into_iter().zip(&codes) {
            assert_eq!(code != 0, Endings::cover(game), "{game}");
        }
        codes.retain(|&code| code != 0);
        codes.sort_unstable();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }
}
