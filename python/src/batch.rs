//! Many positions at once, however Python names them.

use erawan_board::{AnyGame, PerGame, Position, Rules, Strictness, Variant, with_game, with_rules};
use erawan_notation::fen;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

use crate::board::{Board, variant_named};

/// [`Position`] as a [`PerGame`].
pub(crate) struct Positions;

impl PerGame for Positions {
    type Of<R: Rules> = Position<R>;
}

/// A position of any game.
pub(crate) type AnyPosition = AnyGame<Positions>;

fn of<R: Rules>(position: &Position<R>) -> AnyPosition {
    AnyGame::of::<R>(*position)
}

/// The position of 32 bytes.
fn unpack(bytes: &[u8; 32], variant: Variant, index: usize) -> PyResult<AnyPosition> {
    with_rules!(variant, R => match Position::<R>::unpack(bytes) {
        Ok(position) => Ok(of(&position)),
        Err(error) => Err(PyValueError::new_err(format!("position {index}: {error}"))),
    })
}

fn one(item: &Bound<'_, PyAny>, variant: Variant, index: usize) -> PyResult<AnyPosition> {
    if let Ok(board) = item.cast::<Board>() {
        return Ok(with_game!(&board.borrow().game, line => of(line.position())));
    }
    if let Ok(text) = item.extract::<PyBackedStr>() {
        return with_rules!(variant, R => match fen::parse::<R>(&text, Strictness::Lenient) {
            Ok(position) => Ok(of(&position)),
            Err(error) => Err(PyValueError::new_err(format!("position {index}: {error}"))),
        });
    }
    if let Ok(bytes) = item.extract::<PyBackedBytes>() {
        let bytes = <&[u8; 32]>::try_from(&*bytes).map_err(|_| {
            let length = bytes.len();
            PyValueError::new_err(format!("position {index}: 32 bytes are wanted, not {length}"))
        })?;
        return unpack(bytes, variant, index);
    }
    Err(PyTypeError::new_err("positions are boards, FENs, or packed into 32 bytes each"))
}

/// All positions of an argument: a board or a FEN, many of them, or packed ones behind
/// each other.
pub(crate) fn collect(argument: &Bound<'_, PyAny>, variant: &str) -> PyResult<Vec<AnyPosition>> {
    let variant = variant_named(variant)?;
    if let Ok(bytes) = argument.extract::<PyBackedBytes>() {
        let (packed, rest) = bytes.as_chunks::<32>();
        if !rest.is_empty() {
            let message = format!("{} bytes are not packed positions of 32 each", bytes.len());
            return Err(PyValueError::new_err(message));
        }
        return packed.iter().enumerate().map(|(at, one)| unpack(one, variant, at)).collect();
    }
    if argument.is_instance_of::<Board>() || argument.is_instance_of::<pyo3::types::PyString>() {
        return Ok(vec![one(argument, variant, 0)?]);
    }
    argument.try_iter()?.enumerate().map(|(at, item)| one(&item?, variant, at)).collect()
}
