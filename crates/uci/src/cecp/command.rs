//! What XBoard says to an engine.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

use super::Level;
use super::level::{Seconds, seconds};
use crate::protocol::{OneLine, Parsed, Warning, WarningKind, Words, decode, excerpt};

/// A line from XBoard to the engine.
///
/// ```
/// use erawan_uci::cecp::Command;
///
/// assert_eq!("usermove e2e4".parse(), Ok(Command::UserMove("e2e4".into())));
/// assert_eq!("time 3000".parse(), Ok(Command::Time(3000)));
/// assert!(matches!("e2e4".parse(), Ok(Command::Unknown(text)) if text == "e2e4"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `xboard`: what is spoken from here on.
    XBoard,
    /// `protover N`: the version of the protocol; features are to be told.
    ProtoVer(u32),
    /// `accepted FEATURE`.
    Accepted(String),
    /// `rejected FEATURE`.
    Rejected(String),
    /// `new`: a new game of chess, in which the engine has Black.
    New,
    /// `variant NAME`: it is a game of this variant.
    Variant(String),
    /// `quit`: end the program.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side on move.
    Go,
    /// `playother`: play the side not on move.
    PlayOther,
    /// `level MOVES TIME INCREMENT`: the time control.
    Level(Level),
    /// `st SECONDS`: the time for each move.
    MoveTime(Duration),
    /// `sd PLIES`: look no deeper.
    Depth(u32),
    /// `time N`: what is left on the engine's clock, in hundredths of a second.
    Time(i64),
    /// `otim N`: what is left on the opponent's clock.
    OpponentTime(i64),
    /// `usermove MOVE`.
    UserMove(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: to be answered when all before it is done.
    Ping(u64),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result RESULT {COMMENT}`: the game is over.
    Result(String),
    /// `setboard FEN`.
    SetBoard(String),
    /// `hint`: name a good move.
    Hint,
    /// `bk`: tell what the book knows.
    Book,
    /// `undo`: take back a move.
    Undo,
    /// `remove`: take back a move of each side.
    Remove,
    /// `hard`: think in the opponent's time.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show what is thought.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`: think about the position until told otherwise.
    Analyze,
    /// `exit`: end that.
    Exit,
    /// `.`: how far is it?
    Status,
    /// `computer`: the opponent is a program too.
    Computer,
    /// `memory N`: use so many mebibytes.
    Memory(u64),
    /// `cores N`: use so many threads.
    Cores(u64),
    /// `egtpath KIND PATH`: where endgame tables are.
    EgtPath {
        /// Whose they are, such as `syzygy`.
        kind: String,
        /// The folder.
        path: String,
    },
    /// `option NAME`, `option NAME=VALUE`.
    Option {
        /// The name.
        name: String,
        /// The value, if one is given.
        value: Option<String>,
    },
    /// What needs no answer and changes nothing: `nps`, `name`, `rating`, `ics`,
    /// `random`, `white`, `black`; as it stands in the line.
    Ignored(String),
    /// Anything else, as it stands in the line without the spaces around it.
    Unknown(String),
}

/// The commands that are one word.
const PLAIN: [(&str, Command); 21] = [
    ("xboard", Command::XBoard),
    ("new", Command::New),
    ("quit", Command::Quit),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("?", Command::MoveNow),
    ("draw", Command::Draw),
    ("hint", Command::Hint),
    ("bk", Command::Book),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("hard", Command::Hard),
    ("easy", Command::Easy),
    ("post", Command::Post),
    ("nopost", Command::NoPost),
    ("analyze", Command::Analyze),
    // For people who spell it so.
    ("analyse", Command::Analyze),
    ("exit", Command::Exit),
    (".", Command::Status),
    ("computer", Command::Computer),
];

/// Sent by XBoard without need of an answer.
const IGNORED: [&str; 7] = ["nps", "name", "rating", "ics", "random", "white", "black"];

impl Command {
    /// Reads a line of any bytes, with or without its line break.
    ///
    /// A line with nothing in it is `None`. A command whose sense cannot be made out,
    /// such as `sd` without a number, is [`Command::Unknown`] with a warning; a word
    /// that is no command at all needs none.
    #[must_use]
    pub fn parse(line: &[u8]) -> Option<Parsed<Self>> {
        let line = decode(line);
        let mut words = Words::new(&line);
        let word = words.next()?.text;
        let value = match PLAIN.iter().find(|(name, _)| *name == word) {
            Some((_, command)) => Some(command.clone()),
            None if IGNORED.contains(&word) => {
                words.rest();
                Some(Self::Ignored(line.trim_ascii().to_owned()))
            }
            None => with_argument(word, &mut words),
        };
        let value = value.unwrap_or_else(|| {
            words.rest();
            Self::Unknown(line.trim_ascii().to_owned())
        });
        words.expect_end("the command");
        Some(words.finish(value))
    }
}

