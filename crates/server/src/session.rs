//! The engine of a page: one thread, one search at a time.
//!
//! A new search ends the one that runs. When the page goes away, the session is
//! dropped, its search ends and its thread with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use erawan_board::{
    Color, CountingKind, CountingMode, Game, Move, Position, Rules, Variant, with_rules,
};
use erawan_engine::Playable;
use erawan_engine::strength::Strength;
use erawan_engine::{Clock, Control, Engine, Info, Limits, wdl};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation};
use tokio::sync::mpsc::UnboundedSender;

use crate::limits::{LONGEST_THOUGHT, MAX_ENGINES};
use crate::lines::{self, thai};
use crate::memory::{Memory, Share};
use crate::protocol::{
    AnalysisReply, Answer, CountAction, EngineLine, ErrorKind, Limit, Line, Record, Reply,
    ReviewEffort, Score,
};
use crate::reviews;
use crate::tables::AllTables;

/// The mebibytes an engine begins with, and those of an analysis that asks for
/// none.
const FIRST_HASH: usize = 16;
pub(crate) const DEFAULT_HASH: usize = 64;
/// The longest line that is shown, in plies.
const SHOWN_PLIES: usize = 24;
/// The search recurses for every ply.
const STACK: usize = 64 << 20;

/// A search to do.
pub(crate) enum Work {
    Analyse {
        line: Line,
        lines: usize,
        threads: usize,
        hash: usize,
        limit: Limit,
        threat: bool,
    },
    Play {
        line: Line,
        elo: Option<i32>,
        seed: u64,
        clock: Option<(u64, u64)>,
        movetime: Option<u64>,
    },
    Review {
        game: Box<Record>,
        effort: ReviewEffort,
        nodes: u64,
        threads: usize,
    },
    Try {
        line: Line,
        effort: ReviewEffort,
    },
    #[cfg(test)]
    Panic,
}

struct Job {
    number: u64,
    id: u64,
    work: Work,
}

#[derive(Default)]
struct State {
    /// The number of the last job given out.
    newest: u64,
    control: Option<Control>,
}

/// Where answers go. Those about a search that goes on wait in a slot of one,
/// where a newer one takes the place of an older.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub(crate) replies: UnboundedSender<Reply>,
    pub(crate) latest: Arc<Mutex<Option<Reply>>>,
}

impl Outbox {
    pub(crate) fn send(&self, id: u64, answer: Answer) {
        // Nobody listens any more: the search ends soon.
        let _ = self.replies.send(Reply { id, answer });
    }

    pub(crate) fn update(&self, id: u64, answer: Answer) {
        *lock(&self.latest) = Some(Reply { id, answer });
    }

    /// Sends what waits in the slot.
    pub(crate) fn flush(&self) {
        if let Some(reply) = lock(&self.latest).take() {
            let _ = self.replies.send(reply);
        }
    }
}

/// A poisoned lock holds nothing that could be half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One of a number of places, given back when it is dropped.
pub(crate) struct Seat(Arc<AtomicUsize>);

