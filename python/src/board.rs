//! Boards: positions with their history, for all games.

use erawan_board::{
    AnyGame, Bitboard, Chess, Color, Position, Role, Rules, Square, Strictness, Variant, chess960,
    with_game, with_rules,
};
use erawan_notation::{diagram::Diagram, fen};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};

use crate::errors::IllegalMoveError;
use crate::legal::LegalMoves;
use crate::line::{Line, Lines};
use crate::moves::PyMove;
use crate::perft;
use crate::piece::PyPiece;
use crate::shared::{self, Figures};

/// A position of chess, Chess960, Makruk, Ouk Chatrang or Makpong, with the moves that
/// led to it.
///
/// It is always a position that can be played: what cannot is a ValueError.
#[pyclass(module = "erawan", name = "Board")]
pub(crate) struct Board {
    pub(crate) game: AnyGame<Lines>,
    pub(crate) variant: Variant,
}

/// The game of a name.
pub(crate) fn variant_named(name: &str) -> PyResult<Variant> {
    Variant::from_name(name).ok_or_else(|| {
        let known = Variant::ALL.map(Variant::name).join(", ");
        PyValueError::new_err(format!("unknown variant {name:?}: the games are {known}"))
    })
}

/// A square's number, checked.
pub(crate) fn square(number: i64) -> PyResult<Square> {
    usize::try_from(number)
        .ok()
        .and_then(Square::from_index)
        .ok_or_else(|| PyIndexError::new_err(format!("squares are from 0 to 63, not {number}")))
}

impl Board {
    /// A board with this position.
    pub(crate) fn from_position<R: Rules>(position: Position<R>, variant: Variant) -> Board {
        Board { game: AnyGame::of::<R>(Line::new(position, None)), variant }
    }

    /// A board that begins where a FEN says.
    pub(crate) fn from_fen(text: Option<&str>, variant: Variant) -> PyResult<Board> {
        with_rules!(variant, R => {
            let (position, stated) = match text {
                None => (Position::<R>::startpos(), None),
                Some(text) => {
                    let position = fen::parse::<R>(text, Strictness::Lenient)
                        .map_err(|error| PyValueError::new_err(error.to_string()))?;
                    let fourth = text.split_whitespace().nth(3);
                    let stated = fourth.and_then(|square| square.parse().ok());
                    (position, stated.filter(|_| R::CASTLING_AND_DOUBLE_STEP))
                }
            };
            Ok(Board { game: AnyGame::of::<R>(Line::new(position, stated)), variant })
        })
    }

    fn of_number(scharnagl: u16) -> PyResult<Board> {
        if scharnagl >= chess960::COUNT {
            return Err(PyValueError::new_err("start positions are from 0 to 959"));
        }
        Ok(Board::from_position(Position::<Chess>::chess960(scharnagl), Variant::Chess960))
    }

    /// The FEN with its usual fields.
    pub(crate) fn usual_fen(&self) -> String {
        with_game!(&self.game, line => fen::write(line.position()))
    }

    pub(crate) fn turn_color(&self) -> Color {
        with_game!(&self.game, line => line.position().turn())
    }

    pub(crate) fn ep(&self, py: Python<'_>) -> Option<Square> {
        with_game!(&self.game, line => line.en_passant_square(py))
    }
}

#[pymethods]
impl Board {
    /// A board from a FEN, or from the start of its game.
    #[new]
    #[pyo3(signature = (fen=None, variant="chess", *, chess960=false))]
    pub(crate) fn create(fen: Option<&str>, variant: &str, chess960: bool) -> PyResult<Board> {
        let mut variant = variant_named(variant)?;
        if chess960 {
            variant = variant.with_free_castling().ok_or_else(|| {
                PyValueError::new_err(format!("{variant} has no castling to be free"))
            })?;
        }
        Board::from_fen(fen, variant)
    }

    /// The start position of that number, from 0 to 959.
    #[classmethod]
    fn from_chess960_pos(_class: &Bound<'_, PyType>, scharnagl: u16) -> PyResult<Board> {
        Board::of_number(scharnagl)
    }

    /// Puts up the start position of that number, and forgets the moves.
    fn set_chess960_pos(&mut self, scharnagl: u16) -> PyResult<()> {
        *self = Board::of_number(scharnagl)?;
        Ok(())
    }

