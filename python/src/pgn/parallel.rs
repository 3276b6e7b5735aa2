//! Rows made on several threads, in order.
//!
//! Whoever has nothing to do cuts the next piece off the stream and makes rows of it.
//! The pieces' batches go through a channel each, and the channels through another, in
//! the order of the pieces. All of them are short, so that nobody runs ahead.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use erawan_notation::pgn::{MainLine, PieceText, Pieces, Reader};

use super::rows::Rows;
use super::single::Numbering;
use super::source::{Failure, Source};
use crate::arrow::column::Batch;
use crate::arrow::stream::Batches;

/// Batches of a piece that may wait.
const WAITING: usize = 4;
/// Bytes of text for a row, at a guess: pieces are about as long as a batch.
const BYTES_A_ROW: usize = 12;

/// What a piece comes to: batches with the number of their games, or an exception.
type Made = Result<(Batch, u64), String>;

/// The stream, which is cut by one thread at a time.
struct Cutter {
    waiting: VecDeque<Source>,
    reading: Option<(Source, Pieces<Box<dyn Read + Send>>)>,
    size: usize,
    /// None once everything was handed out.
    order: Option<SyncSender<Receiver<Made>>>,
}

/// Work for a thread.
enum Work {
    Piece { source: Source, lines: u64, text: PieceText },
    Broken { file: Option<String>, error: io::Error },
    Failed(String),
}

impl Cutter {
    /// The next piece of work, and where its batches go; none at the end.
    fn next(&mut self) -> Option<(Work, SyncSender<Made>)> {
        let work = self.work();
        let (sender, receiver) = sync_channel(WAITING);
        // Nobody listens any more, or there is no more work.
        let is_over = work.is_none() || self.order.as_ref()?.send(receiver).is_err();
        if is_over || matches!(work, Some(Work::Failed(_))) {
            self.order = None;
        }
        (!is_over).then_some(())?;
        Some((work?, sender))
    }

    fn work(&mut self) -> Option<Work> {
        self.order.as_ref()?;
        loop {
            let Some((source, pieces)) = &mut self.reading else {
                let source = self.waiting.pop_front()?;
                match source.open() {
                    Ok(stream) => {
                        let pieces = Pieces::new(stream, self.size);
                        self.reading = Some((source, pieces));
                    }
                    Err(failure) => return Some(Work::failed(source.name(), failure)),
                }
                continue;
            };
            if let Some(piece) = pieces.next_piece() {
                let source = source.clone();
                return Some(Work::Piece { source, lines: piece.lines, text: piece.text });
            }
            self.reading = None;
        }
    }
}

impl Work {
    fn failed(file: Option<String>, failure: Failure) -> Work {
        match failure {
            Failure::File(error) => Work::Broken { file, error },
            Failure::Object(error) => Work::Failed(error),
        }
    }

    /// Makes rows. An error means that nobody wants them.
    fn run<R: Rows>(
        self,
        rows: &mut MainLine<R>,
        batch_size: usize,
        out: &SyncSender<Made>,
    ) -> Result<(), ()> {
        let (source, lines, text) = match self {
            Work::Piece { source, lines, text } => (source, lines, text),
            Work::Broken { file, error } => {
                rows.follower_mut().place(file.as_deref(), 0);
                rows.follower_mut().abandon(&error.to_string());
                return out.send(Ok(rows.follower_mut().take())).map_err(drop);
            }
            Work::Failed(error) => return out.send(Err(error)).map_err(drop),
        };
        rows.follower_mut().place(source.name().as_deref(), lines);
        let text: Box<dyn Read + Send> = match text {
            PieceText::Whole(text) => Box::new(io::Cursor::new(text)),
            PieceText::Rest(rest) => rest,
        };
        let mut reader = Reader::new(text);
        loop {
            let has_ended = match reader.read_game(rows) {
                Ok(goes_on) => !goes_on,
                Err(error) => match source.failure(error) {
                    Failure::File(error) => {
                        rows.follower_mut().abandon(&error.to_string());
                        true
                    }
                    Failure::Object(error) => return out.send(Err(error)).map_err(drop),
                },
            };
            let is_last = has_ended && rows.follower().len() > 0;
            if rows.follower().is_full(batch_size) || is_last {
                out.send(Ok(rows.follower_mut().take())).map_err(drop)?;
            }
            if has_ended {
                return Ok(());
            }
        }
    }
}

/// Reads games on several threads.
pub(crate) struct Parallel {
    order: Option<Receiver<Receiver<Made>>>,
    current: Option<Receiver<Made>>,
    threads: Vec<JoinHandle<()>>,
    numbers: Numbering,
}

impl Parallel {
    pub(crate) fn new<R: Rows + 'static>(
        sources: Vec<Source>,
        make: impl Fn() -> R + Send + Sync + 'static,
        batch_size: usize,
        threads: usize,
        numbers: Numbering,
    ) -> Parallel {
        let (sender, order) = sync_channel(2 * threads);
        let size = (batch_size * BYTES_A_ROW).clamp(1 << 16, 1 << 22);
        let cutter = Cutter { waiting: sources.into(), reading: None, size, order: Some(sender) };
        let cutter = Arc::new(Mutex::new(cutter));
        let make = Arc::new(make);
        let start = |_| {
            let (cutter, make) = (Arc::clone(&cutter), Arc::clone(&make));
            let thread = thread::Builder::new().name("erawan-games".into());
            thread.spawn(move || work(&cutter, make(), batch_size)).ok()
        };
        let threads = (0..threads).filter_map(start).collect();
        Parallel { order: Some(order), current: None, threads, numbers }
    }
}

fn work<R: Rows>(cutter: &Mutex<Cutter>, rows: R, batch_size: usize) {
    let mut rows = MainLine::new(rows);
    loop {
        let next = cutter.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((work, out)) = next else { return };
        if work.run(&mut rows, batch_size, &out).is_err() {
            return;
        }
    }
}

impl Batches for Parallel {
    fn next_batch(&mut self) -> Result<Option<Batch>, String> {
        loop {
            if let Some(current) = &self.current {
                match current.recv() {
                    Ok(Ok(made)) => return Ok(Some(self.numbers.apply(made))),
                    Ok(Err(error)) => {
                        (self.order, self.current) = (None, None);
                        return Err(error);
                    }
                    // All batches of the piece have come.
                    Err(_) => self.current = None,
                }
            }
            let Some(order) = &self.order else { return Ok(None) };
            match order.recv() {
                Ok(next) => self.current = Some(next),
                Err(_) => return Ok(None),
            }
        }
    }
}

impl Drop for Parallel {
    fn drop(&mut self) {
        // The threads find that nobody listens.
        (self.order, self.current) = (None, None);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
