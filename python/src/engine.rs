//! The engine.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use erawan_analysis::bulk::{self, Event, Searches, Settings};
use erawan_analysis::{Effort, json};
use erawan_board::{AnyGame, Game, Rules, Score, Variant, with_game};
use erawan_engine::{Control, Info, Limits, Network, Playable};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::batch::{AnyPosition, collect};
use crate::board::{Board, variant_named};
use crate::line::Line;
use crate::moves::PyMove;
use crate::patience::{STACK, patiently};
use crate::pgn::{Source, SourceFailure, thread_count};

/// A line of play that a search found.
#[pyclass(frozen, module = "erawan")]
pub(crate) struct Analysis {
    /// In centipawns for the side to move; None if it is a mate.
    #[pyo3(get)]
    score: Option<i32>,
    /// Moves to mate, negative if the side to move is mated.
    #[pyo3(get)]
    mate: Option<i32>,
    /// The chances to win, draw and lose, in thousandths.
    #[pyo3(get)]
    wdl: (u16, u16, u16),
    /// The depth searched in full.
    #[pyo3(get)]
    depth: u32,
    /// Nodes searched so far.
    #[pyo3(get)]
    nodes: u64,
    moves: Vec<PyMove>,
}

#[pymethods]
impl Analysis {
    /// The line of play.
    #[getter]
    fn pv(&self) -> Vec<PyMove> {
        self.moves.clone()
    }

    /// Its first move, if there is one.
    #[getter]
    fn r#move(&self) -> Option<PyMove> {
        self.moves.first().copied()
    }

    fn __repr__(&self) -> String {
        let score = match (self.score, self.mate) {
            (Some(score), _) => format!("score={score}"),
            (_, mate) => format!("mate={}", mate.unwrap_or_default()),
        };
        let moves: Vec<String> = self.moves.iter().map(PyMove::uci).collect();
        format!("<Analysis {score} depth={} pv={}>", self.depth, moves.join(" "))
    }
}

fn analysis<R: Rules>(info: &Info, variant: Variant) -> Analysis {
    let (score, mate) = match info.score {
        Score::Centipawns(score) => (Some(score), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    let chances = info.chances;
    Analysis {
        score,
        mate,
        wdl: (chances.win, chances.draw, chances.loss),
        depth: info.depth,
        nodes: info.nodes,
        moves: info.pv.iter().map(|&m| PyMove::new::<R>(m, variant)).collect(),
    }
}

/// What ends a search.
fn limits(
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
    multipv: usize,
) -> PyResult<Limits> {
    let movetime = match seconds {
        None => None,
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
            PyValueError::new_err(format!("{seconds} seconds are no time to think"))
        })?),
    };
    if nodes.is_none() && depth.is_none() && movetime.is_none() {
        return Err(PyValueError::new_err("say when to stop: nodes, depth or seconds"));
    }
    if !(1..=500).contains(&multipv) {
        return Err(PyValueError::new_err("multipv must be from 1 to 500"));
    }
    Ok(Limits { nodes, depth, movetime, multipv, ..Limits::default() })
}

/// The lines that a search ends with.
fn search<R: Playable>(
    engine: &mut erawan_engine::Engine,
    game: &Game<R>,
    limits: &Limits,
    variant: Variant,
) -> Vec<Analysis> {
    let mut lines: Vec<Info> = Vec::new();
    engine.search(game, limits, |info| {
        let place = info.multipv.saturating_sub(1);
        match lines.get_mut(place) {
            Some(line) => *line = info,
            None => lines.push(info),
        }
    });
    lines.iter().map(|info| analysis::<R>(info, variant)).collect()
}

/// The game that led to a board, for repetitions. A null move begins a new one.
fn game_of<R: Rules>(py: Python<'_>, line: &Line<R>) -> Game<R> {
    let after_null = line.moves.iter().rposition(|m| m.get().is_null()).map_or(0, |at| at + 1);
    let mut game = Game::from_position(*line.position_at(after_null));
    for m in line.moves.iter().skip(after_null) {
        if let Some(m) = m.bind(py).get().find(game.position()) {
            game.play_unchecked(m);
        }
    }
    game
}

fn new_engine(hash: usize) -> PyResult<erawan_engine::Engine> {
    erawan_engine::Engine::new(hash.max(1))
        .map_err(|error| PyMemoryError::new_err(error.to_string()))
}

