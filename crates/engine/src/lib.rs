//! The engine: search, transposition table, histories, time, threads, and the
//! evaluation by hand; Syzygy tables and Polyglot books.
//!
//! What does not live here: rules (`erawan-board`) and text of any kind. The
//! engine never parses or prints.
#![deny(missing_docs)]

pub mod bench;
pub mod book;
mod engine;
pub mod eval;
mod history;
mod limits;
pub mod openings;
mod params;
mod picker;
mod random;
mod score;
mod search;
pub mod see;
pub mod strength;
pub mod syzygy;
mod time;
mod tt;
pub mod wdl;

pub use engine::{Best, Control, Engine};
pub use limits::{Clock, Limits};
pub use params::{Parameter, Parameters};
pub use random::Random;
pub use score::Score;
pub use search::Info;
pub use tt::OutOfMemory;
