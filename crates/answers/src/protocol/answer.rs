//! What the server says.

use erawan_board::{Color, Role};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    CountAction, DatabaseReply, DepartureReply, EngineReply, ExerciseReply, ExploredReply,
    GameName, Imported, ListedGame, OwnExploredReply, RecallReply, Record, RepertoireReply,
    StockReply,
};

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
#[cfg_attr(test, derive(ts_rs::TS))]
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
        /// The games that can be played.
        games: Vec<GameReply>,
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
        action: Option<CountAction>,
        /// The score for the engine.
        score: Score,
        /// The depth reached.
        depth: u32,
    },
    /// How far a review is.
    Reviewing {
        /// Positions looked at, and moves looked at again.
        done: usize,
        /// Those known so far to be looked at.
        total: usize,
        /// How much of the work is done, from 0 to 1.
        part: f64,
        /// Seconds left, once that can be said.
        left: Option<u32>,
    },
    /// A review.
    Reviewed(Box<ReviewReply>),
    /// What a move that was tried is worth.
    Tried {
        /// `inaccuracy`, `mistake` or `blunder`; none if it is not bad.
        judgement: Option<&'static str>,
        /// The answer to a bad one and what follows, in UCI.
        reply: Vec<String>,
        /// The same as people write it.
        reply_sans: Vec<String>,
        /// Makruk: the same in Thai.
        reply_thai: Vec<String>,
    },
    /// What endgame tables know of a position.
    Tables(TablesReply),
    /// The search was told to end.
    Stopped,
    /// The other engines that are kept.
    Engines {
        /// In the order in which they were added.
        engines: Vec<EngineReply>,
    },
    /// Another engine has failed and was started anew; its search begins again.
    EngineRestarted {
        /// Its name.
        engine: String,
        /// What it did.
        message: String,
    },
    /// A document is kept or forgotten.
    Saved,
    /// A document.
    Loaded {
        /// `null` if there is none of that name.
        #[cfg_attr(test, ts(type = "unknown"))]
        value: Value,
    },
    /// The documents.
    List {
        /// Their names, the last changed first.
        names: Vec<String>,
    },
    /// What is to be said of a position that was set up.
    Checked {
        /// The position as it is played; none if it cannot be.
        fen: Option<String>,
        /// Why no game leads there.
        problem: Option<String>,
    },
    /// The databases.
    Databases {
        /// By name.
        databases: Vec<DatabaseReply>,
        /// The names of opening books.
        books: Vec<String>,
    },
    /// What a search has found.
    Found {
        /// How many games in all.
        total: u64,
        /// The part of the list that was asked for.
        games: Vec<ListedGame>,
    },
    /// Games were taken out, or brought back.
    Removed {
        /// How many.
        games: u64,
    },
    /// What was played in a position.
    Explored(ExploredReply),
    /// What was played in a position of one's own games.
    OwnExplored(Box<OwnExploredReply>),
    /// What there is to practise.
    Training {
        /// By game and kind.
        stock: Vec<StockReply>,
    },
    /// Exercises are kept.
    ExercisesAdded {
        /// How many are new.
        added: u64,
        /// How many were there already.
        known: u64,
    },
    /// The exercise that is next.
    Exercise {
        /// None if nothing is to be practised.
        exercise: Option<Box<ExerciseReply>>,
    },
    /// It is noted how an exercise went.
    Practised {
        /// In how many days it comes again.
        days: u32,
        /// Puzzles: the solver's rating.
        rating: Option<u32>,
    },
    /// Exercises were taken out, or brought back.
    ExercisesRemoved {
        /// How many.
        exercises: u64,
    },
    /// The repertoires.
    Repertoires {
        /// By game and name.
        repertoires: Vec<RepertoireReply>,
    },
    /// A repertoire is kept.
    RepertoireKept {
        /// Its number.
        repertoire: i64,
        /// The positions in which a move is to be known.
        total: u64,
        /// Those of them of which something is remembered.
        known: u64,
        /// True if it has taken the place of an earlier tree.
        replaced: bool,
    },
    /// The position that is next.
    Recall {
        /// None if nothing is to be practised.
        recall: Option<Box<RecallReply>>,
    },
    /// Where own games left repertoires.
    Departures {
        /// The places, those of most games first.
        departures: Vec<DepartureReply>,
        /// How many more places there are.
        more: usize,
        /// How many games were held against repertoires.
        games: u64,
    },
    /// How far an import is.
    Importing {
        /// Its number.
        job: u64,
        /// So much is kept, whatever happens next.
        imported: Imported,
        /// Games that cannot be read and why, as far as that was not told before.
        problems: Vec<String>,
    },
    /// An import is over.
    Imported {
        /// So much is kept.
        imported: Imported,
        /// Games that cannot be read and why, as far as that was not told before.
        problems: Vec<String>,
        /// Why it ended before its time.
        error: Option<String>,
    },
    /// It did not work.
    Error {
        /// What is wrong, for people.
        message: String,
        /// What is wrong, for the page.
        kind: ErrorKind,
    },
}

