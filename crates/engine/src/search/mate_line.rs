//! Lines that end in mate. The line a search brings along may break off early
//! where a score came from the transposition table; what is missing is found
//! by a small search for mates alone.

use erawan_board::{Move, MoveList, Position, Rules};

use super::Worker;
use super::draws::table_key;
use crate::eval::Evaluator;
use crate::score::{MATE, MATE_BOUND, Score, Value, mated_in};
use crate::tt::Table;

/// Positions the small search may look at for one line. Each costs as much as
/// some five nodes of the search.
const POSITIONS: u64 = 20_000;
/// Where time counts it gets one position for so many nodes of the search, so
/// that nobody loses on time for the sake of a complete line.
const NODES_A_POSITION: u64 = 100;
/// What a mate counts whose line is not known to its end, less its plies.
const UNPROVEN: Value = 25_000;
/// The small search does not look for mates farther away.
const FARTHEST: usize = 31;

impl<R: Rules, E: Evaluator<R>> Worker<R, E> {
    /// A legal line and its score. If that is a mate, the line ends in it and
    /// has its length; a mate that cannot be shown so with little effort is
    /// told as a score beyond all others.
    pub(super) fn complete_line(&self, line: &[Move], value: Value) -> (Vec<Move>, Score) {
        let line = self.legal_line(line);
        if value.abs() < MATE_BOUND {
            return (line, Score::from_value(value));
        }
        let plies = (MATE - value.abs()) as usize;
        let mut positions = vec![self.root];
        for &m in &line {
            let next = positions[positions.len() - 1].play(m);
            positions.push(next);
        }
        if line.len() == plies && is_mate(&positions[plies]) {
            return (line, Score::from_value(value));
        }
        let allowed = match self.limits.clock.is_some() || self.limits.movetime.is_some() {
            true => (self.nodes / NODES_A_POSITION).saturating_sub(self.mate_effort.get()),
            false => POSITIONS,
        };
        let allowed = allowed.min(POSITIONS);
        let mut solver = Solver { table: &self.shared.table, positions: allowed };
        let found = self.solve(&mut solver, &line, &positions, plies, value);
        self.mate_effort.set(self.mate_effort.get() + allowed - solver.positions);
        match found {
            Some((line, value)) => (line, Score::from_value(value)),
            None => {
                let unproven = UNPROVEN - plies as Value;
                (line, Score::Centipawns(if value > 0 { unproven } else { -unproven }))
            }
        }
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

fn is_mate<R: Rules>(position: &Position<R>) -> bool {
    position.in_check() && !position.has_legal_moves()
}

fn is_drawn<R: Rules>(position: &Position<R>) -> bool {
    let by_clock = R::CLAIM_PLIES.is_some_and(|plies| position.halfmove_clock() >= plies);
    by_clock || position.counting().is_over() || position.is_insufficient_material()
}

struct Solver<'a> {
    table: &'a Table,
    positions: u64,
}

impl Solver<'_> {
    /// A forced mate in at most so many plies, an odd number, by the side to
    /// move.
    fn attack<R: Rules>(&mut self, position: &Position<R>, plies: usize) -> Option<Vec<Move>> {
        let mut moves = self.ordered(position)?;
        // Checks leave the fewest answers; the last move has to be one.
        if plies == 1 {
            return moves.into_iter().find(|&m| is_mate(&position.play(m))).map(|m| vec![m]);
        }
        let from = moves.len().min(1);
        moves[from..].sort_by_key(|&m| !position.play(m).in_check());
        for m in moves {
            if let Some(rest) = self.defend(&position.play(m), plies - 1) {
                return Some(joined(m, rest));
            }
        }
        None
    }

    /// The longest line if the side to move is mated in at most so many plies,
    /// an even number.
    fn defend<R: Rules>(&mut self, position: &Position<R>, plies: usize) -> Option<Vec<Move>> {
        if is_mate(position) {
            return Some(Vec::new());
        }
        if plies == 0 || is_drawn(position) {
            return None;
        }
        let moves = self.ordered(position)?;
        let mut longest: Option<Vec<Move>> = None;
        for m in moves {
            let line = joined(m, self.attack(&position.play(m), plies - 1)?);
            if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
                longest = Some(line);
            }
        }
        // Stalemate has no line.
        longest
    }

    /// The legal moves, the one the table knows first; none if the effort has
    /// become too great.
    fn ordered<R: Rules>(&mut self, position: &Position<R>) -> Option<Vec<Move>> {
        self.positions = self.positions.checked_sub(1)?;
        let legal: MoveList = position.legal_moves();
        let mut moves: Vec<Move> = legal.iter().copied().collect();
        let known = self.table.get(table_key(position)).and_then(|entry| entry.best);
        if let Some(i) = known.and_then(|known| moves.iter().position(|&m| m == known)) {
            moves[..=i].rotate_right(1);
        }
        Some(moves)
    }
}

fn joined(first: Move, rest: Vec<Move>) -> Vec<Move> {
    std::iter::once(first).chain(rest).collect()
}
