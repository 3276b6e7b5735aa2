//! The database: opened, added to, changed and read.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use erawan_notation::pgn::AnyGame;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;

use crate::block::{self, Kept, MOST, Parts};
use crate::error::DatabaseError;
use crate::head::{self, Head};
use crate::names::{self, Kind, Known};
use crate::record::{Extra, Record};
use crate::schema::{self, Access};

/// Games in a file.
///
/// What a method has returned from is kept: a kill of the process at any moment
/// takes nothing away, and a loss of power neither, if the disk keeps what it says
/// it has. Several programs may use one file; one writes at a time, and the others
/// wait for it.
///
/// ```
/// use erawan_database::{Database, Record};
/// use erawan_notation::pgn::{Games, PgnGame};
///
/// # let folder = std::env::temp_dir().join(format!("erawan-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("games.erawan");
/// let mut database = Database::create(&path)?;
/// let game = Games::new("[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 *").next().unwrap().unwrap();
/// let record = Record::new(&game).unwrap();
/// let added = database.append(&[record.clone(), record])?;
/// assert_eq!((added.games, added.duplicates), (1, 1));
/// assert!(database.game(1)?.to_pgn().ends_with("1. e4 e5 2. Nf3 *\n"));
/// # drop(database);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), erawan_database::DatabaseError>(())
/// ```
pub struct Database {
    pub(crate) path: PathBuf,
    pub(crate) connection: Connection,
    cache: Option<Cache>,
}

/// How long a writer that may be told to stop waits for another one at a time.
const GLANCE: Duration = Duration::from_millis(50);

/// What came of adding games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Added {
    /// Games that are new.
    pub games: u64,
    /// Games that were there already.
    pub duplicates: u64,
}

