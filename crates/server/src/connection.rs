//! A page's connection: requests in, answers out.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use erawan_board::{Variant, with_rules};
use erawan_engine::strength::Strength;
use serde_json::Value;
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{MissedTickBehavior, interval};

use crate::catalogue;
use crate::games;
use crate::limits::MAX_MESSAGE;
use crate::lines;
use crate::protocol::{Answer, Envelope, ErrorKind, Reply, Request, VERSION};
use crate::server::Shared;
use crate::session::{Outbox, Session, Work, lock};
use crate::store::SaveError;
use crate::tables;

/// Answers about a search that goes on are sent this often.
const UPDATES: Duration = Duration::from_millis(100);

/// How long a page has to read why its connection ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Talks with a page until it goes away.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (replies, mut receiver) = unbounded_channel();
    let outbox = Outbox { replies, latest: Arc::default() };
    let mut session: Option<Session> = None;
    let mut ticks = interval(UPDATES);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    if send(&mut socket, &Reply { id: 0, answer: hello(&shared) }).await.is_err() {
        return;
    }
    // When this loop is left, the session is dropped and its search ends.
    loop {
        let sent = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    match take(&shared, &outbox, &mut session, text.as_str()).await {
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
            _ = ticks.tick() => {
                let latest = lock(&outbox.latest).take();
                match latest {
                    Some(reply) => send(&mut socket, &reply).await,
                    None => Ok(()),
                }
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Ends a connection and says why.
async fn dismiss(mut socket: WebSocket, code: u16, reason: String) {
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

fn hello(shared: &Shared) -> Answer {
    Answer::Hello {
        protocol: VERSION,
        version: env!("CARGO_PKG_VERSION"),
        processors: thread::available_parallelism().map_or(1, usize::from),
        elo: (Strength::MIN, Strength::MAX),
        variant: shared.variant.map(Into::into),
        tables: shared.tables.as_ref().map_or(0, |tables| tables.max_men()),
        games: catalogue::games(),
    }
}

/// Takes a request. What the engine answers comes later.
async fn take(
    shared: &Arc<Shared>,
    outbox: &Outbox,
    session: &mut Option<Session>,
    text: &str,
) -> Option<Reply> {
    let Envelope { id, request } = match serde_json::from_str(text) {
        Ok(envelope) => envelope,
        Err(error) => {
            // Its number, if it has one, so that nobody waits for ever.
            let number = serde_json::from_str::<Value>(text).ok();
            let id = number.and_then(|value| value.get("id")?.as_u64()).unwrap_or(0);
            return Some(Reply { id, answer: Answer::error(ErrorKind::Protocol, error) });
        }
    };
    let work = match request {
        Request::Analyse { line, lines, threads, hash, limit, threat } => {
            Work::Analyse { line, lines, threads, hash, limit, threat }
        }
        Request::Play { line, elo, seed, clock, movetime } => {
            Work::Play { line, elo, seed, clock, movetime }
        }
        Request::Review { game, nodes, threads } => Work::Review { game, nodes, threads },
        Request::Stop => {
            if let Some(session) = session {
                session.stop();
            }
            return Some(Reply { id, answer: Answer::Stopped });
        }
        other => {
            // Off the threads that serve, and a panic is only this answer's.
            let shared = Arc::clone(shared);
            let answer = tokio::task::spawn_blocking(move || answer(&shared, other)).await;
            let answer = answer.unwrap_or_else(|_| {
                Answer::error(ErrorKind::Engine, "something failed in the server; please report it")
            });
            return Some(Reply { id, answer });
        }
    };
    begin(shared, outbox, session, id, work).err().map(|answer| Reply { id, answer })
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
            session.insert(Session::start(&shared.engines, shared.tables.clone(), outbox.clone())?)
        }
    };
    if running.begin(id, work) {
        return Ok(());
    }
    // Its thread is gone. The next request starts another.
    *session = None;
    Err(Answer::error(ErrorKind::Engine, "the engine is gone and will be started anew"))
}

/// Answers what needs no engine.
fn answer(shared: &Shared, request: Request) -> Answer {
    match request {
        Request::Position { line } => {
            let variant = Variant::from(line.variant);
            with_rules!(variant, R => match lines::replay::<R>(&line) {
                Ok(game) => Answer::Position(Box::new(lines::describe(variant, &game))),
                Err(error) => Answer::error(ErrorKind::Input, error),
            })
        }
        Request::Tables { line } => tables::answer(shared.tables.as_deref(), &line),
        Request::Read { text, variant } => games::read(&text, variant),
        Request::Write { game } => games::write(&game),
        Request::Save { name, value } => match shared.store.save(&name, &value) {
            Ok(()) => Answer::Saved,
            Err(error @ SaveError::Conflict) => Answer::error(ErrorKind::Conflict, error),
            Err(error) => Answer::error(ErrorKind::Storage, error),
        },
        Request::Remove { name } => stored(shared.store.remove(&name), |()| Answer::Saved),
        Request::Load { name } => stored(shared.store.load(&name), |value| Answer::Loaded {
            value: value.unwrap_or(Value::Null),
        }),
        Request::List => stored(shared.store.names(), |names| Answer::List { names }),
        Request::Analyse { .. } | Request::Play { .. } | Request::Review { .. } | Request::Stop => {
            Answer::error(ErrorKind::Protocol, "not a question")
        }
    }
}

fn stored<T>(result: io::Result<T>, answer: impl FnOnce(T) -> Answer) -> Answer {
    match result {
        Ok(value) => answer(value),
        Err(error) => Answer::error(ErrorKind::Storage, error),
    }
}
