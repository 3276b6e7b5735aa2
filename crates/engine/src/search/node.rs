//! One node of the search, as a story of small steps.

use erawan_board::{Move, Position, Role, Rules};

use super::draws::{plies_left, table_key};
use super::{MAX_PLY, Worker};
use crate::eval::Evaluator;
use crate::history::{Histories, Quiet};
use crate::picker::Picker;
use crate::score::{self, INFINITE, MATE, Value, from_table, mated_in, to_table};
use crate::see;
use crate::threats::Threats;
use crate::tt::{Bound, Entry, only_eval};

/// What kind of node is searched, as a constant.
const NON_PV: u8 = 0;
const PV: u8 = 1;
const ROOT: u8 = 2;

/// The moves tried before the best one, for the histories.
struct Tried {
    quiets: Vec<Move>,
    noisies: Vec<Move>,
}

impl<R: Rules, E: Evaluator<R>> Worker<R, E> {
    pub(super) fn search_root(
        &mut self,
        root: &Position<R>,
        depth: i32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.search::<ROOT>(root, depth, 0, alpha, beta, false)
    }

    fn search<const NODE: u8>(
        &mut self,
        position: &Position<R>,
        mut depth: i32,
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
        let excluded = self.frame(ply).excluded;

        // Draws, the greatest depth, and mates already found that are nearer.
        if !is_root {
            if alpha < 0 && self.can_repeat(position) {
                alpha = alpha.max(self.draw_value());
                if alpha >= beta {
                    return alpha;
                }
            }
            if self.is_draw(position, in_check) {
                return self.draw_value();
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { 0 } else { self.evaluate(position, ply).1 };
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(MATE - ply as Value - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // The transposition table.
        let key = table_key(position);
        let hit = if excluded.is_some() { None } else { self.shared.table.get(key) };
        let table_value =
            hit.map_or(score::NONE, |hit| from_table(hit.value, ply, plies_left(position)));
        let table_move = if is_root {
            Some(self.root_moves[self.pv_index].pv[0])
        } else {
            hit.and_then(|hit| hit.best).filter(|&m| position.is_legal(m))
        };
        let was_pv = is_pv || hit.is_some_and(|hit| hit.was_pv);
        if let Some(hit) = hit
            && !is_pv
            && table_value != score::NONE
            && hit.depth > depth - i32::from(table_value <= beta)
            && hit.bound.settles(table_value, beta)
            && plies_left(position) > 8
        {
            return table_value;
        }

        // Endgame tables know the result; only a mate can be better.
        let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
        if !is_root
            && excluded.is_none()
            && let Some((value, bound)) = self.probe_tables(position, depth, ply)
        {
            let settled = match bound {
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                _ => true,
            };
            if settled {
                let value_here = to_table(value, ply);
                let (depth, eval) = ((depth + 6).min(MAX_PLY as i32 - 1), score::NONE);
                let entry = Entry { best: None, value: value_here, eval, depth, bound, was_pv };
                self.shared.table.put(key, entry);
                return value;
            }
            if is_pv && bound == Bound::Lower {
                floor = value;
                alpha = alpha.max(value);
            } else if is_pv {
                ceiling = value;
            }
        }
        let table_noisy = table_move.is_some_and(|m| position.is_capture(m) || m.is_promotion());

        // The evaluation, from the table if it is there.
        let mut raw = score::NONE;
        let mut eval = -INFINITE;
        if in_check {
            self.frame_mut(ply).eval = None;
        } else if excluded.is_some() {
            eval = self.frame(ply).eval.unwrap_or(0);
        } else {
            let corrected = match hit {
                Some(hit) if hit.eval != score::NONE => {
                    raw = hit.eval;
                    self.corrected(position, ply, raw)
                }
                _ => {
                    let (fresh, corrected) = self.evaluate(position, ply);
                    raw = fresh;
                    if hit.is_none() {
                        self.shared.table.put(key, only_eval(raw));
                    }
                    corrected
                }
            };
            self.frame_mut(ply).eval = Some(corrected);
            eval = corrected;
            if let Some(hit) = hit
                && table_value != score::NONE
                && !score::is_decisive(table_value)
                && hit.bound.settles(table_value, eval + 1)
            {
                eval = table_value;
            }
        }
        let static_eval = self.frame(ply).eval;
        let improving = match (static_eval, self.frames[ply + super::BEFORE - 2].eval) {
            (Some(now), Some(before)) if ply >= 2 => now > before,
            _ => false,
        };
        if excluded.is_none() {
            self.judge_last_move(ply);
        }
        self.frame_mut(ply + 2).cutoffs = 0;
        self.frame_mut(ply).double_extensions =
            if ply > 0 { self.frames[ply + super::BEFORE - 1].double_extensions } else { 0 };

        if !is_root && excluded.is_none() {
            depth = self.reconsider_depth(depth, ply);
        }

        // Whole-node pruning, where the window is shut and nobody is in check.
        if !is_pv && !in_check && excluded.is_none() {
            if let Some(value) = self.reverse_futility(depth, eval, beta, improving, was_pv) {
                return value;
            }
            if let Some(value) = self.razor(position, depth, ply, eval, alpha, beta) {
                return value;
            }
            if let Some(value) =
                self.null_move(position, depth, ply, eval, beta, cut_node, table_noisy)
            {
                return value;
            }
            if let Some(value) =
                self.probcut(position, depth, ply, beta, improving, table_move, cut_node)
            {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        // Without a move to begin with a full search is a waste.
        if depth >= 4 && table_move.is_none() && excluded.is_none() && (is_pv || cut_node) {
            depth -= 1;
        }

        let context = self.context(position, ply, Threats::of(position));
        let mut picker = Picker::new(table_move);
        let mut tried = Tried { quiets: Vec::new(), noisies: Vec::new() };
        let original_alpha = alpha;
        let (mut best, mut best_move) = (floor, None);
        let mut count = 0;
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, &context) {
            if Some(m) == excluded {
                continue;
            }
            if is_root
                && !self.root_moves[self.pv_index..self.pv_end].iter().any(|root| root.m == m)
            {
                continue;
            }
            count += 1;
            let captured = position.captured(m);
            let is_quiet = captured.is_none() && m.promotion() != Some(Role::Queen);
            let history = if is_quiet {
                picker.history().unwrap_or_else(|| self.histories.quiet(&context, m))
            } else {
                self.histories.noisy(context.color, m, captured)
            };
            let mut reduction = self.reduction(depth, count, is_quiet);

            // Moves that are hardly worth a look.
            if !is_root && !score::is_loss(best) {
                let lmr_depth = (depth - reduction / 1024).max(0);
                let late = (self.parameters.late_moves_base + depth * depth) as usize
                    / if improving { 1 } else { 2 };
                if is_quiet {
                    if !in_check && count > late {
                        picker.skip_quiets();
                        if count > late + 1 {
                            continue;
                        }
                    }
                    if !in_check
                        && lmr_depth < 8
                        && static_eval.is_some_and(|eval| {
                            eval + self.parameters.futility_base
                                + self.parameters.futility_margin * lmr_depth
                                + history / 128
                                <= alpha
                        })
                        && !position.gives_check(m)
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    if lmr_depth < 6
                        && history < -self.parameters.history_pruning * depth
                        && !position.gives_check(m)
                    {
                        continue;
                    }
                    // A check may cost as much as a capture.
                    if depth < 10
                        && !see::at_least(position, m, -self.parameters.see_quiet * lmr_depth)
                        && !(position.gives_check(m)
                            && see::at_least(position, m, -self.parameters.see_noisy * depth))
                    {
                        continue;
                    }
                } else if depth < 10
                    && !see::at_least(position, m, -self.parameters.see_noisy * depth)
                {
                    continue;
                }
            }

            // Is the table's move better than all others? Then look deeper.
            let mut extension = 0;
            if !is_root
                && excluded.is_none()
                && Some(m) == table_move
                && depth >= self.parameters.singular_depth + i32::from(was_pv)
                && ply < 2 * self.root_depth as usize
                && let Some(hit) = hit
                && hit.depth >= depth - 3
                && hit.bound.is_lower()
                && table_value != score::NONE
                && !score::is_decisive(table_value)
            {
                let singular_beta = table_value - self.parameters.singular_margin * depth / 64;
                self.frame_mut(ply).excluded = Some(m);
                let value = self.search::<NON_PV>(
                    position,
                    (depth - 1) / 2,
                    ply,
                    singular_beta - 1,
                    singular_beta,
                    cut_node,
                );
                self.frame_mut(ply).excluded = None;
                if self.stopped {
                    return 0;
                }
                if value < singular_beta {
                    extension = 1;
                    if !is_pv
                        && value < singular_beta - self.parameters.double_extension
                        && self.frame(ply).double_extensions <= 10
                    {
                        extension = 2;
                        if is_quiet && value < singular_beta - self.parameters.triple_extension {
                            extension = 3;
                        }
                        self.frame_mut(ply).double_extensions += 1;
                    }
                } else if singular_beta >= beta && !score::is_decisive(value) {
                    return (value + beta) / 2;
                } else if table_value >= beta {
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            }

            position.play_into(m, &mut next);
            self.shared.table.prefetch(table_key(&next));
            let nodes_before = self.nodes;
            let slot = is_quiet.then(|| Histories::quiet_slot(&context, m));
            self.enter(position, ply, m, slot, &next);
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;

            if depth >= 2 && count > 1 + usize::from(is_root) {
                // Late moves are searched less deep, and deeper if they surprise.
                reduction -= 1024 * i32::from(is_pv);
                reduction -= 512 * i32::from(was_pv);
                reduction += 1024 * i32::from(cut_node);
                reduction += 512 * i32::from(!improving);
                reduction += 768 * i32::from(table_noisy && is_quiet);
                reduction += 768 * i32::from(self.frame(ply + 1).cutoffs > 3);
                reduction -= history * 1024 / self.parameters.reduction_history;
                if next.in_check() {
                    reduction -= 1024;
                }
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                self.frame_mut(ply).reduced = new_depth - reduced;
                value = -self.search::<NON_PV>(&next, reduced, ply + 1, -alpha - 1, -alpha, true);
                self.frame_mut(ply).reduced = 0;
                if value > alpha && reduced < new_depth {
                    let deeper = i32::from(value > best + 40 + 8 * (new_depth - reduced))
                        - i32::from(value < best + 8);
                    if new_depth + deeper > reduced {
                        value = -self.search::<NON_PV>(
                            &next,
                            new_depth + deeper,
                            ply + 1,
                            -alpha - 1,
                            -alpha,
                            !cut_node,
                        );
                    }
                    if is_quiet {
                        let bonus =
                            (self.parameters.bonus_margin * depth).min(self.parameters.bonus_max);
                        let earned = match value {
                            _ if value >= beta => bonus,
                            _ if value <= alpha => -bonus,
                            _ => 0,
                        };
                        self.histories.update_continuation(&context, m, earned);
                    }
                }
            } else if !is_pv || count > 1 {
                value = -self.search::<NON_PV>(
                    &next,
                    new_depth,
                    ply + 1,
                    -alpha - 1,
                    -alpha,
                    !cut_node,
                );
            }
            if is_pv && (count == 1 || value > alpha) {
                value = -self.search::<PV>(&next, new_depth, ply + 1, -beta, -alpha, false);
            }
            self.leave();
            if self.stopped {
                return 0;
            }
            if is_root {
                self.note_root_move(m, value, alpha, count == 1, self.nodes - nodes_before);
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if is_pv && !is_root {
                        self.extend_pv(ply, m);
                    }
                    if value >= beta {
                        self.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    alpha = value;
                    // The rest has more to beat: it need not be so deep.
                    if depth > 3 && depth < 12 && !score::is_decisive(value) {
                        depth -= self.parameters.raised_alpha;
                    }
                }
            }
            if Some(m) != best_move {
                if is_quiet {
                    tried.quiets.push(m);
                } else {
                    tried.noisies.push(m);
                }
            }
        }

        if count == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                0
            };
        }
        if let Some(m) = best_move {
            self.reward(position, &context, m, &tried, depth);
        } else if excluded.is_none() {
            self.credit_last_move(ply, depth);
        }
        best = best.min(ceiling);
        if best >= beta && !score::is_decisive(best) && !score::is_decisive(beta) {
            best = (best * depth + beta) / (depth + 1);
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if is_pv && best_move.is_some() && best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if !(is_root && self.pv_index > 0) {
                let value = to_table(best, ply);
                self.shared
                    .table
                    .put(key, Entry { best: best_move, value, eval: raw, depth, bound, was_pv });
            }
            self.learn_correction(position, ply, best, best_move, bound, depth);
            self.harvest(position, ply, depth, bound, best_move, best);
        }
        best
    }

    /// The opponent's quiet move that led here gains in its history by what the
    /// evaluation says it gained on the board.
    fn judge_last_move(&mut self, ply: usize) {
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
    fn credit_last_move(&mut self, ply: usize, depth: i32) {
        let last = self.frames[ply + super::BEFORE - 1];
        if let (Some(slot), Some(moved)) = (last.quiet_slot, last.moved)
            && ply > 0
        {
            let bonus = (self.parameters.bonus_margin * depth).min(self.parameters.bonus_max)
                * self.parameters.credit_scale
                / 16;
            self.histories.update_slot(slot, bonus);
            let earlier = self.earlier(ply - 1);
            self.histories.update_followed(&earlier, moved, bonus);
        }
    }

    /// A move was searched less deep because it looked poor. If the position
    /// it led to looks otherwise, some of the depth comes back; if it looks
    /// even worse for the side that moved, some more goes.
    fn reconsider_depth(&self, depth: i32, ply: usize) -> i32 {
        let last = self.frames[ply + super::BEFORE - 1];
        match (last.eval, self.frame(ply).eval) {
            (Some(before), Some(now))
                if last.reduced >= self.parameters.hindsight_reduced && before + now <= 0 =>
            {
                depth + 1
            }
            (Some(before), Some(now))
                if last.reduced >= 2
                    && depth >= 2
                    && before + now > self.parameters.hindsight_margin =>
            {
                depth - 1
            }
            _ => depth,
        }
    }

    /// A score so far above beta that a few quiet moves will not change it.
    fn reverse_futility(
        &self,
        depth: i32,
        eval: Value,
        beta: Value,
        improving: bool,
        was_pv: bool,
    ) -> Option<Value> {
        let margin = self.parameters.reverse_futility_margin * depth
            - self.parameters.reverse_futility_improving * i32::from(improving);
        let prune = !was_pv
            && depth <= self.parameters.reverse_futility_depth
            && eval - margin >= beta
            && !score::is_loss(beta)
            && !score::is_win(eval);
        prune.then_some(beta + (eval - beta) / 3)
    }

    /// A score so far below alpha that only captures could help.
    fn razor(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        eval: Value,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        let margin = self.parameters.razoring_base + self.parameters.razoring_margin * depth;
        if depth > 4 || eval + margin >= alpha {
            return None;
        }
        let value = self.quiesce::<false>(position, ply, alpha, beta);
        (value <= alpha && !score::is_decisive(value)).then_some(value)
    }

    /// If passing is good enough, a move is too. Not with pawns alone, where
    /// having to move can be the trouble.
    #[allow(clippy::too_many_arguments)]
    fn null_move(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        eval: Value,
        beta: Value,
        cut_node: bool,
        table_noisy: bool,
    ) -> Option<Value> {
        let us = position.turn();
        let pieces = position.by_color(us) - position.pieces(us, Role::Pawn);
        let passed_before = self.frames[ply + super::BEFORE - 1].current.is_none();
        if !cut_node
            || depth < 3
            || eval < beta
            || self.frame(ply).eval.is_none_or(|eval| eval + 20 * depth < beta + 120)
            || (ply > 0 && passed_before)
            || ply < self.null_move_ply
            || score::is_loss(beta)
            || pieces.len() < 3
        {
            return None;
        }
        let reduction = self.parameters.null_move_base
            + depth / self.parameters.null_move_divisor
            + ((eval - beta) / self.parameters.null_move_eval).min(4)
            + i32::from(table_noisy);
        let next = position.play_null();
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
        if self.null_move_ply > 0 || depth < self.parameters.null_move_verify {
            return Some(value);
        }
        // At great depth make sure that it is not a case of zugzwang.
        self.null_move_ply = ply + 3 * (depth - reduction).max(0) as usize / 4;
        let verified =
            self.search::<NON_PV>(position, depth - reduction, ply, beta - 1, beta, false);
        self.null_move_ply = 0;
        (verified >= beta && !self.stopped).then_some(value)
    }

    /// A good capture that is far above beta in a shallower search.
    #[allow(clippy::too_many_arguments)]
    fn probcut(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
        beta: Value,
        improving: bool,
        table_move: Option<Move>,
        cut_node: bool,
    ) -> Option<Value> {
        let margin = self.parameters.probcut_margin
            - self.parameters.probcut_improving * i32::from(improving);
        let probcut_beta = beta + margin;
        if depth < 5 || score::is_decisive(beta) || !cut_node {
            return None;
        }
        let eval = self.frame(ply).eval?;
        let noisy_table = table_move.filter(|&m| position.is_capture(m) || m.is_promotion());
        let mut picker = Picker::noisy(noisy_table, probcut_beta - eval);
        let context = self.context(position, ply, Threats::NONE);
        let mut next = *position;
        while let Some(m) = picker.next(position, &self.histories, &context) {
            if picker.is_at_bad_noisy() {
                break;
            }
            position.play_into(m, &mut next);
            self.enter(position, ply, m, None, &next);
            let mut value = -self.quiesce::<false>(&next, ply + 1, -probcut_beta, 1 - probcut_beta);
            if value >= probcut_beta {
                value = -self.search::<NON_PV>(
                    &next,
                    depth - 4,
                    ply + 1,
                    -probcut_beta,
                    1 - probcut_beta,
                    !cut_node,
                );
            }
            self.leave();
            if self.stopped {
                return None;
            }
            if value >= probcut_beta {
                let entry = Entry {
                    best: Some(m),
                    value: to_table(value, ply),
                    eval: score::NONE,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                self.shared.table.put(table_key(position), entry);
                return Some(if score::is_decisive(value) { value } else { value - margin });
            }
        }
        None
    }

    /// How much less deep a move is searched, in 1024ths of a ply.
    #[inline(always)]
    fn reduction(&self, depth: i32, count: usize, is_quiet: bool) -> i32 {
        let row = &self.reductions[usize::from(!is_quiet)];
        let base = if is_quiet {
            self.parameters.reduction_quiet_base
        } else {
            self.parameters.reduction_noisy_base
        };
        let product = row[depth.clamp(0, 63) as usize] * row[count.min(63)] / 1024;
        product + base * 1024 / 100
    }

    /// The best move gains in the histories, those tried before it lose.
    fn reward(
        &mut self,
        position: &Position<R>,
        context: &Quiet<'_>,
        best: Move,
        tried: &Tried,
        depth: i32,
    ) {
        let bonus = (self.parameters.bonus_margin * depth).min(self.parameters.bonus_max);
        let malus = (self.parameters.malus_margin * depth).min(self.parameters.malus_max);
        let captured = position.captured(best);
        if captured.is_none() && best.promotion() != Some(Role::Queen) {
            self.histories.update_quiet(context, best, bonus);
            for &m in &tried.quiets {
                self.histories.update_quiet(context, m, -malus);
            }
        } else {
            self.histories.update_noisy(context.color, best, captured, bonus);
        }
        for &m in &tried.noisies {
            self.histories.update_noisy(context.color, m, position.captured(m), -malus);
        }
    }

    /// Where the search disagrees with the evaluation, the evaluation learns.
    fn learn_correction(
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
            self.histories.update_correction(
                position.turn(),
                position.keys(),
                &earlier,
                best - eval,
                depth,
            );
        }
    }

    fn note_root_move(&mut self, m: Move, value: Value, alpha: Value, is_first: bool, nodes: u64) {
        let (seldepth, line) = (self.seldepth, self.pv[1].clone());
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.m == m) {
            root.nodes += nodes;
            if is_first || value > alpha {
                root.value = value;
                root.average = if root.average == -INFINITE || score::is_decisive(value) {
                    value
                } else {
                    (2 * value + root.average) / 3
                };
                root.seldepth = seldepth;
                root.pv.truncate(1);
                root.pv.extend(line);
            } else {
                root.value = -INFINITE;
            }
        }
    }
}
