//! Work that takes long, and Ctrl-C.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often is looked whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(50);
/// Searches are deep.
pub(crate) const STACK: usize = 16 << 20;

/// Works on a thread of its own while this one looks for Ctrl-C.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, results) = channel();
    let results = Mutex::new(results);
    std::thread::scope(|scope| {
        let run = move || {
            let _ = sender.send(work());
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
        let mut interrupted = None;
        loop {
            let result = py.detach(|| {
                results.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(GLANCE)
            });
            match (result, interrupted.take()) {
                (Ok(_), Some(error)) => return Err(error),
                (Ok(result), None) => return Ok(result),
                (Err(RecvTimeoutError::Disconnected), error) => {
                    let failed = || PyRuntimeError::new_err("the work has failed");
                    return Err(error.unwrap_or_else(failed));
                }
                (Err(RecvTimeoutError::Timeout), error) => {
                    interrupted = error.or_else(|| py.check_signals().err());
                    if interrupted.is_some() {
                        stop();
                    }
                }
            }
        }
    })
}
