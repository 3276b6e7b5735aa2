//! The search of one thread: iterative deepening around alpha-beta.

mod cuckoo;
mod draws;
mod evaluation;
mod extensions;
mod iteration;
mod known;
mod learning;
mod line;
mod mate_line;
mod node;
mod pruning;
mod quiescence;
mod reductions;
mod tb;

pub(crate) use tb::{Probing, Ranking, rank};

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use erawan_board::{Move, Position};

use cuckoo::Cuckoo;
use learning::Tried;
use mate_line::FIRST_PROOF;

use crate::engine::Control;
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::history::{Histories, MoveContext, PieceTarget};
use crate::limits::Limits;
use crate::params::Parameters;
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, Score, Value};
use crate::threats::Threats;
use crate::time::Budget;
use crate::tt::TranspositionTable;
use crate::wdl::Chances;

/// What all threads of a search share.
pub(crate) struct Shared {
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) control: Control,
    /// One thread has found that it is time to stop.
    pub(crate) halt: AtomicBool,
    pub(crate) counters: Vec<Counter>,
    /// Moves looked up in endgame tables before the search began.
    pub(crate) root_hits: u64,
}

/// What is to be searched, and for how long.
pub(crate) struct Task<R: Playable> {
    pub(crate) root: Position<R>,
    /// The keys of the game, the root's last.
    pub(crate) keys: Vec<u64>,
    pub(crate) limits: Limits,
    pub(crate) budget: Budget,
    pub(crate) parameters: Parameters,
    pub(crate) probing: Probing,
    /// The moves as endgame tables rank them, if they do.
    pub(crate) ranking: Option<Ranking>,
}

/// What a thread has found.
pub(crate) struct Finding {
    pub(crate) root: RootMove,
    pub(crate) completed_depth: i32,
    /// As it is reported.
    pub(crate) info: Option<Info>,
}

/// What one thread has counted, in a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Counter {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl Shared {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// True once the search is to end.
    pub(crate) fn is_over(&self) -> bool {
        self.control.is_stopped() || self.halt.load(Relaxed)
    }

    pub(crate) fn total_tb_hits(&self) -> u64 {
        let in_search = self.counters.iter().map(|counter| counter.tb_hits.load(Relaxed));
        self.root_hits + in_search.sum::<u64>()
    }
}

/// A line of play as a search reports it.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The number of the line, from 1.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What the score means: the chances to win, draw and lose.
    pub chances: Chances,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The line.
    pub pv: Vec<Move>,
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    pub(crate) value: Value,
    pub(crate) previous: Value,
    average: Value,
    seldepth: usize,
    nodes: u64,
    pub(crate) pv: Vec<Move>,
    /// Moves of lower rank lose what endgame tables say can be had.
    rank: i32,
    /// The score by endgame tables.
    tb_value: Option<Value>,
}

impl RootMove {
    /// The last score that is known for certain, if there is one yet.
    pub(crate) fn known_value(&self) -> Option<Value> {
        let value = if self.value == -INFINITE { self.previous } else { self.value };
        match self.tb_value {
            _ if value == -INFINITE => None,
            // Nearer than a tablebase result there is only mate.
            Some(by_tables) if value.abs() < MATE_BOUND => Some(by_tables),
            _ => Some(value),
        }
    }
}

/// What the search remembers of a ply.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The corrected evaluation, or nothing in check.
    eval: Option<Value>,
    /// The move being tried, and what moved where.
    current: Option<Move>,
    moved: Option<PieceTarget>,
    /// The place of that move in the quiet history, if it is quiet.
    quiet_slot: Option<usize>,
    /// By how many plies less than in full that move is being searched.
    reduced: i32,
    excluded: Option<Move>,
    /// How often the child nodes were cut off.
    cutoffs: i32,
    double_extensions: i32,
}

/// Frames before the root, so that looking back needs no check.
const BEFORE: usize = 8;

