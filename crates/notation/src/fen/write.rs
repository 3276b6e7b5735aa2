//! Writing a position as FEN.

use alloc::string::String;
use core::marker::PhantomData;

use erawan_board::{Bitboard, Position, Rules, Setup, Variant};

use super::buffer::{FenBuffer, Pen};
use super::castling;
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
    buffer.write(|pen| write_from::<R, _>(position, style, pen));
    buffer.as_str()
}

/// Writes a position into bytes of your own, over what was there, and returns how
/// many it takes. They are ASCII. For those who write millions of them.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_notation::fen::{self, FenBuffer, FenStyle};
///
/// let mut bytes = [0; FenBuffer::CAPACITY];
/// let start = Position::<Chess>::startpos();
/// let length = fen::write_bytes(&start, &FenStyle::default(), &mut bytes);
/// assert_eq!(bytes[..length], *fen::write(&start).as_bytes());
/// ```
#[inline]
pub fn write_bytes<R: Rules>(
    position: &Position<R>,
    style: &FenStyle,
    bytes: &mut [u8; FenBuffer::CAPACITY],
) -> usize {
    let mut pen = Pen::new(bytes);
    write_from::<R, _>(position, style, &mut pen);
    pen.len()
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
    buffer.write(|pen| write_from::<R, _>(setup, style, pen));
    buffer.as_str().into()
}

#[inline(always)]
fn write_from<R: Rules, S: Source>(source: &S, style: &FenStyle, out: &mut Pen<'_>) {
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

/// The letters of a game's men.
struct LettersOf<R: Rules>(PhantomData<R>);

impl<R: Rules> LettersOf<R> {
    const LETTERS: ranks::Letters = ranks::letters_of(&R::MEN);
}

/// Writes the four fields that FEN and EPD share.
#[inline(always)]
pub(crate) fn write_without_clocks<R: Rules, S: Source>(
    source: &S,
    style: &FenStyle,
    out: &mut Pen<'_>,
) {
    let marks = if style.promoted_marks { source.promoted() } else { Bitboard::EMPTY };
    ranks::write(source, out, marks, &LettersOf::<R>::LETTERS);
    out.push_first([b' ', source.turn().letter() as u8, b' '], 3);
    if R::COUNTING {
        castling::write_leapers(source, out);
        out.push(b' ');
        match (source.counting().limit(), style.counting) {
            (0, CountStyle::FairyStockfish) => out.push(b'-'),
            (limit, _) => out.push_number(u16::from(limit)),
        }
    } else {
        castling::write(source, style.castling, out);
        match source.en_passant() {
            Some(square) => {
                out.push_first([b' ', square.file().letter() as u8, b'1' + square.rank() as u8], 3);
            }
            None => out.push_first(*b" -", 2),
        }
    }
}
