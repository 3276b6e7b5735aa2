//! The databases of the data folder: listed, made, searched, explored.
//!
//! Their names come from the page, so they are checked: nothing outside the folder
//! can be named. A database is opened for each question; that takes a millisecond.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use erawan_board::{Color, Position, Rules, Variant, with_rules};
use erawan_database::{
    AnyPosition, Database, DatabaseError, Filter, InvalidMaterial, Question, Scene, Search,
    read_material,
};
use erawan_notation::pgn::GameResult;
use erawan_notation::uci::{self, CastlingNotation};

use crate::books::Books;
use crate::games;
use crate::lines;
use crate::protocol::{
    Answer, DatabaseReply, ErrorKind, ExploredReply, FirstGames, GameFilter, GameName, Line,
    PlayedMove, Request, Side,
};

/// Where databases are, in the data folder.
const FOLDER: &str = "databases";
/// Where those are that were removed, in the same folder.
const REMOVED: &str = "removed";
/// How long they are kept there.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How their files end.
const EXTENSION: &str = "erawan";
/// The database of whoever does not name one.
const DEFAULT: &str = "games";
/// The most characters of a name.
const LONGEST: usize = 60;

/// The file of a database in a data folder. The command line keeps games that are
/// for no other in `games`.
pub fn database_path(data: &Path, name: &str) -> PathBuf {
    let file = format!("{name}.{EXTENSION}");
    let (inside, beside) = (data.join(FOLDER).join(&file), data.join(file));
    // Where it was kept at first.
    if name == DEFAULT && !inside.exists() && beside.exists() { beside } else { inside }
}

/// What is said when a question has failed for no reason of its own.
pub(crate) fn failed() -> Answer {
    Answer::error(ErrorKind::Engine, "something failed in the server; please report it")
}

/// Names come from the page: none leads out of the folder.
pub(crate) fn check_name(name: &str) -> Result<(), Answer> {
    let is_bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let length = name.chars().count();
    if length == 0 || length > LONGEST {
        let message = format!("the name of a database has 1 to {LONGEST} characters");
        return Err(Answer::error(ErrorKind::Input, message));
    }
    if name.chars().any(is_bad) || name.starts_with('.') || name.trim() != name {
        let message = "the name of a database has letters, digits, spaces and dashes";
        return Err(Answer::error(ErrorKind::Input, message));
    }
    Ok(())
}

/// The databases of a data folder, and its books.
pub(crate) struct Library {
    data: PathBuf,
    books: Books,
}

impl Library {
    pub(crate) fn new(data: &Path) -> Library {
        let library = Library { data: data.to_path_buf(), books: Books::new(data) };
        library.tidy();
        library
    }

    fn path(&self, name: &str) -> Result<PathBuf, Answer> {
        check_name(name)?;
        Ok(database_path(&self.data, name))
    }

    /// Opens a database, or says why not.
    pub(crate) fn open(
        &self,
        name: &str,
        how: impl FnOnce(PathBuf) -> Result<Database, DatabaseError>,
    ) -> Result<Database, Answer> {
        how(self.path(name)?).map_err(|error| self.answer(name, &error))
    }

    /// A reason with the name of the database, where the path of its file was.
    pub(crate) fn named(&self, name: &str, reason: &str) -> String {
        let path = database_path(&self.data, name).display().to_string();
        let rest = reason.strip_prefix(&path).and_then(|rest| rest.strip_prefix(": "));
        rest.map_or_else(|| reason.to_owned(), |rest| format!("{name}: {rest}"))
    }

    fn answer(&self, name: &str, error: &DatabaseError) -> Answer {
        let kind = match error {
            DatabaseError::Stopped => return Answer::Done,
            error if error.is_bad_data() => ErrorKind::Input,
            _ => ErrorKind::Storage,
        };
        Answer::error(kind, self.named(name, &error.to_string()))
    }

    /// Answers a question about databases. `stop` ends it early.
    pub(crate) fn ask(&self, request: Request, stop: &AtomicBool) -> Answer {
        self.try_ask(request, stop).unwrap_or_else(|answer| answer)
    }

