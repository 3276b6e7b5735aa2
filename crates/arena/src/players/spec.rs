//! Who plays, and how.

use std::path::PathBuf;

use crate::pace::Pace;

/// What a player is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// A program that speaks UCI.
    Command {
        /// The program.
        program: PathBuf,
        /// Its arguments.
        arguments: Vec<String>,
        /// The folder it runs in; ours if none is given.
        folder: Option<PathBuf>,
    },
    /// Our engine, in this process.
    Builtin,
}

/// A player as it takes part in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Its name in tables and games; if empty, the one it gives itself.
    pub name: String,
    /// What it is.
    pub program: Program,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub pace: Pace,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
    /// Whether it is started anew for every game.
    pub restart: bool,
}

impl PlayerSpec {
    /// Our engine, in this process.
    #[must_use]
    pub fn builtin(name: &str, pace: Pace) -> Self {
        Self::new(name, Program::Builtin, pace)
    }

    /// A program that speaks UCI.
    #[must_use]
    pub fn command(name: &str, program: impl Into<PathBuf>, pace: Pace) -> Self {
        let program = program.into();
        Self::new(name, Program::Command { program, arguments: Vec::new(), folder: None }, pace)
    }

    fn new(name: &str, program: Program, pace: Pace) -> Self {
        let (options, ponder, restart) = (Vec::new(), false, false);
        Self { name: name.to_owned(), program, options, pace, ponder, restart }
    }
}
