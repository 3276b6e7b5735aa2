//! pgn
use crate::commands::Command;
pub(crate) const COMMAND: Command = Command {
    name: "pgn",
    usage: "check|stats|convert|split FILE",
    summary: "checks and converts games",
    details: "",
    options: &[],
    examples: &["erawan pgn check games.pgn"],
    run: |_, _| Ok(crate::Verdict::Fine),
};
