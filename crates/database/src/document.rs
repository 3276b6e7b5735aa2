//! Documents: one's own games as the page keeps them, and their rows among the games.
//!
//! A document is a text that is kept whole. What it says as a game is told by whoever
//! keeps it, and goes into the game's row in the same transaction, so that the explorer
//! and every search find it like any other game.

use erawan_board::Color;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;

use crate::database::{Change, Database, extents};
use crate::error::DatabaseError;
use crate::record::Record;

/// The most games of a block: one's own games change one at a time, and a change writes
/// a block.
const BLOCK: usize = 256;

/// How bad a move is that a review found bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lapse {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Lapse {
    /// All, in the order of their numbers in files.
    pub const ALL: [Lapse; 3] = [Lapse::Inaccuracy, Lapse::Mistake, Lapse::Blunder];

    /// Its glyph.
    pub const fn glyph(self) -> &'static str {
        match self {
            Lapse::Inaccuracy => "?!",
            Lapse::Mistake => "?",
            Lapse::Blunder => "??",
        }
    }
}

/// A bad move of a reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// How many plies had been played.
    pub ply: u16,
    /// How bad it is.
    pub lapse: Lapse,
    /// The winning chances that it cost, from 0 to 1.
    pub cost: f64,
    /// The position before it.
    pub fen: String,
    /// The move for programs.
    pub uci: String,
    /// The move for people.
    pub san: String,
    /// Makruk: the same in Thai.
    pub thai: Option<String>,
}

/// What a document says as a game.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnGame {
    /// The game.
    pub record: Record,
    /// The side of whoever keeps it, if that is known.
    pub side: Option<Color>,
    /// How many plies from the start a review has looked at.
    pub reviewed: usize,
    /// The bad moves of both sides among them.
    pub faults: Vec<Fault>,
}

/// A row of one's own games.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnRow {
    /// Its number.
    pub id: u64,
    /// Its document; none if something else has put the game there.
    pub document: Option<String>,
    /// The game, and what is known of it.
    pub game: OwnGame,
}

/// What is to become of a document's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// It stays as it is.
    Same,
    /// It is this one now.
    New {
        /// The text.
        text: String,
        /// The document with the analysis of this one.
        analysis: Option<String>,
    },
    /// The document is forgotten.
    None,
}

/// A change of a document.
#[derive(Clone, PartialEq, Debug)]
pub struct DocumentChange {
    /// The document.
    pub name: String,
    /// Its text.
    pub text: Text,
    /// What it says as a game; none if it counts as none.
    pub game: Option<OwnGame>,
}

impl Database {
    /// The text of a document, if there is one.
    pub fn document(&self, name: &str) -> Result<Option<String>, DatabaseError> {
        let select = "SELECT text FROM document WHERE name = ?1";
        let text = self.connection.query_row(select, [name], |row| row.get(0)).optional();
        text.map_err(DatabaseError::sqlite(&self.path))
    }

    /// The names of all documents, the last changed first.
    pub fn document_names(&self) -> Result<Vec<String>, DatabaseError> {
        self.names_of("SELECT name FROM document ORDER BY changed DESC, name DESC", [])
    }

    /// The documents whose analysis is in this one.
    pub fn analysed_in(&self, name: &str) -> Result<Vec<String>, DatabaseError> {
        self.names_of("SELECT name FROM document WHERE analysis = ?1 ORDER BY name", [name])
    }

    fn names_of(
        &self,
        select: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<String>, DatabaseError> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut rows = self.connection.prepare(select)?;
            rows.query_map(values, |row| row.get(0))?.collect()
        };
        read().map_err(DatabaseError::sqlite(&self.path))
    }

    /// How many documents there are.
    pub fn document_count(&self) -> Result<usize, DatabaseError> {
        let count = "SELECT count(*) FROM document";
        let found = self.connection.query_row(count, [], |row| row.get(0));
        found.map_err(DatabaseError::sqlite(&self.path))
    }

    /// Hands out one's own games in the order of their numbers, until `take` says no.
    /// `take` asks this database for nothing.
    pub fn each_own_game(&self, mut take: impl FnMut(OwnRow) -> bool) -> Result<(), DatabaseError> {
        let fail = DatabaseError::sqlite(&self.path);
        let mut ids = Vec::new();
        for extent in extents(&self.connection, &self.path)? {
            ids.extend(extent.first..extent.first + extent.count);
        }
        let mut failure = None;
        self.for_each(&ids, |id, record| {
            // What is damaged counts for nothing.
            let Ok(record) = record else { return true };
            match own_row(&self.connection, id, record) {
                Ok(row) => take(row),
                Err(error) => {
                    failure = Some(fail(error));
                    false
                }
            }
        })?;
        failure.map_or(Ok(()), Err)
    }

    /// Changes documents and the rows of their games, all or none.
    ///
    /// ```
    /// use erawan_database::{Database, DocumentChange, OwnGame, Record, Text};
    /// use erawan_notation::pgn::Games;
    /// # let folder = std::env::temp_dir().join(format!("erawan-own-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// let mut database = Database::create(folder.join("own.erawan"))?;
    /// let game = Games::new("1. e4 e5 *").next().unwrap().unwrap();
    /// let record = Record::new(&game).unwrap();
    /// let text = Text::New { text: "{}".into(), analysis: None };
    /// let game = Some(OwnGame { record, side: None, reviewed: 0, faults: Vec::new() });
    /// database.change_documents(&[DocumentChange { name: "play-1".into(), text, game }])?;
    /// assert_eq!(database.document("play-1")?.as_deref(), Some("{}"));
    /// assert_eq!(database.statistics()?.games, 1);
    /// # drop(database);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), erawan_database::DatabaseError>(())
    /// ```
    pub fn change_documents(&mut self, changes: &[DocumentChange]) -> Result<(), DatabaseError> {
        self.change(|change| changes.iter().try_for_each(|one| change.document(one)))
    }
}

