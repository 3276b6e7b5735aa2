//! A page's connection: requests in, answers out.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde_json::Value;
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{MissedTickBehavior, interval};

use crate::desk::Desks;
use crate::imports::OwnImports;
use crate::library;
use crate::limits::MAX_MESSAGE;
use crate::own::{self, SaveError};
use crate::protocol::{Answer, Envelope, ErrorKind, Reply, Request};
use crate::questions;
use crate::rivals::{Aim, Rivals, Task};
use crate::searches::{Means, Work};
use crate::server::Shared;
use crate::session::{Outbox, Session, lock};

/// Answers about a search that goes on are sent this often.
const UPDATES: Duration = Duration::from_millis(100);

/// How long a page has to read why its connection ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Talks with a page until it goes away.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (replies, mut receiver) = unbounded_channel();
    let outbox = Outbox { replies, latest: Arc::default() };
    let mut session: Option<Session> = None;
    let mut desks = Desks::new(&shared);
    let mut imports = OwnImports::default();
    let mut rivals = Rivals::default();
    let mut ticks = interval(UPDATES);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let hello = questions::hello(processors(), shared.variant, &shared.tables);
    if send(&mut socket, &Reply { id: 0, answer: hello }).await.is_err() {
        return;
    }
    // When this loop is left, the session, the rivals, the desks and the imports are
    // dropped, and what they are doing ends.
    loop {
        let sent = tokio::select! {
            message = socket.recv(), if desks.has_room() => match message {
                Some(Ok(Message::Text(text))) => {
                    let means = (&mut session, &mut rivals, &mut desks, &mut imports);
                    match take(&shared, &outbox, means, text.as_str()) {
                        Some(reply) => send(&mut socket, &reply).await,
                        None => Ok(()),
                    }
                }
                Some(Ok(Message::Binary(_))) => {
                    return dismiss(socket, close_code::UNSUPPORTED, "text only".into()).await;
                }
                Some(Err(error)) if is_too_long(&error) => {
                    let reason = format!("a message has at most {MAX_MESSAGE} bytes");
                    return dismiss(socket, close_code::SIZE, reason).await;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => Ok(()),
            },
            Some(reply) = receiver.recv() => send(&mut socket, &reply).await,
            reply = desks.answer() => send(&mut socket, &reply).await,
            _ = ticks.tick() => {
                let own = lock(&outbox.latest).take();
                let mut sent = Ok(());
                for reply in own.into_iter().chain(rivals.latest()) {
                    sent = sent.and(send(&mut socket, &reply).await);
                }
                sent
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Ends a connection and says why.
pub(crate) async fn dismiss(mut socket: WebSocket, code: u16, reason: String) {
    let reason = CloseFrame { code, reason: reason.into() };
    if socket.send(Message::Close(Some(reason))).await.is_ok() {
        // What has not been read makes the system reset the connection, and
        // with it the reason would be lost.
        tokio::time::sleep(FAREWELL).await;
    }
}

/// True if a message was longer than the server reads.
fn is_too_long(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if let Some(tungstenite::Error::Capacity(_)) = error.downcast_ref() {
            return true;
        }
        cause = error.source();
    }
    false
}

async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), axum::Error> {
    let text = serde_json::to_string(reply).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}

/// Takes a request. What the engine and the desk answer comes later.
fn take(
    shared: &Arc<Shared>,
    outbox: &Outbox,
    (session, rivals, desks, imports): (
        &mut Option<Session>,
        &mut Rivals,
        &mut Desks,
        &mut OwnImports,
    ),
    text: &str,
) -> Option<Reply> {
    let Envelope { id, request } = match questions::read(text) {
        Ok(envelope) => envelope,
        Err(reply) => return Some(reply),
    };
    let request = match asked_of_another(request) {
        Ok((name, task)) => {
            let refused = rivals.begin(shared, outbox, id, name, task).err();
            return refused.map(|answer| Reply { id, answer });
        }
        Err(request) => request,
    };
    let request = match Work::try_from(request) {
        Ok(work) => {
            let refused = begin(shared, outbox, session, id, work).err();
            return refused.map(|answer| Reply { id, answer });
        }
        Err(request) => request,
    };
    match request {
        Request::Stop { engine } => {
            match (engine, session) {
                (Some(name), _) => rivals.stop(&name),
                (None, Some(session)) => session.stop(),
                (None, None) => {}
            }
            Some(Reply { id, answer: Answer::Stopped })
        }
        Request::Import { database } => {
            let begun = imports.begin(shared, outbox, id, database);
            begun.err().map(|answer| Reply { id, answer })
        }
        Request::EndImport { job, whole } => {
            imports.end(job, whole);
            Some(Reply { id, answer: Answer::Stopped })
        }
        other => {
            desks.put(id, other);
            None
        }
    }
}

/// What is asked of an engine with a name; any other request comes back.
// It is passed on at once.
#[allow(clippy::result_large_err)]
fn asked_of_another(request: Request) -> Result<(String, Task), Request> {
    match request {
        Request::Analyse { line, lines, threads, hash, limit, threat, engine: Some(name) } => {
            Ok((name, Task { line, aim: Aim::Analyse { lines, threads, hash, limit, threat } }))
        }
        Request::Play { line, clock, movetime, engine: Some(name), elo: _, seed: _ } => {
            Ok((name, Task { line, aim: Aim::Play { clock, movetime } }))
        }
        other => Err(other),
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn begin(
    shared: &Shared,
    outbox: &Outbox,
    session: &mut Option<Session>,
    id: u64,
    work: Work,
) -> Result<(), Answer> {
    let running = match session {
        Some(session) => session,
        None => {
            let means = Means {
                tables: shared.tables.clone(),
                memory: Arc::clone(&shared.memory),
                processors: processors(),
            };
            session.insert(Session::start(&shared.engines, means, outbox.clone())?)
        }
    };
    if running.begin(id, work) {
        return Ok(());
    }
    // Its thread is gone. The next request starts another.
    *session = None;
    Err(Answer::error(ErrorKind::Engine, "the engine is gone and will be started anew"))
}

/// Answers what needs no engine. `stop` ends it early.
pub(crate) fn answer(shared: &Shared, request: Request, stop: &AtomicBool) -> Answer {
    let is_wanted = &|| !stop.load(Relaxed);
    let request = match questions::answer(request, &shared.tables, is_wanted) {
        Ok(answer) => return answer,
        Err(request) => request,
    };
    match request {
        Request::Save { name, value } => match shared.store.save(&name, &value) {
            Ok(()) => Answer::Saved,
            Err(error @ SaveError::Conflict) => Answer::error(ErrorKind::Conflict, error),
            Err(error) => Answer::error(ErrorKind::Storage, error),
        },
        Request::Remove { name } => stored(shared.store.remove(&name), |()| Answer::Saved),
        Request::Load { name } => stored(shared.store.load(&name), |value| Answer::Loaded {
            value: value.unwrap_or(Value::Null),
        }),
        Request::Engines => shared.kept.answer(),
        Request::List => stored(shared.store.names(), |names| Answer::List { names }),
        Request::Databases
        | Request::CreateDatabase { .. }
        | Request::RemoveDatabase { .. }
        | Request::FindGames { .. }
        | Request::OpenGame { .. }
        | Request::RemoveGames { .. }
        | Request::Explore { .. } => shared.library.ask(request, stop),
        Request::ExploreOwn { line, filter, first, games } => {
            let own = shared.store.own_database();
            let question = library::question_of(&line, &filter, first, games);
            question
                .and_then(|question| own::explore(own, line.variant.into(), &question, stop))
                .unwrap_or_else(|answer| answer)
        }
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
        | Request::Recalled { .. } => shared.training.ask(request),
        Request::Departures => shared.training.departures(shared.store.own_database()),
        Request::Position { .. }
        | Request::Check { .. }
        | Request::Tables { .. }
        | Request::Read { .. }
        | Request::Write { .. }
        | Request::Analyse { .. }
        | Request::Play { .. }
        | Request::Review { .. }
        | Request::Try { .. }
        | Request::Import { .. }
        | Request::EndImport { .. }
        | Request::Stop { .. } => Answer::error(ErrorKind::Protocol, "not a question"),
    }
}

fn stored<T>(result: io::Result<T>, answer: impl FnOnce(T) -> Answer) -> Answer {
    match result {
        Ok(value) => answer(value),
        Err(error) => Answer::error(ErrorKind::Storage, error),
    }
}
