//! What a position is worth to the search before it looks at any move.

use erawan_board::Position;

use super::Worker;
use super::known::Known;
use super::node::Node;
use crate::eval::{AS_GOOD_AS_WON, Evaluator};
use crate::games::Playable;
use crate::score::{self, Value};
use crate::tt::only_eval;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// The evaluation of a node, from the transposition table if it is there.
    #[inline(always)]
    pub(super) fn evaluate_node(&mut self, node: &mut Node<'_, R>, key: u64) {
        let ply = node.ply;
        if node.in_check {
            self.frame_mut(ply).eval = None;
        } else if node.excluded.is_some() {
            node.eval = self.frame(ply).eval.unwrap_or(0);
        } else {
            let (raw, corrected) = self.evaluate_known(node.position, ply, &node.known);
            node.raw = raw;
            if node.known.hit.is_none() {
                self.shared.tt.put(key, only_eval(raw));
            }
            self.frame_mut(ply).eval = Some(corrected);
            node.eval = node.known.guess(corrected);
        }
        node.static_eval = self.frame(ply).eval;
        node.improving = match (node.static_eval, self.frames[ply + super::BEFORE - 2].eval) {
            (Some(now), Some(before)) if ply >= 2 => now > before,
            _ => false,
        };
    }

    /// The evaluation, as it is and corrected by experience, from the
    /// transposition table if it is there.
    #[inline(always)]
    pub(super) fn evaluate_known(
        &mut self,
        position: &Position<R>,
        ply: usize,
        known: &Known,
    ) -> (Value, Value) {
        match known.hit {
            Some(hit) if hit.eval != score::NONE => {
                (hit.eval, self.corrected(position, ply, hit.eval))
            }
            _ => self.evaluate(position, ply),
        }
    }

    /// The evaluation, as it is and corrected by experience.
    pub(super) fn evaluate(&mut self, position: &Position<R>, ply: usize) -> (Value, Value) {
        let raw = self.evaluator.evaluate(position).clamp(1 - score::DECISIVE, score::DECISIVE - 1);
        (raw, self.corrected(position, ply, raw))
    }

    fn corrected(&self, position: &Position<R>, ply: usize, raw: Value) -> Value {
        // What is as good as won is not doubted: how to win it counts.
        if raw.abs() >= AS_GOOD_AS_WON {
            return raw.clamp(1 - score::DECISIVE, score::DECISIVE - 1);
        }
        let (color, keys) = (position.turn(), position.keys());
        let correction =
            self.histories.correction(&self.parameters, color, keys, &self.earlier(ply));
        (fade(position, raw) + correction).clamp(1 - score::DECISIVE, score::DECISIVE - 1)
    }
}

/// A score fades as the draw by the fifty-move rule comes nearer. Only the search
/// reckons with the clock: what it keeps in the transposition table is good for
/// any.
#[inline(always)]
fn fade<R: Playable>(position: &Position<R>, value: Value) -> Value {
    match R::CLAIM_PLIES {
        Some(_) => value * (200 - Value::from(position.halfmove_clock().min(100))) / 200,
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Makruk, Strictness};
    use erawan_notation::fen;

    #[test]
    fn scores_fade_with_the_clock_where_it_can_end_the_game() {
        let chess = |clock: u32| {
            let text = format!("3rk3/8/8/8/8/8/8/3RK3 w - - {clock} 90");
            fade(&fen::parse::<Chess>(&text, Strictness::Strict).unwrap(), 600)
        };
        assert_eq!([0, 50, 100, 101].map(chess), [600, 450, 300, 300]);
        let text = "3rk3/8/8/8/8/8/8/2RRK3 w - 128 90 90";
        let makruk = fen::parse::<Makruk>(text, Strictness::Strict).unwrap();
        assert_eq!(fade(&makruk, 600), 600);
    }
}
