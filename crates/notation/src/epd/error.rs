//! What is wrong with a line of EPD, and where.

use core::fmt;

use crate::fen::FenError;

/// What is wrong with a line of EPD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The fields before the operations.
    Position(FenError),
    /// An operation does not begin with an opcode: a letter and up to fourteen
    /// letters, digits and underscores more.
    Opcode,
    /// An opcode is given twice.
    RepeatedOpcode,
    /// The text ends between quotation marks.
    OpenQuote,
    /// Something follows a closing quotation mark at once.
    AfterQuote,
    /// A line break, tab or other control character stands between quotation
    /// marks.
    ControlCharacter(char),
    /// A quotation mark stands inside a word.
    QuoteInWord,
    /// The last operation does not end with a semicolon.
    MissingSemicolon,
    /// There is an operation without an opcode.
    EmptyOperation,
    /// `hmvc` or `fmvn` without a number from 0 or 1 to 65535.
    Clock,
    /// A perft line has something else than a depth and a count: `D1 20`.
    PerftCount,
    /// A perft line has no counts.
    NoPerftCounts,
}

/// Why a line is no EPD: the place and the reason.
///
/// ```
/// use erawan_board::{Chess, Strictness};
/// use erawan_notation::epd::Epd;
///
/// let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O";
/// let error = Epd::<Chess>::parse(line, Strictness::Strict).unwrap_err();
/// assert_eq!(error.to_string(), "EPD column 34: the last operation does not end with ';'");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpdError {
    /// Where in the line, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: EpdErrorKind,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            EpdErrorKind::Position(error) => error.fmt(f),
            kind => write!(f, "EPD column {}: {kind}", self.column),
        }
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EpdErrorKind::Position(error) => return error.fmt(f),
            EpdErrorKind::Opcode => {
                "an opcode is a letter and up to 14 letters, digits and underscores"
            }
            EpdErrorKind::RepeatedOpcode => "this opcode is given twice",
            EpdErrorKind::OpenQuote => "the quotation mark is not closed",
            EpdErrorKind::AfterQuote => "a space or ';' must follow the quotation mark",
            EpdErrorKind::ControlCharacter(c) => {
                return write!(f, "'{}' cannot stand in a text", c.escape_debug());
            }
            EpdErrorKind::QuoteInWord => "a quotation mark cannot stand inside a word",
            EpdErrorKind::MissingSemicolon => "the last operation does not end with ';'",
            EpdErrorKind::EmptyOperation => "there is no opcode before ';'",
            EpdErrorKind::Clock => "hmvc and fmvn take a number up to 65535, fmvn not 0",
            EpdErrorKind::PerftCount => "a count is a depth and a number, such as 'D1 20'",
            EpdErrorKind::NoPerftCounts => "no counts follow the position",
        })
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            EpdErrorKind::Position(error) => Some(error),
            _ => None,
        }
    }
}
