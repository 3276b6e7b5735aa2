//! Reading and writing files so that no half-written one is left behind.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use erawan_board::regular_file;
use erawan_notation::pgn::decompress;

use crate::failure::Failure;
use crate::interrupt;

/// A source of bytes with its length, if that is known.
pub(crate) struct Input {
    /// What to read from.
    pub(crate) reader: Box<dyn BufRead + Send>,
    /// How many bytes there are.
    pub(crate) length: Option<u64>,
}

/// Opens a file, or standard input for `-`. What gzip or Zstandard have
/// compressed is read as it was before.
pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
    if path.as_os_str() == "-" {
        let stdin = BufReader::with_capacity(1 << 16, io::stdin());
        let (reader, _) = decompress(stdin).map_err(Failure::file(path))?;
        return Ok(Input { reader, length: None });
    }
    let file = File::open(path).map_err(Failure::file(path))?;
    let metadata = file.metadata().map_err(Failure::file(path))?;
    // Opening a folder succeeds, only reading it fails.
    if metadata.is_dir() {
        return Err(Failure::file(path)(io::ErrorKind::IsADirectory.into()));
    }
    let file = BufReader::with_capacity(1 << 16, file);
    let (reader, is_compressed) = decompress(file).map_err(Failure::file(path))?;
    let length = (metadata.is_file() && !is_compressed).then_some(metadata.len());
    Ok(Input { reader, length })
}

/// Reads a file, or anything else that comes to an end within `most` bytes.
pub(crate) fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let file = File::open(path).map_err(Failure::file(path))?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(Failure::file(path))?;
    if bytes.len() as u64 > most {
        let reason = format!("this is too long: at most {most} bytes are read");
        return Err(Failure::file(path)(io::Error::new(io::ErrorKind::InvalidData, reason)));
    }
    Ok(bytes)
}

/// What an earlier run has left in a file, if there is one. It must be a regular
/// file of at most `most` bytes: it is going to be added to.
pub(crate) fn read_earlier(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Failure> {
    let mut file = match regular_file::open(path, most) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(Failure::file(path))?,
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(Failure::file(path))?;
    Ok(Some(bytes))
}

/// The name of an input in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}

/// Refuses to call something Parquet that is none. Writing it would bring in more
/// code than this program has, and the wheel hands tables to whatever writes it.
pub(crate) fn refuse_parquet(output: &Path) -> Result<(), Failure> {
    let is_parquet = |end: &std::ffi::OsStr| end.eq_ignore_ascii_case("parquet");
    if !output.extension().is_some_and(is_parquet) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{}: this program writes no Parquet; the Python wheel 'erawan' makes Arrow tables, which \
         pyarrow, polars and DuckDB write as Parquet (erawan.games, erawan.positions and \
         erawan.jobs; see python/README.md)",
        output.display()
    )))
}

/// Refuses to write over the file that is being read.
pub(crate) fn keep_apart(input: &Path, output: &Path) -> Result<(), Failure> {
    match (fs::canonicalize(input), fs::canonicalize(output)) {
        (Ok(a), Ok(b)) if a == b && a.is_file() => Err(Failure::usage(format!(
            "{}: this is the file that is read; nothing is written over it",
            output.display()
        ))),
        _ => Ok(()),
    }
}

/// Reads a line of at most `limit` bytes without its end; `None` at the end of
/// the input. A longer line is an error, so that no input fills the memory.
pub(crate) fn read_line(reader: &mut dyn BufRead, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = reader.take(limit as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if read > limit {
        let message = format!("a line is longer than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(Some(line))
}

/// A file that appears under its name only when it is complete.
///
/// It is written beside its place under another name and renamed by
/// [`finish`](NewFile::finish). What is no plain file (a pipe, a terminal) is
/// written to directly.
pub(crate) struct NewFile {
    path: PathBuf,
    /// The name it is written under, until it is renamed.
    temporary: Option<PathBuf>,
    writer: BufWriter<File>,
}

impl NewFile {
    /// Starts a file.
    pub(crate) fn create(path: &Path) -> Result<NewFile, Failure> {
        let fail = |error| Failure::file(path)(error);
        // Through links, so that the link stays one.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let (file, temporary) = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(fail(io::ErrorKind::IsADirectory.into()));
            }
            Ok(metadata) if !metadata.is_file() => {
                (File::options().write(true).open(&target).map_err(fail)?, None)
            }
            _ => {
                let name =
                    target.file_name().ok_or_else(|| fail(io::ErrorKind::IsADirectory.into()))?;
                let mut beside = OsString::from(".");
                beside.push(name);
                beside.push(format!(".{}.part", std::process::id()));
                let beside = target.with_file_name(beside);
                interrupt::unfinished(&beside);
                (File::create(&beside).map_err(fail)?, Some(beside))
            }
        };
        let writer = BufWriter::with_capacity(1 << 16, file);
        Ok(NewFile { path: target, temporary, writer })
    }

    /// Completes the file and gives it its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let fail = |error| Failure::file(&self.path)(error);
        self.writer.flush().map_err(fail)?;
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.path).map_err(fail)?;
            interrupt::finished(temporary);
            self.temporary = None;
        }
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
            interrupt::finished(temporary);
        }
    }
}