/// The network of a file for a game, if a file is named.
pub(crate) fn network_of(
    path: Option<PathBuf>,
    variant: Variant,
) -> PyResult<Option<Arc<Network>>> {
    let Some(path) = path else { return Ok(None) };
    let network = Network::open(&path).and_then(|network| {
        network.check_game(variant)?;
        Ok(Arc::new(network))
    });
    let named = |error| PyValueError::new_err(format!("{}: {error}", path.display()));
    network.map(Some).map_err(named)
}

/// `count` engines that evaluate a game by a network, if one is given.
fn new_engines(
    count: usize,
    hash: usize,
    variant: Variant,
    network: Option<&Arc<Network>>,
) -> PyResult<Vec<erawan_engine::Engine>> {
    let engine = |_| {
        let mut engine = new_engine(hash)?;
        if let Some(network) = network {
            let set = engine.set_network(variant, Some(Arc::clone(network)));
            set.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(engine)
    };
    (0..count).map(engine).collect()
}

/// An engine with its memory: what it learnt in one search helps the next.
#[pyclass(module = "erawan", name = "Engine")]
pub(crate) struct PyEngine {
    engine: erawan_engine::Engine,
    control: Control,
}

#[pymethods]
impl PyEngine {
    /// An engine with hash mebibytes of memory and that many threads.
    #[new]
    #[pyo3(signature = (*, hash=16, threads=1))]
    fn create(hash: usize, threads: i64) -> PyResult<PyEngine> {
        let mut engine = new_engine(hash)?;
        engine
            .set_threads(thread_count(threads)?)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let control = engine.control();
        Ok(PyEngine { engine, control })
    }

    /// Evaluates a game by a network of a file from now on.
    #[pyo3(signature = (path, variant="chess"))]
    fn load_network(&mut self, path: PathBuf, variant: &str) -> PyResult<()> {
        let variant = variant_named(variant)?;
        self.engine
            .load_network(variant, &path)
            .map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))
    }

    /// Forgets everything.
    fn clear(&mut self) {
        self.engine.clear();
    }

    /// What a position is worth before any search, in centipawns for the side to move.
    fn evaluate(&mut self, board: &Bound<'_, Board>) -> i32 {
        let board = board.borrow();
        with_game!(&board.game, line => self.engine.evaluate(line.position()))
    }

    /// Searches a position; the best line comes first. With one thread and a limit of
    /// nodes or depth the result depends only on what was searched before.
    #[pyo3(signature = (board, *, nodes=None, depth=None, seconds=None, multipv=1))]
    fn analyse(
        &mut self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        multipv: usize,
    ) -> PyResult<Vec<Analysis>> {
        let limits = limits(nodes, depth, seconds, multipv)?;
        let board = board.borrow();
        let variant = board.variant;
        let game: AnyGame = with_game!(&board.game, line => game_of(py, line).into());
        drop(board);
        let (control, engine) = (self.control.clone(), &mut self.engine);
        control.reset();
        patiently(
            py,
            move || control.stop(),
            move || with_game!(&game, game => search(engine, game, &limits, variant)),
        )
    }

    /// The best move by a search; None if there is no legal move.
    #[pyo3(signature = (board, *, nodes=None, depth=None, seconds=None))]
    fn play(
        &mut self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Option<PyMove>> {
        let lines = self.analyse(py, board, nodes, depth, seconds, 1)?;
        Ok(lines.first().and_then(|line| line.moves.first().copied()))
    }
}

/// What positions are worth before any search, in centipawns for the side to move, by the
/// built-in network or that of a file.
#[pyfunction]
#[pyo3(signature = (positions, variant="chess", *, threads=1, network=None))]
pub(crate) fn evaluate(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    variant: &str,
    threads: i64,
    network: Option<PathBuf>,
) -> PyResult<Vec<i32>> {
    let game = variant_named(variant)?;
    let positions = collect(positions, variant)?;
    let network = network_of(network, game)?;
    let count = thread_count(threads)?.min(positions.len()).max(1);
    let mut engines = new_engines(count, 1, game, network.as_ref())?;
    let mut values = vec![0; positions.len()];
    let share = positions.len().div_ceil(count).max(1);
    let work = |engine: &mut erawan_engine::Engine, positions: &[AnyPosition], out: &mut [i32]| {
        for (one, value) in positions.iter().zip(out) {
            *value = with_game!(one, one => engine.evaluate(one));
        }
    };
    py.detach(|| {
        std::thread::scope(|scope| {
            let shares = positions.chunks(share).zip(values.chunks_mut(share));
            let mut shares = shares.zip(&mut engines);
            // This thread has a share too.
            let own = shares.next();
            let spawned = shares.map(|((positions, out), engine)| {
                let thread = std::thread::Builder::new();
                thread.spawn_scoped(scope, move || work(engine, positions, out)).map(drop)
            });
            let spawned = spawned.collect::<Result<Vec<()>, _>>();
            if let Some(((positions, out), engine)) = own {
                work(engine, positions, out);
            }
            spawned
        })
    })?;
    Ok(values)
}

