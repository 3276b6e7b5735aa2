//! The engine as others use it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use erawan_board::{Game, Move, Position, Rules, Variant};
use erawan_nnue::{Network, NetworkError};

use crate::embedded::embedded_network;
use crate::eval::{Evaluator, HandWritten, NetworkEvaluator};
use crate::history::Histories;
use crate::limits::Limits;
use crate::params::Parameters;
use crate::score::{INFINITE, Score, Value};
use crate::search::{Counter, Harvested, Info, Shared, Task, Worker};
use crate::time::Budget;
use crate::tt::{OutOfMemory, Table};

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
    threads: usize,
    histories: Vec<Histories>,
    parameters: Parameters,
    overhead: Duration,
    control: Control,
    harvest: Option<Vec<Harvested>>,
    chess: Seat,
    makruk: Seat,
}

/// The network that evaluates a game, if there is one, and the evaluators that
/// threads have used it with.
#[derive(Default)]
struct Seat {
    network: Option<Arc<Network>>,
    evaluators: Vec<NetworkEvaluator>,
}

impl Seat {
    fn embedded(game: Variant) -> Seat {
        Seat { network: embedded_network(game), evaluators: Vec::new() }
    }

    /// An evaluator for each thread, if there is a network.
    fn take(&mut self, threads: usize) -> Option<Vec<NetworkEvaluator>> {
        let network = self.network.as_ref()?;
        let mut evaluators = std::mem::take(&mut self.evaluators);
        evaluators.resize_with(threads, || NetworkEvaluator::new(Arc::clone(network)));
        evaluators.iter_mut().for_each(NetworkEvaluator::reset);
        Some(evaluators)
    }
}

impl Engine {
    /// An engine with a table of so many mebibytes and one thread. Networks
    /// that were built in evaluate their games, hand-written rules the others.
    pub fn new(mebibytes: usize) -> Result<Engine, OutOfMemory> {
        Ok(Engine {
            table: Arc::new(Table::new(mebibytes)?),
            threads: 1,
            histories: Vec::new(),
            parameters: Parameters::DEFAULT,
            overhead: Duration::from_millis(10),
            control: Control::default(),
            chess: Seat::embedded(Variant::Chess),
            makruk: Seat::embedded(Variant::Makruk),
            harvest: None,
        })
    }

    /// What stops this engine's searches.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Searches with so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, 1024);
    }

    /// Changes the size of the table. If there is no memory for it, the old
    /// one stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        self.table = Arc::new(Table::new(mebibytes)?);
        Ok(())
    }

    /// The time that is lost between a move decided and a clock stopped.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// The numbers of the search.
    pub fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    /// From now on searches keep the quiet positions inside them that have an
    /// exact score, or no longer do.
    pub fn set_harvest(&mut self, harvest: bool) {
        self.harvest = harvest.then(Vec::new);
    }

    /// The positions the last search has kept.
    pub fn harvest(&self) -> &[Harvested] {
        self.harvest.as_deref().unwrap_or(&[])
    }

    /// The network that evaluates a game; if there is none, hand-written rules
    /// do.
    pub fn network(&self, game: Variant) -> Option<&Arc<Network>> {
        match game {
            Variant::Chess | Variant::Chess960 => self.chess.network.as_ref(),
            Variant::Makruk => self.makruk.network.as_ref(),
        }
    }

    fn seat(&mut self, game: Variant) -> &mut Seat {
        match game {
            Variant::Chess | Variant::Chess960 => &mut self.chess,
            Variant::Makruk => &mut self.makruk,
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
        *self.seat(game) = Seat { network, evaluators: Vec::new() };
        self.clear();
        Ok(())
    }

    /// Evaluates a game with the network of a file from now on. If the file
    /// cannot be used, the old network stays.
    pub fn load_network(&mut self, game: Variant, path: &Path) -> Result<(), NetworkError> {
        self.set_network(game, Some(Arc::new(Network::open(path)?)))
    }

    /// What a position is worth for the side to move before any search, in
    /// centipawns.
    pub fn evaluate<R: Rules>(&mut self, position: &Position<R>) -> i32 {
        let seat = self.seat(R::VARIANT);
        match seat.take(seat.evaluators.len().max(1)) {
            None => HandWritten.evaluate(position),
            Some(mut evaluators) => {
                let value = evaluators[0].evaluate(position);
                seat.evaluators = evaluators;
                value
            }
        }
    }

    /// Forgets everything learnt, for a new game.
    pub fn clear(&mut self) {
        self.table.clear(self.threads);
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Looks for the best move. `on_info` hears of every depth.
    ///
    /// With one thread and a limit of depth or nodes the result depends on
    /// nothing but the game, the limits and what was searched before.
    pub fn search<R: Rules>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        on_info: impl FnMut(Info),
    ) -> Best {
        let threads = self.threads;
        // Chosen once: the whole search is compiled for either evaluation.
        match self.seat(R::VARIANT).take(threads) {
            None => self.search_with(game, limits, vec![HandWritten; threads], on_info).0,
            Some(evaluators) => {
                let (best, evaluators) = self.search_with(game, limits, evaluators, on_info);
                self.seat(R::VARIANT).evaluators = evaluators;
                best
            }
        }
    }

    /// Searches with an evaluator for each thread, and gives them back.
    fn search_with<R: Rules, E: Evaluator<R> + Send>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        evaluators: Vec<E>,
        on_info: impl FnMut(Info),
    ) -> (Best, Vec<E>) {
        let start = Instant::now();
        let budget = Budget::new(start, limits, self.overhead);
        self.control.0.pondering.store(limits.ponder, Relaxed);
        self.table.next_age();
        let shared = Arc::new(Shared {
            table: Arc::clone(&self.table),
            control: self.control.clone(),
            halt: AtomicBool::new(false),
            nodes: (0..self.threads).map(|_| Counter::default()).collect(),
        });
        self.histories.resize_with(self.threads, Histories::new);
        let mut workers: Vec<_> = std::mem::take(&mut self.histories)
            .into_iter()
            .zip(evaluators)
            .enumerate()
            .map(|(id, (histories, evaluator))| {
                let parameters = self.parameters;
                let harvesting = self.harvest.is_some() && id == 0;
                let task = Task { game, limits, budget, parameters, harvesting };
                Worker::new(id, Arc::clone(&shared), evaluator, histories, &task)
            })
            .collect();
        let has_moves = workers.first().is_some_and(|worker| !worker.root_moves.is_empty());
        if has_moves {
            std::thread::scope(|scope| {
                let (main, helpers) = workers.split_at_mut(1);
                for helper in helpers {
                    scope.spawn(move || helper.iterate(|_| ()));
                }
                main[0].iterate(on_info);
                shared.halt.store(true, Relaxed);
            });
        }
        let found = vote(&workers);
        let best = match found {
            None => Best {
                best: None,
                ponder: None,
                score: if game.position().in_check() {
                    Score::Mate(0)
                } else {
                    Score::Centipawns(0)
                },
                depth: 0,
                nodes: shared.total_nodes(),
            },
            Some(worker) => {
                let root = &workers[worker].root_moves[0];
                let value = if root.value == -INFINITE { root.previous } else { root.value };
                let legal = |m: &&Move| game.position().play(root.m).is_legal(**m);
                Best {
                    best: Some(root.m),
                    ponder: root.pv.get(1).filter(legal).copied(),
                    score: Score::from_value(if value == -INFINITE { 0 } else { value }),
                    depth: workers[worker].completed_depth as u32,
                    nodes: shared.total_nodes(),
                }
            }
        };
        if let (Some(harvest), Some(main)) = (&mut self.harvest, workers.first_mut()) {
            *harvest = std::mem::take(&mut main.harvested);
        }
        let (histories, evaluators) =
            workers.into_iter().map(|worker| (worker.histories, worker.evaluator)).unzip();
        self.histories = histories;
        (best, evaluators)
    }
}

