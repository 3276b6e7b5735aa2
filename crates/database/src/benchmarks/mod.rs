//! Results of benchmarks, kept in a small file, compared and drawn.
//!
//! A benchmark is run several times, so that its noise is known: whatever differs by
//! less says nothing.

mod compare;
mod draw;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::DatabaseError;
use crate::schema::{Access, connect, inspect};

pub use compare::{Change, Comparison, Figure, compare};
pub use draw::{sparkline, svg};

/// What says in a file that it is such a history: "EraB".
const APPLICATION: i64 = 0x4572_6142;

/// The layout that this program writes.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE benchmark (
        id INTEGER PRIMARY KEY, time INTEGER NOT NULL, name TEXT NOT NULL,
        machine TEXT NOT NULL, version TEXT NOT NULL
    ) STRICT;
    CREATE TABLE run (
        benchmark INTEGER NOT NULL REFERENCES benchmark, nodes INTEGER NOT NULL,
        seconds REAL NOT NULL, perft_nodes INTEGER, perft_seconds REAL
    ) STRICT;
";

/// One run of a benchmark.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Run {
    /// Nodes searched.
    pub nodes: u64,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// Positions counted and the seconds it took, where that was measured too.
    pub perft: Option<(u64, f64)>,
}

/// A benchmark: what was measured, where, and the figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Benchmark {
    /// Its number in the file; whatever it is, [`History::add`] gives another.
    pub number: u64,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The same as `2026-11-19 04:33`, in universal time.
    pub date: String,
    /// What was measured: a commit, most often.
    pub name: String,
    /// The machine.
    pub machine: String,
    /// The version of the program.
    pub version: String,
    /// The runs, at least one.
    pub runs: Vec<Run>,
}

impl Benchmark {
    /// The nodes of the runs, if they all searched as many.
    pub fn nodes(&self) -> Option<u64> {
        let first = self.runs.first()?.nodes;
        self.runs.iter().all(|run| run.nodes == first).then_some(first)
    }

    /// Nodes a second.
    pub fn speed(&self) -> Option<Figure> {
        let speeds = self.runs.iter().map(|run| per_second(run.nodes, run.seconds));
        Figure::of(&speeds.collect::<Vec<_>>())
    }

    /// Positions counted a second.
    pub fn perft(&self) -> Option<Figure> {
        let counts = self.runs.iter().filter_map(|run| run.perft);
        Figure::of(&counts.map(|(nodes, seconds)| per_second(nodes, seconds)).collect::<Vec<_>>())
    }
}

fn per_second(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-6)
}

/// The file.
#[derive(Debug)]
pub struct History {
    connection: Connection,
    path: PathBuf,
}

impl History {
    /// Opens a file, and makes it if it is not there.
    pub fn create(path: &Path) -> Result<History, DatabaseError> {
        inspect(path, Access::Create)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = connect(path, flags)?;
        let fail = DatabaseError::sqlite(path);
        // Another program may be making the same file.
        let moment =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fail)?;
        if pragma(&moment, "user_version").map_err(&fail)? == 0 && is_empty(&moment, path)? {
            moment.pragma_update(None, "application_id", APPLICATION).map_err(&fail)?;
            moment.pragma_update(None, "user_version", VERSION).map_err(&fail)?;
            moment.execute_batch(TABLES).map_err(&fail)?;
        }
        moment.commit().map_err(&fail)?;
        History::recognise(connection, path)
    }

    /// Opens a file to look.
    pub fn open(path: &Path) -> Result<History, DatabaseError> {
        inspect(path, Access::Read)?;
        History::recognise(connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?, path)
    }

    fn recognise(connection: Connection, path: &Path) -> Result<History, DatabaseError> {
        let fail = DatabaseError::sqlite(path);
        if pragma(&connection, "application_id").map_err(&fail)? != APPLICATION {
            return Err(DatabaseError::NotADatabase(path.to_path_buf()));
        }
        match pragma(&connection, "user_version").map_err(&fail)? {
            VERSION => Ok(History { connection, path: path.to_path_buf() }),
            version => Err(DatabaseError::Newer { path: path.to_path_buf(), version }),
        }
    }

    /// Keeps a benchmark, and gives back its number.
    pub fn add(&mut self, benchmark: &Benchmark) -> Result<u64, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let moment = self.connection.transaction().map_err(&fail)?;
        let Benchmark { time, name, machine, version, .. } = benchmark;
        moment
            .execute(
                "INSERT INTO benchmark (time, name, machine, version) VALUES (?, ?, ?, ?)",
                (time, name, machine, version),
            )
            .map_err(&fail)?;
        let number = moment.last_insert_rowid();
        for run in &benchmark.runs {
            let (perft_nodes, perft_seconds) = run.perft.unzip();
            moment
                .execute(
                    "INSERT INTO run VALUES (?, ?, ?, ?, ?)",
                    (number, run.nodes, run.seconds, perft_nodes, perft_seconds),
                )
                .map_err(&fail)?;
        }
        moment.commit().map_err(&fail)?;
        Ok(number.unsigned_abs())
    }

    /// All that is kept, the oldest first.
    pub fn all(&self) -> Result<Vec<Benchmark>, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let mut heads = self
            .connection
            .prepare(
                "SELECT id, time, strftime('%Y-%m-%d %H:%M', time, 'unixepoch'), name, machine, \
                 version FROM benchmark ORDER BY id",
            )
            .map_err(&fail)?;
        let mut runs = self
            .connection
            .prepare(
                "SELECT nodes, seconds, perft_nodes, perft_seconds FROM run \
                 WHERE benchmark = ? ORDER BY rowid",
            )
            .map_err(&fail)?;
        let rows = heads.query_map([], |row| {
            Ok(Benchmark {
                number: row.get(0)?,
                time: row.get(1)?,
                date: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
                name: row.get(3)?,
                machine: row.get(4)?,
                version: row.get(5)?,
                runs: Vec::new(),
            })
        });
        let mut found = rows.map_err(&fail)?.collect::<Result<Vec<_>, _>>().map_err(&fail)?;
        for benchmark in &mut found {
            let rows = runs.query_map([benchmark.number], |row| {
                let perft = row.get::<_, Option<u64>>(2)?.zip(row.get(3)?);
                Ok(Run { nodes: row.get(0)?, seconds: row.get(1)?, perft })
            });
            benchmark.runs = rows.map_err(&fail)?.collect::<Result<Vec<_>, _>>().map_err(&fail)?;
        }
        Ok(found)
    }
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

fn is_empty(connection: &Connection, path: &Path) -> Result<bool, DatabaseError> {
    let count = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
    count.map(|count: i64| count == 0).map_err(DatabaseError::sqlite(path))
}
