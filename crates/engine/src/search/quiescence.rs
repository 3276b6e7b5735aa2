//! The search of captures, until the position is quiet enough to evaluate.

use erawan_board::Position;

use super::draws::{plies_left, tt_key};
use super::{MAX_PLY, Worker};
use crate::eval::{AS_GOOD_AS_WON, Evaluator};
use crate::games::Playable;
use crate::history::PieceTarget;
use crate::picker::Picker;
use crate::score::{self, INFINITE, Value, from_tt, mated_in, to_tt};
use crate::see;
use crate::threats::Threats;
use crate::tt::{Bound, Entry, only_eval};

/// After this many nodes below one position nothing becomes quiet any more: a
/// board full of pieces that all attack each other. Positions of games need a
/// small fraction of it.
const MOST_NODES: u64 = 10_000;

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
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if alpha < 0 && self.can_repeat(position) {
            alpha = alpha.max(self.draw_value());
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = position.in_check();
        if self.is_draw(position, in_check) {
            return self.draw_value();
        }
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(position, ply).1 };
        }

        let key = tt_key(position);
        let hit = self.shared.tt.get(key);
        let tt_value = hit.map_or(score::NONE, |hit| from_tt(hit.value, ply, plies_left(position)));
        if let Some(hit) = hit
            && !PV
            && tt_value != score::NONE
            && hit.bound.settles(tt_value, beta)
        {
            return tt_value;
        }
        let was_pv = PV || hit.is_some_and(|hit| hit.was_pv);

        let mut best = -INFINITE;
        let mut raw = score::NONE;
        let mut futility = -INFINITE;
        if !in_check {
            let (fresh, eval) = match hit {
                Some(hit) if hit.eval != score::NONE => {
                    (hit.eval, self.corrected(position, ply, hit.eval))
                }
                _ => self.evaluate(position, ply),
            };
            raw = fresh;
            best = eval;
            if let Some(hit) = hit
                && tt_value != score::NONE
                && !score::is_decisive(tt_value)
                && hit.bound.settles(tt_value, eval + 1)
            {
                best = tt_value;
            }
            if best >= beta {
                if hit.is_none() {
                    self.shared.tt.put(key, only_eval(raw));
                }
                return if score::is_decisive(best) { best } else { (best + beta) / 2 };
            }
            if self.nodes >= self.quiescence_end {
                return best;
            }
            alpha = alpha.max(best);
            futility = best + self.parameters.quiescence_margin;
        }

        let tt_move = hit
            .and_then(|hit| hit.best)
            .filter(|&m| position.is_legal(m))
            .filter(|&m| in_check || position.is_capture(m) || m.is_promotion());
        let mut picker = if in_check { Picker::new(tt_move) } else { Picker::noisy(tt_move, 0) };
        let threats = if in_check { Threats::of(position) } else { Threats::NONE };
        let context = self.context(position, ply, threats);
        let mut best_move = None;
        let mut tried = 0;
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, &context) {
            tried += 1;
            if !score::is_loss(best) {
                if !in_check && picker.is_at_bad_noisy() {
                    break;
                }
                // Nothing this capture wins brings the score up to alpha.
                if !in_check && futility <= alpha && !see::at_least(position, m, 1) {
                    best = best.max(futility);
                    continue;
                }
                if in_check && tried > 1 && !position.is_capture(m) {
                    picker.skip_quiets();
                }
            }
            position.play_into(m, &mut next);
            self.shared.tt.prefetch(tt_key(&next));
            self.enter(position, ply, m, None, &next);
            let value = -self.quiesce_on::<PV>(&next, ply + 1, -beta, -alpha);
            self.leave();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    alpha = value;
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && best == -INFINITE {
            return mated_in(ply);
        }
        if best >= beta && !score::is_decisive(best) {
            best = (best + beta) / 2;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.shared.tt.put(
            key,
            Entry { best: best_move, value: to_tt(best, ply), eval: raw, depth: 0, bound, was_pv },
        );
        best
    }

    /// Goes one ply down.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        position: &Position<R>,
        ply: usize,
        m: erawan_board::Move,
        quiet_slot: Option<usize>,
        next: &Position<R>,
    ) {
        let frame = self.frame_mut(ply);
        frame.current = Some(m);
        frame.quiet_slot = quiet_slot;
        frame.moved = Some(PieceTarget::of(position.turn(), m));
        self.evaluator.push(position, m);
        self.keys.push(next.key());
        self.count_node();
    }

    /// Comes back up.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }

    /// The line of the child with this move in front becomes ours.
    pub(super) fn extend_pv(&mut self, ply: usize, m: erawan_board::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The evaluation, as it is and corrected by experience.
    pub(super) fn evaluate(&mut self, position: &Position<R>, ply: usize) -> (Value, Value) {
        let raw = self.evaluator.evaluate(position).clamp(1 - score::DECISIVE, score::DECISIVE - 1);
        (raw, self.corrected(position, ply, raw))
    }

    pub(super) fn corrected(&self, position: &Position<R>, ply: usize, raw: Value) -> Value {
        // What is as good as won is not doubted: how to win it counts.
        if raw.abs() >= AS_GOOD_AS_WON {
            return raw.clamp(1 - score::DECISIVE, score::DECISIVE - 1);
        }
        let mut value = raw;
        if R::CLAIM_PLIES.is_some() {
            value = value * (200 - Value::from(position.halfmove_clock().min(100))) / 200;
        }
        let (color, keys) = (position.turn(), position.keys());
        let correction =
            self.histories.correction(&self.parameters, color, keys, &self.earlier(ply));
        value += correction;
        value.clamp(1 - score::DECISIVE, score::DECISIVE - 1)
    }
}
