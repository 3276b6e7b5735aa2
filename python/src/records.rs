//! The 32-byte records that trainers read: from games of PGN, and back.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Mutex, PoisonError};

use erawan_board::{Color, Move, Position, Rules, Strictness, Variant, with_rules};
use erawan_notation::pgn::{
    Follower, GameError, GameResult, MainLine, Reader, Score, decode, evaluation_in,
};
use erawan_selfplay::{Filter, Label, PositionRecord, in_16_bits, ply_of};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::board::{Board, variant_named};
use crate::pgn::Source;

/// Games that are read before Ctrl-C is looked for.
const GAMES: usize = 256;

/// What becomes of the games.
#[derive(Clone, Copy, Default)]
struct Count {
    games: u64,
    bad: u64,
    unfinished: u64,
    others: u64,
}

/// Makes records of games.
struct Labels {
    variant: Variant,
    /// The score of a position of which nothing is said; none leaves it out.
    missing: Option<i16>,
    /// True if only what a static evaluation can learn from is kept.
    filter: bool,
    bytes: Vec<u8>,
    count: Count,
    /// The game at hand: its records, which lack the result.
    game: Vec<PositionRecord>,
    is_wanted: bool,
    /// For White, of the position that the last move led to.
    score: Option<Score>,
    tagged: GameResult,
    ended: GameResult,
}

impl Labels {
    fn record<R: Rules>(&mut self, position: &Position<R>, played: Move) {
        let is_black = position.turn() == Color::Black;
        let said = self.score.take().map(|score| match (score, is_black) {
            (score, false) => in_16_bits(score),
            (Score::Centipawns(score), true) => in_16_bits(Score::Centipawns(-score)),
            (Score::Mate(moves), true) => in_16_bits(Score::Mate(-moves)),
        });
        let Some(score) = said.or(self.missing) else { return };
        let label = Label {
            score,
            // Nobody knows yet.
            result: erawan_selfplay::GameResult::Draw,
            best_is_noisy: position.is_capture(played) || played.is_promotion(),
            ply: ply_of(position),
        };
        // A position with more than 32 men has no record.
        if let Ok(record) = PositionRecord::new(position, &label)
            && (!self.filter || Filter::of(&record).is_none())
        {
            self.game.push(record);
        }
    }

    /// How the game at hand ended: what its moves end with, unless that says nothing.
    fn result(&self) -> Option<erawan_selfplay::GameResult> {
        match if self.ended == GameResult::Unknown { self.tagged } else { self.ended } {
            GameResult::WhiteWins => Some(erawan_selfplay::GameResult::WhiteWins),
            GameResult::BlackWins => Some(erawan_selfplay::GameResult::BlackWins),
            GameResult::Draw => Some(erawan_selfplay::GameResult::Draw),
            GameResult::Unknown => None,
        }
    }
}

impl Follower for Labels {
    fn begin_game(&mut self) {
        self.count.games += 1;
        self.game.clear();
        self.score = None;
        (self.tagged, self.ended) = (GameResult::Unknown, GameResult::Unknown);
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"Result" {
            self.tagged = GameResult::from_bytes(value).unwrap_or(GameResult::Unknown);
        }
    }

    fn start<R: Rules>(&mut self, variant: Variant, _: &Position<R>) {
        self.is_wanted = variant.rules() == self.variant.rules();
    }

    fn ply<R: Rules>(&mut self, before: &Position<R>, played: Option<Move>, _: &Position<R>) {
        match played.filter(|_| self.is_wanted) {
            Some(played) => self.record(before, played),
            None => self.score = None,
        }
    }

