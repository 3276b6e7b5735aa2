//! The search of one thread: iterative deepening around alpha-beta.

mod cuckoo;
mod draws;
mod harvest;
mod mate_line;
mod node;
mod quiescence;
mod tables;

pub(crate) use tables::{Probing, Ranking, rank};

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use erawan_board::{Move, Position, Rules};

use cuckoo::Cuckoo;

pub use harvest::Harvested;

use crate::engine::Control;
use crate::eval::Evaluator;
use crate::history::{Histories, PieceTarget, Quiet};
use crate::limits::Limits;
use crate::params::Parameters;
use crate::score::{self, INFINITE, MATE_BOUND, MAX_PLY, Score, Value};
use crate::threats::Threats;
use crate::time::Budget;
use crate::tt::Table;

/// What all threads of a search share.
pub(crate) struct Shared {
    pub(crate) table: Arc<Table>,
    pub(crate) control: Control,
    /// One thread has found that it is time to stop.
    pub(crate) halt: AtomicBool,
    pub(crate) counters: Vec<Counter>,
    /// Moves looked up in endgame tables before the search began.
    pub(crate) root_hits: u64,
}

/// What is to be searched, and for how long.
pub(crate) struct Task<R: Rules> {
    pub(crate) root: Position<R>,
    /// The keys of the game, the root's last.
    pub(crate) keys: Vec<u64>,
    pub(crate) limits: Limits,
    pub(crate) budget: Budget,
    pub(crate) parameters: Parameters,
    /// Whether to keep positions from inside the search.
    pub(crate) harvesting: bool,
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
    table_hits: AtomicU64,
}

impl Shared {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    pub(crate) fn total_table_hits(&self) -> u64 {
        let in_search = self.counters.iter().map(|counter| counter.table_hits.load(Relaxed));
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
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
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
    table: Option<Value>,
}

impl RootMove {
    /// The last score that is known for certain, if there is one yet.
    pub(crate) fn known_value(&self) -> Option<Value> {
        let value = if self.value == -INFINITE { self.previous } else { self.value };
        match self.table {
            _ if value == -INFINITE => None,
            // Nearer than a tablebase result there is only mate.
            Some(table) if value.abs() < MATE_BOUND => Some(table),
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
    cutoffs: u32,
    double_extensions: u32,
}

/// Frames before the root, so that looking back needs no check.
const BEFORE: usize = 8;

/// One thread of a search.
pub(crate) struct Worker<R: Rules, E: Evaluator<R>> {
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
    table_hits: u64,
    probing: Probing,
    /// The most men a position may have to be looked up in endgame tables.
    probe_men: u32,
    seldepth: usize,
    root_depth: i32,
    /// Null moves are off above this ply, while one is verified.
    null_move_ply: usize,
    reductions: [[i32; 64]; 2],
    budget: Budget,
    limits: Limits,
    stopped: bool,
    pub(crate) completed_depth: i32,
    /// What completing the lines of mates has cost so far.
    mate_effort: Cell<u64>,
    harvesting: bool,
    pub(crate) harvested: Vec<Harvested>,
}

fn reductions(parameters: &Parameters) -> [[i32; 64]; 2] {
    let logs: Vec<f64> = (0..64).map(|n| f64::from(n.max(1)).ln()).collect();
    // The square root of the divisor goes into either factor.
    [parameters.reduction_quiet_divisor, parameters.reduction_noisy_divisor].map(|divisor| {
        let scale = (1024.0 * 100.0 / f64::from(divisor)).sqrt();
        std::array::from_fn(|n| (logs[n] * scale * 32.0) as i32)
    })
}

impl<R: Rules, E: Evaluator<R>> Worker<R, E> {
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
                    table: ranked.map(|ranked| ranked.value),
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
            table_hits: 0,
            probing: probing.clone(),
            probe_men,
            seldepth: 0,
            root_depth: 0,
            null_move_ply: 0,
            reductions: reductions(&parameters),
            budget: *budget,
            limits: limits.clone(),
            stopped: false,
            completed_depth: 0,
            mate_effort: Cell::new(0),
            harvesting: task.harvesting && id == 0,
            harvested: Vec::new(),
        }
    }

