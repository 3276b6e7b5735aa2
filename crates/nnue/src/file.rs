//! Network files, version 1. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `ERAWANN1` |
//! | 8..12 | where the weights begin: a multiple of 64 |
//! | 12 | game: 0 chess, 1 Makruk |
//! | 13 | activation: 0 SCReLU |
//! | 14..20 | hidden, king buckets, output buckets |
//! | 20..28 | QA, QB, SCALE, zero |
//! | 28..92 | the bucket of each king square |
//! | 92..100 | FNV-1a hash of the weights |
//! | 100..104 | the length of the summary, which follows, then zeros |
//!
//! The weights: rows of the first layer, its bias, output weights (16 bits
//! each), output bias (32 bits each). There the file ends.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use erawan_board::Variant;

use crate::architecture::{Architecture, QA, QB, SCALE};
use crate::block::Block;
use crate::error::NetworkError;
use crate::network::Network;

const MAGIC: [u8; 8] = *b"ERAWANN1";
/// The part of the header before the summary.
const FIXED: usize = 104;
/// No header is longer: a summary is a text, not a book.
const LONGEST_HEADER: usize = 1 << 20;

/// The 64-bit FNV-1a hash.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// What the fixed part of a header says.
struct Header {
    length: usize,
    architecture: Architecture,
    hash: u64,
    summary_length: u32,
}

impl Header {
    fn parse(bytes: &[u8; FIXED]) -> Result<Header, NetworkError> {
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let u32_at = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let magic: [u8; 8] = std::array::from_fn(|i| bytes[i]);
        if magic != MAGIC {
            return Err(NetworkError::Magic(magic));
        }
        let length = u32_at(8);
        let possible = FIXED..=LONGEST_HEADER;
        if !possible.contains(&(length as usize)) || !length.is_multiple_of(64) {
            return Err(NetworkError::HeaderLength(length));
        }
        let game = match bytes[12] {
            0 => Variant::Chess,
            1 => Variant::Makruk,
            other => return Err(NetworkError::UnknownGame(other)),
        };
        if bytes[13] != 0 {
            return Err(NetworkError::Activation(bytes[13]));
        }
        for (field, at, expected) in [("QA", 20, QA), ("QB", 22, QB), ("SCALE", 24, SCALE)] {
            let found = u16_at(at);
            if found != expected {
                return Err(NetworkError::Quantisation { field, expected, found });
            }
        }
        if u16_at(26) != 0 {
            return Err(NetworkError::Padding { offset: 26 });
        }
        let architecture = Architecture {
            game,
            hidden: u16_at(14).into(),
            king_buckets: u16_at(16).into(),
            output_buckets: u16_at(18).into(),
            bucket_table: std::array::from_fn(|i| bytes[28 + i]),
        };
        architecture.check()?;
        let summary_length = u32_at(100);
        if summary_length as usize > length as usize - FIXED {
            return Err(NetworkError::SummaryLength(summary_length));
        }
        let hash = u64::from_le_bytes(std::array::from_fn(|i| bytes[92 + i]));
        Ok(Header { length: length as usize, architecture, hash, summary_length })
    }

    /// The length of the whole file.
    fn file_length(&self) -> usize {
        self.length + self.architecture.weight_bytes()
    }
}

/// The next so many numbers of sixteen bits, in blocks. `bytes` is long enough.
fn take_blocks(bytes: &mut &[u8], count: usize) -> Vec<Block> {
    let (taken, rest) = bytes.split_at(64 * count);
    *bytes = rest;
    let (lines, _) = taken.as_chunks::<64>();
    let number = |line: &[u8; 64], i: usize| i16::from_le_bytes([line[2 * i], line[2 * i + 1]]);
    lines.iter().map(|line| Block(std::array::from_fn(|i| number(line, i)))).collect()
}

impl Network {
    /// Reads a network file.
    pub fn open(path: &Path) -> Result<Network, NetworkError> {
        Network::read(File::open(path)?)
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
    /// announces and one byte, and no more memory is taken than was read.
    pub fn read(mut input: impl Read) -> Result<Network, NetworkError> {
        let mut start = Vec::new();
        input.by_ref().take(FIXED as u64).read_to_end(&mut start)?;
        let Some(fixed) = start.first_chunk::<FIXED>() else {
            let found = start.len();
            // What does not even begin as a network is not a broken one.
            let mut magic = [0; 8];
            let shown = found.min(8);
            magic[..shown].copy_from_slice(&start[..shown]);
            return Err(if start.starts_with(&MAGIC) || found == 0 {
                NetworkError::Truncated { expected: FIXED, found }
            } else {
                NetworkError::Magic(magic)
            });
        };
        let header = Header::parse(fixed)?;
        let rest_length = header.file_length() - FIXED;
        let mut rest = Vec::new();
        input.by_ref().take(rest_length as u64 + 1).read_to_end(&mut rest)?;
        if rest.len() < rest_length {
            let found = FIXED + rest.len();
            return Err(NetworkError::Truncated { expected: header.file_length(), found });
        }
        if rest.len() > rest_length {
            return Err(NetworkError::TrailingBytes(header.file_length()));
        }
        let (text, mut weights) = rest.split_at(header.length - FIXED);
        let (summary, padding) = text.split_at(header.summary_length as usize);
        let summary = std::str::from_utf8(summary).map_err(|_| NetworkError::Summary)?.to_owned();
        if let Some(at) = padding.iter().position(|&byte| byte != 0) {
            return Err(NetworkError::Padding { offset: FIXED + summary.len() + at });
        }
        let found = fnv1a(weights);
        if found != header.hash {
            return Err(NetworkError::Hash { expected: header.hash, found });
        }
        let architecture = header.architecture;
        let width = architecture.width();
        let features = take_blocks(&mut weights, architecture.rows() * width);
        let bias = take_blocks(&mut weights, width);
        let output = take_blocks(&mut weights, 2 * architecture.output_buckets * width);
        let (numbers, _) = weights.as_chunks::<4>();
        let output_bias = numbers.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
        Network { architecture, features, bias, output, output_bias, summary }.checked()
    }

    /// The weights as they stand in a file.
    fn weight_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.architecture.weight_bytes());
        for block in self.features.iter().chain(&self.bias).chain(&self.output) {
            bytes.extend(block.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// The hash of the weights, by which a network can be told from others.
    pub fn hash(&self) -> u64 {
        fnv1a(&self.weight_bytes())
    }

    /// The network as a file. A summary that is too long is cut.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Architecture { game, hidden, king_buckets, output_buckets, bucket_table } =
            self.architecture;
        let summary = &self.summary[..self.summary.floor_char_boundary(LONGEST_HEADER - FIXED)];
        let length = (FIXED + summary.len()).next_multiple_of(64);
        let weights = self.weight_bytes();
        let mut bytes = Vec::with_capacity(length + weights.len());
        bytes.extend(MAGIC);
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend([u8::from(game == Variant::Makruk), 0]);
        for number in [hidden as u16, king_buckets as u16, output_buckets as u16, QA, QB, SCALE, 0]
        {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(bucket_table);
        bytes.extend(fnv1a(&weights).to_le_bytes());
        bytes.extend((summary.len() as u32).to_le_bytes());
        bytes.extend(summary.as_bytes());
        bytes.resize(length, 0);
        bytes.extend(weights);
        bytes
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
    }
}