    fn try_ask(&self, request: Request, stop: &AtomicBool) -> Result<Answer, Answer> {
        match request {
            Request::Databases => self.list(),
            Request::CreateDatabase { name } => self.create(&name),
            Request::RemoveDatabase { name, restore: false } => self.remove(&name),
            Request::RemoveDatabase { name, restore: true } => self.restore(&name),
            Request::OpenGame { database, game } => {
                let found = self.open(&database, Database::open)?.game(game);
                found.map(|game| games::opened(&game)).map_err(|it| self.answer(&database, &it))
            }
            Request::RemoveGames { database, games, restore } => {
                let mut it = self.open(&database, Database::open_to_write)?;
                let removed = if restore { it.restore(&games) } else { it.delete(&games) };
                removed
                    .map(|games| Answer::Removed { games })
                    .map_err(|error| self.answer(&database, &error))
            }
            Request::FindGames {
                database,
                filter,
                line,
                material,
                order,
                descending,
                offset,
                limit,
            } => {
                let search = Search {
                    filter: filter_of(&filter)?,
                    scene: scene_of(line.as_ref(), material.as_deref(), filter.variant)?,
                    order: order.into(),
                    descending,
                    offset,
                    limit,
                };
                let found = self.open(&database, Database::open)?.search(&search, stop);
                let found = found.map_err(|error| self.answer(&database, &error))?;
                let games = found.games.into_iter().map(Into::into).collect();
                Ok(Answer::Found { total: found.total, games })
            }
            Request::Explore { database, book: true, line, .. } => {
                self.books.explore(&database, &line).map(Answer::Explored)
            }
            Request::Explore { database, line, filter, first, games, .. } => {
                let question = question_of(&line, &filter, first, games)?;
                let explored = self.open(&database, Database::open)?.explore(&question, stop);
                let explored = explored.map_err(|error| self.answer(&database, &error))?;
                let variant = Variant::from(line.variant);
                Ok(Answer::Explored(explored_reply(variant, &question.position, explored)))
            }
            _ => Err(Answer::error(ErrorKind::Protocol, "not a question about databases")),
        }
    }

    fn create(&self, name: &str) -> Result<Answer, Answer> {
        let path = self.path(name)?;
        let storage = |error: io::Error| Answer::error(ErrorKind::Storage, error);
        fs::create_dir_all(self.data.join(FOLDER)).map_err(storage)?;
        if path.exists() {
            let message = format!("there is a database '{name}' already");
            return Err(Answer::error(ErrorKind::Input, message));
        }
        Database::create(path).map_err(|error| self.answer(name, &error))?;
        Ok(Answer::Saved)
    }

    /// Puts a database aside, where it is kept for a while.
    fn remove(&self, name: &str) -> Result<Answer, Answer> {
        let path = self.path(name)?;
        let storage = |error: io::Error| Answer::error(ErrorKind::Storage, error);
        match Database::open_to_write(&path).and_then(Database::close) {
            // What is no database, or is damaged, can be removed as well.
            Err(error) if !error.is_bad_data() => return Err(self.answer(name, &error)),
            _ => {}
        }
        let aside = self.aside(name);
        fs::create_dir_all(self.data.join(FOLDER).join(REMOVED)).map_err(storage)?;
        // One of the same name that was removed before is kept too.
        if aside.exists() {
            let mut others = (2..).map(|n| self.aside(&format!("{name} ({n})")));
            if let Some(free) = others.find(|other| !other.exists()) {
                fs::rename(&aside, free).map_err(storage)?;
            }
        }
        fs::rename(&path, &aside).map_err(storage)?;
        // From now on its time counts. Where that cannot be said it goes sooner.
        let touched = fs::File::options().append(true).open(&aside);
        let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
        Ok(Answer::Saved)
    }

    /// Brings back the database that was removed last of this name.
    fn restore(&self, name: &str) -> Result<Answer, Answer> {
        let (path, aside) = (self.path(name)?, self.aside(name));
        let storage = |error: io::Error| Answer::error(ErrorKind::Storage, error);
        let refused = |message: String| Err(Answer::error(ErrorKind::Input, message));
        if !aside.exists() {
            return refused(format!("there is no removed database '{name}'"));
        }
        if path.exists() {
            return refused(format!("there is a database '{name}' already"));
        }
        fs::rename(&aside, &path).map_err(storage)?;
        Ok(Answer::Saved)
    }

    fn aside(&self, name: &str) -> PathBuf {
        self.data.join(FOLDER).join(REMOVED).join(format!("{name}.{EXTENSION}"))
    }

    /// Deletes what was put aside long ago.
    fn tidy(&self) {
        let Ok(entries) = fs::read_dir(self.data.join(FOLDER).join(REMOVED)) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let age = fs::metadata(&path).and_then(|it| it.modified()).map(|at| at.elapsed());
            let is_old = matches!(age, Ok(Ok(age)) if age > KEPT);
            if is_old && path.extension().is_some_and(|extension| extension == EXTENSION) {
                // What cannot be deleted today may be tomorrow.
                let _ = fs::remove_file(path);
            }
        }
    }

    fn list(&self) -> Result<Answer, Answer> {
        let storage = |error: io::Error| Answer::error(ErrorKind::Storage, error);
        let mut names = match fs::read_dir(self.data.join(FOLDER)) {
            Ok(entries) => names_of(entries).map_err(storage)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(storage(error)),
        };
        if !names.iter().any(|name| name == DEFAULT) && database_path(&self.data, DEFAULT).exists()
        {
            names.push(DEFAULT.to_owned());
        }
        // What cannot be asked for is not listed.
        names.retain(|name| self.path(name).is_ok());
        names.sort_by_key(|name| name.to_lowercase());
        let databases = names.into_iter().map(|name| self.describe(name)).collect();
        Ok(Answer::Databases { databases, books: self.books.names() })
    }

    fn describe(&self, name: String) -> DatabaseReply {
        let path = database_path(&self.data, &name);
        match Database::open(&path).and_then(|database| database.statistics()) {
            Ok(it) => {
                let years = it.first.zip(it.last).map(|(first, last)| (first.year(), last.year()));
                DatabaseReply { name, games: it.games, bytes: it.bytes, years, error: None }
            }
            Err(error) => {
                let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
                let error = Some(self.named(&name, &error.to_string()));
                DatabaseReply { name, games: 0, bytes, years: None, error }
            }
        }
    }
}