/// A game that can be played: all that the page knows of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameReply {
    /// Its name in messages.
    pub name: GameName,
    /// Its name for people.
    pub title: &'static str,
    /// The same in Thai.
    pub thai: Option<&'static str>,
    /// A few words about it.
    pub about: &'static str,
    /// The same in Thai.
    pub about_thai: Option<&'static str>,
    /// Its men.
    pub men: Vec<ManKind>,
    /// True if it is played with the pieces of Makruk, false if with those of
    /// chess.
    pub makruk_set: bool,
    /// What a pawn may become, by small letters, the strongest first.
    pub promotions: Vec<char>,
    /// How many start positions there are, if they have numbers.
    pub starts: Option<u16>,
    /// The number of the usual one.
    pub usual_start: Option<u16>,
    /// True if moves are counted in endings.
    pub counting: bool,
    /// True if there is castling.
    pub castling: bool,
    /// The men of its largest endgame table; 0 without tables.
    pub tables: u32,
}

/// A kind of man: what it is called, and what it is worth.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ManKind {
    /// What it is in chess, or stands in the place of.
    pub role: RoleName,
    /// Its small letter in FEN.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// What it is worth in pawns, to tell who has more; 0 for a king.
    pub worth: u32,
}

/// A role by its name in chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Role"))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum RoleName {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl From<Role> for RoleName {
    fn from(role: Role) -> RoleName {
        match role {
            Role::Pawn => RoleName::Pawn,
            Role::Knight => RoleName::Knight,
            Role::Bishop => RoleName::Bishop,
            Role::Rook => RoleName::Rook,
            Role::Queen => RoleName::Queen,
            Role::King => RoleName::King,
        }
    }
}

/// What is wrong, for the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// Another engine cannot be used: it has failed twice, does not play this game,
    /// or is not kept.
    Rival,
    /// The disk failed.
    Storage,
    /// The document that is kept has changes that the new one does not know.
    Conflict,
    /// This build cannot do it.
    Unsupported,
}

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Color"))]
pub enum Side {
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "b")]
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

/// Everything about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionReply {
    /// The position. Promoted bia are marked with `~`.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
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
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct LegalMove {
    /// UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Makruk: in Thai.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thai: Option<String>,
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutcomeReply {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why, as a word the page translates.
    pub reason: &'static str,
}

/// Makruk: what is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Honour {
    /// The board's honour.
    Board,
    /// The pieces' honour.
    Pieces,
}

/// Makruk: the state of the count.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CountReply {
    /// Which honour.
    pub kind: Honour,
    /// Who counts; nobody yet if not given.
    pub side: Option<Side>,
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningReply {
    /// Its code.
    pub eco: String,
    /// Its name.
    pub name: String,
}

/// How far a search is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// How full the engine's table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The lines, best first.
    pub lines: Vec<EngineLine>,
}

/// A line of the engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// Makruk: the same in Thai.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub thai: Vec<String>,
}

/// What endgame tables know of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablesReply {
    /// For the side to move.
    pub result: TableResult,
    /// Plies to the next capture or pawn move, if there are tables of that.
    pub dtz: Option<i32>,
    /// Games with a count: the mate that could be forced if nothing were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mate: Option<MateReply>,
    /// All legal moves, the best first.
    pub moves: Vec<TableMove>,
}

/// A mate, and what the count makes of it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MateReply {
    /// In so many moves, if nothing were counted.
    pub moves: u16,
    /// True if the side to move gives it, false if it is mated.
    pub ours: bool,
    /// The moves that the count leaves to whoever mates, while one runs.
    pub left: Option<u16>,
    /// What the count makes of it.
    pub timing: TimingName,
    /// The moves until another count begins that is long enough.
    pub renewed: Option<u16>,
}

