//! The requests of a page that need no engine.
//!
//! They are answered one after the other, in their order, while the page is heard
//! further. Questions to databases may take seconds, so they wait in rows of their
//! own, and nothing waits for them.

use std::collections::VecDeque;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tokio::task::JoinHandle;

use crate::connection::answer;
use crate::library;
use crate::limits::MAX_WAITING;
use crate::protocol::{Answer, Reply, Request};
use crate::server::Shared;

/// All desks of a page.
pub(crate) struct Desks {
    plain: Desk,
    library: Desk,
    explorer: Desk,
    training: Desk,
}

impl Desks {
    pub(crate) fn new(shared: &Arc<Shared>) -> Desks {
        let [plain, library, explorer, training] = [(); 4].map(|()| Desk::new(shared));
        Desks { plain, library, explorer, training }
    }

    pub(crate) fn has_room(&self) -> bool {
        let has_room = |desk: &Desk| desk.waiting.len() < MAX_WAITING;
        [&self.plain, &self.library, &self.explorer, &self.training].into_iter().all(has_room)
    }

    pub(crate) fn put(&mut self, id: u64, request: Request) {
        let desk = match request {
            Request::Explore { .. } | Request::ExploreOwn { .. } => &mut self.explorer,
            Request::Databases
            | Request::CreateDatabase { .. }
            | Request::RemoveDatabase { .. }
            | Request::FindGames { .. }
            | Request::OpenGame { .. }
            | Request::RemoveGames { .. } => &mut self.library,
            Request::Training
            | Request::AddExercises { .. }
            | Request::NextExercise { .. }
            | Request::Practised { .. }
            | Request::RemoveExercises { .. }
            | Request::Repertoires
            | Request::PutRepertoire { .. }
            | Request::ImportRepertoire { .. }
            | Request::OpenRepertoire { .. }
            | Request::RemoveRepertoire { .. }
            | Request::NextRecall { .. }
            | Request::Recalled { .. }
            | Request::Departures => &mut self.training,
            _ => &mut self.plain,
        };
        desk.put(id, request);
    }

    /// The next answer; for ever none if nothing is asked.
    pub(crate) async fn answer(&mut self) -> Reply {
        tokio::select! {
            reply = self.plain.answer() => reply,
            reply = self.library.answer() => reply,
            reply = self.explorer.answer() => reply,
            reply = self.training.answer() => reply,
        }
    }
}

/// A question that waits.
struct Task {
    id: u64,
    request: Request,
    /// Set once nobody wants the answer any longer.
    stop: Arc<AtomicBool>,
}

/// A question that is being worked on.
struct Work {
    id: u64,
    kind: Discriminant<Request>,
    stop: Arc<AtomicBool>,
    answer: JoinHandle<Answer>,
}

struct Desk {
    shared: Arc<Shared>,
    waiting: VecDeque<Task>,
    working: Option<Work>,
}

impl Desk {
    fn new(shared: &Arc<Shared>) -> Desk {
        Desk { shared: Arc::clone(shared), waiting: VecDeque::new(), working: None }
    }

    fn put(&mut self, id: u64, request: Request) {
        // Who asks again has changed the question.
        if matches!(
            request,
            Request::Explore { .. } | Request::ExploreOwn { .. } | Request::FindGames { .. }
        ) {
            let kind = discriminant(&request);
            let waiting = self.waiting.iter().map(|task| (discriminant(&task.request), &task.stop));
            let working = self.working.iter().map(|work| (work.kind, &work.stop));
            let same = waiting.chain(working).filter(|(other, _)| *other == kind);
            same.for_each(|(_, stop)| stop.store(true, Relaxed));
        }
        self.waiting.push_back(Task { id, request, stop: Arc::default() });
        if self.working.is_none() {
            self.go_on();
        }
    }

    /// Begins with the next question. Off the threads that serve, and a panic is
    /// only this answer's.
    fn go_on(&mut self) {
        self.working = self.waiting.pop_front().map(|Task { id, request, stop }| {
            let (shared, ended) = (Arc::clone(&self.shared), Arc::clone(&stop));
            let kind = discriminant(&request);
            let work = move || match ended.load(Relaxed) {
                true => Answer::Done,
                false => answer(&shared, request, &ended),
            };
            Work { id, kind, stop, answer: tokio::task::spawn_blocking(work) }
        });
    }

    /// The answer that is being worked on; for ever none if there is no such.
    async fn answer(&mut self) -> Reply {
        let Some(work) = &mut self.working else { return std::future::pending().await };
        let id = work.id;
        let answer = (&mut work.answer).await.unwrap_or_else(|_| library::failed());
        self.go_on();
        Reply { id, answer }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Some(work) = &self.working {
            work.stop.store(true, Relaxed);
        }
    }
}