    /// The number of this start position, if it is one.
    #[pyo3(signature = (*, ignore_turn=false, ignore_castling=false, ignore_counters=true))]
    fn chess960_pos(
        &self,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let position = self.game.get::<Chess>()?.position();
        let role = |square| position.role_at(square);
        let rank = Square::all().take(8).map(role).collect::<Option<Vec<_>>>()?;
        let number = chess960::number(rank.try_into().ok()?)?;
        let start = Position::<Chess>::chess960(number);
        let same_men = Color::ALL.into_iter().all(|color| {
            let men = Role::ALL.map(|role| position.pieces(color, role));
            men == Role::ALL.map(|role| start.pieces(color, role))
        });
        let is_start = same_men
            && (ignore_turn || position.turn() == Color::White)
            && (ignore_castling || position.castling_rooks() == start.castling_rooks())
            && (ignore_counters
                || (position.halfmove_clock(), position.fullmove_number()) == (0, 1));
        is_start.then_some(number)
    }

    /// The position that was packed into 32 bytes.
    #[classmethod]
    #[pyo3(signature = (packed, variant="chess"))]
    fn unpack(_class: &Bound<'_, PyType>, packed: &[u8], variant: &str) -> PyResult<Board> {
        let variant = variant_named(variant)?;
        let bytes = <&[u8; 32]>::try_from(packed).map_err(|_| {
            PyValueError::new_err(format!("a packed position has 32 bytes, not {}", packed.len()))
        })?;
        with_rules!(variant, R => match Position::<R>::unpack(bytes) {
            Ok(position) => Ok(Board::from_position(position, variant)),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        })
    }

