//! What a board says about its position by the rules.

use erawan_board::{Bitboard, CastlingSide, Color, Move, Rules, with_game};
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::board::{Board, square};
use crate::legal::filtered;
use crate::line::{End, Line};
use crate::moves::{PyMove, is_zeroing};
use crate::piece::{self, color};
use crate::shared;

impl Board {
    /// True if a move is legal here.
    pub(crate) fn finds(&self, m: &PyMove) -> bool {
        with_game!(&self.game, line => m.find(line.position()).is_some())
    }

    /// Asks something about a move; false if it is not legal.
    fn ask(&self, m: &PyMove, question: impl Question) -> bool {
        fn on<R: Rules>(line: &Line<R>, m: &PyMove, question: impl Question) -> bool {
            m.find(line.position()).is_some_and(|m| question.ask(line, m))
        }
        with_game!(&self.game, line => on(line, m, question))
    }

    fn end(&self, claim_draw: bool) -> Option<End> {
        with_game!(&self.game, line => line.end(claim_draw))
    }

    fn winner(&self, end: End) -> Option<Color> {
        (end == End::Checkmate).then(|| !self.turn_color())
    }

    fn has_rook(&self, is_white: bool, side: CastlingSide) -> bool {
        let color = color(is_white);
        with_game!(&self.game, line => line.position().castling_rook(color, side).is_some())
    }
}

/// A question about a legal move, in whichever game.
trait Question {
    fn ask<R: Rules>(&self, line: &Line<R>, m: Move) -> bool;
}

struct IsCapture;
struct IsZeroing;
struct GivesCheck;
struct IsIrreversible;
struct IsEnPassant;
/// To one side, or to any.
struct IsCastling(Option<CastlingSide>);

impl Question for IsCapture {
    fn ask<R: Rules>(&self, line: &Line<R>, m: Move) -> bool {
        line.position().is_capture(m)
    }
}

impl Question for IsZeroing {
    fn ask<R: Rules>(&self, line: &Line<R>, m: Move) -> bool {
        is_zeroing(line.position(), m)
    }
}

impl Question for GivesCheck {
    fn ask<R: Rules>(&self, line: &Line<R>, m: Move) -> bool {
        line.position().gives_check(m)
    }
}

impl Question for IsIrreversible {
    fn ask<R: Rules>(&self, line: &Line<R>, m: Move) -> bool {
        let position = line.position();
        is_zeroing(position, m)
            || position.en_passant().is_some()
            || position.play_unchecked(m).castling_rooks() != position.castling_rooks()
    }
}

impl Question for IsEnPassant {
    fn ask<R: Rules>(&self, _: &Line<R>, m: Move) -> bool {
        m.is_en_passant()
    }
}

impl Question for IsCastling {
    fn ask<R: Rules>(&self, _: &Line<R>, m: Move) -> bool {
        let side = if m.is_short_castle() { CastlingSide::Short } else { CastlingSide::Long };
        m.is_castle() && self.0.is_none_or(|wanted| wanted == side)
    }
}

const ALL: u64 = u64::MAX;

