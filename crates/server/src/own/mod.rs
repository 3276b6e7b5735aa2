//! One's own games: the documents that the page keeps, in a database of the data
//! folder.
//!
//! The database is one like any other, so that whatever searches and explores games
//! does it with these too. Beside its games it has the page's documents, whole; what a
//! document says as a game is kept in step with it, in the same transaction.

mod explore;
mod facts;
mod files;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use erawan_database::{Database, DatabaseError, DocumentChange, OwnGame, Text};
use serde::Deserialize;
use serde_json::Value;

use crate::limits::MAX_DOCUMENTS;
use crate::store::private;

pub(crate) use explore::explore;
pub(crate) use files::{read, read_or_set_aside};

/// The file of one's own games in a data folder.
pub fn own_path(data: &Path) -> PathBuf {
    data.join("own.erawan")
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
pub(crate) struct Edits {
    #[serde(default)]
    edits: HashMap<String, u64>,
}

impl Edits {
    pub(crate) fn of(value: &Value) -> Edits {
        Edits::deserialize(value).unwrap_or_default()
    }

    /// What cannot be read has none.
    pub(crate) fn of_text(text: &[u8]) -> Edits {
        serde_json::from_slice(text).unwrap_or_default()
    }

    pub(crate) fn are_within(&self, other: &Edits) -> bool {
        self.edits.iter().all(|(page, count)| other.edits.get(page) >= Some(count))
    }

    fn are_none(&self) -> bool {
        self.edits.is_empty()
    }
}

impl Opened {
    /// A database that can be written to. What former versions have told of its games is
    /// told anew; where there is no room for that, it stays as it was told.
    fn told_anew(mut database: Database) -> Opened {
        let _ = tell_anew(&mut database);
        Opened { database, is_writable: true }
    }
}

/// Brings the rows of games to what their documents say by the rules of this version.
/// What was taken out stays out.
fn tell_anew(database: &mut Database) -> Result<(), DatabaseError> {
    if database.facts_version()? >= facts::VERSION {
        return Ok(());
    }
    let mut rows = Vec::new();
    database.each_own_game(|row| {
        rows.extend(row.document.map(|name| (name, row.game)));
        true
    })?;
    let (plan, mut changes) = (Plan { database, wanted: &[] }, Vec::new());
    for (name, before) in rows {
        if let Some(game) = plan.game_of(&name)?.filter(|game| *game != before) {
            changes.push(DocumentChange { name, text: Text::Same, game: Some(game) });
        }
    }
    if !changes.is_empty() {
        database.change_documents(&changes)?;
    }
    database.set_facts_version(facts::VERSION)
}

/// The documents of a data folder. One at a time may use them.
#[derive(Debug)]
pub(crate) struct OwnGames {
    path: PathBuf,
    /// Where each document was a file, in former versions.
    files: PathBuf,
    database: Option<Opened>,
}

#[derive(Debug)]
struct Opened {
    database: Database,
    /// False on a disk that takes nothing: what is kept can still be looked at.
    is_writable: bool,
}

impl OwnGames {
    /// Takes in what former versions have kept as files. Those that cannot be taken in
    /// stay where they are.
    pub(crate) fn open(data: &Path) -> OwnGames {
        let (path, files) = (own_path(data), data.join("games"));
        let mut own = OwnGames { path, files, database: None };
        // What is wrong will be told to whoever asks for games.
        let _ = own.take_files();
        own
    }

    /// The database, to look at it; none if nothing was kept yet.
    fn reader(&mut self) -> Result<Option<&Database>, DatabaseError> {
        if self.database.is_none() {
            // An empty one is what a start has left that found no room.
            if fs::metadata(&self.path).map_or(true, |it| it.is_file() && it.len() == 0) {
                return Ok(None);
            }
            // One that a kill has left half made is made whole.
            self.database = Some(match Database::create(&self.path) {
                Ok(database) => Opened::told_anew(database),
                Err(error) if error.is_bad_data() => return Err(error),
                Err(error) => {
                    let database = Database::open(&self.path).map_err(|_| error)?;
                    Opened { database, is_writable: false }
                }
            });
        }
        Ok(self.database.as_ref().map(|it| &it.database))
    }

    /// The database once more, for a question that may take long; none if nothing was
    /// kept yet. One that is just being made is whole by then.
    pub(crate) fn open_again(&mut self) -> Result<Option<Database>, DatabaseError> {
        match self.reader()? {
            Some(_) => Database::open(&self.path).map(Some),
            None => Ok(None),
        }
    }

    /// The database, to change it.
    fn writer(&mut self) -> Result<&mut Database, DatabaseError> {
        if self.database.as_ref().is_none_or(|it| !it.is_writable) {
            // Games are their owner's alone, and SQLite's other files are like this one.
            let _ = private().write(true).create_new(true).open(&self.path);
            self.database = Some(Opened::told_anew(Database::create(&self.path)?));
        }
        match &mut self.database {
            Some(it) => Ok(&mut it.database),
            None => Err(DatabaseError::Missing(self.path.clone())),
        }
    }

    /// Asks the database; without one the answer is that of an empty one.
    fn ask<T: Default>(
        &mut self,
        question: impl FnOnce(&Database) -> Result<T, DatabaseError>,
    ) -> io::Result<T> {
        let answer = self.reader().and_then(|it| it.map_or_else(|| Ok(T::default()), question));
        answer.map_err(|error| self.told(error))
    }

    /// A reason with the name of the file, where its path was.
    fn told(&self, error: DatabaseError) -> io::Error {
        let (reason, path) = (error.to_string(), self.path.display().to_string());
        let name = self.path.file_name().unwrap_or_default().display();
        match reason.strip_prefix(&path) {
            Some(rest) => io::Error::other(format!("{name}{rest}")),
            None => io::Error::other(reason),
        }
    }

    /// Keeps a document, unless it would undo changes that it does not know.
    pub(crate) fn save(&mut self, name: &str, value: &Value) -> Result<(), SaveError> {
        self.take_file(name)?;
        match self.text(name)? {
            Some(kept) if !Edits::of_text(kept.as_bytes()).are_within(&Edits::of(value)) => {
                return Err(SaveError::Conflict);
            }
            Some(_) => {}
            None => {
                if self.count()? >= MAX_DOCUMENTS {
                    let message = format!("{MAX_DOCUMENTS} games are kept already: delete some");
                    return Err(io::Error::other(message).into());
                }
            }
        }
        Ok(self.change(&[(name.to_owned(), Some(value.clone()))])?)
    }

    /// Reads a document; none if there is none.
    pub(crate) fn load(&mut self, name: &str) -> io::Result<Option<Value>> {
        match self.text(name)? {
            Some(text) => serde_json::from_str(&text).map(Some).map_err(io::Error::from),
            None => self.load_file(name),
        }
    }

    /// Forgets a document.
    pub(crate) fn remove(&mut self, name: &str) -> io::Result<()> {
        if self.text(name)?.is_some() {
            self.change(&[(name.to_owned(), None)])?;
        }
        self.remove_file(name)
    }

    /// The names of all documents, the last changed first.
    pub(crate) fn names(&mut self) -> io::Result<Vec<String>> {
        let mut names = self.ask(Database::document_names)?;
        let files = self.file_names()?;
        names.extend(files.into_iter().filter(|file| !names.contains(file)).collect::<Vec<_>>());
        Ok(names)
    }

    fn count(&mut self) -> io::Result<usize> {
        Ok(self.ask(Database::document_count)? + self.file_names()?.len())
    }

    fn text(&mut self, name: &str) -> io::Result<Option<String>> {
        self.ask(|database| database.document(name))
    }

    /// Keeps documents, or forgets them, with all that follows for their games.
    fn change(&mut self, wanted: &[(String, Option<Value>)]) -> io::Result<()> {
        let done = self.writer().and_then(|database| {
            let changes = Plan { database, wanted }.changes()?;
            database.change_documents(&changes)
        });
        done.map_err(|error| self.told(error))
    }
}

/// What documents that are to be changed mean for the rows of games. The analysis of a
/// game that was played here is no game of its own: what it says counts for that game.
struct Plan<'a> {
    database: &'a Database,
    wanted: &'a [(String, Option<Value>)],
}

