//! What a board says about its squares, as masks and sets.

use erawan_board::{Bitboard, Color, Position, Role, Rules, Square, attacks, with_game};
use pyo3::prelude::*;

use crate::board::{Board, square};
use crate::line::Line;
use crate::piece::{self, color};
use crate::shared;

/// The squares of a mask, a set or numbers.
fn squares(squares: &Bound<'_, PyAny>) -> PyResult<Bitboard> {
    if let Ok(mask) = squares.extract::<u64>() {
        return Ok(Bitboard(mask));
    }
    let set = shared::squares(squares.py())?.call_method1("SquareSet", (squares,))?;
    set.getattr("mask")?.extract().map(Bitboard)
}

impl Board {
    fn mask(&self, role: Option<u8>, is_white: bool) -> Bitboard {
        let color = color(is_white);
        with_game!(&self.game, line => match role.map(piece::role) {
            None => line.position().by_color(color),
            Some(Some(role)) => line.position().pieces(color, role),
            Some(None) => Bitboard::EMPTY,
        })
    }

    fn by_role(&self, role: Role) -> u64 {
        with_game!(&self.game, line => line.position().by_role(role)).0
    }

    fn attackers_of(
        &self,
        is_white: bool,
        square: i64,
        occupied: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bitboard> {
        let square = self::square(square)?;
        let occupied = occupied.map(squares).transpose()?;
        Ok(with_game!(&self.game, line => {
            let position = line.position();
            let occupied = occupied.unwrap_or(position.occupied());
            position.attackers_of(color(is_white), square, occupied)
        }))
    }

    fn attacks_from(&self, square: Square) -> Bitboard {
        fn from<R: Rules>(line: &Line<R>, square: Square) -> Bitboard {
            let position = line.position();
            match position.piece_at(square) {
                None => Bitboard::EMPTY,
                Some(piece) => R::attacks(piece.color(), piece.role(), square, position.occupied()),
            }
        }
        with_game!(&self.game, line => from(line, square))
    }

    fn pin_of(&self, color: bool, square: i64) -> PyResult<Option<Bitboard>> {
        let square = self::square(square)?;
        Ok(with_game!(&self.game, line => pin(line.position(), self::color(color), square)))
    }
}

/// The line along which a square shields the king of a side, whatever stands there: all
/// between it and an attacker but for that square is empty.
fn pin<R: Rules>(position: &Position<R>, color: Color, square: Square) -> Option<Bitboard> {
    let king = position.king(color);
    let line = attacks::line(king, square);
    let others = position.occupied().without(square);
    let is_attacker = |from: Square| {
        attacks::between(from, king).contains(square)
            && position.piece_at(from).is_some_and(|piece| {
                R::attacks(piece.color(), piece.role(), from, others).contains(king)
            })
    };
    let attackers = line & position.by_color(!color);
    attackers.into_iter().any(is_attacker).then_some(line)
}

#[pymethods]
impl Board {
    /// The squares of all pawns, as a mask.
    #[getter]
    fn pawns(&self) -> u64 {
        self.by_role(Role::Pawn)
    }

    /// The squares of all knights, as a mask.
    #[getter]
    fn knights(&self) -> u64 {
        self.by_role(Role::Knight)
    }

    /// The squares of all bishops, or khons, as a mask.
    #[getter]
    fn bishops(&self) -> u64 {
        self.by_role(Role::Bishop)
    }

    /// The squares of all rooks, as a mask.
    #[getter]
    fn rooks(&self) -> u64 {
        self.by_role(Role::Rook)
    }

    /// The squares of all queens, or mets, as a mask.
    #[getter]
    fn queens(&self) -> u64 {
        self.by_role(Role::Queen)
    }

    /// The squares of both kings, as a mask.
    #[getter]
    fn kings(&self) -> u64 {
        self.by_role(Role::King)
    }

    /// The squares of Black's men and of White's, as masks.
    #[getter]
    fn occupied_co(&self) -> [u64; 2] {
        [self.mask(None, false).0, self.mask(None, true).0]
    }

    /// How many men there are.
    fn piece_count(&self) -> u32 {
        with_game!(&self.game, line => line.position().occupied()).len()
    }

    /// The rooks that may castle, as a mask: always those of `castling_rights`.
    fn clean_castling_rights(&self) -> u64 {
        with_game!(&self.game, line => line.position().castling_rooks()).0
    }

    /// The squares of a side's pieces of a type.
    fn pieces<'py>(
        &self,
        py: Python<'py>,
        piece_type: u8,
        color: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        shared::square_set(py, self.mask(Some(piece_type), color))
    }

    /// The squares of a side's pieces of a type, as a mask.
    fn pieces_mask(&self, piece_type: u8, color: bool) -> u64 {
        self.mask(Some(piece_type), color).0
    }

    /// The squares of all men of a side, as a mask.
    fn color_mask(&self, color: bool) -> u64 {
        self.mask(None, color).0
    }

    /// The squares from which a side attacks a square, with other men in the way if they
    /// are given.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers<'py>(
        &self,
        py: Python<'py>,
        color: bool,
        square: i64,
        occupied: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        shared::square_set(py, self.attackers_of(color, square, occupied)?)
    }

    /// The squares from which a side attacks a square, as a mask.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers_mask(
        &self,
        color: bool,
        square: i64,
        occupied: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        Ok(self.attackers_of(color, square, occupied)?.0)
    }

    /// True if a side attacks a square.
    #[pyo3(signature = (color, square, occupied=None))]
    fn is_attacked_by(
        &self,
        color: bool,
        square: i64,
        occupied: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        Ok(!self.attackers_of(color, square, occupied)?.is_empty())
    }

    /// The squares that the piece on a square attacks.
    fn attacks<'py>(&self, py: Python<'py>, square: i64) -> PyResult<Bound<'py, PyAny>> {
        shared::square_set(py, self.attacks_from(self::square(square)?))
    }

    /// The squares that the piece on a square attacks, as a mask.
    fn attacks_mask(&self, square: i64) -> PyResult<u64> {
        Ok(self.attacks_from(self::square(square)?).0)
    }

    /// The squares of the pieces that give check.
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let checkers = with_game!(&self.game, line => line.position().checkers());
        shared::square_set(py, checkers)
    }

    /// The squares of the pieces that give check, as a mask.
    fn checkers_mask(&self) -> u64 {
        with_game!(&self.game, line => line.position().checkers()).0
    }

    /// The line on which a square, or the man there, shields the king of a side; all
    /// squares if it does not.
    fn pin<'py>(&self, py: Python<'py>, color: bool, square: i64) -> PyResult<Bound<'py, PyAny>> {
        shared::square_set(py, self.pin_of(color, square)?.unwrap_or(Bitboard::ALL))
    }

    /// True if a square, or the man there, shields the king of a side.
    fn is_pinned(&self, color: bool, square: i64) -> PyResult<bool> {
        Ok(self.pin_of(color, square)?.is_some())
    }
}