impl Seat {
    /// Takes a place, unless all of them are taken.
    pub(crate) fn take(taken: &Arc<AtomicUsize>, most: usize) -> Option<Seat> {
        let more = |count: usize| (count < most).then_some(count + 1);
        taken.fetch_update(SeqCst, SeqCst, more).ok().map(|_| Seat(Arc::clone(taken)))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// What an engine works with.
#[derive(Clone)]
pub(crate) struct Means {
    /// Endgame tables.
    pub(crate) tables: AllTables,
    /// What the tables of all engines are taken from.
    pub(crate) memory: Arc<Memory>,
}

impl Means {
    /// An engine with a table of this size.
    pub(crate) fn engine(&self, mebibytes: usize) -> Result<Equipped, Answer> {
        let refused = |error| Answer::error(ErrorKind::Limit, error);
        let share = Share::take(&self.memory, mebibytes).map_err(refused)?;
        let engine = Engine::new(mebibytes);
        let mut engine = engine.map_err(|error| Answer::error(ErrorKind::Limit, error))?;
        self.tables.give(&mut engine);
        Ok(Equipped { engine, share })
    }
}

/// An engine at work for a page.
pub(crate) struct Session {
    jobs: mpsc::Sender<Job>,
    state: Arc<Mutex<State>>,
}

impl Session {
    /// Starts an engine, unless there are too many.
    pub(crate) fn start(
        engines: &Arc<AtomicUsize>,
        means: Means,
        outbox: Outbox,
    ) -> Result<Session, Answer> {
        let Some(seat) = Seat::take(engines, MAX_ENGINES) else {
            let message = format!("{MAX_ENGINES} pages are using the engine: close one of them");
            return Err(Answer::error(ErrorKind::Limit, message));
        };
        let state = Arc::new(Mutex::new(State::default()));
        let (jobs, receiver) = mpsc::channel();
        let shared = Arc::clone(&state);
        let work = move || {
            let _seat = seat;
            run(&receiver, &shared, &means, &outbox);
        };
        let thread = thread::Builder::new().name("engine".into()).stack_size(STACK).spawn(work);
        match thread {
            Ok(_) => Ok(Session { jobs, state }),
            Err(error) => Err(Answer::error(ErrorKind::Limit, format!("no thread: {error}"))),
        }
    }

    /// Ends the search that runs and begins another.
    pub(crate) fn begin(&self, id: u64, work: Work) -> bool {
        let number = {
            let mut state = lock(&self.state);
            state.newest += 1;
            if let Some(control) = &state.control {
                control.stop();
            }
            state.newest
        };
        self.jobs.send(Job { number, id, work }).is_ok()
    }

    /// Ends the search that runs.
    pub(crate) fn stop(&self) {
        let mut state = lock(&self.state);
        state.newest += 1;
        if let Some(control) = &state.control {
            control.stop();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(jobs: &mpsc::Receiver<Job>, state: &Mutex<State>, means: &Means, outbox: &Outbox) {
    let mut engine: Option<Equipped> = None;
    while let Ok(job) = jobs.recv() {
        // A fresh engine if there was none, or if the last one failed.
        if engine.is_none() {
            match means.engine(FIRST_HASH) {
                Ok(new) => {
                    lock(state).control = Some(new.engine.control());
                    engine = Some(new);
                }
                Err(answer) => {
                    outbox.send(job.id, answer);
                    continue;
                }
            }
        }
        {
            let state = lock(state);
            if state.newest != job.number {
                outbox.send(job.id, Answer::Done);
                continue;
            }
            if let Some(control) = &state.control {
                control.reset();
            }
        }
        let Some(mut ready) = engine.take() else { continue };
        let id = job.id;
        let is_wanted = || lock(state).newest == job.number;
        let performed = catch_unwind(AssertUnwindSafe(move || match job.work {
            Work::Review { game, effort, nodes, threads } => {
                let asked = reviews::Asked { effort: effort.into(), nodes, threads, means };
                let on_progress = |answer| outbox.update(id, answer);
                (reviews::review(&game, &asked, &is_wanted, on_progress), ready)
            }
            Work::Try { line, effort } => {
                let asked = reviews::Asked { effort: effort.into(), nodes: 0, threads: 1, means };
                (reviews::tried(&line, &asked, &is_wanted), ready)
            }
            work => (perform(&mut ready, id, work, outbox), ready),
        }));
        outbox.flush();
        let answer = match performed {
            Ok((answer, ready)) => {
                engine = Some(ready);
                answer
            }
            Err(_) => Answer::error(ErrorKind::Engine, "the engine failed and was started anew"),
        };
        outbox.send(id, answer);
    }
}

fn perform(equipped: &mut Equipped, id: u64, work: Work, outbox: &Outbox) -> Answer {
    match work {
        Work::Analyse { line, lines, threads, hash, limit, threat } => {
            if let Err(answer) = equipped.equip(threads, hash) {
                return answer;
            }
            let variant = Variant::from(line.variant);
            with_rules!(variant, R => match lines::replay::<R>(&line) {
                Ok(game) => analyse(&mut equipped.engine, id, variant, &game, lines, &limit, threat, outbox),
                Err(error) => Answer::error(ErrorKind::Input, error),
            })
        }
        Work::Play { line, elo, seed, clock, movetime } => {
            let variant = Variant::from(line.variant);
            with_rules!(variant, R => match lines::replay::<R>(&line) {
                Ok(game) => play(&mut equipped.engine, variant, &game, elo, seed, clock, movetime),
                Err(error) => Answer::error(ErrorKind::Input, error),
            })
        }
        // These have engines of their own and are done by the caller.
        Work::Review { .. } | Work::Try { .. } => Answer::Done,
        #[cfg(test)]
        Work::Panic => panic!("asked for by a test"),
    }
}

/// An engine and the memory that its table may take.
pub(crate) struct Equipped {
    pub(crate) engine: Engine,
    pub(crate) share: Share,
}

impl Equipped {
    /// Gives the engine the threads and the memory that the page asks for.
    fn equip(&mut self, threads: usize, hash: usize) -> Result<(), Answer> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.clamp(1, processors);
        if threads != self.engine.threads() {
            let result = self.engine.set_threads(threads);
            result.map_err(|error| Answer::error(ErrorKind::Limit, error))?;
        }
        let hash = if hash == 0 { DEFAULT_HASH } else { hash };
        let before = self.share.mebibytes();
        if before == hash {
            return Ok(());
        }
        let refused = |error| Answer::error(ErrorKind::Limit, error);
        self.share.resize(hash.max(before)).map_err(refused)?;
        let result = self.engine.set_hash(hash);
        // Where there is no memory after all, the old table stays. Giving back
        // is never refused.
        let _ = self.share.resize(if result.is_ok() { hash } else { before });
        result.map_err(|error| Answer::error(ErrorKind::Limit, error))
    }
}

#[allow(clippy::too_many_arguments)]
fn analyse<R: Playable>(
    engine: &mut Engine,
    id: u64,
    variant: Variant,
    game: &Game<R>,
    lines: usize,
    limit: &Limit,
    threat: bool,
    outbox: &Outbox,
) -> Answer {
    let passed = (threat && !game.position().in_check())
        .then(|| Game::from_position(game.position().play_null()));
    let game = passed.as_ref().unwrap_or(game);
    let limits = Limits {
        depth: limit.depth,
        nodes: limit.nodes,
        movetime: limit.movetime.map(Duration::from_millis),
        multipv: lines.max(1),
        ..Limits::default()
    };
    let mut report = Report { shown: Vec::new(), variant };
    engine
        .search(game, &limits, |info| outbox.update(id, Answer::Analysis(report.add(game, info))));
    Answer::Done
}

/// What is known of a search so far.
struct Report {
    shown: Vec<EngineLine>,
    variant: Variant,
}

impl Report {
    fn add<R: Playable>(&mut self, game: &Game<R>, info: Info) -> AnalysisReply {
        let line = engine_line(self.variant, game, &info);
        let place = info.multipv.saturating_sub(1);
        match self.shown.get_mut(place) {
            Some(old) => *old = line,
            None => self.shown.push(line),
        }
        let time = info.time.as_millis() as u64;
        AnalysisReply {
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            nps: (info.nodes as f64 / info.time.as_secs_f64().max(1e-3)) as u64,
            time,
            hashfull: info.hashfull,
            tbhits: info.tbhits,
            lines: self.shown.clone(),
        }
    }
}

fn engine_line<R: Playable>(variant: Variant, game: &Game<R>, info: &Info) -> EngineLine {
    let flip = game.position().turn() == Color::Black;
    let position = game.position();
    let chances = wdl::chances(info.score, position);
    let (win, loss) = if flip { (chances.loss, chances.win) } else { (chances.win, chances.loss) };
    let mut line = EngineLine {
        depth: info.depth,
        score: Score::new(wdl::displayed(info.score, position), flip),
        wdl: (win, chances.draw, loss),
        moves: Vec::new(),
        sans: Vec::new(),
        thai: Vec::new(),
    };
    let mut moves = info.pv.iter();
    spell(variant, *position, &mut line, |_| moves.next().copied());
    line
}

/// Writes the moves of a line, as far as they are legal and are shown.
pub(crate) fn spell<R: Rules>(
    variant: Variant,
    mut position: Position<R>,
    line: &mut EngineLine,
    mut next: impl FnMut(&Position<R>) -> Option<Move>,
) {
    for _ in 0..SHOWN_PLIES {
        let Some(m) = next(&position).filter(|&m| position.is_legal(m)) else { break };
        line.moves.push(uci::write::<R>(m, CastlingNotation::of(variant)));
        line.sans.push(san::write(&position, m));
        line.thai.extend(thai(&position, m));
        position = position.play_unchecked(m);
    }
}

fn play<R: Playable>(
    engine: &mut Engine,
    variant: Variant,
    game: &Game<R>,
    elo: Option<i32>,
    seed: u64,
    clock: Option<(u64, u64)>,
    movetime: Option<u64>,
) -> Answer {
    let longest = movetime.map_or(LONGEST_THOUGHT, Duration::from_millis).min(LONGEST_THOUGHT);
    let limits = Limits {
        // With a clock it is only a bound.
        movetime: movetime.filter(|_| clock.is_none()).map(|_| longest),
        clock: clock.map(|(time, increment)| Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        }),
        // Whatever the page asks for, a move must come.
        nodes: (clock.is_none() && movetime.is_none()).then_some(200_000),
        ..Limits::default()
    };
    let control = engine.control();
    let found = bounded(&control, longest, || match elo {
        Some(elo) => Strength::new(elo).search(engine, game, &limits, seed, |_| ()),
        None => engine.search(game, &limits, |_| ()),
    });
    let position = game.position();
    Answer::Played {
        uci: found.best.map(|m| uci::write::<R>(m, CastlingNotation::of(variant))),
        san: found.best.map(|m| san::write(position, m)),
        action: counting_action(game, found.score),
        score: Score::new(wdl::displayed(found.score, position), false),
        depth: found.depth,
    }
}

/// Searches, and ends the search after a time.
fn bounded<T>(control: &Control, longest: Duration, search: impl FnOnce() -> T) -> T {
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if wait.recv_timeout(longest) == Err(mpsc::RecvTimeoutError::Timeout) {
                control.stop();
            }
        });
        // Dropped, and so heard of, even if the search panics.
        let _done = done;
        search()
    })
}

