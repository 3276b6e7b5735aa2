//! The file: how it is opened, what its tables are, and how older ones become
//! newer ones.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::DatabaseError;

/// The version of the layout that this program writes.
pub(crate) const VERSION: i64 = STEPS.len() as i64;
/// What says in a file that it is ours: "Eraw".
const APPLICATION: i64 = 0x4572_6177;
/// How long a writer waits for another one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Each brings a file from the version of its place to the next. What has been
/// released is never changed: a new layout is a new step.
const STEPS: [&str; 4] = [GAMES, TRAINING, OWN, REPERTOIRES];

/// Games.
pub(crate) const GAMES: &str = "
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE site (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE round (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE start (id INTEGER PRIMARY KEY, variant INTEGER NOT NULL, fen TEXT NOT NULL) STRICT;
    CREATE TABLE block (
        id INTEGER PRIMARY KEY, first INTEGER NOT NULL, count INTEGER NOT NULL,
        heads BLOB NOT NULL
    ) STRICT;
    CREATE TABLE opening (block INTEGER PRIMARY KEY, moves BLOB NOT NULL) STRICT;
    CREATE TABLE rest (block INTEGER PRIMARY KEY, moves BLOB NOT NULL) STRICT;
    CREATE TABLE extra (game INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
";

/// Exercises, and what is remembered of them. One that was never tried and is not due
/// either has no row in `repetition`.
pub(crate) const TRAINING: &str = "
    CREATE TABLE exercise (
        id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, variant INTEGER NOT NULL,
        removed INTEGER NOT NULL DEFAULT 0, identity INTEGER NOT NULL,
        fen TEXT NOT NULL, moves TEXT NOT NULL, solution TEXT NOT NULL, about TEXT NOT NULL,
        name TEXT, rating REAL, deviation REAL, popularity INTEGER, plays INTEGER,
        themes TEXT, url TEXT, openings TEXT
    ) STRICT;
    CREATE UNIQUE INDEX exercise_identity ON exercise (identity);
    CREATE INDEX exercise_kind ON exercise (kind, variant, removed, rating);
    CREATE TABLE repetition (
        exercise INTEGER PRIMARY KEY, stability REAL, difficulty REAL, last INTEGER,
        due INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX repetition_due ON repetition (due);
    CREATE TABLE attempt (
        id INTEGER PRIMARY KEY, exercise INTEGER NOT NULL, at INTEGER NOT NULL,
        grade INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE solver (
        variant INTEGER PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL
    ) STRICT;
";

/// One's own games: the page's documents, which of them are games, and what reviews
/// said of these.
const OWN: &str = "
    CREATE TABLE document (
        name TEXT PRIMARY KEY, changed INTEGER NOT NULL, analysis TEXT, game INTEGER,
        text TEXT NOT NULL
    ) STRICT;
    CREATE INDEX document_changed ON document (changed, name);
    CREATE INDEX document_analysis ON document (analysis) WHERE analysis IS NOT NULL;
    CREATE INDEX document_game ON document (game) WHERE game IS NOT NULL;
    CREATE TABLE own (
        game INTEGER PRIMARY KEY, side INTEGER, reviewed INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE fault (
        game INTEGER NOT NULL, ply INTEGER NOT NULL, lapse INTEGER NOT NULL, cost REAL NOT NULL,
        fen TEXT NOT NULL, uci TEXT NOT NULL, san TEXT NOT NULL, thai TEXT,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
";

/// Trees of moves to be known by heart. What was learnt of a position stays when its
/// moves are gone, and counts again when they come back.
const REPERTOIRES: &str = "
    CREATE TABLE repertoire (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, variant INTEGER NOT NULL,
        color INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0, moves INTEGER NOT NULL,
        pgn TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX repertoire_name ON repertoire (name) WHERE removed = 0;
    CREATE TABLE recall (
        id INTEGER PRIMARY KEY, repertoire INTEGER NOT NULL, position TEXT NOT NULL,
        moves TEXT NOT NULL, gone INTEGER NOT NULL DEFAULT 0, known TEXT,
        stability REAL, difficulty REAL, last INTEGER, due INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX recall_position ON recall (repertoire, position);
    CREATE TABLE recalled (
        id INTEGER PRIMARY KEY, recall INTEGER NOT NULL, at INTEGER NOT NULL,
        grade INTEGER NOT NULL
    ) STRICT;
";

/// The oldest layout whose games are read as they are.
const READABLE: i64 = 1;

/// What a database is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// To look. The file must be there.
    Read,
    /// To change. The file must be there.
    Write,
    /// To change. The file is made if it is not there.
    Create,
}

/// Opens a file and brings it up to date.
pub(crate) fn open(path: &Path, access: Access) -> Result<Connection, DatabaseError> {
    inspect(path, access)?;
    let fail = DatabaseError::sqlite(path);
    let connection = match access {
        Access::Read => open_to_read(path)?,
        Access::Write => connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?,
        Access::Create => {
            connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?
        }
    };
    let version = recognise(&connection, path, access)?;
    if access != Access::Read {
        connection.pragma_update(None, "synchronous", "FULL").map_err(&fail)?;
    }
    if version < VERSION && !(access == Access::Read && version >= READABLE) {
        if access == Access::Read {
            // To read it, it must be brought up to date first.
            drop(connection);
            drop(open(path, Access::Write)?);
            return open(path, Access::Read);
        }
        return migrate(connection, path, &STEPS);
    }
    Ok(connection)
}

/// Sees that a file can be one of ours before SQLite touches it.
pub(crate) fn inspect(path: &Path, access: Access) -> Result<(), DatabaseError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            Err(DatabaseError::Io(path.to_path_buf(), io::ErrorKind::IsADirectory.into()))
        }
        // A pipe would be waited for.
        Ok(metadata) if !metadata.is_file() => Err(DatabaseError::NotADatabase(path.to_path_buf())),
        Ok(metadata) if metadata.len() == 0 && access != Access::Create => {
            Err(DatabaseError::NotADatabase(path.to_path_buf()))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound && access == Access::Create => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(DatabaseError::Missing(path.to_path_buf()))
        }
        Err(error) => Err(DatabaseError::Io(path.to_path_buf(), error)),
    }
}

pub(crate) fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, DatabaseError> {
    let fail = DatabaseError::sqlite(path);
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(&fail)?;
    connection.busy_timeout(PATIENCE).map_err(&fail)?;
    // A file from anywhere may not make SQLite run anything.
    connection.pragma_update(None, "trusted_schema", false).map_err(&fail)?;
    Ok(connection)
}

/// A reader takes part in the locking if it can. Where nothing may be written, on a
/// medium that cannot be or a disk that is full, nothing changes either, and the file is
/// read as it is.
fn open_to_read(path: &Path) -> Result<Connection, DatabaseError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let probe = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    match probe {
        Err(error)
            if matches!(
                error.sqlite_error_code(),
                Some(
                    rusqlite::ErrorCode::CannotOpen
                        | rusqlite::ErrorCode::ReadOnly
                        | rusqlite::ErrorCode::DiskFull
                        | rusqlite::ErrorCode::SystemIoFailure
                )
            ) && fs::metadata(&log).map_or(true, |log| log.len() == 0) =>
        {
            let uri = format!("file:{}?immutable=1", escaped(path));
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            connect(Path::new(&uri), flags)
        }
        _ => Ok(connection),
    }
}

/// A path in a URI.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for c in path.to_string_lossy().chars() {
        match c {
            '%' => text.push_str("%25"),
            '?' => text.push_str("%3f"),
            '#' => text.push_str("%23"),
            c => text.push(c),
        }
    }
    text
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// The version of a file that is ours, or of a new one, which is then ours.
fn recognise(connection: &Connection, path: &Path, access: Access) -> Result<i64, DatabaseError> {
    let fail = DatabaseError::sqlite(path);
    // All of one moment: another program may be making the same file.
    let moment = connection.unchecked_transaction().map_err(&fail)?;
    let application = pragma(&moment, "application_id").map_err(&fail)?;
    let version = pragma(&moment, "user_version").map_err(&fail)?;
    if application == APPLICATION {
        drop(moment);
        if !(0..=VERSION).contains(&version) {
            return Err(DatabaseError::Newer { path: path.to_path_buf(), version });
        }
        // One that was closed to be moved has none.
        if access != Access::Read {
            use_log(connection).map_err(&fail)?;
        }
        return Ok(version);
    }
    let tables: i64 = moment
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(&fail)?;
    drop(moment);
    if access != Access::Create || application != 0 || version != 0 || tables != 0 {
        return Err(DatabaseError::NotADatabase(path.to_path_buf()));
    }
    // Larger pages than usual: what is kept are large pieces.
    connection.pragma_update(None, "page_size", 8192).map_err(&fail)?;
    use_log(connection).map_err(&fail)?;
    Ok(0)
}

/// SQLite does not wait here for another program that makes the same file.
fn use_log(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())) {
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

/// Takes the steps that are missing, all or none.
fn migrate(
    mut connection: Connection,
    path: &Path,
    steps: &[&str],
) -> Result<Connection, DatabaseError> {
    let fail = DatabaseError::sqlite(path);
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fail)?;
    // Another program may have been quicker.
    let version = pragma(&transaction, "user_version").map_err(&fail)?;
    for step in steps.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step).map_err(&fail)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(&fail)?;
    let reached = version.max(steps.len() as i64);
    transaction.pragma_update(None, "user_version", reached).map_err(&fail)?;
    transaction.commit().map_err(&fail)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A layout of tomorrow keeps what one of today has.
    #[test]
    fn steps_are_taken_once_and_in_order() {
        let folder = crate::testing::Folder::new("steps");
        let path = folder.path("old.erawan");
        let connection = open(&path, Access::Create).unwrap();
        connection.execute("INSERT INTO player (name) VALUES ('A')", []).unwrap();
        let [first, second, third, fourth] = STEPS;
        let steps = [
            first,
            second,
            third,
            fourth,
            "ALTER TABLE player ADD COLUMN title TEXT NOT NULL DEFAULT 'GM'",
            "UPDATE player SET name = name || 'B'",
        ];
        let connection = migrate(connection, &path, &steps).unwrap();
        let connection = migrate(connection, &path, &steps).unwrap();
        let row: (String, String) = connection
            .query_row("SELECT name, title FROM player", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(row, ("AB".into(), "GM".into()));
        assert_eq!(pragma(&connection, "user_version").unwrap(), 6);
    }

    /// A step that fails leaves the file as it was.
    #[test]
    fn a_step_that_fails_is_undone() {
        let folder = crate::testing::Folder::new("failing");
        let path = folder.path("old.erawan");
        let connection = open(&path, Access::Create).unwrap();
        let [first, second, third, fourth] = STEPS;
        let wrong = "ALTER TABLE player ADD COLUMN title TEXT; SELECT nonsense";
        let steps = [first, second, third, fourth, wrong];
        assert!(migrate(connection, &path, &steps).is_err());
        let connection = open(&path, Access::Write).unwrap();
        assert_eq!(pragma(&connection, "user_version").unwrap(), VERSION);
        assert!(connection.prepare("SELECT title FROM player").is_err());
    }

    #[test]
    fn a_newer_file_is_refused() {
        let folder = crate::testing::Folder::new("newer");
        let path = folder.path("new.erawan");
        let connection = open(&path, Access::Create).unwrap();
        connection.pragma_update(None, "user_version", VERSION + 1).unwrap();
        drop(connection);
        for access in [Access::Read, Access::Write, Access::Create] {
            let error = open(&path, access).unwrap_err();
            assert!(matches!(error, DatabaseError::Newer { .. }), "{error}");
        }
    }

    #[test]
    fn what_is_no_database_is_refused_and_left_alone() {
        let folder = crate::testing::Folder::new("others");
        let path = folder.path("other");
        assert!(matches!(open(&path, Access::Read), Err(DatabaseError::Missing(_))));
        assert!(matches!(open(&folder.path(""), Access::Create), Err(DatabaseError::Io(..))));
        for content in ["", "[Event \"x\"]\n\n1. e4 *\n", "SQLite format 3\0 and then nonsense"] {
            std::fs::write(&path, content).unwrap();
            let modes = [Access::Read, Access::Write, Access::Create];
            for access in &modes[..if content.is_empty() { 2 } else { 3 }] {
                let error = open(&path, *access).unwrap_err();
                assert!(error.is_bad_data(), "{content}: {error}");
                assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
            }
        }
        // A database of somebody else.
        std::fs::remove_file(&path).unwrap();
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let error = open(&path, Access::Create).unwrap_err();
        assert!(matches!(error, DatabaseError::NotADatabase(_)), "{error}");
    }
}
