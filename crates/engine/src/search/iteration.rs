//! The root: iterative deepening, the window around the score, and what is
//! reported.

use erawan_board::Move;

use super::draws::is_over;
use super::{Finding, Info, RootMove, Worker};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::{self, INFINITE, MAX_PLY, Value};
use crate::wdl;

/// A window wider than this is no use: then there is none.
const WIDEST_WINDOW: Value = 1500;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Searches deeper and deeper until something says stop.
    pub(crate) fn iterate(&mut self, on_info: &mut dyn FnMut(Info)) {
        let max_depth = self
            .limits
            .depth
            .map_or(MAX_PLY as i32 - 2, |depth| depth.clamp(1, MAX_PLY as u32 - 2) as i32);
        let lines = self.limits.multipv.max(1).min(self.root_moves.len());
        let (mut stability, mut last_best) = (0, None);
        let mut told = Vec::with_capacity(lines);
        for depth in 1..=max_depth {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
            }
            for line in 0..lines {
                self.pv_index = line;
                let rank = self.root_moves[line].rank;
                self.pv_end =
                    self.root_moves.iter().rposition(|m| m.rank == rank).unwrap_or(line) + 1;
                self.seldepth = 0;
                self.aspire(depth);
                self.root_moves[..=line].sort_by_key(|m| (-m.rank, -m.value));
                if self.stopped {
                    break;
                }
            }
            // A broken-off iteration keeps what it had found out for certain.
            // Whatever move is to be played, its line is told last.
            if self.stopped && depth > 1 {
                self.order_unfinished();
                // Where lines have changed places all are told again: one that
                // stayed as it was told would show the move of another.
                let is_same = self.lines_begin_with(&told);
                self.report(depth - 1, lines, on_info, is_same);
                break;
            }
            self.completed_depth = depth;
            self.report(depth, lines, on_info, false);
            told.clear();
            told.extend(self.root_moves[..lines].iter().map(|root_move| root_move.m));
            let value = self.root_moves[0].value;
            if self.settles_mate() {
                if self.root_moves[0].value != value {
                    self.report(depth, lines, on_info, false);
                }
                break;
            }
            let best = &self.root_moves[0];
            stability = if last_best == Some(best.m) { (stability + 1).min(10) } else { 0 };
            last_best = Some(best.m);
            if self.stopped || self.id == 0 && self.may_stop(depth, stability) {
                break;
            }
        }
        self.flush_nodes();
    }

    /// Puts the lines that a broken-off iteration has not come to in the order
    /// of what is known of them. Moves that were looked at in passing have no
    /// score of this iteration, and would stand behind moves without any.
    fn order_unfinished(&mut self) {
        let first = self.pv_index + 1;
        if let Some(rest) = self.root_moves.get_mut(first..) {
            rest.sort_by_key(|m| (-m.rank, -m.known_value().unwrap_or(-INFINITE)));
        }
    }

    /// True if the lines begin with these moves, in this order.
    fn lines_begin_with(&self, moves: &[Move]) -> bool {
        moves.iter().eq(self.root_moves.iter().take(moves.len()).map(|root_move| &root_move.m))
    }

    /// The window around the score of the last iteration, widened until the
    /// score fits in.
    fn aspire(&mut self, depth: i32) {
        let parameters = self.parameters;
        let average = self.root_moves[self.pv_index].average;
        let size = average.abs().min(2000);
        let mut delta = parameters.aspiration_delta + size / parameters.aspiration_score;
        // Threads that look at different windows find out different things.
        delta += (self.id % 8) as Value;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= parameters.aspiration_depth
            && average != -INFINITE
            && !score::is_decisive(average)
        {
            alpha = (average - delta).max(-INFINITE);
            beta = (average + delta).min(INFINITE);
        }
        let mut reduced = 0;
        loop {
            let root = self.root;
            let value = self.search_root(&root, (depth - reduced).max(1), alpha, beta);
            self.root_moves[self.pv_index..self.pv_end].sort_by_key(|root_move| -root_move.value);
            if self.stopped {
                return;
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                reduced = 0;
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
                reduced = (reduced + 1).min(parameters.aspiration_saved);
            } else {
                return;
            }
            delta += delta * parameters.aspiration_growth / 100;
            if delta > WIDEST_WINDOW {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn may_stop(&self, depth: i32, stability: i32) -> bool {
        let best = &self.root_moves[0];
        if self.is_pondering() {
            return false;
        }
        if self.limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        if self.limits.clock.is_some() && self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        self.budget.is_soft_over(self.deserved_time(best, stability))
    }

    /// How much of the usual time this move deserves: more if other moves take
    /// many nodes too, if the best move has changed, if the score falls.
    fn deserved_time(&self, best: &RootMove, stability: i32) -> f64 {
        let parameters = &self.parameters;
        let hundredths = |value: i32| f64::from(value) / 100.0;
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let by_nodes = hundredths(parameters.time_nodes_base)
            - hundredths(parameters.time_nodes_slope) * share;
        let by_stability = hundredths(
            parameters.time_stability_base - parameters.time_stability_slope * stability,
        );
        let fall = if best.previous == -INFINITE {
            0
        } else {
            (best.previous - best.value).clamp(-40, 80)
        };
        let by_trend = 1.0 + f64::from(fall) / f64::from(parameters.time_trend);
        by_nodes * by_stability * by_trend
    }

    fn report(&self, depth: i32, lines: usize, on_info: &mut dyn FnMut(Info), only_new: bool) {
        if self.id != 0 {
            return;
        }
        self.flush_nodes();
        for (line, root_move) in self.root_moves[..lines].iter().enumerate() {
            let is_new = root_move.value != -INFINITE && root_move.value != root_move.previous;
            if only_new && !is_new {
                continue;
            }
            if let Some(info) = self.info(depth, line) {
                on_info(info);
            }
        }
    }

    /// A line as it is reported, if anything is known of it.
    fn info(&self, depth: i32, line: usize) -> Option<Info> {
        let root_move = self.root_moves.get(line)?;
        let (pv, score) = self.complete_line(&root_move.pv, root_move.known_value()?);
        Some(Info {
            depth: depth as u32,
            seldepth: root_move.seldepth.max(depth as usize) as u32,
            multipv: line + 1,
            score,
            chances: wdl::chances(score, &self.root),
            nodes: self.shared.total_nodes(),
            time: self.budget.elapsed(),
            hashfull: self.shared.tt.fullness(),
            tbhits: self.shared.total_tb_hits(),
            pv,
        })
    }

    /// The result of the search, none without a legal move.
    pub(crate) fn finding(&self) -> Option<Finding> {
        let root = self.root_moves.first()?.clone();
        let info = self.info(self.completed_depth, 0);
        Some(Finding { root, completed_depth: self.completed_depth, info })
    }

    /// A line up to the end of the game, as far as it is legal.
    pub(super) fn legal_line(&self, line: &[Move]) -> Vec<Move> {
        let mut position = self.root;
        let mut keys = self.keys[..self.game_plies].to_vec();
        let mut legal = Vec::with_capacity(line.len());
        for &m in line {
            if !position.is_legal(m) {
                break;
            }
            legal.push(m);
            position = position.play_unchecked(m);
            keys.push(position.key());
            if is_over(&position, &keys) {
                break;
            }
        }
        legal
    }

    /// True for a move at the root that the line at hand may begin with.
    pub(super) fn is_to_search(&self, m: Move) -> bool {
        self.root_moves[self.pv_index..self.pv_end].iter().any(|root| root.m == m)
    }

    /// What the search of a move at the root has found out.
    pub(super) fn note_root_move(
        &mut self,
        m: Move,
        value: Value,
        alpha: Value,
        is_first: bool,
        nodes: u64,
    ) {
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
