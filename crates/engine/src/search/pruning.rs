//! Nodes and moves that are not worth a search.

use erawan_board::Role;

use super::Worker;
use super::draws::tt_key;
use super::known::Found;
use super::node::{Candidate, NON_PV, Node};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::picker::Picker;
use crate::score::{self, Value};
use crate::see;
use crate::threats::Threats;
use crate::tt::Bound;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Pruning of the whole node, where the window is shut and nobody is in check.
    #[inline(always)]
    pub(super) fn prune_node(&mut self, node: &Node<'_, R>) -> Option<Value> {
        self.reverse_futility(node)
            .or_else(|| self.razor(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    /// Reverse futility pruning: a score so far above beta that a few quiet
    /// moves will not change it.
    fn reverse_futility(&self, node: &Node<'_, R>) -> Option<Value> {
        let &Node { depth, eval, beta, .. } = node;
        let parameters = &self.parameters;
        let margin = parameters.reverse_futility_margin * depth
            - parameters.reverse_futility_improving * i32::from(node.improving);
        let prune = !node.was_pv
            && depth <= parameters.reverse_futility_depth
            && eval - margin >= beta
            && !score::is_loss(beta)
            && !score::is_win(eval);
        prune.then(|| beta + (eval - beta) / parameters.reverse_futility_return)
    }

    /// Razoring: a score so far below alpha that only captures could help.
    fn razor(&mut self, node: &Node<'_, R>) -> Option<Value> {
        let &Node { depth, alpha, beta, .. } = node;
        let margin = self.parameters.razoring_base + self.parameters.razoring_margin * depth;
        if depth > self.parameters.razoring_depth || node.eval + margin >= alpha {
            return None;
        }
        let value = self.quiesce::<false>(node.position, node.ply, alpha, beta);
        (value <= alpha && !score::is_decisive(value)).then_some(value)
    }

    /// Null move pruning: if passing is good enough, a move is too. Not with
    /// pawns alone, where having to move can be the trouble.
    fn null_move(&mut self, node: &Node<'_, R>) -> Option<Value> {
        let &Node { position, depth, ply, eval, beta, .. } = node;
        let parameters = self.parameters;
        let us = position.turn();
        let pieces = position.by_color(us) - position.pieces(us, Role::Pawn);
        let passed_before = self.frames[ply + super::BEFORE - 1].current.is_none();
        let least = beta + parameters.null_move_margin - parameters.null_move_slope * depth;
        if !node.cut_node
            || depth < parameters.null_move_depth
            || eval < beta
            || node.static_eval.is_none_or(|eval| eval < least)
            || (ply > 0 && passed_before)
            || ply < self.null_move_ply
            || score::is_loss(beta)
            || (pieces.len() as i32) < parameters.null_move_men
        {
            return None;
        }
        let reduction = parameters.null_move_base
            + depth / parameters.null_move_divisor
            + ((eval - beta) / parameters.null_move_eval).min(parameters.null_move_eval_max)
            + i32::from(node.tt_noisy);
        let next = position.play_null();
        self.shared.tt.prefetch(tt_key(&next));
        let frame = self.frame_mut(ply);
        (frame.current, frame.moved, frame.quiet_slot) = (None, None, None);
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        self.keys.push(next.key());
        let value =
            -self.search::<NON_PV>(&next, depth - reduction, ply + 1, -beta, 1 - beta, false);
        self.keys.pop();
        self.barrier = barrier;
        if self.stopped || value < beta {
            return None;
        }
        let value = if score::is_win(value) { beta } else { value };
        if self.null_move_ply > 0 || depth < parameters.null_move_verify {
            return Some(value);
        }
        // At great depth make sure that it is not a case of zugzwang.
        self.null_move_ply = ply + 3 * (depth - reduction).max(0) as usize / 4;
        let verified =
            self.search::<NON_PV>(position, depth - reduction, ply, beta - 1, beta, false);
        self.null_move_ply = 0;
        (verified >= beta && !self.stopped).then_some(value)
    }

    /// ProbCut: a good capture that is far above beta in a shallower search.
    fn probcut(&mut self, node: &Node<'_, R>) -> Option<Value> {
        let &Node { position, depth, ply, beta, .. } = node;
        let parameters = self.parameters;
        if depth < parameters.probcut_depth || score::is_decisive(beta) || !node.cut_node {
            return None;
        }
        let margin =
            parameters.probcut_margin - parameters.probcut_improving * i32::from(node.improving);
        let probcut_beta = beta + margin;
        let eval = node.static_eval?;
        let mut picker = Picker::noisy(node.tt_move.filter(|_| node.tt_noisy), probcut_beta - eval);
        let context = self.context(position, ply, Threats::NONE);
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, &context) {
            if picker.is_at_bad_noisy() {
                break;
            }
            self.prefetch_after(position, m);
            position.play_into(m, &mut next);
            self.enter(position, ply, m, None, &next);
            let (low, high) = (-probcut_beta, 1 - probcut_beta);
            let mut value = -self.quiesce::<false>(&next, ply + 1, low, high);
            if value >= probcut_beta {
                let depth = depth - parameters.probcut_reduction;
                value = -self.search::<NON_PV>(&next, depth, ply + 1, low, high, !node.cut_node);
            }
            self.leave();
            if self.stopped {
                return None;
            }
            if value >= probcut_beta {
                let found = Found {
                    best: Some(m),
                    value,
                    raw: score::NONE,
                    depth: depth - parameters.probcut_reduction + 1,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                self.store(tt_key(position), ply, found);
                return Some(if score::is_decisive(value) { value } else { value - margin });
            }
        }
        None
    }

    /// True for a move that is not worth a search, after which the picker may
    /// leave out what is worse.
    #[inline(always)]
    pub(super) fn is_pruned(
        &self,
        node: &Node<'_, R>,
        candidate: &Candidate,
        reduction: i32,
        picker: &mut Picker,
    ) -> bool {
        let lmr_depth = (node.depth - reduction / 1024).max(0);
        if candidate.is_quiet {
            self.late_move_pruning(node, candidate, picker)
                || self.futility_pruning(node, candidate, lmr_depth, picker)
                || self.history_pruning(node, candidate, lmr_depth)
                || self.see_pruning(node, candidate, lmr_depth)
        } else {
            node.depth < self.parameters.see_depth
                && !see::at_least(
                    node.position,
                    candidate.m,
                    -self.parameters.see_noisy * node.depth,
                )
        }
    }

    /// Late move pruning: after enough quiet moves that were no good, no more.
    /// One is let through to be judged by the other rules.
    #[inline(always)]
    fn late_move_pruning(
        &self,
        node: &Node<'_, R>,
        candidate: &Candidate,
        picker: &mut Picker,
    ) -> bool {
        let square = self.parameters.lmp_square * node.depth * node.depth / 100;
        let enough =
            (self.parameters.lmp_base + square) as usize / if node.improving { 1 } else { 2 };
        if node.in_check || candidate.count <= enough {
            return false;
        }
        picker.skip_quiets();
        candidate.count > enough + 1
    }

    /// Futility pruning: a quiet move cannot bring the score up to alpha.
    #[inline(always)]
    fn futility_pruning(
        &self,
        node: &Node<'_, R>,
        candidate: &Candidate,
        lmr_depth: i32,
        picker: &mut Picker,
    ) -> bool {
        let parameters = &self.parameters;
        let is_below = |eval: Value| {
            eval + parameters.futility_base
                + parameters.futility_margin * lmr_depth
                + candidate.history / parameters.futility_history
                <= node.alpha
        };
        let futility_pruning = !node.in_check
            && lmr_depth < parameters.futility_depth
            && node.static_eval.is_some_and(is_below)
            && !node.position.gives_check(candidate.m);
        if futility_pruning {
            picker.skip_quiets();
        }
        futility_pruning
    }

    /// History pruning: a quiet move that has hardly ever been good.
    #[inline(always)]
    fn history_pruning(&self, node: &Node<'_, R>, candidate: &Candidate, lmr_depth: i32) -> bool {
        lmr_depth < self.parameters.history_pruning_depth
            && candidate.history < -self.parameters.history_pruning * node.depth
            && !node.position.gives_check(candidate.m)
    }

    /// SEE pruning: a quiet move that loses material by static exchange
    /// evaluation. A check may cost as much as a capture.
    #[inline(always)]
    fn see_pruning(&self, node: &Node<'_, R>, candidate: &Candidate, lmr_depth: i32) -> bool {
        let (position, m) = (node.position, candidate.m);
        node.depth < self.parameters.see_depth
            && !see::at_least(position, m, -self.parameters.see_quiet * lmr_depth)
            && !(position.gives_check(m)
                && see::at_least(position, m, -self.parameters.see_noisy * node.depth))
    }
}