/// What the count makes of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Timing"))]
#[serde(rename_all = "camelCase")]
pub enum TimingName {
    /// It comes in time, or nothing is counted.
    InTime,
    /// The count ends the game before it.
    TooLate,
    /// Another count begins on the way, and is long enough.
    Renewed,
    /// Another count begins on the way, and is too short.
    NextTooShort,
    /// A count that has not begun yet will be too short.
    NotEnough,
}

/// What a position is worth by endgame tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TableResult {
    /// It is won.
    Win,
    /// It would be won without the fifty-move rule.
    Cursed,
    /// It is drawn.
    Draw,
    /// It would be lost without the fifty-move rule.
    Blessed,
    /// It is lost.
    Loss,
}

/// What endgame tables know of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableMove {
    /// The move in UCI.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Makruk: the same in Thai.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub thai: Option<String>,
    /// What it leads to for the side that makes it.
    pub result: TableResult,
    /// Plies to the next capture or pawn move, this one included.
    pub dtz: Option<i32>,
    /// True if it is such a move itself.
    pub zeroing: bool,
    /// Games with a count: moves to mate if nothing were counted, this one
    /// included; less than zero for a mate that the other side gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mate: Option<i32>,
}

/// The review of a game's main line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ReviewReply {
    /// The score of the first position, as White sees it.
    pub start: Score,
    /// The moves, in order.
    pub moves: Vec<ReviewedMove>,
    /// What White and Black did.
    pub sides: [SideReply; 2],
    /// The move that decided the game, by its place in `moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turning_point: Option<usize>,
    /// The moves with which the middle game and the endgame begin, likewise.
    pub phases: [Option<usize>; 2],
}

/// A move under review.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMove {
    /// The score after it, as White sees it.
    pub score: Score,
    /// White's chance to win after it, from 0 to 1.
    pub share: f64,
    /// From 0 to 100.
    pub accuracy: f64,
    /// `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub judgement: &'static str,
    /// The glyph of a bad move, or of one that is praised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<u8>,
    /// What was good about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub praise: Option<PraiseReply>,
    /// What is wrong with a bad move, and what was best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Why a bad move was bad, for the page to put into words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReply>,
    /// Instead of a bad move: the best line in UCI.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub best: Vec<String>,
    /// The same as people write it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub sans: Vec<String>,
    /// Makruk: the same in Thai.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub thai: Vec<String>,
    /// After a bad move: the line that refutes it in UCI.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub reply: Vec<String>,
    /// The same as people write it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub reply_sans: Vec<String>,
    /// Makruk: the same in Thai.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub reply_thai: Vec<String>,
}

/// What was good about a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PraiseReply {
    /// `sacrifice` or `only-move`.
    pub name: &'static str,
    /// In words.
    pub text: String,
    /// The next best move as people write it.
    pub other: String,
    /// Makruk: the same in Thai.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thai: Option<String>,
    /// How bad that one is: `mistake`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<&'static str>,
    /// The man that is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub man: Option<ManReply>,
}

/// Why a move was bad.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ReasonReply {
    /// Which kind of reason: `allows-mate`.
    pub name: &'static str,
    /// The line that shows it: `played`, which begins with the move, or `best`.
    pub line: &'static str,
    /// When this many plies of it were played the men stand where they are said to.
    pub at: usize,
    /// The move of the line that brings it about, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<usize>,
    /// Moves to mate, moves still to be counted, or squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The number that the other line has instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<u32>,
    /// The move that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// Makruk: the same in Thai.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thai: Option<String>,
    /// The men it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<ManReply>>"))]
    pub men: Vec<ManReply>,
    /// What the line costs the player, in small letters of men, without what
    /// is traded evenly.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<char>>"))]
    pub lost: Vec<char>,
    /// What it brings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<char>>"))]
    pub won: Vec<char>,
}

/// A man on a square.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ManReply {
    /// Its small letter.
    pub piece: char,
    /// Where it stands, or will.
    pub square: String,
}

/// What one side did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SideReply {
    /// From 0 to 100; none if it did not move.
    pub accuracy: Option<f64>,
    /// The same in opening, middle game and endgame.
    pub phases: [Option<f64>; 3],
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
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
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
