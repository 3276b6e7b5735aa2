//! Self-play data: games the engine plays against itself, and the records
//! they are kept in.
//!
//! What lives here: playing such games on all cores ([`generate`]), the file
//! of games ([`Reader`], [`Writer`], [`GameRecord`]), checking it by replaying
//! ([`check`]), counting ([`Stats`]), and the 32-byte records of positions a
//! trainer reads ([`PositionRecord`]). What does not: networks and training.
//! The crate may use `erawan-board` and `erawan-engine`.
//!
//! A file of games is a row of chunks, each with a header, a checksum and its
//! games; a file that was cut off is good up to its last whole chunk. A game
//! is its start position in 32 bytes, then a move and a score in two bytes
//! each for every ply.
#![deny(missing_docs)]

mod adjudicate;
mod board;
mod chunk;
mod error;
mod game;
mod generate;
pub mod layout;
mod opening;
mod play;
mod position;
mod random;
mod reader;
mod replay;
mod start;
mod stats;
mod writer;

pub use adjudicate::{Adjudication, ply_of};
pub use board::PackError;
pub use chunk::{Chunk, Settings};
pub use error::{GameFault, ReadError};
pub use game::{GameRecord, GameResult, Ply, Reason};
pub use generate::{GenerateError, Progress, Quota, generate};
pub use opening::Openings;
pub use play::{in_16_bits, play};
pub use position::{Filter, Label, PositionRecord};
pub use reader::Reader;
pub use replay::{Moment, check, positions, replay};
pub use start::Start;
pub use stats::Stats;
pub use writer::{WriteError, Writer};

#[cfg(test)]
mod tests;

/// Runs the examples of the README with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
