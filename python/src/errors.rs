//! What Python gets when something is wrong.

use erawan_notation::san::SanError;
use erawan_notation::uci::UciMoveError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(erawan, InvalidMoveError, PyValueError, "The text is not a move.");
create_exception!(erawan, IllegalMoveError, PyValueError, "The move is not legal here.");
create_exception!(erawan, AmbiguousMoveError, PyValueError, "The text fits several moves.");

/// What is wrong with a move in algebraic notation.
pub(crate) fn of_san(error: SanError, text: &str, fen: &str) -> PyErr {
    let message = format!("{text:?} in {fen}: {error}");
    match error {
        SanError::NotAMove => InvalidMoveError::new_err(message),
        SanError::Ambiguous { .. } => AmbiguousMoveError::new_err(message),
        _ => IllegalMoveError::new_err(message),
    }
}

/// What is wrong with a move as protocols spell it.
pub(crate) fn of_uci(error: UciMoveError, text: &str, fen: &str) -> PyErr {
    let message = format!("{text:?} in {fen}: {error}");
    match error {
        UciMoveError::NotAMove | UciMoveError::UnknownPromotion(..) => {
            InvalidMoveError::new_err(message)
        }
        // Nothing moves to where it is.
        _ if text.get(..2) == text.get(2..4) => InvalidMoveError::new_err(message),
        _ => IllegalMoveError::new_err(message),
    }
}
