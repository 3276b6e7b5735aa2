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

/// The module with squares and sets of them.
pub(crate) fn squares(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("erawan._squares")
}

/// A set of squares as Python's.
pub(crate) fn square_set(py: Python<'_>, squares: Bitboard) -> PyResult<Bound<'_, PyAny>> {
    self::squares(py)?.call_method1("SquareSet", (squares.0,))
}

/// Polyglot knows chess alone; zero for other games.
pub(crate) fn polyglot_key(game: &AnyGame<Lines>) -> u64 {
    game.get::<Chess>().map_or(0, |line| line.position().polyglot_key())
}

/// Ranks and files of a board, the way they are seen by White, or by Black.
fn seen_by<T: Copy>(is_white: bool, ascending: [T; 8]) -> [T; 8] {
    let mut seen = ascending;
    if !is_white {
        seen.reverse();
    }
    seen
}

/// The board in rows of letters.
pub(crate) fn rows(game: &AnyGame<Lines>) -> String {
    fn letter<R: Rules>(line: &Line<R>, square: Square) -> Option<char> {
        line.position().piece_at(square).map(fen::piece_letter::<R>)
    }
    let letter = |square| with_game!(game, line => letter(line, square)).unwrap_or('.');
    let row = |rank| File::ALL.map(|file| letter(Square::new(file, rank)).to_string()).join(" ");
    seen_by(false, Rank::ALL).map(row).join("\n")
}

/// How a board is drawn by figures.
pub(crate) struct Figures<'a> {
    pub(crate) invert_color: bool,
    pub(crate) borders: bool,
    pub(crate) empty_square: &'a str,
    pub(crate) orientation: bool,
}

impl Figures<'_> {
    fn figure(&self, piece: Piece) -> &str {
        let white = ["♙", "♘", "♗", "♖", "♕", "♔"];
        let black = ["♟", "♞", "♝", "♜", "♛", "♚"];
        let set = if (piece.color() == Color::White) != self.invert_color { white } else { black };
        set.get(piece.role().index()).copied().unwrap_or(self.empty_square)
    }

    /// The board in rows, with a border if it is wanted.
    pub(crate) fn draw(&self, game: &AnyGame<Lines>) -> String {
        let files = seen_by(self.orientation, File::ALL);
        let figure = |square| {
            let piece = with_game!(game, line => line.position().piece_at(square));
            piece.map_or(self.empty_square, |piece| self.figure(piece))
        };
        let row = |rank: Rank| {
            let figures = files.map(|file| figure(Square::new(file, rank)));
            match self.borders {
                true => format!("{} |{}|", rank.index() + 1, figures.join("|")),
                false => figures.join(" "),
            }
        };
        let rows = seen_by(!self.orientation, Rank::ALL).map(row);
        if !self.borders {
            return rows.join("\n");
        }
        let border = format!("\n  {}\n", "-".repeat(17));
        let letters = files.map(|file| file.letter().to_string()).join(" ");
        format!("{}{}{border}   {letters}", &border[1..], rows.join(&border))
    }
}
