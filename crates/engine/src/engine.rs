//! The engine as others use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use erawan_board::{Game, Move, Position, Rules};

use crate::eval::{Evaluator, HandWritten};
use crate::history::Histories;
use crate::limits::Limits;
use crate::memory::OutOfMemory;
use crate::params::Parameters;
use crate::pool::{Pool, Shelf, ThreadsError};
use crate::score::{INFINITE, Score, Value};
use crate::search::{Counter, Finding, Info, Probing, Shared, Task, Worker, rank};
use crate::syzygy::{MAX_MEN, Tables};
use crate::time::Budget;
use crate::tt::Table;

/// Stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// Ends the search that runs, or the next one before it begins.
    pub fn stop(&self) {
        self.0.pondering.store(false, Relaxed);
        self.0.stop.store(true, Relaxed);
    }

    /// The expected move was played: from now on the clock counts.
    pub fn ponderhit(&self) {
        self.0.pondering.store(false, Relaxed);
    }

    /// Makes ready for the next search. To be called before it, by whoever may
    /// also call [`stop`](Control::stop).
    pub fn reset(&self) {
        self.0.stop.store(false, Relaxed);
    }

    /// True once [`stop`](Control::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// True while a search waits for the expected move to be played.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Relaxed)
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The move to play; none if there is no legal move.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth searched in full.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

/// A chess, Chess960 and Makruk player. Engines share nothing: any number of
/// them can live in one process.
///
/// ```
/// use erawan_board::{Chess, Game, Position, Strictness};
/// use erawan_engine::{Engine, Limits, Score};
/// use erawan_notation::fen;
///
/// let text = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/// let start: Position<Chess> = fen::parse(text, Strictness::Strict).unwrap();
/// let mut engine = Engine::new(1).unwrap();
/// let found = engine.search(&Game::from_position(start), &Limits::depth(4), |_| ());
/// assert_eq!(found.best.unwrap().to_string(), "d1d8");
/// assert_eq!(found.score, Score::Mate(1));
/// ```
pub struct Engine {
    table: Arc<Table>,
    pool: Pool,
    /// Of the thread that asks for a search.
    histories: Shelf,
    parameters: Parameters,
    overhead: Duration,
    probing: Probing,
    control: Control,
}

impl Engine {
    /// The most threads a search may have.
    pub const MAX_THREADS: usize = 1024;

    /// An engine with a table of so many mebibytes and one thread.
    pub fn new(mebibytes: usize) -> Result<Engine, OutOfMemory> {
        Ok(Engine {
            table: Arc::new(Table::new(mebibytes, 0)?),
            pool: Pool::default(),
            histories: None,
            parameters: Parameters::DEFAULT,
            overhead: Duration::from_millis(10),
            probing: Probing::default(),
            control: Control::default(),
        })
    }

