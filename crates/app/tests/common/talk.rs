//! A conversation with the real binary, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `erawan`.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    /// Starts it as chess programs do, without arguments.
    pub fn new() -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("erawan starts");
        let output = child.stdout.take().expect("output is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Talk { input: child.stdin.take(), child, lines }
    }

    /// Sends bytes and a line break.
    pub fn send(&mut self, line: impl AsRef<[u8]>) -> &mut Talk {
        let input = self.input.as_mut().expect("the input is open");
        let mut bytes = line.as_ref().to_vec();
        bytes.push(b'\n');
        input.write_all(&bytes).and_then(|()| input.flush()).expect("erawan reads");
        self
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(error) => panic!("no line came: {error}"),
        }
    }

    /// The lines up to one that begins like this, which is the last.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// The move of the next `bestmove`.
    #[track_caller]
    pub fn best(&mut self) -> String {
        let lines = self.until("bestmove ");
        let last = lines.last().expect("there is one");
        last.split(' ').nth(1).expect("a move").to_owned()
    }

    /// Everything said before `readyok`.
    #[track_caller]
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// True if nothing is said for so long.
    pub fn is_silent(&mut self, time: Duration) -> bool {
        self.lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "erawan does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word after another one in a line.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// The moves of the line of play.
pub fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, pv)| pv.split(' ').collect())
}
