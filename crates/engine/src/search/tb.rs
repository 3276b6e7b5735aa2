//! Endgame tables: results inside the search, and the order of moves at its
//! root. Chess has Syzygy's; games with a count have tables that know it.

use std::sync::Arc;

use erawan_board::{Game, Move, Position};
use erawan_endings::{Endings, Outcome};
use erawan_syzygy::{MAX_MEN, RootRules, Tables, Wdl};

use super::known::Found;
use super::node::Node;
use super::{MAX_PLY, Worker};
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::{self, TB_WIN, Value};
use crate::tt::Bound;

/// Which tables to ask, and when.
#[derive(Clone, Debug)]
pub(crate) struct Probing {
    pub(crate) tables: Option<Arc<Tables>>,
    /// Those of games with a count.
    pub(crate) endings: Option<Arc<Endings>>,
    /// The least depth at which positions with the most men are looked up;
    /// those with fewer always are.
    pub(crate) depth: i32,
    /// Positions with more men are not looked up.
    pub(crate) limit: u32,
    /// A win that the fifty-move rule spoils is no win.
    pub(crate) fifty_moves: bool,
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { tables: None, endings: None, depth: 1, limit: MAX_MEN, fifty_moves: true }
    }
}

impl Probing {
    /// The most men a position may have to be looked up; 0 without tables.
    pub(super) fn men<R: Playable>(&self) -> u32 {
        if R::COUNTING {
            let men = self.endings.as_ref().map_or(0, |endings| endings.max_men(R::VARIANT));
            return men.min(self.limit);
        }
        match &self.tables {
            Some(tables) if R::as_chess(&Position::startpos()).is_some() => {
                tables.max_men().min(self.limit)
            }
            _ => 0,
        }
    }

    /// What a result within the count is worth, and what kind of score that is.
    fn ending_value(outcome: Outcome, ply: usize) -> (Value, Bound) {
        match outcome {
            Outcome::Win => (TB_WIN - ply as Value, Bound::Lower),
            Outcome::Loss => (ply as Value - TB_WIN, Bound::Upper),
            Outcome::Draw => (0, Bound::Exact),
        }
    }

    fn result_value(&self, wdl: Wdl, ply: usize) -> (Value, Bound) {
        let wdl = if self.fifty_moves { wdl } else { wdl.without_fifty_moves() };
        match wdl {
            Wdl::Win => (TB_WIN - ply as Value, Bound::Lower),
            Wdl::Loss => (ply as Value - TB_WIN, Bound::Upper),
            // A draw, but one side has to find it.
            Wdl::CursedWin => (2, Bound::Exact),
            Wdl::BlessedLoss => (-2, Bound::Exact),
            Wdl::Draw => (0, Bound::Exact),
        }
    }
}

/// What the tables say of a move at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub(crate) m: Move,
    pub(crate) rank: i32,
    pub(crate) value: Value,
}

/// What the tables say of all moves at the root.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    pub(crate) moves: Vec<Ranked>,
    /// The search need not ask the tables any more: the moves that keep the
    /// result are known.
    pub(crate) is_complete: bool,
}

/// Plies: if the clock would stand at more when the next capture or pawn move
/// is due, a win is played by distance alone.
const HURRY: i32 = 80;

/// Ranks the moves of the position on the board, if it is in the tables.
pub(crate) fn rank<R: Playable>(game: &Game<R>, probing: &Probing) -> Option<Ranking> {
    if R::COUNTING {
        return rank_within_count(game, probing);
    }
    let tables = probing.tables.as_ref()?;
    let position = R::as_chess(game.position())?;
    if position.occupied().len() > probing.limit {
        return None;
    }
    let clock = usize::from(position.halfmove_clock());
    let all = game.positions();
    let since_zeroing: Vec<u64> =
        all[all.len().saturating_sub(clock + 1)..].iter().map(Position::key).collect();
    let mut rules =
        RootRules { repeated: has_equal(&since_zeroing), fifty_moves: probing.fifty_moves };
    let mut ranked = tables.root_moves(position, rules).ok()?;
    // A search that chooses among won positions may take its time, but not so
    // much that the clock decides.
    let is_late = |first: &erawan_syzygy::RootMove| {
        first.wdl == Wdl::Win && first.dtz.is_some_and(|dtz| dtz + clock as i32 > HURRY)
    };
    if !rules.repeated && ranked.moves.first().is_some_and(is_late) {
        rules.repeated = true;
        ranked = tables.root_moves(position, rules).ok()?;
    }
    let mut moves: Vec<Ranked> = ranked
        .moves
        .iter()
        .map(|found| {
            let next = game.position().play_unchecked(found.m).key();
            // The tables know no history: the third time is a draw.
            if since_zeroing.iter().filter(|&&key| key == next).count() >= 2 {
                return Ranked { m: found.m, rank: 0, value: 0 };
            }
            let (value, _) = probing.result_value(found.wdl, 0);
            Ranked { m: found.m, rank: found.rank, value }
        })
        .collect();
    moves.sort_by_key(|m| -m.rank);
    let is_won = moves.first().is_some_and(|first| score::is_win(first.value));
    Some(Ranking { moves, is_complete: ranked.by_distance || !is_won })
}

