//! What could not be understood in a line, and where.

use core::fmt;

use super::OptionError;

/// What a line says, and what in it could not be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed<T> {
    /// What the line says, as far as it can be understood.
    pub value: T,
    /// What could not be understood: the first [`WARNINGS`](crate::limits::WARNINGS) of them.
    pub warnings: Vec<Warning>,
}

impl<T> Parsed<T> {
    /// The value alone if nothing was wrong, otherwise the first warning.
    pub fn strict(self) -> Result<T, Warning> {
        match self.warnings.into_iter().next() {
            None => Ok(self.value),
            Some(warning) => Err(warning),
        }
    }
}

/// Something in a line that could not be understood: the place and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Where in the line, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: WarningKind,
}

/// What is wrong in a line.
///
/// Texts quoted from the line are cut to a few dozen characters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WarningKind {
    /// The line has no words, or is a comment.
    Empty,
    /// A field is not a whole number; it was left out.
    NotANumber {
        /// The field, such as `wtime`.
        field: &'static str,
        /// What stands there instead.
        found: String,
    },
    /// A number is too large or too small for its field; the nearest possible
    /// one was taken.
    OutOfRange {
        /// The field, such as `depth`.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What was taken.
        used: i128,
    },
    /// A field has no value; it was left out.
    Missing {
        /// The field, such as `searchmoves`.
        field: &'static str,
    },
    /// A word that means nothing where it stands; it was skipped.
    Unexpected {
        /// The command or field in which it stands.
        field: &'static str,
        /// The word.
        found: String,
    },
    /// An option declared against the rules. It was put right where that is
    /// possible: a default brought into its range, or added to its choices.
    Option(OptionError),
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the line is empty"),
            Self::NotANumber { field, found } => {
                write!(f, "{field} is '{found}', not a whole number")
            }
            Self::OutOfRange { field, found, used } => {
                write!(f, "{field} is {found}, out of range; {used} is taken")
            }
            Self::Missing { field } => write!(f, "{field} has no value"),
            Self::Unexpected { field, found } => {
                write!(f, "'{found}' means nothing in {field}")
            }
            Self::Option(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}

impl core::error::Error for Warning {}
