//! Games of a stream read on several threads, in order.
//!
//! Whoever has nothing to do cuts the next piece off the stream and reads it. What
//! comes of a piece goes through a channel of its own, and the channels through
//! another, in the order of the pieces. All of them are short, so that nobody runs
//! ahead.

use std::io::{self, Read};
use std::iter;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use erawan_notation::pgn::{PieceText, Pieces};

/// Bytes of a piece: small enough that short files are shared as well.
const PIECE: usize = 1 << 18;
/// Batches of a piece that may wait.
const WAITING: usize = 4;
/// Games of a batch, so that threads do not meet at every one.
const BATCH: u64 = 64;

pub(super) type Text = Box<dyn Read + Send>;

/// Where a text stands, and how it is to be read.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Lines of the stream before it.
    pub(super) lines: u64,
    /// Games after which a batch is handed on.
    pub(super) batch: u64,
}

/// What comes of a piece, one batch after the other; none is its end. Whoever is
/// gone without that has not read all of it.
type Made<B> = Option<io::Result<B>>;

/// The stream, which is cut by one thread at a time.
struct Cutter<B> {
    pieces: Pieces<Text>,
    /// None once everything was handed out, or nobody listens.
    order: Option<SyncSender<Option<Receiver<Made<B>>>>>,
}

impl<B> Cutter<B> {
    /// The next piece, and where its batches go; none at the end.
    fn next(&mut self) -> Option<(Place, Text, SyncSender<Made<B>>)> {
        let order = self.order.as_ref()?;
        let (sender, receiver) = sync_channel(WAITING);
        let piece = self.pieces.next_piece();
        if order.send(piece.is_some().then_some(receiver)).is_err() || piece.is_none() {
            self.order = None;
        }
        let piece = piece?;
        let text: Text = match piece.text {
            PieceText::Whole(text) => Box::new(io::Cursor::new(text)),
            PieceText::Rest(rest) => rest,
        };
        Some((Place { lines: piece.lines, batch: BATCH }, text, sender))
    }
}

/// What `read` makes of a stream, in order. It is given pieces of whole games, on
/// `threads` threads. Its batches know nothing of those before them but their
/// lines, so games are numbered from 1 in every batch.
pub(super) fn in_order<B, I>(
    text: Text,
    threads: usize,
    read: impl Fn(Text, Place) -> I + Send + Sync + 'static,
) -> Box<dyn Iterator<Item = io::Result<B>>>
where
    B: Send + 'static,
    I: Iterator<Item = io::Result<B>> + 'static,
{
    // Whoever reads alone hands on every game at once: it may come from a person.
    if threads <= 1 {
        return Box::new(read(text, Place { lines: 0, batch: 1 }));
    }
    let (sender, order) = sync_channel(2 * threads);
    let cutter = Cutter { pieces: Pieces::new(text, PIECE), order: Some(sender) };
    let (cutter, read) = (Arc::new(Mutex::new(cutter)), Arc::new(read));
    // Nobody waits for the threads: one may sit in a read that never returns.
    let start = |_| {
        let (cutter, read) = (Arc::clone(&cutter), Arc::clone(&read));
        let thread = thread::Builder::new().name("games".into());
        thread.spawn(move || work(&cutter, &*read)).ok()
    };
    // With fewer than asked for it only takes longer; with none the order breaks off.
    let _ = (0..threads).map_while(start).count();
    drop(cutter);
    Box::new(collect(order))
}

fn work<B, I: Iterator<Item = io::Result<B>>>(
    cutter: &Mutex<Cutter<B>>,
    read: &impl Fn(Text, Place) -> I,
) {
    loop {
        let next = cutter.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((place, text, out)) = next else { return };
        for made in read(text, place).map(Some).chain(iter::once(None)) {
            if out.send(made).is_err() {
                return;
            }
        }
    }
}

/// What the pieces come to, one after the other. After an error nothing comes.
fn collect<B>(order: Receiver<Option<Receiver<Made<B>>>>) -> impl Iterator<Item = io::Result<B>> {
    let lost = || Some(Err(io::Error::other("a thread that reads games broke down")));
    let (mut current, mut has_ended) = (None::<Receiver<Made<B>>>, false);
    iter::from_fn(move || {
        while !has_ended {
            let made = match &current {
                Some(current) => current.recv(),
                None => match order.recv() {
                    Ok(None) => return None,
                    Ok(piece) => {
                        current = piece;
                        continue;
                    }
                    Err(_) => Ok(lost()),
                },
            };
            match made.unwrap_or_else(|_| lost()) {
                None => current = None,
                Some(made) => {
                    has_ended = made.is_err();
                    return Some(made);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a text, in batches of one.
    fn lines(text: Text, _: Place) -> impl Iterator<Item = io::Result<String>> {
        io::BufRead::lines(io::BufReader::new(text))
    }

    fn games(count: usize) -> String {
        (0..count).map(|game| format!("[Event \"{game}\"]\n\n1. e4 *\n\n")).collect()
    }

    #[test]
    fn everything_comes_in_order_from_any_number_of_threads() {
        let text = games(100_000);
        for threads in [1, 2, 3, 8] {
            let source = Box::new(io::Cursor::new(text.clone()));
            let found: Vec<String> =
                in_order(source, threads, lines).collect::<Result<_, _>>().unwrap();
            assert!(found.iter().map(String::as_str).eq(text.lines()), "{threads}");
        }
    }

    /// A thread that panics is not taken for the end of the games.
    #[test]
    fn a_thread_that_breaks_down_is_an_error() {
        let source = Box::new(io::Cursor::new(games(100_000)));
        let read = |text, place: Place| {
            lines(text, place).inspect(move |_| assert_eq!(place.lines, 0, "as it is meant to"))
        };
        let found: Vec<_> = in_order(source, 2, read).collect();
        let (last, before) = found.split_last().unwrap();
        assert!(last.as_ref().unwrap_err().to_string().contains("broke down"));
        assert!(!before.is_empty() && before.iter().all(Result::is_ok));
    }
}
