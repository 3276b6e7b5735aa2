//! The program as a process, and what counts as a fault of it.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a command may take that has little to do. A fault this way is an
/// endless loop, not a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A process that is read from while it runs, so that it never waits for us.
pub(crate) struct Running {
    child: Child,
    output: JoinHandle<Vec<u8>>,
    errors: JoinHandle<Vec<u8>>,
}

/// What a process left.
pub(crate) struct Ended {
    /// Missing if it had to be killed because it took too long.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// How the names of files begin in which a program that was built with
/// ThreadSanitizer reports races, in the folder where it runs. Others take no notice.
pub(crate) const REPORT: &str = "tsan-report";

/// The program with arguments, in a folder.
pub(crate) fn command<S: AsRef<str>>(program: &Path, folder: &Path, words: &[S]) -> Command {
    let mut command = Command::new(program);
    command.args(words.iter().map(AsRef::as_ref)).current_dir(folder);
    // A backtrace takes a second, and a panic is a fault with or without it.
    command.env("RUST_BACKTRACE", "0");
    command.env("TSAN_OPTIONS", format!("exitcode=66 log_path={REPORT}"));
    command
}

impl Running {
    /// Starts a process and feeds it.
    pub(crate) fn start(command: &mut Command, input: Vec<u8>) -> Result<Running, String> {
        // A process may end before it has read everything.
        Running::start_feeding(command, move |mut stdin| drop(stdin.write_all(&input)))
    }

    /// Starts a process that is fed by a thread of its own.
    pub(crate) fn start_feeding(
        command: &mut Command,
        feed: impl FnOnce(ChildStdin) + Send + 'static,
    ) -> Result<Running, String> {
        let started = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()));
        let mut child = started?;
        if let Some(stdin) = child.stdin.take() {
            std::thread::spawn(move || feed(stdin));
        }
        let (output, errors) = (reader(child.stdout.take()), reader(child.stderr.take()));
        Ok(Running { child, output, errors })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended by itself.
    pub(crate) fn is_over(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Kills it as the kernel does when memory is short.
    pub(crate) fn kill(mut self) -> Ended {
        let _ = self.child.kill();
        self.wait(PATIENCE)
    }

    /// Waits for its end, but not for ever.
    pub(crate) fn wait(mut self, patience: Duration) -> Ended {
        let end = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < end => std::thread::sleep(pause),
                _ => {
                    let _ = self.child.kill();
                    let _ = self.child.wait();
                    break None;
                }
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        Ended { status, output: text(self.output), errors: text(self.errors) }
    }
}

fn reader(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn text(bytes: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&bytes.join().unwrap_or_default()).into_owned()
}

impl Ended {
    /// What went wrong, if anything did. The manual knows the exit codes 0 to 2.
    pub(crate) fn fault(&self) -> Option<String> {
        let Some(status) = self.status else {
            return Some("no end in sight".to_owned());
        };
        if self.errors.contains("panicked at") || self.output.contains("panicked at") {
            return Some(format!("a panic: {}", last_line(&self.errors)));
        }
        match status.code() {
            Some(0..=2) => None,
            Some(code) => Some(format!("exit code {code}: {}", last_line(&self.errors))),
            None => Some(format!("{status}: {}", last_line(&self.errors))),
        }
    }

    pub(crate) fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

fn last_line(text: &str) -> &str {
    text.lines().next_back().unwrap_or("")
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Result<Ended, String> {
    Ok(Running::start(command, input.to_vec())?.wait(PATIENCE))
}