/// Makruk counted by hand: the engine counts when it is behind, and stops when
/// it is ahead.
pub(crate) fn counting_action<R: Rules>(
    game: &Game<R>,
    score: erawan_engine::Score,
) -> Option<CountAction> {
    let position = game.position();
    if position.counting().mode() != CountingMode::Manual
        || position.counting_kind() != Some(CountingKind::Board)
    {
        return None;
    }
    let ahead = match score {
        erawan_engine::Score::Centipawns(value) => value,
        erawan_engine::Score::Mate(moves) => moves.signum() * 10_000,
    };
    match position.counting().counter() {
        None if ahead < -50 => Some(CountAction::Count),
        Some(side) if side == position.turn() && ahead > 100 => Some(CountAction::Stop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    fn session() -> (Session, UnboundedReceiver<Reply>, Arc<AtomicUsize>) {
        let engines = Arc::new(AtomicUsize::new(0));
        let (replies, receiver) = unbounded_channel();
        let outbox = Outbox { replies, latest: Arc::default() };
        (Session::start(&engines, means(), outbox).ok().unwrap(), receiver, engines)
    }

    fn means() -> Means {
        Means { tables: AllTables::default(), memory: Memory::new(1000) }
    }

    fn line(moves: &[&str]) -> Line {
        Line {
            variant: Variant::Chess.into(),
            fen: None,
            number: None,
            counting: Default::default(),
            moves: moves.iter().map(|text| text.to_string()).collect(),
        }
    }

    fn endless() -> Work {
        Work::Analyse {
            line: line(&[]),
            lines: 2,
            threads: 1,
            hash: 1,
            limit: Limit::default(),
            threat: false,
        }
    }

    fn play(elo: Option<i32>) -> Work {
        Work::Play { line: line(&["e2e4"]), elo, seed: 1, clock: None, movetime: Some(20) }
    }

    /// The last answer to a request.
    fn last(receiver: &mut UnboundedReceiver<Reply>, id: u64) -> Answer {
        loop {
            let reply = receiver.blocking_recv().unwrap();
            if reply.id == id && !matches!(reply.answer, Answer::Analysis(_)) {
                return reply.answer;
            }
        }
    }

    #[test]
    fn a_new_search_ends_the_old_one() {
        let (session, mut receiver, _) = session();
        assert!(session.begin(1, endless()));
        assert!(session.begin(2, endless()));
        assert!(session.begin(3, play(Some(600))));
        assert!(matches!(last(&mut receiver, 1), Answer::Done));
        assert!(matches!(last(&mut receiver, 2), Answer::Done));
        let Answer::Played { uci: Some(_), .. } = last(&mut receiver, 3) else { panic!() };
    }

    #[test]
    fn an_engine_that_panics_is_replaced() {
        let (session, mut receiver, _) = session();
        assert!(session.begin(1, Work::Panic));
        let Answer::Error { kind, .. } = last(&mut receiver, 1) else { panic!() };
        assert_eq!(kind, ErrorKind::Engine);
        assert!(session.begin(2, play(None)));
        let Answer::Played { uci: Some(_), .. } = last(&mut receiver, 2) else { panic!() };
    }

    #[test]
    fn a_clock_bounds_a_thought_and_so_does_the_time_for_a_move() {
        let (session, mut receiver, _) = session();
        let hour = 60 * 60 * 1000;
        for (id, clock, movetime) in
            [(1, Some((400, 0)), Some(hour)), (2, Some((hour, 0)), Some(100)), (3, None, Some(100))]
        {
            let line = line(&["e2e4"]);
            assert!(session.begin(id, Work::Play { line, elo: None, seed: 1, clock, movetime }));
            let Answer::Played { uci: Some(_), .. } = last(&mut receiver, id) else { panic!() };
        }
    }

    #[test]
    fn a_dropped_session_ends_its_search() {
        let (session, _receiver, engines) = session();
        assert!(session.begin(1, endless()));
        thread::sleep(Duration::from_millis(50));
        drop(session);
        let patience = Instant::now() + Duration::from_secs(10);
        while engines.load(SeqCst) > 0 {
            assert!(Instant::now() < patience, "the search goes on");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn there_is_a_greatest_number_of_engines() {
        let engines = Arc::new(AtomicUsize::new(MAX_ENGINES));
        let (replies, _receiver) = unbounded_channel();
        let outbox = Outbox { replies, latest: Arc::default() };
        assert!(Session::start(&engines, means(), outbox).is_err());
        assert_eq!(engines.load(SeqCst), MAX_ENGINES);
    }
}
