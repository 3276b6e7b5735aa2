//! Other engines at work for a page: programs that the user has named.
//!
//! The page knows names only; what is started under a name is in the user's list,
//! which `erawan engines` writes. Each engine of a page has a thread and a process of
//! its own, and one search at a time; a new search ends the one that runs. An engine
//! that fails is started anew once. When the page goes away, its engines end.

mod listening;
mod program;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, mpsc};
use std::thread;

use erawan_board::Variant;
use erawan_uci::engines::{EngineList, KnownEngine};

use crate::limits::{MAX_PAGE_RIVALS, MAX_RIVALS};
use crate::memory::Memory;
use crate::protocol::{Answer, EngineReply, ErrorKind, Limit, Line, Reply};
use crate::server::Shared;
use crate::session::{Outbox, Seat, lock};
use program::Program;

/// The list of engines, and how many of them run.
pub(crate) struct Kept {
    path: PathBuf,
    running: Arc<AtomicUsize>,
}

impl Kept {
    /// The engines of a data folder.
    pub(crate) fn new(data: &Path) -> Kept {
        Kept { path: EngineList::path(data), running: Arc::default() }
    }

    /// The list as the page gets it. It is read each time: another program writes it.
    pub(crate) fn answer(&self) -> Answer {
        match EngineList::read(&self.path) {
            Ok(list) => Answer::Engines { engines: list.iter().map(reply).collect() },
            Err(error) => Answer::error(ErrorKind::Storage, error),
        }
    }
}

fn reply(engine: &KnownEngine) -> EngineReply {
    let games = Variant::ALL.into_iter().filter(|&variant| engine.plays(variant));
    EngineReply {
        name: engine.name.clone(),
        title: engine.title.clone(),
        games: games.map(Into::into).collect(),
    }
}

/// What an engine is asked to do.
pub(crate) struct Task {
    pub(crate) line: Line,
    pub(crate) aim: Aim,
}

/// What a search is for.
pub(crate) enum Aim {
    Analyse { lines: usize, threads: usize, hash: usize, limit: Limit, threat: bool },
    Play { clock: Option<(u64, u64)>, movetime: Option<u64> },
}

/// Why there is no answer.
enum Trouble {
    /// Nothing is wrong with the engine, but this cannot be done.
    Refused(Answer),
    /// The engine has done something that an engine must not do.
    Failed(String),
}

impl Trouble {
    fn refused(error: impl ToString) -> Trouble {
        Trouble::Refused(Answer::error(ErrorKind::Rival, error))
    }
}

/// The engines of a page, by name; the one that was asked last is the last.
#[derive(Default)]
pub(crate) struct Rivals {
    running: Vec<(String, Rival)>,
}

impl Rivals {
    /// Ends the search of an engine and begins another.
    pub(crate) fn begin(
        &mut self,
        shared: &Shared,
        outbox: &Outbox,
        id: u64,
        name: String,
        task: Task,
    ) -> Result<(), Answer> {
        let at = self.running.iter().position(|(running, _)| *running == name);
        let (name, rival) = match at {
            Some(at) => self.running.remove(at),
            None => {
                if self.running.len() >= MAX_PAGE_RIVALS {
                    self.running.remove(0);
                }
                let rival = Rival::start(shared, outbox, name.clone())?;
                (name, rival)
            }
        };
        if !rival.begin(id, task) {
            // Its thread is gone. The next request starts another.
            let message = format!("{name:.64} is gone and will be started anew");
            return Err(Answer::error(ErrorKind::Rival, message));
        }
        self.running.push((name, rival));
        Ok(())
    }

    /// Ends the search of an engine.
    pub(crate) fn stop(&self, name: &str) {
        self.running.iter().filter(|(running, _)| running == name).for_each(|(_, one)| one.stop());
    }

    /// What is to be told of searches that go on.
    pub(crate) fn latest(&self) -> Vec<Reply> {
        self.running.iter().filter_map(|(_, one)| lock(&one.outbox.latest).take()).collect()
    }
}

struct Job {
    number: u64,
    id: u64,
    task: Task,
}

/// An engine of a page.
struct Rival {
    jobs: mpsc::Sender<Job>,
    /// The number of the last search that was asked for.
    newest: Arc<AtomicU64>,
    /// Set when the page is gone.
    gone: Arc<AtomicBool>,
    outbox: Outbox,
}

