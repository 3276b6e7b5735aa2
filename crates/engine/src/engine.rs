//! The engine as others use it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use erawan_board::{Game, Move, Position, Variant};
use erawan_nnue::{Kernel, Network, NetworkError};

use crate::clock::Instant;
use crate::embedded::embedded;
use crate::equipment::{ByHand, ByNetwork, Choice, Shelf};
use crate::eval::{Evaluator, HandWritten};
use crate::games::{Playable, SEATS, seat};
use crate::limits::Limits;
use crate::memory::OutOfMemory;
use crate::params::Parameters;
use crate::pool::{Pool, ThreadsError};
use crate::score::{INFINITE, Score, Value};
use crate::search::{Counter, Finding, Info, Probing, Shared, Task, Worker, rank};
use crate::time::Budget;
use crate::tt::TranspositionTable;
use crate::wdl::{self, Chances};
use erawan_endings::Endings;
use erawan_syzygy::{MAX_MEN, Tables};

/// Stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// Ends the search that runs, or the next one before it begins.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// The expected move was played: from now on the clock counts, in the
    /// search that runs or the next one.
    pub fn ponderhit(&self) {
        self.0.ponder_hit.store(true, Relaxed);
    }

    /// Makes ready for the next search. To be called before it, by whoever may
    /// also call [`stop`](Control::stop) or [`ponderhit`](Control::ponderhit).
    pub fn reset(&self) {
        self.0.stop.store(false, Relaxed);
        self.0.ponder_hit.store(false, Relaxed);
    }

    /// True once [`stop`](Control::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// True once [`ponderhit`](Control::ponderhit) was called.
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Relaxed)
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
    /// What the score means: the chances to win, draw and lose.
    pub chances: Chances,
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
    tt: Arc<TranspositionTable>,
    pool: Pool,
    /// Of the thread that asks for a search.
    shelf: Shelf,
    parameters: Parameters,
    overhead: Duration,
    probing: Probing,
    control: Control,
    /// What each game is evaluated by.
    networks: [Chosen; SEATS],
    kernel: &'static Kernel,
}

/// The network of a game.
enum Chosen {
    /// The one that was built in, if any: read when it is needed, for most
    /// engines play one game.
    Embedded,
    /// Another, or none.
    Other(Option<Arc<Network>>),
}

impl Engine {
    /// The most threads a search may have.
    pub const MAX_THREADS: usize = 1024;

    /// An engine with a transposition table of `mebibytes` and one thread. Networks
    /// that were built in evaluate their games, hand-written rules the others.
    pub fn new(mebibytes: usize) -> Result<Engine, OutOfMemory> {
        Ok(Engine {
            tt: Arc::new(TranspositionTable::new(mebibytes, 0)?),
            pool: Pool::default(),
            shelf: Shelf::default(),
            parameters: Parameters::DEFAULT,
            overhead: Duration::from_millis(10),
            probing: Probing::default(),
            control: Control::default(),
            networks: [const { Chosen::Embedded }; SEATS],
            kernel: Kernel::best(),
        })
    }

