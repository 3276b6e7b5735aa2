//! Reading what gzip and Zstandard have compressed.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// What a stream begins with.
const GZIP: [u8; 2] = [0x1F, 0x8B];
const ZSTANDARD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// A stream as it was before it was compressed, and whether it was.
pub(crate) fn open<S: BufRead + Send + 'static>(
    mut source: S,
) -> io::Result<(Box<dyn BufRead + Send>, bool)> {
    let start = source.fill_buf()?;
    Ok(if start.starts_with(&GZIP) {
        (Box::new(BufReader::new(MultiGzDecoder::new(source))), true)
    } else if start.starts_with(&ZSTANDARD) {
        let frames = Frames { source, decoder: FrameDecoder::new(), is_open: false };
        (Box::new(BufReader::new(frames)), true)
    } else {
        (Box::new(source), false)
    })
}

/// All frames of a Zstandard stream: large files have many.
struct Frames<S> {
    source: S,
    decoder: FrameDecoder,
    /// True inside a frame.
    is_open: bool,
}

fn invalid(error: FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
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
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.is_open = false;
            }
            if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.decoder.init(&mut self.source) {
                Ok(()) => self.is_open = true,
                // A frame that holds no data of ours.
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = (&mut self.source).take(u64::from(length));
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(invalid(error)),
            }
        }
    }
}
