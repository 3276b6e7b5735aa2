//! The user's data folder: settings and the token as files, games in a database.
//!
//! Files are written beside and renamed. The names of documents come from the page,
//! so they are checked: nothing outside the folder can be named. A folder has one
//! owner: its file `lock` is locked while a server uses it, and the system unlocks it
//! however that server ends.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use erawan_board::regular_file;
use erawan_database::{Database, DatabaseError};
use serde_json::Value;

use crate::own::{Edits, OwnGames, SaveError, read, read_or_set_aside};
use crate::session::lock;

/// The folder where a user's data are kept, if the system has such a thing.
///
/// `ERAWAN_DATA` names another one.
pub fn data_folder() -> Option<PathBuf> {
    let variable =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = variable("ERAWAN_DATA") {
        return Some(folder);
    }
    if cfg!(windows) {
        variable("APPDATA").map(|folder| folder.join("Erawan"))
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support/Erawan"))
    } else {
        let share = || variable("HOME").map(|home| home.join(".local/share"));
        let base = variable("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(share);
        base.map(|base| base.join("erawan"))
    }
}

/// Documents in a folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Two pages may save the same document.
    own: Mutex<OwnGames>,
    /// Makes the names of files that are being written differ.
    written: AtomicU64,
    /// Locked until it is closed.
    _lock: File,
}

/// The document that is no game.
const SETTINGS: &str = "settings";
/// The file with the secret.
const TOKEN: &str = "token";
/// The file that is locked.
const LOCK: &str = "lock";
/// The file that says where the owner listens.
const ADDRESS: &str = "address";
/// How files end that are being written.
const UNFINISHED: &str = "new";

impl Store {
    /// Opens the folder and makes it if it is not there.
    ///
    /// The error is of the kind [`io::ErrorKind::WouldBlock`] if another server
    /// uses it.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        let path = folder.join(LOCK);
        // Opening a pipe would wait for somebody who reads it.
        match regular_file::open(&path, u64::MAX) {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(io::Error::new(error.kind(), format!("its file '{LOCK}': {error}")));
            }
            _ => {}
        }
        let lock = private().write(true).create(true).truncate(false).open(path)?;
        own(lock.try_lock())?;
        tidy(folder)?;
        let (own, written) = (Mutex::new(OwnGames::open(folder)), AtomicU64::new(0));
        Ok(Store { folder: folder.to_path_buf(), own, written, _lock: lock })
    }

    /// Tells others where the owner of the folder listens.
    pub(crate) fn tell_address(&self, address: SocketAddr) -> io::Result<()> {
        self.write_whole(&self.folder.join(ADDRESS), address.to_string().as_bytes())
    }

    /// The file of the settings.
    fn settings(&self) -> PathBuf {
        self.folder.join("settings.json")
    }

    /// Keeps a document, unless it would undo changes that it does not know. How
    /// many changes each page has made is in the document, under `edits`.
    pub fn save(&self, name: &str, value: &Value) -> Result<(), SaveError> {
        check_name(name)?;
        let mut own = lock(&self.own);
        match name {
            SETTINGS => {
                match read(&self.settings()) {
                    Ok(kept) if !Edits::of_text(&kept).are_within(&Edits::of(value)) => {
                        return Err(SaveError::Conflict);
                    }
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(error.into());
                    }
                    _ => {}
                }
                Ok(self.write_whole(&self.settings(), value.to_string().as_bytes())?)
            }
            _ => own.save(name, value),
        }
    }

    /// Reads a document; none if there is none. A file that is no JSON is set
    /// aside, so that it neither stops the page nor is lost, and the error says
    /// where it is.
    pub fn load(&self, name: &str) -> io::Result<Option<Value>> {
        check_name(name)?;
        match name {
            SETTINGS => read_or_set_aside(&self.settings()),
            _ => lock(&self.own).load(name),
        }
    }

    /// Forgets a document.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        check_name(name)?;
        match name {
            SETTINGS => remove_if_there(&self.settings()),
            _ => lock(&self.own).remove(name),
        }
    }

    /// The names of the games, the last changed first.
    pub fn names(&self) -> io::Result<Vec<String>> {
        lock(&self.own).names()
    }

    /// The database of one's own games, to be looked at for as long as it takes; none if
    /// nothing was kept yet.
    pub(crate) fn own_database(&self) -> Result<Option<Database>, DatabaseError> {
        lock(&self.own).open_again()
    }

    /// The secret that a page must know. It is made once and kept, so that a
    /// page that was open can go on after a restart.
    pub fn token(&self) -> io::Result<String> {
        if let Some(token) = read_token(&self.folder) {
            return Ok(token);
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.write_whole(&self.folder.join(TOKEN), token.as_bytes())?;
        Ok(token)
    }

    /// Writes a file beside and renames it, readable by its owner alone. If that
    /// fails, nothing is left of it.
    fn write_whole(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let number = self.written.fetch_add(1, SeqCst);
        let beside = path.with_extension(format!("{}-{number}.{UNFINISHED}", process::id()));
        let mut file = private().write(true).create_new(true).open(&beside)?;
        let done = file.write_all(bytes).and_then(|()| file.sync_data());
        drop(file);
        let done = done.and_then(|()| fs::rename(&beside, path));
        if done.is_err() {
            let _ = fs::remove_file(&beside);
        }
        done
    }
}

/// The secret of a folder that somebody may be using.
pub(crate) fn read_token(folder: &Path) -> Option<String> {
    let bytes = read(&folder.join(TOKEN)).ok()?;
    let token = str::from_utf8(&bytes).ok()?.trim();
    let proper = token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    proper.then(|| token.to_string())
}

/// Where the owner of a folder listens, if it has told.
pub(crate) fn read_address(folder: &Path) -> Option<SocketAddr> {
    str::from_utf8(&read(&folder.join(ADDRESS)).ok()?).ok()?.trim().parse().ok()
}

/// True if a document can have this name: nothing outside the folder has.
pub(crate) fn is_proper(name: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&name.len()) && name.bytes().all(is_fine)
}

fn check_name(name: &str) -> io::Result<()> {
    if is_proper(name) {
        return Ok(());
    }
    let message = "a document's name has letters, digits and dashes";
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Removes what an owner that was killed has left behind. Beside the games only its
/// own files: the folder may be one that has others in it.
fn tidy(folder: &Path) -> io::Result<()> {
    remove_if_there(&folder.join(ADDRESS))?;
    let is_own = |name: &str| [SETTINGS, TOKEN, ADDRESS].contains(&name);
    remove_unfinished(folder, is_own)?;
    match remove_unfinished(&folder.join("games"), |_| true) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What a try to lock the folder means. Only one that somebody else has locked is
/// refused: some file systems know no locks, and each says so in its own way.
fn own(locked: Result<(), TryLockError>) -> io::Result<()> {
    match locked {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Files that only their owner can read.
pub(crate) fn private() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes files that were being written, if they are to have a name that `is_own`.
fn remove_unfinished(folder: &Path, is_own: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_unfinished = path.extension().is_some_and(|extension| extension == UNFINISHED);
        if is_unfinished && name.split('.').next().is_some_and(&is_own) {
            remove_if_there(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_without_locks_will_do() {
        // ENOSYS, EINVAL, ENOLCK and EOPNOTSUPP of Linux.
        for number in [38, 22, 37, 95] {
            let error = io::Error::from_raw_os_error(number);
            assert!(own(Err(TryLockError::Error(error))).is_ok(), "{number}");
        }
        let used = own(Err(TryLockError::WouldBlock)).unwrap_err();
        assert_eq!(used.kind(), io::ErrorKind::WouldBlock);
    }
}
