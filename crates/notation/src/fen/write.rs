//! Writing a position as FEN.

use alloc::string::String;

use erawan_board::{Bitboard, Position, Rules, Setup, Variant};

use super::buffer::FenBuffer;
use super::castling;
use super::placement::piece_letter;
use super::ranks;
use super::source::Source;

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
    write_into(position, style, &mut FenBuffer::new()).into()
}

/// Writes a position into a buffer, over what was there, and returns the text.
/// Nothing is allocated.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_notation::fen::{self, FenBuffer, FenStyle};
///
/// let mut buffer = FenBuffer::new();
/// let start = Position::<Chess>::startpos();
/// let text = fen::write_into(&start, &FenStyle::default(), &mut buffer);
/// assert_eq!(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// ```
pub fn write_into<'a, R: Rules>(
    position: &Position<R>,
    style: &FenStyle,
    buffer: &'a mut FenBuffer,
) -> &'a str {
    write_from::<R, _>(position, style, buffer);
    buffer.as_str()
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
    let mut buffer = FenBuffer::new();
    write_from::<R, _>(setup, style, &mut buffer);
    buffer.as_str().into()
}

fn write_from<R: Rules, S: Source>(source: &S, style: &FenStyle, out: &mut FenBuffer) {
    write_without_clocks::<R, S>(source, style, out);
    let count = source.counting();
    let (clock, number) = source.clocks();
    let fifth = match (count.limit(), style.counting) {
        (0, CountStyle::Cutechess) if R::COUNTING => 0,
        (1.., _) if R::COUNTING => count.ply(),
        _ => clock,
    };
    out.push(b' ');
    out.push_number(fifth);
    out.push(b' ');
    out.push_number(number);
}

/// Writes the four fields that FEN and EPD share over what was in the buffer.
pub(crate) fn write_without_clocks<R: Rules, S: Source>(
    source: &S,
    style: &FenStyle,
    out: &mut FenBuffer,
) {
    out.clear();
    let marks = if style.promoted_marks { source.promoted() } else { Bitboard::EMPTY };
    ranks::write(source, out, marks, |piece, _| piece_letter::<R>(piece));
    out.push(b' ');
    out.push(source.turn().letter() as u8);
    out.push(b' ');
    if R::COUNTING {
        castling::write_leapers(source, out);
        out.push(b' ');
        match (source.counting().limit(), style.counting) {
            (0, CountStyle::FairyStockfish) => out.push(b'-'),
            (limit, _) => out.push_number(u16::from(limit)),
        }
    } else {
        castling::write(source, style.castling, out);
        out.push(b' ');
        match source.en_passant() {
            Some(square) => {
                out.push(square.file().letter() as u8);
                out.push(b'1' + square.rank() as u8);
            }
            None => out.push(b'-'),
        }
    }
}