    /// The position in 32 bytes.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        with_game!(&self.game, line => match line.position().pack() {
            Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        })
    }

    /// The name of the game.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// True if castling is written as the king taking its rook.
    #[getter]
    fn chess960(&self) -> bool {
        self.variant.is_chess960()
    }

    /// True if it is White's move.
    #[getter]
    fn turn(&self) -> bool {
        self.turn_color() == Color::White
    }

    /// The number of the move, from 1, counted up after Black's.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        with_game!(&self.game, line => line.position().fullmove_number())
    }

    /// The plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        with_game!(&self.game, line => line.position().halfmove_clock())
    }

    /// The plies since the game began, by the number of the move.
    fn ply(&self) -> u32 {
        2 * (u32::from(self.fullmove_number()).max(1) - 1) + u32::from(!self.turn())
    }

    /// The square a pawn has just passed over with its double step.
    #[getter]
    fn ep_square(&self, py: Python<'_>) -> Option<usize> {
        self.ep(py).map(Square::index)
    }

    /// The rooks that may castle, as a mask.
    #[getter]
    fn castling_rights(&self) -> u64 {
        with_game!(&self.game, line => line.position().castling_rooks().0)
    }

    /// All men, as a mask.
    #[getter]
    fn occupied(&self) -> u64 {
        with_game!(&self.game, line => line.position().occupied().0)
    }

    /// Our 64-bit key: equal positions have equal ones, in every version.
    #[getter]
    fn key(&self) -> u64 {
        with_game!(&self.game, line => line.position().key())
    }

    /// The key of Polyglot's opening books.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        shared::polyglot_key(&self.game)
    }

    /// The moves that can be played now.
    #[getter]
    fn legal_moves(slf: &Bound<'_, Board>) -> LegalMoves {
        LegalMoves { board: slf.clone().unbind() }
    }

    /// The moves that were played, the first one first.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        with_game!(&self.game, line => PyList::new(py, line.moves.iter().map(|m| m.clone_ref(py))))
    }

    /// Plays a move. One that is not legal is an IllegalMoveError.
    #[pyo3(name = "push")]
    pub(crate) fn push(&mut self, r#move: &Bound<'_, PyMove>) -> PyResult<()> {
        let shown = r#move.get();
        with_game!(&mut self.game, line => {
            match shown.find(line.position()) {
                Some(m) => line.push(Some(m), r#move.clone().unbind()),
                None if shown.is_null() && !line.position().in_check() => {
                    line.push(None, r#move.clone().unbind());
                }
                None => {
                    let fen = fen::write(line.position());
                    let message = format!("{} is not legal in {fen}", shown.uci());
                    return Err(IllegalMoveError::new_err(message));
                }
            }
        });
        Ok(())
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<Py<PyMove>> {
        with_game!(&mut self.game, line => line.pop())
            .ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        with_game!(&self.game, line => line.moves.last().map(|m| m.clone_ref(py)))
            .ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// The board as it was before all moves.
    fn root(&self) -> Board {
        with_game!(&self.game, line => {
            let mut root = Board::from_position(*line.start(), self.variant);
            with_game!(&mut root.game, copy => copy.stated_en_passant = line.stated_en_passant);
            root
        })
    }

    /// Puts up the start position of the game and forgets the moves.
    fn reset(&mut self) -> PyResult<()> {
        *self = Board::from_fen(None, self.variant)?;
        Ok(())
    }

    /// Puts up the position of a FEN and forgets the moves.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        *self = Board::from_fen(Some(fen), self.variant)?;
        Ok(())
    }

    /// Forgets the moves and keeps the position.
    fn clear_stack(&mut self, py: Python<'_>) {
        with_game!(&mut self.game, line => *line = line.copy(py, Some(0)));
    }

    /// A copy with all moves, none (False) or that many of the last.
    #[pyo3(signature = (*, stack=None))]
    fn copy(&self, py: Python<'_>, stack: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        let plies =
            match stack {
                None => None,
                Some(stack) if stack.is_instance_of::<pyo3::types::PyBool>() => {
                    if stack.is_truthy()? { None } else { Some(0) }
                }
                Some(stack) => Some(stack.extract::<usize>()?),
            };
        fn of<R: Rules>(copy: Line<R>) -> AnyGame<Lines> {
            AnyGame::of::<R>(copy)
        }
        let game = with_game!(&self.game, line => of(line.copy(py, plies)));
        Ok(Board { game, variant: self.variant })
    }

    /// The piece on a square.
    fn piece_at(&self, square: i64) -> PyResult<Option<PyPiece>> {
        fn at<R: Rules>(line: &Line<R>, square: Square) -> Option<PyPiece> {
            line.position().piece_at(square).map(PyPiece::new::<R>)
        }
        let square = self::square(square)?;
        Ok(with_game!(&self.game, line => at(line, square)))
    }

    /// All pieces of a mask by their squares.
    #[pyo3(signature = (*, mask=u64::MAX))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: u64) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for square in Square::all().rev().filter(|&square| Bitboard(mask).contains(square)) {
            if let Some(piece) = self.piece_at(square.index() as i64)? {
                map.set_item(square.index(), piece)?;
            }
        }
        Ok(map)
    }

    /// Counts the lines of play of that many plies. Ctrl-C ends it.
    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        with_game!(&self.game, line => perft::count(py, line.position(), depth, threads))
    }

    /// The board as letters, White below.
    fn __str__(&self) -> String {
        shared::rows(&self.game)
    }

    /// The board as figures of chess: White below, or whoever the orientation names.
    #[pyo3(signature = (*, invert_color=false, borders=false, empty_square="⭘", orientation=true))]
    fn unicode(
        &self,
        invert_color: bool,
        borders: bool,
        empty_square: &str,
        orientation: bool,
    ) -> String {
        let figures = Figures { invert_color, borders, empty_square, orientation };
        figures.draw(&self.game)
    }

    fn __repr__(&self) -> String {
        let fen = self.usual_fen();
        match self.variant {
            variant if variant == variant.rules() && variant.pgn_name().is_none() => {
                format!("Board('{fen}')")
            }
            variant => format!("Board('{fen}', '{variant}')"),
        }
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        with_game!(&self.game, line => {
            let mut diagram = Diagram::new(line.position());
            if let Some(m) = line.moves.last().and_then(|m| m.bind(py).get().made()) {
                diagram = diagram.last_move(m);
            }
            diagram.svg()
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        fn same<R: Rules>(line: &Line<R>, other: &AnyGame<Lines>) -> bool {
            other.get::<R>().is_some_and(|other| other.position() == line.position())
        }
        let Ok(other) = other.cast::<Board>() else { return false };
        let other = other.borrow();
        self.variant == other.variant && with_game!(&self.game, line => same(line, &other.game))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Board> {
        self.copy(py, None)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Board> {
        self.copy(py, None)
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, &'static str, Vec<String>))> {
        let rebuild = py.import("erawan._types")?.getattr("rebuild_board")?;
        let (root, moves) = with_game!(&self.game, line => {
            let moves = line.moves.iter().map(|m| m.bind(py).get().uci()).collect();
            (fen::write(line.start()), moves)
        });
        Ok((rebuild, (root, self.variant.name(), moves)))
    }
}
