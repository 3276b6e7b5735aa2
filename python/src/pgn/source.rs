//! What games are read from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use erawan_notation::pgn::decompress;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyTuple};

use super::ahead::Ahead;

/// A file, bytes, or an object with a method `read`.
#[derive(Clone)]
pub(crate) enum Source {
    Path(PathBuf),
    Bytes(Arc<PyBackedBytes>),
    /// Can be read once.
    Object(Arc<Object>),
}

/// A file object of Python.
pub(crate) struct Object {
    object: Py<PyAny>,
    is_used: AtomicBool,
    /// What it raised.
    exception: Mutex<Option<PyErr>>,
}

/// Why nothing comes from a source.
pub(crate) enum Failure {
    /// A broken file, which becomes a row.
    File(io::Error),
    /// A file object's own exception, or one that was read before.
    Object(String),
}

impl Source {
    /// All sources that an argument names: one, or a list or tuple of them.
    pub(crate) fn all(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Source>> {
        if let Ok(list) = argument.cast::<PyList>() {
            return list.iter().map(|item| Source::one(&item)).collect();
        }
        if let Ok(tuple) = argument.cast::<PyTuple>() {
            return tuple.iter().map(|item| Source::one(&item)).collect();
        }
        Ok(vec![Source::one(argument)?])
    }

    fn one(argument: &Bound<'_, PyAny>) -> PyResult<Source> {
        if argument.is_instance_of::<PyBytes>() || argument.is_instance_of::<PyByteArray>() {
            return Ok(Source::Bytes(Arc::new(argument.extract()?)));
        }
        if argument.hasattr("read")? {
            let object = argument.clone().unbind();
            return Ok(Source::Object(Arc::new(Object {
                object,
                is_used: false.into(),
                exception: Mutex::default(),
            })));
        }
        let path: PathBuf = argument.extract().map_err(|_| {
            PyTypeError::new_err("games are read from paths, bytes, file objects, or lists of them")
        })?;
        // What is missing is told at once. A pipe is not opened before it is read: whoever
        // writes to it may need Python's lock to get there.
        let metadata = std::fs::metadata(&path)?;
        if metadata.is_file() {
            File::open(&path)?;
        }
        // A folder can be opened, but not read.
        if metadata.is_dir() {
            let message = format!("{} is a folder", path.display());
            return Err(pyo3::exceptions::PyIsADirectoryError::new_err(message));
        }
        Ok(Source::Path(path))
    }

    /// The name of a file.
    pub(crate) fn name(&self) -> Option<String> {
        match self {
            Source::Path(path) => Some(path.display().to_string()),
            _ => None,
        }
    }

    /// Opens it; what was compressed is read as it was before.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + Send>, Failure> {
        let opened = match self {
            Source::Path(path) => {
                let file = File::open(path).map_err(Failure::File)?;
                ahead(decompress(BufReader::with_capacity(1 << 16, file)))
            }
            Source::Bytes(bytes) => ahead(decompress(Cursor::new(Shared(Arc::clone(bytes))))),
            Source::Object(object) => {
                if object.is_used.swap(true, Relaxed) {
                    return Err(Failure::Object("this file object was read before".into()));
                }
                let reader = ObjectReader { object: Arc::clone(object), chunk: Vec::new(), at: 0 };
                return decompress(BufReader::with_capacity(1 << 16, reader))
                    .map(|(reader, _)| Box::new(reader) as Box<dyn Read + Send>)
                    .map_err(|error| self.failure(error));
            }
        };
        opened.map_err(Failure::File)
    }

    /// What a failure is to Python: a file object's exception is itself again.
    pub(crate) fn exception(&self, failure: Failure) -> PyErr {
        let raised = match self {
            Source::Object(object) => {
                object.exception.lock().unwrap_or_else(PoisonError::into_inner).take()
            }
            _ => None,
        };
        raised.unwrap_or_else(|| match failure {
            Failure::File(error) => error.into(),
            Failure::Object(error) => PyOSError::new_err(error),
        })
    }

    /// What an error while reading means.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        match self {
            Source::Object(_) if error.kind() == io::ErrorKind::Other => {
                Failure::Object(error.to_string())
            }
            _ => Failure::File(error),
        }
    }
}

/// What was compressed is decoded on a thread of its own. A file object is not, for its
/// methods may want the thread they are called on.
fn ahead(opened: io::Result<(Box<dyn BufRead + Send>, bool)>) -> io::Result<Box<dyn Read + Send>> {
    let (reader, is_compressed) = opened?;
    Ok(match is_compressed {
        true => Box::new(Ahead::new(reader)?),
        false => Box::new(reader),
    })
}

/// Bytes that Python holds.
struct Shared(Arc<PyBackedBytes>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Reads a file object in chunks.
struct ObjectReader {
    object: Arc<Object>,
    chunk: Vec<u8>,
    at: usize,
}

impl ObjectReader {
    /// How much is asked for at once.
    const CHUNK: usize = 1 << 18;

    fn fetch(&self) -> PyResult<Vec<u8>> {
        Python::attach(|py| {
            let read = self.object.object.bind(py).call_method1("read", (Self::CHUNK,))?;
            if let Ok(text) = read.cast::<pyo3::types::PyString>() {
                return Ok(text.to_cow()?.into_owned().into_bytes());
            }
            if read.is_none() {
                return Err(PyValueError::new_err("read() has nothing to give yet"));
            }
            read.extract::<PyBackedBytes>().map(|bytes| bytes.to_vec()).map_err(PyErr::from)
        })
    }
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.chunk.len() {
            self.chunk = self.fetch().map_err(|error| {
                let text = error.to_string();
                let mut kept = self.object.exception.lock().unwrap_or_else(PoisonError::into_inner);
                *kept = Some(error);
                io::Error::other(text)
            })?;
            self.at = 0;
        }
        let rest = self.chunk.get(self.at..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), rest.get(..length)) {
            to.copy_from_slice(from);
        }
        self.at += length;
        Ok(length)
    }
}
