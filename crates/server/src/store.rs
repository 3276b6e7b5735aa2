//! The user's data folder: settings, games and the token, as files.
//!
//! Documents are JSON, one file each, written beside and renamed. Their names
//! come from the page, so they are checked: nothing outside the folder can be
//! named. A folder has one owner: its file `lock` is locked while a server uses
//! it, and the system unlocks it however that server ends.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use erawan_board::regular_file;
use serde::Deserialize;
use serde_json::Value;

use crate::limits::{MAX_DOCUMENTS, MAX_FILE};
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

/// Why a document was not kept.
#[derive(Debug)]
pub enum SaveError {
    /// The one that is kept has changes that the new one does not know.
    Conflict,
    /// The disk failed, or the name is none.
    Io(io::Error),
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> SaveError {
        SaveError::Io(error)
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Conflict => write!(f, "it was changed in another page"),
            SaveError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SaveError {}

/// How many changes each page has made to a document, under its name `edits`.
/// Clocks cannot tell which copy is the newer one; these numbers can. A document
/// without them, the settings say, may be replaced by any other.
#[derive(Default, Deserialize)]
struct Edits {
    #[serde(default)]
    edits: HashMap<String, u64>,
}

impl Edits {
    fn of(value: &Value) -> Edits {
        Edits::deserialize(value).unwrap_or_default()
    }

    /// What cannot be read has none.
    fn of_text(text: &[u8]) -> Edits {
        serde_json::from_slice(text).unwrap_or_default()
    }

    fn are_within(&self, other: &Edits) -> bool {
        self.edits.iter().all(|(page, count)| other.edits.get(page) >= Some(count))
    }
}

/// Documents in a folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Two pages may save the same document.
    writing: Mutex<()>,
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
        fs::create_dir_all(folder.join("games"))?;
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
        let (writing, written) = (Mutex::new(()), AtomicU64::new(0));
        let store = Store { folder: folder.to_path_buf(), writing, written, _lock: lock };
        store.tidy()?;
        Ok(store)
    }

    /// Removes what an owner that was killed has left behind. Beside the games
    /// only its own files: the folder may be one that has others in it.
    fn tidy(&self) -> io::Result<()> {
        remove_if_there(&self.folder.join(ADDRESS))?;
        let is_own = |name: &str| [SETTINGS, TOKEN, ADDRESS].contains(&name);
        remove_unfinished(&self.folder, is_own)?;
        remove_unfinished(&self.folder.join("games"), |_| true)
    }

    /// Tells others where the owner of the folder listens.
    pub(crate) fn tell_address(&self, address: SocketAddr) -> io::Result<()> {
        self.write_whole(&self.folder.join(ADDRESS), address.to_string().as_bytes())
    }

    /// The file of a document. `settings` has a place of its own.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let proper = (1..=64).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !proper {
            let message = "a document's name has letters, digits and dashes";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(match name {
            SETTINGS => self.folder.join("settings.json"),
            _ => self.folder.join("games").join(format!("{name}.json")),
        })
    }

    /// Keeps a document, unless it would undo changes that it does not know. How
    /// many changes each page has made is in the document, under `edits`.
    pub fn save(&self, name: &str, value: &Value) -> Result<(), SaveError> {
        let path = self.path(name)?;
        let _writing = lock(&self.writing);
        match read(&path) {
            Ok(kept) if !Edits::of_text(&kept).are_within(&Edits::of(value)) => {
                return Err(SaveError::Conflict);
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if self.names()?.len() >= MAX_DOCUMENTS {
                    let message = format!("{MAX_DOCUMENTS} games are kept already: delete some");
                    return Err(io::Error::other(message).into());
                }
            }
            Err(error) => return Err(error.into()),
        }
        Ok(self.write_whole(&path, value.to_string().as_bytes())?)
    }

    /// Reads a document; none if there is none. A file that is no JSON is set
    /// aside, so that it neither stops the page nor is lost, and the error says
    /// where it is.
    pub fn load(&self, name: &str) -> io::Result<Option<Value>> {
        let path = self.path(name)?;
        let bytes = match read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        match serde_json::from_slice(&bytes) {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                let aside = free_name(&path)?;
                fs::rename(&path, &aside)?;
                let message =
                    format!("its file is damaged and was set aside as '{}'", aside.display());
                Err(io::Error::new(io::ErrorKind::InvalidData, message))
            }
        }
    }

    /// Forgets a document.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        remove_if_there(&self.path(name)?)
    }

    /// The names of the games, the last changed first.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(self.folder.join("games"))? {
            let entry = entry?;
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "json")
                && let Some(name) = path.file_stem().and_then(|name| name.to_str())
            {
                let changed = entry.metadata().and_then(|data| data.modified()).ok();
                found.push((changed, name.to_string()));
            }
        }
        found.sort_by(|a, b| b.cmp(a));
        Ok(found.into_iter().map(|(_, name)| name).collect())
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

/// Reads a file of the folder. What somebody else has put into its place may
/// have no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular_file::open(path, MAX_FILE)?.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(bytes)
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
fn private() -> fs::OpenOptions {
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

/// A name for a damaged file that no other has.
fn free_name(path: &Path) -> io::Result<PathBuf> {
    let endings = std::iter::once("broken".into()).chain((2..).map(|n| format!("{n}.broken")));
    for ending in endings {
        let name = path.with_extension(ending);
        if !name.try_exists()? {
            return Ok(name);
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
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