#[pymethods]
impl Board {
    /// The legal moves from and to the squares of two masks.
    #[pyo3(signature = (from_mask=ALL, to_mask=ALL))]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: u64,
        to_mask: u64,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let masks = (Bitboard(from_mask), Bitboard(to_mask));
        with_game!(&self.game, line => filtered(py, line, self.variant, masks, |_| true))?
            .try_iter()
    }

    /// The legal moves that take something, from and to the squares of two masks.
    #[pyo3(signature = (from_mask=ALL, to_mask=ALL))]
    fn generate_legal_captures<'py>(
        &self,
        py: Python<'py>,
        from_mask: u64,
        to_mask: u64,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let masks = (Bitboard(from_mask), Bitboard(to_mask));
        with_game!(&self.game, line => {
            let captures = |m| line.position().is_capture(m);
            filtered(py, line, self.variant, masks, captures)
        })?
        .try_iter()
    }

    /// The legal moves that castle: from the king's square and to the rook's in two masks.
    #[pyo3(signature = (from_mask=ALL, to_mask=ALL))]
    fn generate_castling_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: u64,
        to_mask: u64,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let masks = (Bitboard(from_mask), Bitboard(to_mask));
        with_game!(&self.game, line => filtered(py, line, self.variant, masks, Move::is_castle))?
            .try_iter()
    }

    /// The legal moves that take en passant, from and to the squares of two masks.
    #[pyo3(signature = (from_mask=ALL, to_mask=ALL))]
    fn generate_legal_ep<'py>(
        &self,
        py: Python<'py>,
        from_mask: u64,
        to_mask: u64,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let masks = (Bitboard(from_mask), Bitboard(to_mask));
        with_game!(&self.game, line => filtered(py, line, self.variant, masks, Move::is_en_passant))?
            .try_iter()
    }

    /// True: others are not put on a board.
    #[staticmethod]
    fn is_valid() -> bool {
        true
    }

    /// True if a move can be played.
    fn is_legal(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.finds(r#move.get())
    }

    /// True if the side to move is in check.
    fn is_check(&self) -> bool {
        with_game!(&self.game, line => line.position().in_check())
    }

    /// True if the side to move is mated.
    fn is_checkmate(&self) -> bool {
        with_game!(&self.game, line => line.position().is_checkmate())
    }

    /// True if the side to move has no move and is not in check.
    fn is_stalemate(&self) -> bool {
        with_game!(&self.game, line => line.position().is_stalemate())
    }

    /// True if nobody can win with what is left.
    fn is_insufficient_material(&self) -> bool {
        with_game!(&self.game, line => line.position().is_insufficient_material())
    }

    /// True if a side cannot win with what is left.
    fn has_insufficient_material(&self, color: bool) -> bool {
        let color = self::color(color);
        with_game!(&self.game, line => line.position().is_insufficient_material_for(color))
    }

    /// True after seventy-five moves by each side without a capture or pawn move.
    fn is_seventyfive_moves(&self) -> bool {
        with_game!(&self.game, line => line.is_seventyfive_moves())
    }

    /// True after fifty moves by each side without a capture or pawn move.
    fn is_fifty_moves(&self) -> bool {
        with_game!(&self.game, line => line.is_fifty_moves())
    }

    /// True if the position is there for the count-th time.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> bool {
        with_game!(&self.game, line => line.repetitions() >= count)
    }

    /// True if the position is there for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    /// True if the side to move can claim a draw by fifty moves.
    fn can_claim_fifty_moves(&self) -> bool {
        with_game!(&self.game, line => line.can_claim_fifty_moves())
    }

    /// True if the side to move can claim a draw by threefold repetition.
    fn can_claim_threefold_repetition(&self) -> bool {
        with_game!(&self.game, line => line.can_claim_threefold_repetition())
    }

    /// True if the side to move can claim a draw.
    fn can_claim_draw(&self) -> bool {
        self.can_claim_fifty_moves() || self.can_claim_threefold_repetition()
    }

    /// True if the game is over.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.end(claim_draw).is_some()
    }

    /// How the game has ended, if it has.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        claim_draw: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(end) = self.end(claim_draw) else { return Ok(None) };
        let winner = self.winner(end).map(|winner| winner == Color::White);
        shared::types(py)?.call_method1("make_outcome", (end.name(), winner)).map(Some)
    }

    /// 1-0, 0-1, 1/2-1/2, or * while the game goes on.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        match self.end(claim_draw).map(|end| self.winner(end)) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(Color::White)) => "1-0",
            Some(Some(Color::Black)) => "0-1",
        }
    }

    /// True if a legal move takes something.
    fn is_capture(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), IsCapture)
    }

    /// True if a legal move takes something or moves a pawn.
    fn is_zeroing(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), IsZeroing)
    }

    /// True if the position cannot come back after a legal move: it takes something, moves
    /// a pawn, or gives up the right to castle or to take en passant.
    fn is_irreversible(&self, r#move: &Bound<'_, PyMove>) -> bool {
        let gives_up = r#move.get().is_null() && self.has_legal_en_passant();
        gives_up || self.ask(r#move.get(), IsIrreversible)
    }

    /// True if a legal move gives check.
    fn gives_check(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), GivesCheck)
    }

    /// True if a legal move takes en passant.
    fn is_en_passant(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), IsEnPassant)
    }

    /// True if a legal move castles.
    fn is_castling(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), IsCastling(None))
    }

    /// True if a legal move castles towards the h-file.
    fn is_kingside_castling(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), IsCastling(Some(CastlingSide::Short)))
    }

    /// True if a legal move castles towards the a-file.
    fn is_queenside_castling(&self, r#move: &Bound<'_, PyMove>) -> bool {
        self.ask(r#move.get(), IsCastling(Some(CastlingSide::Long)))
    }

    /// True if a pawn can legally take en passant.
    fn has_legal_en_passant(&self) -> bool {
        with_game!(&self.game, line => line.position().en_passant().is_some())
    }

    /// True if a side may still castle.
    fn has_castling_rights(&self, color: bool) -> bool {
        self.has_kingside_castling_rights(color) || self.has_queenside_castling_rights(color)
    }

    /// True if a side may still castle towards the h-file.
    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.has_rook(color, CastlingSide::Short)
    }

    /// True if a side may still castle towards the a-file.
    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.has_rook(color, CastlingSide::Long)
    }

    /// The type of the piece on a square, from 1 to 6.
    fn piece_type_at(&self, square: i64) -> PyResult<Option<u8>> {
        let square = self::square(square)?;
        Ok(with_game!(&self.game, line => line.position().role_at(square)).map(piece::number))
    }

    /// The colour of the piece on a square, true for White.
    fn color_at(&self, square: i64) -> PyResult<Option<bool>> {
        let square = self::square(square)?;
        let found = with_game!(&self.game, line => line.position().color_at(square));
        Ok(found.map(|color| color == Color::White))
    }

    /// The square of a king.
    fn king(&self, color: bool) -> usize {
        let color = self::color(color);
        with_game!(&self.game, line => line.position().king(color)).index()
    }
}
