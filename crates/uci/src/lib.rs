//! The Universal Chess Interface: the protocol as types, both of its ends.
//!
//! | Module | What lives there |
//! |---|---|
//! | [`protocol`] | what a GUI says ([`protocol::Command`]) and what an engine answers ([`protocol::Message`]), parsed and printed in both directions |
//! | [`cecp`] | the same for XBoard's protocol: [`cecp::Command`] and [`cecp::Message`] |
//! | [`options`] | an engine's options with their present values |
//! | [`client`] | the GUI's end of the wire: a program, started and spoken to |
//! | [`engines`] | the programs that a user has named, kept in a file |
//! | `serve` | Erawan's own end of the wire, with the feature `engine` |
//!
//! The types of [`protocol`] and [`options`] do no input or output and know no
//! rules: positions and moves are the texts that went over the wire.
//!
//! The feature `engine`, which is on unless `default-features = false`, is what
//! needs the engine, its tables and books. Without it this crate uses the board
//! alone, for the words they have in common, and drives any program that speaks UCI.
#![deny(missing_docs)]

pub mod cecp;
pub mod client;
pub mod engines;
#[cfg(feature = "engine")]
mod eval_file;
pub mod limits;
pub mod options;
pub mod protocol;
#[cfg(feature = "engine")]
mod serve;

#[cfg(feature = "engine")]
pub use serve::{Session, serve};
