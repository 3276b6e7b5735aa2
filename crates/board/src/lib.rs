//! Bitboards.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs)]
extern crate alloc;
pub mod attacks;
mod bitboard;
mod keys;
mod moves;
mod piece;
mod square;
pub use bitboard::*; pub use keys::Keys; pub use moves::*; pub use piece::*; pub use square::*;
