//! Opening books in the data folder: sources of the explorer beside databases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use erawan_board::{Chess, Variant};
use erawan_notation::san;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_polyglot::Book;

use crate::library::check_name;
use crate::lines;
use crate::protocol::{Answer, ErrorKind, ExploredReply, Line, PlayedMove, Results};
use crate::session::lock;

/// Where books are, in the data folder.
const FOLDER: &str = "books";
/// How their files end.
const EXTENSION: &str = "bin";

/// A book that was asked last, and the file it was read from.
struct Opened {
    path: PathBuf,
    file: (Option<SystemTime>, u64),
    book: Arc<Book>,
}

/// The books of a data folder.
pub(crate) struct Books {
    folder: PathBuf,
    /// They are read whole, so the last one is kept.
    last: Mutex<Option<Opened>>,
}

impl Books {
    pub(crate) fn new(data: &Path) -> Books {
        Books { folder: data.join(FOLDER), last: Mutex::new(None) }
    }

    /// Their names. A folder that cannot be read has none.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let name = |path: PathBuf| {
            let is_book = path.extension().is_some_and(|extension| extension == EXTENSION);
            let name = path.file_stem()?.to_str()?.to_owned();
            (is_book && check_name(&name).is_ok()).then_some(name)
        };
        let mut names: Vec<_> = entries.flatten().filter_map(|entry| name(entry.path())).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names
    }

    /// What a book says of the position at the end of a line: moves with their weights.
    pub(crate) fn explore(&self, name: &str, line: &Line) -> Result<ExploredReply, Answer> {
        let book = self.open(name)?;
        let variant = Variant::from(line.variant);
        // There are no keys for other games.
        if variant.rules() != Variant::Chess {
            return Ok(ExploredReply::default());
        }
        let game =
            lines::replay::<Chess>(line).map_err(|error| Answer::error(ErrorKind::Input, error))?;
        let position = game.position();
        let moves: Vec<PlayedMove> = book
            .probe(position)
            .into_iter()
            .map(|(m, weight)| PlayedMove {
                uci: uci::write::<Chess>(m, CastlingNotation::of(variant)),
                san: san::write(position, m),
                thai: None,
                results: Results { games: weight.into(), ..Results::default() },
                rating: None,
                performance: None,
                last: None,
            })
            .collect();
        let games = moves.iter().map(|m| m.results.games).sum();
        Ok(ExploredReply {
            results: Results { games, ..Results::default() },
            moves,
            games: Vec::new(),
        })
    }

    fn open(&self, name: &str) -> Result<Arc<Book>, Answer> {
        check_name(name)?;
        let path = self.folder.join(format!("{name}.{EXTENSION}"));
        let found = fs::metadata(&path);
        let file = found.map(|it| (it.modified().ok(), it.len())).unwrap_or_default();
        let mut last = lock(&self.last);
        if let Some(it) = last.as_ref().filter(|it| it.path == path && it.file == file) {
            return Ok(Arc::clone(&it.book));
        }
        let wrong = |error| Answer::error(ErrorKind::Input, format!("the book {name}: {error}"));
        let book = Arc::new(Book::open(&path).map_err(wrong)?);
        *last = Some(Opened { path, file, book: Arc::clone(&book) });
        Ok(book)
    }
}