impl Rival {
    /// Starts the thread; the program is started when it is needed.
    fn start(shared: &Shared, outbox: &Outbox, name: String) -> Result<Rival, Answer> {
        let Some(seat) = Seat::take(&shared.kept.running, MAX_RIVALS) else {
            let message = format!("{MAX_RIVALS} other engines are running: close another page");
            return Err(Answer::error(ErrorKind::Limit, message));
        };
        // Of its own: news of one search must not take the place of another's.
        let outbox = Outbox { replies: outbox.replies.clone(), latest: Arc::default() };
        let (jobs, receiver) = mpsc::channel();
        let rival = Rival { jobs, newest: Arc::default(), gone: Arc::default(), outbox };
        let mut worker = Worker {
            name,
            list: shared.kept.path.clone(),
            memory: Arc::clone(&shared.memory),
            newest: Arc::clone(&rival.newest),
            gone: Arc::clone(&rival.gone),
            outbox: rival.outbox.clone(),
            program: None,
            has_failed: false,
        };
        let work = move || {
            let _seat = seat;
            worker.run(&receiver);
        };
        match thread::Builder::new().name("rival".into()).spawn(work) {
            Ok(_) => Ok(rival),
            Err(error) => Err(Answer::error(ErrorKind::Limit, format!("no thread: {error}"))),
        }
    }

    fn begin(&self, id: u64, task: Task) -> bool {
        let number = self.newest.fetch_add(1, SeqCst) + 1;
        self.jobs.send(Job { number, id, task }).is_ok()
    }

    fn stop(&self) {
        self.newest.fetch_add(1, SeqCst);
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        self.gone.store(true, SeqCst);
        self.stop();
    }
}

/// The thread of an engine.
struct Worker {
    name: String,
    list: PathBuf,
    memory: Arc<Memory>,
    newest: Arc<AtomicU64>,
    gone: Arc<AtomicBool>,
    outbox: Outbox,
    program: Option<Program>,
    /// True once it was started anew.
    has_failed: bool,
}

impl Worker {
    fn run(&mut self, jobs: &mpsc::Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            let answer = self.answer(&job);
            self.outbox.flush();
            self.outbox.send(job.id, answer);
        }
        if let Some(program) = self.program.take() {
            program.quit();
        }
    }

    fn is_wanted(&self, job: &Job) -> bool {
        self.newest.load(SeqCst) == job.number
    }

    fn answer(&mut self, job: &Job) -> Answer {
        while self.is_wanted(job) {
            // A fault of ours in what a strange program leads to is taken for its own.
            let tried = catch_unwind(AssertUnwindSafe(|| self.perform(job)));
            let message = match tried {
                Ok(Ok(answer)) | Ok(Err(Trouble::Refused(answer))) => return answer,
                Ok(Err(Trouble::Failed(message))) => message,
                Err(_) => "what it says cannot be followed".to_owned(),
            };
            self.program = None;
            if self.gone.load(SeqCst) {
                break;
            }
            let engine = self.name.clone();
            if self.has_failed {
                // Whoever asks again wants it to be tried again.
                self.has_failed = false;
                let message = format!("{engine} has failed again: {message}");
                return Answer::error(ErrorKind::Rival, message);
            }
            self.has_failed = true;
            self.outbox.send(job.id, Answer::EngineRestarted { engine, message });
        }
        Answer::Done
    }

    fn perform(&mut self, job: &Job) -> Result<Answer, Trouble> {
        let program = match &mut self.program {
            Some(program) => program,
            None => {
                let (engine, variant) = (self.find()?, job.task.line.variant.into());
                Program::check_game(&engine, variant)?;
                let started = Program::start(engine, &self.memory, &self.gone)?;
                self.program.insert(started)
            }
        };
        let is_wanted = || self.newest.load(SeqCst) == job.number;
        program.search(&job.task, &is_wanted, |answer| self.outbox.update(job.id, answer))
    }

    /// The engine as it is kept now.
    fn find(&self) -> Result<KnownEngine, Trouble> {
        let storage = |error| Trouble::Refused(Answer::error(ErrorKind::Storage, error));
        let list = EngineList::read(&self.list).map_err(storage)?;
        list.get(&self.name).cloned().ok_or_else(|| {
            Trouble::refused(format_args!("no engine is kept under the name {:.64}", self.name))
        })
    }
}