/// One thread of a search.
pub(crate) struct Worker<R: Playable, E: Evaluator<R>> {
    pub(crate) id: usize,
    pub(crate) shared: Arc<Shared>,
    pub(crate) parameters: Parameters,
    pub(crate) evaluator: E,
    pub(crate) histories: Histories,
    pub(crate) root: Position<R>,
    /// The keys of the game and of the line being searched.
    keys: Vec<u64>,
    /// How many of them are before the root.
    game_plies: usize,
    /// Repetitions do not reach back beyond this one: a null move.
    barrier: usize,
    cuckoo: &'static Cuckoo,
    frames: Vec<Frame>,
    pv: Vec<Vec<Move>>,
    pub(crate) root_moves: Vec<RootMove>,
    pv_index: usize,
    /// The end of the moves that have the rank of the line being searched.
    pv_end: usize,
    nodes: u64,
    /// The quiescence search gives up at this number of nodes.
    quiescence_end: u64,
    tb_hits: u64,
    probing: Probing,
    /// The most men a position may have to be looked up in endgame tables.
    probe_men: u32,
    seldepth: usize,
    root_depth: i32,
    /// Null moves are off above this ply, while one is verified.
    null_move_ply: usize,
    reductions: [[i32; 64]; 2],
    tried: Tried,
    budget: Budget,
    limits: Limits,
    stopped: bool,
    pub(crate) completed_depth: i32,
    /// From how many nodes on it is worth trying to settle a question for a
    /// mate once and for all.
    next_proof: u64,
    /// What completing the lines of mates has cost so far.
    mate_effort: Cell<u64>,
}

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    pub(crate) fn new(
        id: usize,
        shared: Arc<Shared>,
        evaluator: E,
        histories: Histories,
        task: &Task<R>,
    ) -> Worker<R, E> {
        let Task { root, limits, budget, parameters, probing, .. } = task;
        let (root, parameters) = (*root, *parameters);
        let ranking = task.ranking.as_ref();
        let mut keys = Vec::with_capacity(task.keys.len() + MAX_PLY + 8);
        keys.extend_from_slice(&task.keys);
        let mut root_moves: Vec<RootMove> = root
            .legal_moves()
            .iter()
            .filter(|m| limits.searchmoves.is_empty() || limits.searchmoves.contains(m))
            .map(|&m| {
                let ranked =
                    ranking.and_then(|ranking| ranking.moves.iter().find(|ranked| ranked.m == m));
                RootMove {
                    m,
                    value: -INFINITE,
                    previous: -INFINITE,
                    average: -INFINITE,
                    seldepth: 0,
                    nodes: 0,
                    pv: vec![m],
                    rank: ranked.map_or(0, |ranked| ranked.rank),
                    tb_value: ranked.map(|ranked| ranked.value),
                }
            })
            .collect();
        root_moves.sort_by_key(|root_move| -root_move.rank);
        let probe_men =
            if ranking.is_some_and(|ranking| ranking.is_complete) { 0 } else { probing.men::<R>() };
        Worker {
            id,
            shared,
            parameters,
            evaluator,
            histories,
            root,
            game_plies: keys.len(),
            keys,
            barrier: 0,
            cuckoo: Cuckoo::of::<R>(),
            frames: vec![Frame::default(); MAX_PLY + BEFORE + 4],
            pv: vec![Vec::new(); MAX_PLY + 4],
            root_moves,
            pv_index: 0,
            pv_end: 0,
            nodes: 0,
            quiescence_end: 0,
            tb_hits: 0,
            probing: probing.clone(),
            probe_men,
            seldepth: 0,
            root_depth: 0,
            null_move_ply: 0,
            reductions: reductions::logarithms(&parameters),
            tried: Tried::default(),
            budget: *budget,
            limits: limits.clone(),
            stopped: false,
            completed_depth: 0,
            next_proof: FIRST_PROOF,
            mate_effort: Cell::new(0),
        }
    }

    #[inline(always)]
    fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    #[inline(always)]
    fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// What was played 1, 2, 4 and 6 plies before this one.
    #[inline(always)]
    fn earlier(&self, ply: usize) -> [Option<PieceTarget>; 4] {
        [1, 2, 4, 6].map(|back| self.frames[ply + BEFORE - back].moved)
    }

    #[inline(always)]
    fn context<'a>(
        &self,
        position: &'a Position<R>,
        ply: usize,
        threats: Threats,
    ) -> MoveContext<'a> {
        MoveContext {
            color: position.turn(),
            keys: position.keys(),
            threats,
            check: self.parameters.urgency_check,
            danger: self.parameters.urgency_danger,
            noisy_history: self.parameters.noisy_history,
            noisy_loss: self.parameters.noisy_loss,
            earlier: self.earlier(ply),
        }
    }

    /// Counts a node and looks now and then whether to stop.
    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if is_time_to_look(self.nodes) {
            self.flush_nodes();
            if self.shared.is_over() {
                self.stopped = true;
            } else if self.is_out_of_time() || self.is_out_of_nodes() {
                self.stop_all();
            }
        }
        if let Some(limit) = self.limits.nodes
            && self.nodes >= limit
        {
            self.stop_all();
        }
    }

    /// Every thread looks at the clock: where there are more threads than
    /// processors, any one of them may have to wait.
    fn is_out_of_time(&self) -> bool {
        // Time is never too short for one ply, unless a board full of queens
        // makes even that long.
        let has_begun = self.root_depth > 1 || self.id == 0 && self.nodes >= 4096;
        has_begun && !self.is_pondering() && self.budget.is_hard_over()
    }

    /// The limit is for all threads together.
    fn is_out_of_nodes(&self) -> bool {
        self.shared.counters.len() > 1
            && self.limits.nodes.is_some_and(|limit| self.shared.total_nodes() >= limit)
    }

    fn flush_nodes(&self) {
        let counter = &self.shared.counters[self.id];
        counter.nodes.store(self.nodes, Relaxed);
        counter.tb_hits.store(self.tb_hits, Relaxed);
    }

    /// True while the clock does not count, because the expected move was not
    /// played yet.
    fn is_pondering(&self) -> bool {
        self.limits.ponder && !self.shared.control.is_ponder_hit()
    }

    fn stop_all(&mut self) {
        self.shared.halt.store(true, Relaxed);
        self.stopped = true;
    }
}

/// Whether to look after `nodes` nodes if the search is to end. Often at first: the
/// memory of a fresh table comes when it is touched, a huge page at a time, so that
/// nodes can take a millisecond each until most of it is there.
#[inline(always)]
fn is_time_to_look(nodes: u64) -> bool {
    nodes.is_multiple_of(16) && (nodes < 8192 || nodes.is_multiple_of(1024))
}

#[cfg(test)]
mod tests {
    use super::is_time_to_look;

    #[test]
    fn slow_nodes_of_a_fresh_table_delay_no_end() {
        let looks: Vec<u64> = (1..100_000).filter(|&nodes| is_time_to_look(nodes)).collect();
        assert_eq!(looks[0], 16);
        for pair in looks.windows(2) {
            let most = if pair[0] < 8192 { 16 } else { 1024 };
            assert!(pair[1] - pair[0] <= most, "{pair:?}");
        }
        // Where nodes are quick, looking costs next to nothing.
        assert!(looks.len() < 610, "{}", looks.len());
    }
}
