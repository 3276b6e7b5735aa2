//! The Chess Engine Communication Protocol, which XBoard and WinBoard speak, as types.
//!
//! Lines are read as in [`protocol`](crate::protocol): `parse` takes whatever bytes
//! come and gives back warnings about what it could not understand,
//! [`FromStr`](core::str::FromStr) makes the first warning an error, and `Display`
//! prints the one line.
//!
//! ```
//! use erawan_uci::cecp::Command;
//!
//! let line = Command::parse(b"level 40 0:30 0\n").unwrap();
//! assert_eq!(line.value.to_string(), "level 40 0:30 0");
//! let line = Command::parse(b"sd deep").unwrap();
//! assert_eq!(line.warnings[0].to_string(), "column 4: sd is 'deep', not a whole number");
//! ```

mod command;
mod level;
mod message;

#[cfg(test)]
mod tests;

pub use command::Command;
pub use level::Level;
pub use message::{Message, Progress, Thinking};