impl Plan<'_> {
    fn changes(&self) -> Result<Vec<DocumentChange>, DatabaseError> {
        let mut changes = Vec::with_capacity(self.wanted.len());
        let mut others = BTreeSet::new();
        for (name, value) in self.wanted {
            let text = match value {
                Some(value) => Text::New {
                    text: value.to_string(),
                    analysis: facts::analysis_of(value).map(str::to_owned),
                },
                None => Text::None,
            };
            changes.push(DocumentChange { name: name.clone(), text, game: self.game_of(name)? });
            let before = self.kept(name)?;
            let analyses = [before.as_ref(), value.as_ref()].into_iter().flatten();
            others.extend(analyses.filter_map(facts::analysis_of).map(str::to_owned));
            others.extend(self.analysed_in(name)?);
        }
        for name in others {
            if !self.wanted.iter().any(|(wanted, _)| *wanted == name) {
                let game = self.game_of(&name)?;
                changes.push(DocumentChange { name, text: Text::Same, game });
            }
        }
        Ok(changes)
    }

    fn kept(&self, name: &str) -> Result<Option<Value>, DatabaseError> {
        let text = self.database.document(name)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// A document as it will be.
    fn document(&self, name: &str) -> Result<Option<Value>, DatabaseError> {
        match self.wanted.iter().find(|(wanted, _)| wanted == name) {
            Some((_, value)) => Ok(value.clone()),
            None => self.kept(name),
        }
    }

    /// The documents whose analysis will be in this one.
    fn analysed_in(&self, name: &str) -> Result<Vec<String>, DatabaseError> {
        let mut found = self.database.analysed_in(name)?;
        found.retain(|other| !self.wanted.iter().any(|(wanted, _)| wanted == other));
        let wanted = self.wanted.iter().filter(|(_, value)| {
            value.as_ref().and_then(facts::analysis_of).is_some_and(|analysis| analysis == name)
        });
        found.extend(wanted.map(|(name, _)| name.clone()));
        Ok(found)
    }

    fn game_of(&self, name: &str) -> Result<Option<OwnGame>, DatabaseError> {
        let Some(document) = self.document(name)? else { return Ok(None) };
        for other in self.analysed_in(name)?.iter().filter(|other| *other != name) {
            let other = self.document(other)?;
            if other.is_some_and(|other| facts::game_of(&other, None).is_some()) {
                return Ok(None);
            }
        }
        let analysis = match facts::analysis_of(&document).filter(|analysis| *analysis != name) {
            Some(analysis) => self.document(analysis)?,
            None => None,
        };
        Ok(facts::game_of(&document, analysis.as_ref()))
    }
}
