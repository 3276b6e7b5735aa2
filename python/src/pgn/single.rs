//! Rows made on the thread that asks for them.

use std::collections::VecDeque;
use std::io::Read;

use erawan_notation::pgn::{MainLine, Reader};

use super::rows::Rows;
use super::source::{Failure, Source};
use crate::arrow::column::{Batch, Column};
use crate::arrow::stream::Batches;

/// Reads games one after the other.
pub(crate) struct Single<R: Rows> {
    waiting: VecDeque<Source>,
    reading: Option<(Source, Reader<Box<dyn Read + Send>>)>,
    rows: MainLine<R>,
    batch_size: usize,
    numbers: Numbering,
}

/// Makes the numbers of games those of the whole stream.
pub(crate) struct Numbering {
    /// Where the column of numbers is.
    column: Option<usize>,
    games: u64,
}

impl Numbering {
    pub(crate) fn new(column: Option<usize>) -> Numbering {
        Numbering { column, games: 0 }
    }

    /// The batch as it is in the stream, behind those before.
    pub(crate) fn apply(&mut self, (mut batch, games): (Batch, u64)) -> Batch {
        if let Some(Column::U64(numbers)) =
            self.column.and_then(|column| batch.columns.get_mut(column))
        {
            numbers.values.iter_mut().for_each(|number| *number += self.games);
        }
        self.games += games;
        batch
    }
}

impl<R: Rows> Single<R> {
    pub(crate) fn new(
        sources: Vec<Source>,
        rows: R,
        batch_size: usize,
        numbers: Numbering,
    ) -> Single<R> {
        let rows = MainLine::new(rows);
        Single { waiting: sources.into(), reading: None, rows, batch_size, numbers }
    }

    /// Opens the next source. False if there is none.
    fn open(&mut self) -> Result<bool, Failure> {
        let Some(source) = self.waiting.pop_front() else { return Ok(false) };
        self.rows.follower_mut().place(source.name().as_deref(), 0);
        let reader = Reader::new(source.open()?);
        self.reading = Some((source, reader));
        Ok(true)
    }

    /// Reads a game. False at the end of everything.
    fn step(&mut self) -> Result<bool, Failure> {
        let Some((source, reader)) = &mut self.reading else { return self.open() };
        match reader.read_game(&mut self.rows) {
            Ok(true) => {}
            Ok(false) => self.reading = None,
            Err(error) => {
                let failure = source.failure(error);
                self.reading = None;
                return Err(failure);
            }
        }
        Ok(true)
    }
}

impl<R: Rows> Batches for Single<R> {
    fn next_batch(&mut self) -> Result<Option<Batch>, String> {
        loop {
            if self.rows.follower().is_full(self.batch_size) {
                return Ok(Some(self.numbers.apply(self.rows.follower_mut().take())));
            }
            match self.step() {
                Ok(true) => {}
                Ok(false) if self.rows.follower().len() == 0 => return Ok(None),
                Ok(false) => return Ok(Some(self.numbers.apply(self.rows.follower_mut().take()))),
                Err(Failure::File(error)) => self.rows.follower_mut().abandon(&error.to_string()),
                Err(Failure::Object(error)) => {
                    self.waiting.clear();
                    return Err(error);
                }
            }
        }
    }
}
