//! What is wrong with a FEN, and where.

use alloc::string::String;
use core::fmt;

use erawan_board::{Rank, SetupError};

/// A part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// What stands where.
    Placement,
    /// Whose turn it is.
    Turn,
    /// The castling rights.
    Castling,
    /// The square a pawn has just stepped over.
    EnPassant,
    /// Makruk: the limit of the count.
    CountLimit,
    /// Makruk: how much is counted; without a count the halfmove clock.
    Count,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    MoveNumber,
    /// makruk-js: which side counts.
    CountColor,
    /// makruk-js: which honour is counted.
    CountKind,
    /// makruk-js: the number the count began with.
    CountFrom,
    /// Behind the last field.
    End,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "piece placement",
            FenField::Turn => "side to move",
            FenField::Castling => "castling rights",
            FenField::EnPassant => "en passant square",
            FenField::CountLimit => "limit of the count",
            FenField::Count => "count",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::MoveNumber => "move number",
            FenField::CountColor => "counting side",
            FenField::CountKind => "kind of count",
            FenField::CountFrom => "start of the count",
            FenField::End => "end",
        })
    }
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text ends before this field.
    Missing,
    /// There is white space that strict reading does not take.
    ExtraSpace,
    /// There is more text than a FEN has.
    TrailingText,
    /// There are not eight ranks.
    RankCount(u32),
    /// A rank does not have eight squares.
    RankLength(Rank, u32),
    /// A run of empty squares is not 1 to 8 long.
    EmptyRun(char),
    /// Two runs of empty squares follow each other.
    SplitRun,
    /// This is no piece of the game.
    UnknownPiece(char),
    /// A `~` does not follow a met.
    MisplacedMark,
    /// The side to move is neither `w` nor `b`.
    Turn,
    /// This is no castling right.
    CastlingLetter(char),
    /// The same castling right is given twice.
    RepeatedRight(char),
    /// There is no rook, or no king, for this castling right.
    NoCastlingRook(char),
    /// This is no file of a man that may leap in Ouk.
    LeapLetter(char),
    /// Makruk has no castling.
    NoCastling,
    /// This is no square.
    Square,
    /// Makruk has no en passant.
    NoEnPassant,
    /// This is no number.
    Number,
    /// A number is out of range.
    NumberRange {
        /// The least number possible.
        min: u16,
        /// The greatest number possible.
        max: u16,
    },
    /// makruk-js: a count is neither `bp` nor `pp`.
    CountKind,
    /// makruk-js: the pieces' honour is counted without a bare khun, or the
    /// board's honour with one.
    CountMismatch,
    /// The text may be in either dialect of Makruk; it has to be said which.
    AmbiguousDialect,
    /// The text is in neither dialect of Makruk: its letters and fields
    /// contradict each other.
    UnknownDialect,
    /// What the text describes is no position.
    Position(SetupError),
}

/// Why a text is no FEN: the field, the place and the reason.
///
/// ```
/// use erawan_board::{Makruk, Strictness};
/// use erawan_notation::fen::{self, FenErrorKind, FenField};
///
/// let text = "rnsmksnr/8/pppppppp/8/8/PPPPQPPP/8/RNSKMSNR w - - 0 1";
/// let error = fen::parse::<Makruk>(text, Strictness::Strict).unwrap_err();
/// assert_eq!(error.field, FenField::Placement);
/// assert_eq!(error.kind, FenErrorKind::UnknownPiece('Q'));
/// let shown = error.render(text);
/// let mut lines = shown.lines();
/// assert_eq!(lines.next(), Some("FEN column 29, piece placement: 'Q' is no piece"));
/// assert_eq!(lines.next(), Some(text));
/// assert_eq!(lines.next(), Some("                            ^"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FenError {
    /// The field that is wrong.
    pub field: FenField,
    /// Where in the text, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: FenErrorKind,
}

impl FenError {
    pub(crate) fn new(field: FenField, column: usize, kind: FenErrorKind) -> FenError {
        FenError { field, column, kind }
    }

    /// The message, then the text, then a caret under the place. Of a long
    /// text only the surroundings of the place are shown, and what does not
    /// print is shown as `?`.
    pub fn render(&self, text: &str) -> String {
        const BEFORE: usize = 80;
        const SHOWN: usize = 120;
        let skipped = self.column.saturating_sub(1 + BEFORE);
        let mut out = alloc::format!("{self}\n");
        let printable = |c: char| if c == ' ' || c.is_ascii_graphic() { c } else { '?' };
        out.extend(text.chars().skip(skipped).take(SHOWN).map(printable));
        out.push('\n');
        out.extend(core::iter::repeat_n(' ', self.column.saturating_sub(1 + skipped)));
        out.push('^');
        out
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN column {}, {}: {}", self.column, self.field, self.kind)
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenErrorKind as Kind;
        match self {
            Kind::Missing => f.write_str("nothing is there"),
            Kind::ExtraSpace => f.write_str("fields are separated by one space"),
            Kind::TrailingText => f.write_str("there is text after the last field"),
            Kind::RankCount(1) => f.write_str("there is 1 rank, 8 are needed"),
            Kind::RankCount(n) => write!(f, "there are {n} ranks, 8 are needed"),
            Kind::RankLength(rank, 1) => write!(f, "rank {} has 1 square", rank.digit()),
            Kind::RankLength(rank, n) => write!(f, "rank {} has {n} squares", rank.digit()),
            Kind::EmptyRun(c) => write!(f, "'{c}' is no number of empty squares, 1 to 8 are"),
            Kind::SplitRun => f.write_str("empty squares in a row are written as one number"),
            Kind::UnknownPiece(c) => write!(f, "'{}' is no piece", c.escape_debug()),
            Kind::MisplacedMark => f.write_str("'~' can only follow a met (M or m) of Makruk"),
            Kind::Turn => f.write_str("the side to move is w or b"),
            Kind::CastlingLetter(c) => write!(f, "'{}' is no castling right", c.escape_debug()),
            Kind::RepeatedRight(c) => write!(f, "the right '{c}' is given twice"),
            Kind::NoCastlingRook(c) => {
                write!(f, "king and rook are not in place for the right '{c}'")
            }
            Kind::LeapLetter(c) => {
                write!(f, "'{}' is no file of a king or met that may leap", c.escape_debug())
            }
            Kind::NoCastling => f.write_str("Makruk has no castling, this field is '-'"),
            Kind::Square => f.write_str("this is neither '-' nor a square such as e3"),
            Kind::NoEnPassant => {
                f.write_str("Makruk has no en passant, this field is '-' or a limit in plies")
            }
            Kind::Number => f.write_str("this is no number"),
            Kind::NumberRange { min, max } => write!(f, "the number must be {min} to {max}"),
            Kind::CountKind => f.write_str("a count is bp (board's honour) or pp (pieces')"),
            Kind::CountMismatch => {
                f.write_str("pp is for a bare khun and bp for any other position")
            }
            Kind::AmbiguousDialect => f.write_str(
                "the letters mean other pieces in the dialect of makruk-js; say which it is",
            ),
            Kind::UnknownDialect => {
                f.write_str("letters and fields do not belong to the same dialect of Makruk")
            }
            Kind::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            FenErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}