/// Where a block is, and which games are in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) block: i64,
    pub(crate) first: u64,
    pub(crate) count: u64,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Database {
    /// Opens a database to look at it.
    pub fn open(path: impl AsRef<Path>) -> Result<Database, DatabaseError> {
        Database::with(path.as_ref(), Access::Read)
    }

    /// Opens a database to change it.
    pub fn open_to_write(path: impl AsRef<Path>) -> Result<Database, DatabaseError> {
        Database::with(path.as_ref(), Access::Write)
    }

    /// Opens a database to change it, and makes it if it is not there.
    pub fn create(path: impl AsRef<Path>) -> Result<Database, DatabaseError> {
        Database::with(path.as_ref(), Access::Create)
    }

    fn with(path: &Path, access: Access) -> Result<Database, DatabaseError> {
        let connection = schema::open(path, access)?;
        Ok(Database { path: path.to_path_buf(), connection, cache: None })
    }

    /// Puts all there is into the one file and closes it: the file can be moved then.
    /// Refused while somebody else has it open.
    pub fn close(self) -> Result<(), DatabaseError> {
        let Database { path, connection, .. } = self;
        let fail = DatabaseError::sqlite(&path);
        // With this mode SQLite is content with one file, and wants it for itself.
        let mode: String = connection
            .query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))
            .map_err(&fail)?;
        connection.close().map_err(|(_, error)| fail(error))?;
        if mode.eq_ignore_ascii_case("delete") { Ok(()) } else { Err(DatabaseError::Busy(path)) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds games, all or none. Games that are there already are not added again:
    /// the same moves by the same players on the same day.
    pub fn append(&mut self, records: &[Record]) -> Result<Added, DatabaseError> {
        self.change(|change| {
            let mut added = Added::default();
            for record in records {
                match change.cache.hashes.insert(record.hash) {
                    true => added.games += 1,
                    false => {
                        added.duplicates += 1;
                        continue;
                    }
                }
                change.push(record, MOST)?;
            }
            Ok(added)
        })
    }

    /// Adds games as [`append`](Database::append) does, but does not wait for another
    /// program once `stop` is set.
    pub(crate) fn append_unless(
        &mut self,
        records: &[Record],
        stop: &AtomicBool,
    ) -> Result<Added, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let begun = Instant::now();
        self.connection.busy_timeout(GLANCE).map_err(&fail)?;
        let result = loop {
            match self.append(records) {
                Err(DatabaseError::Busy(_))
                    if begun.elapsed() < schema::PATIENCE && !stop.load(Relaxed) => {}
                result => break result,
            }
        };
        self.connection.busy_timeout(schema::PATIENCE).map_err(&fail)?;
        result
    }

    /// Puts another game in the place of one. Undone by putting the first back.
    pub fn replace(&mut self, game: u64, record: &Record) -> Result<(), DatabaseError> {
        self.change_game(game, |change, kept| {
            if kept.head.is_deleted() {
                return Err(DatabaseError::NoSuchGame(game));
            }
            let head = change.head(record)?;
            // What was there before may come in again.
            change.cache.hashes.remove(&kept.head.hash);
            change.cache.hashes.insert(head.hash);
            *kept = Kept { head, moves: record.moves.clone() };
            change.keep_extra(game, &record.extra)
        })
    }

    /// Takes games out, and says how many were there. They are no longer found, and
    /// can be brought back.
    pub fn delete(&mut self, games: &[u64]) -> Result<u64, DatabaseError> {
        self.mark(games, head::DELETED)
    }

    /// Brings games back that were taken out.
    pub fn restore(&mut self, games: &[u64]) -> Result<u64, DatabaseError> {
        self.mark(games, 0)
    }

    fn mark(&mut self, games: &[u64], mark: u8) -> Result<u64, DatabaseError> {
        let mut games = games.to_vec();
        games.sort_unstable();
        games.dedup();
        let marked = self.change(|change| {
            let mut marked = 0;
            for extent in extents(&change.transaction, change.path)? {
                let end = extent.first + extent.count;
                let from = games.partition_point(|&game| game < extent.first);
                let to = games.partition_point(|&game| game < end);
                let here = &games[from..to];
                if here.is_empty() {
                    continue;
                }
                let mut heads = part(&change.transaction, change.path, Part::Heads, extent.block)?;
                for game in here {
                    let at = (game - extent.first) as usize * head::LENGTH + head::FLAGS;
                    if let Some(flags) = heads.get_mut(at)
                        && *flags & head::DELETED != mark
                    {
                        *flags ^= head::DELETED;
                        marked += 1;
                    }
                }
                let update = "UPDATE block SET heads = ?2 WHERE id = ?1";
                let changed = change.transaction.execute(update, params![extent.block, heads]);
                changed.map_err(DatabaseError::sqlite(change.path))?;
            }
            Ok(marked)
        })?;
        // A game that was taken out may come in again.
        self.cache = None;
        Ok(marked)
    }

    /// Runs a change as one transaction. What a writer remembers is forgotten if it
    /// fails: what the change has put in it is not in the file.
    pub(crate) fn change<T>(
        &mut self,
        act: impl FnOnce(&mut Change<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&fail)?;
        let cache = Cache::fresh(self.cache.take(), &transaction, &self.path)?;
        let mut change = Change { transaction, path: &self.path, cache, last: None };
        let result = act(&mut change)?;
        change.write_last()?;
        change.transaction.commit().map_err(&fail)?;
        self.cache = Some(change.cache);
        Ok(result)
    }

    fn change_game(
        &mut self,
        game: u64,
        act: impl FnOnce(&mut Change<'_>, &mut Kept) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        self.change(|change| {
            let extent = extent_of(&change.transaction, change.path, game)?;
            let mut games = load(&change.transaction, change.path, extent.block)?;
            let kept = games.get_mut((game - extent.first) as usize);
            act(change, kept.ok_or(DatabaseError::NoSuchGame(game))?)?;
            change.write(extent.block, extent.first, &games)
        })
    }

    /// Holds the file as it is, for whoever reads several rows that belong together.
    pub(crate) fn moment(&self) -> Result<Transaction<'_>, DatabaseError> {
        self.connection.unchecked_transaction().map_err(DatabaseError::sqlite(&self.path))
    }

    /// A game. One that was taken out is none.
    pub fn game(&self, game: u64) -> Result<AnyGame, DatabaseError> {
        self.record(game)?.game().ok_or_else(|| self.unreadable(game))
    }

    /// A game as it is kept, to be put elsewhere.
    pub fn record(&self, game: u64) -> Result<Record, DatabaseError> {
        let _moment = self.moment()?;
        let extent = extent_of(&self.connection, &self.path, game)?;
        let games = load(&self.connection, &self.path, extent.block)?;
        let kept = games.into_iter().nth((game - extent.first) as usize);
        match kept.filter(|kept| !kept.head.is_deleted()) {
            Some(kept) => self.record_of(game, kept, &mut HashMap::new()),
            None => Err(DatabaseError::NoSuchGame(game)),
        }
    }

    /// True if there is a game of that number, which has not been taken out. It may be
    /// damaged.
    pub fn has_game(&self, game: u64) -> Result<bool, DatabaseError> {
        let extent = match extent_of(&self.connection, &self.path, game) {
            Err(DatabaseError::NoSuchGame(_)) => return Ok(false),
            extent => extent?,
        };
        let heads = part(&self.connection, &self.path, Part::Heads, extent.block)?;
        let at = (game - extent.first) as usize * head::LENGTH + head::FLAGS;
        Ok(heads.get(at).is_some_and(|flags| flags & head::DELETED == 0))
    }

    /// Hands out all games that are wanted, in order, until `take` says no. The
    /// numbers must be sorted, and `take` asks this database for nothing. What is damaged
    /// is handed out as the error it is: a game, or the first of a block that nothing can
    /// be read of.
    pub fn for_each(
        &self,
        games: &[u64],
        mut take: impl FnMut(u64, Result<Record, DatabaseError>) -> bool,
    ) -> Result<(), DatabaseError> {
        let mut names = HashMap::new();
        for extent in extents(&self.connection, &self.path)? {
            let from = games.partition_point(|&game| game < extent.first);
            let to = games.partition_point(|&game| game < extent.first + extent.count);
            if from == to {
                continue;
            }
            let _moment = self.moment()?;
            let mut all = match load(&self.connection, &self.path, extent.block) {
                Err(error @ DatabaseError::Damaged { .. }) => {
                    if take(games[from], Err(error)) {
                        continue;
                    }
                    return Ok(());
                }
                all => all?,
            };
            for &game in &games[from..to] {
                let Some(kept) = all.get_mut((game - extent.first) as usize) else { continue };
                if kept.head.is_deleted() {
                    continue;
                }
                let kept = Kept { head: kept.head, moves: std::mem::take(&mut kept.moves) };
                let record = match self.record_of(game, kept, &mut names) {
                    Err(error) if !matches!(error, DatabaseError::Damaged { .. }) => {
                        return Err(error);
                    }
                    record => record,
                };
                if !take(game, record) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn unreadable(&self, game: u64) -> DatabaseError {
        DatabaseError::damaged(&self.path, format!("game {game} cannot be read"))
    }

    /// The record of a game, with its names.
    fn record_of(
        &self,
        game: u64,
        kept: Kept,
        names: &mut HashMap<(u8, u32), String>,
    ) -> Result<Record, DatabaseError> {
        let Kept { head, moves } = kept;
        let fail = DatabaseError::sqlite(&self.path);
        let mut name = |kind: Kind, number: u32| {
            let key = (kind as u8, number);
            if let Some(name) = names.get(&key) {
                return Ok(name.clone());
            }
            let name = names::name_of(&self.connection, kind, number)
                .map_err(|_| self.unreadable(game))?;
            names.insert(key, name.clone());
            Ok(name)
        };
        let start = match head.start {
            0 => None,
            start => Some(start_fen(&self.connection, start).map_err(|_| self.unreadable(game))?),
        };
        let extra = match head.flags & (head::TAGGED | head::ANNOTATED) {
            0 => Extra::None,
            flags => {
                let select = "SELECT data FROM extra WHERE game = ?1";
                let row = self.connection.query_row(select, [game], |row| row.get(0));
                let data = row.optional().map_err(fail)?.ok_or_else(|| self.unreadable(game))?;
                if flags & head::ANNOTATED != 0 { Extra::Whole(data) } else { Extra::Tags(data) }
            }
        };
        Ok(Record {
            variant: head.variant,
            start,
            white: name(Kind::Player, head.white)?,
            black: name(Kind::Player, head.black)?,
            event: name(Kind::Event, head.event)?,
            site: name(Kind::Site, head.site)?,
            round: name(Kind::Round, head.round)?,
            date: head.date,
            ratings: head.ratings,
            eco: head.eco,
            result: head.result,
            plies: head.plies,
            is_wide: head.flags & head::WIDE != 0,
            men: head.men,
            home: head.home,
            moves,
            extra,
            hash: head.hash,
        })
    }
}

/// What a writer remembers of the file.
struct Cache {
    /// Changes when another program has written.
    version: i64,
    names: Known,
    starts: HashMap<(u8, String), u32>,
    hashes: HashSet<u64>,
}

impl Cache {
    /// What is remembered, if nobody else has written since, or else what there is.
    fn fresh(
        remembered: Option<Cache>,
        connection: &Connection,
        path: &Path,
    ) -> Result<Cache, DatabaseError> {
        let fail = DatabaseError::sqlite(path);
        let version =
            connection.pragma_query_value(None, "data_version", |row| row.get(0)).map_err(&fail)?;
        if let Some(cache) = remembered.filter(|cache| cache.version == version) {
            return Ok(cache);
        }
        let mut hashes = HashSet::new();
        for extent in extents(connection, path)? {
            let heads = part(connection, path, Part::Heads, extent.block)?;
            let kept = block::heads(&heads).flatten().filter(|head| !head.is_deleted());
            hashes.extend(kept.map(|head| head.hash));
        }
        let mut starts = connection.prepare("SELECT variant, fen, id FROM start").map_err(&fail)?;
        let starts = starts
            .query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))
            .and_then(Iterator::collect)
            .map_err(&fail)?;
        Ok(Cache { version, names: Known::load(connection).map_err(&fail)?, starts, hashes })
    }
}

