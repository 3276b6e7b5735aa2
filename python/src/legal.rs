//! The legal moves of a board, as a view that follows it.

use erawan_board::{Bitboard, Move, MoveList, Rules, Variant, with_game};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::board::Board;
use crate::line::Line;
use crate::moves::PyMove;

/// The legal moves of a board, as it is when they are asked for.
#[pyclass(frozen, module = "erawan")]
pub(crate) struct LegalMoves {
    pub(crate) board: Py<Board>,
}

/// Moves as Python's.
pub(crate) fn list<'py, R: Rules>(
    py: Python<'py>,
    moves: impl ExactSizeIterator<Item = Move>,
    variant: Variant,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.map(|m| PyMove::new::<R>(m, variant)))
}

fn generate<R: Rules>(line: &Line<R>) -> MoveList {
    line.position().legal_moves()
}

fn listed<'py, R: Rules>(
    py: Python<'py>,
    line: &Line<R>,
    variant: Variant,
) -> PyResult<Bound<'py, PyList>> {
    list::<R>(py, generate(line).iter().copied(), variant)
}

/// The moves from and to squares of two masks that pass a test.
pub(crate) fn filtered<'py, R: Rules>(
    py: Python<'py>,
    line: &Line<R>,
    variant: Variant,
    (from, to): (Bitboard, Bitboard),
    passes: impl Fn(Move) -> bool,
) -> PyResult<Bound<'py, PyList>> {
    let moves: Vec<Move> = generate(line)
        .iter()
        .copied()
        .filter(|m| from.contains(m.from()))
        // Castling goes to the rook's square.
        .filter(|m| to.contains(m.to()))
        .filter(|&m| passes(m))
        .collect();
    list::<R>(py, moves.into_iter(), variant)
}

#[pymethods]
impl LegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let board = self.board.bind(py).borrow();
        with_game!(&board.game, line => listed(py, line, board.variant))?.try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        let board = self.board.bind(py).borrow();
        with_game!(&board.game, line => line.position().count_legal_moves())
    }

    /// How many there are.
    fn count(&self, py: Python<'_>) -> usize {
        self.__len__(py)
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        let board = self.board.bind(py).borrow();
        with_game!(&board.game, line => line.position().has_legal_moves())
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> bool {
        let board = self.board.bind(py).borrow();
        r#move.cast::<PyMove>().is_ok_and(|m| board.finds(m.get()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let board = self.board.bind(py).borrow();
        let names = with_game!(&board.game, line => {
            let position = line.position();
            let moves = position.legal_moves();
            let names = moves.iter().map(|&m| erawan_notation::san::write(position, m));
            names.collect::<Vec<_>>().join(", ")
        });
        format!("<LegalMoves ({names})>")
    }
}
