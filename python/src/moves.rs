//! Moves as Python sees them: two squares and a promotion, without a position.

use std::hash::{DefaultHasher, Hash, Hasher};

use erawan_board::{File, Move, Role, Rules, Square, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::InvalidMoveError;
use crate::piece;

/// A move from a square to a square, and what a pawn becomes.
///
/// Squares are numbers from 0 (a1) to 63 (h8), pieces from 1 (pawn) to 6 (king).
#[pyclass(frozen, module = "erawan", name = "Move", freelist = 256)]
#[derive(Clone, Copy)]
pub(crate) struct PyMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// As Python numbers pieces; zero for none.
    promotion: u8,
    /// The letter of the promotion: a met is no queen.
    letter: u8,
    /// The move where it was made, so that it need not be looked for there: the bits
    /// of a [`Move`], or zero.
    bits: u16,
}

impl PyMove {
    /// The null move.
    pub(crate) const NULL: PyMove = PyMove { from: 0, to: 0, promotion: 0, letter: 0, bits: 0 };

    /// A legal move of a game.
    pub(crate) fn new<R: Rules>(m: Move, variant: Variant) -> PyMove {
        let is_two_step = !variant.is_chess960() && m.from().file() == File::E;
        let to = if is_two_step { m.king_target() } else { m.to() };
        let promotion = m.promotion();
        PyMove {
            from: m.from().index() as u8,
            to: to.index() as u8,
            promotion: promotion.map_or(0, piece::number),
            letter: promotion.map_or(0, piece::letter::<R>),
            bits: m.bits(),
        }
    }

    /// The legal move of a position that is meant, if there is one.
    pub(crate) fn find<R: Rules>(&self, position: &erawan_board::Position<R>) -> Option<Move> {
        if let Some(m) = Move::from_bits(self.bits)
            && position.is_legal(m)
        {
            return Some(m);
        }
        let square = |index: u8| Square::from_index(usize::from(index));
        let promotion = match self.promotion {
            0 => None,
            number => Some(piece::role(number)?),
        };
        position.find_move(square(self.from)?, square(self.to)?, promotion)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.key() == PyMove::NULL.key()
    }

    fn key(&self) -> (u8, u8, u8) {
        (self.from, self.to, self.promotion)
    }

    /// The move that made this one, if a board did.
    pub(crate) fn made(&self) -> Option<Move> {
        Move::from_bits(self.bits)
    }
}

/// A square from its two characters.
fn square(text: &str) -> Option<u8> {
    text.parse::<Square>().ok().map(|square| square.index() as u8)
}

fn checked(name: &str, square: i64) -> PyResult<u8> {
    u8::try_from(square)
        .ok()
        .filter(|square| *square < 64)
        .ok_or_else(|| PyValueError::new_err(format!("{name} must be from 0 to 63, not {square}")))
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn create(from_square: i64, to_square: i64, promotion: Option<i64>) -> PyResult<PyMove> {
        let promotion = match promotion {
            None => 0,
            Some(number @ 1..=6) => number as u8,
            Some(number) => {
                let message = format!("promotion must be from 1 to 6, not {number}");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(PyMove {
            from: checked("from_square", from_square)?,
            to: checked("to_square", to_square)?,
            promotion,
            letter: piece::role(promotion).map_or(0, piece::letter::<erawan_board::Chess>),
            bits: 0,
        })
    }

    /// The move that a text such as e2e4 or e7e8q spells; 0000 is the null move.
    #[classmethod]
    fn from_uci(_class: &Bound<'_, PyType>, uci: &str) -> PyResult<PyMove> {
        if uci == "0000" {
            return Ok(PyMove::NULL);
        }
        let invalid = || InvalidMoveError::new_err(format!("invalid uci: {uci:?}"));
        let (from, rest) = uci.split_at_checked(2).ok_or_else(invalid)?;
        let (to, letter) = rest.split_at_checked(2).ok_or_else(invalid)?;
        let from = square(from).ok_or_else(invalid)?;
        let to = square(to).ok_or_else(invalid)?;
        let (promotion, letter) = match letter.as_bytes() {
            [] => (0, 0),
            [letter] => (piece::promotion_of(*letter).ok_or_else(invalid)?, *letter),
            _ => return Err(invalid()),
        };
        if from == to {
            let message = format!("invalid uci (use 0000 for null moves): {uci:?}");
            return Err(InvalidMoveError::new_err(message));
        }
        Ok(PyMove { from, to, promotion, letter, bits: 0 })
    }

    /// The null move, which passes. It is false.
    #[classmethod]
    fn null(_class: &Bound<'_, PyType>) -> PyMove {
        PyMove::NULL
    }

    /// The square the piece leaves.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.from
    }

    /// The square the piece goes to.
    #[getter(to_square)]
    fn target(&self) -> u8 {
        self.to
    }

    /// What a pawn becomes, if it does.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        (self.promotion != 0).then_some(self.promotion)
    }

    /// The move as protocols spell it.
    pub(crate) fn uci(&self) -> String {
        if self.is_null() {
            return "0000".into();
        }
        let mut text = String::with_capacity(5);
        for square in [self.from, self.to] {
            text.push(char::from(b'a' + square % 8));
            text.push(char::from(b'1' + square / 8));
        }
        if self.promotion != 0 {
            text.push(char::from(self.letter));
        }
        text
    }

    /// The move as the protocol XBoard spells it.
    pub(crate) fn xboard(&self) -> String {
        if self.is_null() { "@@@@".into() } else { self.uci() }
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.uci())
    }

    fn __bool__(&self) -> bool {
        !self.is_null()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyMove>().is_ok_and(|other| other.get().key() == self.key())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMove>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_uci")?, (slf.get().uci(),)))
    }
}

/// A null move for Python, or the move of a game.
pub(crate) fn or_null<R: Rules>(m: Option<Move>, variant: Variant) -> PyMove {
    m.map_or(PyMove::NULL, |m| PyMove::new::<R>(m, variant))
}

/// True if a pawn moves or something is taken.
pub(crate) fn is_zeroing<R: Rules>(position: &erawan_board::Position<R>, m: Move) -> bool {
    m.role() == Role::Pawn || position.is_capture(m)
}
