//! What the classes share: Python's own types, and boards as text.

use erawan_board::{AnyGame, Bitboard, Chess, Color, File, Piece, Rank, Rules, Square, with_game};
use erawan_notation::fen;
use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::line::{Line, Lines};

/// The module with the types that are written in Python.
pub(crate) fn types(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("erawan._types")
}

/// A set of squares as Python's.
pub(crate) fn square_set(py: Python<'_>, squares: Bitboard) -> PyResult<Bound<'_, PyAny>> {
    types(py)?.call_method1("SquareSet", (squares.0,))
}

/// Polyglot knows chess alone; zero for other games.
pub(crate) fn polyglot_key(game: &AnyGame<Lines>) -> u64 {
    game.get::<Chess>().map_or(0, |line| line.position().polyglot_key())
}

fn joined(mut square: impl FnMut(Square) -> String) -> String {
    let row = |rank: Rank, square: &mut dyn FnMut(Square) -> String| {
        File::ALL.map(|file| square(Square::new(file, rank))).join(" ")
    };
    let mut rows: Vec<String> = Rank::ALL.iter().map(|&rank| row(rank, &mut square)).collect();
    rows.reverse();
    rows.join("\n")
}

/// The board in rows of letters.
pub(crate) fn rows(game: &AnyGame<Lines>) -> String {
    fn letter<R: Rules>(line: &Line<R>, square: Square) -> Option<char> {
        line.position().piece_at(square).map(fen::piece_letter::<R>)
    }
    joined(|square| with_game!(game, line => letter(line, square)).unwrap_or('.').into())
}

/// The board in rows of figures.
pub(crate) fn figures(game: &AnyGame<Lines>, invert: bool, empty: &str) -> String {
    let white = ["♙", "♘", "♗", "♖", "♕", "♔"];
    let black = ["♟", "♞", "♝", "♜", "♛", "♚"];
    let figure = |piece: Piece| {
        let set = if (piece.color() == Color::White) != invert { white } else { black };
        set.get(piece.role().index()).copied().unwrap_or(empty).to_string()
    };
    joined(|square| {
        with_game!(game, line => line.position().piece_at(square))
            .map_or_else(|| empty.to_string(), figure)
    })
}
