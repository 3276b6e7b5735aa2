//! The engine: search, transposition table, histories, time, threads, and the
//! evaluation by hand or by a network; probing endgame tables in the search.
//!
//! What does not live here: rules (`erawan-board`), the arithmetic of networks
//! (`erawan-nnue`), the files of endgame tables (`erawan-syzygy`, `erawan-endings`) and of opening
//! books (`erawan-polyglot`), and text of any kind. The engine never parses or
//! prints.
#![deny(missing_docs)]

pub mod bench;
mod clock;
mod embedded;
mod engine;
mod equipment;
pub mod eval;
mod games;
mod history;
mod limits;
pub mod measure;
mod memory;
mod params;
mod picker;
mod pool;
mod random;
mod score;
mod scores;
mod search;
pub mod see;
pub mod strength;
mod threats;
mod time;
mod tt;
pub mod wdl;

#[cfg(target_arch = "wasm32")]
pub use clock::set_clock;
pub use embedded::embedded_network;
pub use engine::{Best, Control, Engine};
pub use erawan_nnue::{Network, NetworkError};
pub use games::{Description, Playable};
pub use limits::{Clock, Limits};
pub use memory::OutOfMemory;
pub use params::{Parameter, Parameters, Switch};
pub use pool::ThreadsError;
pub use random::Random;
pub use score::{MATE, Score};
pub use search::Info;
pub use wdl::Chances;
