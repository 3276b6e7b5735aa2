//! Moves as engine protocols spell them: `e2e4`, `e7e8q`.
//!
//! # Castling
//!
//! Both spellings are always read: the king's target (`e1g1`) and the king
//! taking its own rook (`e1h1`). In Chess960 a text such as `b1c1` can be both a
//! step of the king and, with the rook on a1, the target of castling. Then the
//! step of the king is meant if it is legal, and castling otherwise: whoever
//! may castle with such a king writes `b1a1`.
//!
//! # Makruk
//!
//! A bia that reaches its sixth rank always becomes a met, yet the suffix must
//! be there: `g5g6m` (`M` is read as well), as Fairy-Stockfish wants it.

use alloc::string::String;
use core::fmt::{self, Write};

use erawan_board::{Color, File, Move, Position, Role, Rules, Square, Variant};

use crate::fen;

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CastlingNotation {
    /// `e1g1` for a king on the e-file. A king on another file takes its rook,
    /// for nothing else is unambiguous.
    #[default]
    Standard,
    /// The king takes its rook: `e1h1`.
    Chess960,
}

impl CastlingNotation {
    /// How castling is written in a game.
    pub const fn of(variant: Variant) -> CastlingNotation {
        if variant.is_chess960() { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }
}

/// Why a text is no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UciMoveError {
    /// This is not two squares and perhaps a letter.
    NotAMove,
    /// `0000`, the null move of the protocol, which is never legal.
    NullMove,
    /// No piece stands on the first square.
    NoPiece(Square),
    /// The piece on the first square belongs to the other side.
    WrongColor(Square, Color),
    /// The move promotes, but to what is not said. The letters possible follow.
    MissingPromotion(&'static str),
    /// No pawn becomes what this letter says. The letters possible follow.
    UnknownPromotion(char, &'static str),
    /// The piece may not go there, or not with this promotion.
    Illegal(Square, Square),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciMoveError::NotAMove => {
                f.write_str("a move is two squares and for a promotion a letter, such as e2e4")
            }
            UciMoveError::NullMove => f.write_str("0000 is no legal move"),
            UciMoveError::NoPiece(from) => write!(f, "no piece stands on {from}"),
            UciMoveError::WrongColor(from, color) => {
                write!(f, "the piece on {from} is {color}'s, but the other side is to move")
            }
            UciMoveError::MissingPromotion(letters) => {
                write!(f, "the move promotes: one of the letters {letters} must follow")
            }
            UciMoveError::UnknownPromotion(letter, letters) => {
                write!(f, "'{letter}' is no promotion, the letters are {letters}")
            }
            UciMoveError::Illegal(from, to) => {
                write!(f, "the piece on {from} cannot legally go to {to} in this way")
            }
        }
    }
}

impl core::error::Error for UciMoveError {}

/// Reads a legal move.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position, Strictness};
/// use erawan_notation::{fen, uci};
///
/// let start = Position::<Chess>::startpos();
/// let e4 = uci::parse(&start, "e2e4").unwrap();
/// assert_eq!(uci::write::<Chess>(e4, Default::default()), "e2e4");
/// assert_eq!(uci::parse(&start, "e2e5").unwrap_err().to_string(),
///     "the piece on e2 cannot legally go to e5 in this way");
///
/// let text = "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1";
/// let makruk = fen::parse::<Makruk>(text, Strictness::Strict).unwrap();
/// assert!(uci::parse(&makruk, "g5g6m").is_ok());
/// assert_eq!(uci::parse(&makruk, "g5g6"), Err(uci::UciMoveError::MissingPromotion("m")));
/// ```
pub fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, UciMoveError> {
    if text == "0000" {
        return Err(UciMoveError::NullMove);
    }
    let (from, rest) = square(text)?;
    let (to, suffix) = square(rest)?;
    let mut letters = suffix.chars();
    let letter = letters.next();
    if letters.next().is_some() || letter.is_some_and(|letter| !letter.is_ascii_alphabetic()) {
        return Err(UciMoveError::NotAMove);
    }
    let promotion = match letter {
        Some(letter) => Some(promotion::<R>(letter)?),
        None => None,
    };
    match position.color_at(from) {
        None => return Err(UciMoveError::NoPiece(from)),
        Some(color) if color != position.turn() => {
            return Err(UciMoveError::WrongColor(from, color));
        }
        _ => {}
    }
    position.find_move(from, to, promotion).ok_or_else(|| {
        let moves = position.legal_moves();
        let promotes = moves.iter().any(|m| m.from() == from && m.to() == to && m.is_promotion());
        if promotes && promotion.is_none() {
            UciMoveError::MissingPromotion(promotion_letters::<R>())
        } else {
            UciMoveError::Illegal(from, to)
        }
    })
}

/// The square a text begins with, and what follows it.
fn square(text: &str) -> Result<(Square, &str), UciMoveError> {
    let (square, rest) = text.split_at_checked(2).ok_or(UciMoveError::NotAMove)?;
    Ok((square.parse().map_err(|_| UciMoveError::NotAMove)?, rest))
}

fn promotion<R: Rules>(letter: char) -> Result<Role, UciMoveError> {
    let lower = letter.to_ascii_lowercase();
    R::PROMOTIONS
        .iter()
        .copied()
        .find(|&role| promotion_letter::<R>(role) == lower)
        .ok_or(UciMoveError::UnknownPromotion(letter, promotion_letters::<R>()))
}

fn promotion_letter<R: Rules>(role: Role) -> char {
    fen::piece_letter::<R>(erawan_board::Piece::new(Color::Black, role))
}

fn promotion_letters<R: Rules>() -> &'static str {
    if R::PROMOTIONS.len() == 1 { "m" } else { "q, r, b, n" }
}

/// Writes a move of the game `R`, whose letters a promotion takes.
///
/// ```
/// use erawan_board::{Chess, Strictness};
/// use erawan_notation::{fen, uci};
/// use uci::CastlingNotation::{Chess960, Standard};
///
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
/// let position = fen::parse::<Chess>(text, Strictness::Strict).unwrap();
/// let castle = uci::parse(&position, "e1g1").unwrap();
/// assert_eq!(uci::write::<Chess>(castle, Standard), "e1g1");
/// assert_eq!(uci::write::<Chess>(castle, Chess960), "e1h1");
/// ```
pub fn write<R: Rules>(m: Move, castling: CastlingNotation) -> String {
    let two_step = castling == CastlingNotation::Standard && m.from().file() == File::E;
    let to = if two_step { m.king_target() } else { m.to() };
    let mut out = String::with_capacity(5);
    // Writing to a string cannot fail.
    let _ = write!(out, "{}{to}", m.from());
    out.extend(m.promotion().map(promotion_letter::<R>));
    out
}
