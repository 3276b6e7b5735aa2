//! What can be wrong with a database.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::repertoire::InvalidRepertoire;

/// Why a database could not be used.
#[derive(Debug)]
pub enum DatabaseError {
    /// There is no such file.
    Missing(PathBuf),
    /// The file is something else.
    NotADatabase(PathBuf),
    /// A newer version of Erawan has made it.
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its layout.
        version: i64,
    },
    /// Something in it cannot be read.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What, in words.
        what: String,
    },
    /// Another program is writing to it, and goes on doing so.
    Busy(PathBuf),
    /// The file or its folder may not be written to.
    ReadOnly(PathBuf),
    /// The disk is full.
    Full(PathBuf),
    /// There is no game of that number.
    NoSuchGame(u64),
    /// There is no exercise of that number.
    NoSuchExercise(i64),
    /// There is no repertoire of that number.
    NoSuchRepertoire(i64),
    /// A repertoire cannot be kept, or has no such position.
    Repertoire(InvalidRepertoire),
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// Anything else that SQLite has to say.
    Sqlite(PathBuf, String),
    /// Somebody asked to stop.
    Stopped,
}

impl DatabaseError {
    /// True if the content of the file is at fault, and not its surroundings.
    pub fn is_bad_data(&self) -> bool {
        matches!(
            self,
            DatabaseError::NotADatabase(_)
                | DatabaseError::Newer { .. }
                | DatabaseError::Damaged { .. }
                | DatabaseError::NoSuchGame(_)
                | DatabaseError::NoSuchExercise(_)
                | DatabaseError::NoSuchRepertoire(_)
                | DatabaseError::Repertoire(_)
        )
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> DatabaseError {
        DatabaseError::Damaged { path: path.to_path_buf(), what: what.into() }
    }

    pub(crate) fn sqlite(path: &Path) -> impl Fn(rusqlite::Error) -> DatabaseError + use<> {
        let path = path.to_path_buf();
        move |error| {
            let path = path.clone();
            match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => DatabaseError::NotADatabase(path),
                Some(ErrorCode::DatabaseCorrupt) => {
                    DatabaseError::Damaged { path, what: "its pages make no sense".into() }
                }
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    DatabaseError::Busy(path)
                }
                Some(ErrorCode::ReadOnly) => DatabaseError::ReadOnly(path),
                Some(ErrorCode::DiskFull) => DatabaseError::Full(path),
                Some(ErrorCode::OperationInterrupted) => DatabaseError::Stopped,
                // SQLite has read it, and it is not what it should be.
                None => DatabaseError::Damaged { path, what: error.to_string() },
                Some(_) => DatabaseError::Sqlite(path, error.to_string()),
            }
        }
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Missing(path) => {
                write!(f, "{}: there is no such database", path.display())
            }
            DatabaseError::NotADatabase(path) => {
                write!(f, "{}: this is no database of games", path.display())
            }
            DatabaseError::Newer { path, version } => write!(
                f,
                "{}: a newer Erawan has made this database (layout {version}, this one knows up to {})",
                path.display(),
                crate::schema::VERSION
            ),
            DatabaseError::Damaged { path, what } => {
                write!(f, "{}: the database is damaged: {what}", path.display())
            }
            DatabaseError::Busy(path) => {
                write!(f, "{}: another program is writing to this database", path.display())
            }
            DatabaseError::ReadOnly(path) => {
                write!(f, "{}: this database cannot be written to", path.display())
            }
            DatabaseError::Full(path) => write!(
                f,
                "{}: there is no room left on the disk; what was kept before stays",
                path.display()
            ),
            DatabaseError::NoSuchGame(id) => write!(f, "there is no game {id}"),
            DatabaseError::NoSuchExercise(id) => write!(f, "there is no exercise {id}"),
            DatabaseError::NoSuchRepertoire(id) => write!(f, "there is no repertoire {id}"),
            DatabaseError::Repertoire(error) => write!(f, "{error}"),
            DatabaseError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            DatabaseError::Sqlite(path, reason) => write!(f, "{}: {reason}", path.display()),
            DatabaseError::Stopped => write!(f, "it was stopped"),
        }
    }
}

impl std::error::Error for DatabaseError {}
