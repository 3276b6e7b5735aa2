//! Exercises: mistakes from one's own games, and puzzles.

use erawan_board::Variant;
use rusqlite::Row;
use serde::Serialize;

use crate::head::{variant_number, variant_of};
use crate::repetition::Memory;
use crate::solver::Rating;

/// What is to be practised.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A better move than one that was played.
    Mistake,
    /// The solution of a puzzle.
    Puzzle,
}

impl Kind {
    /// All of them; their places are their numbers in files.
    pub const ALL: [Kind; 2] = [Kind::Mistake, Kind::Puzzle];

    pub(crate) fn number(self) -> u8 {
        self as u8
    }
}

/// What puzzles are known by, as public collections have it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PuzzleFacts {
    /// Its name in its collection.
    pub name: String,
    /// How hard it is.
    pub rating: f64,
    /// How uncertain that is.
    pub deviation: f64,
    /// From -100 to 100.
    pub popularity: i64,
    /// How often it was tried.
    pub plays: i64,
    /// Names of motifs, with spaces between them.
    pub themes: String,
    /// Where its game is.
    pub url: String,
    /// Names of openings, with spaces between them.
    pub openings: String,
}

/// An exercise to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct NewExercise {
    /// What it is.
    pub kind: Kind,
    /// Which game.
    pub variant: Variant,
    /// The position from which the moves go.
    pub fen: String,
    /// Moves in UCI that lead to the position of the exercise.
    pub moves: Vec<String>,
    /// The position of the exercise. The same kind of exercise is not kept twice for
    /// one position.
    pub position: String,
    /// Moves in UCI: those of the solver and the answers to them.
    pub solution: Vec<String>,
    /// What whoever shows it wants to know of it; it means nothing here.
    pub about: String,
    /// For puzzles.
    pub puzzle: Option<PuzzleFacts>,
}

/// An exercise that is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// Its number.
    pub id: i64,
    /// What it is.
    pub kind: Kind,
    /// Which game.
    pub variant: Variant,
    /// The position from which the moves go.
    pub fen: String,
    /// Moves in UCI that lead to the position of the exercise.
    pub moves: Vec<String>,
    /// Moves in UCI: those of the solver and the answers to them.
    pub solution: Vec<String>,
    /// What was given with it.
    pub about: String,
    /// For puzzles.
    pub puzzle: Option<PuzzleFacts>,
    /// When it is to be seen, in seconds since 1970; none if it was never tried and
    /// may wait.
    pub due: Option<i64>,
    /// What is known of the memory of it, once it was tried.
    pub memory: Option<Memory>,
}

/// What came of adding exercises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct AddedExercises {
    /// Those that are new.
    pub added: u64,
    /// Those that were there already.
    pub known: u64,
}

/// Which exercise is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Of this game only.
    pub variant: Option<Variant>,
    /// Of this kind only.
    pub kind: Option<Kind>,
    /// Puzzles with this theme only.
    pub theme: Option<String>,
    /// What is not due yet too.
    pub ahead: bool,
    /// None of these.
    pub except: Vec<i64>,
}

/// What there is to practise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stock {
    /// Which game.
    #[serde(serialize_with = "by_name")]
    pub variant: Variant,
    /// What it is.
    pub kind: Kind,
    /// How many there are.
    pub total: u64,
    /// How many are to be seen now.
    pub due: u64,
    /// Puzzles that were never tried.
    pub fresh: u64,
    /// When the next one will be due, if none is.
    pub next: Option<i64>,
}

fn by_name<S: serde::Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(variant.name())
}

/// What came of practising.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Practised {
    /// When it is to be seen again.
    pub due: i64,
    /// In how many days that is.
    pub days: u32,
    /// The solver's rating in this game's puzzles, if it was one.
    pub rating: Option<Rating>,
}

/// The columns that [`exercise_of`] reads.
pub(crate) const COLUMNS: &str = "e.id, e.kind, e.variant, e.fen, e.moves, e.solution, e.about, \
    e.name, e.rating, e.deviation, e.popularity, e.plays, e.themes, e.url, e.openings, \
    r.due, r.stability, r.difficulty";

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn exercise_of(row: &Row<'_>) -> rusqlite::Result<Exercise> {
    let wrong = |column| {
        rusqlite::Error::InvalidColumnType(
            column,
            "exercise".into(),
            rusqlite::types::Type::Integer,
        )
    };
    let kind = Kind::ALL.get(row.get::<_, usize>(1)?).copied().ok_or_else(|| wrong(1))?;
    let variant = variant_of(row.get(2)?).ok_or_else(|| wrong(2))?;
    let name: Option<String> = row.get(7)?;
    let facts = |name| -> rusqlite::Result<PuzzleFacts> {
        Ok(PuzzleFacts {
            name,
            rating: row.get(8)?,
            deviation: row.get(9)?,
            popularity: row.get(10)?,
            plays: row.get(11)?,
            themes: row.get(12)?,
            url: row.get(13)?,
            openings: row.get(14)?,
        })
    };
    let (stability, difficulty): (Option<f64>, Option<f64>) = (row.get(16)?, row.get(17)?);
    Ok(Exercise {
        id: row.get(0)?,
        kind,
        variant,
        fen: row.get(3)?,
        moves: words(&row.get::<_, String>(4)?),
        solution: words(&row.get::<_, String>(5)?),
        about: row.get(6)?,
        puzzle: name.map(facts).transpose()?,
        due: row.get(15)?,
        memory: stability
            .zip(difficulty)
            .map(|(stability, difficulty)| Memory { stability, difficulty }),
    })
}

/// A number that equal exercises share. Clocks and counts of a position do not
/// matter, nor how it came about.
pub(crate) fn identity(exercise: &NewExercise) -> i64 {
    let first = [exercise.kind.number(), variant_number(exercise.variant)];
    let fields = exercise.position.split_whitespace().take(4).map(str::as_bytes);
    // FNV-1a, with a sign between the parts that no text has.
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    for part in std::iter::once(&first[..]).chain(fields) {
        for &byte in part.iter().chain(&[0xFF]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
    hash.cast_signed()
}
