//! Reading and writing chess, Chess960 and Makruk as text.
//!
//! What lives here: FEN, EPD, UCI moves, SAN, PGN, puzzles and diagrams. What does not:
//! the rules (they are in `erawan-board`) and anything that plays. The crate may
//! use `erawan-board`, `core` and `alloc`, and nothing else unless a feature asks
//! for it.
//!
//! ```
//! use erawan_board::{Chess, Strictness};
//! use erawan_notation::{fen, san, uci};
//!
//! let text = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
//! let position = fen::parse::<Chess>(text, Strictness::Strict).unwrap();
//! let mate = uci::parse(&position, "f3f7").unwrap();
//! assert_eq!(san::write(&position, mate), "Qxf7#");
//! assert_eq!(fen::write(&position), text);
//! ```
//!
//! | to read or write | use |
//! |---|---|
//! | a position | [`fen`]; with remarks [`epd`] |
//! | a move, as protocols spell it | [`uci`] |
//! | a move, as people spell it | [`san`] |
//! | games | [`pgn`] |
//! | puzzles as CSV | [`puzzle`] |
//! | a picture | [`diagram`] |
//!
//! Every module reads two ways where that makes sense: strictly, what its standard
//! says, and leniently, what is found in files. No input makes it panic, recurse or
//! take memory without bound. Errors say what is wrong and where.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | reading PGN from streams |
//! | `compressed` | no | reading PGN that gzip or Zstandard has compressed |
//! | `libzstd` | no | the same with the Zstandard library in C, which is faster |
//! | `serde` | no | `Serialize` and `Deserialize` for options, tags, results, summaries, and [`fen::Fen`] as text |
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs)]
extern crate alloc;

pub mod diagram;
pub mod epd;
pub mod fen;
pub mod pgn;
pub mod puzzle;
pub mod san;
pub mod uci;

mod typography;

#[cfg(feature = "serde")]
mod serde_impls;

/// Runs the examples of the README with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