/// A change that is being made.
pub(crate) struct Change<'a> {
    pub(crate) transaction: Transaction<'a>,
    pub(crate) path: &'a Path,
    cache: Cache,
    /// The block that grows, once it is known.
    last: Option<Last>,
}

/// The block that grows.
struct Last {
    block: i64,
    first: u64,
    games: Vec<Kept>,
}

impl Change<'_> {
    pub(crate) fn fail(&self) -> impl Fn(rusqlite::Error) -> DatabaseError + use<> {
        DatabaseError::sqlite(self.path)
    }

    /// Adds a game at the end, in a block of at most so many games, and says its number.
    pub(crate) fn push(&mut self, record: &Record, most: usize) -> Result<u64, DatabaseError> {
        let head = self.head(record)?;
        let mut last = match self.last.take() {
            Some(last) => last,
            None => self.load_last(most)?,
        };
        if last.games.len() >= most {
            self.write(last.block, last.first, &last.games)?;
            let first = last.first + last.games.len() as u64;
            last = Last { block: last.block + 1, first, games: Vec::with_capacity(most) };
        }
        let game = last.first + last.games.len() as u64;
        last.games.push(Kept { head, moves: record.moves.clone() });
        self.last = Some(last);
        self.keep_extra(game, &record.extra)?;
        Ok(game)
    }

    /// Puts another game in the place of one, which may have been taken out; with none
    /// the game is taken out.
    pub(crate) fn put(&mut self, game: u64, record: Option<&Record>) -> Result<(), DatabaseError> {
        // It may be in the block that grows.
        self.write_last()?;
        let extent = extent_of(&self.transaction, self.path, game)?;
        let mut games = load(&self.transaction, self.path, extent.block)?;
        let head = record.map(|record| self.head(record)).transpose()?;
        let place = games.get_mut((game - extent.first) as usize);
        let kept = place.ok_or(DatabaseError::NoSuchGame(game))?;
        let before = kept.head;
        match (record, head) {
            (Some(record), Some(head)) => *kept = Kept { head, moves: record.moves.clone() },
            _ => kept.head.flags |= head::DELETED,
        }
        if kept.head != before {
            self.cache.hashes.remove(&before.hash);
            if !kept.head.is_deleted() {
                self.cache.hashes.insert(kept.head.hash);
            }
            self.write(extent.block, extent.first, &games)?;
        }
        match record {
            Some(record) => self.keep_extra(game, &record.extra),
            None => Ok(()),
        }
    }

    fn load_last(&self, most: usize) -> Result<Last, DatabaseError> {
        let Some(extent) = extents(&self.transaction, self.path)?.pop() else {
            return Ok(Last { block: 1, first: 1, games: Vec::new() });
        };
        if extent.count < most as u64 {
            let games = load(&self.transaction, self.path, extent.block)?;
            return Ok(Last { block: extent.block, first: extent.first, games });
        }
        let first = extent.first + extent.count;
        Ok(Last { block: extent.block + 1, first, games: Vec::with_capacity(most) })
    }

    fn write_last(&mut self) -> Result<(), DatabaseError> {
        match self.last.take() {
            Some(last) => self.write(last.block, last.first, &last.games),
            None => Ok(()),
        }
    }

    /// Writes a block in the place of what was there.
    fn write(&self, block: i64, first: u64, games: &[Kept]) -> Result<(), DatabaseError> {
        let Parts { heads, openings, rest } = block::pack(games);
        let act = |statement: &str, values: &[&dyn rusqlite::ToSql]| {
            self.transaction.execute(statement, values).map_err(self.fail())
        };
        let count = games.len() as u64;
        let into = "INSERT OR REPLACE INTO block (id, first, count, heads) VALUES (?1, ?2, ?3, ?4)";
        act(into, params![block, first, count, heads])?;
        let into = "INSERT OR REPLACE INTO opening (block, moves) VALUES (?1, ?2)";
        act(into, params![block, openings])?;
        act("INSERT OR REPLACE INTO rest (block, moves) VALUES (?1, ?2)", params![block, rest])?;
        Ok(())
    }

    /// The head of a record; names that are new are added.
    fn head(&mut self, record: &Record) -> Result<Head, DatabaseError> {
        let fail = self.fail();
        let mut number = |kind: Kind, name: &str| {
            self.cache.names.number(&self.transaction, kind, name).map_err(&fail)
        };
        let head = Head {
            white: number(Kind::Player, &record.white)?,
            black: number(Kind::Player, &record.black)?,
            event: number(Kind::Event, &record.event)?,
            site: number(Kind::Site, &record.site)?,
            round: number(Kind::Round, &record.round)?,
            start: 0,
            hash: record.hash,
            date: record.date,
            ratings: record.ratings,
            eco: record.eco,
            plies: record.plies,
            variant: record.variant,
            result: record.result,
            flags: block::flags_of(record),
            men: record.men,
            home: record.home,
        };
        let start = self.start(record)?;
        Ok(Head { start, ..head })
    }

    /// The number of a start position; 0 for the game's own.
    fn start(&mut self, record: &Record) -> Result<u32, DatabaseError> {
        let Some(fen) = &record.start else { return Ok(0) };
        let key = (head::variant_number(record.variant), fen.clone());
        if let Some(&start) = self.cache.starts.get(&key) {
            return Ok(start);
        }
        let insert = "INSERT INTO start (variant, fen) VALUES (?1, ?2) RETURNING id";
        let start = self
            .transaction
            .query_row(insert, params![key.0, fen], |row| row.get(0))
            .map_err(self.fail())?;
        self.cache.starts.insert(key, start);
        Ok(start)
    }

    fn keep_extra(&self, game: u64, extra: &Extra) -> Result<(), DatabaseError> {
        let done = match extra {
            Extra::None => self.transaction.execute("DELETE FROM extra WHERE game = ?1", [game]),
            Extra::Tags(data) | Extra::Whole(data) => {
                let into = "INSERT OR REPLACE INTO extra (game, data) VALUES (?1, ?2)";
                self.transaction.execute(into, params![game, data])
            }
        };
        done.map(|_| ()).map_err(self.fail())
    }
}

