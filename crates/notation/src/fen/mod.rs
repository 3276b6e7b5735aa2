//! FEN: a position in one line of text.
//!
//! # Chess
//!
//! `placement turn castling en-passant halfmove-clock move-number`. Castling
//! rights are read in every spelling there is: `KQkq` means the outermost rook
//! on that side of the king (X-FEN, which is plain FEN for classical chess),
//! `HAha` the rook on that file (Shredder-FEN), and the two may be mixed. An
//! en passant square is written only if a pawn can legally take there.
//!
//! # Makruk
//!
//! `placement turn - limit ply move-number`, as Fairy-Stockfish and PyChess
//! write it, with the letters `P N S R M K` and `M~` for a promoted bia. While
//! something is counted, the fourth field is the limit and the fifth the count,
//! both in plies; otherwise they are `-` and the halfmove clock. A count hides
//! the halfmove clock, which is read as 0 then. The spelling of cutechess is
//! read as well: `0 0` for no count, `E` for the khon and `F` for the met.
//!
//! Another dialect is in [`makruk_js`]. It uses some of the same letters for
//! other pieces, so it has to be asked for; [`detect`] tells the two apart
//! where the text does.
//!
//! # Strict and lenient
//!
//! Strict reading takes six fields with one space between them and a position
//! that passes the strict checks of [`Position::from_setup`]. Lenient reading
//! also takes
//!
//! - missing fields at the end (White to move, no rights, clocks 0 and 1),
//! - any white space between the fields and around them,
//! - digits in a row, such as `44` for eight empty squares,
//! - `W` and `B` for the turn,
//! - castling rights without a rook and repeated ones, which are dropped,
//! - any letters as castling rights in Makruk, dropped too,
//! - numbers out of range, which are clamped, with zeros before them, or `-`,
//! - `~` after any piece, dropped where it means nothing.
//!
//! ```
//! use erawan_board::{Chess, Makruk, Position, Strictness};
//! use erawan_notation::fen;
//!
//! let start = Position::<Chess>::startpos();
//! let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
//! assert_eq!(fen::write(&start), text);
//! assert_eq!(fen::parse(text, Strictness::Strict), Ok(start));
//!
//! let makruk = fen::parse::<Makruk>("8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50", Strictness::Strict);
//! assert_eq!(makruk.unwrap().counting().spoken(), 5);
//!
//! let error = fen::parse::<Chess>("8/8/8/8/8/8/7/8 w - - 0 1", Strictness::Strict).unwrap_err();
//! assert_eq!(error.to_string(), "FEN column 13, piece placement: rank 2 has 7 squares");
//! ```

mod buffer;
mod castling;
mod dialect;
mod error;
mod fields;
pub mod makruk_js;
mod placement;
mod ranks;
mod read;
mod source;
mod write;

use core::fmt;
use core::str::FromStr;

use erawan_board::{AnyGame, Game, Position, Rules, Setup, Strictness, Variant, with_rules};

pub use buffer::FenBuffer;
pub use dialect::{Detection, Dialect, detect, parse_any, parse_any_makruk};
pub use error::{FenError, FenErrorKind, FenField};
pub(crate) use placement::colored;
pub use placement::{piece_from_letter, piece_letter};
pub(crate) use read::{Extent, read};
pub(crate) use write::write_without_clocks;
pub use write::{
    CastlingStyle, CountStyle, FenStyle, write, write_bytes, write_into, write_setup, write_with,
};

/// Reads a position.
///
/// ```
/// use erawan_board::{Chess, Strictness};
/// use erawan_notation::fen;
///
/// let short = "4k3/8/8/8/8/8/8/4K2R";
/// assert!(fen::parse::<Chess>(short, Strictness::Strict).is_err());
/// let position = fen::parse::<Chess>(short, Strictness::Lenient).unwrap();
/// assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
/// ```
pub fn parse<R: Rules>(text: &str, strictness: Strictness) -> Result<Position<R>, FenError> {
    read::<R>(text, strictness, Extent::Whole)?.into_position(strictness)
}

/// Reads a position of a game that was chosen when the program ran, as a game
/// that starts there.
///
/// ```
/// use erawan_board::{Strictness, Variant, with_game};
/// use erawan_notation::fen;
///
/// let text = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
/// let game = fen::parse_game(Variant::Cambodian, text, Strictness::Strict).unwrap();
/// assert_eq!(with_game!(&game, game => game.position().count_legal_moves()), 25);
/// ```
pub fn parse_game(
    variant: Variant,
    text: &str,
    strictness: Strictness,
) -> Result<AnyGame, FenError> {
    with_rules!(variant, R => {
        parse::<R>(text, strictness).map(Game::from_position).map(AnyGame::from)
    })
}

/// Reads a position without checking that it can be played: there may be no
/// king, or five.
///
/// ```
/// use erawan_board::{Chess, Setup, Strictness};
/// use erawan_notation::fen;
///
/// let empty = fen::parse_setup::<Chess>("8/8/8/8/8/8/8/8 w - - 0 1", Strictness::Strict);
/// assert_eq!(empty, Ok(Setup::empty()));
/// ```
pub fn parse_setup<R: Rules>(text: &str, strictness: Strictness) -> Result<Setup, FenError> {
    Ok(read::<R>(text, strictness, Extent::Whole)?.setup)
}

/// A position that is shown as its FEN and read strictly from one.
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_notation::fen::Fen;
///
/// let text = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
/// let fen: Fen<Makruk> = text.parse().unwrap();
/// assert_eq!(fen.0, Position::startpos());
/// assert_eq!(fen.to_string(), text);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen<R: Rules>(pub Position<R>);

impl<R: Rules> fmt::Display for Fen<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(write_into(&self.0, &FenStyle::default(), &mut FenBuffer::new()))
    }
}

impl<R: Rules> FromStr for Fen<R> {
    type Err = FenError;
    fn from_str(text: &str) -> Result<Fen<R>, FenError> {
        parse(text, Strictness::Strict).map(Fen)
    }
}
