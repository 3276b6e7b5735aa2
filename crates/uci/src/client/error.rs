//! What a program at the other end can do wrong.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::options::SetOptionError;

/// What was awaited when something went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Awaited {
    /// `uciok`, after `uci`.
    UciOk,
    /// `readyok`, after `isready`.
    ReadyOk,
    /// `bestmove`, after `go`.
    BestMove,
    /// Any line.
    Line,
    /// That the program takes a line.
    Input,
    /// The end of the program, after `quit`.
    Exit,
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UciOk => "uciok",
            Self::ReadyOk => "readyok",
            Self::BestMove => "bestmove",
            Self::Line => "a line",
            Self::Input => "the program to read",
            Self::Exit => "the program to end",
        })
    }
}

/// Why a program cannot be spoken to.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The program could not be started.
    Start {
        /// The program.
        program: String,
        /// Why.
        error: io::Error,
    },
    /// The program ended, or closed its input or output.
    Ended {
        /// What was awaited.
        awaited: Awaited,
        /// How it ended; `None` if it still runs.
        status: Option<ExitStatus>,
        /// The last that it wrote on its standard error.
        errors: String,
    },
    /// The program did not answer in time. It still runs: it may be given more
    /// time, told to stop, or dropped.
    TimedOut {
        /// What was awaited.
        awaited: Awaited,
        /// For how long.
        after: Duration,
    },
    /// Nobody wants to wait any longer; see `UciProcess::interrupt_with`.
    Interrupted,
    /// The program does not read what is sent: several megabytes wait for it.
    NotReading,
    /// This cannot be sent during a search.
    Searching,
    /// No search was started.
    NotSearching,
    /// The program does not have this option, or not this value.
    Option(SetOptionError),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { program, error } => write!(f, "cannot start {program}: {error}"),
            Self::Ended { awaited, status, errors } => {
                match status {
                    Some(status) => write!(f, "the program ended ({status})")?,
                    None => f.write_str("the program closed its end of the wire")?,
                }
                write!(f, " while waiting for {awaited}")?;
                if errors.is_empty() { Ok(()) } else { write!(f, "; it said: {errors}") }
            }
            Self::TimedOut { awaited, after } => {
                write!(f, "waited {after:?} for {awaited} in vain")
            }
            Self::Interrupted => f.write_str("interrupted"),
            Self::NotReading => f.write_str("the program does not read what is sent to it"),
            Self::Searching => f.write_str("this cannot be sent during a search"),
            Self::NotSearching => f.write_str("no search was started"),
            Self::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start { error, .. } => Some(error),
            Self::Option(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SetOptionError> for ClientError {
    fn from(error: SetOptionError) -> Self {
        Self::Option(error)
    }
}
