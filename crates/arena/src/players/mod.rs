//! Players: programs that speak UCI, and our engine without a process between.

mod builtin;
mod fault;
mod process;
mod spec;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use erawan_board::{Color, Game, Move, Variant};
use erawan_engine::{Control, Playable};
use erawan_uci::protocol::Info;

use crate::pace::RunningClock;
pub(crate) use builtin::{Builtin, BuiltinSettings, NetworkChoice};
pub use fault::Fault;
use process::Process;
pub use spec::{PlayerSpec, Program};

/// A move and what was said about it.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) m: Move,
    pub(crate) elapsed: Duration,
    pub(crate) info: Option<Info>,
}

/// Why there is no move.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The match is over; nobody is to blame.
    Interrupted,
    /// The player is to blame.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What a player is asked.
pub(crate) struct Question<'a, R: Playable> {
    pub(crate) game: &'a Game<R>,
    /// The clocks of White and Black.
    pub(crate) clocks: [Option<RunningClock>; 2],
    /// Set when the match is over.
    pub(crate) stop: &'a AtomicBool,
}

impl<R: Playable> Question<'_, R> {
    pub(crate) fn clock(&self, color: Color) -> Option<&RunningClock> {
        self.clocks.get(color as usize).and_then(Option::as_ref)
    }
}

/// A player that is ready to play.
pub(crate) enum Player {
    Process(Box<Process>),
    Builtin(Box<Builtin>),
}

impl Player {
    /// Starts a player and gets it ready. Once `stop` is set, it is not waited
    /// for any longer.
    pub(crate) fn start(
        spec: &PlayerSpec,
        variant: Variant,
        patience: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        match &spec.program {
            Program::Builtin => Ok(Self::Builtin(Box::new(Builtin::start(spec, variant)?))),
            Program::Command { .. } => {
                Ok(Self::Process(Box::new(Process::start(spec, variant, patience, stop)?)))
            }
        }
    }

    /// The name that the player gives itself.
    pub(crate) fn own_name(&self) -> Option<String> {
        match self {
            Self::Process(process) => process.own_name(),
            Self::Builtin(_) => Some(format!("Erawan {}", env!("CARGO_PKG_VERSION"))),
        }
    }

    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        match self {
            Self::Process(process) => process.new_game(),
            Self::Builtin(builtin) => {
                builtin.new_game();
                Ok(())
            }
        }
    }

    pub(crate) fn think<R: Playable>(
        &mut self,
        question: &Question<'_, R>,
    ) -> Result<Thought, Halt> {
        match self {
            Self::Process(process) => process.think(question),
            Self::Builtin(builtin) => builtin.think(question),
        }
    }

    /// The player has moved and may think on the opponent's time.
    pub(crate) fn ponder<R: Playable>(&mut self, question: &Question<'_, R>) {
        if let Self::Process(process) = self {
            process.ponder(question);
        }
    }

    /// Hears what a pondering player says while its opponent thinks.
    pub(crate) fn listen(&mut self) {
        if let Self::Process(process) = self {
            process.listen();
        }
    }

    /// The game is over: no more thinking.
    pub(crate) fn rest(&mut self) -> Result<(), Fault> {
        match self {
            Self::Process(process) => process.rest(),
            Self::Builtin(_) => Ok(()),
        }
    }

    /// What ends a search of our own engine.
    pub(crate) fn control(&self) -> Option<Control> {
        match self {
            Self::Process(_) => None,
            Self::Builtin(builtin) => Some(builtin.control()),
        }
    }

    /// Tells the player that it is over, and does not wait.
    pub(crate) fn dismiss(&mut self) {
        if let Self::Process(process) = self {
            process.dismiss();
        }
    }

    /// Ends the player politely.
    pub(crate) fn quit(self) {
        if let Self::Process(process) = self {
            process.quit();
        }
    }
}
