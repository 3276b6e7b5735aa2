//! The file that reviews are written to.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use erawan_analysis::bulk::{Reviewed, Settings};
use erawan_analysis::resume::{self, Format, ScanError, Written};
use erawan_board::regular_file;

use super::shown;
use crate::failure::Failure;

/// A file that is only ever added to, a whole game at a time.
pub(super) struct Output {
    path: PathBuf,
    file: File,
    format: Format,
    known: Vec<u64>,
}

impl Output {
    /// Begins a file, or goes on with one.
    pub(super) fn open(path: &Path, resume: bool, settings: &Settings) -> Result<Output, Failure> {
        let format = match path.extension().and_then(|end| end.to_str()) {
            Some("pgn") => Format::Pgn,
            Some("jsonl") => Format::JsonLines,
            _ => {
                return Err(Failure::usage(format!(
                    "--out {}: the name must end in .pgn or .jsonl (Parquet is not supported)",
                    shown(path)
                )));
            }
        };
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(Failure::file(path))?;
        let metadata = file.metadata().map_err(Failure::file(path))?;
        if !metadata.is_file() {
            let message = format!("--out {}: this is no regular file", shown(path));
            return Err(Failure::usage(message));
        }
        let length = metadata.len();
        if length > 0 && !resume {
            return Err(Failure::usage(format!(
                "{} is there already; --resume goes on with it",
                shown(path)
            )));
        }
        let scanned = resume::scan(format, BufReader::new(&file), settings);
        let Written { games, length: whole } = scanned.map_err(|error| match error {
            ScanError::Read(error) => Failure::file(path)(error),
            other => Failure::Data(format!("{}: {other}; it is left as it is", shown(path))),
        })?;
        if whole < length {
            // A game that was cut off is reviewed again.
            file.set_len(whole).map_err(Failure::file(path))?;
        }
        file.seek(SeekFrom::Start(whole)).map_err(Failure::file(path))?;
        Ok(Output { path: path.to_path_buf(), file, format, known: games })
    }

    /// The games that are in the file already.
    pub(super) fn take_known(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.known)
    }

    /// Adds a game.
    pub(super) fn write(
        &mut self,
        reviewed: &Reviewed,
        settings: &Settings,
    ) -> Result<(), Failure> {
        let text = resume::write(self.format, reviewed, settings);
        regular_file::add(&self.file, text.as_bytes()).map_err(Failure::file(&self.path))
    }
}
