//! The two tables as Python holds them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::columns::{Wanted, Which};
use super::games::GameRows;
use super::parallel::Parallel;
use super::positions::PositionRows;
use super::rows::Rows;
use super::single::{Numbering, Single};
use super::source::Source;
use crate::arrow::stream::{Batches, capsule};
use crate::arrow::{Field, schema_capsule};

/// The rows of a batch must fit the offsets of its texts.
const LARGEST_BATCH: usize = 1 << 22;
const MOST_THREADS: usize = 256;

/// A table that is read while it is used, through Arrow's PyCapsule interface.
///
/// pyarrow.table(stream), polars.DataFrame(stream) and DuckDB take it as it is. It can
/// be used again, unless it reads a file object.
#[pyclass(frozen, module = "erawan")]
pub(crate) struct Stream {
    which: Which,
    sources: Vec<Source>,
    fields: Vec<Field>,
    wanted: Vec<Wanted>,
    threads: usize,
    batch_size: usize,
}

impl Stream {
    fn new(
        which: Which,
        source: &Bound<'_, PyAny>,
        columns: Option<Vec<String>>,
        threads: i64,
        batch_size: i64,
    ) -> PyResult<Stream> {
        let (fields, wanted) = which.choose(&columns.unwrap_or_else(|| which.usual()))?;
        let cores = thread_count(threads)?;
        let batch_size = usize::try_from(batch_size).unwrap_or(0);
        if !(1..=LARGEST_BATCH).contains(&batch_size) {
            let message = format!("batch_size must be from 1 to {LARGEST_BATCH}");
            return Err(PyValueError::new_err(message));
        }
        let sources = Source::all(source)?;
        Ok(Stream { which, sources, fields, wanted, threads: cores, batch_size })
    }

    fn start<R: Rows + 'static>(
        &self,
        make: impl Fn(&[Wanted]) -> R + Send + Sync + 'static,
    ) -> Box<dyn Batches> {
        let column = self.wanted.iter().position(|wanted| *wanted == Wanted::Game);
        let (sources, numbers) = (self.sources.clone(), Numbering::new(column));
        if self.threads == 1 {
            let rows = make(&self.wanted);
            return Box::new(Single::new(sources, rows, self.batch_size, numbers));
        }
        let (wanted, size, threads) = (self.wanted.clone(), self.batch_size, self.threads);
        Box::new(Lazy::Waiting(Some(Box::new(move || {
            Parallel::new(sources, move || make(&wanted), size, threads, numbers)
        }))))
    }
}

/// Threads that are started when the first batch is asked for: many ask for the
/// schema alone.
enum Lazy {
    Waiting(Option<Box<dyn FnOnce() -> Parallel + Send>>),
    Running(Parallel),
}

impl Batches for Lazy {
    fn next_batch(&mut self) -> Result<Option<crate::arrow::column::Batch>, String> {
        if let Lazy::Waiting(start) = self {
            match start.take() {
                Some(start) => *self = Lazy::Running(start()),
                None => return Ok(None),
            }
        }
        match self {
            Lazy::Running(parallel) => parallel.next_batch(),
            Lazy::Waiting(_) => Ok(None),
        }
    }
}

/// A number of threads; zero for as many as there are cores.
pub(crate) fn thread_count(threads: i64) -> PyResult<usize> {
    match usize::try_from(threads) {
        Ok(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Ok(threads) if threads <= MOST_THREADS => Ok(threads),
        _ => {
            let message = format!("threads must be from 0 (all cores) to {MOST_THREADS}");
            Err(PyValueError::new_err(message))
        }
    }
}

#[pymethods]
impl Stream {
    /// The table as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Types are what they are; the interface leaves conversion to the consumer.
        let _ = requested_schema;
        let batches = match self.which {
            Which::Positions => self.start(PositionRows::new),
            Which::Games => self.start(GameRows::new),
        };
        capsule(py, self.fields.clone(), batches)
    }

    /// The table's schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.fields)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.fields.iter().map(|field| field.name.clone()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<erawan.Stream of {}>", self.columns().join(", "))
    }
}

/// Every position of every game of PGN: a row each, with the move that was played.
///
/// A game of n moves has n + 1 rows. The last has no move, and says in `error` what is
/// wrong with the game, if anything; it is the last position that could be reached.
#[pyfunction]
#[pyo3(signature = (source, columns=None, *, threads=1, batch_size=65536))]
pub(crate) fn positions(
    source: &Bound<'_, PyAny>,
    columns: Option<Vec<String>>,
    threads: i64,
    batch_size: i64,
) -> PyResult<Stream> {
    Stream::new(Which::Positions, source, columns, threads, batch_size)
}

/// Every game of PGN: a row each, with its tags.
#[pyfunction]
#[pyo3(signature = (source, columns=None, *, threads=1, batch_size=8192))]
pub(crate) fn games(
    source: &Bound<'_, PyAny>,
    columns: Option<Vec<String>>,
    threads: i64,
    batch_size: i64,
) -> PyResult<Stream> {
    Stream::new(Which::Games, source, columns, threads, batch_size)
}
