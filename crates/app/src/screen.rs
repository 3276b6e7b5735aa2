//! Standard output, in blocks of whole lines.
//!
//! What is printed is collected first, for that is much faster than to write it
//! piece by piece. A signal may end the program at any moment: what was printed
//! by then is written, but no half of a line.

use std::io::{self, Write};
use std::sync::mpsc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So much is collected before it is written.
const BLOCK: usize = 1 << 16;
/// A line that is longer than this may be cut: memory has an end. The longest are
/// the JSON of a game of the greatest length, some megabytes, and of everything that
/// is wrong with a file.
const LONGEST: usize = 64 << 20;
/// How long the last lines may take if nobody reads them.
const PATIENCE: Duration = Duration::from_millis(200);

static PRINTED: Mutex<Printed> = Mutex::new(Printed { bytes: Vec::new(), whole: 0 });

fn printed() -> MutexGuard<'static, Printed> {
    PRINTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was printed and not written yet.
struct Printed {
    bytes: Vec<u8>,
    /// The length of the lines that are complete. It is kept because a long line
    /// comes in many small pieces: to look through all of it again at each would
    /// take minutes for a few megabytes.
    whole: usize,
}

impl Printed {
    fn add(&mut self, bytes: &[u8]) {
        if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') {
            self.whole = self.bytes.len() + end + 1;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// How much is to be written now.
    fn due(&self) -> usize {
        match self.bytes.len() {
            ..BLOCK => 0,
            LONGEST.. if self.whole == 0 => self.bytes.len(),
            _ => self.whole,
        }
    }

    /// Writes the beginning. What could not be written is lost, so that it is not
    /// tried again.
    fn write(&mut self, length: usize, out: &mut dyn Write) -> io::Result<()> {
        let written = match self.bytes.get(..length) {
            Some(bytes) if !bytes.is_empty() => out.write_all(bytes),
            _ => Ok(()),
        };
        self.bytes.drain(..length.min(self.bytes.len()));
        self.whole = self.whole.saturating_sub(length);
        written
    }
}

/// Standard output. All of them are the same one.
pub(crate) struct Screen;

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut printed = printed();
        printed.add(bytes);
        let due = printed.due();
        printed.write(due, &mut io::stdout())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut printed = printed();
        let all = printed.bytes.len();
        printed.write(all, &mut io::stdout())?;
        io::stdout().flush()
    }
}

/// Writes the lines that are complete, from any thread, before the program is
/// ended. If that takes long, because nobody reads them, they are lost.
pub(crate) fn finish() {
    let (sender, receiver) = mpsc::channel();
    let finish = move || {
        let mut printed = printed();
        let whole = printed.whole;
        let written = printed.write(whole, &mut io::stdout()).and_then(|()| io::stdout().flush());
        let _ = sender.send(written);
        // Nothing is printed any more: the program ends.
        std::mem::forget(printed);
    };
    if std::thread::Builder::new().name("output".into()).spawn(finish).is_ok() {
        let _ = receiver.recv_timeout(PATIENCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written now if these pieces are printed, and what waits.
    fn print<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<u8>, Printed) {
        let mut printed = Printed { bytes: Vec::new(), whole: 0 };
        let mut out = Vec::new();
        for piece in pieces {
            printed.add(piece);
            let due = printed.due();
            printed.write(due, &mut out).unwrap();
        }
        (out, printed)
    }

    #[test]
    fn lines_are_whole_up_to_the_last_break() {
        for (text, whole) in [("", 0), ("half", 0), ("one\n", 4), ("one\ntwo\nhal", 8)] {
            for size in 1..5 {
                let (out, printed) = print(text.as_bytes().chunks(size));
                assert_eq!((out.len(), printed.whole), (0, whole), "{text}");
            }
        }
    }

    #[test]
    fn blocks_are_of_whole_lines() {
        let text = "a line of twenty-one\n".repeat(20_000) + "the rest";
        for size in [1, 7, 100, 100_000] {
            let (out, printed) = print(text.as_bytes().chunks(size));
            assert!(out.len() > text.len() - BLOCK - 100_000 && out.ends_with(b"\n"));
            assert_eq!([out, printed.bytes].concat(), text.as_bytes());
            assert!(text.as_bytes()[..text.len() - 8].ends_with(b"\n"));
        }
    }

    /// Four million pieces: if each had all of its line looked through, this
    /// would take an hour.
    #[test]
    fn a_long_line_of_small_pieces_is_no_more_work() {
        let text = vec![b'x'; 4 << 20];
        let (out, printed) = print(text.chunks(1));
        assert_eq!((out.len(), printed.bytes.len(), printed.whole), (0, text.len(), 0));
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let text = vec![b'x'; LONGEST + BLOCK];
        let (out, printed) = print(text.chunks(BLOCK));
        assert_eq!((out.len(), printed.bytes.len(), printed.whole), (LONGEST, BLOCK, 0));
    }
}
