//! Exercises: what the page asks for, and what it is told.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{GameName, Line};

/// What is to be practised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ExerciseKind {
    /// A better move than one that was played.
    Mistake,
    /// The solution of a puzzle.
    Puzzle,
}

#[cfg(feature = "database")]
impl From<ExerciseKind> for erawan_database::Kind {
    fn from(kind: ExerciseKind) -> erawan_database::Kind {
        match kind {
            ExerciseKind::Mistake => erawan_database::Kind::Mistake,
            ExerciseKind::Puzzle => erawan_database::Kind::Puzzle,
        }
    }
}

#[cfg(feature = "database")]
impl From<erawan_database::Kind> for ExerciseKind {
    fn from(kind: erawan_database::Kind) -> ExerciseKind {
        match kind {
            erawan_database::Kind::Mistake => ExerciseKind::Mistake,
            erawan_database::Kind::Puzzle => ExerciseKind::Puzzle,
        }
    }
}

/// How an exercise went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GradeName {
    /// It was failed.
    Again,
    /// It was solved with a hint.
    Hard,
    /// It was solved at the first try.
    Good,
}

#[cfg(feature = "database")]
impl From<GradeName> for erawan_database::Grade {
    fn from(grade: GradeName) -> erawan_database::Grade {
        match grade {
            GradeName::Again => erawan_database::Grade::Again,
            GradeName::Hard => erawan_database::Grade::Hard,
            GradeName::Good => erawan_database::Grade::Good,
        }
    }
}

/// An exercise to be kept.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExerciseRequest {
    /// A mistake: puzzles come from files.
    pub kind: ExerciseKind,
    /// The position of the exercise is at the end of this line.
    pub line: Line,
    /// Moves in UCI, the one to be found first.
    pub solution: Vec<String>,
    /// What the page wants to know when it shows it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub about: Value,
}

/// An exercise.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExerciseReply {
    /// Its number.
    pub id: i64,
    /// What it is.
    pub kind: ExerciseKind,
    /// The position of the exercise is at the end of this line.
    pub line: Line,
    /// Moves in UCI: those of the solver and the answers to them.
    pub solution: Vec<String>,
    /// What the page has given with it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub about: Value,
    /// Puzzles: how hard it is.
    pub rating: Option<u32>,
    /// Puzzles: names of motifs.
    pub themes: Vec<String>,
    /// Puzzles: where its game is.
    pub url: Option<String>,
    /// True if it was tried before.
    pub seen: bool,
}

/// What there is to practise of a game and a kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StockReply {
    /// Which game.
    pub variant: GameName,
    /// What it is.
    pub kind: ExerciseKind,
    /// How many there are.
    pub total: u64,
    /// How many are to be seen now.
    pub due: u64,
    /// Puzzles that were never tried.
    pub fresh: u64,
    /// Seconds until the next one is due, if none is.
    pub next: Option<i64>,
    /// The solver's rating in puzzles, and how uncertain it is.
    pub rating: Option<(u32, u32)>,
}
