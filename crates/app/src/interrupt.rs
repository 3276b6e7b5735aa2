//! Ctrl-C and SIGTERM. A command that leaves something behind listens: it is
//! asked to end, and does so in order and within half a second. Any other ends
//! at once, and so does every command after a second signal. Either way the exit
//! code is 128 and the number of the signal: 130 after Ctrl-C, 143 after SIGTERM,
//! as shells have it.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

use crate::screen;

/// Set once somebody has asked us to end, and the work listens.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether the work looks at `STOP`.
static LISTENS: AtomicBool = AtomicBool::new(false);
/// The signal that came first; 0 if none has.
static SIGNAL: AtomicU8 = AtomicU8::new(0);
/// Files that are only half written.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Says that the work will end by itself soon after the flag is set. Without
/// this a signal ends the program at once.
pub(crate) fn listen() -> &'static AtomicBool {
    LISTENS.store(true, SeqCst);
    &STOP
}

/// Something that may wait for long and cannot listen: meanwhile a signal ends the
/// program at once. Nothing if one has come before.
pub(crate) fn waiting<T>(act: impl FnOnce() -> T) -> Option<T> {
    LISTENS.store(false, SeqCst);
    let result = (!STOP.load(SeqCst)).then(act);
    LISTENS.store(true, SeqCst);
    result
}

/// A flag that is never set, for work that a signal ends at once.
pub(crate) fn never() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    &NEVER
}

/// The exit code that a signal asks for, if one has come.
pub(crate) fn exit_code() -> Option<u8> {
    let signal = SIGNAL.load(SeqCst);
    (signal != 0).then(|| 128 + signal)
}

/// How often is looked whether somebody wants us to end while nothing comes.
const GLANCE: Duration = Duration::from_millis(20);
/// How much is read at a time.
const CHUNK: usize = 1 << 16;
/// How many of these are read ahead.
const AHEAD: usize = 4;

/// The same bytes, until somebody asks us to end: then reading fails, even if
/// the source delivers nothing at all, or never ends.
pub(crate) fn reading(source: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let (sender, chunks) = mpsc::sync_channel(AHEAD);
    // Nobody waits for the thread: it may sit in a read that never returns.
    let thread = std::thread::Builder::new().name("input".into());
    thread.spawn(move || read_ahead(source, &sender))?;
    let source = Interruptible { chunks, chunk: io::Cursor::default() };
    Ok(Box::new(BufReader::with_capacity(CHUNK, source)))
}

fn read_ahead(mut source: Box<dyn BufRead + Send>, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let read = source.fill_buf().map(<[u8]>::to_vec);
        let length = read.as_ref().map_or(0, Vec::len);
        source.consume(length);
        // An error is tried again by whoever reads on, and the end is the end.
        let is_last = match &read {
            Ok(chunk) => chunk.is_empty(),
            Err(error) => error.kind() != io::ErrorKind::Interrupted,
        };
        if chunks.send(read).is_err() || is_last {
            return;
        }
    }
}

/// What another thread has read, unless somebody asks us to end.
struct Interruptible {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
}

impl Read for Interruptible {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if STOP.load(SeqCst) {
                return Err(io::Error::other("told to end"));
            }
            let read = self.chunk.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.chunks.recv_timeout(GLANCE) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// Names a file to be removed if the program is ended before it is finished.
pub(crate) fn unfinished(path: &Path) {
    if let Ok(mut paths) = UNFINISHED.lock() {
        paths.insert(path.to_path_buf());
    }
}

/// The file is finished, or has been removed.
pub(crate) fn finished(path: &Path) {
    if let Ok(mut paths) = UNFINISHED.lock() {
        paths.remove(path);
    }
}

/// What a signal does.
fn on_signal(signal: u8) {
    let is_first = SIGNAL.compare_exchange(0, signal, SeqCst, SeqCst).is_ok();
    STOP.store(true, SeqCst);
    if is_first && LISTENS.load(SeqCst) {
        return;
    }
    // Not unlocked again: nothing half-written is given its name from now on.
    let paths = UNFINISHED.lock();
    for path in paths.iter().flat_map(|paths| paths.iter()) {
        let _ = std::fs::remove_file(path);
    }
    screen::finish();
    std::process::exit(i32::from(128 + signal));
}

/// Waits for signals from now on. Elsewhere than on Unix it is the system that
/// ends the program.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    // Without it a signal does what it does by default.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let watch = move || signals.forever().for_each(|signal| on_signal(signal as u8));
    let _ = std::thread::Builder::new().name("signals".into()).spawn(watch);
}

/// Waits for Ctrl-C from now on.
#[cfg(not(unix))]
pub(crate) fn watch() {
    const INTERRUPT: u8 = 2;
    // Without it Ctrl-C does what it does by default.
    let _ = ctrlc::set_handler(|| on_signal(INTERRUPT));
}
