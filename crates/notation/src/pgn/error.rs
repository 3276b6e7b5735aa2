//! What can be wrong with a game.

use core::fmt::{self, Write};

use alloc::string::String;

use crate::fen::FenError;
use crate::san::SanError;
use crate::typography;

/// Something wrong with a game: which game, where, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The line in the file, from 1.
    pub line: u64,
    /// What is wrong.
    pub kind: GameErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameErrorKind {
    /// A brace comment is not closed before the next game or the end.
    UnterminatedComment,
    /// A variation is not closed before the next game or the end.
    UnterminatedVariation,
    /// A line that begins like a tag is none.
    MalformedTag,
    /// A tag's value has no closing quote.
    UnterminatedTag,
    /// A parenthesis closes what was not opened.
    UnexpectedVariationEnd,
    /// A variation begins where there is no move it could replace.
    VariationWithoutMove,
    /// Variations are nested deeper than [`Limits::depth`](super::Limits::depth).
    TooDeep,
    /// A byte that means nothing where it stands.
    UnexpectedByte(u8),
    /// A token is longer than [`Limits::token`](super::Limits::token).
    TokenTooLong,
    /// The game is longer than [`Limits::game`](super::Limits::game).
    GameTooLong,
    /// The `Variant` tag names a game that is not known here.
    UnknownVariant(String),
    /// The `FEN` tag is no position.
    Fen(FenError),
    /// A move is not legal, or not a move.
    Move {
        /// The move as it is written.
        text: MoveText,
        /// The number of the ply on its line of play, from 1.
        ply: u32,
        /// Why it is not a legal move.
        error: SanError,
    },
    /// A null move where the king is in check.
    NullMoveInCheck {
        /// The number of the ply on its line of play, from 1.
        ply: u32,
    },
    /// A visitor does not want the game, for reasons of its own.
    Rejected,
}

/// The beginning of a move's text, long enough to recognise it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveText {
    bytes: [u8; MoveText::LENGTH],
    length: u8,
    cut: bool,
}

impl MoveText {
    const LENGTH: usize = 20;

    /// Keeps the beginning of a text.
    pub fn new(text: &[u8]) -> MoveText {
        let mut bytes = [0; MoveText::LENGTH];
        let length = text.len().min(MoveText::LENGTH);
        for (byte, &from) in bytes.iter_mut().zip(text) {
            *byte = from;
        }
        MoveText { bytes, length: length as u8, cut: length < text.len() }
    }

    /// The bytes that were kept.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or(&self.bytes)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.as_bytes();
        // Half a character at the cut is left out.
        while let Some((c, length)) = typography::first_char(rest, !self.cut) {
            match c {
                _ if c.is_control() || c == '\\' || c == '"' => {
                    write!(f, "{}", c.escape_default())?
                }
                _ => f.write_char(c)?,
            }
            rest = rest.get(length..).unwrap_or(&[]);
        }
        if self.cut { f.write_str("…") } else { Ok(()) }
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl fmt::Display for GameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameErrorKind::UnterminatedComment => f.write_str("this comment is never closed"),
            GameErrorKind::UnterminatedVariation => f.write_str("this variation is never closed"),
            GameErrorKind::MalformedTag => {
                f.write_str("this is not a tag; one looks like [Name \"value\"]")
            }
            GameErrorKind::UnterminatedTag => {
                f.write_str("the value of this tag has no closing quote and bracket")
            }
            GameErrorKind::UnexpectedVariationEnd => {
                f.write_str("this parenthesis closes no variation")
            }
            GameErrorKind::VariationWithoutMove => {
                f.write_str("there is no move this variation could replace")
            }
            GameErrorKind::TooDeep => f.write_str("variations are nested too deep"),
            GameErrorKind::UnexpectedByte(byte) => {
                write!(f, "'{}' means nothing here", byte.escape_ascii())
            }
            GameErrorKind::TokenTooLong => f.write_str("this token is too long"),
            GameErrorKind::GameTooLong => f.write_str("this game is too long"),
            GameErrorKind::UnknownVariant(name) => write!(f, "the variant {name:?} is not known"),
            GameErrorKind::Fen(error) => write!(f, "in the FEN tag: {error}"),
            GameErrorKind::Move { text, ply, error } => write!(f, "{text} (ply {ply}): {error}"),
            GameErrorKind::NullMoveInCheck { ply } => {
                write!(f, "a null move (ply {ply}) while the king is in check")
            }
            GameErrorKind::Rejected => f.write_str("the game was not wanted"),
        }
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.kind)
    }
}

impl core::error::Error for GameError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            GameErrorKind::Fen(error) => Some(error),
            GameErrorKind::Move { error, .. } => Some(error),
            _ => None,
        }
    }
}
