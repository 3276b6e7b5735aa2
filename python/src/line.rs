//! A line of play: every position of a game, and how it got there.

use erawan_board::{CountingKind, CountingMode, Move, PerGame, Position, Rules, Square, Tag};
use pyo3::prelude::*;

use crate::moves::{PyMove, is_zeroing};

/// A start position and what was played from it, null moves included.
pub(crate) struct Line<R: Rules> {
    /// The last is the one on the board. There is always one.
    positions: Vec<Position<R>>,
    pub(crate) moves: Vec<Py<PyMove>>,
    /// The square that the start's FEN names for taking en passant, whether a pawn
    /// can take there or not.
    pub(crate) stated_en_passant: Option<Square>,
}

/// [`Line`] as a [`PerGame`].
pub(crate) struct Lines;

impl PerGame for Lines {
    type Of<R: Rules> = Line<R>;
}

/// How a game has ended. The names are those of Python's `Termination`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    SeventyFiveMoves,
    FivefoldRepetition,
    FiftyMoves,
    ThreefoldRepetition,
    Counting,
}

impl End {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            End::Checkmate => "CHECKMATE",
            End::Stalemate => "STALEMATE",
            End::InsufficientMaterial => "INSUFFICIENT_MATERIAL",
            End::SeventyFiveMoves => "SEVENTYFIVE_MOVES",
            End::FivefoldRepetition => "FIVEFOLD_REPETITION",
            End::FiftyMoves => "FIFTY_MOVES",
            End::ThreefoldRepetition => "THREEFOLD_REPETITION",
            End::Counting => "COUNTING",
        }
    }
}

impl<R: Rules> Line<R> {
    pub(crate) fn new(start: Position<R>, stated_en_passant: Option<Square>) -> Line<R> {
        Line { positions: vec![start], moves: Vec::new(), stated_en_passant }
    }

    /// A copy with the last `plies` moves; all of them if none is given.
    pub(crate) fn copy(&self, py: Python<'_>, plies: Option<usize>) -> Line<R> {
        let kept = plies.map_or(self.moves.len(), |plies| plies.min(self.moves.len()));
        let first = self.moves.len() - kept;
        Line {
            positions: self.positions.get(first..).unwrap_or_default().to_vec(),
            moves: self.moves.iter().skip(first).map(|m| m.clone_ref(py)).collect(),
            stated_en_passant: if first == 0 {
                self.stated_en_passant
            } else {
                self.skipped(py, first - 1)
            },
        }
    }

    #[inline]
    pub(crate) fn position(&self) -> &Position<R> {
        &self.positions[self.positions.len() - 1]
    }

    /// The position after `moves` moves.
    pub(crate) fn position_at(&self, moves: usize) -> &Position<R> {
        self.positions.get(moves).unwrap_or(self.position())
    }

    pub(crate) fn start(&self) -> &Position<R> {
        &self.positions[0]
    }

    /// Plays a move that is legal; none is a null move.
    #[inline]
    pub(crate) fn push(&mut self, m: Option<Move>, shown: Py<PyMove>) {
        let next = match m {
            Some(m) => self.position().play_unchecked(m),
            None => self.position().play_null(),
        };
        self.positions.push(next);
        self.moves.push(shown);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Py<PyMove>> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }

    /// The square that the pawn of a move has passed over with its double step.
    fn skipped(&self, py: Python<'_>, index: usize) -> Option<Square> {
        let m = self.moves.get(index)?.bind(py).get();
        // The mover's own move, even if it was named by its squares alone.
        let m = m.find(self.positions.get(index)?)?;
        let middle = (m.from().index() + m.to().index()) / 2;
        (m.tag() == Tag::PawnDouble).then(|| Square::from_index(middle)).flatten()
    }

    /// The square that a pawn has just passed over, whether it can be taken there
    /// or not.
    pub(crate) fn en_passant_square(&self, py: Python<'_>) -> Option<Square> {
        match self.moves.len().checked_sub(1) {
            None => self.stated_en_passant,
            Some(last) => self.skipped(py, last),
        }
    }

    /// How often the position on the board was there, this time included.
    pub(crate) fn repetitions(&self) -> usize {
        self.repetitions_of(self.position(), 2)
    }

    /// How often a position is there with those of the line, from the last but
    /// `skip` on backwards.
    fn repetitions_of(&self, position: &Position<R>, skip: usize) -> usize {
        let reach = usize::from(position.halfmove_clock()) + skip;
        let earlier = self.positions.iter().rev().take(reach.saturating_sub(1)).skip(skip);
        1 + earlier.filter(|earlier| position.is_repetition_of(earlier)).count()
    }

    fn rules_plies(plies: u16) -> bool {
        R::CLAIM_PLIES.is_some_and(|limit| plies >= limit)
    }

    /// True after `factor` times fifty moves by each side without a capture or pawn
    /// move, unless the game has ended otherwise.
    fn is_long(&self, numerator: u16) -> bool {
        let clock = self.position().halfmove_clock();
        R::CLAIM_PLIES.is_some_and(|limit| clock >= limit / 2 * numerator)
            && self.position().has_legal_moves()
    }

    pub(crate) fn is_fifty_moves(&self) -> bool {
        self.is_long(2)
    }

    pub(crate) fn is_seventyfive_moves(&self) -> bool {
        self.is_long(3)
    }

    /// True if the fifty-move rule can be claimed now, or by announcing a move.
    pub(crate) fn can_claim_fifty_moves(&self) -> bool {
        let position = self.position();
        if self.is_fifty_moves() {
            return true;
        }
        Self::rules_plies(position.halfmove_clock().saturating_add(1))
            && position
                .legal_moves()
                .iter()
                .any(|&m| !is_zeroing(position, m) && position.play_unchecked(m).has_legal_moves())
    }

    /// True if a threefold repetition can be claimed now, or by announcing a move.
    pub(crate) fn can_claim_threefold_repetition(&self) -> bool {
        let position = self.position();
        self.repetitions() >= 3
            || position
                .legal_moves()
                .iter()
                .any(|&m| self.repetitions_of(&position.play_unchecked(m), 1) >= 3)
    }

    /// How the game has ended, if it has; with claims if they are made.
    pub(crate) fn end(&self, claim_draw: bool) -> Option<End> {
        let position = self.position();
        let has_moves = position.has_legal_moves();
        if !has_moves && position.in_check() {
            let counts_by_hand = position.counting().mode() == CountingMode::Manual
                && position.counting_kind() == Some(CountingKind::Board)
                && position.counting_side() == Some(!position.turn());
            return Some(if counts_by_hand { End::Counting } else { End::Checkmate });
        }
        if has_moves && position.counting().is_over() {
            return Some(End::Counting);
        }
        if position.is_insufficient_material() {
            return Some(End::InsufficientMaterial);
        }
        if !has_moves {
            return Some(End::Stalemate);
        }
        if self.is_seventyfive_moves() {
            return Some(End::SeventyFiveMoves);
        }
        match self.repetitions() {
            3.. if R::THREEFOLD_ENDS => return Some(End::ThreefoldRepetition),
            5.. => return Some(End::FivefoldRepetition),
            _ => {}
        }
        if claim_draw && self.can_claim_fifty_moves() {
            return Some(End::FiftyMoves);
        }
        (claim_draw && !R::THREEFOLD_ENDS && self.can_claim_threefold_repetition())
            .then_some(End::ThreefoldRepetition)
    }
}
