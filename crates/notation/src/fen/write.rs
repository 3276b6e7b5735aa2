//! Writing a position as FEN.

use alloc::string::String;
use core::fmt::Write;

use erawan_board::{Position, Rules, Setup, Variant};

use super::castling;
use super::placement::{self, piece_letter};

/// How castling rights are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CastlingStyle {
    /// `KQkq`, and the letter of the file where another rook stands farther
    /// out. For classical chess this is plain FEN.
    #[default]
    XFen,
    /// The file of each rook: `HAha`.
    Shredder,
}

impl CastlingStyle {
    /// What other programs expect in a game: Shredder-FEN in Chess960.
    pub const fn of(variant: Variant) -> CastlingStyle {
        if variant.is_chess960() { CastlingStyle::Shredder } else { CastlingStyle::XFen }
    }
}

/// How Makruk's count is spelled when nothing is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CountStyle {
    /// `-` and the halfmove clock, as Fairy-Stockfish and PyChess write it.
    #[default]
    FairyStockfish,
    /// `0 0`. To cutechess a `-` would mean that nothing is to be counted at
    /// all and that the fifty-move rule holds.
    Cutechess,
}

/// How a FEN is written.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position};
/// use erawan_notation::fen::{self, CastlingStyle, CountStyle, FenStyle};
///
/// let shredder = FenStyle { castling: CastlingStyle::Shredder, ..FenStyle::default() };
/// assert_eq!(
///     fen::write_with(&Position::<Chess>::startpos(), &shredder),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
/// );
/// let cutechess = FenStyle { counting: CountStyle::Cutechess, ..FenStyle::default() };
/// assert_eq!(
///     fen::write_with(&Position::<Makruk>::startpos(), &cutechess),
///     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 0 0 1",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FenStyle {
    /// How castling rights are spelled.
    pub castling: CastlingStyle,
    /// True if promoted bia are written `M~`, as PyChess does; false for `M`,
    /// as Fairy-Stockfish does of its own accord.
    pub promoted_marks: bool,
    /// How Makruk's count is spelled.
    pub counting: CountStyle,
}

impl Default for FenStyle {
    fn default() -> FenStyle {
        FenStyle {
            castling: CastlingStyle::default(),
            promoted_marks: true,
            counting: CountStyle::default(),
        }
    }
}

/// Writes a position in the default style.
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_notation::fen;
///
/// let start = Position::<Makruk>::startpos();
/// assert_eq!(fen::write(&start), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
/// ```
pub fn write<R: Rules>(position: &Position<R>) -> String {
    write_with(position, &FenStyle::default())
}

/// Writes a position in a given style.
pub fn write_with<R: Rules>(position: &Position<R>, style: &FenStyle) -> String {
    write_setup::<R>(&position.to_setup(), style)
}

/// Writes a set-up, which need not be playable, in a given style.
///
/// ```
/// use erawan_board::{Chess, Setup};
/// use erawan_notation::fen::{self, FenStyle};
/// let text = fen::write_setup::<Chess>(&Setup::empty(), &FenStyle::default());
/// assert_eq!(text, "8/8/8/8/8/8/8/8 w - - 0 1");
/// ```
pub fn write_setup<R: Rules>(setup: &Setup, style: &FenStyle) -> String {
    let mut out = String::with_capacity(96);
    write_without_clocks::<R>(setup, style, &mut out);
    let count = setup.counting;
    let fifth = match (count.limit(), style.counting) {
        (0, CountStyle::Cutechess) if R::COUNTING => 0,
        (1.., _) if R::COUNTING => count.ply(),
        _ => setup.halfmove_clock,
    };
    // Writing to a string cannot fail.
    let _ = write!(out, " {fifth} {}", setup.fullmove_number);
    out
}

/// Writes the four fields that FEN and EPD share.
pub(crate) fn write_without_clocks<R: Rules>(setup: &Setup, style: &FenStyle, out: &mut String) {
    placement::write(setup, out, |piece, promoted, out| {
        out.push(piece_letter::<R>(piece));
        if promoted && style.promoted_marks {
            out.push('~');
        }
    });
    out.push(' ');
    out.push(setup.turn.letter());
    out.push(' ');
    if R::COUNTING {
        let _ = match (setup.counting.limit(), style.counting) {
            (0, CountStyle::FairyStockfish) => write!(out, "- -"),
            (limit, _) => write!(out, "- {limit}"),
        };
    } else {
        castling::write(setup, style.castling, out);
        let _ = match setup.en_passant {
            Some(square) => write!(out, " {square}"),
            None => write!(out, " -"),
        };
    }
}