fn names_of(entries: fs::ReadDir) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION)
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// The position at the end of a line.
fn position_of(line: &Line) -> Result<AnyPosition, Answer> {
    with_rules!(Variant::from(line.variant), R => match lines::replay::<R>(line) {
        Ok(game) => Ok(AnyPosition::of::<R>(*game.position())),
        Err(error) => Err(Answer::error(ErrorKind::Input, error)),
    })
}

/// A question to the explorer.
pub(crate) fn question_of(
    line: &Line,
    filter: &GameFilter,
    first: FirstGames,
    games: usize,
) -> Result<Question, Answer> {
    let (position, filter) = (position_of(line)?, filter_of(filter)?);
    Ok(Question { position, filter, first: first.into(), games })
}

/// What is looked for on the board: one thing at a time.
fn scene_of(
    line: Option<&Line>,
    material: Option<&str>,
    variant: Option<GameName>,
) -> Result<Option<Scene>, Answer> {
    let material = material.map(str::trim).filter(|men| !men.is_empty());
    match (line, material) {
        (None, None) => Ok(None),
        (Some(line), None) => position_of(line).map(Scene::Position).map(Some),
        (None, Some(men)) => {
            let counts_of = |game| with_rules!(game, R => read_material::<R>(men));
            let is_chess = |counts| !matches!(counts, Err(InvalidMaterial::Letter(_)));
            let variant = match variant {
                Some(variant) => variant.into(),
                None if is_chess(counts_of(Variant::Chess)) => Variant::Chess,
                // Men that chess does not have may be those of Makruk.
                None if counts_of(Variant::Makruk).is_ok() => Variant::Makruk,
                None => Variant::Chess,
            };
            let counts = counts_of(variant);
            let wrong = |error| Answer::error(ErrorKind::Input, format!("'{men}': {error}"));
            Ok(Some(Scene::Material(variant, counts.map_err(wrong)?)))
        }
        (Some(_), Some(_)) => {
            let message = "look for a position or for men, not for both";
            Err(Answer::error(ErrorKind::Input, message))
        }
    }
}

fn filter_of(filter: &GameFilter) -> Result<Filter, Answer> {
    fn read<T>(text: Option<&String>) -> Result<Option<T>, Answer>
    where
        T: std::str::FromStr<Err: std::fmt::Display>,
    {
        let wrong = |text: &str, error| {
            Answer::error(ErrorKind::Input, format!("'{}': {error}", text.escape_debug()))
        };
        let text = text.map(|text| text.trim()).filter(|text| !text.is_empty());
        text.map(|text| text.parse().map_err(|error| wrong(text, error))).transpose()
    }
    let name = |text: &Option<String>| {
        text.as_ref().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let result = |text: &String| {
        GameResult::from_bytes(text.as_bytes())
            .ok_or_else(|| Answer::error(ErrorKind::Input, "results are 1-0, 0-1, 1/2-1/2 and *"))
    };
    Ok(Filter {
        player: name(&filter.player),
        color: filter.color.map(|side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }),
        opponent: name(&filter.opponent),
        event: name(&filter.event),
        from: read(filter.from.as_ref())?,
        to: read(filter.to.as_ref())?,
        min_rating: filter.min_rating,
        max_rating: filter.max_rating,
        results: filter.result.as_ref().map(result).transpose()?.into_iter().collect(),
        eco: read(filter.eco.as_ref())?,
        variant: filter.variant.map(Variant::from),
        ..Filter::default()
    })
}

pub(crate) fn explored_reply(
    variant: Variant,
    position: &AnyPosition,
    explored: erawan_database::Explored,
) -> ExploredReply {
    let moves = with_rules!(variant, R => match position.get::<R>() {
        Some(position) => explored.moves.into_iter().map(|it| played(variant, position, it)).collect(),
        None => Vec::new(),
    });
    ExploredReply {
        results: explored.score.into(),
        moves,
        games: explored.top.into_iter().map(Into::into).collect(),
    }
}

/// A move as the page writes it, with castling as its game has it.
fn played<R: Rules>(
    variant: Variant,
    position: &Position<R>,
    played: erawan_database::Played,
) -> PlayedMove {
    let found = uci::parse(position, &played.uci).ok();
    let uci = found.map(|m| uci::write::<R>(m, CastlingNotation::of(variant)));
    PlayedMove {
        uci: uci.unwrap_or(played.uci),
        san: played.san,
        thai: found.and_then(|m| lines::thai(position, m)),
        results: played.score.into(),
        rating: played.rating,
        performance: played.performance,
        last: played.last.map(|date| date.to_string()),
    }
}
