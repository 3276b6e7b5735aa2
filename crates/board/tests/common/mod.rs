//! What the tests of this crate share.

pub use erawan_testing::{Played, Random, playout, position, scatter};
