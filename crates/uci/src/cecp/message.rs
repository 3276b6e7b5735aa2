//! What an engine says to XBoard.

use core::fmt;

use crate::options::{OptionEntry, OptionValue};
use crate::protocol::{Info, OneLine, OptionKind, Score};

/// A line from the engine to XBoard.
///
/// ```
/// use erawan_uci::cecp::Message;
///
/// let reason = Some("it is not your turn".to_owned());
/// let message = Message::IllegalMove { reason, text: "e2e4".into() };
/// assert_eq!(message.to_string(), "Illegal move (it is not your turn): e2e4");
/// let result = Message::Result { result: "1-0".into(), reason: "White mates".into() };
/// assert_eq!(result.to_string(), "1-0 {White mates}");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Message {
    /// `feature NAME=VALUE`, where the value is a number.
    Feature(&'static str, u32),
    /// `feature NAME="TEXT"`.
    FeatureText(&'static str, String),
    /// `move MOVE`: the engine moves.
    Move(String),
    /// `RESULT {REASON}`: the game is over.
    Result {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: String,
        /// Why.
        reason: String,
    },
    /// `offer draw`: the engine offers a draw, or takes one.
    OfferDraw,
    /// A line of play, as it is thought.
    Thinking(Thinking),
    /// `stat01: …`: how far the analysis is.
    Progress(Progress),
    /// `Hint: MOVE`.
    Hint(String),
    /// `pong N`.
    Pong(u64),
    /// `setup (LETTERS) 8x8+0_PARENT FEN`: how a game begins that XBoard does not know.
    Setup {
        /// The letters of the men, in XBoard's order of pieces.
        letters: &'static str,
        /// A game that XBoard knows and whose men move alike.
        parent: &'static str,
        /// The position at the start.
        fen: String,
    },
    /// `Illegal move (REASON): MOVE`.
    IllegalMove {
        /// Why, if there is more to say.
        reason: Option<String>,
        /// The move as it was sent.
        text: String,
    },
    /// `Error (REASON): COMMAND`.
    Error {
        /// What is wrong.
        reason: String,
        /// The command as it was sent.
        text: String,
    },
    /// `tellusererror …`: shown to the user.
    UserError(String),
    /// `# …`: a remark for whoever reads along.
    Remark(String),
}

/// A line of play and what was found of it, as `post` wants it shown.
///
/// ```
/// use erawan_uci::cecp::Thinking;
/// use erawan_uci::protocol::{Info, Score};
///
/// let info = Info {
///     depth: Some(9),
///     score: Some(Score::Mate(-2)),
///     time: Some(1284),
///     nodes: Some(35_000),
///     pv: vec!["e1f1".into(), "d8d1".into()],
///     ..Info::default()
/// };
/// assert_eq!(Thinking::new(&info).to_string(), "9 -100002 128 35000 0 0 0\te1f1 d8d1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thinking {
    /// The depth, in plies.
    pub depth: u32,
    /// In hundredths of a pawn, for the side to move; a mate in N moves is 100000 + N.
    pub score: i64,
    /// In hundredths of a second.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The deepest line looked at, in plies.
    pub selective_depth: u32,
    /// Nodes a second.
    pub speed: u64,
    /// Positions found in endgame tables.
    pub tablebase_hits: u64,
    /// The moves.
    pub pv: Vec<String>,
}

/// What `.` asks for.
///
/// ```
/// use erawan_uci::cecp::Progress;
/// let progress = Progress { time: 1234, nodes: 30_000, depth: 7, moves: 30 };
/// assert_eq!(progress.to_string(), "stat01: 1234 30000 7 0 30");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Progress {
    /// In hundredths of a second.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The depth that was searched, in plies. Of its moves none is left.
    pub depth: u32,
    /// The legal moves.
    pub moves: usize,
}

