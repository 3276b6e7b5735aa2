//! Reading and writing chess, Chess960 and Makruk as text.
//!
//! What lives here: FEN, EPD, UCI moves, SAN, PGN and diagrams. What does not:
//! the rules (they are in `erawan-board`, the only crate this one uses) and
//! anything that plays.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs)]
extern crate alloc;

pub mod diagram;
pub mod epd;
pub mod fen;
pub mod pgn;
pub mod san;
pub mod uci;
