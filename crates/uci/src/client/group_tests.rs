//! Programs that start others: scripts around engines, and engines that fork.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Program;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::*;
use crate::protocol::{Go, Start};

/// Long enough for any machine; no test that passes waits for it.
const LONG: Duration = Duration::from_secs(60);

/// A folder of scripts, and of the numbers of the processes that they became.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("erawan-{name}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).expect("a folder");
        folder
    }

    fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a script");
        path
    }

    /// The number that a process has written down.
    fn number(&self, name: &str) -> u32 {
        let begun = Instant::now();
        loop {
            let text = fs::read_to_string(self.0.join(name)).unwrap_or_default();
            if let Some(number) = text.strip_suffix('\n').and_then(|text| text.parse().ok()) {
                return number;
            }
            assert!(begun.elapsed() < LONG, "{name} did not say its number");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether a process runs. One that has ended and waits for its parent to hear
/// of it does not.
fn runs(number: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

#[track_caller]
fn assert_ends(number: u32, name: &str) {
    let begun = Instant::now();
    while runs(number) {
        assert!(begun.elapsed() < LONG, "{name} still runs");
        thread::sleep(Duration::from_millis(5));
    }
}

fn start(script: &Path, folder: &Folder) -> UciProcess {
    let mut program = Program::new("sh");
    program.arg(script).current_dir(&folder.0);
    UciProcess::start(program).expect("a shell")
}

/// An engine that hangs when it is told to search, and cannot be asked to end.
const HUNG: &str = "echo $$ > engine
trap '' TERM INT HUP
while read -r line; do case \"$line\" in
uci) echo uciok;;
isready) echo readyok;;
go*) while :; do sleep 1000; done;;
esac; done
while :; do sleep 1000; done
";

#[test]
fn a_hung_engine_ends_with_the_script_around_it() {
    let folder = Folder::new("wrapper");
    folder.script("engine.sh", HUNG);
    // Not `exec`: the script stays, and the engine is its child.
    let script = folder.script("wrapper.sh", "echo $$ > wrapper\nsh engine.sh\nexit $?\n");
    let mut process = start(&script, &folder);
    process.handshake(LONG).expect("uciok");
    process.position(Start::Initial, &[""; 0]).expect("reading");
    process.go(Go::default()).expect("reading");
    let (wrapper, engine) = (folder.number("wrapper"), folder.number("engine"));
    assert_ne!(wrapper, engine);
    assert!(runs(wrapper) && runs(engine));
    assert!(matches!(
        process.quit(Duration::from_millis(50)),
        Err(ClientError::TimedOut { awaited: Awaited::Exit, .. })
    ));
    assert_ends(wrapper, "the script");
    assert_ends(engine, "the engine");
}

const FORKS: &str = "sleep 1000 & echo $! > child
while read -r line; do case \"$line\" in
uci) echo uciok;;
quit) exit 0;;
esac; done
";

#[test]
fn a_child_ends_with_the_engine_that_forked_it() {
    let folder = Folder::new("forks");
    let script = folder.script("engine.sh", FORKS);
    // However it is ended: politely, …
    let mut process = start(&script, &folder);
    process.handshake(LONG).expect("uciok");
    let child = folder.number("child");
    assert!(runs(child));
    assert!(process.quit(LONG).expect("it ends").success());
    assert_ends(child, "the child");
    fs::remove_file(folder.0.join("child")).expect("a file");
    // … or not.
    let process = start(&script, &folder);
    let child = folder.number("child");
    drop(process);
    assert_ends(child, "the child");
}

#[test]
fn a_child_ends_with_an_engine_that_has_crashed() {
    let folder = Folder::new("crash");
    let text = "sleep 1000 > /dev/null 2>&1 & echo $! > child\nread -r line\nexit 3\n";
    let script = folder.script("engine.sh", text);
    let mut process = start(&script, &folder);
    let error = process.handshake(LONG).expect_err("it has ended").to_string();
    assert!(error.contains("exit status: 3"), "{error}");
    let child = folder.number("child");
    assert!(runs(child));
    drop(process);
    assert_ends(child, "the child");
}

#[test]
fn nothing_is_waited_for_once_nobody_wants_to() {
    let folder = Folder::new("interrupt");
    let script = folder.script("engine.sh", HUNG);
    let stop = Arc::new(AtomicBool::new(false));
    let mut process = start(&script, &folder);
    process.interrupt_with(Arc::clone(&stop));
    process.handshake(LONG).expect("uciok");
    let engine = folder.number("engine");
    process.go(Go::default()).expect("reading");
    let later = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        stop.store(true, Relaxed);
    });
    let begun = Instant::now();
    let error = process.wait_ready(LONG).expect_err("it hangs");
    assert!(matches!(error, ClientError::Interrupted), "{error}");
    let error = process.quit(LONG).expect_err("it hangs");
    assert!(matches!(error, ClientError::Interrupted), "{error}");
    assert!(begun.elapsed() < LONG / 4, "{:?}", begun.elapsed());
    assert_ends(engine, "the engine");
    later.join().expect("a thread");
}
