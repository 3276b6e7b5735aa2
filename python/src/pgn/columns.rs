//! The columns that can be asked for.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrow::{Field, Kind};

/// A column of either table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    File,
    Game,
    Variant,
    Result,
    Error,
    /// A tag by its name.
    Header(String),
    // Of positions:
    Ply,
    Move,
    San,
    Fen,
    Key,
    Polyglot,
    Packed,
    Clock,
    Eval,
    Mate,
    Material,
    // Of games:
    Headers,
    Plies,
    Moves,
    Sans,
    Boards,
    Clocks,
    Evals,
    Mates,
    StartFen,
    EndFen,
    EndKey,
}

/// A column's name, what it holds, and which it is.
type Known = (&'static str, Kind, Wanted);

const BOTH: [Known; 5] = [
    ("file", Kind::Text, Wanted::File),
    ("game", Kind::U64, Wanted::Game),
    ("variant", Kind::Text, Wanted::Variant),
    ("result", Kind::Text, Wanted::Result),
    ("error", Kind::Text, Wanted::Error),
];

const OF_POSITIONS: [Known; 11] = [
    ("ply", Kind::U16, Wanted::Ply),
    ("move", Kind::Text, Wanted::Move),
    ("san", Kind::Text, Wanted::San),
    ("fen", Kind::Text, Wanted::Fen),
    ("key", Kind::U64, Wanted::Key),
    ("polyglot", Kind::U64, Wanted::Polyglot),
    ("packed", Kind::Bytes32, Wanted::Packed),
    ("clock", Kind::F64, Wanted::Clock),
    ("eval", Kind::I32, Wanted::Eval),
    ("mate", Kind::I16, Wanted::Mate),
    ("material", Kind::Text, Wanted::Material),
];

const OF_GAMES: [Known; 11] = [
    ("headers", Kind::Map, Wanted::Headers),
    ("plies", Kind::U64, Wanted::Plies),
    ("moves", Kind::Texts, Wanted::Moves),
    ("sans", Kind::Texts, Wanted::Sans),
    ("packed", Kind::Bytes32s, Wanted::Boards),
    ("clocks", Kind::F64s, Wanted::Clocks),
    ("evals", Kind::I32s, Wanted::Evals),
    ("mates", Kind::I16s, Wanted::Mates),
    ("start_fen", Kind::Text, Wanted::StartFen),
    ("end_fen", Kind::Text, Wanted::EndFen),
    ("end_key", Kind::U64, Wanted::EndKey),
];

/// Which of the two tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Positions,
    Games,
}

impl Which {
    fn known(self) -> impl Iterator<Item = Known> {
        let own: &[Known] = match self {
            Which::Positions => &OF_POSITIONS,
            Which::Games => &OF_GAMES,
        };
        BOTH.into_iter().chain(own.iter().cloned())
    }

    /// The columns there are if none are named.
    pub(crate) fn usual(self) -> Vec<String> {
        let names: &[&str] = match self {
            Which::Positions => &["game", "ply", "move", "fen", "key", "result", "error"],
            Which::Games => &[
                "game", "Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo",
                "ECO", "variant", "plies", "result", "error",
            ],
        };
        names.iter().map(|name| name.to_string()).collect()
    }

    /// The columns of these names. One that begins with a capital is a tag's.
    pub(crate) fn choose(self, names: &[String]) -> PyResult<(Vec<Field>, Vec<Wanted>)> {
        let mut chosen = (Vec::new(), Vec::new());
        for (index, name) in names.iter().enumerate() {
            let known = self.known().find(|known| known.0 == name);
            let is_tag = name.starts_with(|first: char| first.is_ascii_uppercase())
                && name.bytes().all(|byte| byte.is_ascii_graphic());
            let (kind, wanted) = match known {
                Some((_, kind, wanted)) => (kind, wanted),
                None if is_tag => (Kind::Text, Wanted::Header(name.clone())),
                None => return Err(self.unknown(name)),
            };
            if names[..index].contains(name) {
                return Err(PyValueError::new_err(format!("the column {name:?} is named twice")));
            }
            chosen.0.push(Field { name: name.clone(), kind });
            chosen.1.push(wanted);
        }
        if names.is_empty() {
            return Err(PyValueError::new_err("no column is named"));
        }
        Ok(chosen)
    }

    fn unknown(self, name: &str) -> PyErr {
        let known: Vec<&str> = self.known().map(|known| known.0).collect();
        PyValueError::new_err(format!(
            "there is no column {name:?}: the columns are {}, and tags by their names, such as \
             White",
            known.join(", ")
        ))
    }
}
