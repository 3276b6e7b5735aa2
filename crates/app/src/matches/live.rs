//! The results on a terminal, always up to date.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the table is drawn again at most.
const PAUSE: Duration = Duration::from_millis(200);

/// A table on standard error that is drawn over itself, if that is a terminal.
pub(super) struct Live {
    wanted: bool,
    lines: usize,
    shown: Option<Instant>,
}

impl Live {
    pub(super) fn new() -> Live {
        Live { wanted: io::stderr().is_terminal(), lines: 0, shown: None }
    }

    /// Shows a text of some lines in place of the last one, unless that was
    /// shown just now.
    pub(super) fn show(&mut self, text: impl FnOnce() -> String) {
        if !self.wanted || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        let text = text();
        self.clear();
        let _ = write!(io::stderr(), "{text}");
        self.lines = text.lines().count();
        self.shown = Some(Instant::now());
    }

    /// Takes the text away, so that something else can be printed.
    pub(super) fn clear(&mut self) {
        if self.lines > 0 {
            let _ = write!(io::stderr(), "\x1b[{}F\x1b[J", self.lines);
            self.lines = 0;
            self.shown = None;
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.clear();
    }
}
