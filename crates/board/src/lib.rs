//! Bitboards.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs)]
extern crate alloc;
pub mod attacks;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vpopcntdq"))]
mod avx512;
mod bitboard;
pub mod chess960;
mod counting;
mod game;
mod generate;
mod keys;
mod legality;
mod material;
mod move_list;
mod move_set;
mod moves;
pub mod perft;
mod piece;
mod play;
mod polyglot;
mod position;
mod rules;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
mod square;
mod validate;
mod visitors;
pub use bitboard::{Bitboard, ParseBitboardError, Squares, Subsets};
pub use counting::{Counting, CountingKind, CountingMode};
pub use game::{DrawReason, Game, IllegalMove, Outcome, WinReason};
pub use generate::MoveFilter;
pub use keys::Keys;
pub use move_list::MoveList;
pub use move_set::{MoveSet, PawnStep};
pub use moves::{CastlingSide, Move, MoveKind, Tag};
pub use piece::{Color, Piece, Role};
pub use play::Undo;
pub use position::Position;
pub use rules::{Chess, Makruk, Rules, Variant};
pub use setup::{Setup, SetupError, Strictness};
pub use square::{File, ParseSquareError, Rank, Square};
