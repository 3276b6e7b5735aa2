//! Starting an engine to see that it speaks UCI.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::KnownEngine;
use crate::client::{ClientError, UciProcess};

/// How long an engine may take to say who it is.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How long it may take to be ready after that: some read large networks.
const READY: Duration = Duration::from_secs(30);

impl KnownEngine {
    /// Starts the program, its options set as they are to be. It has a group of
    /// processes of its own, which ends with it.
    pub fn start(&self) -> Result<UciProcess, ClientError> {
        self.start_unless(Arc::default())
    }

    /// The same, but it gives up once `stop` is set, and so does whatever waits for
    /// the program later: see [`UciProcess::interrupt_with`].
    pub fn start_unless(&self, stop: Arc<AtomicBool>) -> Result<UciProcess, ClientError> {
        let mut command = Command::new(&self.command);
        command.args(&self.arguments);
        let mut process = UciProcess::start(command)?;
        process.interrupt_with(stop);
        process.handshake(PATIENCE)?;
        for (name, value) in &self.settings {
            process.set_option(name, Some(value))?;
        }
        process.wait_ready(READY)?;
        Ok(process)
    }

    /// Starts the program once, and keeps what it says of itself.
    pub fn introduce(&mut self) -> Result<(), ClientError> {
        let process = self.start()?;
        let mut identity = process.identity().clone();
        // It is over; how it ends is its own affair.
        let _ = process.quit(Duration::from_secs(1));
        // What is kept is what was declared, not what was set.
        identity.options.reset();
        self.title = identity.name;
        self.author = identity.author;
        self.options = identity.options;
        Ok(())
    }
}