/// Which thread's move to play: each votes for its move with depth and score.
fn vote<R: Rules, E: Evaluator<R>>(workers: &[Worker<R, E>]) -> Option<usize> {
    let usable = |worker: &&Worker<R, E>| !worker.root_moves.is_empty();
    let value = |worker: &Worker<R, E>| -> Value {
        let root = &worker.root_moves[0];
        if root.value == -INFINITE { root.previous } else { root.value }
    };
    let least = workers.iter().filter(usable).map(value).min()?;
    let weight = |worker: &Worker<R, E>| -> i64 {
        i64::from(value(worker) - least + 14) * i64::from(worker.completed_depth.max(1))
    };
    let votes = |m: Move| -> i64 {
        workers.iter().filter(|worker| worker.root_moves[0].m == m).map(weight).sum()
    };
    // The main thread wins ties: it is the one that reports.
    (0..workers.len())
        .filter(|&i| workers[i].completed_depth > 0 || i == 0)
        .max_by_key(|&i| (votes(workers[i].root_moves[0].m), std::cmp::Reverse(i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Makruk, Strictness};
    use erawan_nnue::{Accumulators, Architecture};
    use erawan_notation::fen;

    /// Compares what it keeps up to date with what it makes anew.
    struct Compared {
        accumulators: Accumulators,
        compared: usize,
    }

    impl<R: Rules> Evaluator<R> for Compared {
        fn evaluate(&mut self, position: &Position<R>) -> i32 {
            let kept = self.accumulators.evaluate(position);
            let anew = self.accumulators.network().evaluate(position);
            assert_eq!(kept, anew, "{}", fen::write(position));
            self.compared += 1;
            kept.unwrap_or(0)
        }

        fn push(&mut self, before: &Position<R>, m: Move) {
            self.accumulators.push(before, m);
        }

        fn pop(&mut self) {
            self.accumulators.pop();
        }
    }

    fn compare<R: Rules>(texts: &[&str]) {
        let table = std::array::from_fn(|square| (square / 8 % 4) as u8);
        let architecture = Architecture::new(R::VARIANT, 32).with_king_buckets(4, table);
        let network = Arc::new(Network::random(architecture, 3).unwrap());
        for text in texts {
            let start: Position<R> = fen::parse(text, Strictness::Lenient).unwrap();
            let accumulators = Accumulators::new(Arc::clone(&network));
            let evaluators = vec![Compared { accumulators, compared: 0 }];
            let (game, limits) = (Game::from_position(start), Limits::nodes(20_000));
            let mut engine = Engine::new(1).unwrap();
            let (_, evaluators) = engine.search_with(&game, &limits, evaluators, |_| ());
            assert!(evaluators[0].compared > 1000, "{text}");
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
