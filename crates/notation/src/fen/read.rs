//! Reading the fields into a set-up, and the set-up into a position.

use erawan_board::{Color, Counting, Position, Rules, Setup, SetupError, Strictness};

use super::fields::{Field, Fields};
use super::placement::{self, SquareColumns, piece_from_letter};
use super::{FenError, FenErrorKind, FenField, castling};

/// How many fields are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All six, and nothing else.
    Whole,
    /// The four that EPD has; something may follow.
    WithoutClocks,
}

/// A set-up and where in the text its parts are.
pub(crate) struct Read<'a> {
    pub(crate) setup: Setup,
    pub(crate) squares: SquareColumns,
    pub(crate) castling: usize,
    /// The fourth field: en passant square or limit of the count.
    pub(crate) fourth: usize,
    /// What follows the last field, and its column.
    pub(crate) rest: (&'a str, usize),
}

impl Read<'_> {
    /// The position, or an error that points at the field to blame.
    pub(crate) fn into_position<R: Rules>(
        self,
        strictness: Strictness,
    ) -> Result<Position<R>, FenError> {
        Position::from_setup(&self.setup, strictness).map_err(|error| self.locate(error))
    }

    fn locate(&self, error: SetupError) -> FenError {
        let (field, column) = match error {
            SetupError::ManyKings(_, square)
            | SetupError::PawnSquare(_, square)
            | SetupError::OpponentInCheck(square)
            | SetupError::ImpossibleCheck(square)
            | SetupError::Promoted(square) => (FenField::Placement, self.squares[square.index()]),
            SetupError::Castling(_) | SetupError::Leap(_) => (FenField::Castling, self.castling),
            SetupError::EnPassant(_) => (FenField::EnPassant, self.fourth),
            SetupError::CountLimit(_) => (FenField::CountLimit, self.fourth),
            _ => (FenField::Placement, 1),
        };
        FenError::new(field, column, FenErrorKind::Position(error))
    }
}

/// Reads a FEN.
pub(crate) fn read<R: Rules>(
    text: &str,
    strictness: Strictness,
    extent: Extent,
) -> Result<Read<'_>, FenError> {
    let mut fields = Fields::new(text, strictness);
    let mut setup = Setup::empty();
    let Some(field) = fields.next(FenField::Placement)? else {
        return Err(fields.missing(FenField::Placement));
    };
    let letters = |c| Some((piece_from_letter::<R>(c)?, false));
    let squares = placement::read(&field, strictness, letters, R::MARKS_PROMOTED, &mut setup)?;
    if let Some(field) = fields.optional(FenField::Turn)? {
        setup.turn = turn(&field, strictness)?;
    }
    let mut columns = [field.column; 2];
    if let Some(field) = fields.optional(FenField::Castling)? {
        columns[0] = field.column;
        if R::CASTLING_AND_DOUBLE_STEP {
            castling::read(&field, strictness, &mut setup)?;
        } else if R::FIRST_LEAPS {
            castling::read_leapers(&field, strictness, &mut setup)?;
        } else {
            no_castling(&field, strictness)?;
        }
    }
    let fourth = if R::COUNTING { FenField::CountLimit } else { FenField::EnPassant };
    if let Some(field) = fields.optional(fourth)? {
        columns[1] = field.column;
        if R::COUNTING {
            setup.counting = Counting::new(count_limit(&field, strictness)?, 0);
        } else {
            setup.en_passant = en_passant(&field)?;
        }
    }
    if extent == Extent::Whole {
        clocks(&mut fields, strictness, &mut setup)?;
        fields.end()?;
    }
    let [castling, fourth] = columns;
    Ok(Read { setup, squares, castling, fourth, rest: fields.rest() })
}

/// The last two fields.
fn clocks(
    fields: &mut Fields<'_>,
    strictness: Strictness,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let limit = setup.counting.limit();
    let fifth = if limit > 0 { FenField::Count } else { FenField::HalfmoveClock };
    if let Some(field) = fields.optional(fifth)? {
        let number = field.number((0, u16::MAX), strictness)?;
        match limit {
            0 => setup.halfmove_clock = number,
            _ => setup.counting = Counting::new(limit, number),
        }
    }
    if let Some(field) = fields.optional(FenField::MoveNumber)? {
        setup.fullmove_number = field.number((1, u16::MAX), strictness)?;
    }
    Ok(())
}

pub(crate) fn turn(field: &Field<'_>, strictness: Strictness) -> Result<Color, FenError> {
    match (field.text, strictness) {
        ("w", _) | ("W", Strictness::Lenient) => Ok(Color::White),
        ("b", _) | ("B", Strictness::Lenient) => Ok(Color::Black),
        _ => Err(field.error(FenErrorKind::Turn)),
    }
}

fn no_castling(field: &Field<'_>, strictness: Strictness) -> Result<(), FenError> {
    let letters = field.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if field.text == "-" || (letters && strictness == Strictness::Lenient) {
        Ok(())
    } else {
        Err(field.error(FenErrorKind::NoCastling))
    }
}

fn en_passant(field: &Field<'_>) -> Result<Option<erawan_board::Square>, FenError> {
    if field.text == "-" {
        return Ok(None);
    }
    field.text.parse().map(Some).map_err(|_| field.error(FenErrorKind::Square))
}

fn count_limit(field: &Field<'_>, strictness: Strictness) -> Result<u8, FenError> {
    if field.text == "-" {
        return Ok(0);
    }
    if field.text.parse::<erawan_board::Square>().is_ok() {
        return Err(field.error(FenErrorKind::NoEnPassant));
    }
    // `-0` is not a number out of range but a space forgotten.
    if field.text.starts_with('-') {
        return Err(field.error(FenErrorKind::Number));
    }
    let limit = field.number((0, u16::from(u8::MAX)), strictness)?;
    Ok(u8::try_from(limit).unwrap_or(u8::MAX))
}
