//! The messages between page and server: all that the two know of each other.
//!
//! They travel as JSON texts over one WebSocket. A request has a `type` and an
//! `id` that the page chooses; every answer carries the `id` of its request.
//! Most requests have one answer. A search has many: `analysis` about ten times
//! a second, then `done` or `played`.
//!
//! The server keeps no game. Whoever asks about a position says how it came
//! about: a [`Line`] is a start position and the moves from there. So after a
//! lost connection or a restart the page simply asks again.
//!
//! | request | answers |
//! |---|---|
//! | `position` | `position`: what stands where, legal moves, end, count |
//! | `read` | `games`: what a pasted text holds |
//! | `write` | `pgn` |
//! | `analyse` | `analysis` …, `done` |
//! | `play` | `played` |
//! | `engines` | `engines`: others that may be named in `analyse`, `play` and `stop` |
//! | `tables` | `tables`: what endgame tables know |
//! | `stop` | `stopped`; the search that ran ends with its own last answer |
//! | `save`, `remove` | `saved` |
//! | `load` | `loaded` |
//! | `list` | `list` |
//! | `review` | `reviewing` …, `reviewed`; `done` if it was stopped |
//! | `try` | `tried`: whether the last move of a line is bad; `done` if it was stopped |
//! | `check` | `checked`: whether a position is legal |
//! | `databases` | `databases` |
//! | `createDatabase` | `saved` |
//! | `findGames` | `found`; `done` if another such question came |
//! | `openGame` | `games`: the one |
//! | `removeGames` | `removed` |
//! | `explore` | `explored`; `done` if another such question came |
//! | `exploreOwn` | `ownExplored`; `done` if another such question came |
//! | `import` | `importing` …, `imported` |
//! | `endImport` | `stopped`; the import ends with its own last answer |
//! | `training` | `training`: how many exercises there are, and are due |
//! | `addExercises` | `exercisesAdded` |
//! | `nextExercise` | `exercise`: the next one, if there is any |
//! | `practised` | `practised`: when the exercise comes again |
//! | `removeExercises` | `exercisesRemoved` |
//! | `repertoires` | `repertoires`: how much of each is due |
//! | `putRepertoire`, `importRepertoire` | `repertoireKept` |
//! | `openRepertoire` | `games`: its tree |
//! | `removeRepertoire` | `saved` |
//! | `nextRecall` | `recall`: the next position, if there is any |
//! | `recalled` | `practised`: when the position comes again |
//! | `departures` | `departures`: where own games left repertoires |
//!
//! Each engine does one search at a time; a new one ends the one that runs, which ends
//! with `done`. Searches of another engine may also tell `engineRestarted` on the way.
//!
//! Any of them may be answered by `error`. Right after connecting the server
//! sends `hello`, with `id` 0. The page has these types from
//! `web/src/generated/protocol.ts`, which a test writes and compares.
//!
//! A file that is imported does not come over the socket. Once `importing` has named
//! a job, the page posts the file in pieces of at most
//! [`MAX_PIECE`](crate::limits::MAX_PIECE) bytes to `/import/JOB/AT?token=TOKEN`, where
//! `AT` is how many bytes came before. A piece is answered when there is room for it,
//! with a word: `taken`, `unexpected` if it is not the next one, `over` if the import
//! is, and `full` if it is to be sent again. After the last one comes `endImport`.

mod answer;
mod library;
mod own;
mod repertoire;
mod request;
mod rival;
mod training;
#[cfg(test)]
mod typescript;

use erawan_board::Variant;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use answer::*;
pub use library::*;
pub use own::*;
pub use repertoire::*;
pub use request::*;
pub use rival::*;
pub use training::*;

/// The version of the protocol. A page of another version reloads itself.
pub const VERSION: u32 = 11;

/// A game by its name: `makruk`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub struct GameName(pub Variant);

impl From<GameName> for Variant {
    fn from(name: GameName) -> Variant {
        name.0
    }
}

impl From<Variant> for GameName {
    fn from(variant: Variant) -> GameName {
        GameName(variant)
    }
}

impl Serialize for GameName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for GameName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameName, D::Error> {
        let name = String::deserialize(deserializer)?;
        Variant::from_name(&name)
            .map(GameName)
            .ok_or_else(|| D::Error::custom(format_args!("there is no game `{name:.40}`")))
    }
}

/// A start position and the moves from there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Which game.
    pub variant: GameName,
    /// The start position, if it is not the game's own.
    #[serde(default)]
    pub fen: Option<String>,
    /// Chess960: the number of the start position, if there is no FEN.
    #[serde(default)]
    pub number: Option<u16>,
    /// Makruk: who decides that the board's honour is counted.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<CountingChoice>"))]
    pub counting: CountingChoice,
    /// UCI moves. In Makruk counted by hand also `count` and `stop`, by the
    /// side to move.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Makruk: who decides that the board's honour is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum CountingChoice {
    /// Counts begin by themselves.
    #[default]
    Auto,
    /// The players.
    Manual,
    /// Nothing is counted.
    Off,
}

impl CountingChoice {
    fn is_auto(&self) -> bool {
        *self == CountingChoice::Auto
    }
}

/// Makruk counted by hand: what the side to move may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum CountAction {
    /// It begins to count the board's honour.
    Count,
    /// It stops.
    Stop,
}

/// A game with variations, as a flat list of nodes. The root is the first, and
/// every node stands after its parent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameRecord"))]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Which game.
    pub variant: GameName,
    /// Makruk: who decides that the board's honour is counted.
    #[serde(default, skip_serializing_if = "CountingChoice::is_auto")]
    pub counting: CountingChoice,
    /// The start position; the game's own if empty.
    #[serde(default)]
    pub fen: String,
    /// Tags such as `White`, in order.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default)]
    pub result: String,
    /// The nodes.
    pub nodes: Vec<RecordNode>,
}

/// A node of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordNode {
    /// The place of the parent; ignored at the root.
    #[serde(default)]
    pub parent: usize,
    /// The move in UCI; empty at the root.
    #[serde(rename = "move", default)]
    pub uci: String,
    /// The move as people write it. Not needed in requests.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub san: String,
    /// Makruk: the move in Thai. Not needed in requests.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thai: String,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Glyphs by their number: 1 is `!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Makruk counted by hand: what the side to move said there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<CountAction>,
}
