//! The three pipes to a program, each with a thread that may block on it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::limits::{ANSWER_LINE, ERRORS, WAITING_INPUT, WAITING_LINES};
use crate::protocol::{Message, Warning};

/// A line that a program wrote, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When the line was read.
    pub at: Instant,
    /// How long after `go` or `ponderhit` that was, during a search.
    pub elapsed: Option<Duration>,
    /// What the line says.
    pub message: Message,
    /// What in the line could not be understood.
    pub warnings: Vec<Warning>,
    /// Whether the line was longer than [`ANSWER_LINE`], so that its end is lost.
    pub cut: bool,
}

/// A line as it was read.
pub(super) struct Line {
    pub(super) at: Instant,
    pub(super) bytes: Vec<u8>,
    pub(super) cut: bool,
}

/// Reads lines in a thread until there are no more or nobody wants them.
pub(super) fn read_lines(output: impl Read + Send + 'static) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = mpsc::sync_channel(WAITING_LINES);
    thread::Builder::new().name("uci output".into()).spawn(move || forward(output, &sender))?;
    Ok(receiver)
}

fn forward(output: impl Read, sender: &SyncSender<Line>) {
    let mut reader = BufReader::new(output);
    let (mut bytes, mut cut) = (Vec::new(), false);
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let at = Instant::now();
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or(chunk);
        let kept = part.get(..ANSWER_LINE - bytes.len()).unwrap_or(part);
        cut |= kept.len() < part.len();
        bytes.extend_from_slice(kept);
        let last = chunk.is_empty();
        let used = end.map_or(chunk.len(), |end| end + 1);
        reader.consume(used);
        if (end.is_some() || last) && !bytes.is_empty() {
            let line = Line { at, bytes: std::mem::take(&mut bytes), cut };
            cut = false;
            if sender.send(line).is_err() {
                return;
            }
        }
        if last {
            return;
        }
    }
}

/// Writes lines in a thread, so that a program that does not read cannot make
/// anybody wait.
pub(super) struct Input {
    sender: Sender<(Vec<u8>, Stamp)>,
    waiting: Arc<AtomicUsize>,
}

/// When a line was written, once it has been. Between sending it and that
/// another thread must wake up, which is not the program's fault.
pub(super) type Stamp = Arc<OnceLock<Instant>>;

/// Why a line was not taken.
pub(super) enum InputError {
    /// Too much waits already.
    Full,
    /// The program has closed its input.
    Closed,
}

impl Input {
    pub(super) fn new(mut pipe: impl Write + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel::<(Vec<u8>, Stamp)>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let left = Arc::clone(&waiting);
        thread::Builder::new().name("uci input".into()).spawn(move || {
            for (bytes, stamp) in receiver {
                let _ = stamp.set(Instant::now());
                if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                    return;
                }
                left.fetch_sub(bytes.len(), Ordering::Relaxed);
            }
        })?;
        Ok(Self { sender, waiting })
    }

    pub(super) fn send(&self, line: Vec<u8>) -> Result<Stamp, InputError> {
        // One line is always taken, however long it is.
        let waiting = self.waiting.load(Ordering::Relaxed);
        if waiting > 0 && waiting.saturating_add(line.len()) > WAITING_INPUT {
            return Err(InputError::Full);
        }
        self.waiting.fetch_add(line.len(), Ordering::Relaxed);
        let stamp = Stamp::default();
        let sent = self.sender.send((line, Arc::clone(&stamp)));
        sent.map(|()| stamp).map_err(|_| InputError::Closed)
    }
}

/// Keeps the end of what a program writes on its standard error.
pub(super) struct Errors {
    end: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Errors {
    pub(super) fn new(mut pipe: impl Read + Send + 'static) -> io::Result<Self> {
        let end = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&end);
        let thread = thread::Builder::new().name("uci errors".into()).spawn(move || {
            let mut buffer = [0; 1024];
            loop {
                let read = match pipe.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(read) => buffer.get(..read).unwrap_or(&[]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => return,
                };
                let mut end = shared.lock().unwrap_or_else(PoisonError::into_inner);
                end.extend_from_slice(read);
                let surplus = end.len().saturating_sub(ERRORS);
                end.drain(..surplus);
            }
        })?;
        Ok(Self { end, thread })
    }

    /// Whether everything has been read.
    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    pub(super) fn text(&self) -> String {
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&end).trim().to_owned()
    }
}
