//! Erawan from C, and from every language that can call C.
//!
//! What lives here: handles for games, networks and engines, and functions
//! over them that check what they are given. What does not: anything that the
//! other crates could do themselves. The crate may use `erawan-board`,
//! `erawan-notation` and `erawan-engine`. `include/erawan.h` is made from these
//! sources by cbindgen; a test fails if the two differ.
//!
//! No panic crosses the border: every function that does more than copy a
//! number runs inside [`std::panic::catch_unwind`] and turns a panic into
//! [`ErawanStatus::Panic`].
#![deny(missing_docs)]

mod counting;
mod engine;
mod game;
mod network;
mod notation;
mod outcome;
mod search;
mod status;
mod text;

pub use counting::*;
pub use engine::*;
pub use game::*;
pub use network::*;
pub use notation::*;
pub use outcome::*;
pub use search::*;
pub use status::*;
