//! What Rust, CUDA and Python must agree on, written for the latter two from
//! the Rust it is stated in.
//!
//! What does not live here: the facts themselves. The crate may use those that
//! state them: `erawan-board`, `erawan-notation`, `erawan-nnue`,
//! `erawan-engine` and `erawan-selfplay`.
//!
//! `cargo run -p erawan-facts` writes the files of [`FILES`]; a test fails if
//! they do not say what Rust says.
#![deny(missing_docs)]

mod cuda;
mod facts;
mod python;

/// A file: its path in the repository, and what writes it.
pub type File = (&'static str, fn() -> String);

/// The files, by their path in the repository, and what they should contain.
pub const FILES: [File; 3] = [
    ("train/erawan_train/facts.py", python::text),
    ("train/tests/examples.py", python::examples),
    ("train/erawan_train/selfplay/cuda/facts.h", cuda::text),
];
