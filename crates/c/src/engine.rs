//! Engines: what they are made of. What they look for is in `search`.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use erawan_board::with_game;
use erawan_engine::{Control, Engine};

use crate::game::{ErawanGame, variant};
use crate::network::ErawanNetwork;
use crate::status::{ErawanStatus, Failure, borrow, give, guard, put, take_back};

/// A player of all games. Engines share nothing.
pub struct ErawanEngine {
    /// Apart from the engine: it is used while a search has the engine.
    pub(crate) control: Control,
    engine: Mutex<Engine>,
}

impl ErawanEngine {
    /// The engine, unless it is searching.
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, Engine>, Failure> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::new(ErawanStatus::Busy, "the engine is searching"))
            }
            Err(TryLockError::Poisoned(_)) => {
                let message = "a fault has left the engine unusable: free it and make another";
                Err(Failure::new(ErawanStatus::Panic, message))
            }
        }
    }
}

fn resources(error: impl std::fmt::Display) -> Failure {
    Failure::new(ErawanStatus::Resources, error)
}

/// An engine with a transposition table of `mebibytes`, at least 1, and one
/// thread. The networks that were built in evaluate their games.
///
/// # Safety
/// `out` has room for a pointer. What it gets is freed with
/// `erawan_engine_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_new(
    mebibytes: usize,
    out: *mut *mut ErawanEngine,
) -> ErawanStatus {
    guard(|| {
        let new = || {
            let engine = Engine::new(mebibytes.max(1)).map_err(resources)?;
            Ok(ErawanEngine { control: engine.control(), engine: Mutex::new(engine) })
        };
        // SAFETY: the caller's promise.
        unsafe { give(out, new) }
    })
}

/// Gives an engine back, which must not be searching. NULL is left alone.
///
/// # Safety
/// `engine` is NULL or an engine that was not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_free(engine: *mut ErawanEngine) {
    // SAFETY: the caller's promise.
    unsafe { take_back(engine) }
}

/// Changes the size of the transposition table, which is empty then. If there
/// is no memory for it, the old one stays.
///
/// # Safety
/// `engine` is an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_set_hash(
    engine: *const ErawanEngine,
    mebibytes: usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let engine = unsafe { borrow(engine, "engine") }?;
        engine.lock()?.set_hash(mebibytes.max(1)).map_err(resources)
    })
}

/// Searches with this many threads from now on. If they cannot be had, the old
/// number stays.
///
/// # Safety
/// `engine` is an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_set_threads(
    engine: *const ErawanEngine,
    threads: usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let engine = unsafe { borrow(engine, "engine") }?;
        engine.lock()?.set_threads(threads).map_err(resources)
    })
}

/// Evaluates a game with a network from now on; with NULL by rules written by
/// hand. A network for another game is refused, and the old one stays. The
/// engine keeps what it needs: the network may be freed afterwards.
///
/// # Safety
/// `engine` is an engine, `network` is NULL or a network.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_set_network(
    engine: *const ErawanEngine,
    number: i32,
    network: *const ErawanNetwork,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let (engine, network) = unsafe { (borrow(engine, "engine")?, network.as_ref()) };
        let game = variant(number)?;
        let network = network.map(|network| Arc::clone(&network.0));
        engine
            .lock()?
            .set_network(game, network)
            .map_err(|error| Failure::new(ErawanStatus::Network, error))
    })
}

/// Forgets everything learnt, for a new game.
///
/// # Safety
/// `engine` is an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_clear(engine: *const ErawanEngine) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let engine = unsafe { borrow(engine, "engine") }?;
        engine.lock()?.clear();
        Ok(())
    })
}

/// What the position is worth for the side to move before any search, in
/// centipawns.
///
/// # Safety
/// `engine` is an engine, `game` is a game, `out` has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_evaluate(
    engine: *const ErawanEngine,
    game: *const ErawanGame,
    out: *mut i32,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let (engine, game) = unsafe { (borrow(engine, "engine")?, borrow(game, "game")?) };
        let mut engine = engine.lock()?;
        let value = with_game!(&game.game, game => engine.evaluate(game.position()));
        // SAFETY: the caller's promise.
        unsafe { put(out, "out", value) }
    })
}

/// Ends the search that runs, which then returns what it has found. If none
/// runs, the next one ends as soon as it has a move. May be called from any
/// thread, and from a handler of signals. NULL is left alone.
///
/// # Safety
/// `engine` is NULL or an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_stop(engine: *const ErawanEngine) {
    // SAFETY: the caller's promise.
    if let Some(engine) = unsafe { engine.as_ref() } {
        engine.control.stop();
    }
}

/// Takes a stop back that came after the search had ended. NULL is left alone.
///
/// # Safety
/// `engine` is NULL or an engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_engine_clear_stop(engine: *const ErawanEngine) {
    // SAFETY: the caller's promise.
    if let Some(engine) = unsafe { engine.as_ref() } {
        engine.control.reset();
    }
}
