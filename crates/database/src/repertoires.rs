//! Repertoires in a database, and what is remembered of them.

use std::collections::HashMap;

use erawan_board::{Color, with_game};
use erawan_notation::pgn::{AnyGame, Games, PgnGame};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use serde::Serialize;

use crate::database::Database;
use crate::error::DatabaseError;
use crate::exercise::Practised;
use crate::head::{variant_number, variant_of};
use crate::recall::{self, Recall, RecallWanted, Remembered};
use crate::repertoire::{Contents, InvalidRepertoire, RepertoireHead, contents, proper_name};
use crate::repetition::{Grade, Memory, repeated};

/// A repertoire that is kept, and how well it is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeptRepertoire {
    /// What it is known by.
    #[serde(flatten)]
    pub head: RepertoireHead,
    /// The moves of its tree, of both sides.
    pub moves: u64,
    /// The positions in which a move is to be known.
    pub total: u64,
    /// Those that were learnt and are to be seen now.
    pub due: u64,
    /// Those that were never tried.
    pub fresh: u64,
    /// When the next one will be due, if none is.
    pub next: Option<i64>,
}

/// What came of keeping a repertoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PutRepertoire {
    /// Its number.
    pub id: i64,
    /// The positions in which a move is to be known.
    pub total: u64,
    /// Those of them of which something is remembered.
    pub known: u64,
    /// True if it has taken the place of an earlier tree.
    pub replaced: bool,
}

impl Database {
    /// Keeps a repertoire: a tree, and the side whose moves are to be known. One of that
    /// name is only replaced if that is wanted; what is remembered of moves that stay is
    /// kept.
    ///
    /// ```
    /// use erawan_board::Color;
    /// use erawan_database::{Database, Grade, RecallWanted};
    /// use erawan_notation::pgn::Games;
    /// # let folder = std::env::temp_dir().join(format!("erawan-rep-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("training.erawan");
    /// let mut database = Database::create(&path)?;
    /// let tree = Games::new("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *").next().unwrap().unwrap();
    /// let put = database.put_repertoire("King's pawn", Color::White, &tree, false)?;
    /// assert_eq!(put.total, 3);
    ///
    /// let now = 1_800_000_000;
    /// let first = database.next_recall(put.id, &RecallWanted::default(), now)?.unwrap();
    /// assert_eq!(first.answers, ["e2e4"]);
    /// assert_eq!(database.recalled(put.id, &first.position, Grade::Good, now)?.days, 2);
    /// # drop(database);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), erawan_database::DatabaseError>(())
    /// ```
    pub fn put_repertoire(
        &mut self,
        name: &str,
        color: Color,
        tree: &AnyGame,
        replace: bool,
    ) -> Result<PutRepertoire, DatabaseError> {
        let name = proper_name(name).map_err(DatabaseError::Repertoire)?;
        let contents = contents(tree, color).map_err(DatabaseError::Repertoire)?;
        let pgn = tree.to_pgn();
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self.begin()?;
        let select = format!("SELECT {HEAD} FROM repertoire WHERE name = ?1 AND removed = 0");
        let known = transaction.query_row(&select, [name], head_of).optional().map_err(&fail)?;
        let id = match &known {
            None => insert(&transaction, name, color, &contents, &pgn).map_err(&fail)?,
            Some(head) if !replace => {
                return Err(DatabaseError::Repertoire(InvalidRepertoire::NameTaken(
                    head.name.clone(),
                )));
            }
            Some(head) if (head.variant, head.color) != (contents.variant, color) => {
                let RepertoireHead { name, variant, color, .. } = head.clone();
                let different = InvalidRepertoire::Different { name, variant, color };
                return Err(DatabaseError::Repertoire(different));
            }
            Some(head) => {
                let update = "UPDATE repertoire SET moves = ?2, pgn = ?3 WHERE id = ?1";
                let moves = contents.moves as i64;
                transaction.execute(update, params![head.id, moves, pgn]).map_err(&fail)?;
                head.id
            }
        };
        let remembered = settle(&transaction, id, &contents).map_err(&fail)?;
        transaction.commit().map_err(&fail)?;
        let total = contents.places.len() as u64;
        Ok(PutRepertoire { id, total, known: remembered, replaced: known.is_some() })
    }

