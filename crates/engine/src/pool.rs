//! The threads that help a search. They are started once and kept, each with
//! histories of its own, so that a search begins at once and what a thread has
//! learnt serves it in the next move.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::equipment::Shelf;
use crate::memory::{self, OutOfMemory};

/// Searches go deep; pages of the stack that are never reached cost nothing.
const STACK: usize = 32 << 20;
/// About what a thread needs: its histories, the stack in use, lines.
const HELPER_MEMORY: usize = 8 << 20;

/// The threads asked for cannot be had; those there were stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ThreadsError {
    /// There is no memory for what they learn.
    Memory {
        /// The threads asked for.
        threads: usize,
        /// What they need, and what there is.
        shortage: OutOfMemory,
    },
    /// The system starts no more threads.
    Start {
        /// The threads asked for.
        threads: usize,
        /// What there were when it refused.
        started: usize,
        /// What the system said.
        error: std::io::ErrorKind,
    },
}

impl std::fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ThreadsError::Memory { threads, shortage } => {
                write!(f, "{threads} threads are too many: {shortage}")
            }
            ThreadsError::Start { threads, started, error } => {
                write!(f, "{threads} threads are too many: after {started} came \"{error}\"")
            }
        }
    }
}

impl std::error::Error for ThreadsError {}

type Job = Box<dyn FnOnce(&mut Shelf) + Send>;

struct Helper {
    /// None once the thread is to end.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn start(number: usize) -> Result<Helper, std::io::Error> {
        let (jobs, inbox) = channel();
        let thread = Builder::new()
            .name(format!("helper {number}"))
            .stack_size(STACK)
            .spawn(move || work(&inbox))?;
        Ok(Helper { jobs: Some(jobs), thread: Some(thread) })
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(inbox: &Receiver<Job>) {
    let mut shelf = Shelf::default();
    while let Ok(job) = inbox.recv() {
        // A fault in one thread must not take the others with it. What it was
        // writing to is not on the shelf and so is lost.
        let _ = catch_unwind(AssertUnwindSafe(|| job(&mut shelf)));
    }
}

/// The helpers of an engine: all threads but the one that asks.
#[derive(Default)]
pub(crate) struct Pool {
    helpers: Vec<Helper>,
}

impl Pool {
    pub(crate) fn len(&self) -> usize {
        self.helpers.len()
    }

    /// Starts or ends threads until there are `helpers`. If they cannot be had,
    /// nothing changes.
    pub(crate) fn resize(&mut self, helpers: usize) -> Result<(), ThreadsError> {
        let before = self.helpers.len();
        let threads = helpers + 1;
        let needed = helpers.saturating_sub(before) * HELPER_MEMORY;
        memory::check(needed as u64, 0)
            .map_err(|shortage| ThreadsError::Memory { threads, shortage })?;
        for number in before..helpers {
            match Helper::start(number + 1) {
                Ok(helper) => self.helpers.push(helper),
                Err(error) => {
                    let started = self.helpers.len() + 1;
                    self.helpers.truncate(before);
                    return Err(ThreadsError::Start { threads, started, error: error.kind() });
                }
            }
        }
        self.helpers.truncate(helpers);
        Ok(())
    }

    /// Has every helper do something, one after the other with what it was
    /// asked before. `job` makes the task of each, by number from 1.
    pub(crate) fn each<J>(&self, mut job: impl FnMut(usize) -> J)
    where
        J: FnOnce(&mut Shelf) + Send + 'static,
    {
        for (i, helper) in self.helpers.iter().enumerate() {
            if let Some(jobs) = &helper.jobs {
                // It ends with this pool, not before.
                let _ = jobs.send(Box::new(job(i + 1)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(pool: &Pool) -> Vec<usize> {
        let (answers, inbox) = channel();
        pool.each(|number| {
            let answers = answers.clone();
            move |_: &mut Shelf| answers.send(number).unwrap()
        });
        drop(answers);
        let mut all: Vec<usize> = inbox.iter().collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn helpers_come_and_go() {
        let mut pool = Pool::default();
        for count in [0, 3, 7, 2, 0] {
            pool.resize(count).unwrap();
            assert_eq!(ask(&pool), (1..=count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_ends_a_job_and_not_the_thread() {
        let mut pool = Pool::default();
        pool.resize(3).unwrap();
        let (answers, inbox) = channel();
        pool.each(|number| {
            let answers = answers.clone();
            move |_: &mut Shelf| {
                assert_ne!(number, 2, "a test of what happens then");
                answers.send(number).unwrap();
            }
        });
        drop(answers);
        assert_eq!(inbox.iter().count(), 2);
        assert_eq!(ask(&pool), [1, 2, 3]);
    }

    #[test]
    fn more_threads_than_memory_are_refused() {
        let mut pool = Pool::default();
        pool.resize(1).unwrap();
        // 2^32 threads need more memory than any machine has.
        if cfg!(target_os = "linux") {
            let refused = pool.resize(1 << 32).unwrap_err();
            assert!(matches!(refused, ThreadsError::Memory { threads: 0x1_0000_0001, .. }));
            assert!(refused.to_string().contains("MiB"));
        }
        assert_eq!(ask(&pool), [1]);
    }
}
