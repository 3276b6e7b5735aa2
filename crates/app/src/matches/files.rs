//! The files of a match: games and final positions, valid at every moment.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use erawan_arena::{Resumed, Tournament};
use erawan_board::regular_file;
use erawan_engine::Playable;

use crate::failure::Failure;
use crate::files::{NewFile, read_earlier};
use crate::limits;

/// What of a file that is there already stays in it.
pub(crate) enum Kept<'a> {
    /// This many bytes.
    Bytes(u64),
    /// These lines, whatever was there.
    Lines(&'a [String]),
}

/// A file that grows by whole records, each in one write, so that an
/// interruption or a full disk leaves whole records behind.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Begins a file, or goes on with one. One that is there already is not
    /// written over.
    pub(crate) fn open(path: &Path, kept: Option<Kept<'_>>) -> Result<Log, Failure> {
        let fail = |error| Failure::file(path)(error);
        let file = match kept {
            Some(Kept::Bytes(bytes)) => {
                let file = OpenOptions::new().append(true).create(true).open(path).map_err(fail)?;
                file.set_len(bytes).map_err(fail)?;
                file
            }
            Some(Kept::Lines(lines)) => {
                let mut new = NewFile::create(path)?;
                for line in lines {
                    writeln!(new, "{line}").map_err(fail)?;
                }
                new.finish()?;
                OpenOptions::new().append(true).open(path).map_err(fail)?
            }
            None => match OpenOptions::new().append(true).create_new(true).open(path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    // A pipe or a terminal holds nothing that could be lost.
                    if std::fs::metadata(path).is_ok_and(|data| data.is_file()) {
                        return Err(Failure::usage(format!(
                            "{}: the file exists; give another name, or --resume to go on with it",
                            path.display()
                        )));
                    }
                    OpenOptions::new().append(true).open(path).map_err(fail)?
                }
                other => other.map_err(fail)?,
            },
        };
        Ok(Log { path: path.to_path_buf(), file })
    }

    /// Adds a record.
    pub(crate) fn add(&mut self, record: &str) -> Result<(), Failure> {
        regular_file::add(&self.file, record.as_bytes()).map_err(Failure::file(&self.path))
    }
}

/// What an earlier run left in its PGN; `None` if there is no such file yet.
pub(super) fn resume<R: Playable>(
    path: &Path,
    tournament: &Tournament<R>,
) -> Result<Option<Resumed>, Failure> {
    let Some(bytes) = read_earlier(path, limits::RESUMED)? else { return Ok(None) };
    let resumed = tournament.resume(&bytes);
    resumed.map(Some).map_err(|error| Failure::Data(format!("{}: {error}", path.display())))
}
