//! Reading ahead on a thread of its own, so that games are replayed while what comes next
//! is decoded.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// How much is decoded at once: a block of Zstandard.
const CHUNK: usize = 128 << 10;
/// Chunks that may wait. One more is being decoded, and one read.
const WAITING: usize = 3;

/// What a stream holds, read ahead. The thread ends when it finds that nobody listens;
/// nobody waits for it, for it may itself be waiting for a pipe.
pub(crate) struct Ahead {
    chunk: Vec<u8>,
    at: usize,
    /// An empty chunk is the end. None once that or an error has come.
    chunks: Option<Receiver<io::Result<Vec<u8>>>>,
    /// Where chunks go to be filled again.
    used: Sender<Vec<u8>>,
}

impl Ahead {
    /// Starts to read.
    pub(crate) fn new(stream: impl Read + Send + 'static) -> io::Result<Ahead> {
        let (sender, chunks) = sync_channel(WAITING);
        let (used, emptied) = channel();
        let thread = thread::Builder::new().name("erawan-decode".into());
        thread.spawn(move || read_all(stream, &sender, &emptied))?;
        Ok(Ahead { chunk: Vec::new(), at: 0, chunks: Some(chunks), used })
    }

    /// Puts the next chunk in place of the one that was read.
    fn advance(&mut self) -> io::Result<()> {
        let Some(chunks) = &self.chunks else { return Ok(()) };
        let next =
            chunks.recv().unwrap_or_else(|_| Err(io::Error::other("the decoder has failed")));
        if !matches!(&next, Ok(chunk) if !chunk.is_empty()) {
            self.chunks = None;
        }
        // If nobody waits for it, everything is decoded.
        let _ = self.used.send(std::mem::replace(&mut self.chunk, next?));
        self.at = 0;
        Ok(())
    }
}

/// Sends the chunks of a stream until it ends or fails, or nobody listens any more.
fn read_all(
    mut stream: impl Read,
    out: &SyncSender<io::Result<Vec<u8>>>,
    emptied: &Receiver<Vec<u8>>,
) {
    loop {
        let mut chunk = emptied.try_recv().unwrap_or_default();
        chunk.resize(CHUNK, 0);
        let read = loop {
            match stream.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let is_last = !matches!(read, Ok(1..));
        let sent = out.send(read.map(|length| {
            chunk.truncate(length);
            chunk
        }));
        if is_last || sent.is_err() {
            return;
        }
    }
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.chunk.len() {
            self.advance()?;
        }
        let rest = self.chunk.get(self.at..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), rest.get(..length)) {
            to.copy_from_slice(from);
        }
        self.at += length;
        Ok(length)
    }
}
