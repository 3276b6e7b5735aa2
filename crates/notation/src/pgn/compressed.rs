//! Reading what gzip and Zstandard have compressed.
//!
//! A file that was damaged is refused, as far as its format can tell:
//!
//! * gzip keeps a checksum and the length of the content, and both are compared;
//! * a Zstandard frame may keep a checksum (the program `zstd` writes one unless
//!   told not to) and the length, and what it keeps is compared. Without a
//!   checksum a changed letter can pass;
//! * a stream that would begin like one of both but for one byte is taken for a
//!   damaged one, not for a text.
//!
//! What is damaged elsewhere (times, names, frames to be skipped) does not change
//! the content. The checksum comes last: by then the content has been handed on,
//! and the error is what its reader gets in place of the end.
#![cfg(feature = "compressed")]

use alloc::boxed::Box;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

#[cfg(feature = "libzstd")]
use super::libzstd::frames;
#[cfg(not(feature = "libzstd"))]
use super::zstandard::frames;

/// What a stream begins with. The third byte of gzip is its only method.
const GZIP: [u8; 3] = [0x1F, 0x8B, 0x08];
const ZSTANDARD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// A Zstandard frame to be skipped; the low half of its first byte is free.
const SKIPPED: [u8; 4] = [0x50, 0x2A, 0x4D, 0x18];

/// A stream as it was before gzip or Zstandard compressed it, and whether one of
/// them did. What is damaged is refused, as far as its format can tell; the error
/// may come only at the end.
///
/// ```
/// use std::io::Read;
/// use erawan_notation::pgn::decompress;
///
/// let (mut stream, is_compressed) = decompress(&b"1. e4 *"[..])?;
/// let mut text = String::new();
/// stream.read_to_string(&mut text)?;
/// assert_eq!((text.as_str(), is_compressed), ("1. e4 *", false));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompress<S: BufRead + Send + 'static>(
    mut source: S,
) -> io::Result<(Box<dyn BufRead + Send>, bool)> {
    let start = Start::read(&mut source)?;
    let format = Format::of(start.bytes());
    let source = io::Cursor::new(start).chain(source);
    Ok(match format {
        Format::Plain => (Box::new(source), false),
        Format::Gzip => (Box::new(BufReader::new(Gzip(MultiGzDecoder::new(source)))), true),
        Format::Zstandard => (Box::new(frames(source)?), true),
        Format::Damaged => {
            return Err(damaged("this begins like a compressed file, but is damaged"));
        }
    })
}

struct Gzip<S>(MultiGzDecoder<S>);

impl<S: BufRead> Read for Gzip<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(in_words)
    }
}

/// An error of a decoder as people say it.
pub(super) fn in_words(error: io::Error) -> io::Error {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(&error);
    while let Some(cause) = next {
        let io = cause.downcast_ref::<io::Error>();
        if io.is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof) {
            let kind = io::ErrorKind::UnexpectedEof;
            return io::Error::new(kind, "the compressed data ends too early");
        }
        // An error that only holds another tells of what that has as its source.
        let inner = io
            .and_then(io::Error::get_ref)
            .map(|inner| inner as &(dyn std::error::Error + 'static));
        next = inner.or_else(|| cause.source());
    }
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            damaged("the compressed data is damaged")
        }
        _ => error,
    }
}

pub(super) fn damaged(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// How a stream is compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Plain,
    Gzip,
    Zstandard,
    /// One byte away from a compressed stream.
    Damaged,
}

impl Format {
    fn of(start: &[u8]) -> Format {
        // How many bytes are as they should be.
        let same = |magic: &[u8]| magic.iter().zip(start).filter(|(a, b)| a == b).count();
        let skipped = match start {
            [first, rest @ ..] => SKIPPED.starts_with(&[first & 0xF0]) && SKIPPED.ends_with(rest),
            [] => false,
        };
        if start.starts_with(&GZIP) {
            Format::Gzip
        } else if start == ZSTANDARD || (skipped && start.len() == SKIPPED.len()) {
            Format::Zstandard
        } else if same(&GZIP) + 1 == GZIP.len() || same(&ZSTANDARD) + 1 == ZSTANDARD.len() {
            Format::Damaged
        } else {
            Format::Plain
        }
    }
}

/// The first bytes of a stream.
#[derive(Default)]
struct Start {
    bytes: [u8; 4],
    length: usize,
}

