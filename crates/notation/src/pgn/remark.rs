//! What is worth a word in a game that is read all the same.

use core::fmt;

use alloc::vec::Vec;

use super::result::GameResult;

/// Something in a good game that could not be kept, or that contradicts the
/// rest: which game, where, and what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The line in the file, from 1.
    pub line: u64,
    /// What there is to say.
    pub kind: RemarkKind,
}

/// What there is to say about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RemarkKind {
    /// A numeric annotation glyph beyond 255, which has no meaning. It is left
    /// out.
    GlyphTooLarge(u32),
    /// A sign that stands for no annotation glyph. It is left out.
    UnknownSign(char),
    /// The `Result` tag says one thing and the end of the moves another, which
    /// counts.
    ResultTag {
        /// What the tag says.
        tag: GameResult,
        /// What the moves end with.
        end: GameResult,
    },
    /// The moves end with one result, and the board shows another: mate or
    /// stalemate.
    ResultOnBoard {
        /// What the moves end with.
        end: GameResult,
        /// How the game ended on the board.
        board: GameResult,
    },
    /// The castling of the game is that of Chess960, and the tags say otherwise.
    /// It is read as Chess960.
    ReadAsChess960,
}

impl fmt::Display for RemarkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemarkKind::GlyphTooLarge(number) => {
                write!(f, "${number} is no annotation glyph (up to $255) and is left out")
            }
            RemarkKind::UnknownSign(sign) => {
                write!(f, "'{}' is no annotation glyph and is left out", sign.escape_debug())
            }
            RemarkKind::ResultTag { tag, end } => {
                write!(f, "the Result tag says {tag}, the moves end with {end}")
            }
            RemarkKind::ResultOnBoard { end, board } => {
                let how = if *board == GameResult::Draw { "stalemate" } else { "checkmate" };
                write!(f, "the moves end with {end}, but in {how}: {board}")
            }
            RemarkKind::ReadAsChess960 => {
                f.write_str("the castling fits Chess960 only, so the game is read as Chess960")
            }
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.kind)
    }
}

/// Remarks that wait to be asked for: no more than a few, whatever the file is.
#[derive(Default)]
pub(super) struct Remarks(Vec<Remark>);

impl Remarks {
    /// Enough to see what is the matter.
    const MOST: usize = 100;

    pub(super) fn add(&mut self, remark: Remark) {
        if self.0.len() < Remarks::MOST {
            self.0.push(remark);
        }
    }

    pub(super) fn take(&mut self) -> Vec<Remark> {
        core::mem::take(&mut self.0)
    }
}
