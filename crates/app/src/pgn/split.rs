//! `erawan pgn split`: many files of few games out of one of many, byte by
//! byte as they are.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use erawan_notation::pgn::{GameError, Reader, Visitor};

use super::source::Source;
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::progress::Progress;
use crate::{Outcome, Verdict, eprintln_quietly};

pub(super) fn run(path: &Path, games: u64, prefix: Option<PathBuf>) -> Outcome {
    let prefix = prefix.unwrap_or_else(|| match path.as_os_str() == "-" {
        true => PathBuf::from("games"),
        false => stem(path),
    });
    let Source { text, part } = Source::open(path)?;
    let mut reader = Reader::new(text);
    let mut parts = Parts { input: path, prefix, file: None, written: 0, failure: None };
    let mut progress = Progress::new();
    for number in 1u64.. {
        let more = reader.copy_game(&mut Unjudged, &mut parts).map_err(|error| {
            // What the parts say about themselves says more.
            parts.failure.take().unwrap_or_else(|| Failure::file(path)(error))
        })?;
        if !more {
            break;
        }
        if number % games == 0 {
            parts.finish()?;
        }
        progress.step(part.get(), || format!("{number} games"));
    }
    parts.finish()?;
    drop(progress);
    let plural = if parts.written == 1 { "file" } else { "files" };
    eprintln_quietly(&format!("{} {plural} written", parts.written));
    Ok(Verdict::Fine)
}

/// A name without `.pgn`, and without what says how it is compressed.
fn stem(path: &Path) -> PathBuf {
    match path.extension().and_then(|end| end.to_str()) {
        Some("gz" | "zst") => path.with_extension("").with_extension(""),
        _ => path.with_extension(""),
    }
}

/// Takes any game: where games begin and end does not depend on their moves.
struct Unjudged;

impl Visitor for Unjudged {
    fn end_game(&mut self, _: Option<GameError>) {}
}

/// The files that are written, one after the other.
struct Parts<'a> {
    input: &'a Path,
    prefix: PathBuf,
    /// The file at hand. The next one is not made before there is a byte for it.
    file: Option<NewFile>,
    written: u64,
    /// Why writing failed, with the name of the file.
    failure: Option<Failure>,
}

impl Parts<'_> {
    fn name(&self) -> PathBuf {
        let mut name = OsString::from(&self.prefix);
        name.push(format!("-{:04}.pgn", self.written));
        PathBuf::from(name)
    }

    fn begin(&mut self) -> Result<NewFile, Failure> {
        self.written += 1;
        let name = self.name();
        files::keep_apart(self.input, &name)?;
        NewFile::create(&name)
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.file.take().map_or(Ok(()), NewFile::finish)
    }

    fn fail(&mut self, failure: Failure) -> io::Error {
        self.failure = Some(failure);
        io::ErrorKind::Other.into()
    }
}

impl Write for Parts<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => self.begin().map_err(|failure| self.fail(failure))?,
        };
        let result = file.write(bytes);
        match result {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                Err(self.fail(Failure::file(&self.name())(error)))
            }
            result => {
                self.file = Some(file);
                result
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), NewFile::flush)
    }
}
