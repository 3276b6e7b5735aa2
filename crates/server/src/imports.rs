//! Files that are imported into databases: they come in pieces, and no more of
//! them is held than a few pieces.

use std::collections::HashMap;
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use erawan_database::{Database, Event};
use erawan_notation::pgn::decompress;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::library::{self, Library};
use crate::limits::{MAX_IMPORTS, MAX_PIECES, MAX_PROBLEMS, PIECE_WAIT};
use crate::protocol::{Answer, ErrorKind, Imported};
use crate::server::Shared;
use crate::session::{Outbox, lock};

/// The imports that are under way.
#[derive(Default)]
pub(crate) struct Imports {
    jobs: Mutex<HashMap<u64, Arc<Job>>>,
    last: AtomicU64,
}

impl Imports {
    pub(crate) fn find(&self, number: u64) -> Option<Arc<Job>> {
        lock(&self.jobs).get(&number).cloned()
    }

    fn begin(&self) -> Option<(Arc<Job>, Receiver<Bytes>)> {
        let mut jobs = lock(&self.jobs);
        if jobs.len() >= MAX_IMPORTS {
            return None;
        }
        let (sender, pieces) = channel(MAX_PIECES);
        let job = Arc::new(Job {
            number: self.last.fetch_add(1, Relaxed) + 1,
            pieces: Mutex::new(Some(sender)),
            taken: AtomicU64::new(0),
            is_whole: AtomicBool::new(false),
            stop: AtomicBool::new(false),
        });
        jobs.insert(job.number, Arc::clone(&job));
        Some((job, pieces))
    }
}

/// What became of a piece.
pub(crate) enum Taken {
    Yes,
    /// Another piece is the next one.
    Unexpected,
    /// Nobody wants pieces any longer.
    Over,
    /// There is no room yet.
    Full,
}

/// An import.
pub(crate) struct Job {
    pub(crate) number: u64,
    /// Where pieces go, until there are no more.
    pieces: Mutex<Option<Sender<Bytes>>>,
    /// The bytes that have come.
    taken: AtomicU64,
    is_whole: AtomicBool,
    stop: AtomicBool,
}

impl Job {
    /// Takes a piece when there is room for it. A connection that is lost while it
    /// waits has sent nothing.
    pub(crate) async fn take(&self, at: u64, bytes: Bytes) -> Taken {
        let Some(sender) = lock(&self.pieces).clone() else { return Taken::Over };
        let place = match timeout(PIECE_WAIT, sender.reserve_owned()).await {
            Ok(Ok(place)) => place,
            Ok(Err(_)) => return Taken::Over,
            Err(_) => return Taken::Full,
        };
        let next = at.saturating_add(bytes.len() as u64);
        if self.taken.compare_exchange(at, next, SeqCst, SeqCst).is_err() {
            return Taken::Unexpected;
        }
        place.send(bytes);
        Taken::Yes
    }

    /// Says that no piece follows: the file is whole, or the rest is not wanted. What
    /// is in is kept in either case.
    pub(crate) fn end(&self, whole: bool) {
        self.is_whole.store(whole, SeqCst);
        self.stop.store(!whole, SeqCst);
        *lock(&self.pieces) = None;
    }
}

/// The imports of a page. They end with it.
#[derive(Default)]
pub(crate) struct OwnImports(Vec<Arc<Job>>);

impl OwnImports {
    pub(crate) fn end(&self, number: u64, whole: bool) {
        if let Some(job) = self.0.iter().find(|job| job.number == number) {
            job.end(whole);
        }
    }

    /// Begins an import. Its answers come as it goes on.
    pub(crate) fn begin(
        &mut self,
        shared: &Arc<Shared>,
        outbox: &Outbox,
        id: u64,
        name: String,
    ) -> Result<(), Answer> {
        let Some((job, pieces)) = shared.imports.begin() else {
            let message = format!("{MAX_IMPORTS} imports are under way: wait for one of them");
            return Err(Answer::error(ErrorKind::Limit, message));
        };
        self.0.retain(|job| shared.imports.find(job.number).is_some());
        self.0.push(Arc::clone(&job));
        let (shared, outbox) = (Arc::clone(shared), outbox.clone());
        tokio::spawn(async move {
            let (number, tell) = (job.number, outbox.clone());
            let owner = Arc::clone(&shared);
            let work = move || import(&owner.library, &name, &job, pieces, &|it| tell.send(id, it));
            let answer = spawn_blocking(work).await.unwrap_or_else(|_| library::failed());
            lock(&shared.imports.jobs).remove(&number);
            outbox.send(id, answer);
        });
        Ok(())
    }
}

impl Drop for OwnImports {
    fn drop(&mut self) {
        self.0.iter().for_each(|job| job.end(false));
    }
}

fn import(
    library: &Library,
    name: &str,
    job: &Arc<Job>,
    pieces: Receiver<Bytes>,
    tell: &dyn Fn(Answer),
) -> Answer {
    let mut database = match library.open(name, Database::open_to_write) {
        Ok(database) => database,
        Err(answer) => return answer,
    };
    let mut told = Told::default();
    tell(told.importing(job.number));
    let pieces = Pieces { pieces, job: Arc::clone(job), rest: Bytes::new() };
    let result = match decompress(BufReader::with_capacity(1 << 16, pieces)) {
        Ok((games, _)) => database
            .import(games, &job.stop, |event| match event {
                Event::Bad(bad) => told.bad(bad.to_string()),
                Event::Kept(imported) => {
                    told.imported = imported.into();
                    tell(told.importing(job.number));
                }
            })
            .map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let error = match result {
        Ok(imported) => {
            told.imported = imported.into();
            None
        }
        Err(_) if job.stop.load(SeqCst) => None,
        Err(error) => Some(library.named(name, &error)),
    };
    told.over(error)
}

/// What is said of an import.
#[derive(Default)]
struct Told {
    imported: Imported,
    problems: Vec<String>,
    /// How many problems were told.
    count: usize,
}

impl Told {
    fn bad(&mut self, problem: String) {
        self.imported.bad += 1;
        self.count += 1;
        if self.count <= MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    fn importing(&mut self, job: u64) -> Answer {
        let problems = std::mem::take(&mut self.problems);
        Answer::Importing { job, imported: self.imported, problems }
    }

    fn over(self, error: Option<String>) -> Answer {
        Answer::Imported { imported: self.imported, problems: self.problems, error }
    }
}

/// The pieces as one stream.
struct Pieces {
    pieces: Receiver<Bytes>,
    job: Arc<Job>,
    rest: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.rest = piece,
                None if self.job.is_whole.load(SeqCst) => return Ok(0),
                // Half a game is none.
                None => return Err(io::Error::other("the rest of the file has not come")),
            }
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest.split_to(length));
        Ok(length)
    }
}
