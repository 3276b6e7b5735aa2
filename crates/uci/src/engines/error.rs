//! What can be wrong with a list of engines.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a list of engines cannot be read or changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineListError {
    /// The file cannot be read or written.
    File(PathBuf, io::Error),
    /// A line of the file makes no sense.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// An engine of the file has no command.
    NoCommand(String),
    /// The name of an engine is none.
    BadName(String),
    /// A command, an argument or a value cannot be written in a line of text.
    Unwritable(String),
    /// There is an engine of this name already.
    Taken(String),
    /// There is no engine of this name.
    Unknown(String),
    /// There is no place for more.
    TooMany,
}

impl fmt::Display for EngineListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Line { number, reason } => write!(f, "line {number}: {reason}"),
            Self::NoCommand(name) => write!(f, "the engine {name} has no command"),
            Self::BadName(name) => write!(
                f,
                "'{}' is no name for an engine: one word, without quotation marks, brackets or =, \
                 and not builtin",
                name.escape_debug()
            ),
            Self::Unwritable(text) => {
                write!(f, "'{}' cannot be kept: it is no line of plain text", text.escape_debug())
            }
            Self::Taken(name) => write!(f, "there is an engine {name} already"),
            Self::Unknown(name) => write!(f, "there is no engine {name}"),
            Self::TooMany => write!(f, "there are {} engines already", super::MOST),
        }
    }
}

impl std::error::Error for EngineListError {}