    /// What stops this engine's searches.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Searches with so many threads from now on, up to
    /// [`MAX_THREADS`](Engine::MAX_THREADS). All but the one that asks for a
    /// search are started here and kept until they are not wanted any more.
    /// If there cannot be so many, those there are stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        self.pool.resize(threads.clamp(1, Engine::MAX_THREADS) - 1)
    }

    /// The threads that search.
    pub fn threads(&self) -> usize {
        self.pool.len() + 1
    }

    /// Changes the size of the table, which is empty then. If there is no
    /// memory for it, the old one stays as it is.
    ///
    /// ```
    /// let mut engine = erawan_engine::Engine::new(1).unwrap();
    /// let error = engine.set_hash(usize::MAX).unwrap_err();
    /// assert_eq!(error.mebibytes, usize::MAX);
    /// ```
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        // New pages take no room before they are written to, so the old table
        // can be kept until the new one is there.
        self.table = Arc::new(Table::new(mebibytes, self.table.bytes())?);
        Ok(())
    }

    /// The time that is lost between a move decided and a clock stopped.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// The endgame tables to look results up in; none to begin with. Several
    /// engines can share a set. Makruk has no tables and ignores them.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use erawan_engine::{Engine, syzygy::Tables};
    ///
    /// let mut engine = Engine::new(1).unwrap();
    /// engine.set_tables(Some(Arc::new(Tables::open("no/such/folder"))));
    /// engine.set_probe_depth(4);
    /// ```
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.probing.tables = tables;
    }

    /// The least depth (1 to begin with) at which the search looks up
    /// positions with as many men as the tables hold. Those with fewer it
    /// always looks up.
    pub fn set_probe_depth(&mut self, depth: u32) {
        self.probing.depth = depth.clamp(1, 100) as i32;
    }

    /// Looks up no positions with more men, kings included; 7 to begin with.
    pub fn set_probe_limit(&mut self, men: u32) {
        self.probing.limit = men.min(MAX_MEN);
    }

    /// Whether a win by the tables that the fifty-move rule spoils is reckoned
    /// a draw, as it is to begin with.
    pub fn set_probe_fifty_moves(&mut self, in_force: bool) {
        self.probing.fifty_moves = in_force;
    }

    /// The numbers of the search.
    pub fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    /// Forgets everything learnt, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        let clear = |shelf: &mut Shelf| shelf.iter_mut().for_each(Histories::clear);
        self.pool.each(|_| clear);
        clear(&mut self.histories);
    }

    /// Looks for the best move. `on_info` hears of every depth.
    ///
    /// With one thread and a limit of depth or nodes the result depends on
    /// nothing but the game, the limits and what was searched before.
    pub fn search<R: Rules>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        mut on_info: impl FnMut(Info),
    ) -> Best
    where
        HandWritten: Evaluator<R>,
    {
        let start = Instant::now();
        self.control.0.pondering.store(limits.ponder, Relaxed);
        self.table.next_age();
        let ranking = rank(game, &self.probing);
        let shared = Arc::new(Shared {
            table: Arc::clone(&self.table),
            control: self.control.clone(),
            halt: AtomicBool::new(false),
            counters: (0..self.threads()).map(|_| Counter::default()).collect(),
            root_hits: ranking.as_ref().map_or(0, |ranking| ranking.moves.len() as u64),
        });
        let task = Arc::new(Task {
            root: *game.position(),
            keys: game.positions().iter().map(Position::key).collect(),
            limits: limits.clone(),
            budget: Budget::new(start, limits, self.overhead),
            parameters: self.parameters,
            probing: self.probing.clone(),
            ranking,
        });
        let histories = self.histories.take().unwrap_or_else(Histories::new);
        let mut main = Worker::new(0, Arc::clone(&shared), HandWritten, histories, &task);
        let mut findings = Vec::new();
        if !main.root_moves.is_empty() {
            let helpers = self.start_helpers(&shared, &task);
            let halt = HaltOnDrop(&shared);
            main.iterate(&mut on_info);
            drop(halt);
            findings.extend(main.finding());
            // A helper that panicked sends nothing.
            findings.extend(helpers);
        }
        self.histories = Some(main.histories);
        let nodes = shared.total_nodes();
        let chosen = if limits.multipv > 1 || limits.depth.is_some() { 0 } else { vote(&findings) };
        let Some(finding) = findings.get_mut(chosen) else {
            let is_mate = game.position().in_check() && !game.position().has_legal_moves();
            let score = if is_mate { Score::Mate(0) } else { Score::Centipawns(0) };
            return Best { best: None, ponder: None, score, depth: 0, nodes };
        };
        let info = finding.info.take();
        let score = info.as_ref().map_or(Score::Centipawns(0), |info| info.score);
        let best = finding.root.m;
        let ponder = finding.root.pv.get(1).copied();
        if let Some(info) = info.filter(|_| chosen != 0) {
            // The last line reported is the one that is played.
            on_info(info);
        }
        Best {
            best: Some(best),
            ponder: ponder.filter(|&m| game.position().play(best).is_legal(m)),
            score,
            depth: finding.completed_depth as u32,
            nodes,
        }
    }

    /// Sets all helpers to work. What they find comes when they halt.
    fn start_helpers<R: Rules>(
        &self,
        shared: &Arc<Shared>,
        task: &Arc<Task<R>>,
    ) -> std::sync::mpsc::IntoIter<Finding>
    where
        HandWritten: Evaluator<R>,
    {
        let (sender, findings) = std::sync::mpsc::channel();
        self.pool.each(|id| {
            let (shared, task, sender) = (Arc::clone(shared), Arc::clone(task), sender.clone());
            move |shelf: &mut Shelf| {
                let histories = shelf.take().unwrap_or_else(Histories::new);
                let mut worker = Worker::new(id, shared, HandWritten, histories, &task);
                worker.iterate(|_| ());
                if let Some(finding) = worker.finding() {
                    let _ = sender.send(finding);
                }
                *shelf = Some(worker.histories);
            }
        });
        findings.into_iter()
    }
}

/// Halts all threads of a search, also if the one in charge panics.
struct HaltOnDrop<'a>(&'a Shared);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt.store(true, Relaxed);
    }
}

/// Whose move to play: each thread votes for its move with depth and score.
fn vote(findings: &[Finding]) -> usize {
    let value = |finding: &Finding| -> Value { finding.root.known_value().unwrap_or(-INFINITE) };
    let least = findings.iter().map(value).min().unwrap_or(0);
    let weight = |finding: &Finding| -> i64 {
        i64::from(value(finding) - least + 14) * i64::from(finding.completed_depth.max(1))
    };
    let votes = |m: Move| -> i64 {
        findings.iter().filter(|finding| finding.root.m == m).map(weight).sum()
    };
    // The main thread wins ties: it is the one that reports.
    (0..findings.len())
        .filter(|&i| findings[i].completed_depth > 0 || i == 0)
        .max_by_key(|&i| (votes(findings[i].root.m), std::cmp::Reverse(i)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Makruk};

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// Plays a game while the table is filled with nonsense before every move.
    fn play_poisoned<R: Rules>(seed: u64, threads: usize)
    where
        HandWritten: Evaluator<R>,
    {
        let mut state = seed;
        let mut engine = Engine::new(1).unwrap();
        engine.set_threads(threads).unwrap();
        let mut game = Game::<R>::new();
        // Some random moves, so that games differ.
        for _ in 0..8 {
            let moves = game.position().legal_moves();
            let m = moves[random(&mut state) as usize % moves.len()];
            game.play(m).unwrap();
        }
        while game.outcome().is_none() && game.moves().len() < 70 {
            let table = Arc::clone(&engine.table);
            if game.moves().len().is_multiple_of(3) {
                table.poison(|| random(&mut state));
            } else {
                table.poison_unseen(|| random(&mut state));
            }
            let position = *game.position();
            let found = engine.search(&game, &Limits::nodes(1_500), |info| {
                let mut at = position;
                for &m in &info.pv {
                    assert!(at.is_legal(m), "{info:?} {position:?}");
                    at = at.play(m);
                }
            });
            game.play(found.best.unwrap()).unwrap();
        }
    }

    #[test]
    fn a_poisoned_table_leads_to_no_illegal_move() {
        for seed in 1..9 {
            play_poisoned::<Chess>(seed, 1 + seed as usize % 2);
            play_poisoned::<Makruk>(seed, 1 + seed as usize % 2);
        }
    }
}
