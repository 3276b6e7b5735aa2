//! Ctrl-C and SIGTERM: the first asks the work to end, the second ends the
//! program. Either way the exit code is 128 and the number of the signal: 130
//! after Ctrl-C, 143 after SIGTERM, as shells have it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};

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

/// The exit code that a signal asks for, if one has come.
pub(crate) fn exit_code() -> Option<u8> {
    let signal = SIGNAL.load(SeqCst);
    (signal != 0).then(|| 128 + signal)
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
