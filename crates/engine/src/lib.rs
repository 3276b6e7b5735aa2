//! The engine: search, transposition table, histories, time, threads, and the
//! evaluation by hand; Syzygy tables and Polyglot books.
//!
//! What does not live here: rules (`erawan-board`) and text of any kind. The
//! engine never parses or prints.
#![deny(missing_docs)]

pub mod book;
pub mod eval;
pub mod see;
pub mod syzygy;
