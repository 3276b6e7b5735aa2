//! The FEN of makruk-js.
//!
//! `placement turn move-number`, and while something is counted five fields
//! more: `counting-side kind count from to`.
//!
//! | letter | piece | elsewhere |
//! |---|---|---|
//! | `B` | bia | `P` |
//! | `F` | promoted bia | `M~` |
//! | `M` | ma | `N` |
//! | `T` | khon (thon) | `S` |
//! | `E` | met | `M` |
//! | `R` | rua | `R` |
//! | `K` | khun | `K` |
//!
//! # How its counts are read and written
//!
//! The kind is `bp` (board power: the board's honour) or `pp` (piece power: the
//! pieces' honour); the numbers are moves. A count is taken for the number the
//! counting side has spoken last, and `to` for the limit in moves. In plies,
//! as [`Counting`] has them, the limit is `2 * to` and the count `2 * count` if
//! the counting side is to move, `2 * count - 1` if it has just moved. Which
//! honour it is follows from the pieces: a kind that does not fit them is
//! refused in strict reading and ignored in lenient reading. `from` is not
//! kept. What is written there is 1 for the board's honour and, for the
//! pieces' honour, one more than there are men, but never more than the count.
//! A count of which nothing is spoken yet is not written: makruk-js wants
//! numbers from 1. Neither is the halfmove clock, for which it has no field.
//!
//! makruk-js itself begins the two counts at other numbers than the rules say
//! (the board's honour at the number of men, the pieces' honour at 1); the
//! numbers of a text are taken as they stand.
//!
//! ```
//! use erawan_board::{Makruk, Position, Strictness};
//! use erawan_notation::fen::{self, makruk_js};
//!
//! let start = Position::<Makruk>::startpos();
//! let text = "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1";
//! assert_eq!(makruk_js::write(&start), text);
//! assert_eq!(makruk_js::parse(text, Strictness::Strict), Ok(start));
//!
//! // Two rua chase a khun that has said 5 of 8.
//! let text = "3k4/8/4K3/8/8/8/8/R6R w 61 b pp 5 5 8";
//! let chase = makruk_js::parse(text, Strictness::Strict).unwrap();
//! assert_eq!(fen::write(&chase), "3k4/8/4K3/8/8/8/8/R6R w - 16 9 61");
//! assert_eq!(makruk_js::write(&chase), text);
//! ```

use alloc::string::String;

use erawan_board::{
    Bitboard, Color, Counting, CountingKind, Makruk, Piece, Position, Role, Setup, Strictness,
};

use super::buffer::{FenBuffer, Pen};
use super::fields::{Field, Fields};
use super::placement::{self, color_of};
use super::ranks;
use super::read::{Read, turn};
use super::{FenError, FenErrorKind, FenField};

/// Reads a position in the dialect of makruk-js.
///
/// Strict reading takes three or eight fields with one space between them.
/// Lenient reading also takes one or two, and more white space.
pub fn parse(text: &str, strictness: Strictness) -> Result<Position<Makruk>, FenError> {
    let mut fields = Fields::new(text, strictness);
    let mut setup = Setup::empty();
    let Some(field) = fields.next(FenField::Placement)? else {
        return Err(fields.missing(FenField::Placement));
    };
    let squares = placement::read(&field, strictness, piece_from_letter, false, &mut setup)?;
    if let Some(field) = fields.optional(FenField::Turn)? {
        setup.turn = turn(&field, strictness)?;
    }
    if let Some(field) = fields.optional(FenField::MoveNumber)? {
        setup.fullmove_number = field.number((1, u16::MAX), strictness)?;
    }
    let mut limit_column = field.column;
    let mut claimed = None;
    if let Some(side) = fields.next(FenField::CountColor)? {
        let rest = CountFields::read(&mut fields, side)?;
        limit_column = rest.to.column;
        if let Some((kind, counting)) = rest.counting(setup.turn, strictness)? {
            setup.counting = counting;
            claimed = Some((kind, rest.kind));
        }
    }
    fields.end()?;
    let read = Read { setup, squares, castling: field.column, fourth: limit_column, rest: ("", 1) };
    let position = read.into_position::<Makruk>(strictness)?;
    match claimed {
        Some((kind, field))
            if strictness == Strictness::Strict && position.counting_kind() != Some(kind) =>
        {
            Err(field.error(FenErrorKind::CountMismatch))
        }
        _ => Ok(position),
    }
}

