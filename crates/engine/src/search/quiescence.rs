//! The search of captures, until the position is quiet enough to evaluate.

use erawan_board::{Move, Position};

use super::Worker;
use super::draws::tt_key;
use super::known::{Found, Known};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::picker::Picker;
use crate::score::{self, INFINITE, Value, mated_in};
use crate::see;
use crate::threats::Threats;
use crate::tt::{Bound, only_eval};

/// After this many nodes below one position nothing becomes quiet any more: a
/// board full of pieces that all attack each other. Positions of games need a
/// small fraction of it.
const MOST_NODES: u64 = 10_000;

/// What the steps know of a node.
struct Leaf<'a, R: Playable> {
    position: &'a Position<R>,
    ply: usize,
    alpha: Value,
    beta: Value,
    in_check: bool,
    /// The evaluation before correction; none in check.
    raw: Value,
    /// What is good enough to be returned, so far.
    best: Value,
    best_move: Option<Move>,
    /// What a capture that wins nothing could bring.
    futility: Value,
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Searches captures until the position is quiet, or there are too many.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.quiescence_end = self.nodes + MOST_NODES;
        self.quiesce_on::<PV>(position, ply, alpha, beta)
    }

    fn quiesce_on<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        if self.stopped {
            return 0;
        }
        if PV {
            self.begin_pv(ply);
        }
        let in_check = position.in_check();
        if let Some(value) = self.settle_draw(position, ply, in_check, &mut alpha, beta) {
            return value;
        }
        let key = tt_key(position);
        let known = self.look_up_tt(position, key, ply);
        if !PV && let Some(value) = known.settled(beta) {
            return value;
        }
        let (raw, best, best_move, futility) = (score::NONE, -INFINITE, None, -INFINITE);
        let mut leaf =
            Leaf { position, ply, alpha, beta, in_check, raw, best, best_move, futility };
        if !in_check && let Some(value) = self.stand_pat(&mut leaf, &known, key) {
            return value;
        }
        self.search_captures::<PV>(&mut leaf, &known);
        if self.stopped {
            return 0;
        }
        let Leaf { mut best, best_move, raw, .. } = leaf;
        if in_check && best == -INFINITE {
            return mated_in(ply);
        }
        if best >= beta && !score::is_decisive(best) {
            best = (best + beta) / 2;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let was_pv = PV || known.was_pv();
        self.store(key, ply, Found { best: best_move, value: best, raw, depth: 0, bound, was_pv });
        best
    }

    /// Stand pat: nobody has to take. The score, if the evaluation is good
    /// enough to end the node or there is no end to the captures.
    #[inline(always)]
    fn stand_pat(&mut self, leaf: &mut Leaf<'_, R>, known: &Known, key: u64) -> Option<Value> {
        let (raw, eval) = self.evaluate_known(leaf.position, leaf.ply, known);
        let best = known.guess(eval);
        (leaf.raw, leaf.best) = (raw, best);
        if best >= leaf.beta {
            if known.hit.is_none() {
                self.shared.tt.put(key, only_eval(raw));
            }
            return Some(if score::is_decisive(best) { best } else { (best + leaf.beta) / 2 });
        }
        if self.nodes >= self.quiescence_end {
            return Some(best);
        }
        leaf.alpha = leaf.alpha.max(best);
        leaf.futility = best + self.parameters.quiescence_margin;
        None
    }

    /// Captures that may help, or all evasions of a check.
    #[inline(always)]
    fn search_captures<const PV: bool>(&mut self, leaf: &mut Leaf<'_, R>, known: &Known) {
        let &mut Leaf { position, ply, beta, in_check, futility, .. } = leaf;
        let tt_move = known
            .best_move(position)
            .filter(|&m| in_check || position.is_capture(m) || m.is_promotion());
        let mut picker = if in_check { Picker::new(tt_move) } else { Picker::noisy(tt_move, 0) };
        let threats = if in_check { Threats::of(position) } else { Threats::NONE };
        let context = self.context(position, ply, threats);
        let mut tried = 0;
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, &context) {
            tried += 1;
            if !score::is_loss(leaf.best) {
                if !in_check && picker.is_at_bad_noisy() {
                    break;
                }
                // Nothing this capture wins brings the score up to alpha.
                if !in_check && futility <= leaf.alpha && !see::at_least(position, m, 1) {
                    leaf.best = leaf.best.max(futility);
                    continue;
                }
                if in_check && tried > 1 && !position.is_capture(m) {
                    picker.skip_quiets();
                }
            }
            self.prefetch_after(position, m);
            position.play_into(m, &mut next);
            self.enter(position, ply, m, None, &next);
            let value = -self.quiesce_on::<PV>(&next, ply + 1, -beta, -leaf.alpha);
            self.leave();
            if self.stopped {
                return;
            }
            if value > leaf.best {
                leaf.best = value;
                if value > leaf.alpha {
                    leaf.best_move = Some(m);
                    leaf.alpha = value;
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        return;
                    }
                }
            }
        }
    }
}
