//! One node of the search, as a story of small steps.

use erawan_board::{Move, Position, Role};

use super::draws::{plies_left, tt_key};
use super::{MAX_PLY, Worker};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::history::{Histories, MoveContext};
use crate::picker::Picker;
use crate::score::{self, INFINITE, MATE, Value, from_tt, mated_in, to_tt};
use crate::threats::Threats;
use crate::tt::{Bound, Entry, only_eval};

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
    pub(super) is_root: bool,
    pub(super) is_pv: bool,
    /// A cut-off is expected.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// The move that is left out, while it is found out how much it is missed.
    pub(super) excluded: Option<Move>,
    /// What the transposition table knows.
    pub(super) hit: Option<Entry>,
    pub(super) tt_value: Value,
    pub(super) tt_move: Option<Move>,
    /// The transposition table's move is a capture or a promotion.
    pub(super) tt_noisy: bool,
    /// The node is one of the principal variation, or has been.
    pub(super) was_pv: bool,
    /// The evaluation before correction.
    raw: Value,
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
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply);
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

        // Endgame tables know the result; only a mate can be better.
        let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
        if !is_root
            && node.excluded.is_none()
            && let Some((value, bound)) = self.probe_tb(position, depth, ply)
        {
            let settled = match bound {
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                _ => true,
            };
            if settled {
                let deep = depth + self.parameters.tb_depth;
                let entry = Entry {
                    best: None,
                    value: to_tt(value, ply),
                    eval: score::NONE,
                    depth: deep.min(MAX_PLY as i32 - 1),
                    bound,
                    was_pv: node.was_pv,
                };
                self.shared.tt.put(key, entry);
                return value;
            }
            if is_pv && bound == Bound::Lower {
                floor = value;
                node.alpha = node.alpha.max(value);
            } else if is_pv {
                ceiling = value;
            }
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

        // Whole-node pruning, where the window is shut and nobody is in check.
        if !is_pv && !in_check && node.excluded.is_none() {
            let cut = self
                .reverse_futility(&node)
                .or_else(|| self.razor(&node))
                .or_else(|| self.null_move(&node))
                .or_else(|| self.probcut(&node));
            if cut.is_some() || self.stopped {
                return cut.unwrap_or(0);
            }
        }
        node.depth -= self.internal_iterative_reduction(&node);

        let original_alpha = node.alpha;
        let context = self.context(position, ply, Threats::of(position));
        let tried = self.tried.mark();
        let outcome = self.search_moves::<NODE>(&mut node, &context, floor);
        let value = match outcome {
            Ok(outcome) => self.conclude(&node, &context, key, outcome, original_alpha, ceiling),
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
        if *alpha < 0 && self.can_repeat(position) {
            *alpha = (*alpha).max(self.draw_value());
            if *alpha >= *beta {
                return Some(*alpha);
            }
        }
        if self.is_draw(position, in_check) {
            return Some(self.draw_value());
        }
        if ply >= MAX_PLY - 1 {
            return Some(if in_check { 0 } else { self.evaluate(position, ply).1 });
        }
        *alpha = (*alpha).max(mated_in(ply));
        *beta = (*beta).min(MATE - ply as Value - 1);
        (*alpha >= *beta).then_some(*alpha)
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
        let hit = if excluded.is_some() { None } else { self.shared.tt.get(key) };
        let tt_value = hit.map_or(score::NONE, |hit| from_tt(hit.value, ply, plies_left(position)));
        let tt_move = if is_root {
            Some(self.root_moves[self.pv_index].pv[0])
        } else {
            hit.and_then(|hit| hit.best).filter(|&m| position.is_legal(m))
        };
        Node {
            position,
            depth,
            ply,
            alpha,
            beta,
            is_root,
            is_pv,
            cut_node: false,
            in_check: false,
            excluded,
            hit,
            tt_value,
            tt_move,
            tt_noisy: tt_move.is_some_and(|m| position.is_capture(m) || m.is_promotion()),
            was_pv: is_pv || hit.is_some_and(|hit| hit.was_pv),
            raw: score::NONE,
            static_eval: None,
            eval: -INFINITE,
            improving: false,
        }
    }

    /// The transposition table's score, if it is of a search deep enough and says enough.
    /// Near the end of the clock it may be of another world.
    #[inline(always)]
    fn tt_cutoff(&self, node: &Node<'_, R>) -> Option<Value> {
        let hit = node.hit?;
        let settled = node.tt_value != score::NONE
            && hit.depth > node.depth - i32::from(node.tt_value <= node.beta)
            && hit.bound.settles(node.tt_value, node.beta)
            && plies_left(node.position) > self.parameters.tt_clock;
        settled.then_some(node.tt_value)
    }

    /// The evaluation, from the transposition table if it is there.
    #[inline(always)]
    fn evaluate_node(&mut self, node: &mut Node<'_, R>, key: u64) {
        let (position, ply) = (node.position, node.ply);
        if node.in_check {
            self.frame_mut(ply).eval = None;
        } else if node.excluded.is_some() {
            node.eval = self.frame(ply).eval.unwrap_or(0);
        } else {
            let corrected = match node.hit {
                Some(hit) if hit.eval != score::NONE => {
                    node.raw = hit.eval;
                    self.corrected(position, ply, hit.eval)
                }
                _ => {
                    let (fresh, corrected) = self.evaluate(position, ply);
                    node.raw = fresh;
                    if node.hit.is_none() {
                        self.shared.tt.put(key, only_eval(fresh));
                    }
                    corrected
                }
            };
            self.frame_mut(ply).eval = Some(corrected);
            node.eval = corrected;
            if let Some(hit) = node.hit
                && node.tt_value != score::NONE
                && !score::is_decisive(node.tt_value)
                && hit.bound.settles(node.tt_value, corrected + 1)
            {
                node.eval = node.tt_value;
            }
        }
        node.static_eval = self.frame(ply).eval;
        node.improving = match (node.static_eval, self.frames[ply + super::BEFORE - 2].eval) {
            (Some(now), Some(before)) if ply >= 2 => now > before,
            _ => false,
        };
    }

    /// Searches the moves one after the other. The error is a score that ends
    /// the node at once.
    #[inline(always)]
    fn search_moves<const NODE: u8>(
        &mut self,
        node: &mut Node<'_, R>,
        context: &MoveContext<'_>,
        floor: Value,
    ) -> Result<Outcome, Value> {
        let (is_root, is_pv) = (NODE == ROOT, NODE != NON_PV);
        let (position, ply, beta) = (node.position, node.ply, node.beta);
        let mut picker = Picker::new(node.tt_move);
        let mut outcome = Outcome { best: floor, best_move: None, count: 0 };
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, context) {
            if Some(m) == node.excluded || is_root && !self.is_to_search(m) {
                continue;
            }
            outcome.count += 1;
            let captured = position.captured(m);
            let is_quiet = captured.is_none() && m.promotion() != Some(Role::Queen);
            let history = if is_quiet {
                picker.history().unwrap_or_else(|| self.histories.quiet(context, m))
            } else {
                self.histories.noisy(context.color, m, captured)
            };
            let candidate = Candidate { m, count: outcome.count, is_quiet, history };
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

            position.play_into(m, &mut next);
            self.shared.tt.prefetch(tt_key(&next));
            let nodes_before = self.nodes;
            let slot = is_quiet.then(|| Histories::quiet_slot(context, m));
            self.enter(position, ply, m, slot, &next);
            let new_depth = node.depth - 1 + extension;
            let (alpha, count) = (node.alpha, candidate.count);
            let mut value = -INFINITE;
            if node.depth >= self.parameters.reduction_depth && count > 1 + usize::from(is_root) {
                // Late moves are searched less deep, and deeper if they surprise.
                let reduction = reduction + self.adjustment(node, &candidate, next.in_check());
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                self.frame_mut(ply).reduced = new_depth - reduced;
                value = -self.search::<NON_PV>(&next, reduced, ply + 1, -alpha - 1, -alpha, true);
                self.frame_mut(ply).reduced = 0;
                if value > alpha && reduced < new_depth {
                    let again = new_depth
                        + self.re_search_adjustment(value - outcome.best, new_depth - reduced);
                    if again > reduced {
                        let (alpha, beta) = (-alpha - 1, -alpha);
                        let cut_node = !node.cut_node;
                        value =
                            -self.search::<NON_PV>(&next, again, ply + 1, alpha, beta, cut_node);
                    }
                    if is_quiet {
                        self.note_surprise(node, context, m, value);
                    }
                }
            } else if !is_pv || count > 1 {
                let (alpha, beta) = (-alpha - 1, -alpha);
                value =
                    -self.search::<NON_PV>(&next, new_depth, ply + 1, alpha, beta, !node.cut_node);
            }
            if is_pv && (count == 1 || value > alpha) {
                value = -self.search::<PV>(&next, new_depth, ply + 1, -beta, -alpha, false);
            }
            self.leave();
            if self.stopped {
                return Err(0);
            }
            if is_root {
                self.note_root_move(m, value, alpha, count == 1, self.nodes - nodes_before);
            }

            if value > outcome.best {
                outcome.best = value;
                if value > alpha {
                    outcome.best_move = Some(m);
                    if is_pv && !is_root {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        self.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    node.alpha = value;
                    node.depth -= self.raised_alpha(node.depth, value);
                }
            }
            if Some(m) != outcome.best_move {
                self.tried.push(m, is_quiet);
            }
        }
        Ok(outcome)
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
        ceiling: Value,
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
        let mut best = best.min(ceiling);
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
                let entry = Entry {
                    best: best_move,
                    value: to_tt(best, ply),
                    eval: node.raw,
                    depth,
                    bound,
                    was_pv: node.was_pv,
                };
                self.shared.tt.put(key, entry);
            }
            self.learn_correction(position, ply, best, best_move, bound, depth);
        }
        best
    }
}
