//! The user's data folder: settings, games and the token, as files.
//!
//! Documents are JSON, one file each, written beside and renamed. Their names
//! come from the page, so they are checked: nothing outside the folder can be
//! named.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Deserialize;
use serde_json::Value;

use crate::session::lock;

/// The most documents that are kept.
const MAX_DOCUMENTS: usize = 10_000;

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
}

impl Store {
    /// Opens the folder and makes it if it is not there.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder.join("games"))?;
        Ok(Store { folder: folder.to_path_buf(), writing: Mutex::new(()) })
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
            "settings" => self.folder.join("settings.json"),
            _ => self.folder.join("games").join(format!("{name}.json")),
        })
    }

    /// Keeps a document, unless it would undo changes that it does not know:
    /// see [`Edits`].
    pub fn save(&self, name: &str, value: &Value) -> Result<(), SaveError> {
        let path = self.path(name)?;
        let _writing = lock(&self.writing);
        match fs::read(&path) {
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
        Ok(write_whole(&path, value.to_string().as_bytes())?)
    }

    /// Reads a document; none if there is none. A file that is no JSON is set
    /// aside, so that it neither stops the page nor is lost.
    pub fn load(&self, name: &str) -> io::Result<Option<Value>> {
        let path = self.path(name)?;
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        match serde_json::from_slice(&bytes) {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                fs::rename(&path, path.with_extension("broken"))?;
                Ok(None)
            }
        }
    }

    /// Forgets a document.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path(name)?) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
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
        let path = self.folder.join("token");
        if let Ok(token) = fs::read_to_string(&path) {
            let token = token.trim();
            if token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Ok(token.to_string());
            }
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        write_whole(&path, token.as_bytes())?;
        Ok(token)
    }
}

/// Writes a file beside and renames it, readable by its owner alone.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    drop(file);
    fs::rename(&beside, path)
}