/// The same for games with a count: wins by the headway they make, so that the
/// count is met whatever the opponent does.
fn rank_within_count<R: Playable>(game: &Game<R>, probing: &Probing) -> Option<Ranking> {
    let position = game.position();
    if position.occupied().len() > probing.men::<R>() {
        return None;
    }
    let times = |key| game.positions().iter().filter(|before| before.key() == key).count();
    let found = probing.endings.as_ref()?.rank(position).ok()?;
    let mut moves: Vec<Ranked> = found
        .iter()
        .map(|found| {
            // The tables know no history: the third time is a draw.
            if times(position.play_unchecked(found.m).key()) >= 2 {
                return Ranked { m: found.m, rank: 0, value: 0 };
            }
            let (value, _) = Probing::ending_value(found.outcome, 0);
            Ranked { m: found.m, rank: found.rank, value }
        })
        .collect();
    moves.sort_by_key(|m| -m.rank);
    Some(Ranking { moves, is_complete: true })
}

fn has_equal(keys: &[u64]) -> bool {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Endgame tables know the result; only a mate can be better. The score, if
    /// it ends the node; else the node learns its bounds.
    #[inline(always)]
    pub(super) fn tb_cutoff(&mut self, node: &mut Node<'_, R>, key: u64) -> Option<Value> {
        let (value, bound) = self.probe_tb(node.position, node.depth, node.ply)?;
        let settled = match bound {
            Bound::Lower => value >= node.beta,
            Bound::Upper => value <= node.alpha,
            _ => true,
        };
        if settled && R::COUNTING {
            // The transposition table does not know every count apart.
            return Some(value);
        }
        if settled {
            let depth = (node.depth + self.parameters.tb_depth).min(MAX_PLY as i32 - 1);
            let (raw, was_pv) = (score::NONE, node.was_pv);
            self.store(key, node.ply, Found { best: None, value, raw, depth, bound, was_pv });
            return Some(value);
        }
        if node.is_pv && bound == Bound::Lower {
            node.floor = value;
            node.alpha = node.alpha.max(value);
        } else if node.is_pv {
            node.ceiling = value;
        }
        None
    }

    /// What the tables say of a node, and what kind of score that is: a win
    /// may still turn out to be a mate.
    #[inline(always)]
    fn probe_tb(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
    ) -> Option<(Value, Bound)> {
        if R::COUNTING {
            return if self.probe_men == 0 { None } else { self.look_up_ending(position, ply) };
        }
        // Results hold for a clock at zero.
        if self.probe_men == 0 || position.halfmove_clock() != 0 {
            return None;
        }
        self.look_up(position, depth, ply)
    }

    /// The result with the count as it stands.
    #[inline(never)]
    fn look_up_ending(&mut self, position: &Position<R>, ply: usize) -> Option<(Value, Bound)> {
        if position.occupied().len() > self.probe_men {
            return None;
        }
        // Counts by hand, leaps and missing tables are refused here.
        let found = self.probing.endings.as_ref()?.probe(position).ok()?;
        self.tb_hits += 1;
        Some(Probing::ending_value(found.outcome, ply))
    }

    #[inline(never)]
    fn look_up(
        &mut self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
    ) -> Option<(Value, Bound)> {
        let men = position.occupied().len();
        if men > self.probe_men || (men == self.probe_men && depth < self.probing.depth) {
            return None;
        }
        let tables = self.probing.tables.as_ref()?;
        // Castling rights and missing tables are refused here.
        let wdl = tables.probe_wdl(R::as_chess(position)?).ok()?;
        self.tb_hits += 1;
        Some(self.probing.result_value(wdl, ply))
    }
}
