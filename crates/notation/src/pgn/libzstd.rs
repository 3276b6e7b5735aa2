//! Zstandard by the library in C. It compares checksums and lengths itself.
#![cfg(feature = "libzstd")]

use std::io::{self, BufRead, BufReader, Read};

use zstd::stream::read::Decoder;

use super::compressed::{damaged, in_words};

/// Text that is decoded at once. Whoever reads as much gets it as it is, without a copy
/// of its own: the reader of games does.
const BLOCK: usize = 64 << 10;

/// What was compressed, from all frames of a stream.
pub(super) fn frames<S: BufRead>(source: S) -> io::Result<impl BufRead> {
    Ok(BufReader::with_capacity(BLOCK, Frames(Decoder::with_buffer(source)?)))
}

struct Frames<S: BufRead>(Decoder<'static, S>);

impl<S: BufRead> Read for Frames<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The library's own errors have no kind.
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Other => in_words(damaged(error)),
            _ => in_words(error),
        })
    }
}