    /// All repertoires, by game and name.
    pub fn repertoires(&self, now: i64) -> Result<Vec<KeptRepertoire>, DatabaseError> {
        let select = "SELECT r.id, r.name, r.variant, r.color, r.moves, count(c.id), \
              coalesce(sum(c.due <= ?1), 0), coalesce(sum(c.due IS NULL), 0), min(c.due) \
            FROM repertoire r LEFT JOIN recall c ON c.repertoire = r.id AND c.gone = 0 \
            WHERE r.removed = 0 GROUP BY r.id ORDER BY r.variant, r.name COLLATE NOCASE, r.id";
        let kept = |row: &Row<'_>| {
            let due: u64 = row.get(6)?;
            Ok(KeptRepertoire {
                head: head_of(row)?,
                moves: row.get(4)?,
                total: row.get(5)?,
                due,
                fresh: row.get(7)?,
                next: row.get::<_, Option<i64>>(8)?.filter(|_| due == 0),
            })
        };
        let read = || -> rusqlite::Result<Vec<KeptRepertoire>> {
            let mut statement = self.connection.prepare(select)?;
            statement.query_map([now], kept)?.collect()
        };
        read().map_err(DatabaseError::sqlite(&self.path))
    }

    /// A repertoire with its tree. One that was taken out is none.
    pub fn repertoire(&self, id: i64) -> Result<(RepertoireHead, AnyGame), DatabaseError> {
        let select = format!("SELECT {HEAD}, pgn FROM repertoire WHERE id = ?1 AND removed = 0");
        let read = |row: &Row<'_>| Ok((head_of(row)?, row.get::<_, String>(4)?));
        let found = self.connection.query_row(&select, [id], read).optional();
        let found = found.map_err(DatabaseError::sqlite(&self.path))?;
        let (head, pgn) = found.ok_or(DatabaseError::NoSuchRepertoire(id))?;
        let tree = Games::new(&pgn).next().and_then(Result::ok).ok_or_else(|| {
            DatabaseError::damaged(&self.path, format!("the tree of repertoire {id} is none"))
        })?;
        Ok((head, tree))
    }

    /// Takes a repertoire out, or brings it back, and says whether that changed
    /// anything. What is remembered of it stays.
    pub fn remove_repertoire(&mut self, id: i64, restore: bool) -> Result<bool, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self.begin()?;
        let select = "SELECT name, removed FROM repertoire WHERE id = ?1";
        let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?));
        let found = transaction.query_row(select, [id], read).optional().map_err(&fail)?;
        let (name, removed) = found.ok_or(DatabaseError::NoSuchRepertoire(id))?;
        if removed != restore {
            return Ok(false);
        }
        let select = "SELECT 1 FROM repertoire WHERE name = ?1 AND removed = 0";
        let is_taken = transaction.query_row(select, [&name], |_| Ok(())).optional();
        if restore && is_taken.map_err(&fail)?.is_some() {
            return Err(DatabaseError::Repertoire(InvalidRepertoire::NameTaken(name)));
        }
        let update = "UPDATE repertoire SET removed = ?2 WHERE id = ?1";
        transaction.execute(update, params![id, !restore]).map_err(&fail)?;
        transaction.commit().map_err(&fail)?;
        Ok(true)
    }

    /// The position of a repertoire that is to be practised next; none if nothing is
    /// due and nothing new.
    pub fn next_recall(
        &self,
        id: i64,
        wanted: &RecallWanted,
        now: i64,
    ) -> Result<Option<Recall>, DatabaseError> {
        let (head, tree) = self.repertoire(id)?;
        let remembered = self.remembered(id).map_err(DatabaseError::sqlite(&self.path))?;
        with_game!(&tree, tree => recall::next(tree, head.color, &remembered, wanted, now))
            .map_err(DatabaseError::Repertoire)
    }

    fn remembered(&self, id: i64) -> rusqlite::Result<HashMap<String, Remembered>> {
        let select = "SELECT position, moves, due FROM recall WHERE repertoire = ?1 AND gone = 0";
        let mut statement = self.connection.prepare(select)?;
        let read =
            |row: &Row<'_>| Ok((row.get(0)?, Remembered { moves: row.get(1)?, due: row.get(2)? }));
        statement.query_map([id], read)?.collect()
    }

    /// Notes how it went in a position, and says when it is to be seen again.
    pub fn recalled(
        &mut self,
        id: i64,
        position: &str,
        grade: Grade,
        now: i64,
    ) -> Result<Practised, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let transaction = self.begin()?;
        let select = "SELECT c.id, c.stability, c.difficulty, c.last FROM recall c \
            JOIN repertoire r ON r.id = c.repertoire \
            WHERE r.id = ?1 AND r.removed = 0 AND c.position = ?2 AND c.gone = 0";
        let read = |row: &Row<'_>| {
            let (stability, difficulty): (Option<f64>, Option<f64>) = (row.get(1)?, row.get(2)?);
            let memory = stability.zip(difficulty);
            let memory = memory.map(|(stability, difficulty)| Memory { stability, difficulty });
            Ok((row.get::<_, i64>(0)?, memory.zip(row.get::<_, Option<i64>>(3)?)))
        };
        let found = transaction.query_row(select, params![id, position], read).optional();
        let Some((recall, before)) = found.map_err(&fail)? else {
            let position = position.to_owned();
            return Err(match head(&transaction, id).map_err(&fail)? {
                None => DatabaseError::NoSuchRepertoire(id),
                Some(_) => DatabaseError::Repertoire(InvalidRepertoire::NoSuchPosition(position)),
            });
        };
        let (memory, days, due) = repeated(before, grade, now);
        let update = "UPDATE recall SET known = moves, stability = ?2, difficulty = ?3, \
            last = ?4, due = ?5 WHERE id = ?1";
        transaction
            .execute(update, params![recall, memory.stability, memory.difficulty, now, due])
            .map_err(&fail)?;
        let insert = "INSERT INTO recalled (recall, at, grade) VALUES (?1, ?2, ?3)";
        transaction.execute(insert, params![recall, now, grade.number()]).map_err(&fail)?;
        transaction.commit().map_err(&fail)?;
        Ok(Practised { due, days, rating: None })
    }

    fn begin(&mut self) -> Result<Transaction<'_>, DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)
    }
}

