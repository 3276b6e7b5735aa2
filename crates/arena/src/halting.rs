//! Ending what is under way: games, and the searches in them.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use erawan_engine::Control;

/// Whether games shall end. Programs are asked by the flag while they are waited
/// for; our own engine, which searches in the thread that plays the game, has to
/// be told.
#[derive(Default)]
pub(crate) struct Halting {
    flag: Arc<AtomicBool>,
    searches: Mutex<Vec<Control>>,
}

impl Halting {
    /// Set once games shall end.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// True once games shall end.
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(SeqCst)
    }

    /// Ends all games.
    pub(crate) fn set(&self) {
        self.flag.store(true, SeqCst);
        let searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.iter().for_each(Control::stop);
    }

    /// Has the searches of an engine ended too.
    pub(crate) fn watch(&self, search: Control) {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        // Either we see the flag here, or whoever sets it sees the search.
        if self.is_set() {
            search.stop();
        }
        searches.push(search);
    }
}
