//! Reading files of games.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};

use crate::chunk::{self, Chunk};
use crate::error::ReadError;
use crate::layout::{HEADER, MAGIC_BYTES};

/// Reads a file chunk by chunk.
///
/// After a chunk that cannot be read, reading goes on with the next one that
/// begins anywhere behind its first byte. A cut-off chunk is the end.
///
/// ```
/// use std::io::Cursor;
/// use erawan_selfplay::{ReadError, Reader};
/// let mut reader = Reader::new(Cursor::new(vec![7; 100]));
/// assert!(matches!(reader.next(), Some(Err(ReadError::Magic(0)))));
/// assert!(reader.next().is_none());
/// ```
pub struct Reader<F> {
    file: BufReader<F>,
    offset: u64,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    Reading,
    /// The chunk at the offset is bad: look for another.
    Lost,
    Ended,
}

impl<F: Read + Seek> Reader<F> {
    /// Reads from the beginning of `file`.
    pub fn new(file: F) -> Reader<F> {
        Reader { file: BufReader::with_capacity(1 << 16, file), offset: 0, state: State::Reading }
    }

    /// The byte behind the last chunk that was read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn chunk(&mut self) -> Result<Option<Chunk>, ReadError> {
        let offset = self.offset;
        self.file.seek(SeekFrom::Start(offset))?;
        let mut header = [0; HEADER];
        match fill(&mut self.file, &mut header)? {
            0 => return Ok(None),
            HEADER => {}
            // What is there must at least look like a chunk.
            read if header[..read.min(8)] == MAGIC_BYTES[..read.min(8)] => {
                return Err(ReadError::CutOff(offset));
            }
            _ => return Err(ReadError::Magic(offset)),
        }
        let length = chunk::payload_length(&header, offset)?;
        let mut payload = vec![0; length];
        if fill(&mut self.file, &mut payload)? < length {
            return Err(ReadError::CutOff(offset));
        }
        Chunk::decode(&header, payload, offset).map(Some)
    }

    /// Looks for the magic bytes behind the offset.
    fn find_next(&mut self) -> io::Result<bool> {
        let mut at = self.offset + 1;
        self.file.seek(SeekFrom::Start(at))?;
        let mut last = [0; 8];
        loop {
            let buffer = self.file.fill_buf()?;
            if buffer.is_empty() {
                return Ok(false);
            }
            for &byte in buffer {
                last.rotate_left(1);
                last[7] = byte;
                at += 1;
                if last == MAGIC_BYTES {
                    self.offset = at - 8;
                    return Ok(true);
                }
            }
            let read = buffer.len();
            self.file.consume(read);
        }
    }
}

impl<F: Read + Seek> Iterator for Reader<F> {
    type Item = Result<Chunk, ReadError>;

    fn next(&mut self) -> Option<Result<Chunk, ReadError>> {
        if self.state == State::Lost {
            match self.find_next() {
                Ok(true) => self.state = State::Reading,
                Ok(false) => self.state = State::Ended,
                Err(error) => {
                    self.state = State::Ended;
                    return Some(Err(error.into()));
                }
            }
        }
        if self.state == State::Ended {
            return None;
        }
        match self.chunk() {
            Ok(None) => {
                self.state = State::Ended;
                None
            }
            Ok(Some(chunk)) => {
                self.offset += chunk.bytes();
                Some(Ok(chunk))
            }
            Err(error) => {
                self.state = match error {
                    ReadError::Io(_) => State::Ended,
                    _ => State::Lost,
                };
                Some(Err(error))
            }
        }
    }
}

/// Reads until the buffer is full or the file ends; returns how much.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
