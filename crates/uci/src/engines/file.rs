//! The file in which a list of engines is kept.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{EngineList, EngineListError};

/// The name of the file in a user's data folder.
const NAME: &str = "engines.txt";

/// The largest file that is read, in bytes: hundreds of engines with many options.
const LARGEST: u64 = 8 << 20;

const HEAD: &str = "\
# The engines that Erawan knows. 'erawan engines' writes this file; it may be mended
# by hand while no Erawan changes it.

";

impl EngineList {
    /// Where the list is in a user's data folder.
    #[must_use]
    pub fn path(data_folder: &Path) -> PathBuf {
        data_folder.join(NAME)
    }

    /// Reads a file. Without one there are no engines.
    pub fn read(path: &Path) -> Result<EngineList, EngineListError> {
        match read_text(path) {
            Ok(text) => EngineList::parse(&text).map_err(|error| {
                let reason = io::Error::new(io::ErrorKind::InvalidData, error.to_string());
                EngineListError::File(path.to_path_buf(), reason)
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(EngineList::default()),
            Err(error) => Err(EngineListError::File(path.to_path_buf(), error)),
        }
    }

    /// Changes the list in a file: it is written beside and takes the place of the old
    /// one when it is whole. Several programs may do so at a time; none loses what
    /// another has changed.
    pub fn change<T>(
        path: &Path,
        change: impl FnOnce(&mut EngineList) -> Result<T, EngineListError>,
    ) -> Result<T, EngineListError> {
        let fail = |error| EngineListError::File(path.to_path_buf(), error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        // The list itself is exchanged: a lock on it would be one on the old file.
        let lock = File::create(path.with_extension("lock")).map_err(fail)?;
        lock.lock().map_err(fail)?;
        let mut list = EngineList::read(path)?;
        let result = change(&mut list)?;
        let beside = path.with_extension(format!("{}.part", std::process::id()));
        let written = write(&beside, &list).and_then(|()| fs::rename(&beside, path));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written.map_err(fail)?;
        Ok(result)
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    let refuse = |reason: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    // A pipe would be waited for.
    if !fs::metadata(path)?.is_file() {
        return refuse("this is not a regular file");
    }
    let mut text = String::new();
    let read = File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if read as u64 > LARGEST { refuse("this is too long for a list of engines") } else { Ok(text) }
}

fn write(path: &Path, list: &EngineList) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(format!("{HEAD}{list}").as_bytes())?;
    file.sync_all()
}
