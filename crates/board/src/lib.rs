//! Bitboards for chess, Chess960 and Makruk (Thai chess).
//!
//! What lives here: squares and sets of them, attacks, positions, legal moves,
//! playing and taking back, the rules by which games end, Makruk's counting,
//! hash keys and perft. What does not: anything that reads or writes text (FEN,
//! SAN, PGN and diagrams are in `erawan-notation`) and anything that thinks. The
//! crate may use `core` and `alloc`, and nothing else unless a feature asks for it.
//!
//! ```
//! use erawan_board::{Chess, Game, Makruk, Position, Square};
//!
//! let start = Position::<Chess>::startpos();
//! assert_eq!(start.legal_moves().len(), 20);
//!
//! let mut game = Game::<Makruk>::new();
//! let moves = game.position().legal_moves();
//! let advance = moves.iter().find(|m| m.to() == Square::E4).copied();
//! assert!(advance.is_some_and(|m| game.play(m).is_ok()));
//! assert_eq!(game.position().count_legal_moves(), 23);
//! ```
//!
//! # A guide to bitboards
//!
//! If bitboards are new to you, [thirteen short chapters][guide] of Erawan's book explain
//! them by this crate, from the number of a square to legal moves.
//!
//! [guide]: https://github.com/erawan-chess/erawan/blob/main/docs/book/bitboards/index.md
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | name squares and sets | [`Square`], [`Bitboard`], [`bitboard!`] |
//! | ask what attacks what | [`attacks`], [`Position::attackers_of`] |
//! | describe a position | [`Setup`], then [`Position::from_setup`] |
//! | list or count legal moves | [`Position::legal_moves`], [`Position::for_each_set`], [`Position::count_legal_moves`] |
//! | find a move by its squares | [`Position::find_move`] |
//! | play | [`Position::play`], [`Position::play_unchecked`], [`Position::play_into`], [`Position::make`] |
//! | keep a game with its history | [`Game`] |
//! | keep positions in 32 bytes | [`Position::pack`], [`Position::unpack`] |
//! | check a generator, or a machine | [`perft`] |
//!
//! Nothing here panics on any input. Positions from outside are checked when they
//! are made, moves from outside by [`Position::is_legal`].
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | threads for [`perft`], [`regular_file`] |
//! | `serde` | no | `Serialize` and `Deserialize` for values, [`Setup`] and [`Position`] |
//!
//! Built for a processor with BMI2 or AVX-512 (`-C target-cpu=native`), the crate
//! uses PEXT for sliders and vectors to write and count moves. The results are the
//! same without.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(missing_docs)]
extern crate alloc;
mod any_game;
mod attackers;
pub mod attacks;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vpopcntdq"))]
mod avx512;
mod bitboard;
pub mod chess960;
mod counting;
mod counts;
mod draft;
mod game;
mod gather;
mod generate;
mod keys;
mod leaps;
mod legality;
mod material;
mod men;
mod move_list;
mod move_set;
mod moves;
mod packed;
pub mod perft;
mod piece;
mod play;
mod polyglot;
mod position;
mod random;
#[cfg(feature = "std")]
pub mod regular_file;
mod rules;
mod score;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
pub mod side;
mod square;
mod validate;
mod variant;
mod visitors;
pub use any_game::{AnyGame, PerGame, RunningGame};
pub use bitboard::{Bitboard, ParseBitboardError, Squares, Subsets};
pub use counting::{Counting, CountingKind, CountingMode, CountingRules, PiecesLimit};
pub use game::{DrawReason, Game, IllegalMove, Outcome, WinReason};
pub use generate::MoveFilter;
pub use keys::Keys;
pub use men::Men;
pub use move_list::MoveList;
pub use move_set::{MoveSet, PawnStep};
pub use moves::{CastlingSide, Move, MoveKind, Tag};
pub use packed::{TooManyMen, UnpackError};
pub use piece::{Color, Piece, Role};
pub use play::Undo;
pub use position::Position;
pub use random::SplitMix64;
pub use rules::Rules;
pub use rules::cambodian::Cambodian;
pub use rules::chess::Chess;
pub use rules::makpong::Makpong;
pub use rules::makruk::Makruk;
pub use score::Score;
pub use setup::{Setup, SetupError, Strictness};
pub use square::{File, ParseSquareError, Rank, Square};
pub use variant::Variant;

/// Runs the examples of the README with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
