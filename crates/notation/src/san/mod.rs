//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! [`write()`] gives the exact form with the least disambiguation. [`parse`]
//! reads that form fast, and besides it what is found in files: `0-0`,
//! `e8Q`, `e8(Q)`, `Ng1-f3`, `e2e4`, a missing `x`, `+` or `#`, `e.p.`.
//!
//! Makruk is written as Fairy-Stockfish and PyChess write it: `S` is the khon,
//! `M` the met and the promoted bia, `dxc6=M` a promotion. [`write_thai`] gives
//! the Thai form, and [`write_lan`] the long form of any game.
//!
//! [`parse_in`] reads other languages and figurines: `Sf3`, `♘f3`. [`makruk_js`]
//! has the letters of makruk-js, some of which mean other men.
//!
//! ```
//! use erawan_board::{Chess, Position};
//! use erawan_notation::san;
//!
//! let mut position = Position::<Chess>::startpos();
//! for text in ["e4", "e5", "Qh5", "Ke7", "Qxe5"] {
//!     let m = san::parse(&position, text).unwrap();
//!     if text == "Qxe5" {
//!         assert_eq!(san::write(&position, m), "Qxe5#");
//!     }
//!     position = position.play_unchecked(m);
//! }
//! ```

mod error;
mod language;
pub mod makruk_js;
mod read;
mod thai;
mod write;

use erawan_board::{Role, Rules};

pub use error::SanError;
pub use language::{Language, parse_in};
pub use read::parse;
pub(crate) use read::{can_push_a_pawn, parse_inline};
pub use thai::write_thai;
pub use write::{write, write_lan, write_to};

/// The letter of a role, as SAN writes it. A pawn has one too, for other uses.
pub fn letter<R: Rules>(role: Role) -> char {
    R::MEN.letter(role)
}