/// The columns that [`head_of`] reads.
const HEAD: &str = "id, name, variant, color";

fn head_of(row: &Row<'_>) -> rusqlite::Result<RepertoireHead> {
    let wrong = |column| {
        let integer = rusqlite::types::Type::Integer;
        rusqlite::Error::InvalidColumnType(column, "repertoire".into(), integer)
    };
    let variant = variant_of(row.get(2)?).ok_or_else(|| wrong(2))?;
    let color = Color::ALL.get(row.get::<_, usize>(3)?).copied().ok_or_else(|| wrong(3))?;
    Ok(RepertoireHead { id: row.get(0)?, name: row.get(1)?, variant, color })
}

fn head(connection: &Connection, id: i64) -> rusqlite::Result<Option<RepertoireHead>> {
    let select = format!("SELECT {HEAD} FROM repertoire WHERE id = ?1 AND removed = 0");
    connection.query_row(&select, [id], head_of).optional()
}

fn insert(
    connection: &Connection,
    name: &str,
    color: Color,
    contents: &Contents,
    pgn: &str,
) -> rusqlite::Result<i64> {
    let insert = "INSERT INTO repertoire (name, variant, color, moves, pgn) \
        VALUES (?1, ?2, ?3, ?4, ?5)";
    let variant = variant_number(contents.variant);
    let moves = contents.moves as i64;
    connection.execute(insert, params![name, variant, color.index() as i64, moves, pgn])?;
    Ok(connection.last_insert_rowid())
}

