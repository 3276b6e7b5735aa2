//! Whole files of games, several at a time, reported in their order.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use erawan_board::{Variant, with_game};
use erawan_endings::Endings;
use erawan_engine::{Control, Engine, Limits, Network};
use erawan_notation::pgn::{AnyGame, ReadError, Reader, StreamedGames};

use crate::effort::{Effort, Plan};
use crate::evaluator::EngineEvaluator;
use crate::resume::fingerprint;
use crate::review::{Progress, Review, ReviewError, played, review_by};

/// How often the one who listens is told how far the work is, and how soon it
/// is noticed that he wants it to end.
const TICK: Duration = Duration::from_millis(50);

/// How games are reviewed.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much to search.
    pub searches: Searches,
    /// Lines to look for in each position.
    pub lines: usize,
    /// Games at a time.
    pub jobs: usize,
    /// Engines for each of them. The reviews do not depend on it.
    pub workers: usize,
    /// Threads for each engine. With one, and a limit of nodes or depth, the
    /// reviews are always the same.
    pub threads: usize,
    /// The size of the table for each engine, in mebibytes.
    pub hash: usize,
    /// Endgame tables of games with a count.
    pub endings: Option<Arc<Endings>>,
    /// What evaluates a game in place of the built-in network.
    pub network: Option<(Variant, Arc<Network>)>,
}

/// How much is searched.
#[derive(Clone, PartialEq, Debug)]
pub enum Searches {
    /// By one of the usual efforts.
    Effort(Effort),
    /// How long to think about each position at first.
    Limits(Limits),
}

/// What decides about the reviews: `standard effort`, `depth 12, 2 lines`. The
/// number of games and of engines at a time is no part of it.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match &self.searches {
            Searches::Effort(effort) => parts.push(format!("{effort} effort")),
            Searches::Limits(Limits { depth, nodes, movetime, .. }) => {
                parts.extend(nodes.map(|nodes| format!("{nodes} nodes")));
                parts.extend(depth.map(|depth| format!("depth {depth}")));
                parts.extend(movetime.map(|time| format!("{} ms", time.as_millis())));
            }
        }
        parts.push(format!("{} MB", self.hash));
        if self.lines > 1 {
            parts.push(format!("{} lines", self.lines));
        }
        if self.threads > 1 {
            parts.push(format!("{} threads", self.threads));
        }
        if self.endings.is_some() {
            parts.push("endgame tables".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

/// A game and its review.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The number of the game in the file, from 1.
    pub number: u64,
    /// The game as it was read.
    pub game: AnyGame,
    /// Its review.
    pub review: Review,
}

/// What happens while a file is reviewed. Games come in their order.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A game was reviewed.
    Reviewed(Box<Reviewed>),
    /// A game had been reviewed before.
    Known {
        /// Its number in the file, from 1.
        number: u64,
    },
    /// A game is bad and was left out.
    Bad {
        /// Its number in the file, from 1.
        number: u64,
        /// What is wrong with it.
        message: String,
    },
    /// Some time has passed.
    Tick(Tally),
}

/// What was done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games taken up.
    pub games: u64,
    /// Positions evaluated.
    pub positions: u64,
    /// Nodes searched.
    pub nodes: u64,
}

/// How the review of a file ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are done.
    Complete,
    /// Somebody asked to stop. What was reported is complete up to there.
    Interrupted,
}

/// Why a file was not reviewed to its end.
#[derive(Debug)]
pub enum BulkError<E> {
    /// The stream could not be read.
    Read(io::Error),
    /// There is no engine: too little memory, or too many threads.
    Engine(String),
    /// What was reviewed before is not this file.
    Other {
        /// The first game that differs, from 1.
        number: u64,
    },
    /// More games were reviewed before than there are.
    Fewer,
    /// Whoever listens has had enough.
    Listener(E),
}

