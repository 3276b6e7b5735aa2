//! Rules and notation for WebAssembly, and the engine for who wants it.
//!
//! What lives here: the functions that `npm/` calls, and nothing that a user of
//! Rust would want. The border is plain numbers. Texts go through two buffers:
//! the caller asks for room with [`input`] and writes there; an answer that is a
//! text waits at [`output`], and the function returns its length. A negative
//! number says that something was wrong, and the buffer says what. Games are
//! numbers that JavaScript wraps and gives back.
//!
//! With the feature `engine` the search and the networks come along, and the
//! module asks its host for three functions (`host.rs`). It is then built for
//! `wasm32-wasip1-threads`, the target whose standard library has threads; of WASI
//! itself it wants a clock and little else. With the feature `page` it also answers
//! the page as the server does (`page.rs`).
//!
//! Bindings by hand instead of wasm-bindgen: there are thirty functions over
//! numbers and two buffers, moves go over as sixteen bits, and neither the build
//! nor the package needs anything but the compiler.
#![deny(missing_docs)]

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod engine;
mod games;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod host;
mod json;
mod lines;
mod moves;
#[cfg(all(feature = "page", target_arch = "wasm32"))]
mod page;
mod pgn;
mod session;

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub use engine::*;
pub use games::*;
pub use moves::*;
#[cfg(all(feature = "page", target_arch = "wasm32"))]
pub use page::*;
pub use pgn::*;
pub use session::{input, output, output_length};