/// A start position that is not a game's own.
pub(crate) fn start_fen(connection: &Connection, start: u32) -> rusqlite::Result<String> {
    connection.query_row("SELECT fen FROM start WHERE id = ?1", [start], |row| row.get(0))
}

/// All blocks, in the order of their games.
pub(crate) fn extents(connection: &Connection, path: &Path) -> Result<Vec<Extent>, DatabaseError> {
    let fail = DatabaseError::sqlite(path);
    let mut rows =
        connection.prepare("SELECT id, first, count FROM block ORDER BY id").map_err(&fail)?;
    let rows = rows.query_map([], |row| {
        Ok(Extent { block: row.get(0)?, first: row.get(1)?, count: row.get(2)? })
    });
    let extents: Vec<Extent> = rows.and_then(Iterator::collect).map_err(&fail)?;
    let mut next = 1;
    for extent in &extents {
        // No block can come after the last number.
        if extent.first != next || extent.count > MOST as u64 || extent.block == i64::MAX {
            return Err(DatabaseError::damaged(path, "its games are not in order"));
        }
        next += extent.count;
    }
    Ok(extents)
}

fn extent_of(connection: &Connection, path: &Path, game: u64) -> Result<Extent, DatabaseError> {
    extents(connection, path)?
        .into_iter()
        .find(|extent| (extent.first..extent.first + extent.count).contains(&game))
        .ok_or(DatabaseError::NoSuchGame(game))
}

