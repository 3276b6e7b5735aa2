//! Test suites: positions with what is expected of a player (EPD), and puzzles.

mod puzzle;

use std::fmt;

use erawan_board::{Game, Move, Rules, Strictness};
use erawan_engine::{Best, Engine, Limits, Playable, Score};
use erawan_notation::epd::{Epd, EpdError, EpdMoveError};
use erawan_notation::san;

pub use puzzle::{PuzzleTask, Tried, performance};

/// A position with what is expected.
///
/// ```
/// use erawan_analysis::suite::Task;
/// use erawan_board::Chess;
/// use erawan_engine::{Engine, Limits};
///
/// let line = b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1; id \"back rank\";";
/// let task = Task::<Chess>::read(line).unwrap().unwrap();
/// let found = task.search(&mut Engine::new(1).unwrap(), &Limits::nodes(1000));
/// assert_eq!(task.is_solved(&found), Some(true));
/// ```
#[derive(Clone, Debug)]
pub struct Task<R: Rules> {
    /// The line as it was read.
    pub epd: Epd<R>,
    /// Moves of which one is to be found, if there are any.
    pub best: Vec<Move>,
    /// Moves that are not to be played.
    pub avoid: Vec<Move>,
    /// A mate in no more moves is to be found.
    pub mate: Option<i64>,
}

/// Why a line is no task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskError {
    /// It is not text.
    NotText,
    /// It is no EPD.
    Epd(EpdError),
    /// One of its moves is none.
    Move(EpdMoveError),
    /// `dm` is followed by something else than a number of moves.
    NoMateNumber,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::NotText => f.write_str("this line is not valid UTF-8"),
            TaskError::Epd(error) => error.fmt(f),
            TaskError::Move(error) => error.fmt(f),
            TaskError::NoMateNumber => f.write_str("dm is not followed by a number of moves"),
        }
    }
}

impl std::error::Error for TaskError {}

impl<R: Playable> Task<R> {
    /// The task of a line; none on empty lines and those that begin with `#`.
    pub fn read(line: &[u8]) -> Result<Option<Task<R>>, TaskError> {
        let text = std::str::from_utf8(line).map_err(|_| TaskError::NotText)?;
        if text.trim().is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let epd = Epd::<R>::parse(text, Strictness::Lenient).map_err(TaskError::Epd)?;
        let best = epd.best_moves().map_err(TaskError::Move)?;
        let avoid = epd.avoid_moves().map_err(TaskError::Move)?;
        let mate = match epd.operation("dm") {
            None => None,
            Some(_) => {
                let moves = epd.direct_mate().filter(|&moves| moves > 0);
                Some(moves.ok_or(TaskError::NoMateNumber)?)
            }
        };
        Ok(Some(Task { epd, best, avoid, mate }))
    }

    /// Searches the position with an engine that knows nothing yet.
    pub fn search(&self, engine: &mut Engine, limits: &Limits) -> Best {
        engine.clear();
        engine.search(&Game::from_position(self.epd.position), limits, |_| ())
    }

    /// Whether what was found is what was expected; none if nothing is.
    pub fn is_solved(&self, found: &Best) -> Option<bool> {
        if self.best.is_empty() && self.avoid.is_empty() && self.mate.is_none() {
            return None;
        }
        let m = found.best;
        let is_best = self.best.is_empty() || m.is_some_and(|m| self.best.contains(&m));
        let is_avoided = m.is_some_and(|m| !self.avoid.contains(&m));
        let mates = self.mate.is_none_or(|expected| {
            matches!(found.score, Score::Mate(moves) if moves > 0 && i64::from(moves) <= expected)
        });
        Some(is_best && is_avoided && mates)
    }

    /// What was expected, as the line has it: `bm Nf3 d4, dm 3`.
    pub fn expected(&self) -> String {
        let part = |opcode: &str| {
            let texts: Vec<&str> = self.epd.texts(opcode).collect();
            (!texts.is_empty()).then(|| format!("{opcode} {}", texts.join(" ")))
        };
        ["bm", "am", "dm"].into_iter().filter_map(part).collect::<Vec<_>>().join(", ")
    }

    /// The move found, as people spell it.
    pub fn name_of(&self, found: &Best) -> String {
        found.best.map_or_else(|| "none".to_owned(), |m| san::write(&self.epd.position, m))
    }
}
