//! Network files: reading and writing, a module for each version.

mod encoding;
mod stockfish;
mod version1;
mod version2;

use std::io::Read;
use std::path::Path;

use erawan_board::{Variant, regular_file};

use crate::architecture::{Architecture, GAMES, Kind, family};
use crate::block::Block;
use crate::error::NetworkError;
use crate::network::Network;

/// No header is longer: a summary is a text, not a book.
const LONGEST_HEADER: usize = 1 << 20;

/// No file is longer: the widest network with all king buckets takes 300
/// megabytes if each of its numbers takes the most bytes.
const LONGEST_FILE: u64 = 1 << 29;

/// The 64-bit FNV-1a hash of some bytes.
fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_more(0xCBF2_9CE4_8422_2325, bytes)
}

/// The hash of bytes that had this hash, and more of them.
fn fnv1a_more(hash: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// The hash of a file: the place of the hash itself counts as zeros.
fn file_hash(bytes: &[u8], at: usize) -> u64 {
    let start = fnv1a_more(fnv1a(&bytes[..at]), &[0; 8]);
    fnv1a_more(start, &bytes[at + 8..])
}

/// Writes the hash of a file to its place. The file is long enough.
fn seal(bytes: &mut [u8], at: usize) {
    let hash = file_hash(bytes, at);
    bytes[at..at + 8].copy_from_slice(&hash.to_le_bytes());
}

/// Refuses a file with another hash than its header says. It is long enough.
fn check_hash(bytes: &[u8], at: usize) -> Result<(), NetworkError> {
    let (expected, found) = (u64_at(bytes, at), file_hash(bytes, at));
    if found == expected { Ok(()) } else { Err(NetworkError::Hash { expected, found }) }
}

/// A file as far as it was read.
struct Input<'a> {
    reader: &'a mut dyn Read,
    bytes: Vec<u8>,
}

impl Input<'_> {
    /// Reads on until there are `length` bytes; `expected` is what a whole file
    /// has, as far as is known.
    fn fill(&mut self, length: usize, expected: usize) -> Result<(), NetworkError> {
        let missing = length.saturating_sub(self.bytes.len());
        self.reader.take(missing as u64).read_to_end(&mut self.bytes)?;
        let found = self.bytes.len();
        if found < length { Err(NetworkError::Truncated { expected, found }) } else { Ok(()) }
    }

    /// Reads the rest of a file of this length, and nothing may follow.
    fn finish(&mut self, length: usize) -> Result<(), NetworkError> {
        self.fill(length, length)?;
        match self.reader.take(1).read_to_end(&mut self.bytes)? {
            0 => Ok(()),
            _ => Err(NetworkError::TrailingBytes(length)),
        }
    }
}

/// The length of a header as its fifth number says it.
fn header_length(fixed: usize, bytes: &[u8]) -> Result<usize, NetworkError> {
    let length = u32_at(bytes, crate::layout::version1::LENGTH);
    let possible = fixed..=LONGEST_HEADER;
    if !possible.contains(&(length as usize)) || !length.is_multiple_of(64) {
        return Err(NetworkError::HeaderLength(length));
    }
    Ok(length as usize)
}

/// The game as a header numbers it.
fn game(number: u8) -> Result<Variant, NetworkError> {
    GAMES.get(usize::from(number)).copied().ok_or(NetworkError::UnknownGame(number))
}

/// The number of a game in a header.
fn game_number(architecture: &Architecture) -> u8 {
    let number = GAMES.iter().position(|&game| game == family(architecture.game));
    // Every game has a family, and there are few.
    number.unwrap_or_default() as u8
}

/// The summary in a header, with nothing but zeros after it. `fixed` is the
/// part of the header before it; the length was compared with the header's.
fn summary(header: &[u8], fixed: usize, length: u32) -> Result<String, NetworkError> {
    let (summary, padding) = header[fixed..].split_at(length as usize);
    let summary = std::str::from_utf8(summary).map_err(|_| NetworkError::Summary)?;
    if let Some(at) = padding.iter().position(|&byte| byte != 0) {
        return Err(NetworkError::Padding { offset: fixed + summary.len() + at });
    }
    Ok(summary.to_owned())
}

/// Numbers of a header, which is long enough.
fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

/// The next numbers of sixteen bits, in `count` blocks. `bytes` is long enough.
fn take_blocks(bytes: &mut &[u8], count: usize) -> Vec<Block> {
    let (taken, rest) = bytes.split_at(64 * count);
    *bytes = rest;
    let (lines, _) = taken.as_chunks::<64>();
    let number = |line: &[u8; 64], i: usize| i16::from_le_bytes([line[2 * i], line[2 * i + 1]]);
    lines.iter().map(|line| Block(std::array::from_fn(|i| number(line, i)))).collect()
}

impl Network {
    /// Reads a network file. It must be a regular file: a pipe or a device
    /// might never end.
    pub fn open(path: &Path) -> Result<Network, NetworkError> {
        Network::read(regular_file::open(path, LONGEST_FILE)?)
    }

    /// Reads the bytes of a network file.
    ///
    /// ```
    /// use erawan_nnue::{Network, NetworkError};
    /// let error = Network::from_bytes(b"not a network").unwrap_err();
    /// assert!(matches!(error, NetworkError::Magic(_)));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::read(bytes)
    }

    /// Reads a network file from anywhere. No more is read than the header
    /// announces and one byte, and hardly more memory is taken than was read.
    pub fn read(mut input: impl Read) -> Result<Network, NetworkError> {
        let mut input = Input { reader: &mut input, bytes: Vec::new() };
        input.reader.take(8).read_to_end(&mut input.bytes)?;
        let mut magic = [0; 8];
        magic[..input.bytes.len()].copy_from_slice(&input.bytes);
        match &magic {
            version1::MAGIC => version1::read(input),
            version2::MAGIC => version2::read(input),
            _ if matches!(u32_at(&magic, 0), stockfish::HALF_KP | stockfish::HALF_KA) => {
                stockfish::read(input)
            }
            // What does not even begin as a network is not a broken one.
            _ if input.bytes.is_empty() => {
                Err(NetworkError::Truncated { expected: version1::FIXED, found: 0 })
            }
            _ => Err(NetworkError::Magic(magic)),
        }
    }

    /// The hash in the header of the network's file, by which it can be told
    /// from others; of the whole file if it is Stockfish's, where there is none.
    pub fn hash(&self) -> u64 {
        match self.architecture.kind {
            Kind::Single => version1::hash(self),
            Kind::Layered => version2::hash(self),
            Kind::HalfKp | Kind::HalfKa => fnv1a(&stockfish::write(self)),
        }
    }

    /// The network as a file. A summary that is too long is cut.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.architecture.kind {
            Kind::Single => version1::write(self),
            Kind::Layered => version2::write(self),
            Kind::HalfKp | Kind::HalfKa => stockfish::write(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_published_for_fnv1a() {
        assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
        assert_eq!(fnv1a_more(fnv1a(b"foo"), b"bar"), fnv1a(b"foobar"));
    }
}
