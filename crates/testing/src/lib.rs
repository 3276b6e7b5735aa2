//! What Erawan's tests share, and no program: a generator of random numbers,
//! games played at random and plausible ones, positions that nobody would reach, and the
//! [`mailbox`], a second implementation of the rules to compare with.
//!
//! It may use the board and the notation; the mailbox in it uses neither. It
//! is never published, so a crate names it among its dev-dependencies, by path
//! and without a version.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod book;
mod files;
mod games;
pub mod mailbox;
mod playouts;
mod random;

/// Positions and moves as text, for the tests of the board: it names no crate
/// among its dependencies that depends on it but this one.
pub use erawan_notation as notation;

pub use files::assert_every_file_is_named;
pub use games::PlausibleGames;
pub use playouts::{Played, playout, position, scatter};
pub use random::Random;
