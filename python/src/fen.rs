//! Positions of a board as FEN and EPD.

use erawan_board::with_game;
use erawan_notation::fen;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::board::Board;

/// The module that reads and writes operations.
fn operations(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("erawan._epd")
}

impl Board {
    /// The FEN with what is asked for.
    fn fen_with(
        &self,
        py: Python<'_>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<String> {
        let mut style = fen::FenStyle::default();
        if shredder {
            style.castling = fen::CastlingStyle::Shredder;
        }
        style.promoted_marks = promoted.unwrap_or(style.promoted_marks);
        let text = with_game!(&self.game, line => fen::write_with(line.position(), &style));
        let square = match (en_passant, &self.game) {
            ("legal", _) => return Ok(text),
            ("fen", _) => self.ep(py),
            ("xfen", game) => self.ep(py).filter(|&square| {
                with_game!(game, line => {
                    let position = line.position();
                    let attackers =
                        position.attackers_of(position.turn(), square, position.occupied());
                    attackers.intersects(position.by_role(erawan_board::Role::Pawn))
                })
            }),
            _ => {
                let message = format!("en_passant must be legal, fen or xfen, not {en_passant:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let mut fields: Vec<String> = text.split(' ').map(String::from).collect();
        if let (Some(square), Some(field)) = (square, fields.get_mut(3)) {
            *field = square.to_string();
        }
        Ok(fields.join(" "))
    }
}

#[pymethods]
impl Board {
    /// The position as FEN. An en passant square is named if a pawn can legally take
    /// there ("legal"), after every double step ("fen") or if a pawn stands beside
    /// ("xfen"). In Makruk and its sisters promoted men are marked unless told otherwise;
    /// chess does not know which they are.
    #[pyo3(signature = (*, shredder=false, en_passant="legal", promoted=None))]
    fn fen(
        &self,
        py: Python<'_>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<String> {
        self.fen_with(py, shredder, en_passant, promoted)
    }

    /// The FEN with castling rights named by the files of the rooks.
    #[pyo3(signature = (*, en_passant="legal", promoted=None))]
    fn shredder_fen(
        &self,
        py: Python<'_>,
        en_passant: &str,
        promoted: Option<bool>,
    ) -> PyResult<String> {
        self.fen_with(py, true, en_passant, promoted)
    }

    /// The first field of the FEN.
    #[pyo3(signature = (*, promoted=Some(false)), text_signature = "($self, *, promoted=False)")]
    fn board_fen(&self, py: Python<'_>, promoted: Option<bool>) -> PyResult<String> {
        let fen = self.fen_with(py, false, "legal", promoted)?;
        Ok(fen.split(' ').next().unwrap_or_default().into())
    }

    /// The first four fields of the FEN, and operations: None, texts, numbers, moves, or
    /// several moves. Those of pv are a line, others are moves from here.
    #[pyo3(signature = (*, shredder=false, en_passant="legal", promoted=None, **operations))]
    fn epd(
        slf: &Bound<'_, Board>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let py = slf.py();
        let fen = slf.borrow().fen_with(py, shredder, en_passant, promoted)?;
        let mut epd = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        if let Some(operations) = operations {
            let written = self::operations(py)?.call_method1("write", (slf, operations))?;
            epd.push_str(&written.cast::<PyString>()?.to_cow()?);
        }
        Ok(epd)
    }

    /// Puts up the position of an EPD, and returns its operations.
    fn set_epd<'py>(slf: &Bound<'py, Board>, epd: &str) -> PyResult<Bound<'py, PyAny>> {
        operations(slf.py())?.call_method1("read", (slf, epd))
    }

    /// The position of an EPD, and its operations.
    #[classmethod]
    #[pyo3(signature = (epd, variant="chess", *, chess960=false))]
    fn from_epd<'py>(
        class: &Bound<'py, PyType>,
        epd: &str,
        variant: &str,
        chess960: bool,
    ) -> PyResult<(Bound<'py, Board>, Bound<'py, PyAny>)> {
        let board = Bound::new(class.py(), Board::create(None, variant, chess960)?)?;
        let operations = Board::set_epd(&board, epd)?;
        Ok((board, operations))
    }
}
