//! Playing many games on many threads.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use erawan_board::with_rules;
use erawan_engine::{Control, Engine, OutOfMemory, Playable};

use crate::board::PackError;
use crate::chunk::Settings;
use crate::game::GameRecord;
use crate::play::play_until;
use crate::writer::Writer;

/// How much to play; whatever is reached first.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quota {
    /// How many games more.
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

/// What the threads of a run share.
struct Work<'a> {
    settings: Settings,
    quota: Quota,
    begun: Instant,
    /// The number of the next game, and the one that is not played any more.
    next: AtomicU64,
    end: u64,
    stop: &'a AtomicBool,
    /// Nobody reads any more: the threads need not go on.
    failed: AtomicBool,
    /// To break off the searches that run when somebody wants to stop.
    controls: Mutex<Vec<Control>>,
}

impl Work<'_> {
    fn controls(&self) -> MutexGuard<'_, Vec<Control>> {
        self.controls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        let is_time_up = || self.quota.time.is_some_and(|time| self.begun.elapsed() >= time);
        self.stop.load(Relaxed) || self.failed.load(Relaxed) || is_time_up()
    }

    /// The number of a game that nobody plays yet.
    fn take(&self) -> Option<u64> {
        let next = |next| (next < self.end).then_some(next + 1);
        self.next.fetch_update(Relaxed, Relaxed, next).ok()
    }

    /// Plays games and sends them until the work is over.
    fn play<R: Playable>(
        &self,
        engine: Result<Engine, OutOfMemory>,
        send: &SyncSender<Result<GameRecord, GenerateError>>,
    ) {
        let mut engine = match engine {
            Ok(engine) => engine,
            Err(error) => {
                let _ = send.send(Err(GenerateError::OutOfMemory(error)));
                return;
            }
        };
        self.controls().push(engine.control());
        while !self.is_over() {
            let Some(number) = self.take() else { return };
            let game = play_until::<R>(&mut engine, &self.settings, number, self.stop);
            let Some(game) = game.map_err(GenerateError::Pack).transpose() else { return };
            if send.send(game).is_err() {
                return;
            }
        }
    }

    /// Writes what arrives until nobody plays any more.
    fn write(
        &self,
        writer: &mut Writer,
        receive: &Receiver<Result<GameRecord, GenerateError>>,
        progress: &mut Progress,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), GenerateError> {
        let mut flushed = Instant::now();
        loop {
            if self.stop.load(Relaxed) {
                self.controls().iter().for_each(Control::stop);
            }
            match receive.recv_timeout(Duration::from_millis(100)) {
                Ok(game) => {
                    let game = game?;
                    progress.games += 1;
                    progress.positions += game.plies.len() as u64;
                    writer.push(&game, self.next.load(Relaxed))?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if flushed.elapsed() >= PATIENCE {
                flushed = Instant::now();
                writer.flush()?;
            }
            progress.elapsed = self.begun.elapsed();
            on_progress(*progress);
        }
    }
}

fn run<R: Playable>(
    writer: &mut Writer,
    quota: Quota,
    threads: usize,
    engine: &(dyn Fn() -> Result<Engine, OutOfMemory> + Sync),
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Progress, GenerateError> {
    let first = writer.next();
    let work = Work {
        settings: *writer.settings(),
        quota,
        begun: Instant::now(),
        next: AtomicU64::new(first),
        end: quota.games.map_or(u64::MAX, |games| first.saturating_add(games)),
        stop,
        failed: AtomicBool::new(false),
        controls: Mutex::new(Vec::new()),
    };
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel(1024);
        for _ in 0..threads.max(1) {
            let (work, send) = (&work, send.clone());
            scope.spawn(move || work.play::<R>(engine(), &send));
        }
        drop(send);
        let mut progress = Progress::default();
        let outcome = work.write(writer, &receive, &mut progress, on_progress);
        work.failed.store(outcome.is_err(), Relaxed);
        drop(receive);
        writer.flush()?;
        progress.elapsed = work.begun.elapsed();
        outcome.map(|()| progress)
    })
}
