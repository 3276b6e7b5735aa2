//! Counting positions until Ctrl-C is pressed.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use erawan_board::perft::{MAX_DEPTH, Perft};
use erawan_board::{Position, Rules};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::patience::{STACK, patiently};

/// Plies that are counted in a moment, so that nobody looks for Ctrl-C in between.
const QUICK: u32 = 4;

/// The number of lines of play of that many plies.
pub(crate) fn count<R: Rules>(
    py: Python<'_>,
    position: &Position<R>,
    depth: u32,
    threads: usize,
) -> PyResult<u64> {
    if depth > MAX_DEPTH {
        let message = format!("perft counts at most {MAX_DEPTH} plies, not {depth}");
        return Err(PyValueError::new_err(message));
    }
    if depth <= QUICK {
        return Ok(py.detach(|| Perft::new().run(position, depth)));
    }
    let stop = AtomicBool::new(false);
    let threads = threads.clamp(1, 1024);
    patiently(py, || stop.store(true, Relaxed), || shared(position, depth, threads, &stop))
}

/// Counts on several threads. A task is a reply to a first move, so that no thread is
/// left with a long one.
fn shared<R: Rules>(position: &Position<R>, depth: u32, threads: usize, stop: &AtomicBool) -> u64 {
    let tasks: Vec<Position<R>> = after(position).flat_map(|next| after(&next)).collect();
    let (next, sum) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Relaxed)) {
            let nodes = walk(task, depth - 2, stop);
            // It never refuses.
            let _ = sum.fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(nodes)));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(tasks.len()) {
            let thread = std::thread::Builder::new().stack_size(STACK);
            // Fewer threads than asked for is slower, not wrong.
            let _ = thread.spawn_scoped(scope, work);
        }
        work();
    });
    sum.into_inner()
}

/// The positions that one move leads to.
fn after<R: Rules>(position: &Position<R>) -> impl Iterator<Item = Position<R>> + use<R> {
    let position = *position;
    position
        .legal_moves()
        .iter()
        .map(move |&m| position.play_unchecked(m))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Counts, and looks whether to stop before every part that takes a moment.
fn walk<R: Rules>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Relaxed) {
        return 0;
    }
    if depth <= QUICK {
        return Perft::new().run(position, depth);
    }
    after(position).fold(0, |sum, next| sum.saturating_add(walk(&next, depth - 1, stop)))
}
