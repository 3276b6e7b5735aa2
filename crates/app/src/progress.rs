//! A line of progress for work that takes more than two seconds.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

const QUIET: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(200);

/// Shows how far the work is, on standard error, if that is a terminal.
pub(crate) struct Progress {
    begun: Instant,
    shown: Option<Instant>,
    wanted: bool,
}

impl Progress {
    /// The work begins.
    pub(crate) fn new() -> Progress {
        Progress { begun: Instant::now(), shown: None, wanted: io::stderr().is_terminal() }
    }

    /// Some of the work is done: `part` says how much of the whole, if that is
    /// known, and `text` what.
    pub(crate) fn step(&mut self, part: Option<f64>, text: impl FnOnce() -> String) {
        let last = self.shown.map_or(self.begun + QUIET, |shown| shown + PAUSE);
        if !self.wanted || Instant::now() < last {
            return;
        }
        let part = part.map_or_else(String::new, |part| format!("{:3.0} % ", part * 100.0));
        let _ = write!(io::stderr(), "\r\x1b[K{part}{}", text());
        self.shown = Some(Instant::now());
    }

    /// Takes the line away, for something else to be printed.
    pub(crate) fn clear(&mut self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// `, 3 min left`, once that can be said.
pub(crate) fn time_left(elapsed: Duration, part: Option<f64>) -> String {
    match part {
        Some(part) if part > 0.01 && part < 1.0 => {
            let seconds = elapsed.as_secs_f64() / part * (1.0 - part);
            match seconds {
                0.0..90.0 => format!(", {seconds:.0} s left"),
                90.0..5400.0 => format!(", {:.0} min left", seconds / 60.0),
                _ => format!(", {:.1} h left", seconds / 3600.0),
            }
        }
        _ => String::new(),
    }
}
