//! What the search and the conversation with XBoard share.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::xboard::Event;
use crate::cecp::{Message, Thinking};
use crate::protocol::{self, Info};

/// Where a search lays down what it finds.
pub(super) struct Desk {
    /// Lines of play are shown.
    pub(super) posts: AtomicBool,
    papers: Mutex<Papers>,
    bell: SyncSender<Event>,
}

#[derive(Default)]
struct Papers {
    /// The best line found last.
    info: Option<Info>,
    /// The move of the search that has ended.
    found: Option<protocol::Message>,
}

impl Desk {
    /// An empty one; the bell is rung when a search has ended.
    pub(super) fn new(bell: SyncSender<Event>) -> Desk {
        Desk { posts: AtomicBool::new(false), papers: Mutex::default(), bell }
    }

    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what a search has found so far; the line to be shown, if it is.
    pub(super) fn thinking(&self, info: Info) -> Option<Message> {
        let is_shown = self.posts.load(SeqCst) && !info.pv.is_empty();
        let line = is_shown.then(|| Message::Thinking(Thinking::new(&info)));
        if info.multi_pv.unwrap_or(1) <= 1 {
            self.papers().info = Some(info);
        }
        line
    }

    /// Keeps the move of a search that has ended, and rings.
    pub(super) fn found(&self, message: protocol::Message) {
        self.papers().found = Some(message);
        // If there are events enough, the desk is looked at after the next.
        let _ = self.bell.try_send(Event::Found);
    }

    /// The move of a search that has ended, once.
    pub(super) fn take_found(&self) -> Option<protocol::Message> {
        self.papers().found.take()
    }

    /// The best line found last.
    pub(super) fn info(&self) -> Option<Info> {
        self.papers().info.clone()
    }

    /// Makes ready for another search.
    pub(super) fn clear(&self) {
        *self.papers() = Papers::default();
    }
}
