//! A guide to bitboards, from the number of a square to legal moves.
//!
//! It is written for people who know how the pieces move and can read Rust,
//! and have never seen a bitboard. Thirteen short chapters build on each other;
//! together they take about half an hour. Every example is compiled, run and
//! checked with the crate's tests, so what you read is what the code does.
//!
//! 1. [Squares and their numbers](chapter_01_squares)
//! 2. [A set of squares in a word](chapter_02_sets)
//! 3. [Pieces and colours](chapter_03_pieces)
//! 4. [Leapers](chapter_04_leapers)
//! 5. [Sliders](chapter_05_sliders)
//! 6. [The position](chapter_06_position)
//! 7. [Moves in sixteen bits](chapter_07_moves)
//! 8. [Legal moves](chapter_08_legal_moves)
//! 9. [Sets before lists](chapter_09_counting_moves)
//! 10. [Playing and taking back](chapter_10_playing)
//! 11. [Keys and repetition](chapter_11_keys)
//! 12. [Makruk on the same boards](chapter_12_makruk)
//! 13. [Castling in Chess960](chapter_13_chess960)
//!
//! Some examples read positions from FEN, the one-line notation that
//! `erawan-notation` reads and writes. This crate itself does without.

#[doc = include_str!("01_squares.md")]
pub mod chapter_01_squares {}

#[doc = include_str!("02_sets.md")]
pub mod chapter_02_sets {}

#[doc = include_str!("03_pieces.md")]
pub mod chapter_03_pieces {}

#[doc = include_str!("04_leapers.md")]
pub mod chapter_04_leapers {}

#[doc = include_str!("05_sliders.md")]
pub mod chapter_05_sliders {}

#[doc = include_str!("06_position.md")]
pub mod chapter_06_position {}

#[doc = include_str!("07_moves.md")]
pub mod chapter_07_moves {}

#[doc = include_str!("08_legal_moves.md")]
pub mod chapter_08_legal_moves {}

#[doc = include_str!("09_counting_moves.md")]
pub mod chapter_09_counting_moves {}

#[doc = include_str!("10_playing.md")]
pub mod chapter_10_playing {}

#[doc = include_str!("11_keys.md")]
pub mod chapter_11_keys {}

#[doc = include_str!("12_makruk.md")]
pub mod chapter_12_makruk {}

#[doc = include_str!("13_chess960.md")]
pub mod chapter_13_chess960 {}
