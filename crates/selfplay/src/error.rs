//! What can be wrong with a file of games.

use std::fmt;
use std::io;

use erawan_board::Move;

use crate::board::PackError;
use crate::game::{GameResult, Reason};

/// Why a chunk could not be read. Every case but the first names the byte of
/// the file where the chunk begins.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be read.
    Io(io::Error),
    /// The file ends before the chunk does; everything before it is good.
    CutOff(u64),
    /// There is no chunk here.
    Magic(u64),
    /// The chunk claims to be longer than any is.
    Length(u64, u32),
    /// The checksum is not that of the chunk.
    Checksum(u64),
    /// The header has a value without a meaning.
    Header(u64, &'static str),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::CutOff(at) => write!(f, "byte {at}: the last chunk is cut off"),
            ReadError::Magic(at) => write!(f, "byte {at}: no chunk of games begins here"),
            ReadError::Length(at, length) => {
                write!(f, "byte {at}: a chunk of {length} bytes is longer than any is")
            }
            ReadError::Checksum(at) => write!(f, "byte {at}: the chunk's checksum is wrong"),
            ReadError::Header(at, what) => write!(f, "byte {at}: the chunk's {what} is unknown"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameFault {
    /// The chunk ends before the game does.
    CutOff,
    /// The chunk goes on behind its last game.
    Surplus(usize),
    /// No such result.
    Result(u8),
    /// No such reason.
    Reason(u8),
    /// Sixteen bits that are no move.
    Move(u16),
    /// Bits that should be zero are set.
    Padding,
    /// The start position is none.
    Start(PackError),
    /// A move at this ply (from 0) is not legal.
    Illegal(usize, Move),
    /// The game goes on at this ply although it is over.
    GoesOn(usize, Reason),
    /// The game ends without a reason.
    NotOver,
    /// The game ended otherwise than the record says.
    Ending {
        /// How it really ended.
        found: (GameResult, Reason),
        /// What the record says.
        recorded: (GameResult, Reason),
    },
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::CutOff => f.write_str("the chunk ends inside the game"),
            GameFault::Surplus(bytes) => write!(f, "{bytes} bytes follow the last game"),
            GameFault::Result(code) => write!(f, "{code} is no result"),
            GameFault::Reason(code) => write!(f, "{code} is no reason for an end"),
            GameFault::Move(bits) => write!(f, "the bits {bits:#06x} are no move"),
            GameFault::Padding => f.write_str("bits that should be zero are set"),
            GameFault::Start(error) => write!(f, "the start position: {error}"),
            GameFault::Illegal(ply, m) => write!(f, "ply {ply}: {m} is not legal"),
            GameFault::GoesOn(ply, reason) => {
                write!(f, "ply {ply}: the game goes on after its end ({})", reason.name())
            }
            GameFault::NotOver => f.write_str("the game ends without a reason"),
            GameFault::Ending { found, recorded } => write!(
                f,
                "the game ended with {:?} by {}, not with {:?} by {}",
                found.0,
                found.1.name(),
                recorded.0,
                recorded.1.name()
            ),
        }
    }
}

impl std::error::Error for GameFault {}
