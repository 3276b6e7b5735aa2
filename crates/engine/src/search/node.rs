//! One node of the search, as a story of small steps.

use erawan_board::{Move, Position, Role};

use super::draws::{plies_left, tt_key};
use super::known::{Found, Known};
use super::{MAX_PLY, Worker};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::history::{Histories, MoveContext};
use crate::picker::Picker;
use crate::score::{self, INFINITE, MATE, Value, mated_in};
use crate::threats::Threats;
use crate::tt::Bound;

/// What kind of node is searched, as a constant.
pub(super) const NON_PV: u8 = 0;
pub(super) const PV: u8 = 1;
pub(super) const ROOT: u8 = 2;

/// What the steps know of a node.
pub(super) struct Node<'a, R: Playable> {
    pub(super) position: &'a Position<R>,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    /// What endgame tables say it is worth at least, and at most.
    pub(super) floor: Value,
    pub(super) ceiling: Value,
    pub(super) is_root: bool,
    pub(super) is_pv: bool,
    /// A cut-off is expected.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// The move that is left out, while it is found out how much it is missed.
    pub(super) excluded: Option<Move>,
    /// What the transposition table knows.
    pub(super) known: Known,
    pub(super) tt_move: Option<Move>,
    /// The transposition table's move is a capture or a promotion.
    pub(super) tt_noisy: bool,
    /// The node is one of the principal variation, or has been.
    pub(super) was_pv: bool,
    /// The evaluation before correction.
    pub(super) raw: Value,
    /// The corrected evaluation; none in check.
    pub(super) static_eval: Option<Value>,
    /// The best guess there is: the evaluation, or the table's score.
    pub(super) eval: Value,
    /// The evaluation is better than two plies ago.
    pub(super) improving: bool,
}

/// A move to be searched.
pub(super) struct Candidate {
    pub(super) m: Move,
    /// Its number among the moves of the node, from 1.
    pub(super) count: usize,
    pub(super) is_quiet: bool,
    pub(super) history: i32,
}

/// How a move that has just been played is to be searched.
struct Probe<'a, R: Playable> {
    /// The position it leads to.
    next: &'a Position<R>,
    /// The full depth.
    depth: i32,
    /// By how much less a late move is searched, in 1024ths of a ply.
    reduction: i32,
    /// The best score of the node so far.
    best: Value,
}

/// What a node has come to.
struct Outcome {
    best: Value,
    best_move: Option<Move>,
    /// How many moves there were.
    count: usize,
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    pub(super) fn search_root(
        &mut self,
        root: &Position<R>,
        depth: i32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.search::<ROOT>(root, depth, 0, alpha, beta, false)
    }

    pub(super) fn search<const NODE: u8>(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        mut alpha: Value,
        mut beta: Value,
        cut_node: bool,
    ) -> Value {
        let (is_root, is_pv) = (NODE == ROOT, NODE != NON_PV);
        if depth <= 0 {
            return if is_pv {
                self.quiesce::<true>(position, ply, alpha, beta)
            } else {
                self.quiesce::<false>(position, ply, alpha, beta)
            };
        }
        if self.stopped {
            return 0;
        }
        if is_pv {
            self.begin_pv(ply);
        }
        let in_check = position.in_check();
        if !is_root && let Some(value) = self.settle(position, ply, in_check, &mut alpha, &mut beta)
        {
            return value;
        }

        let key = tt_key(position);
        let mut node = self.look_up_node(position, key, depth, ply, (alpha, beta), NODE);
        (node.cut_node, node.in_check) = (cut_node, in_check);
        if !is_pv && let Some(value) = self.tt_cutoff(&node) {
            return value;
        }
        if !is_root
            && node.excluded.is_none()
            && let Some(value) = self.tb_cutoff(&mut node, key)
        {
            return value;
        }

        self.evaluate_node(&mut node, key);
        if node.excluded.is_none() {
            self.judge_last_move(ply);
        }
        self.frame_mut(ply + 2).cutoffs = 0;
        self.frame_mut(ply).double_extensions =
            if ply > 0 { self.frames[ply + super::BEFORE - 1].double_extensions } else { 0 };
        if !is_root && node.excluded.is_none() {
            node.depth = self.reconsider_depth(node.depth, ply);
        }
        if !is_pv && !in_check && node.excluded.is_none() {
            let cut = self.prune_node(&node);
            if cut.is_some() || self.stopped {
                return cut.unwrap_or(0);
            }
        }
        node.depth -= self.internal_iterative_reduction(&node);

        let original_alpha = node.alpha;
        let context = self.context(position, ply, Threats::of(position));
        let tried = self.tried.mark();
        let value = match self.search_moves::<NODE>(&mut node, &context) {
            Ok(outcome) => self.conclude(&node, &context, key, outcome, original_alpha),
            Err(value) => value,
        };
        self.tried.back_to(tried);
        value
    }

