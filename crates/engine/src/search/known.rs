//! What the transposition table knows of a position, and what it is told.

use erawan_board::{Move, Position};

use super::Worker;
use super::draws::{likely_tt_key_after, plies_left};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::{self, Value, from_tt, to_tt};
use crate::tt::{Bound, Entry};

/// What the transposition table knows of a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) hit: Option<Entry>,
    /// The score as it is from here; [`score::NONE`] if there is none.
    pub(super) value: Value,
}

impl Known {
    /// The score, if it says enough for a window that begins at `beta`.
    #[inline(always)]
    pub(super) fn settled(&self, beta: Value) -> Option<Value> {
        let hit = self.hit?;
        (self.value != score::NONE && hit.bound.settles(self.value, beta)).then_some(self.value)
    }

    /// The best guess there is: the evaluation, or the score if it is known to
    /// lie beyond.
    #[inline(always)]
    pub(super) fn guess(&self, eval: Value) -> Value {
        match self.settled(eval + 1) {
            Some(value) if !score::is_decisive(value) => value,
            _ => eval,
        }
    }

    /// The best move, if it can be played. The check is not there for show: an
    /// entry may be that of another position. Its tag has sixteen bits, and two
    /// threads that write to one cluster at once can leave data under a tag of
    /// before, which fits with a chance of 2⁻¹⁶. A foreign score misleads the
    /// search a little; a foreign move would break the board.
    #[inline(always)]
    pub(super) fn best_move<R: Playable>(&self, position: &Position<R>) -> Option<Move> {
        self.hit.and_then(|hit| hit.best).filter(|&m| position.is_legal(m))
    }

    /// True if the position is known as one of the principal variation.
    #[inline(always)]
    pub(super) fn was_pv(&self) -> bool {
        self.hit.is_some_and(|hit| hit.was_pv)
    }
}

/// What a search has found out of a position.
pub(super) struct Found {
    pub(super) best: Option<Move>,
    pub(super) value: Value,
    /// The evaluation before correction, or [`score::NONE`].
    pub(super) raw: Value,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) was_pv: bool,
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Asks the transposition table.
    #[inline(always)]
    pub(super) fn look_up_tt(&self, position: &Position<R>, key: u64, ply: usize) -> Known {
        let hit = self.shared.tt.get(key);
        let value = hit.map_or(score::NONE, |hit| from_tt(hit.value, ply, plies_left(position)));
        Known { hit, value }
    }

    /// Tells the transposition table.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, ply: usize, found: Found) {
        let Found { best, value, raw, depth, bound, was_pv } = found;
        let entry = Entry { best, value: to_tt(value, ply), eval: raw, depth, bound, was_pv };
        self.shared.tt.put(key, entry);
    }

    /// Asks for the memory that the position after a move will need, while there is other
    /// work.
    #[inline(always)]
    pub(super) fn prefetch_after(&self, position: &Position<R>, m: Move) {
        self.shared.tt.prefetch(likely_tt_key_after(position, m));
    }
}