impl Change<'_> {
    fn document(&mut self, wanted: &DocumentChange) -> Result<(), DatabaseError> {
        let name = &wanted.name;
        let select = "SELECT game FROM document WHERE name = ?1";
        let row = self.transaction.query_row(select, [name], |row| row.get::<_, Option<u64>>(0));
        let known = row.optional().map_err(self.fail())?;
        let game = known.flatten();
        match &wanted.text {
            Text::New { text, analysis } => {
                // Clocks go back; the order of changes does not.
                let into = "INSERT INTO document (name, changed, analysis, text) \
                    VALUES (?1, (SELECT coalesce(max(changed), 0) + 1 FROM document), ?2, ?3) \
                    ON CONFLICT (name) DO UPDATE SET changed = excluded.changed, \
                    analysis = excluded.analysis, text = excluded.text";
                self.transaction
                    .execute(into, params![name, analysis, text])
                    .map_err(self.fail())?;
            }
            Text::None => {
                let delete = "DELETE FROM document WHERE name = ?1";
                self.transaction.execute(delete, [name]).map_err(self.fail())?;
                return game.map_or(Ok(()), |game| self.row(game, None));
            }
            // There is nothing to tell of what is not there.
            Text::Same if known.is_none() => return Ok(()),
            Text::Same => {}
        }
        match (game, &wanted.game) {
            (Some(game), own) => self.row(game, own.as_ref()),
            (None, None) => Ok(()),
            (None, Some(own)) => {
                let game = self.push(&own.record, BLOCK)?;
                let update = "UPDATE document SET game = ?2 WHERE name = ?1";
                self.transaction.execute(update, params![name, game]).map_err(self.fail())?;
                self.facts(game, Some(own))
            }
        }
    }

    /// Brings a row up to date; a game that counts as none is taken out.
    fn row(&mut self, game: u64, own: Option<&OwnGame>) -> Result<(), DatabaseError> {
        self.put(game, own.map(|own| &own.record))?;
        self.facts(game, own)
    }

    fn facts(&self, game: u64, own: Option<&OwnGame>) -> Result<(), DatabaseError> {
        facts(&self.transaction, game, own).map_err(self.fail())
    }
}

fn facts(connection: &Connection, game: u64, own: Option<&OwnGame>) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM fault WHERE game = ?1", [game])?;
    let Some(own) = own else {
        connection.execute("DELETE FROM own WHERE game = ?1", [game])?;
        return Ok(());
    };
    let side = own.side.map(|side| side.index());
    let into = "INSERT OR REPLACE INTO own (game, side, reviewed) VALUES (?1, ?2, ?3)";
    connection.execute(into, params![game, side, own.reviewed as u64])?;
    let into = "INSERT OR REPLACE INTO fault (game, ply, lapse, cost, fen, uci, san, thai) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let mut insert = connection.prepare(into)?;
    for fault in &own.faults {
        let Fault { ply, lapse, cost, fen, uci, san, thai } = fault;
        insert.execute(params![game, ply, *lapse as u8, cost, fen, uci, san, thai])?;
    }
    Ok(())
}

fn own_row(connection: &Connection, id: u64, record: Record) -> rusqlite::Result<OwnRow> {
    let select = "SELECT name FROM document WHERE game = ?1";
    let document = connection.query_row(select, [id], |row| row.get(0)).optional()?;
    let select = "SELECT side, reviewed FROM own WHERE game = ?1";
    let known = connection.query_row(select, [id], |row| Ok((side_at(row, 0)?, row.get(1)?)));
    let (side, reviewed) = known.optional()?.unwrap_or((None, 0));
    let select = "SELECT ply, lapse, cost, fen, uci, san, thai FROM fault WHERE game = ?1";
    let mut rows = connection.prepare(select)?;
    let faults = rows.query_map([id], fault_of)?.collect::<Result<_, _>>()?;
    Ok(OwnRow { id, document, game: OwnGame { record, side, reviewed, faults } })
}

