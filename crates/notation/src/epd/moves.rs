//! The moves that operations name.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use erawan_board::{Move, Position, Rules};

use super::Epd;
use crate::san::{self, SanError};

/// An operand that should be a move and is none.
///
/// ```
/// use erawan_board::{Chess, Strictness};
/// use erawan_notation::epd::Epd;
///
/// let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh9;";
/// let epd = Epd::<Chess>::parse(line, Strictness::Strict).unwrap();
/// let error = epd.best_moves().unwrap_err();
/// assert_eq!(error.to_string(), "bm, operand 2, 'Rh9': this is not a move");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EpdMoveError {
    /// The operation's opcode.
    pub opcode: String,
    /// Which of its operands, from 1.
    pub operand: usize,
    /// The operand as it is written.
    pub text: String,
    /// Why it is not a legal move.
    pub error: SanError,
}

impl fmt::Display for EpdMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EpdMoveError { opcode, operand, text, error } = self;
        write!(f, "{opcode}, operand {operand}, '{}': {error}", text.escape_debug())
    }
}

impl core::error::Error for EpdMoveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl<R: Rules> Epd<R> {
    /// `bm`: the best moves; none if nothing is said about them. The texts are
    /// `texts("bm")`.
    ///
    /// ```
    /// use erawan_board::{Chess, Strictness};
    /// use erawan_notation::epd::Epd;
    ///
    /// let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; pv Rh8+ Ke7 Rh7+;";
    /// let epd = Epd::<Chess>::parse(line, Strictness::Strict).unwrap();
    /// let moves = |moves: Vec<erawan_board::Move>| {
    ///     moves.iter().map(|m| m.to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(moves(epd.best_moves().unwrap()), ["e1g1", "h1h8"]);
    /// assert_eq!(moves(epd.avoid_moves().unwrap()), [""; 0]);
    /// assert_eq!(moves(epd.principal_variation().unwrap()), ["h1h8", "e8e7", "h8h7"]);
    /// ```
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.moves("bm")
    }

    /// `am`: the moves to avoid.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.moves("am")
    }

    /// `pv`: the line expected, each move in the position after the one before.
    pub fn principal_variation(&self) -> Result<Vec<Move>, EpdMoveError> {
        self.line("pv")
    }

    /// The operands of an operation as moves in the position, alternatives to
    /// each other.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdMoveError> {
        self.resolve(opcode, |_, _| {})
    }

    /// The operands of an operation as moves that follow each other.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, EpdMoveError> {
        self.resolve(opcode, |position, m| *position = position.play_unchecked(m))
    }

    fn resolve(
        &self,
        opcode: &str,
        then: impl Fn(&mut Position<R>, Move),
    ) -> Result<Vec<Move>, EpdMoveError> {
        let mut position = self.position;
        let mut moves = Vec::new();
        for (operand, text) in (1..).zip(self.texts(opcode)) {
            let m = san::parse(&position, text).map_err(|error| EpdMoveError {
                opcode: opcode.to_owned(),
                operand,
                text: text.to_owned(),
                error,
            })?;
            then(&mut position, m);
            moves.push(m);
        }
        Ok(moves)
    }
}
