//! What the page is answered, whoever carries the questions: a server over a socket,
//! or a worker beside the page.
//!
//! What lives here: the messages ([`protocol`]) and their bounds ([`limits`]), and the
//! answers to all that needs neither disk nor network: positions, texts, games,
//! endgame tables ([`questions`]), analyses, moves and reviews ([`searches`]). What
//! does not: documents, databases and exercises, which whoever answers keeps where it
//! can. The crate may use `erawan-board`, `erawan-notation`, `erawan-engine`,
//! `erawan-syzygy`, `erawan-endings`, `erawan-analysis`, `serde`, and for the words of
//! databases `erawan-database`.
//!
//! ```
//! use erawan_answers::questions;
//! use erawan_answers::tables::AllTables;
//!
//! let text = r#"{"id": 7, "type": "position", "line": {"variant": "makruk", "moves": ["d3d4"]}}"#;
//! let asked = questions::read(text).unwrap();
//! let answer = questions::answer(asked.request, &AllTables::default(), &|| true).unwrap();
//! let text = serde_json::to_string(&answer).unwrap();
//! assert!(text.starts_with(r#"{"type":"position""#));
//! ```
#![deny(missing_docs)]

pub mod catalogue;
pub mod games;
pub mod limits;
pub mod lines;
pub mod memory;
pub mod openings;
pub mod protocol;
pub mod questions;
mod reviews;
pub mod searches;
pub mod tables;
pub mod watch;