impl Thinking {
    /// The same as UCI would say it.
    #[must_use]
    pub fn new(info: &Info) -> Thinking {
        let score = match info.score {
            Some(Score::Centipawns(value)) => i64::from(value),
            Some(Score::Mate(moves)) if moves > 0 => 100_000 + i64::from(moves),
            Some(Score::Mate(moves)) => i64::from(moves) - 100_000,
            None => 0,
        };
        Thinking {
            depth: info.depth.unwrap_or(0),
            score,
            time: info.time.unwrap_or(0) / 10,
            nodes: info.nodes.unwrap_or(0),
            selective_depth: info.selective_depth.unwrap_or(0),
            speed: info.nodes_per_second.unwrap_or(0),
            tablebase_hits: info.tablebase_hits.unwrap_or(0),
            pv: info.pv.clone(),
        }
    }
}

impl Message {
    /// `feature option="…"` for an option, which keeps its UCI name.
    ///
    /// ```
    /// use erawan_uci::cecp::Message;
    /// use erawan_uci::options::Options;
    /// use erawan_uci::protocol::OptionDeclaration;
    ///
    /// let mut options = Options::new();
    /// options.declare(OptionDeclaration::spin("MultiPV", 1, 1..=500)?)?;
    /// let line = Message::option(options.get("MultiPV").unwrap());
    /// assert_eq!(line.to_string(), "feature option=\"MultiPV -spin 1 1 500\"");
    /// # Ok::<(), erawan_uci::protocol::OptionError>(())
    /// ```
    #[must_use]
    pub fn option(option: &OptionEntry) -> Message {
        let name = option.name();
        let text = match (option.declaration().kind(), option.value()) {
            (OptionKind::Spin { min, max, .. }, OptionValue::Spin(value)) => {
                format!("{name} -spin {value} {min} {max}")
            }
            (OptionKind::Combo { choices, .. }, OptionValue::Combo(value)) => {
                let star = |choice| if choice == value { "*" } else { "" };
                let choices = choices.iter().map(|choice| format!("{}{choice}", star(choice)));
                format!("{name} -combo {}", choices.collect::<Vec<_>>().join(" /// "))
            }
            (_, OptionValue::Check(is_on)) => format!("{name} -check {}", u8::from(*is_on)),
            (_, OptionValue::String(value)) => {
                // XBoard has a button to look for a file or a folder.
                let kind = match name {
                    name if name.ends_with("Path") => "path",
                    name if name.contains("File") => "file",
                    _ => "string",
                };
                format!("{name} -{kind} {value}")
            }
            _ => format!("{name} -button"),
        };
        Message::FeatureText("option", text)
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.depth, self.score, self.time, self.nodes)?;
        write!(f, " {} {} {}\t", self.selective_depth, self.speed, self.tablebase_hits)?;
        OneLine(&self.pv.join(" ")).fmt(f)
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stat01: {} {} {} 0 {}", self.time, self.nodes, self.depth, self.moves)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(name, value) => write!(f, "feature {name}={value}"),
            // There is no way to write a quotation mark within them.
            Self::FeatureText(name, text) => {
                write!(f, "feature {name}=\"{}\"", OneLine(&text.replace('"', "'")))
            }
            Self::Move(text) => write!(f, "move {}", OneLine(text)),
            Self::Result { result, reason } => {
                write!(f, "{} {{{}}}", OneLine(result), OneLine(reason))
            }
            Self::OfferDraw => f.write_str("offer draw"),
            Self::Thinking(thinking) => thinking.fmt(f),
            Self::Progress(progress) => progress.fmt(f),
            Self::Hint(text) => write!(f, "Hint: {}", OneLine(text)),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Setup { letters, parent, fen } => {
                write!(f, "setup ({letters}) 8x8+0_{parent} {}", OneLine(fen))
            }
            Self::IllegalMove { reason: None, text } => {
                write!(f, "Illegal move: {}", OneLine(text))
            }
            Self::IllegalMove { reason: Some(reason), text } => {
                write!(f, "Illegal move ({}): {}", OneLine(reason), OneLine(text))
            }
            Self::Error { reason, text } => {
                write!(f, "Error ({}): {}", OneLine(reason), OneLine(text))
            }
            Self::UserError(text) => write!(f, "tellusererror {}", OneLine(text)),
            Self::Remark(text) => write!(f, "# {}", OneLine(text)),
        }
    }
}
