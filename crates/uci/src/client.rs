//! The other end of the wire: another program, started and spoken to.
//!
//! What a program may do wrong, it will: it may not start, say nothing, say
//! anything, end or hang in the middle of a search. [`UciProcess`] reports each
//! of these as a [`ClientError`], waits for nothing without a limit, and holds a
//! bounded amount of what the program writes.
//!
//! ```no_run
//! use std::process::Command;
//! use std::time::Duration;
//!
//! use erawan_uci::client::UciProcess;
//! use erawan_uci::protocol::{Go, Start};
//!
//! let mut engine = UciProcess::start(Command::new("stockfish"))?;
//! engine.handshake(Duration::from_secs(10))?;
//! engine.set_option("Hash", Some("64"))?;
//! engine.wait_ready(Duration::from_secs(10))?;
//! engine.position(Start::Initial, &["e2e4"])?;
//! engine.go(Go { move_time: Some(100), ..Go::default() })?;
//! let result = engine.wait_best_move(Duration::from_secs(1), |_| {})?;
//! println!("{:?} after {:?}", result.best, result.elapsed);
//! # Ok::<(), erawan_uci::client::ClientError>(())
//! ```

mod error;
mod group;
mod pipes;
mod process;

pub use error::{Awaited, ClientError};
pub use pipes::Event;
pub use process::{BestMove, Identity, UciProcess};

#[cfg(all(test, target_os = "linux"))]
mod group_tests;
#[cfg(all(test, unix))]
mod tests;
