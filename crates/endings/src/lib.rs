//! Endgame tables of Makruk, Ouk Chatrang and Makpong that know the count.
//!
//! In these games a count decides most endings: whoever is chased has a draw
//! after so many moves, and how many depends on what is left. A count is a
//! limit and a number, both in plies. The tables hold for every position with
//! few men
//!
//! - the plies to mate, as if nothing were counted, and
//! - the plies to mate or to a move that begins another count, and wins within
//!   it: what such a move is worth does not depend on the count before it.
//!
//! The second number decides every count there can be: with `p` plies counted
//! of `limit`, a win that is `d` plies away is one if `p + d - 1` does not
//! exceed the limit. Where a king is bare and no bia is left, nothing begins
//! another count, and the first number decides.
//!
//! [`Workshop`] builds folders of tables and verifies them with the library's
//! own moves, [`Endings`] answers from them, and [`Solved`] holds tables in
//! memory. Files carry checksums: a damaged one is an error, never a wrong
//! answer.
//!
//! What does not live here: rules, moves and counts themselves
//! (`erawan-board`, the only crate this one uses), and what a search makes of a
//! result (`erawan-engine`).
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use erawan_board::{Counting, Makruk, Position, Rules, Setup, Strictness};
//! use erawan_endings::{Endings, Material, Outcome, Solved, Work};
//!
//! let work = Work { threads: 1, stop: &AtomicBool::new(false) };
//! let (mut solved, mut endings) = (Solved::<Makruk>::new(), Endings::new());
//! for name in ["KvK", "KRvK"] {
//!     let material = Material::from_name(name).unwrap();
//!     let bytes = solved.solve(material, work)?.to_bytes::<Makruk>();
//!     endings.add_bytes(Makruk::VARIANT, material, bytes).unwrap();
//! }
//! // A rua chases a bare khun, whose count has come to 16 of 16.
//! let mut setup = Setup::with_men::<Makruk>("Kc6 Rh1", "Ka8").unwrap();
//! setup.counting = Counting::new(32, 32);
//! let position = Position::<Makruk>::from_setup(&setup, Strictness::Strict).unwrap();
//! let ending = endings.look_up(&position)?;
//! // Mate in two moves, three plies; the count leaves one.
//! assert_eq!((ending.mate, ending.left), (Some(3), Some(1)));
//! assert_eq!(ending.outcome, Outcome::Draw);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

mod build;
mod checksum;
mod coder;
mod counts;
mod file;
mod index;
mod links;
mod locate;
mod material;
mod moves;
mod probe;
mod solve;
mod solved;
mod statistics;
mod store;
mod tables;
mod verify;
mod words;

pub use build::{BuildError, Step, Workshop, effort, with_successors};
pub use file::Damage;
pub use material::{MAX_MEN, Material};
pub use probe::{Ending, Found, Outcome, ProbeError, RankedMove};
pub use solve::{Metric, SolveError, Table, Work};
pub use solved::Solved;
pub use statistics::Statistics;
pub use tables::{Endings, Problem, ProblemReason};
pub use verify::Disagreement;
pub use words::Timing;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
