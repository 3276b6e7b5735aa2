//! Playing many games on many threads.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use erawan_board::with_rules;
use erawan_engine::{Control, Engine, OutOfMemory, Playable};

use crate::board::PackError;
use crate::game::GameRecord;
use crate::play::play_until;
use crate::writer::Writer;

/// How much to play; whatever is reached first.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quota {
    /// So many games more.
    pub games: Option<u64>,
    /// So long; games that have begun are played to their end.
    pub time: Option<Duration>,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Games finished since the beginning.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// The time since the beginning.
    pub elapsed: Duration,
}

/// Why there are no more games.
#[derive(Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// The file cannot be written.
    Io(io::Error),
    /// There is no memory for the engines.
    OutOfMemory(OutOfMemory),
    /// A position cannot be packed.
    Pack(PackError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Io(error) => error.fmt(f),
            GenerateError::OutOfMemory(error) => error.fmt(f),
            GenerateError::Pack(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<io::Error> for GenerateError {
    fn from(error: io::Error) -> GenerateError {
        GenerateError::Io(error)
    }
}

/// A chunk is written at least this often.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plays games on `threads` threads and adds them to a file, until the quota
/// is reached or `stop` is set. Games that have begun when the quota is reached are
/// still finished; `stop` leaves them where they are, within some milliseconds.
///
/// Each thread plays with an engine of its own, made by `engine`. Which games
/// are played depends on the seed alone, not on the number of threads; only
/// their order does.
pub fn generate(
    writer: &mut Writer,
    quota: Quota,
    threads: usize,
    engine: &(dyn Fn() -> Result<Engine, OutOfMemory> + Sync),
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Progress, GenerateError> {
    with_rules!(writer.settings().openings.rules(), R => {
        run::<R>(writer, quota, threads, engine, stop, on_progress)
    })
}

fn run<R: Playable>(
    writer: &mut Writer,
    quota: Quota,
    threads: usize,
    engine: &(dyn Fn() -> Result<Engine, OutOfMemory> + Sync),
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Progress, GenerateError> {
    let begun = Instant::now();
    let settings = *writer.settings();
    let first = writer.next();
    let next = AtomicU64::new(first);
    let end = quota.games.map_or(u64::MAX, |games| first.saturating_add(games));
    let is_time_up = || quota.time.is_some_and(|time| begun.elapsed() >= time);
    // Nobody reads any more: the threads need not go on.
    let failed = AtomicBool::new(false);
    // To break off the searches that run when somebody wants to stop.
    let controls = Mutex::new(Vec::<Control>::new());
    let controls = || controls.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = |send: mpsc::SyncSender<Result<GameRecord, GenerateError>>| {
        let mut engine = match engine() {
            Ok(engine) => engine,
            Err(error) => {
                let _ = send.send(Err(GenerateError::OutOfMemory(error)));
                return;
            }
        };
        controls().push(engine.control());
        while !(stop.load(Relaxed) || failed.load(Relaxed) || is_time_up()) {
            let Ok(number) =
                next.fetch_update(Relaxed, Relaxed, |next| (next < end).then_some(next + 1))
            else {
                return;
            };
            let game = play_until::<R>(&mut engine, &settings, number, stop);
            let Some(game) = game.map_err(GenerateError::Pack).transpose() else { return };
            if send.send(game).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel(1024);
        for _ in 0..threads.max(1) {
            let send = send.clone();
            scope.spawn(|| worker(send));
        }
        drop(send);
        let mut progress = Progress::default();
        let mut flushed = Instant::now();
        let outcome = loop {
            if stop.load(Relaxed) {
                controls().iter().for_each(Control::stop);
            }
            match receive.recv_timeout(Duration::from_millis(100)) {
                Ok(Ok(game)) => {
                    progress.games += 1;
                    progress.positions += game.plies.len() as u64;
                    if let Err(error) = writer.push(&game, next.load(Relaxed)) {
                        break Err(error.into());
                    }
                }
                Ok(Err(error)) => break Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if flushed.elapsed() >= PATIENCE {
                flushed = Instant::now();
                if let Err(error) = writer.flush() {
                    break Err(error.into());
                }
            }
            progress.elapsed = begun.elapsed();
            on_progress(progress);
        };
        failed.store(outcome.is_err(), Relaxed);
        drop(receive);
        writer.flush()?;
        progress.elapsed = begun.elapsed();
        outcome.map(|()| progress)
    })
}