/// Makes what is to be known fit a tree, and says of how much of it something is
/// remembered. What was learnt counts as long as one of the moves is there that it was
/// learnt of.
fn settle(connection: &Connection, id: i64, contents: &Contents) -> rusqlite::Result<u64> {
    connection.execute("UPDATE recall SET gone = 1 WHERE repertoire = ?1", [id])?;
    let select = "SELECT known FROM recall WHERE repertoire = ?1 AND position = ?2";
    let mut select = connection.prepare(select)?;
    let insert = "INSERT INTO recall (repertoire, position, moves) VALUES (?1, ?2, ?3)";
    let mut insert = connection.prepare(insert)?;
    let keep = "UPDATE recall SET moves = ?3, gone = 0 WHERE repertoire = ?1 AND position = ?2";
    let mut keep = connection.prepare(keep)?;
    let forget = "UPDATE recall SET moves = ?3, gone = 0, known = NULL, stability = NULL, \
        difficulty = NULL, last = NULL, due = NULL WHERE repertoire = ?1 AND position = ?2";
    let mut forget = connection.prepare(forget)?;
    let mut remembered = 0;
    for place in &contents.places {
        let moves = place.moves.join(" ");
        let row = params![id, place.position, moves];
        let known = select
            .query_row(params![id, place.position], |row| row.get::<_, Option<String>>(0))
            .optional()?;
        let stays = |known: &str| known.split(' ').any(|m| place.moves.iter().any(|one| one == m));
        match known {
            None => insert.execute(row)?,
            Some(Some(known)) if stays(&known) => {
                remembered += 1;
                keep.execute(row)?
            }
            Some(_) => forget.execute(row)?,
        };
    }
    Ok(remembered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repetition::DAY;
    use crate::testing::Folder;
    use erawan_board::Variant;

    const NOW: i64 = 1_800_000_000;

    fn game(pgn: &str) -> AnyGame {
        Games::new(pgn).next().unwrap().unwrap()
    }

    fn database(folder: &Folder) -> Database {
        Database::create(folder.path("training.erawan")).unwrap()
    }

    fn put(database: &mut Database, name: &str, color: Color, pgn: &str) -> PutRepertoire {
        database.put_repertoire(name, color, &game(pgn), true).unwrap()
    }

    fn next(database: &Database, id: i64, wanted: &RecallWanted, now: i64) -> Option<Recall> {
        database.next_recall(id, wanted, now).unwrap()
    }

    fn counts(database: &Database, now: i64) -> Vec<(u64, u64, u64)> {
        let all = database.repertoires(now).unwrap();
        all.into_iter().map(|it| (it.total, it.due, it.fresh)).collect()
    }

    const ITALIAN: &str = "1. e4 e5 (1... c5 2. Nf3 {open} d6 3. d4) 2. Nf3 Nc6 3. Bc4 *";

    #[test]
    fn a_line_is_walked_as_far_as_it_is_due() {
        let folder = Folder::new("walk");
        let mut database = database(&folder);
        let id = put(&mut database, "e4", Color::White, ITALIAN).id;
        assert_eq!(counts(&database, NOW), [(5, 0, 5)], "counted by hand");
        let mut wanted = RecallWanted::default();
        let mut walked = Vec::new();
        while let Some(recall) = next(&database, id, &wanted, NOW) {
            assert!(!recall.seen);
            let done = database.recalled(id, &recall.position, Grade::Good, NOW).unwrap();
            assert_eq!(done.days, 2);
            wanted.after = recall.line.clone();
            wanted.after.push(recall.answers[0].clone());
            walked.push(wanted.after.join(" "));
        }
        let lines = ["e2e4", "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3 b8c6 f1c4"];
        let others = ["e2e4 c7c5 g1f3", "e2e4 c7c5 g1f3 d7d6 d2d4"];
        assert_eq!(walked, [&lines[..], &others].concat());
        assert_eq!(counts(&database, NOW), [(5, 0, 0)]);
        assert_eq!(database.repertoires(NOW).unwrap()[0].next, Some(NOW + 2 * DAY));
        // Ahead of time each comes once, if the others are named.
        wanted = RecallWanted { ahead: true, ..RecallWanted::default() };
        for _ in 0..5 {
            let recall = next(&database, id, &wanted, NOW).unwrap();
            assert!(recall.seen);
            wanted.except.push(recall.position);
        }
        assert_eq!(next(&database, id, &wanted, NOW), None);
        // Two days later all is due; what follows the board comes first, and its words.
        wanted = RecallWanted { after: vec!["e2e4".into(), "c7c5".into()], ..Default::default() };
        let later = next(&database, id, &wanted, NOW + 2 * DAY).unwrap();
        assert_eq!((later.line.join(" "), &later.remarks[0][..]), ("e2e4 c7c5".into(), "open"));
        assert_eq!(counts(&database, NOW + 2 * DAY), [(5, 5, 0)]);
        // What was learnt is there for whoever opens the file next.
        drop(database);
        let database = Database::open(folder.path("training.erawan")).unwrap();
        assert_eq!(counts(&database, NOW), [(5, 0, 0)]);
        // Moves that are not there lead nowhere in particular.
        wanted.after = vec!["h2h4".into()];
        assert!(next(&database, id, &wanted, NOW + 2 * DAY).unwrap().line.is_empty());
    }

    #[test]
    fn what_is_due_comes_before_what_is_new() {
        let folder = Folder::new("due-first");
        let mut database = database(&folder);
        let id = put(&mut database, "e4", Color::White, ITALIAN).id;
        let sicilian =
            RecallWanted { after: vec!["e2e4".into(), "c7c5".into()], ..RecallWanted::default() };
        let recall = next(&database, id, &sicilian, NOW).unwrap();
        assert_eq!(database.recalled(id, &recall.position, Grade::Again, NOW).unwrap().days, 1);
        let first = next(&database, id, &RecallWanted::default(), NOW).unwrap();
        assert!(first.line.is_empty(), "the first new one");
        let first = next(&database, id, &RecallWanted::default(), NOW + DAY).unwrap();
        assert_eq!((first.position == recall.position, first.seen), (true, true));
        assert_eq!(counts(&database, NOW + DAY), [(5, 1, 4)]);
    }

    #[test]
    fn two_ways_to_a_position_share_what_is_known() {
        let folder = Folder::new("transposed");
        let mut database = database(&folder);
        let two_ways = "1. d4 (1. Nf3 d5 2. d4 Nf6 3. g3) 1... d5 2. Nf3 Nf6 3. c4 *";
        let id = put(&mut database, "d4", Color::White, two_ways).id;
        assert_eq!(counts(&database, NOW), [(4, 0, 4)]);
        let after = |moves: &str| RecallWanted {
            after: moves.split(' ').map(str::to_owned).collect(),
            ..RecallWanted::default()
        };
        let one = next(&database, id, &after("d2d4 d7d5 g1f3"), NOW).unwrap();
        let other = next(&database, id, &after("g1f3 d7d5 d2d4"), NOW).unwrap();
        assert_eq!((&one.position, &one.answers), (&other.position, &other.answers));
        assert_eq!(one.answers, ["c2c4", "g2g3"]);
        assert_ne!(one.line, other.line);
        database.recalled(id, &one.position, Grade::Good, NOW).unwrap();
        let left = next(&database, id, &after("g1f3 d7d5 d2d4"), NOW).unwrap();
        assert!(left.line.is_empty(), "both ways are known");
        assert_eq!(counts(&database, NOW), [(4, 0, 3)]);
    }

    #[test]
    fn a_replaced_tree_keeps_what_is_known_of_moves_that_stay() {
        let folder = Folder::new("replaced");
        let mut database = database(&folder);
        let id = put(&mut database, "e4", Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bc4 *").id;
        while let Some(recall) = next(&database, id, &RecallWanted::default(), NOW) {
            database.recalled(id, &recall.position, Grade::Good, NOW).unwrap();
        }
        // Another third move, and an answer to another first one.
        let changed = "1. e4 e5 (1... c5 2. c3) 2. Nf3 Nc6 3. Bb5 *";
        let again = put(&mut database, " e4 ", Color::White, changed);
        assert_eq!(again, PutRepertoire { id, total: 4, known: 2, replaced: true });
        assert_eq!(counts(&database, NOW), [(4, 0, 2)]);
        // A second choice beside the first: one of them is known. Then the first goes.
        let both = "1. e4 (1. d4) 1... e5 2. Nf3 *";
        assert_eq!(put(&mut database, "e4", Color::White, both).known, 2);
        assert_eq!(counts(&database, NOW), [(2, 0, 0)]);
        assert_eq!(put(&mut database, "e4", Color::White, "1. d4 d5 2. c4 *").known, 0);
        assert_eq!(counts(&database, NOW), [(2, 0, 2)]);
        // What was gone meanwhile is known again; the first move is not, nor is the third.
        let whole = put(&mut database, "e4", Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bc4 *");
        assert_eq!((whole.total, whole.known), (3, 1));
    }

    #[test]
    fn names_are_taken_once_and_what_was_removed_comes_back() {
        let folder = Folder::new("names");
        let mut database = database(&folder);
        let tree = game(ITALIAN);
        let id = put(&mut database, "ฝ e4", Color::White, ITALIAN).id;
        let error = database.put_repertoire("ฝ e4", Color::White, &tree, false).unwrap_err();
        assert_eq!(error.to_string(), "there is a repertoire 'ฝ e4' already");
        let error = database.put_repertoire("ฝ e4", Color::Black, &tree, true).unwrap_err();
        assert!(error.to_string().contains("is one of chess for White"), "{error}");
        assert!(error.is_bad_data());
        for name in ["", " ", "a\tb", &"n".repeat(101)] {
            assert!(database.put_repertoire(name, Color::White, &tree, true).is_err(), "{name}");
        }
        assert!(database.put_repertoire("b", Color::Black, &game("1. e4 *"), true).is_err());
        assert_eq!(database.repertoires(NOW).unwrap().len(), 1, "nothing else was kept");
        let first = next(&database, id, &RecallWanted::default(), NOW).unwrap();
        database.recalled(id, &first.position, Grade::Good, NOW).unwrap();
        assert!(database.remove_repertoire(id, false).unwrap());
        assert!(!database.remove_repertoire(id, false).unwrap(), "it was out already");
        assert!(database.repertoires(NOW).unwrap().is_empty());
        assert!(matches!(database.repertoire(id), Err(DatabaseError::NoSuchRepertoire(_))));
        let gone = database.recalled(id, &first.position, Grade::Good, NOW).unwrap_err();
        assert_eq!(gone.to_string(), format!("there is no repertoire {id}"));
        assert!(database.next_recall(id, &RecallWanted::default(), NOW).is_err());
        let other = put(&mut database, "ฝ e4", Color::Black, ITALIAN).id;
        assert!(database.remove_repertoire(id, true).is_err(), "its name has been taken");
        database.remove_repertoire(other, false).unwrap();
        assert!(database.remove_repertoire(id, true).unwrap());
        assert_eq!(counts(&database, NOW), [(5, 0, 4)]);
        let unknown = database.recalled(id, "8/8 w - -", Grade::Good, NOW).unwrap_err();
        assert!(unknown.to_string().contains("no move to be known in '8/8 w - -'"), "{unknown}");
        assert!(database.remove_repertoire(77, true).is_err());
    }

    #[test]
    fn every_game_has_repertoires() {
        let folder = Folder::new("games");
        let mut database = database(&folder);
        let tags = "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. Nf3 *";
        put(&mut database, "960", Color::White, tags);
        for (name, pgn) in [("makruk", "1. d4 *"), ("cambodian", "1. d4 *"), ("makpong", "1. d4 *")]
        {
            let pgn = format!("[Variant \"{name}\"]\n\n{pgn}");
            put(&mut database, name, Color::White, &pgn);
        }
        put(&mut database, "chess", Color::White, "1. d4 *");
        let all = database.repertoires(NOW).unwrap();
        let variants: Vec<_> = all.iter().map(|it| it.head.variant).collect();
        assert_eq!(variants, Variant::ALL);
        for one in all {
            let (head, tree) = database.repertoire(one.head.id).unwrap();
            assert_eq!((head.variant, tree.variant()), (one.head.variant, one.head.variant));
            let recall = next(&database, head.id, &RecallWanted::default(), NOW).unwrap();
            assert!(recall.line.is_empty() && recall.answers.len() == 1);
        }
    }

    /// A file from before there were repertoires keeps what was trained.
    #[test]
    fn older_files_learn_of_repertoires() {
        let folder = Folder::new("before");
        let path = folder.path("training.erawan");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(crate::schema::GAMES).unwrap();
        connection.execute_batch(crate::schema::TRAINING).unwrap();
        let exercise =
            "INSERT INTO exercise (kind, variant, identity, fen, moves, solution, about) \
            VALUES (0, 0, 1, 'a w - -', '', 'e2e4', '');
            INSERT INTO repetition (exercise, due) VALUES (1, 5)";
        connection.execute_batch(exercise).unwrap();
        connection.pragma_update(None, "application_id", 0x4572_6177).unwrap();
        connection.pragma_update(None, "user_version", 2).unwrap();
        drop(connection);
        assert!(Database::open(&path).unwrap().repertoires(NOW).is_err(), "it is read as it is");
        let mut database = Database::create(&path).unwrap();
        put(&mut database, "e4", Color::White, ITALIAN);
        assert_eq!(counts(&database, NOW), [(5, 0, 5)]);
        assert_eq!(database.exercise(1).unwrap().due, Some(5));
    }

    /// What somebody else has written into the file is told, and no more.
    #[test]
    fn damaged_rows_are_told() {
        let folder = Folder::new("damaged");
        let mut database = database(&folder);
        let id = put(&mut database, "e4", Color::White, ITALIAN).id;
        for (change, back) in [
            ("UPDATE repertoire SET pgn = '1. e4 Ke4'", None),
            ("UPDATE repertoire SET pgn = ''", None),
            ("UPDATE repertoire SET variant = 99", Some("UPDATE repertoire SET variant = 0")),
            ("UPDATE repertoire SET color = 7", Some("UPDATE repertoire SET color = 0")),
        ] {
            database.connection.execute(change, []).unwrap();
            assert!(database.repertoire(id).unwrap_err().is_bad_data(), "{change}");
            assert!(database.next_recall(id, &RecallWanted::default(), NOW).is_err());
            if let Some(back) = back {
                assert!(database.repertoires(NOW).is_err());
                database.connection.execute(back, []).unwrap();
            }
        }
    }
}
