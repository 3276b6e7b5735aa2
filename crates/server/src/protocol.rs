//! The messages between page and server, all of them in this one file.
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
//! | `stop` | `stopped`; the search that ran ends with its own last answer |
//! | `save`, `remove` | `saved` |
//! | `load` | `loaded` |
//! | `list` | `list` |
//! | `review` | `reviewing` …, `reviewed`; `done` if it was stopped |
//!
//! Any of them may be answered by `error`. Right after connecting the server
//! sends `hello`, with `id` 0. The page's mirror of this file is
//! `web/src/protocol.ts`.

use erawan_board::Variant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the protocol. A page of another version reloads itself.
pub const VERSION: u32 = 1;

/// The longest message the server reads, in bytes.
pub const MAX_MESSAGE: usize = 2 << 20;

/// A request with its number.
#[derive(Clone, Debug, Deserialize)]
pub struct Envelope {
    /// The number that the answers carry.
    pub id: u64,
    /// What is asked for.
    #[serde(flatten)]
    pub request: Request,
}

/// What the page asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Request {
    /// What there is to know about the position at the end of a line.
    Position {
        /// The line.
        line: Line,
    },
    /// Reads a pasted text: a FEN in any dialect, or PGN.
    Read {
        /// The text.
        text: String,
        /// The game that is meant if the text does not tell.
        variant: Option<GameName>,
    },
    /// Writes a game as PGN.
    Write {
        /// The game.
        game: Box<Record>,
    },
    /// Searches until stopped, or to a limit.
    Analyse {
        /// Where.
        line: Line,
        /// How many lines, 1 to 5.
        #[serde(default)]
        lines: usize,
        /// Threads; the server never uses more than there are processors.
        #[serde(default)]
        threads: usize,
        /// Mebibytes for the table.
        #[serde(default)]
        hash: usize,
        /// The limit; without one the search runs until it is stopped.
        #[serde(default)]
        limit: Limit,
        /// Lets the other side move, to see what it threatens.
        #[serde(default)]
        threat: bool,
    },
    /// Lets the engine choose a move.
    Play {
        /// Where.
        line: Line,
        /// How strong; full strength if not given.
        elo: Option<i32>,
        /// Makes one game differ from the next.
        #[serde(default)]
        seed: u64,
        /// Milliseconds on the engine's clock and added with each move.
        clock: Option<(u64, u64)>,
        /// Think no longer than so many milliseconds.
        movetime: Option<u64>,
    },
    /// Ends the search that runs.
    Stop,
    /// Keeps a document: settings, or a game.
    Save {
        /// Its name: letters, digits and `-`.
        name: String,
        /// The document.
        value: Value,
    },
    /// Forgets a document.
    Remove {
        /// Its name.
        name: String,
    },
    /// Reads a document.
    Load {
        /// Its name.
        name: String,
    },
    /// Lists the documents, the last changed first.
    List,
    /// Reviews the main line of a game.
    Review {
        /// The game.
        game: Box<Record>,
        /// Nodes for each position.
        #[serde(default)]
        nodes: u64,
        /// Threads.
        #[serde(default)]
        threads: usize,
    },
}

/// The games by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// Chess.
    Chess,
    /// Chess960.
    Chess960,
    /// Makruk.
    Makruk,
}

impl From<GameName> for Variant {
    fn from(name: GameName) -> Variant {
        match name {
            GameName::Chess => Variant::Chess,
            GameName::Chess960 => Variant::Chess960,
            GameName::Makruk => Variant::Makruk,
        }
    }
}

impl From<Variant> for GameName {
    fn from(variant: Variant) -> GameName {
        match variant {
            Variant::Chess => GameName::Chess,
            Variant::Chess960 => GameName::Chess960,
            Variant::Makruk => GameName::Makruk,
        }
    }
}

/// A start position and the moves from there.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    pub counting: CountingChoice,
    /// UCI moves. In Makruk counted by hand also `count` and `stop`, by the
    /// side to move.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Makruk: who decides that the board's honour is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// What ends a search.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Limit {
    /// A depth.
    pub depth: Option<u32>,
    /// A number of nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
}

/// A game with variations, as a flat list of nodes. The root is the first, and
/// every node stands after its parent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Which game.
    pub variant: GameName,
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

/// A node of a [`Record`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordNode {
    /// The place of the parent; ignored at the root.
    #[serde(default)]
    pub parent: usize,
    /// The move in UCI, `count` or `stop`; empty at the root.
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
}