impl<E: fmt::Display> fmt::Display for BulkError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BulkError::Read(error) => error.fmt(f),
            BulkError::Engine(why) => f.write_str(why),
            BulkError::Other { number } => {
                write!(f, "game {number} is not the one reviewed before")
            }
            BulkError::Fewer => f.write_str("there are fewer games than were reviewed before"),
            BulkError::Listener(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for BulkError<E> {}

/// Reviews all games of a stream. The first good games, as many as are `known`
/// by their [`fingerprint`]s, are not reviewed again. Once `stop` is set the
/// review ends as soon as it can.
pub fn run<E>(
    source: impl Read + Send,
    settings: &Settings,
    known: &[u64],
    stop: &AtomicBool,
    on_event: impl FnMut(Event) -> Result<(), E>,
) -> Result<End, BulkError<E>> {
    let jobs = settings.jobs.max(1);
    let evaluators = (0..jobs).map(|_| team(settings)).collect::<Result<Vec<_>, String>>();
    let evaluators = evaluators.map_err(BulkError::Engine)?;
    let desk = Desk {
        queue: Mutex::new(Queue {
            games: Reader::new(source).into_games(),
            good: 0,
            ended: false,
            error: None,
        }),
        taken: AtomicU64::new(0),
        reported: AtomicU64::new(0),
        room: Condvar::new(),
        window: 4 * jobs as u64 + 16,
        halted: AtomicBool::new(false),
        controls: Mutex::new(evaluators.iter().flatten().map(EngineEvaluator::control).collect()),
        positions: AtomicU64::new(0),
        nodes: AtomicU64::new(0),
        settings,
        known,
    };
    let result = std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for team in evaluators {
            let (desk, sender) = (&desk, sender.clone());
            scope.spawn(move || desk.work(team, &sender));
        }
        drop(sender);
        let result = desk.report(&results, stop, on_event);
        desk.halt();
        result
    });
    let (taken, reported) = (desk.taken.into_inner(), desk.reported.into_inner());
    let queue = desk.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    result?;
    match queue.error {
        // Whoever wants it to end may have cut the stream off.
        Some(Trouble::Read(_)) if stop.load(Relaxed) => Ok(End::Interrupted),
        Some(Trouble::Read(error)) => Err(BulkError::Read(error)),
        Some(Trouble::Engine(why)) => Err(BulkError::Engine(why)),
        Some(Trouble::Other { number }) => Err(BulkError::Other { number }),
        None if stop.load(Relaxed) && reported < taken.max(1) => Ok(End::Interrupted),
        None if !queue.ended => Ok(End::Interrupted),
        None if queue.good < known.len() => Err(BulkError::Fewer),
        None => Ok(End::Complete),
    }
}

/// The engines for one game.
fn team(settings: &Settings) -> Result<Vec<EngineEvaluator>, String> {
    let member = |_| {
        let mut engine = Engine::new(settings.hash.max(1)).map_err(|error| error.to_string())?;
        engine.set_threads(settings.threads).map_err(|error| error.to_string())?;
        engine.set_endings(settings.endings.clone());
        if let Some((game, network)) = &settings.network {
            let set = engine.set_network(*game, Some(Arc::clone(network)));
            set.map_err(|error| error.to_string())?;
        }
        let mut plan = match &settings.searches {
            Searches::Effort(effort) => effort.plan(),
            Searches::Limits(limits) => Plan::of(limits.clone()),
        };
        plan.first.multipv = settings.lines;
        Ok(EngineEvaluator::by_plan(engine, plan))
    };
    (0..settings.workers.max(1)).map(member).collect()
}

/// Whether a game can be reviewed, apart from what happens on the way.
fn reviewable(game: &AnyGame) -> Result<(), ReviewError> {
    with_game!(game, game => played(game).map(|_| ()))
}

/// A game that can be read but not reviewed.
fn unfit(number: u64, error: &ReviewError) -> Event {
    Event::Bad { number, message: format!("game {number}: {error}") }
}

/// What ends everything.
enum Trouble {
    Read(io::Error),
    Engine(String),
    Other { number: u64 },
}

/// The games that wait.
struct Queue<S> {
    games: StreamedGames<S>,
    /// Good games taken from the stream.
    good: usize,
    /// True once the stream has no more.
    ended: bool,
    error: Option<Trouble>,
}

/// What all threads share.
struct Desk<'a, S> {
    /// Locked while the stream is read, and so for as long as a pipe delivers
    /// nothing: what is done meanwhile must do without it.
    queue: Mutex<Queue<S>>,
    /// Games taken from the stream.
    taken: AtomicU64,
    /// Games reported.
    reported: AtomicU64,
    /// There may be room for another game.
    room: Condvar,
    /// How many games may be ahead of the one reported last: a long game must
    /// not let the finished ones behind it fill the memory.
    window: u64,
    halted: AtomicBool,
    controls: Mutex<Vec<Control>>,
    positions: AtomicU64,
    nodes: AtomicU64,
    settings: &'a Settings,
    known: &'a [u64],
}

/// What a thread found in the queue.
#[allow(clippy::large_enum_variant)]
enum Work {
    Game(AnyGame),
    Done(Event),
}