    /// Draws, the greatest depth, and mates already found that are nearer.
    #[inline(always)]
    fn settle(
        &mut self,
        position: &Position<R>,
        ply: usize,
        in_check: bool,
        alpha: &mut Value,
        beta: &mut Value,
    ) -> Option<Value> {
        if let Some(value) = self.settle_draw(position, ply, in_check, alpha, *beta) {
            return Some(value);
        }
        *alpha = (*alpha).max(mated_in(ply));
        *beta = (*beta).min(MATE - ply as Value - 1);
        (*alpha >= *beta).then_some(*alpha)
    }

    /// Draws, and the greatest depth.
    #[inline(always)]
    pub(super) fn settle_draw(
        &mut self,
        position: &Position<R>,
        ply: usize,
        in_check: bool,
        alpha: &mut Value,
        beta: Value,
    ) -> Option<Value> {
        if *alpha < 0 && self.can_repeat(position) {
            *alpha = (*alpha).max(self.draw_value());
            if *alpha >= beta {
                return Some(*alpha);
            }
        }
        if self.is_draw(position, in_check) {
            return Some(self.draw_value());
        }
        if ply >= MAX_PLY - 1 {
            return Some(if in_check { 0 } else { self.evaluate(position, ply).1 });
        }
        None
    }

    /// The node with what the transposition table knows of it.
    #[inline(always)]
    fn look_up_node<'a>(
        &self,
        position: &'a Position<R>,
        key: u64,
        depth: i32,
        ply: usize,
        (alpha, beta): (Value, Value),
        kind: u8,
    ) -> Node<'a, R> {
        let (is_root, is_pv) = (kind == ROOT, kind != NON_PV);
        let excluded = self.frame(ply).excluded;
        let known = match excluded {
            Some(_) => Known { hit: None, value: score::NONE },
            None => self.look_up_tt(position, key, ply),
        };
        let tt_move = if is_root {
            Some(self.root_moves[self.pv_index].pv[0])
        } else {
            known.best_move(position)
        };
        Node {
            position,
            depth,
            ply,
            alpha,
            beta,
            floor: -INFINITE,
            ceiling: INFINITE,
            is_root,
            is_pv,
            cut_node: false,
            in_check: false,
            excluded,
            known,
            tt_move,
            tt_noisy: tt_move.is_some_and(|m| position.is_capture(m) || m.is_promotion()),
            was_pv: is_pv || known.was_pv(),
            raw: score::NONE,
            static_eval: None,
            eval: -INFINITE,
            improving: false,
        }
    }

    /// The transposition table's score, if it is of a search deep enough and
    /// says enough. Near the end of the clock it may be of another world.
    #[inline(always)]
    fn tt_cutoff(&self, node: &Node<'_, R>) -> Option<Value> {
        let hit = node.known.hit?;
        let value = node.known.settled(node.beta)?;
        let is_deep = hit.depth > node.depth - i32::from(value <= node.beta);
        (is_deep && plies_left(node.position) > self.parameters.tt_clock).then_some(value)
    }

    /// Searches the moves one after the other. The error is a score that ends
    /// the node at once.
    #[inline(always)]
    fn search_moves<const NODE: u8>(
        &mut self,
        node: &mut Node<'_, R>,
        context: &MoveContext<'_>,
    ) -> Result<Outcome, Value> {
        let is_root = NODE == ROOT;
        let (position, ply) = (node.position, node.ply);
        let mut picker = Picker::new(node.tt_move);
        let mut outcome = Outcome { best: node.floor, best_move: None, count: 0 };
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, context) {
            if Some(m) == node.excluded || is_root && !self.is_to_search(m) {
                continue;
            }
            outcome.count += 1;
            let candidate = self.candidate(node, context, &picker, m, outcome.count);
            let is_quiet = candidate.is_quiet;
            let reduction = self.reduction(node.depth, candidate.count, is_quiet);
            if !is_root
                && !score::is_loss(outcome.best)
                && self.is_pruned(node, &candidate, reduction, &mut picker)
            {
                continue;
            }
            let extension = if !is_root && Some(m) == node.tt_move {
                self.singular_extension(node, is_quiet)?
            } else {
                0
            };

            self.prefetch_after(position, m);
            position.play_into(m, &mut next);
            let nodes_before = self.nodes;
            let slot = is_quiet.then(|| Histories::quiet_slot(context, m));
            self.enter(position, ply, m, slot, &next);
            let depth = node.depth - 1 + extension;
            let probe = Probe { next: &next, depth, reduction, best: outcome.best };
            let value = self.search_move::<NODE>(node, context, &candidate, probe);
            self.leave();
            if self.stopped {
                return Err(0);
            }
            if is_root {
                let nodes = self.nodes - nodes_before;
                self.note_root_move(m, value, node.alpha, candidate.count == 1, nodes);
            }
            if self.takes_over::<NODE>(node, &mut outcome, m, value) {
                break;
            }
            if Some(m) != outcome.best_move {
                self.tried.push(m, is_quiet);
            }
        }
        Ok(outcome)
    }

    /// A move with what its history says.
    #[inline(always)]
    fn candidate(
        &self,
        node: &Node<'_, R>,
        context: &MoveContext<'_>,
        picker: &Picker,
        m: Move,
        count: usize,
    ) -> Candidate {
        let captured = node.position.captured(m);
        let is_quiet = captured.is_none() && m.promotion() != Some(Role::Queen);
        let history = if is_quiet {
            picker.history().unwrap_or_else(|| self.histories.quiet(context, m))
        } else {
            self.histories.noisy(context.color, m, captured)
        };
        Candidate { m, count, is_quiet, history }
    }

    /// The score of a move that has just been played: late moves with a shut
    /// window and less deep, and again if they surprise.
    #[inline(always)]
    fn search_move<const NODE: u8>(
        &mut self,
        node: &Node<'_, R>,
        context: &MoveContext<'_>,
        candidate: &Candidate,
        probe: Probe<'_, R>,
    ) -> Value {
        let (is_root, is_pv) = (NODE == ROOT, NODE != NON_PV);
        let &Node { ply, alpha, beta, .. } = node;
        let Probe { next, depth, reduction, best } = probe;
        let count = candidate.count;
        let mut value = -INFINITE;
        if node.depth >= self.parameters.reduction_depth && count > 1 + usize::from(is_root) {
            let reduction = reduction + self.adjustment(node, candidate, next.in_check());
            let reduced = (depth - reduction / 1024).clamp(1, depth.max(1));
            self.frame_mut(ply).reduced = depth - reduced;
            value = -self.search::<NON_PV>(next, reduced, ply + 1, -alpha - 1, -alpha, true);
            self.frame_mut(ply).reduced = 0;
            if value > alpha && reduced < depth {
                let again = depth + self.re_search_adjustment(value - best, depth - reduced);
                if again > reduced {
                    let (alpha, beta) = (-alpha - 1, -alpha);
                    let cut_node = !node.cut_node;
                    value = -self.search::<NON_PV>(next, again, ply + 1, alpha, beta, cut_node);
                }
                if candidate.is_quiet {
                    self.note_surprise(node, context, candidate.m, value);
                }
            }
        } else if !is_pv || count > 1 {
            let (alpha, beta) = (-alpha - 1, -alpha);
            value = -self.search::<NON_PV>(next, depth, ply + 1, alpha, beta, !node.cut_node);
        }
        if is_pv && (count == 1 || value > alpha) {
            value = -self.search::<PV>(next, depth, ply + 1, -beta, -alpha, false);
        }
        value
    }

    /// What the score of a move changes. True if it ends the node.
    #[inline(always)]
    fn takes_over<const NODE: u8>(
        &mut self,
        node: &mut Node<'_, R>,
        outcome: &mut Outcome,
        m: Move,
        value: Value,
    ) -> bool {
        if value <= outcome.best {
            return false;
        }
        outcome.best = value;
        if value <= node.alpha {
            return false;
        }
        outcome.best_move = Some(m);
        if NODE == PV {
            self.extend_pv(node.ply, m);
        }
        if value >= node.beta {
            self.frame_mut(node.ply).cutoffs += 1;
            return true;
        }
        node.alpha = value;
        node.depth -= self.raised_alpha(node.depth, value);
        false
    }

    /// All moves have been tried that are worth it: learn from it, and keep it.
    #[inline(always)]
    fn conclude(
        &mut self,
        node: &Node<'_, R>,
        context: &MoveContext<'_>,
        key: u64,
        outcome: Outcome,
        original_alpha: Value,
    ) -> Value {
        let &Node { position, depth, ply, beta, excluded, .. } = node;
        let Outcome { best, best_move, count } = outcome;
        if count == 0 {
            return match excluded {
                Some(_) => node.alpha,
                None if node.in_check => mated_in(ply),
                None => 0,
            };
        }
        if let Some(m) = best_move {
            self.reward(position, context, m, depth);
        } else if excluded.is_none() {
            self.credit_last_move(ply, depth);
        }
        let mut best = best.min(node.ceiling);
        if best >= beta && !score::is_decisive(best) && !score::is_decisive(beta) {
            best = (best * depth + beta) / (depth + 1);
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if node.is_pv && best_move.is_some() && best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if !(node.is_root && self.pv_index > 0) {
                let (raw, was_pv) = (node.raw, node.was_pv);
                let found = Found { best: best_move, value: best, raw, depth, bound, was_pv };
                self.store(key, ply, found);
            }
            self.learn_correction(position, ply, best, best_move, bound, depth);
        }
        best
    }
}