/// An answer with the number of its request.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The number of the request.
    pub id: u64,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What the server says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer {
    /// Sent first.
    Hello {
        /// The version of this protocol.
        protocol: u32,
        /// The version of the program.
        version: &'static str,
        /// How many processors there are.
        processors: usize,
        /// The weakest and the strongest Elo.
        elo: (i32, i32),
        /// The game to begin with, if the command line named one.
        variant: Option<GameName>,
        /// True if games can be reviewed.
        review: bool,
    },
    /// Everything about a position.
    Position(Box<PositionReply>),
    /// The games of a text.
    Games {
        /// The games that could be read.
        games: Vec<Record>,
        /// What is wrong with the others.
        errors: Vec<String>,
        /// How many more there were.
        more: usize,
    },
    /// A game as PGN.
    Pgn {
        /// The text.
        text: String,
    },
    /// How far a search is.
    Analysis(AnalysisReply),
    /// A search is over.
    Done,
    /// The engine's move.
    Played {
        /// The move; none if there is no legal one.
        #[serde(rename = "move")]
        uci: Option<String>,
        /// The same for people.
        san: Option<String>,
        /// `count` or `stop` if the engine begins or stops counting first.
        action: Option<&'static str>,
        /// The score for the engine.
        score: Score,
        /// The depth reached.
        depth: u32,
    },
    /// How far a review is.
    Reviewing {
        /// Positions looked at.
        done: usize,
        /// Positions in all.
        total: usize,
    },
    /// A review.
    Reviewed(Box<ReviewReply>),
    /// The search was told to end.
    Stopped,
    /// A document is kept or forgotten.
    Saved,
    /// A document.
    Loaded {
        /// `null` if there is none of that name.
        value: Value,
    },
    /// The documents.
    List {
        /// Their names, the last changed first.
        names: Vec<String>,
    },
    /// It did not work.
    Error {
        /// What is wrong, for people.
        message: String,
        /// What is wrong, for the page.
        kind: ErrorKind,
    },
}

/// What is wrong, for the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// The message is none of this protocol.
    Protocol,
    /// A text, a move or a position cannot be used.
    Input,
    /// Too much is asked for: engines, memory, documents.
    Limit,
    /// The engine failed and was started anew.
    Engine,
    /// The disk failed.
    Storage,
    /// This build cannot do it.
    Unsupported,
}

/// Everything about a position.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionReply {
    /// The position. Promoted bia are marked with `~`.
    pub fen: String,
    /// `w` or `b`.
    pub turn: char,
    /// The king in check.
    pub check: Option<String>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
    /// The last move as people write it.
    pub san: Option<String>,
    /// Makruk: the last move in Thai.
    pub thai: Option<String>,
    /// Where the last move came from and went to.
    pub last: Option<(String, String)>,
    /// True if the last move took something.
    pub captured: bool,
    /// How the game has ended.
    pub outcome: Option<OutcomeReply>,
    /// The draw the side to move may claim.
    pub claim: Option<&'static str>,
    /// Makruk: the count.
    pub counting: Option<CountReply>,
    /// The number of this move, and of the start position's.
    pub fullmove: u16,
    /// Chess960: the number of the start position.
    pub number: Option<u16>,
    /// The name of the opening.
    pub opening: Option<OpeningReply>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove {
    /// UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// From where.
    pub from: String,
    /// To where the piece is put.
    pub to: String,
    /// Another square that means the same: the rook, or the king's target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<String>,
    /// What the pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeReply {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why, as a word the page translates.
    pub reason: &'static str,
}

/// Makruk: the state of the count.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CountReply {
    /// `board` or `pieces`: which honour.
    pub kind: &'static str,
    /// Who counts, `w` or `b`; nobody yet if not given.
    pub side: Option<char>,
    /// The number spoken last.
    pub spoken: u16,
    /// The number after which the game is drawn.
    pub limit: u16,
    /// True if the side to move may begin to count.
    pub can_start: bool,
    /// True if the side to move may stop.
    pub can_stop: bool,
}

/// The name of an opening.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningReply {
    /// Its code.
    pub eco: String,
    /// Its name.
    pub name: String,
}

/// How far a search is.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisReply {
    /// The depth searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds.
    pub time: u64,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The lines, best first.
    pub lines: Vec<EngineLine>,
}

/// A line of the engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineLine {
    /// The depth of this line.
    pub depth: u32,
    /// The score as White sees it.
    pub score: Score,
    /// Chances of White in thousandths: win, draw, loss.
    pub wdl: (u16, u16, u16),
    /// The moves in UCI.
    pub moves: Vec<String>,
    /// The moves as people write them.
    pub sans: Vec<String>,
}

/// The review of a game's main line.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewReply {
    /// The score of the first position, as White sees it.
    pub start: Score,
    /// The moves, in order.
    pub moves: Vec<ReviewedMove>,
    /// What White and Black did.
    pub sides: [SideReply; 2],
}

/// A move under review.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    /// The score after it, as White sees it.
    pub score: Score,
    /// White's chance to win after it, from 0 to 1.
    pub share: f64,
    /// From 0 to 100.
    pub accuracy: f64,
    /// `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub judgement: &'static str,
    /// The glyph of a bad move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<u8>,
    /// What is wrong with a bad move, and what was best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Instead of a bad move: the best line in UCI.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// The same as people write it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sans: Vec<String>,
}

/// What one side did.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SideReply {
    /// From 0 to 100; none if it did not move.
    pub accuracy: Option<f64>,
    /// `?!`
    pub inaccuracies: u32,
    /// `?`
    pub mistakes: u32,
    /// `??`
    pub blunders: u32,
    /// Centipawns lost by a move, on average.
    pub average_loss: Option<f64>,
}

/// A score: one of the two is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Score {
    /// Centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

impl Score {
    /// An engine's score, seen from the other side if asked.
    pub fn new(score: erawan_engine::Score, flip: bool) -> Score {
        let sign = if flip { -1 } else { 1 };
        match score {
            erawan_engine::Score::Centipawns(value) => Score { cp: Some(value * sign), mate: None },
            erawan_engine::Score::Mate(moves) => Score { cp: None, mate: Some(moves * sign) },
        }
    }
}

impl Answer {
    /// An error.
    pub fn error(kind: ErrorKind, message: impl ToString) -> Answer {
        Answer::Error { kind, message: message.to_string() }
    }
}
