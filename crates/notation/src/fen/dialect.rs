//! Telling the dialects of Makruk apart.

use erawan_board::{Makruk, Position, Rules, Strictness};

use super::{FenError, FenErrorKind, FenField, makruk_js};

/// A dialect of Makruk's FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Dialect {
    /// That of Fairy-Stockfish, PyChess and cutechess.
    Standard,
    /// That of makruk-js: see [`makruk_js`].
    MakrukJs,
}

/// What can be told about the dialect of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Detection {
    /// Only this dialect is possible.
    Certain(Dialect),
    /// The text may mean one position in one dialect and another in the other.
    Ambiguous,
    /// The text fits neither dialect: its letters speak for one and its fields
    /// for another, or its letters for both.
    Neither,
}

/// Tells in which dialect of Makruk a text is, by its letters and fields.
///
/// `P`, `N`, `S` and `~` exist only in the standard dialect, `B` and `T` only
/// in that of makruk-js. A third field that is a number is the move number of
/// makruk-js; any other third field is the empty castling field of the
/// standard. Where neither letters nor fields decide, nothing is guessed. The
/// text is not checked any further.
///
/// ```
/// use erawan_notation::fen::{self, Detection, Dialect};
///
/// let js = fen::detect("4k3/8/8/8/8/8/8/2RMK3 w 12");
/// assert_eq!(js, Detection::Certain(Dialect::MakrukJs));
/// let standard = fen::detect("4k3/8/8/8/8/8/8/2RMK3 w - - 0 12");
/// assert_eq!(standard, Detection::Certain(Dialect::Standard));
/// // Rua and met, or rua and ma?
/// assert_eq!(fen::detect("4k3/8/8/8/8/8/8/2RMK3 w"), Detection::Ambiguous);
/// ```
pub fn detect(text: &str) -> Detection {
    let mut fields = text.split_whitespace();
    let placement = fields.next().unwrap_or("");
    let has = |letters: &str| placement.contains(|c: char| letters.contains(c));
    let by_letters = match (has("PNSpns~"), has("BTbt")) {
        (true, true) => return Detection::Neither,
        (true, false) => Some(Dialect::Standard),
        (false, true) => Some(Dialect::MakrukJs),
        (false, false) => None,
    };
    let by_fields = fields.nth(1).map(|third| {
        let number = third.bytes().all(|byte| byte.is_ascii_digit());
        if number { Dialect::MakrukJs } else { Dialect::Standard }
    });
    match (by_letters, by_fields) {
        (Some(letters), Some(fields)) if letters != fields => Detection::Neither,
        (Some(dialect), _) | (None, Some(dialect)) => Detection::Certain(dialect),
        (None, None) => Detection::Ambiguous,
    }
}

/// Reads a position of any game in whichever spelling it certainly is: that of
/// makruk-js if the game is Makruk and the text is no other, otherwise as
/// [`parse`](super::parse) does.
///
/// ```
/// use erawan_board::{Makruk, Position, Strictness};
/// use erawan_notation::fen;
///
/// let text = "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1";
/// assert_eq!(fen::parse_any(text, Strictness::Strict), Ok(Position::<Makruk>::startpos()));
/// ```
pub fn parse_any<R: Rules>(text: &str, strictness: Strictness) -> Result<Position<R>, FenError> {
    if R::VARIANT == Makruk::VARIANT && detect(text) == Detection::Certain(Dialect::MakrukJs) {
        let position = makruk_js::parse(text, strictness)?;
        if let Some(position) = position.as_game::<R>() {
            return Ok(*position);
        }
    }
    super::parse(text, strictness)
}

/// Reads a position of Makruk in whichever dialect it is, and says in which.
///
/// A text that may be in either is an error
/// ([`FenErrorKind::AmbiguousDialect`]): ask, then use
/// [`parse`](super::parse) or [`makruk_js::parse`].
///
/// ```
/// use erawan_board::{Makruk, Position, Strictness};
/// use erawan_notation::fen::{self, Dialect};
///
/// let text = "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1";
/// let (position, dialect) = fen::parse_any_makruk(text, Strictness::Strict).unwrap();
/// assert_eq!((position, dialect), (Position::<Makruk>::startpos(), Dialect::MakrukJs));
/// ```
pub fn parse_any_makruk(
    text: &str,
    strictness: Strictness,
) -> Result<(Position<Makruk>, Dialect), FenError> {
    let error = |kind| Err(FenError::new(FenField::Placement, 1, kind));
    match detect(text) {
        Detection::Certain(Dialect::Standard) => {
            super::parse(text, strictness).map(|position| (position, Dialect::Standard))
        }
        Detection::Certain(Dialect::MakrukJs) => {
            makruk_js::parse(text, strictness).map(|position| (position, Dialect::MakrukJs))
        }
        Detection::Ambiguous if text.trim().is_empty() => error(FenErrorKind::Missing),
        Detection::Ambiguous => error(FenErrorKind::AmbiguousDialect),
        Detection::Neither => error(FenErrorKind::UnknownDialect),
    }
}