/// The three parts of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Heads,
    Openings,
    Rest,
}

/// Reads a part of a block.
pub(crate) fn part(
    connection: &Connection,
    path: &Path,
    which: Part,
    block: i64,
) -> Result<Vec<u8>, DatabaseError> {
    let select = match which {
        Part::Heads => "SELECT heads FROM block WHERE id = ?1",
        Part::Openings => "SELECT moves FROM opening WHERE block = ?1",
        Part::Rest => "SELECT moves FROM rest WHERE block = ?1",
    };
    let bytes = connection.query_row(select, [block], |row| row.get(0)).optional();
    let missing = || DatabaseError::damaged(path, format!("a part of block {block} is missing"));
    bytes.map_err(DatabaseError::sqlite(path))?.ok_or_else(missing)
}

/// The games of a block.
pub(crate) fn load(
    connection: &Connection,
    path: &Path,
    block: i64,
) -> Result<Vec<Kept>, DatabaseError> {
    let parts = Parts {
        heads: part(connection, path, Part::Heads, block)?,
        openings: part(connection, path, Part::Openings, block)?,
        rest: part(connection, path, Part::Rest, block)?,
    };
    block::unpack(&parts)
        .ok_or_else(|| DatabaseError::damaged(path, format!("block {block} makes no sense")))
}

