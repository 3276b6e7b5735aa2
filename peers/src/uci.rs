//! Driving a program that speaks UCI and knows `go perft`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Engine {
    pub name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the program and gives it these commands.
    pub fn start(path: &str, commands: &[&str]) -> Result<Engine, String> {
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {path}: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{path} has no pipes"));
        };
        let mut engine =
            Engine { name: path.to_owned(), process, input, output: BufReader::new(output) };
        engine.send("uci")?;
        engine.name = engine.wait_for("id name ")?;
        engine.wait_for("uciok")?;
        for command in commands {
            engine.send(command)?;
        }
        engine.send("isready")?;
        engine.wait_for("readyok")?;
        Ok(engine)
    }

    /// The count of `position` (`startpos` or `fen ...`), and the time it took.
    pub fn perft(&mut self, position: &str, depth: u32) -> Result<(u64, Duration), String> {
        let wall = Instant::now();
        let before = self.processor_time();
        self.send(&format!("position {position}\ngo perft {depth}"))?;
        let answer = self.wait_for("Nodes searched: ")?;
        let nodes = answer.parse().map_err(|_| format!("{} counts {answer:?}", self.name))?;
        // Answered means that its threads are idle again, so that the kernel
        // has added up their times.
        self.send("isready")?;
        self.wait_for("readyok")?;
        let time = match (before, self.processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => wall.elapsed(),
        };
        Ok((nodes, time))
    }

    /// The processor time of all its threads so far, where there is Linux to
    /// tell.
    fn processor_time(&self) -> Option<Duration> {
        let mut nanoseconds = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.process.id())).ok()? {
            let line = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            nanoseconds += line.split(' ').next()?.parse::<u64>().ok()?;
        }
        Some(Duration::from_nanos(nanoseconds))
    }

    fn send(&mut self, command: &str) -> Result<(), String> {
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("cannot write to {}: {error}", self.name))
    }

    /// What follows `start` on the next line that begins with it.
    fn wait_for(&mut self, start: &str) -> Result<String, String> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("{} ended without {start:?}", self.name)),
                Ok(_) => {}
                Err(error) => return Err(format!("cannot read from {}: {error}", self.name)),
            }
            if let Some(rest) = line.strip_prefix(start) {
                return Ok(rest.trim().to_owned());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.send("quit").is_err() {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}