/// A side in a row; none if it says nothing.
pub(crate) fn side_at(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<Color>> {
    let side: Option<usize> = row.get(at)?;
    Ok(side.and_then(|side| [Color::White, Color::Black].get(side).copied()))
}

/// A fault, from its columns in the order of its fields.
pub(crate) fn fault_of(row: &Row<'_>) -> rusqlite::Result<Fault> {
    let lapse = Lapse::ALL.get(row.get::<_, usize>(1)?).copied();
    Ok(Fault {
        ply: row.get(0)?,
        lapse: lapse.unwrap_or(Lapse::Inaccuracy),
        cost: row.get(2)?,
        fen: row.get(3)?,
        uci: row.get(4)?,
        san: row.get(5)?,
        thai: row.get(6)?,
    })
}

#[cfg(test)]
mod tests {
    use erawan_notation::pgn::{Games, PgnGame};

    use super::*;
    use crate::search::Search;
    use crate::testing::Folder;

    fn own(text: &str) -> Option<OwnGame> {
        let record = Record::new(&Games::new(text).next().unwrap().unwrap()).unwrap();
        Some(OwnGame { record, side: Some(Color::White), reviewed: 0, faults: Vec::new() })
    }

    fn put(name: &str, text: &str, game: Option<OwnGame>) -> DocumentChange {
        let text = Text::New { text: text.into(), analysis: None };
        DocumentChange { name: name.into(), text, game }
    }

    fn games(database: &Database) -> Vec<String> {
        let all = Search { limit: 1000, ..Search::default() };
        let found = database.search(&all, &false.into()).unwrap().games;
        found.iter().map(|game| database.game(game.id).unwrap().to_pgn()).collect()
    }

    #[test]
    fn rows_follow_their_documents() {
        let folder = Folder::new("documents");
        let path = folder.path("own.erawan");
        let mut database = Database::create(&path).unwrap();
        // The same game twice is two games here.
        let changes = [put("a", "1", own("1. e4 *")), put("b", "2", own("1. e4 *"))];
        database.change_documents(&changes).unwrap();
        database.change_documents(&[put("c", "3", None)]).unwrap();
        assert_eq!(games(&database).len(), 2);
        assert_eq!(database.document_names().unwrap(), ["c", "b", "a"]);
        // One grows; one counts no longer, and then again.
        database.change_documents(&[put("a", "4", own("1. e4 {x} e5 *"))]).unwrap();
        let same = |game| DocumentChange { name: "b".into(), text: Text::Same, game };
        database.change_documents(&[same(None)]).unwrap();
        assert_eq!(games(&database)[0].lines().last(), Some("1. e4 {x} 1... e5 *"));
        assert_eq!(games(&database).len(), 1);
        database.change_documents(&[same(own("1. d4 *"))]).unwrap();
        assert!(games(&database)[1].ends_with("1. d4 *\n"));
        assert_eq!(database.document("b").unwrap().as_deref(), Some("2"));
        assert_eq!(database.document_names().unwrap(), ["a", "c", "b"]);
        let gone = DocumentChange { name: "a".into(), text: Text::None, game: None };
        database.change_documents(&[gone.clone(), gone]).unwrap();
        assert_eq!((games(&database).len(), database.document("a").unwrap()), (1, None));
        assert_eq!(database.document_count().unwrap(), 2);
    }

    /// Rows over the edges of blocks, changed in one transaction.
    #[test]
    fn many_documents_change_at_once() {
        let folder = Folder::new("many-documents");
        let mut database = Database::create(folder.path("own.erawan")).unwrap();
        let text = |i: usize, m: &str| format!("[Round \"{i}\"]\n\n1. {m} *");
        let all = |m: &str, from: usize, to: usize| -> Vec<_> {
            (from..to).map(|i| put(&format!("n{i}"), m, own(&text(i, m)))).collect()
        };
        database.change_documents(&all("e4", 0, BLOCK + 10)).unwrap();
        // New ones and old ones in turn.
        let mut mixed = all("d4", BLOCK - 5, BLOCK + 5);
        mixed.extend(all("c4", BLOCK + 10, BLOCK + 20));
        mixed.extend(all("Nf3", 0, 3));
        mixed.swap(3, 15);
        database.change_documents(&mixed).unwrap();
        let found = games(&database);
        assert_eq!(found.len(), BLOCK + 20);
        let count = |m: &str| found.iter().filter(|pgn| pgn.contains(&format!("1. {m} *"))).count();
        assert_eq!(
            [count("e4"), count("d4"), count("c4"), count("Nf3")],
            [BLOCK - 8 + 5, 10, 10, 3]
        );
    }

    /// Taken out by the command line, a game is back once its document changes.
    #[test]
    fn a_document_brings_its_game_back() {
        let folder = Folder::new("back");
        let mut database = Database::create(folder.path("own.erawan")).unwrap();
        database.change_documents(&[put("a", "1", own("1. e4 *"))]).unwrap();
        assert_eq!(database.delete(&[1]).unwrap(), 1);
        database.change_documents(&[put("a", "2", own("1. e4 e5 *"))]).unwrap();
        assert!(games(&database)[0].ends_with("1. e4 e5 *\n"));
    }
}