#[cfg(test)]
mod tests {
    use erawan_notation::pgn::{Games, PgnGame};

    use super::*;
    use crate::testing::Folder;

    fn record(text: &str) -> Record {
        Record::new(&Games::new(text).next().unwrap().unwrap()).unwrap()
    }

    /// More games than a block holds, each another.
    fn many(count: usize) -> Vec<Record> {
        let mut records = Vec::new();
        for i in 0..count {
            let text =
                format!("[White \"W{}\"]\n[Round \"{i}\"]\n[Black \"B{i}\"]\n\n1. e4 *", i % 7);
            records.push(record(&text));
        }
        records
    }

    #[test]
    fn games_keep_their_numbers_over_blocks_and_runs() {
        let folder = Folder::new("blocks");
        let path = folder.path("games.erawan");
        let records = many(MOST + 100);
        for part in records.chunks(1500) {
            let mut database = Database::create(&path).unwrap();
            assert_eq!(database.append(part).unwrap().games, part.len() as u64);
        }
        let mut database = Database::open_to_write(&path).unwrap();
        assert_eq!(database.append(&records).unwrap().duplicates, records.len() as u64);
        for game in [1, 2, MOST, MOST + 1, MOST + 100] {
            assert_eq!(database.record(game as u64).unwrap(), records[game - 1]);
        }
        for game in [0, MOST as u64 + 101, u64::MAX] {
            assert!(matches!(database.record(game), Err(DatabaseError::NoSuchGame(_))));
        }
    }

    #[test]
    fn games_are_taken_out_brought_back_and_replaced() {
        let folder = Folder::new("changes");
        let mut database = Database::create(folder.path("games.erawan")).unwrap();
        let records = many(5);
        database.append(&records).unwrap();
        assert_eq!(database.delete(&[2, 4, 4, 99]).unwrap(), 2);
        assert_eq!(database.delete(&[2]).unwrap(), 0);
        assert!(matches!(database.record(2), Err(DatabaseError::NoSuchGame(2))));
        // What was taken out may come in again.
        assert_eq!(database.append(&records).unwrap().games, 2);
        assert_eq!(database.restore(&[2]).unwrap(), 1);
        assert_eq!(database.record(2).unwrap(), records[1]);
        let other = record("1. d4 {x} (1. c4) *");
        database.replace(3, &other).unwrap();
        assert!(database.game(3).unwrap().to_pgn().ends_with("1. d4 {x} (1. c4) *\n"));
        // What was replaced may come in again, and what was deleted is not replaced.
        assert_eq!(database.append(&records[2..3]).unwrap().games, 1);
        let last = 8;
        assert_eq!(database.delete(&[last]).unwrap(), 1);
        assert!(matches!(database.replace(last, &other), Err(DatabaseError::NoSuchGame(_))));
        database.replace(3, &records[2]).unwrap();
        assert_eq!(database.record(3).unwrap(), records[2]);
        let mut seen = Vec::new();
        database
            .for_each(&[1, 3, 4, 7, 8], |game, _| {
                seen.push(game);
                true
            })
            .unwrap();
        assert_eq!(seen, [1, 3, 7]);
    }