    fn comment(&mut self, text: &[u8]) {
        if self.score.is_none() && text.windows(2).any(|pair| pair == b"[%") {
            self.score = evaluation_in(&decode(text)).map(|evaluation| evaluation.score);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.ended = result;
    }

    fn end_game<R: Rules>(&mut self, _: &Position<R>, error: Option<GameError>) {
        if error.is_some() {
            self.count.bad += 1;
        } else if !self.is_wanted {
            self.count.others += 1;
        } else if let Some(result) = Labels::result(self) {
            for mut record in self.game.drain(..) {
                let turn = if record.is_black_to_move() { Color::Black } else { Color::White };
                record.0[PositionRecord::RESULT] = result.points_for(turn);
                self.bytes.extend(record.0);
            }
        } else {
            self.count.unfinished += 1;
        }
        self.game.clear();
    }

    fn no_start(&mut self, _: GameError) {
        self.count.bad += 1;
    }
}

/// A source that is being read.
type Reading = (Source, Reader<Box<dyn Read + Send>>);

/// Records of the games of PGN, in batches of bytes.
#[pyclass(module = "erawan")]
pub(crate) struct RecordStream {
    waiting: VecDeque<Source>,
    /// Locked for Python's sake alone: only one thread has it.
    reading: Mutex<Option<Reading>>,
    labels: MainLine<Labels>,
    batch_size: usize,
}

impl RecordStream {
    /// Reads some games. False at the end of everything.
    fn step(&mut self) -> PyResult<bool> {
        let reading = self.reading.get_mut().unwrap_or_else(PoisonError::into_inner);
        if reading.is_none() {
            let Some(source) = self.waiting.pop_front() else { return Ok(false) };
            let text = source.open().map_err(|failure| source.exception(failure))?;
            let reader = Reader::new(text);
            *reading = Some((source, reader));
        }
        let Some((source, reader)) = reading else { return Ok(false) };
        for _ in 0..GAMES {
            match reader.read_game(&mut self.labels) {
                Ok(true) => {}
                Ok(false) => {
                    *reading = None;
                    break;
                }
                Err(error) => {
                    let exception = source.exception(source.failure(error));
                    *reading = None;
                    return Err(exception);
                }
            }
        }
        Ok(true)
    }
}

#[pymethods]
impl RecordStream {
    #[new]
    fn create(
        source: &Bound<'_, PyAny>,
        variant: &str,
        missing: Option<i16>,
        filter: bool,
        batch_size: usize,
    ) -> PyResult<RecordStream> {
        if !(1..=1 << 24).contains(&batch_size) {
            return Err(PyValueError::new_err("batch_size must be from 1 to 16777216"));
        }
        let labels = Labels {
            variant: variant_named(variant)?,
            missing,
            filter,
            bytes: Vec::new(),
            count: Count::default(),
            game: Vec::new(),
            is_wanted: false,
            score: None,
            tagged: GameResult::Unknown,
            ended: GameResult::Unknown,
        };
        let (waiting, labels) = (Source::all(source)?.into(), MainLine::new(labels));
        Ok(RecordStream { waiting, reading: Mutex::default(), labels, batch_size })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next records. A file that breaks is an OSError after what came before it.
    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let wanted = self.batch_size * PositionRecord::LENGTH;
        while self.labels.follower().bytes.len() < wanted {
            if !py.detach(|| self.step())? {
                break;
            }
            py.check_signals()?;
        }
        let bytes = &mut self.labels.follower_mut().bytes;
        let rest = bytes.split_off(wanted.min(bytes.len()));
        let batch = std::mem::replace(bytes, rest);
        Ok((!batch.is_empty()).then(|| PyBytes::new(py, &batch)))
    }

    /// Games so far: all, bad ones, those without a result, those of another kind.
    #[getter]
    fn counts(&self) -> (u64, u64, u64, u64) {
        let Count { games, bad, unfinished, others } = self.labels.follower().count;
        (games, bad, unfinished, others)
    }
}

/// A board, the score and the result for the side to move, the ply, and whether the best
/// move takes or promotes.
type Fields = (Board, i16, u8, u16, bool);

/// What records say.
#[pyfunction]
pub(crate) fn record_fields(records: PyBackedBytes, variant: &str) -> PyResult<Vec<Fields>> {
    let variant = variant_named(variant)?;
    let (records, rest) = records.as_chunks::<{ PositionRecord::LENGTH }>();
    if !rest.is_empty() {
        let length = records.len() * PositionRecord::LENGTH + rest.len();
        let message = format!("{length} bytes are not records of 32 each");
        return Err(PyValueError::new_err(message));
    }
    let fields = |(index, record): (usize, &[u8; 32])| {
        let wrong = |reason: String| PyValueError::new_err(format!("record {index}: {reason}"));
        let record = PositionRecord(*record);
        if record.result() > 2 {
            return Err(wrong(format!("{} is no result: 0, 1 or 2", record.result())));
        }
        let board = with_rules!(variant, R => {
            let setup = record.setup::<R>().map_err(|error| wrong(error.to_string()))?;
            let position = Position::<R>::from_setup(&setup, Strictness::Lenient)
                .map_err(|error| wrong(error.to_string()))?;
            Board::from_position(position, variant)
        });
        Ok((board, record.score(), record.result(), record.ply(), record.best_is_noisy()))
    };
    records.iter().enumerate().map(fields).collect()
}
