//! Lines that end in mate. The line a search brings along may break off early
//! where a score came from the transposition table; what is missing is found
//! by a small search for mates alone. The same search, given more effort,
//! settles whether there is a mate in a number of moves at all.

use std::sync::Arc;

use erawan_board::{Move, MoveList, Position};

use super::draws::{is_drawn, tt_key};
use super::{Shared, Worker};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, Score, Value, mated_in, score_of};

/// Positions the small search may look at for one line. Each costs as much as
/// some five nodes of the search.
const POSITIONS: u64 = 20_000;
/// Nodes of the search for which it gets one position where time counts, so
/// that nobody loses on time for the sake of a complete line.
const NODES_A_POSITION: u64 = 100;
/// Looking for a mate, the search is interrupted for the first time after this
/// number of nodes, and then each time there are twice as many, to try to settle
/// the question by looking at all moves.
pub(super) const FIRST_PROOF: u64 = 2_000;
/// Nodes for which one position may be looked at then.
const NODES_A_PROOF_POSITION: u64 = 8;
/// What a mate counts whose line is not known to its end, less its plies.
const UNPROVEN: Value = 25_000;
/// The small search does not look for mates farther away.
const FARTHEST: usize = 31;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// A legal line and its score. If that is a mate, the line ends in it and
    /// has its length; a mate that cannot be shown so with little effort is
    /// told as a score beyond all others.
    pub(super) fn complete_line(&self, line: &[Move], value: Value) -> (Vec<Move>, Score) {
        let line = self.legal_line(line);
        if value.abs() < MATE_BOUND {
            return (line, score_of(value));
        }
        let plies = (MATE - value.abs()) as usize;
        let mut positions = vec![self.root];
        for &m in &line {
            let next = positions[positions.len() - 1].play_unchecked(m);
            positions.push(next);
        }
        if line.len() == plies && positions[plies].is_checkmate() {
            return (line, score_of(value));
        }
        let allowed = match self.limits.clock.is_some() || self.limits.movetime.is_some() {
            true => (self.nodes / NODES_A_POSITION).saturating_sub(self.mate_effort.get()),
            false => POSITIONS,
        };
        let allowed = allowed.min(POSITIONS);
        let mut solver = Solver { shared: &self.shared, positions: allowed, heed_stop: false };
        let found = self.solve(&mut solver, &line, &positions, plies, value);
        self.mate_effort.set(self.mate_effort.get() + allowed - solver.positions);
        match found {
            Some((line, value)) => (line, score_of(value)),
            None => {
                let unproven = UNPROVEN - plies as Value;
                (line, Score::Centipawns(if value > 0 { unproven } else { -unproven }))
            }
        }
    }

    /// True if a mate in [`Limits::mate`](crate::Limits::mate) moves was asked for
    /// and the question is settled: it was found, or there is none.
    pub(super) fn settles_mate(&mut self) -> bool {
        let (Some(moves), 0) = (self.limits.mate, self.id) else { return false };
        let moves = moves.min(MAX_PLY as u32);
        let value = self.root_moves[0].value;
        let is_found = value >= MATE_BOUND && MATE - value <= 2 * moves as Value;
        // Who is mated does not mate.
        let is_lost = value != -INFINITE && value <= -MATE_BOUND;
        if is_found || is_lost || moves == 0 {
            return true;
        }
        let plies = 2 * moves as usize - 1;
        if plies > FARTHEST || self.nodes < self.next_proof || self.limits.multipv > 1 {
            return false;
        }
        self.next_proof = 2 * self.nodes;
        let positions = self.nodes / NODES_A_PROOF_POSITION;
        let shared = Arc::clone(&self.shared);
        let mut solver = Solver { shared: &shared, positions, heed_stop: true };
        for i in 0..self.root_moves.len() {
            let m = self.root_moves[i].m;
            if let Some(rest) = solver.defend(&self.root.play_unchecked(m), plies - 1) {
                let root_move = &mut self.root_moves[i];
                root_move.value = -mated_in(1 + rest.len());
                root_move.pv = joined(m, rest);
                self.root_moves[..=i].rotate_right(1);
                return true;
            }
            if solver.positions == 0 {
                return false;
            }
        }
        true
    }

    fn solve(
        &self,
        solver: &mut Solver<'_>,
        line: &[Move],
        positions: &[Position<R>],
        plies: usize,
        value: Value,
    ) -> Option<(Vec<Move>, Value)> {
        // As much of the line as possible is kept.
        for kept in (0..=line.len().min(plies)).rev() {
            let left = plies - kept;
            if left > FARTHEST {
                break;
            }
            let at = &positions[kept];
            let rest =
                if left % 2 == 1 { solver.attack(at, left) } else { solver.defend(at, left) };
            if let Some(rest) = rest {
                let whole: Vec<Move> = line[..kept].iter().copied().chain(rest).collect();
                // It may even be nearer than was thought.
                let mated = mated_in(whole.len());
                let value = if value > 0 { -mated } else { mated };
                return Some((whole, value));
            }
            if solver.positions == 0 || self.budget.is_hard_over() {
                break;
            }
        }
        None
    }
}

struct Solver<'a> {
    shared: &'a Shared,
    /// How many it may still look at. None are left if it was stopped.
    positions: u64,
    /// Whether to look if the search is to end. What is short is finished.
    heed_stop: bool,
}

impl Solver<'_> {
    /// A forced mate in at most `plies`, an odd number, by the side to move.
    fn attack<R: Playable>(&mut self, position: &Position<R>, plies: usize) -> Option<Vec<Move>> {
        let mut moves = self.ordered(position)?;
        // Checks leave the fewest answers; the last move has to be one.
        if plies == 1 {
            return moves
                .into_iter()
                .find(|&m| position.play_unchecked(m).is_checkmate())
                .map(|m| vec![m]);
        }
        let from = moves.len().min(1);
        moves[from..].sort_by_key(|&m| !position.play_unchecked(m).in_check());
        for m in moves {
            if let Some(rest) = self.defend(&position.play_unchecked(m), plies - 1) {
                return Some(joined(m, rest));
            }
        }
        None
    }

    /// The longest line if the side to move is mated in at most `plies`, an even
    /// number.
    fn defend<R: Playable>(&mut self, position: &Position<R>, plies: usize) -> Option<Vec<Move>> {
        if position.is_checkmate() {
            return Some(Vec::new());
        }
        if plies == 0 || is_drawn(position) {
            return None;
        }
        let moves = self.ordered(position)?;
        let mut longest: Option<Vec<Move>> = None;
        for m in moves {
            let line = joined(m, self.attack(&position.play_unchecked(m), plies - 1)?);
            if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
                longest = Some(line);
            }
        }
        // Stalemate has no line.
        longest
    }

    /// The legal moves, the one the transposition table knows first; none if the effort has
    /// become too great.
    fn ordered<R: Playable>(&mut self, position: &Position<R>) -> Option<Vec<Move>> {
        if self.heed_stop && self.positions.is_multiple_of(256) && self.shared.is_over() {
            self.positions = 0;
        }
        self.positions = self.positions.checked_sub(1)?;
        let legal: MoveList = position.legal_moves();
        let mut moves: Vec<Move> = legal.iter().copied().collect();
        let known = self.shared.tt.get(tt_key(position)).and_then(|entry| entry.best);
        if let Some(i) = known.and_then(|known| moves.iter().position(|&m| m == known)) {
            moves[..=i].rotate_right(1);
        }
        Some(moves)
    }
}

fn joined(first: Move, rest: Vec<Move>) -> Vec<Move> {
    std::iter::once(first).chain(rest).collect()
}
