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
/// A line that is longer than this may be cut.
const LONGEST: usize = 1 << 20;
/// How long the last lines may take if nobody reads them.
const PATIENCE: Duration = Duration::from_millis(200);

/// What was printed and not written yet.
static PRINTED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn printed() -> MutexGuard<'static, Vec<u8>> {
    PRINTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Standard output. All of them are the same one.
pub(crate) struct Screen;

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut printed = printed();
        printed.extend_from_slice(bytes);
        if printed.len() >= BLOCK {
            let whole = match whole_lines(&printed) {
                0 if printed.len() >= LONGEST => printed.len(),
                whole => whole,
            };
            write(&mut printed, whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut printed = printed();
        let all = printed.len();
        write(&mut printed, all)?;
        io::stdout().flush()
    }
}

/// Writes the lines that are complete, from any thread, before the program is
/// ended. If that takes long, because nobody reads them, they are lost.
pub(crate) fn finish() {
    let (sender, receiver) = mpsc::channel();
    let finish = move || {
        let mut printed = printed();
        let whole = whole_lines(&printed);
        let written = write(&mut printed, whole).and_then(|()| io::stdout().flush());
        let _ = sender.send(written);
        // Nothing is printed any more: the program ends.
        std::mem::forget(printed);
    };
    if std::thread::Builder::new().name("output".into()).spawn(finish).is_ok() {
        let _ = receiver.recv_timeout(PATIENCE);
    }
}

/// The length of the lines that are complete.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// Writes the beginning of what was printed. What could not be written is lost,
/// so that it is not tried again.
fn write(printed: &mut Vec<u8>, length: usize) -> io::Result<()> {
    let written = match printed.get(..length) {
        Some(bytes) if !bytes.is_empty() => io::stdout().write_all(bytes),
        _ => Ok(()),
    };
    printed.drain(..length.min(printed.len()));
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_up_to_the_last_break() {
        assert_eq!(whole_lines(b""), 0);
        assert_eq!(whole_lines(b"half"), 0);
        assert_eq!(whole_lines(b"one\n"), 4);
        assert_eq!(whole_lines(b"one\ntwo\nhal"), 8);
    }
}
