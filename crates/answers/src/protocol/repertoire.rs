//! Repertoires: what the page is told of them.

use serde::Serialize;

use super::{GameName, Line, Side};

/// A move with its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamedMove {
    /// The move in UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Makruk: the same in Thai.
    pub thai: Option<String>,
}

/// A repertoire in the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RepertoireReply {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Which game.
    pub variant: GameName,
    /// The side whose moves are to be known.
    pub color: Side,
    /// The moves of its tree, of both sides.
    pub moves: u64,
    /// The positions in which a move is to be known.
    pub total: u64,
    /// Those that were learnt and are to be seen now.
    pub due: u64,
    /// Those that were never tried.
    pub fresh: u64,
    /// Seconds until the next one is due, if none is.
    pub next: Option<i64>,
}

/// A position of a repertoire in which a move is to be known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecallReply {
    /// What it is known by.
    pub position: String,
    /// The position is at the end of this line.
    pub line: Line,
    /// The moves of the line with their names.
    pub steps: Vec<NamedMove>,
    /// The moves of the repertoire: any of them is right.
    pub answers: Vec<NamedMove>,
    /// What the repertoire says of each of them.
    pub remarks: Vec<String>,
    /// True if it was tried before.
    pub seen: bool,
}

/// A place where own games have left a repertoire.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DepartureReply {
    /// The number of the repertoire.
    pub repertoire: i64,
    /// Its name.
    pub name: String,
    /// True if it was oneself who left it, false if it was the opponent.
    pub own: bool,
    /// The last position of the games that the repertoire has is at the end of it.
    pub line: Line,
    /// The moves of the line with their names.
    pub steps: Vec<NamedMove>,
    /// The move that was played there.
    pub played: NamedMove,
    /// The moves of the repertoire there.
    pub wanted: Vec<NamedMove>,
    /// In how many games it was played.
    pub count: usize,
    /// The last of them, the newest first.
    pub games: Vec<DepartedGame>,
}

/// A game that has left a repertoire.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DepartedGame {
    /// Its document.
    pub document: String,
    /// The moves that led to the place, in UCI.
    pub moves: Vec<String>,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// When it was played: `2024.11.??`.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}