/// A command that something follows; nothing if that is missing or no command is
/// called so.
fn with_argument(word: &str, words: &mut Words<'_>) -> Option<Command> {
    let any = |_: &str| false;
    Some(match word {
        "protover" => Command::ProtoVer(words.number("protover", any)?),
        "accepted" => Command::Accepted(text("accepted", words)?),
        "rejected" => Command::Rejected(text("rejected", words)?),
        "variant" => Command::Variant(text("variant", words)?),
        "level" => Command::Level(level(words)?),
        "st" => Command::MoveTime(move_time(words)?),
        "sd" => Command::Depth(words.number("sd", any)?),
        "time" => Command::Time(words.number("time", any)?),
        "otim" => Command::OpponentTime(words.number("otim", any)?),
        "usermove" => Command::UserMove(text("usermove", words)?),
        "ping" => Command::Ping(words.number("ping", any)?),
        // Without one the game is over as well.
        "result" => Command::Result(words.rest().to_owned()),
        "setboard" => Command::SetBoard(text("setboard", words)?),
        "memory" => Command::Memory(words.number("memory", any)?),
        "cores" => Command::Cores(words.number("cores", any)?),
        "egtpath" => {
            let Some(kind) = words.next() else {
                words.missing("egtpath");
                return None;
            };
            Command::EgtPath { kind: kind.text.to_owned(), path: words.rest().to_owned() }
        }
        "option" => option(words)?,
        _ => return None,
    })
}

/// The rest of the line, which must not be empty.
fn text(command: &'static str, words: &mut Words<'_>) -> Option<String> {
    let text = words.rest();
    if text.is_empty() {
        words.missing(command);
        return None;
    }
    Some(text.to_owned())
}

fn option(words: &mut Words<'_>) -> Option<Command> {
    let text = text("option", words)?;
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim_ascii().to_owned())),
        None => (text.as_str(), None),
    };
    let name = name.trim_ascii().to_owned();
    if name.is_empty() {
        words.missing("option");
        return None;
    }
    Some(Command::Option { name, value })
}

fn level(words: &mut Words<'_>) -> Option<Level> {
    let at = words.position();
    let [Some(moves), Some(base), Some(increment)] = [words.next(), words.next(), words.next()]
    else {
        words.missing("level");
        return None;
    };
    let level = Level::parse(moves.text, base.text, increment.text);
    if level.is_none() {
        let found = format!("{} {} {}", moves.text, base.text, increment.text);
        words.warn(at, WarningKind::Unexpected { field: "level", found: excerpt(&found) });
    }
    level
}

fn move_time(words: &mut Words<'_>) -> Option<Duration> {
    let Some(word) = words.next() else {
        words.missing("st");
        return None;
    };
    let time = seconds(word.text);
    if time.is_none() {
        words.unexpected("st", word);
    }
    time
}

impl FromStr for Command {
    type Err = Warning;

    /// Reads a line, and makes the first warning an error.
    fn from_str(line: &str) -> Result<Self, Warning> {
        match Self::parse(line.as_bytes()) {
            Some(parsed) => parsed.strict(),
            None => Err(Warning { column: 1, kind: WarningKind::Empty }),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |f: &mut fmt::Formatter<'_>, name: &str, text: &str| match text {
            "" => f.write_str(name),
            text => write!(f, "{name} {}", OneLine(text)),
        };
        match self {
            Self::ProtoVer(version) => write!(f, "protover {version}"),
            Self::Accepted(feature) => with(f, "accepted", feature),
            Self::Rejected(feature) => with(f, "rejected", feature),
            Self::Variant(name) => with(f, "variant", name),
            Self::Level(level) => level.fmt(f),
            Self::MoveTime(time) => write!(f, "st {}", Seconds(*time)),
            Self::Depth(plies) => write!(f, "sd {plies}"),
            Self::Time(time) => write!(f, "time {time}"),
            Self::OpponentTime(time) => write!(f, "otim {time}"),
            Self::UserMove(text) => with(f, "usermove", text),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Result(result) => with(f, "result", result),
            Self::SetBoard(fen) => with(f, "setboard", fen),
            Self::Memory(mebibytes) => write!(f, "memory {mebibytes}"),
            Self::Cores(cores) => write!(f, "cores {cores}"),
            Self::EgtPath { kind, path } => {
                write!(f, "egtpath ")?;
                with(f, kind, path)
            }
            Self::Option { name, value: None } => with(f, "option", name),
            Self::Option { name, value: Some(value) } => {
                write!(f, "option {}={}", OneLine(name), OneLine(value))
            }
            Self::Ignored(text) | Self::Unknown(text) => OneLine(text).fmt(f),
            plain => match PLAIN.iter().find(|(_, command)| command == plain) {
                Some((name, _)) => f.write_str(name),
                None => Ok(()),
            },
        }
    }
}
