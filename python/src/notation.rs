//! Moves of a board as text, read and written.

use erawan_board::{Move, Rules, Square, Variant, with_game};
use erawan_notation::san::{self, SanError};
use erawan_notation::uci::{self, CastlingNotation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::{Board, square};
use crate::errors::{IllegalMoveError, InvalidMoveError, of_san, of_uci};
use crate::line::Line;
use crate::moves::{PyMove, or_null};
use crate::piece;

/// A legal move or a null move of a text.
fn read<R: Rules>(line: &Line<R>, text: &str, is_uci: bool) -> PyResult<Option<Move>> {
    let position = line.position();
    let is_null = match is_uci {
        true => text == "0000",
        false => matches!(text, "--" | "Z0" | "0000" | "@@@@"),
    };
    if is_null {
        // As in check, where the king could be taken.
        return match position.in_check() {
            true => Err(IllegalMoveError::new_err("a null move while the king is in check")),
            false => Ok(None),
        };
    }
    let fen = || erawan_notation::fen::write(position);
    if text.trim() != text {
        return Err(InvalidMoveError::new_err(format!("{text:?} has spaces around it")));
    }
    match is_uci {
        true => uci::parse(position, text).map_err(|error| of_uci(error, text, &fen())),
        false => match san::parse(position, text) {
            Err(SanError::NullMove) => Err(InvalidMoveError::new_err(format!("{text:?}"))),
            other => other.map_err(|error| of_san(error, text, &fen())),
        },
    }
    .map(Some)
}

fn read_shown<R: Rules>(
    line: &Line<R>,
    text: &str,
    is_uci: bool,
    variant: Variant,
) -> PyResult<PyMove> {
    Ok(or_null::<R>(read(line, text, is_uci)?, variant))
}

impl Board {
    fn read(&self, text: &str, is_uci: bool) -> PyResult<PyMove> {
        with_game!(&self.game, line => read_shown(line, text, is_uci, self.variant))
    }

    fn read_and_push(&mut self, py: Python<'_>, text: &str, is_uci: bool) -> PyResult<Py<PyMove>> {
        let shown = Py::new(py, self.read(text, is_uci)?)?;
        with_game!(&mut self.game, line => {
            let m = shown.get().made();
            line.push(m, shown.clone_ref(py));
        });
        Ok(shown)
    }

    /// Writes a legal move or a null move.
    fn write(&self, m: &PyMove, long: bool) -> PyResult<String> {
        with_game!(&self.game, line => {
            let position = line.position();
            match m.find(position) {
                Some(m) if long => Ok(san::write_lan(position, m)),
                Some(m) => Ok(san::write(position, m)),
                None if m.is_null() => Ok("--".into()),
                None => {
                    let fen = erawan_notation::fen::write(position);
                    Err(IllegalMoveError::new_err(format!("{} is not legal in {fen}", m.uci())))
                }
            }
        })
    }
}

#[pymethods]
impl Board {
    /// The legal move that a text in algebraic notation means.
    fn parse_san(&self, san: &str) -> PyResult<PyMove> {
        self.read(san, false)
    }

    /// Plays the move that a text in algebraic notation means, and returns it.
    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Py<PyMove>> {
        self.read_and_push(py, san, false)
    }

    /// The legal move that a text such as e2e4 means.
    fn parse_uci(&self, uci: &str) -> PyResult<PyMove> {
        self.read(uci, true)
    }

    /// Plays the move that a text such as e2e4 means, and returns it.
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Py<PyMove>> {
        self.read_and_push(py, uci, true)
    }

    /// A legal move in algebraic notation, which is then played.
    fn san_and_push(&mut self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        let san = self.write(r#move.get(), false)?;
        self.push(r#move)?;
        Ok(san)
    }

    /// The legal move that a text of the protocol XBoard means: as parse_san.
    fn parse_xboard(&self, xboard: &str) -> PyResult<PyMove> {
        self.read(xboard, false)
    }

    /// Plays the move that a text of the protocol XBoard means, and returns it.
    fn push_xboard(&mut self, py: Python<'_>, xboard: &str) -> PyResult<Py<PyMove>> {
        self.read_and_push(py, xboard, false)
    }

    /// A move as the protocol XBoard spells it.
    #[pyo3(signature = (r#move, chess960=None))]
    fn xboard(&self, r#move: &Bound<'_, PyMove>, chess960: Option<bool>) -> String {
        let found = with_game!(&self.game, line => r#move.get().find(line.position()));
        match found.filter(|m| m.is_castle()) {
            Some(m) if chess960.unwrap_or(self.variant.is_chess960()) => {
                if m.is_short_castle() { "O-O" } else { "O-O-O" }.into()
            }
            Some(_) => self.uci(r#move, Some(false)),
            None => r#move.get().xboard(),
        }
    }

    /// A legal move in algebraic notation.
    fn san(&self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        self.write(r#move.get(), false)
    }

    /// A legal move in long algebraic notation.
    fn lan(&self, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
        self.write(r#move.get(), true)
    }

    /// A move as protocols spell it, with castling as in Chess960 or not.
    #[pyo3(signature = (r#move, *, chess960=None))]
    fn uci(&self, r#move: &Bound<'_, PyMove>, chess960: Option<bool>) -> String {
        fn spell<R: Rules>(line: &Line<R>, m: &PyMove, castling: CastlingNotation) -> String {
            m.find(line.position()).map_or_else(|| m.uci(), |m| uci::write::<R>(m, castling))
        }
        let castling = match chess960.unwrap_or(self.variant.is_chess960()) {
            true => CastlingNotation::Chess960,
            false => CastlingNotation::Standard,
        };
        with_game!(&self.game, line => spell(line, r#move.get(), castling))
    }

    /// A line of play from here in algebraic notation, with numbers.
    fn variation_san(&self, variation: Vec<Bound<'_, PyMove>>) -> PyResult<String> {
        with_game!(&self.game, line => {
            let mut position = *line.position();
            let mut words = Vec::new();
            for (index, m) in variation.iter().enumerate() {
                let Some(found) = m.get().find(&position) else {
                    let message = format!("illegal move in variation: {}", m.get().uci());
                    return Err(IllegalMoveError::new_err(message));
                };
                let san = san::write(&position, found);
                let number = position.fullmove_number();
                words.push(match (position.turn(), index) {
                    (erawan_board::Color::White, _) => format!("{number}. {san}"),
                    (erawan_board::Color::Black, 0) => format!("{number}...{san}"),
                    _ => san,
                });
                position = position.play_unchecked(found);
            }
            Ok(words.join(" "))
        })
    }

    /// The legal move between two squares; a pawn becomes a queen unless told.
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move(
        &self,
        from_square: i64,
        to_square: i64,
        promotion: Option<u8>,
    ) -> PyResult<PyMove> {
        fn find<R: Rules>(
            line: &Line<R>,
            (from, to): (Square, Square),
            promotion: Option<erawan_board::Role>,
            variant: Variant,
        ) -> Option<PyMove> {
            let position = line.position();
            let plain = position.find_move(from, to, promotion);
            let found = plain.or_else(|| {
                promotion
                    .is_none()
                    .then(|| position.find_move(from, to, R::PROMOTIONS.first().copied()))?
            })?;
            Some(PyMove::new::<R>(found, variant))
        }
        let squares = (square(from_square)?, square(to_square)?);
        let promotion = match promotion {
            None => None,
            Some(number) => Some(piece::role(number).ok_or_else(|| {
                PyValueError::new_err(format!("promotion must be from 1 to 6, not {number}"))
            })?),
        };
        with_game!(&self.game, line => find(line, squares, promotion, self.variant)).ok_or_else(
            || {
                let message = format!("no legal move from {} to {}", squares.0, squares.1);
                IllegalMoveError::new_err(format!("{message} in {}", self.usual_fen()))
            },
        )
    }
}
