//! What a position is worth, before any search.

use erawan_board::{Move, Position, Role, Rules};

/// No evaluation is beyond this, in either direction.
pub const LIMIT: i32 = 20_000;

/// Anything that can put a number to a position.
///
/// A search calls [`push`](Evaluator::push) for every move it plays and
/// [`pop`](Evaluator::pop) for every one it takes back, so that an evaluator
/// that keeps something up to date (a network's first layer) can do so. One
/// that looks at each position afresh leaves them alone.
pub trait Evaluator<R: Rules> {
    /// The worth of the position for the side to move in centipawns, within
    /// ±[`LIMIT`].
    fn evaluate(&mut self, position: &Position<R>) -> i32;

    /// The search is about to play `m` in the position `before`.
    fn push(&mut self, before: &Position<R>, m: Move) {
        let _ = (before, m);
    }

    /// The search takes the last move pushed back.
    fn pop(&mut self) {}
}

/// The evaluation by hand-written rules, for every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandWritten;

impl<R: Rules> Evaluator<R> for HandWritten {
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let us = position.turn();
        let score: i32 = Role::ALL
            .into_iter()
            .map(|role| {
                let count = |color| position.pieces(color, role).len() as i32;
                crate::see::worth::<R>(role) * (count(us) - count(!us))
            })
            .sum();
        score.clamp(-LIMIT, LIMIT)
    }
}
