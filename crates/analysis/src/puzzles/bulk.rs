//! Whole files of games, several at a time.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use erawan_board::with_game;
use erawan_engine::Engine;
use erawan_notation::pgn::AnyGame;
use erawan_notation::puzzle::Puzzle;

use super::{find, plan};
use crate::effort::Effort;
use crate::evaluator::EngineEvaluator;

/// How soon it is noticed that somebody wants it to end.
const TICK: Duration = Duration::from_millis(50);

/// How puzzles are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Nodes where two moves are told apart.
    pub nodes: u64,
    /// Games at a time.
    pub jobs: usize,
}

/// What happens while puzzles are looked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A game has been looked at. These are its puzzles.
    Game {
        /// Its number in the order of the games, from 1.
        number: u64,
        /// What was found.
        puzzles: Vec<Puzzle>,
    },
    /// A game was left out.
    Bad {
        /// Its number, from 1.
        number: u64,
        /// Why.
        message: String,
    },
    /// Some time has passed.
    Tick,
}

/// Looks for puzzles in games until there are none left, `stop` is set, or the one who
/// listens breaks off. Games are told as they are done.
///
/// The error says why there is no engine.
pub fn run(
    games: impl Iterator<Item = AnyGame> + Send,
    settings: Settings,
    stop: &AtomicBool,
    mut on_event: impl FnMut(Event) -> ControlFlow<()>,
) -> Result<(), String> {
    let engine = |_| Engine::new(Effort::HASH).map_err(|error| error.to_string());
    let engines: Vec<Engine> = (0..settings.jobs.max(1)).map(engine).collect::<Result<_, _>>()?;
    let controls: Vec<_> = engines.iter().map(Engine::control).collect();
    let games = Mutex::new(games.zip(1u64..));
    let halted = AtomicBool::new(false);
    let (sender, events) = mpsc::channel();
    std::thread::scope(|scope| {
        for engine in engines {
            let (sender, games, halted) = (sender.clone(), &games, &halted);
            scope.spawn(move || {
                let mut evaluator = EngineEvaluator::by_plan(engine, plan(settings.nodes));
                while !halted.load(Relaxed) && !stop.load(Relaxed) {
                    let next = games.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((game, number)) = next else { return };
                    let is_wanted = || !halted.load(Relaxed) && !stop.load(Relaxed);
                    let event = look(&game, number, &mut evaluator, &is_wanted);
                    if !is_wanted() || sender.send(event).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let event = match events.recv_timeout(TICK) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => Event::Tick,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if stop.load(Relaxed) || on_event(event).is_break() {
                halted.store(true, Relaxed);
                controls.iter().for_each(erawan_engine::Control::stop);
                break;
            }
        }
    });
    Ok(())
}

/// Looks at one game. A panic is only this game's.
fn look(
    game: &AnyGame,
    number: u64,
    evaluator: &mut EngineEvaluator,
    is_wanted: &dyn Fn() -> bool,
) -> Event {
    let bad = |why: String| Event::Bad { number, message: format!("game {number}: {why}") };
    let looked = catch_unwind(AssertUnwindSafe(|| {
        with_game!(game, game => {
            let variant = game.variant();
            let on_position =
                || if is_wanted() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            find(game, evaluator, on_position)
                .map(|found| found.iter().map(|it| it.puzzle(variant, game)).collect())
        })
    }));
    match looked {
        Ok(Ok(puzzles)) => Event::Game { number, puzzles },
        Ok(Err(error)) => bad(error.to_string()),
        Err(_) => bad("something failed; please report it".into()),
    }
}
