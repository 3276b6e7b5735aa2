//! The files of a match: games and final positions, valid at every moment.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that grows by whole records, each in one write, so that an
/// interruption leaves whole records behind.
pub(super) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Begins a file. One that is there already is not written over.
    pub(super) fn create(path: &Path) -> Result<Log, Failure> {
        let opened = OpenOptions::new().append(true).create_new(true).open(path);
        let file = match opened {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // A pipe or a terminal holds nothing that could be lost.
                let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file());
                if is_file {
                    return Err(Failure::usage(format!(
                        "{}: the file exists; give another name, or --resume to go on with it",
                        path.display()
                    )));
                }
                OpenOptions::new().append(true).open(path).map_err(Failure::file(path))?
            }
            other => other.map_err(Failure::file(path))?,
        };
        Ok(Log { path: path.to_path_buf(), file })
    }

    /// Adds a record.
    pub(super) fn add(&mut self, record: &str) -> Result<(), Failure> {
        self.file.write_all(record.as_bytes()).map_err(Failure::file(&self.path))
    }
}
