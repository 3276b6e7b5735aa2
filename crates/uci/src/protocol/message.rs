//! What an engine answers a GUI.

use core::fmt;
use core::str::FromStr;

use super::words::{OneLine, Words, decode, write_field};
use super::{Info, OptionDeclaration, Parsed, Warning, WarningKind};

/// A line from the engine to the GUI.
///
/// ```
/// use erawan_uci::protocol::{Message, Score};
///
/// let line = b"info depth 20 score mate -3 wdl 0 0 1000 nps 2e6 pv e1f1 h3h1";
/// let parsed = Message::parse(line).unwrap();
/// let Message::Info(info) = parsed.value else { panic!() };
/// assert_eq!(info.score, Some(Score::Mate(-3)));
/// assert_eq!(info.pv, ["e1f1", "h3h1"]);
/// assert_eq!(parsed.warnings[0].to_string(), "column 46: nps is '2e6', not a whole number");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Message {
    /// `id name …`
    IdName(String),
    /// `id author …`
    IdAuthor(String),
    /// `uciok`: all options have been declared.
    UciOk,
    /// `readyok`: everything sent before `isready` has been done.
    ReadyOk,
    /// `bestmove … [ponder …]`: the search has ended.
    BestMove {
        /// The move; `None` for `(none)`, when there is no legal one.
        best: Option<String>,
        /// The answer that the engine expects.
        ponder: Option<String>,
    },
    /// `copyprotection …`
    CopyProtection(Protection),
    /// `registration …`
    Registration(Protection),
    /// `info …`
    Info(Box<Info>),
    /// `option …`
    Option(OptionDeclaration),
    /// Anything else, as it stands in the line without the spaces around it.
    Unknown(String),
}

/// How a check of copy protection or registration goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protection {
    /// The engine looks.
    Checking,
    /// All is well.
    Ok,
    /// It is not.
    Error,
}

impl Message {
    /// An `info string …` line.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Info(Box::new(Info::text(text)))
    }

    /// Reads a line of any bytes, with or without its line break; `None` if
    /// there is nothing in it.
    ///
    /// Words that mean nothing are passed over; numbers that are none are left
    /// out and reported. A line whose sense cannot be made out, such as
    /// `id nothing`, is [`Message::Unknown`] with a warning; a line that starts
    /// with no word of the protocol, such as a banner, needs none.
    #[must_use]
    pub fn parse(line: &[u8]) -> Option<Parsed<Self>> {
        let line = decode(line);
        let mut words = Words::new(&line);
        let unknown = || Self::Unknown(line.trim_ascii().to_owned());
        let value = match words.next()?.text {
            "id" => match words.next() {
                Some(word) if word.text == "name" => Self::IdName(words.rest().to_owned()),
                Some(word) if word.text == "author" => Self::IdAuthor(words.rest().to_owned()),
                Some(word) => {
                    words.unexpected("id", word);
                    unknown()
                }
                None => {
                    words.missing("id");
                    unknown()
                }
            },
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "bestmove" => best_move(&mut words),
            "copyprotection" => match protection(&mut words, "copyprotection") {
                Some(state) => Self::CopyProtection(state),
                None => unknown(),
            },
            "registration" => match protection(&mut words, "registration") {
                Some(state) => Self::Registration(state),
                None => unknown(),
            },
            "info" => Self::Info(Box::new(Info::read(&mut words))),
            "option" => match OptionDeclaration::read(&mut words, &line) {
                Some(option) => Self::Option(option),
                None => unknown(),
            },
            _ => unknown(),
        };
        Some(words.finish(value))
    }
}

fn best_move(words: &mut Words<'_>) -> Message {
    let keyword = |word: &str| word == "ponder";
    // The null move is not taken for no move: an engine that gives it is wrong,
    // and whoever judges it should see what it gave.
    let some = |text: &str| (!matches!(text, "(none)" | "NULL")).then(|| text.to_owned());
    let best = match words.next_unless(keyword) {
        Some(word) => some(word.text),
        None => {
            words.missing("bestmove");
            None
        }
    };
    let mut ponder = None;
    while let Some(word) = words.next() {
        if word.text == "ponder" {
            match words.next() {
                Some(word) => ponder = some(word.text),
                None => words.missing("ponder"),
            }
        }
    }
    Message::BestMove { best, ponder }
}

fn protection(words: &mut Words<'_>, field: &'static str) -> Option<Protection> {
    match words.next() {
        Some(word) if word.text == "checking" => Some(Protection::Checking),
        Some(word) if word.text == "ok" => Some(Protection::Ok),
        Some(word) if word.text == "error" => Some(Protection::Error),
        Some(word) => {
            words.unexpected(field, word);
            None
        }
        None => {
            words.missing(field);
            None
        }
    }
}

impl FromStr for Message {
    type Err = Warning;

    /// Reads a line, and makes the first warning an error.
    fn from_str(line: &str) -> Result<Self, Warning> {
        match Self::parse(line.as_bytes()) {
            Some(parsed) => parsed.strict(),
            None => Err(Warning { column: 1, kind: WarningKind::Empty }),
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {}", OneLine(name)),
            Self::IdAuthor(author) => write!(f, "id author {}", OneLine(author)),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", OneLine(best.as_deref().unwrap_or("(none)")))?;
                write_field(f, "ponder", ponder.as_deref().map(OneLine))
            }
            Self::CopyProtection(state) => write!(f, "copyprotection {state}"),
            Self::Registration(state) => write!(f, "registration {state}"),
            Self::Info(info) => info.fmt(f),
            Self::Option(option) => option.fmt(f),
            Self::Unknown(text) => OneLine(text).fmt(f),
        }
    }
}
