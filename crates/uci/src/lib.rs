//! The Universal Chess Interface: the protocol as types, both of its ends.
//!
//! | Module | What lives there |
//! |---|---|
//! | [`protocol`] | what a GUI says ([`protocol::Command`]) and what an engine answers ([`protocol::Message`]), parsed and printed in both directions |
//! | [`options`] | an engine's options with their present values |
//! | [`serve`] | the engine's end of the wire |
//! | [`client`] | the other end of the wire: another program, started and spoken to |
//!
//! The types of [`protocol`] and [`options`] do no input or output and know no
//! rules: positions and moves are the texts that went over the wire.
#![deny(missing_docs)]

pub mod client;
mod eval_file;
pub mod options;
pub mod protocol;
mod serve;

pub use serve::{Session, serve};
