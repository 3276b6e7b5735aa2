//! The engine of a page: one thread, one search at a time.
//!
//! A new search ends the one that runs. When the page goes away, the session is
//! dropped, its search ends and its thread with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use erawan_engine::Control;
use tokio::sync::mpsc::UnboundedSender;

use crate::limits::MAX_ENGINES;
use crate::protocol::{Answer, ErrorKind, Reply};
use crate::searches::{Equipped, FIRST_HASH, Means, Work, carry_out};

/// The search recurses for every ply.
const STACK: usize = 64 << 20;

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
        let tell = |answer| outbox.update(id, answer);
        let performed = catch_unwind(AssertUnwindSafe(move || {
            (carry_out(&mut ready, job.work, means, &is_wanted, &tell), ready)
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use erawan_board::Variant;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    use super::*;
    use crate::memory::Memory;
    use crate::protocol::{Limit, Line};
    use crate::tables::AllTables;

    fn session() -> (Session, UnboundedReceiver<Reply>, Arc<AtomicUsize>) {
        let engines = Arc::new(AtomicUsize::new(0));
        let (replies, receiver) = unbounded_channel();
        let outbox = Outbox { replies, latest: Arc::default() };
        (Session::start(&engines, means(), outbox).ok().unwrap(), receiver, engines)
    }

    fn means() -> Means {
        Means { tables: AllTables::default(), memory: Memory::new(1000), processors: 1 }
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