/// Searches positions one by one, each as if it were the first, on several threads. With
/// a limit of nodes or depth the results are always the same.
#[pyfunction]
#[pyo3(signature = (positions, *, nodes=None, depth=None, seconds=None, multipv=1, threads=1, hash=16, variant="chess", network=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn analyse(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
    multipv: usize,
    threads: i64,
    hash: usize,
    variant: &str,
    network: Option<PathBuf>,
) -> PyResult<Vec<Vec<Analysis>>> {
    let limits = limits(nodes, depth, seconds, multipv)?;
    let game = variant_named(variant)?;
    let positions = collect(positions, variant)?;
    let count = thread_count(threads)?.min(positions.len().max(1));
    let network = network_of(network, game)?;
    let mut engines = new_engines(count, hash, game, network.as_ref())?;
    let controls: Vec<Control> = engines.iter().map(erawan_engine::Engine::control).collect();
    let stopped = AtomicBool::new(false);
    let stop = || {
        stopped.store(true, Relaxed);
        controls.iter().for_each(Control::stop);
    };
    let found = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let work = |engine: &mut erawan_engine::Engine| {
        loop {
            let index = next.fetch_add(1, Relaxed);
            let Some(position) = positions.get(index) else { return };
            if stopped.load(Relaxed) {
                return;
            }
            engine.clear();
            let lines = with_game!(position, position => {
                search(engine, &Game::from_position(*position), &limits, game)
            });
            found.lock().unwrap_or_else(PoisonError::into_inner).push((index, lines));
        }
    };
    patiently(py, stop, || {
        std::thread::scope(|scope| {
            for engine in &mut engines {
                let thread = std::thread::Builder::new().stack_size(STACK);
                // With fewer threads it takes longer; without any nothing is found.
                let _ = thread.spawn_scoped(scope, || work(engine));
            }
        });
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    if found.len() != positions.len() {
        return Err(PyRuntimeError::new_err("the system has no threads for this"));
    }
    found.sort_by_key(|found| found.0);
    Ok(found.into_iter().map(|found| found.1).collect())
}

/// Reviews every game of PGN, on several threads. Every game is a text of JSON; a bad
/// one has its number and the reason alone.
#[pyfunction]
#[pyo3(signature = (source, effort, nodes, depth, threads, hash, network, variant))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn review_json(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    effort: Option<&str>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: i64,
    hash: usize,
    network: Option<PathBuf>,
    variant: &str,
) -> PyResult<Vec<String>> {
    let searches = match (effort, nodes, depth) {
        (Some(effort), None, None) => Searches::Effort(
            effort.parse::<Effort>().map_err(|error| PyValueError::new_err(error.to_string()))?,
        ),
        (None, nodes, depth) => Searches::Limits(limits(nodes, depth, None, 1)?),
        _ => return Err(PyValueError::new_err("say an effort, or nodes or depth")),
    };
    let jobs = thread_count(threads)?;
    let game = variant_named(variant)?;
    let network = network_of(network, game)?.map(|network| (game, network));
    let settings =
        Settings { searches, lines: 1, jobs, workers: 1, threads: 1, hash, endings: None, network };
    let stop = AtomicBool::new(false);
    let mut reviewed = Vec::new();
    for source in Source::all(source)? {
        let result = patiently(
            py,
            || stop.store(true, Relaxed),
            || {
                let stream = source.open()?;
                let mut texts = Vec::new();
                bulk::run(stream, &settings, &[], &stop, |event| {
                    match event {
                        Event::Reviewed(each) => texts.push(json::record(&each.game, &each.review)),
                        Event::Bad { number, message } => {
                            let bad = serde_json::json!({ "game": number, "error": message });
                            texts.push(bad.to_string());
                        }
                        _ => {}
                    }
                    Ok::<(), String>(())
                })
                .map_err(|error| SourceFailure::Object(error.to_string()))?;
                Ok(texts)
            },
        )?;
        let texts = result.map_err(|failure| source.exception(failure))?;
        reviewed.extend(texts);
    }
    Ok(reviewed)
}
