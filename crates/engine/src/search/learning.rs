//! What a search teaches the histories.

use erawan_board::{Move, Position, Role};

use super::Worker;
use super::node::Node;
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::history::MoveContext;
use crate::score::{self, Value};
use crate::tt::Bound;

/// The moves that were tried and not found best, of all nodes on the way from
/// the root, one after the other.
#[derive(Default)]
pub(super) struct Tried {
    quiets: Vec<Move>,
    noisies: Vec<Move>,
    /// Where those of the node at hand begin.
    from: (usize, usize),
}

impl Tried {
    /// A node begins. What is returned ends it.
    #[inline(always)]
    pub(super) fn mark(&mut self) -> (usize, usize) {
        std::mem::replace(&mut self.from, (self.quiets.len(), self.noisies.len()))
    }

    /// The node is done: those of the node above are at hand again.
    #[inline(always)]
    pub(super) fn back_to(&mut self, mark: (usize, usize)) {
        self.quiets.truncate(self.from.0);
        self.noisies.truncate(self.from.1);
        self.from = mark;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, m: Move, is_quiet: bool) {
        if is_quiet { &mut self.quiets } else { &mut self.noisies }.push(m);
    }

    fn quiets(&self) -> &[Move] {
        self.quiets.get(self.from.0..).unwrap_or_default()
    }

    fn noisies(&self) -> &[Move] {
        self.noisies.get(self.from.1..).unwrap_or_default()
    }
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// What a move earns that was good at this depth.
    #[inline(always)]
    fn bonus(&self, depth: i32) -> i32 {
        (self.parameters.bonus_margin * depth).min(self.parameters.bonus_max)
    }

    /// What a move loses that was not.
    #[inline(always)]
    fn malus(&self, depth: i32) -> i32 {
        (self.parameters.malus_margin * depth).min(self.parameters.malus_max)
    }

    /// The best move gains in the histories, those tried before it lose.
    pub(super) fn reward(
        &mut self,
        position: &Position<R>,
        context: &MoveContext<'_>,
        best: Move,
        depth: i32,
    ) {
        let (bonus, malus) = (self.bonus(depth), self.malus(depth));
        let captured = position.captured(best);
        if captured.is_none() && best.promotion() != Some(Role::Queen) {
            self.histories.update_quiet(context, best, bonus);
            for &m in self.tried.quiets() {
                self.histories.update_quiet(context, m, -malus);
            }
        } else {
            self.histories.update_noisy(context.color, best, captured, bonus);
        }
        for &m in self.tried.noisies() {
            self.histories.update_noisy(context.color, m, position.captured(m), -malus);
        }
    }

    /// The opponent's quiet move that led here gains in its history by what the
    /// evaluation says it gained on the board.
    pub(super) fn judge_last_move(&mut self, ply: usize) {
        let last = self.frames[ply + super::BEFORE - 1];
        if let (Some(slot), Some(before), Some(now)) =
            (last.quiet_slot, last.eval, self.frame(ply).eval)
        {
            let gain = -(before + now);
            let bonus = (gain * self.parameters.judge_scale / 16)
                .clamp(-self.parameters.judge_max, self.parameters.judge_max);
            self.histories.update_slot(slot, bonus);
        }
    }

    /// Nothing was good enough here: the opponent's quiet move that led here
    /// deserves the credit.
    pub(super) fn credit_last_move(&mut self, ply: usize, depth: i32) {
        let last = self.frames[ply + super::BEFORE - 1];
        if let (Some(slot), Some(moved)) = (last.quiet_slot, last.moved)
            && ply > 0
        {
            let bonus = self.bonus(depth) * self.parameters.credit_scale / 16;
            self.histories.update_slot(slot, bonus);
            let earlier = self.earlier(ply - 1);
            self.histories.update_followed(&earlier, moved, bonus);
        }
    }

    /// A quiet move did better in a reduced search than expected; what it
    /// learns depends on what the re-search said.
    pub(super) fn note_surprise(
        &mut self,
        node: &Node<'_, R>,
        context: &MoveContext<'_>,
        m: Move,
        value: Value,
    ) {
        let bonus = self.bonus(node.depth) * self.parameters.surprise_scale / 16;
        let earned = match value {
            _ if value >= node.beta => bonus,
            _ if value <= node.alpha => -bonus,
            _ => 0,
        };
        self.histories.update_continuation(context, m, earned);
    }

    /// Where the search disagrees with the evaluation, the evaluation learns.
    pub(super) fn learn_correction(
        &mut self,
        position: &Position<R>,
        ply: usize,
        best: Value,
        best_move: Option<Move>,
        bound: Bound,
        depth: i32,
    ) {
        let Some(eval) = self.frame(ply).eval else { return };
        let quiet = best_move.is_none_or(|m| !position.is_capture(m) && !m.is_promotion());
        let disagrees = match bound {
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
            _ => true,
        };
        if quiet && disagrees && !score::is_decisive(best) {
            let earlier = self.earlier(ply);
            let lesson = (best - eval) * depth / self.parameters.correction_depth;
            self.histories.update_correction(position.turn(), position.keys(), &earlier, lesson);
        }
    }
}
