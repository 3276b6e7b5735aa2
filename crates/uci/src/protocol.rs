//! The protocol as types.
//!
//! A line is read in two ways. `parse` takes the bytes of a line as they come,
//! whatever they are, takes everything from it that can be understood, and
//! gives back [`Warning`]s about the rest: that is what an engine and a GUI need,
//! for neither may stop because of the other. [`FromStr`](core::str::FromStr)
//! takes the same lines but makes the first warning an error: that is what tests
//! and tools need. `Display` prints the one line, without a line break.
//!
//! ```
//! use erawan_uci::protocol::Command;
//!
//! let line = Command::parse(b"go wtime abc btime 100\r\n").unwrap();
//! assert_eq!(line.value.to_string(), "go btime 100");
//! assert_eq!(line.warnings[0].to_string(), "column 10: wtime is 'abc', not a whole number");
//! ```

mod command;
mod go;
mod info;
mod message;
mod option;
mod warning;
mod words;

#[cfg(test)]
mod tests;

pub use command::{Command, GenFens, Register, Start};
pub use go::Go;
pub use info::{Bound, Info, Wdl};
pub use message::{Message, Protection};
pub use option::{EMPTY_TEXT, OptionDeclaration, OptionError, OptionKind};
pub use warning::{Parsed, Warning, WarningKind};

pub use erawan_board::Score;

pub(crate) use words::{OneLine, Words, decode, excerpt, integer};