/// The five fields of a count.
struct CountFields<'a> {
    side: Field<'a>,
    kind: Field<'a>,
    count: Field<'a>,
    from: Field<'a>,
    to: Field<'a>,
}

impl<'a> CountFields<'a> {
    fn read(fields: &mut Fields<'a>, side: Field<'a>) -> Result<CountFields<'a>, FenError> {
        let mut next = |name| match fields.next(name)? {
            Some(field) => Ok(field),
            None => Err(fields.missing(name)),
        };
        Ok(CountFields {
            side,
            kind: next(FenField::CountKind)?,
            count: next(FenField::Count)?,
            from: next(FenField::CountFrom)?,
            to: next(FenField::CountLimit)?,
        })
    }

    /// The count, or nothing if all fields are `-`.
    fn counting(
        &self,
        to_move: Color,
        strictness: Strictness,
    ) -> Result<Option<(CountingKind, Counting)>, FenError> {
        let all = [&self.side, &self.kind, &self.count, &self.from, &self.to];
        if all.into_iter().all(|field| field.text == "-") {
            return Ok(None);
        }
        let side = turn(&self.side, strictness)?;
        let kind = match self.kind.text {
            "bp" => CountingKind::Board,
            "pp" => CountingKind::Pieces,
            _ => return Err(self.kind.error(FenErrorKind::CountKind)),
        };
        let count = self.count.number((1, u16::MAX / 2), strictness)?;
        self.from.number((1, u16::MAX), strictness)?;
        let to = self.to.number((1, 64), strictness)?;
        let ply = if side == to_move { 2 * count } else { 2 * count - 1 };
        let limit = u8::try_from(2 * to).unwrap_or(Counting::BOARD_LIMIT);
        Ok(Some((kind, Counting::new(limit, ply))))
    }
}

/// Writes a position in the dialect of makruk-js.
pub fn write(position: &Position<Makruk>) -> String {
    let mut buffer = FenBuffer::new();
    buffer.write(|out| write_with(position, out));
    buffer.as_str().into()
}

/// As [`ranks::Letters`] wants them.
const LETTERS: ranks::Letters = *b".BMTREKF.bmtrekf";

fn write_with(position: &Position<Makruk>, out: &mut Pen<'_>) {
    ranks::write(position, out, Bitboard::EMPTY, &LETTERS);
    out.push(b' ');
    out.push(position.turn().letter() as u8);
    out.push(b' ');
    out.push_number(position.fullmove_number());
    let count = position.counting();
    if let (Some(side), Some(kind), 1..) =
        (position.counting_side(), position.counting_kind(), count.spoken())
    {
        let men = position.occupied().len() as u16;
        let (kind, from) = match kind {
            CountingKind::Board => (" bp", 1),
            CountingKind::Pieces => (" pp", count.spoken().min(men + 1)),
        };
        out.push(b' ');
        out.push(side.letter() as u8);
        out.push_str(kind);
        for number in [count.spoken(), from, count.spoken_limit()] {
            out.push(b' ');
            out.push_number(number);
        }
    }
}

fn piece_from_letter(letter: char) -> Option<(Piece, bool)> {
    let (role, promoted) = match letter.to_ascii_uppercase() {
        'B' => (Role::Pawn, false),
        'M' => (Role::Knight, false),
        'T' => (Role::Bishop, false),
        'R' => (Role::Rook, false),
        'F' => (Role::Queen, true),
        'E' => (Role::Queen, false),
        'K' => (Role::King, false),
        _ => return None,
    };
    Some((Piece::new(color_of(letter), role), promoted))
}