    /// What stops this engine's searches.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Searches with `threads` threads from now on, up to
    /// [`MAX_THREADS`](Engine::MAX_THREADS). All but the one that asks for a
    /// search are started here and kept until they are not wanted any more.
    /// If they cannot be had, those there are stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        self.pool.resize(threads.clamp(1, Engine::MAX_THREADS) - 1)
    }

    /// The threads that search.
    pub fn threads(&self) -> usize {
        self.pool.len() + 1
    }

    /// Changes the size of the transposition table, which is empty then. If there is no
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
        self.tt = Arc::new(TranspositionTable::new(mebibytes, self.tt.bytes())?);
        Ok(())
    }

    /// The time that is lost between a move decided and a clock stopped.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// The endgame tables to look results up in; none to begin with. Several
    /// engines can share a set. They are for chess alone; games with a count
    /// have [others](Engine::set_endings).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use erawan_engine::Engine;
    /// use erawan_syzygy::Tables;
    ///
    /// let mut engine = Engine::new(1).unwrap();
    /// engine.set_tables(Some(Arc::new(Tables::open("no/such/folder"))));
    /// engine.set_probe_depth(4);
    /// ```
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.probing.tables = tables;
    }

    /// The tables of Makruk, Ouk Chatrang and Makpong to look results up in;
    /// none to begin with. Several engines can share a set.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use erawan_endings::Endings;
    /// use erawan_engine::Engine;
    ///
    /// let mut engine = Engine::new(1).unwrap();
    /// engine.set_endings(Some(Arc::new(Endings::open("no/such/folder"))));
    /// ```
    pub fn set_endings(&mut self, endings: Option<Arc<Endings>>) {
        self.probing.endings = endings;
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

    /// The network that evaluates a game; if there is none, hand-written rules
    /// do.
    pub fn network(&self, game: Variant) -> Option<&Arc<Network>> {
        match &self.networks[seat(game)] {
            Chosen::Embedded => embedded(game),
            Chosen::Other(network) => network.as_ref(),
        }
    }

    /// Evaluates a game with a network from now on, or by hand-written rules.
    /// What was learnt with another evaluation is forgotten. A network for
    /// another game is refused, and the old one stays.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use erawan_board::Variant;
    /// use erawan_engine::{Engine, Network};
    /// use erawan_nnue::Architecture;
    ///
    /// let mut engine = Engine::new(1).unwrap();
    /// let network = Network::random(Architecture::new(Variant::Makruk, 32), 1).unwrap();
    /// let network = Arc::new(network);
    /// engine.set_network(Variant::Makruk, Some(Arc::clone(&network))).unwrap();
    /// assert!(engine.set_network(Variant::Chess, Some(network)).is_err());
    /// ```
    pub fn set_network(
        &mut self,
        game: Variant,
        network: Option<Arc<Network>>,
    ) -> Result<(), NetworkError> {
        if let Some(network) = &network {
            network.check_game(game)?;
        }
        self.networks[seat(game)] = Chosen::Other(network);
        self.clear();
        Ok(())
    }

    /// Evaluates a game with the network of a file from now on. If the file
    /// cannot be used, the old network stays.
    pub fn load_network(&mut self, game: Variant, path: &Path) -> Result<(), NetworkError> {
        self.set_network(game, Some(Arc::new(Network::open(path)?)))
    }

    /// Computes networks with a certain kernel from now on, instead of the best
    /// for this processor. Searches are the same with all of them.
    pub fn set_kernel(&mut self, kernel: &'static Kernel) {
        self.kernel = kernel;
    }

    /// What a position is worth for the side to move before any search, in
    /// centipawns.
    pub fn evaluate<R: Playable>(&mut self, position: &Position<R>) -> i32 {
        match self.network(R::VARIANT).cloned() {
            None => HandWritten.evaluate(position),
            Some(network) => {
                let choice = ByNetwork { network, kernel: self.kernel };
                let mut evaluator = Choice::<R>::take(&choice, &mut self.shelf);
                let value = evaluator.evaluate(position);
                Choice::<R>::put(&choice, &mut self.shelf, evaluator);
                value
            }
        }
    }

    /// Forgets everything learnt, for a new game.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.pool.each(|_| Shelf::clear);
        self.shelf.clear();
    }

    /// Looks for the best move. `on_info` hears of every depth.
    ///
    /// With one thread and a limit of depth or nodes the result depends on
    /// nothing but the game, the limits and what was searched before.
    pub fn search<R: Playable>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        mut on_info: impl FnMut(Info),
    ) -> Best {
        R::search(self, game, limits, &mut on_info)
    }

    /// The search of a game. [`Playable::search`] calls it in this crate, so
    /// that it is compiled once and not by everyone who searches.
    pub(crate) fn search_game<R: Playable>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        on_info: &mut dyn FnMut(Info),
    ) -> Best {
        match self.network(R::VARIANT).cloned() {
            None => self.search_with(&ByHand, game, limits, on_info),
            Some(network) => {
                let choice = ByNetwork { network, kernel: self.kernel };
                self.search_with(&choice, game, limits, on_info)
            }
        }
    }

    fn search_with<R: Playable, C: Choice<R>>(
        &mut self,
        choice: &C,
        game: &Game<R>,
        limits: &Limits,
        on_info: &mut dyn FnMut(Info),
    ) -> Best {
        let start = Instant::now();
        self.tt.next_age();
        let ranking = rank(game, &self.probing);
        let shared = Arc::new(Shared {
            tt: Arc::clone(&self.tt),
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
        let histories = self.shelf.take_histories();
        let evaluator = choice.take(&mut self.shelf);
        let mut main = Worker::new(0, Arc::clone(&shared), evaluator, histories, &task);
        let mut findings = Vec::new();
        if !main.root_moves.is_empty() {
            let helpers = self.start_helpers(choice, &shared, &task);
            let halt = HaltOnDrop(&shared);
            main.iterate(on_info);
            drop(halt);
            findings.extend(main.finding());
            // A helper that panicked sends nothing.
            findings.extend(helpers);
        }
        self.shelf.put_histories(main.histories);
        choice.put(&mut self.shelf, main.evaluator);
        let nodes = shared.total_nodes();
        let chosen = if limits.multipv > 1 || limits.depth.is_some() { 0 } else { vote(&findings) };
        let Some(finding) = findings.get_mut(chosen) else {
            let is_mate = game.position().is_checkmate();
            let score = if is_mate { Score::Mate(0) } else { Score::Centipawns(0) };
            let chances = wdl::chances(score, game.position());
            return Best { best: None, ponder: None, score, chances, depth: 0, nodes };
        };
        let info = finding.info.take();
        let score = info.as_ref().map_or(Score::Centipawns(0), |info| info.score);
        let best = finding.root.m;
        // Lines are told to the end of the game and no further.
        let line = info.as_ref().map_or(&[][..], |info| &info.pv);
        let ponder = line.get(1).copied().filter(|_| line.first() == Some(&best));
        if let Some(info) = info.filter(|_| chosen != 0) {
            // The last line reported is the one that is played.
            on_info(info);
        }
        Best {
            best: Some(best),
            ponder,
            score,
            chances: wdl::chances(score, game.position()),
            depth: finding.completed_depth as u32,
            nodes,
        }
    }

    /// Sets all helpers to work. What they find comes when they halt.
    fn start_helpers<R: Playable, C: Choice<R>>(
        &self,
        choice: &C,
        shared: &Arc<Shared>,
        task: &Arc<Task<R>>,
    ) -> std::sync::mpsc::IntoIter<Finding> {
        let (sender, findings) = std::sync::mpsc::channel();
        self.pool.each(|id| {
            let (shared, task, sender) = (Arc::clone(shared), Arc::clone(task), sender.clone());
            let choice = choice.clone();
            move |shelf: &mut Shelf| {
                // It may be over before this thread's turn has come.
                if shared.is_over() {
                    return;
                }
                let (histories, evaluator) = (shelf.take_histories(), choice.take(shelf));
                let mut worker = Worker::new(id, shared, evaluator, histories, &task);
                worker.iterate(&mut |_| ());
                if let Some(finding) = worker.finding() {
                    let _ = sender.send(finding);
                }
                shelf.put_histories(worker.histories);
                choice.put(shelf, worker.evaluator);
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
    use std::sync::atomic::AtomicUsize;

    use erawan_board::{Chess, Makruk, Strictness};
    use erawan_nnue::{Accumulators, Architecture};
    use erawan_notation::fen;

    use crate::random::Random;

    /// Plays a game while the table is filled with nonsense before every move.
    fn play_poisoned<R: Playable>(seed: u64, threads: usize)
    where
        HandWritten: Evaluator<R>,
    {
        let mut random = Random::new(seed);
        let mut engine = Engine::new(1).unwrap();
        engine.set_threads(threads).unwrap();
        let mut game = Game::<R>::new();
        // Some random moves, so that games differ.
        for _ in 0..8 {
            let moves = game.position().legal_moves();
            let m = *random.choose(&moves).unwrap();
            game.play(m).unwrap();
        }
        while game.outcome().is_none() && game.moves().len() < 70 {
            let table = Arc::clone(&engine.tt);
            if game.moves().len().is_multiple_of(3) {
                table.poison(|| random.next_u64());
            } else {
                table.poison_unseen(|| random.next_u64());
            }
            let position = *game.position();
            let found = engine.search(&game, &Limits::nodes(1_500), |info| {
                let mut at = position;
                for &m in &info.pv {
                    assert!(at.is_legal(m), "{info:?} {position:?}");
                    at = at.play_unchecked(m);
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

    /// Compares what it keeps up to date with what it makes anew.
    struct Compared {
        accumulators: Accumulators,
        compared: Arc<AtomicUsize>,
    }

    impl<R: Playable> Evaluator<R> for Compared {
        fn evaluate(&mut self, position: &Position<R>) -> i32 {
            let kept = self.accumulators.evaluate(position);
            let anew = self.accumulators.network().evaluate(position);
            assert_eq!(kept, anew, "{}", fen::write(position));
            self.compared.fetch_add(1, Relaxed);
            kept.unwrap_or(0)
        }

        fn push(&mut self, before: &Position<R>, m: Move) {
            self.accumulators.push(before, m);
        }

        fn pop(&mut self) {
            self.accumulators.pop();
        }
    }

    /// Searches with it, and counts.
    #[derive(Clone)]
    struct Comparing(Arc<Network>, Arc<AtomicUsize>);

    impl<R: Playable> Choice<R> for Comparing {
        type Evaluator = Compared;

        fn take(&self, _: &mut Shelf) -> Compared {
            let accumulators = Accumulators::new(Arc::clone(&self.0));
            Compared { accumulators, compared: Arc::clone(&self.1) }
        }

        fn put(&self, _: &mut Shelf, _: Compared) {}
    }

    fn compare<R: Playable>(texts: &[&str]) {
        let table = std::array::from_fn(|square| (square / 8 % 4) as u8);
        let architecture = Architecture::new(R::VARIANT, 32).with_king_buckets(4, table);
        let network = Arc::new(Network::random(architecture, 3).unwrap());
        for text in texts {
            let start: Position<R> = fen::parse(text, Strictness::Lenient).unwrap();
            let choice = Comparing(Arc::clone(&network), Arc::default());
            let (game, limits) = (Game::from_position(start), Limits::nodes(20_000));
            let mut engine = Engine::new(1).unwrap();
            engine.search_with(&choice, &game, &limits, &mut |_| ());
            assert!(choice.1.load(Relaxed) > 1000, "{text}");
        }
    }

    /// The search tells an evaluator of every move it plays and takes back,
    /// however it comes by it.
    #[test]
    fn accumulators_follow_the_search() {
        compare::<Chess>(&[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "qbbnrnkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNRNKR w HEhe - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ]);
        compare::<Makruk>(&[
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "4k3/1r6/2n5/P1p2p2/3PS3/4P3/1R6/4K3 w - - 0 1",
            "8/2k5/3rm3/8/3N4/2KR4/8/8 w - 128 0 1",
        ]);
    }
}
