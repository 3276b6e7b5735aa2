//! Zstandard in Rust.
#![cfg(all(feature = "compressed", not(feature = "libzstd")))]

use std::io::{self, BufRead, BufReader, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::compressed::{damaged, in_words};

/// What was compressed, from all frames of a stream.
pub(super) fn frames<S: BufRead>(source: S) -> io::Result<impl BufRead> {
    let frames = Frames { source, decoder: FrameDecoder::new(), is_open: false, length: 0 };
    Ok(BufReader::new(frames))
}

/// All frames of a Zstandard stream: large files have many.
struct Frames<S> {
    source: S,
    decoder: FrameDecoder,
    /// True inside a frame.
    is_open: bool,
    /// The bytes that the frame has given so far.
    length: u64,
}

fn invalid(error: FrameDecoderError) -> io::Error {
    in_words(damaged(error))
}

impl<S: BufRead> Frames<S> {
    /// Compares a frame with what it says about itself.
    fn check(&self) -> io::Result<()> {
        // Zero where the frame says nothing.
        let stated = self.decoder.content_size();
        if stated != 0 && stated != self.length {
            return Err(damaged("the compressed data is damaged: its length is another"));
        }
        let stated = self.decoder.get_checksum_from_data();
        if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
            return Err(damaged("the compressed data is damaged: its checksum is another"));
        }
        Ok(())
    }

    /// Passes over a frame that holds no data of ours.
    fn skip(&mut self, length: u32) -> io::Result<()> {
        let length = u64::from(length);
        let skipped = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
        if skipped == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl<S: BufRead> Read for Frames<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_open {
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.source, one).map_err(invalid)?;
                }
                let read = self.decoder.read(buffer)?;
                self.length += read as u64;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.check()?;
                self.is_open = false;
            }
            if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.decoder.init(&mut self.source) {
                Ok(()) => (self.is_open, self.length) = (true, 0),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length)?,
                Err(error) => return Err(invalid(error)),
            }
        }
    }
}
