//! Lines in and out, and the log of both.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use erawan_board::regular_file;

use crate::cecp;
use crate::limits::COMMAND_LINE;
use crate::protocol::{Info, Message};

use super::desk::Desk;

/// How the reading of a line went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// It is in the buffer.
    Read,
    /// It is longer than anything that makes sense, and was skipped.
    TooLong,
    /// There are no more.
    End,
}

/// Reads a line of any bytes into the buffer, in bounded memory.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let read = input.by_ref().take(COMMAND_LINE).read_until(b'\n', line)? as u64;
    if read == 0 {
        return Ok(Line::End);
    }
    if read < COMMAND_LINE || line.ends_with(b"\n") {
        return Ok(Line::Read);
    }
    line.clear();
    input.skip_until(b'\n')?;
    Ok(Line::TooLong)
}

/// Where answers go; shared with the thread that searches.
pub(super) struct Output<W>(Arc<Mutex<Wire<W>>>);

struct Wire<W> {
    writer: W,
    /// XBoard is at the other end; a program that speaks UCI otherwise.
    xboard: Option<Arc<Desk>>,
    log: Option<File>,
    /// Nobody reads any more.
    broken: bool,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Output<W> {
        Output(Arc::new(Mutex::new(Wire { writer, xboard: None, log: None, broken: false })))
    }

    fn lock(&self) -> MutexGuard<'_, Wire<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends lines.
    pub(super) fn send(&self, text: impl Display) {
        self.lock().send(&format!("{text}\n"));
    }

    /// From here on the other end is XBoard.
    pub(super) fn speak_to_xboard(&self, desk: Arc<Desk>) {
        self.lock().xboard = Some(desk);
    }

    /// Says what went wrong.
    pub(super) fn tell(&self, text: impl Into<String>) {
        let mut wire = self.lock();
        let line = wire.complaint(text.into());
        wire.send(&line);
    }

    /// Sends a remark for whoever reads along.
    pub(super) fn remark(&self, text: impl Into<String>) {
        let mut wire = self.lock();
        let text = printable(text.into());
        let line = match wire.xboard {
            Some(_) => format!("{}\n", cecp::Message::Remark(text)),
            None => format!("{}\n", Message::text(text)),
        };
        wire.send(&line);
    }

    /// Says what a search has found so far.
    pub(super) fn info(&self, info: Info) {
        let mut wire = self.lock();
        let line = match wire.xboard.clone() {
            Some(desk) => desk.thinking(info).map(|line| line.to_string()),
            None => Some(Message::Info(Box::new(info)).to_string()),
        };
        if let Some(line) = line {
            wire.send(&format!("{line}\n"));
        }
    }

    /// Hands over the last line of a search, its move.
    pub(super) fn last(&self, message: Message) {
        let desk = self.lock().xboard.clone();
        match desk {
            Some(desk) => desk.found(message),
            None => self.send(message),
        }
    }

    /// Writes a line that came in to the log, if there is one.
    pub(super) fn log_input(&self, line: &[u8]) {
        self.lock().log(b">> ", line);
    }

    /// Logs to a file from now on, after what is in it already; or no longer.
    /// It must be a regular file: a pipe that nobody reads would hold us up.
    pub(super) fn log_to(&self, path: &str) -> io::Result<()> {
        let mut wire = self.lock();
        wire.log = None;
        if !path.is_empty() {
            wire.log = Some(regular_file::append(Path::new(path))?);
        }
        Ok(())
    }

    /// True if nobody reads what is sent.
    pub(super) fn is_broken(&self) -> bool {
        self.lock().broken
    }

    /// The writer back, unless a search holds on to it.
    pub(super) fn take(self) -> io::Result<W> {
        let wire = Arc::into_inner(self.0);
        let wire = wire.ok_or_else(|| io::Error::other("a search is still running"))?;
        Ok(wire.into_inner().unwrap_or_else(PoisonError::into_inner).writer)
    }
}

impl<W: Write> Wire<W> {
    /// A complaint as a line.
    fn complaint(&self, text: String) -> String {
        let text = printable(text);
        match self.xboard {
            Some(_) => format!("{}\n", cecp::Message::UserError(text)),
            None => format!("{}\n", Message::text(text)),
        }
    }

    fn send(&mut self, text: &str) {
        for line in text.lines() {
            self.log(b"<< ", line.as_bytes());
        }
        let written = self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush());
        self.broken |= written.is_err();
    }

    /// A log that cannot be written is given up: it must not stand in the way.
    fn log(&mut self, direction: &[u8], line: &[u8]) {
        let Some(log) = &mut self.log else { return };
        let mut entry = direction.to_vec();
        entry.extend_from_slice(line.trim_ascii_end());
        entry.push(b'\n');
        if let Err(error) = log.write_all(&entry) {
            self.log = None;
            let line = self.complaint(format!("the log is closed: {error}"));
            self.send(&line);
        }
    }
}

/// The text without characters that would upset a terminal.
fn printable(text: String) -> String {
    if text.contains(char::is_control) { text.replace(char::is_control, "\u{FFFD}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_are_read_in_bounded_memory() {
        let mut input = io::BufReader::new(
            (&b"one\n\n"[..])
                .chain(io::repeat(b'x').take(3 * COMMAND_LINE))
                .chain(&b"\nlast without an end"[..]),
        );
        let mut line = Vec::new();
        let mut next = |wanted: Line, text: &[u8]| {
            assert_eq!(read_line(&mut input, &mut line).unwrap(), wanted);
            assert_eq!(line, text);
        };
        next(Line::Read, b"one\n");
        next(Line::Read, b"\n");
        next(Line::TooLong, b"");
        next(Line::Read, b"last without an end");
        next(Line::End, b"");
    }

    /// A file that was opened to be read cannot be written.
    #[test]
    fn a_log_that_cannot_be_written_is_given_up() {
        let output = Output::new(Vec::new());
        let this = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        output.lock().log = Some(File::open(this).unwrap());
        output.log_input(b"one\n");
        assert!(output.lock().log.is_none());
        output.log_input(b"two\n");
        let text = String::from_utf8(output.take().unwrap()).unwrap();
        assert!(text.starts_with("info string the log is closed: "), "{text}");
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn remarks_stay_on_their_line_and_print() {
        let output = Output::new(Vec::new());
        output.tell("a\nb\0c\x1b[2J");
        let text = String::from_utf8(output.take().unwrap()).unwrap();
        assert_eq!(text, "info string a\u{FFFD}b\u{FFFD}c\u{FFFD}[2J\n");
    }
}
