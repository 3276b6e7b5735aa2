//! Games of chess, Chess960, Makruk and its relatives in a database.
//!
//! What lives here: games kept in one file (SQLite), found again by what their
//! heads say or by the positions in them, and the explorer, which tells what was
//! played in a position and how it ended; exercises and repertoires, and when they
//! are to be repeated; and results of benchmarks, in a file of their own. What does
//! not: reading PGN, which is in `erawan-notation`, and anything that thinks. The
//! crate may use `erawan-board` and `erawan-notation`.
//!
//! The layout of the file and what it promises are told in `docs/book/formats/database.md`.
#![deny(missing_docs)]

pub mod benchmarks;
mod block;
mod coding;
mod database;
mod date;
mod departure;
mod document;
mod error;
mod exercise;
mod explore;
mod facts;
mod filter;
mod head;
mod import;
mod material;
mod names;
mod own_explore;
mod puzzle;
mod recall;
mod record;
mod repertoire;
mod repertoires;
mod repetition;
mod scan;
mod schema;
mod search;
mod solver;
mod testing;
mod training;
mod watch;

pub use database::{Added, Database};
pub use date::{Date, InvalidDate};
pub use departure::{Course, Departure, Prepared, judge};
pub use document::{DocumentChange, Fault, Lapse, OwnGame, OwnRow, Text};
pub use error::DatabaseError;
pub use exercise::{
    AddedExercises, Exercise, Kind, NewExercise, Practised, PuzzleFacts, Stock, Wanted,
};
pub use explore::{Explored, First, Played, Question, Score};
pub use filter::{EcoRange, Filter, InvalidEco};
pub use import::{BadGame, Event, ImportError, Imported};
pub use material::{InvalidMaterial, read_material};
pub use own_explore::{Judged, OwnExplored, Standing};
pub use recall::{Recall, RecallWanted};
pub use record::{MAX_PLIES, Record, TooLong};
pub use repertoire::{
    InvalidRepertoire, MAX_REPERTOIRE_MOVES, MAX_REPERTOIRE_NAME, RepertoireHead, merged,
};
pub use repertoires::{KeptRepertoire, PutRepertoire};
pub use repetition::{Grade, Memory};
pub use search::{Found, Listing, Order, Scene, Search, Statistics};
pub use solver::Rating;
pub use watch::{AnyPosition, Counts, Positions};