impl<S: Read + Send> Desk<'_, S> {
    fn queue(&self) -> MutexGuard<'_, Queue<S>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all work.
    fn halt(&self) {
        self.halted.store(true, Relaxed);
        let controls = self.controls.lock().unwrap_or_else(PoisonError::into_inner);
        controls.iter().for_each(Control::stop);
        self.room.notify_all();
    }

    /// The next game, when there is room for it; none when all is done.
    fn next(&self) -> Option<(u64, Work)> {
        let mut queue = self.queue();
        while !queue.ended
            && !self.halted.load(Relaxed)
            && self.taken.load(Relaxed) >= self.reported.load(Relaxed) + self.window
        {
            // Not for ever: it is told of room without the lock held, and so
            // perhaps between looking and waiting.
            let waited = self.room.wait_timeout(queue, TICK);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if queue.ended || self.halted.load(Relaxed) {
            return None;
        }
        let Some(read) = queue.games.next() else {
            queue.ended = true;
            return None;
        };
        let number = self.taken.load(Relaxed) + 1;
        let work = match read {
            Err(ReadError::Io(error)) => {
                queue.ended = true;
                queue.error = Some(Trouble::Read(error));
                return None;
            }
            Err(ReadError::Game(error)) => {
                Work::Done(Event::Bad { number, message: error.to_string() })
            }
            Ok(game) => match (self.known.get(queue.good), reviewable(&game)) {
                // It was left out before too.
                (Some(_), Err(error)) => Work::Done(unfit(number, &error)),
                (Some(&print), Ok(())) if print == fingerprint(&game) => {
                    queue.good += 1;
                    Work::Done(Event::Known { number })
                }
                (Some(_), Ok(())) => {
                    queue.ended = true;
                    queue.error = Some(Trouble::Other { number });
                    return None;
                }
                (None, _) => {
                    queue.good += 1;
                    Work::Game(game)
                }
            },
        };
        self.taken.store(number, Relaxed);
        Some((number, work))
    }

    /// Takes games and reviews them until there are no more.
    fn work(&self, mut team: Vec<EngineEvaluator>, results: &Sender<(u64, Event)>) {
        while let Some((number, work)) = self.next() {
            let event = match work {
                Work::Done(event) => event,
                Work::Game(game) => {
                    let done = catch_unwind(AssertUnwindSafe(|| self.review(&game, &mut team)));
                    match done {
                        Ok(Ok(review)) => {
                            Event::Reviewed(Box::new(Reviewed { number, game, review }))
                        }
                        Ok(Err(error)) if error.is_cancelled() => return,
                        Ok(Err(error)) => unfit(number, &error),
                        Err(_) => {
                            match self.another_team() {
                                Some(another) => team = another,
                                None => return,
                            }
                            let message = format!("game {number}: the engine failed on it");
                            Event::Bad { number, message }
                        }
                    }
                }
            };
            if results.send((number, event)).is_err() {
                return;
            }
        }
    }

    fn review(&self, game: &AnyGame, team: &mut [EngineEvaluator]) -> Result<Review, ReviewError> {
        let all = with_game!(game, game => game.mainline().count()) + 1;
        let (mut nodes, mut counted) = (0, 0);
        let on_progress = |progress: Progress| {
            // A position counts when its share of the whole work is done.
            let done = (progress.part * all as f64).round() as u64;
            self.positions.fetch_add(done.saturating_sub(counted), Relaxed);
            counted = counted.max(done);
            self.nodes.fetch_add(progress.nodes - nodes, Relaxed);
            nodes = progress.nodes;
            match self.halted.load(Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let review = with_game!(game, game => review_by(game, team, on_progress))?;
        self.positions.fetch_add((all as u64).saturating_sub(counted), Relaxed);
        Ok(review)
    }

    /// An engine that panicked is in no state to go on.
    fn another_team(&self) -> Option<Vec<EngineEvaluator>> {
        match team(self.settings) {
            Ok(another) => {
                let mut controls = self.controls.lock().unwrap_or_else(PoisonError::into_inner);
                controls.extend(another.iter().map(EngineEvaluator::control));
                Some(another)
            }
            Err(why) => {
                self.queue().error = Some(Trouble::Engine(why));
                self.halt();
                None
            }
        }
    }

    /// Hands on what was done, in the order of the games.
    fn report<E>(
        &self,
        results: &mpsc::Receiver<(u64, Event)>,
        stop: &AtomicBool,
        mut on_event: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), BulkError<E>> {
        let mut waiting: BTreeMap<u64, Event> = BTreeMap::new();
        let mut next = 1;
        loop {
            match results.recv_timeout(TICK) {
                Ok((number, event)) => {
                    waiting.insert(number, event);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let mut moved = false;
            while let Some(event) = waiting.remove(&next) {
                on_event(event).map_err(BulkError::Listener)?;
                next += 1;
                moved = true;
            }
            if moved {
                self.reported.store(next - 1, Relaxed);
                self.room.notify_all();
            }
            if stop.load(Relaxed) && !self.halted.load(Relaxed) {
                self.halt();
            }
            let tally = Tally {
                games: self.taken.load(Relaxed),
                positions: self.positions.load(Relaxed),
                nodes: self.nodes.load(Relaxed),
            };
            on_event(Event::Tick(tally)).map_err(BulkError::Listener)?;
        }
    }
}