    /// Where players have no names, as in the chapters of a study, all there is counts.
    #[test]
    fn chapters_without_players_are_all_kept() {
        let folder = Folder::new("nameless");
        let mut database = Database::create(folder.path("games.erawan")).unwrap();
        let chapters = [
            "[Event \"One\"]\n\n1. e4 *",
            "[Event \"Two\"]\n\n1. e4 *",
            "[Event \"One\"]\n\n1. e4 {Best by test.} *",
            "[Event \"One\"]\n\n1. e4 (1. d4) *",
            "[Event \"One\"]\n[Annotator \"A\"]\n\n1. e4 *",
            "[Event \"One\"]\n\n1. e4 1-0",
        ];
        let records = chapters.map(record);
        for added in [(6, 0), (0, 6)] {
            let done = database.append(&records).unwrap();
            assert_eq!((done.games, done.duplicates), added);
        }
        // Where one is named, what is said about the game does not count.
        let named =
            ["1. e4 *", "1. e4 {Best by test.} *"].map(|moves| format!("[White \"W\"]\n\n{moves}"));
        let done = database.append(&named.map(|text| record(&text))).unwrap();
        assert_eq!((done.games, done.duplicates), (1, 1));
        assert!(database.check(&false.into()).unwrap().is_empty());
    }

    /// One that is damaged does not keep the others from being had.
    #[test]
    fn a_damaged_game_is_passed_over() {
        let folder = Folder::new("damaged");
        let path = folder.path("games.erawan");
        let mut database = Database::create(&path).unwrap();
        database
            .append(
                &["A", "B", "C", "D"].map(|name| record(&format!("[White \"{name}\"]\n\n1. e4 *"))),
            )
            .unwrap();
        let hurt = Connection::open(&path).unwrap();
        assert_eq!(hurt.execute("DELETE FROM player WHERE name IN ('B', 'C')", []).unwrap(), 2);
        drop((hurt, database));
        let mut database = Database::open_to_write(&path).unwrap();
        let mut seen = Vec::new();
        let take = |game, record: Result<Record, DatabaseError>| {
            seen.push((game, record.map(|record| record.white).ok()));
            true
        };
        database.for_each(&[1, 2, 3, 4], take).unwrap();
        let wanted = [(1, Some("A".into())), (2, None), (3, None), (4, Some("D".into()))];
        assert_eq!(seen, wanted);
        let white: Vec<String> = database
            .listings(&[1, 2, 4])
            .unwrap()
            .into_iter()
            .map(|listing| listing.white)
            .collect();
        assert_eq!(white, ["A", "?", "D"]);
        let wrong = database.check(&false.into()).unwrap();
        assert_eq!(wrong, ["game 2 cannot be read", "game 3 cannot be read"]);
        let mut other = Database::create(folder.path("other.erawan")).unwrap();
        let merged = other.merge(&database, &false.into(), |_| {}).unwrap();
        assert_eq!((merged.games, merged.bad), (2, 2));
        // It can be taken out.
        assert!(database.has_game(2).unwrap() && !database.has_game(5).unwrap());
        assert_eq!(database.delete(&[2, 3]).unwrap(), 2);
        assert!(!database.has_game(2).unwrap());
        assert!(database.check(&false.into()).unwrap().is_empty());
    }

    /// Two that write in turn see each other's games and names.
    #[test]
    fn two_writers_agree() {
        let folder = Folder::new("writers");
        let path = folder.path("games.erawan");
        let mut one = Database::create(&path).unwrap();
        let mut other = Database::create(&path).unwrap();
        let records = many(60);
        for (i, part) in records.chunks(10).enumerate() {
            let writer = if i % 2 == 0 { &mut one } else { &mut other };
            assert_eq!(writer.append(part).unwrap().games, 10);
        }
        assert_eq!(one.append(&records).unwrap().duplicates, 60);
        assert_eq!(other.append(&records).unwrap().duplicates, 60);
        for (i, record) in records.iter().enumerate() {
            assert_eq!(other.record(i as u64 + 1).unwrap(), *record);
        }
    }
}