impl Start {
    /// Reads as many as there are: a pipe may hand them out one by one.
    fn read(source: &mut impl Read) -> io::Result<Start> {
        let mut start = Start::default();
        while let Some(room) = start.bytes.get_mut(start.length..).filter(|room| !room.is_empty()) {
            match source.read(room) {
                Ok(0) => break,
                Ok(read) => start.length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(start)
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&self.bytes)
    }
}

impl AsRef<[u8]> for Start {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// What the programs `gzip` and `zstd` have made of one file.
    const CONTENT: &[u8] = include_bytes!("../../tests/compressed/games.pgn");
    const GZIPPED: &[u8] = include_bytes!("../../tests/compressed/games.pgn.gz");
    /// With a checksum, which `zstd` writes by default, and the length.
    const CHECKED: &[u8] = include_bytes!("../../tests/compressed/checked.pgn.zst");
    /// With a checksum alone: of a stream the length is not known.
    const STREAMED: &[u8] = include_bytes!("../../tests/compressed/streamed.pgn.zst");
    /// `zstd --no-check`.
    const UNCHECKED: &[u8] = include_bytes!("../../tests/compressed/unchecked.pgn.zst");

    /// Hands out one byte at a time, as a slow pipe does.
    struct Drops(io::Cursor<Vec<u8>>);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        decompress(io::Cursor::new(bytes.to_vec()))?.0.read_to_end(&mut content)?;
        Ok(content)
    }

    /// Two frames with one between them that is skipped.
    fn two_frames() -> Vec<u8> {
        let skipped = [&[0x5A], &SKIPPED[1..], &[3, 0, 0, 0], b"abc"].concat();
        [CHECKED, &skipped, STREAMED].concat()
    }

    #[test]
    fn what_was_compressed_is_read() {
        for bytes in [GZIPPED, CHECKED, STREAMED, UNCHECKED, CONTENT] {
            assert_eq!(read(bytes).unwrap(), CONTENT);
        }
        for bytes in [two_frames(), [GZIPPED, GZIPPED].concat()] {
            assert_eq!(read(&bytes).unwrap(), [CONTENT, CONTENT].concat());
        }
        for short in [&b""[..], b"*", b"1.", b"1. "] {
            assert_eq!(read(short).unwrap(), short);
        }
    }

    #[test]
    fn a_pipe_that_begins_with_one_byte_is_recognised() {
        for bytes in [GZIPPED, CHECKED, STREAMED, UNCHECKED, CONTENT] {
            let mut content = Vec::new();
            let drops = BufReader::new(Drops(io::Cursor::new(bytes.to_vec())));
            let (mut reader, is_compressed) = decompress(drops).unwrap();
            reader.read_to_end(&mut content).unwrap();
            assert_eq!((content.as_slice(), is_compressed), (CONTENT, bytes != CONTENT));
        }
    }

    /// Calls `take` with the bytes as they are with each bit flipped.
    fn flip_every_bit(bytes: &[u8], mut take: impl FnMut(usize, io::Result<Vec<u8>>)) {
        let mut flipped = bytes.to_vec();
        for bit in 0..8 * bytes.len() {
            flipped[bit / 8] ^= 1 << (bit % 8);
            take(bit, read(&flipped));
            flipped[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn a_flipped_bit_is_refused_or_changes_nothing() {
        for bytes in [GZIPPED.to_vec(), CHECKED.to_vec(), STREAMED.to_vec(), two_frames()] {
            let content = read(&bytes).unwrap();
            let mut refused = 0;
            flip_every_bit(&bytes, |bit, result| match result {
                Ok(read) => assert!(read == content, "bit {bit} of {} bytes", bytes.len()),
                Err(_) => refused += 1,
            });
            // The rest is names, times, sizes of windows and what is skipped.
            assert!(refused > bytes.len() * 6, "{refused} of {} bits", 8 * bytes.len());
        }
    }

    #[test]
    fn a_frame_without_checksum_keeps_its_length() {
        flip_every_bit(UNCHECKED, |bit, result| {
            if let Ok(read) = result {
                assert_eq!(read.len(), CONTENT.len(), "bit {bit}");
            }
        });
    }

    #[test]
    fn a_cut_file_is_refused() {
        for bytes in [GZIPPED, CHECKED, STREAMED, UNCHECKED] {
            for length in 2..bytes.len() {
                let cut = read(&bytes[..length]);
                // Two bytes do not say yet what it was to be.
                if length < 3 {
                    continue;
                }
                let said = cut.unwrap_err().to_string();
                let is_told = said.ends_with("ends too early") || length < 4;
                assert!(is_told, "{length} of {} bytes: {said}", bytes.len());
            }
        }
        let skipped = [&SKIPPED[..], &[3, 0, 0, 0], b"ab"].concat();
        assert!(read(&[CHECKED, &skipped].concat()).is_err());
    }
}
