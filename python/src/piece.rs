//! Pieces as Python numbers and shows them.

use erawan_board::{Chess, Color, Makruk, Piece, Role, Rules};
use erawan_notation::fen;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// Pawn is 1, king is 6.
pub(crate) fn number(role: Role) -> u8 {
    role.index() as u8 + 1
}

/// The role behind a number.
pub(crate) fn role(number: u8) -> Option<Role> {
    Role::from_index(usize::from(number).checked_sub(1)?)
}

/// The small letter of a role in a game.
pub(crate) fn letter<R: Rules>(role: Role) -> u8 {
    fen::piece_letter::<R>(Piece::new(Color::Black, role)) as u8
}

/// What the last letter of a move makes of a pawn, in any of the games.
pub(crate) fn promotion_of(wanted: u8) -> Option<u8> {
    fn in_game<R: Rules>(wanted: u8) -> Option<u8> {
        Role::ALL.into_iter().find(|role| letter::<R>(*role) == wanted).map(number)
    }
    in_game::<Chess>(wanted).or_else(|| in_game::<Makruk>(wanted))
}

/// True is White.
pub(crate) fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// A piece: its type from 1 (pawn) to 6 (king) and its colour, true for White.
///
/// Khon and met of Makruk sit in the seats of bishop (3) and queen (5).
#[pyclass(frozen, module = "erawan", name = "Piece")]
#[derive(Clone, Copy)]
pub(crate) struct PyPiece {
    kind: u8,
    is_white: bool,
    letter: u8,
}

impl PyPiece {
    /// A piece of a game.
    pub(crate) fn new<R: Rules>(piece: Piece) -> PyPiece {
        PyPiece {
            kind: number(piece.role()),
            is_white: piece.color() == Color::White,
            letter: fen::piece_letter::<R>(piece) as u8,
        }
    }
}

#[pymethods]
impl PyPiece {
    #[new]
    fn create(piece_type: u8, color: bool) -> PyResult<PyPiece> {
        let Some(role) = role(piece_type) else {
            let message = format!("piece_type must be from 1 to 6, not {piece_type}");
            return Err(PyValueError::new_err(message));
        };
        Ok(PyPiece::new::<Chess>(Piece::new(self::color(color), role)))
    }

    /// The piece of a letter of chess: P, N, B, R, Q, K, small for Black.
    #[classmethod]
    fn from_symbol(_class: &Bound<'_, PyType>, symbol: &str) -> PyResult<PyPiece> {
        let mut letters = symbol.chars();
        let piece = match (letters.next(), letters.next()) {
            (Some(letter), None) => fen::piece_from_letter::<Chess>(letter),
            _ => None,
        };
        piece
            .map(PyPiece::new::<Chess>)
            .ok_or_else(|| PyValueError::new_err(format!("{symbol:?} is no piece")))
    }

    /// From 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        self.kind
    }

    /// True for White.
    #[getter]
    fn color(&self) -> bool {
        self.is_white
    }

    /// The letter of the piece in its game, small for Black.
    fn symbol(&self) -> String {
        char::from(self.letter).into()
    }

    /// The piece as a figure of chess.
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> String {
        let white = ['♙', '♘', '♗', '♖', '♕', '♔'];
        let black = ['♟', '♞', '♝', '♜', '♛', '♚'];
        let set = if self.is_white != invert_color { white } else { black };
        set.get(usize::from(self.kind) - 1).copied().unwrap_or('?').into()
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPiece>().is_ok_and(|other| {
            (other.get().kind, other.get().is_white) == (self.kind, self.is_white)
        })
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.kind) - 1 + if self.is_white { 0 } else { 6 }
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyPiece>) -> (Bound<'py, PyType>, (u8, bool)) {
        (slf.get_type(), (slf.get().kind, slf.get().is_white))
    }
}