    /// Searches deeper and deeper until something says stop.
    pub(crate) fn iterate(&mut self, mut on_info: impl FnMut(Info)) {
        let max_depth = self
            .limits
            .depth
            .map_or(MAX_PLY as i32 - 2, |depth| depth.clamp(1, MAX_PLY as u32 - 2) as i32);
        let lines = self.limits.multipv.max(1).min(self.root_moves.len());
        let (mut stability, mut last_best) = (0, None);
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
            if self.stopped && depth > 1 {
                self.report(depth - 1, lines, &mut on_info, true);
                break;
            }
            self.completed_depth = depth;
            self.report(depth, lines, &mut on_info, false);
            let best = &self.root_moves[0];
            stability = if last_best == Some(best.m) { (stability + 1).min(10) } else { 0 };
            last_best = Some(best.m);
            if self.stopped || self.id == 0 && self.may_stop(depth, stability) {
                break;
            }
        }
        self.flush_nodes();
    }

    /// The window around the score of the last iteration, widened until the
    /// score fits in.
    fn aspire(&mut self, depth: i32) {
        let average = self.root_moves[self.pv_index].average;
        let mut delta = self.parameters.aspiration_delta + average.abs().min(2000) / 100;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && average != -INFINITE && !score::is_decisive(average) {
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
                reduced = (reduced + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2;
            if delta > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn may_stop(&self, depth: i32, stability: i32) -> bool {
        let best = &self.root_moves[0];
        if let Some(mate) = self.limits.mate
            && best.value >= MATE_BOUND
            && score::MATE - best.value <= 2 * mate as Value
        {
            return true;
        }
        if self.is_pondering() {
            return false;
        }
        if self.limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        if self.limits.clock.is_some() && self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let by_nodes = 2.2 - 1.7 * share;
        let by_stability = 1.25 - 0.05 * f64::from(stability);
        let fall = (best.previous - best.value).clamp(-40, 80);
        let by_trend = if best.previous == -INFINITE { 1.0 } else { 1.0 + f64::from(fall) / 200.0 };
        self.budget.is_soft_over(by_nodes * by_stability * by_trend)
    }

    fn report(&self, depth: i32, lines: usize, on_info: &mut impl FnMut(Info), last: bool) {
        if self.id != 0 {
            return;
        }
        self.flush_nodes();
        for (line, root_move) in self.root_moves[..lines].iter().enumerate() {
            // Of a broken-off iteration only what is new is told.
            let is_new = root_move.value != -INFINITE && root_move.value != root_move.previous;
            if last && !is_new {
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
            nodes: self.shared.total_nodes(),
            time: self.budget.elapsed(),
            hashfull: self.shared.table.fullness(),
            tbhits: self.shared.total_table_hits(),
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
    fn legal_line(&self, line: &[Move]) -> Vec<Move> {
        let mut position = self.root;
        let mut legal = Vec::with_capacity(line.len());
        for &m in line {
            if !position.is_legal(m) {
                break;
            }
            legal.push(m);
            position = position.play(m);
        }
        legal
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
    fn context<'a>(&self, position: &'a Position<R>, ply: usize, threats: Threats) -> Quiet<'a> {
        Quiet {
            color: position.turn(),
            keys: position.keys(),
            threats,
            check: self.parameters.urgency_check,
            danger: self.parameters.urgency_danger,
            earlier: self.earlier(ply),
        }
    }

    /// Counts a node and looks now and then whether to stop.
    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.flush_nodes();
            if self.shared.control.is_stopped() || self.shared.halt.load(Relaxed) {
                self.stopped = true;
            } else if self.id == 0
                // Time is never too short for one ply, unless a board full of
                // queens makes even that long.
                && (self.root_depth > 1 || self.nodes >= 4096)
                && !self.is_pondering()
                && self.budget.is_hard_over()
            {
                self.stop_all();
            }
        }
        if let Some(limit) = self.limits.nodes
            && self.id == 0
            && self.nodes >= limit
        {
            self.stop_all();
        }
    }

    fn flush_nodes(&self) {
        let counter = &self.shared.counters[self.id];
        counter.nodes.store(self.nodes, Relaxed);
        counter.table_hits.store(self.table_hits, Relaxed);
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
