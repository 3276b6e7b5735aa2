//! Running other programs in the repository.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A program that works in the root of the repository.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(repository());
    command
}

/// The cargo that runs us, with arguments.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = program(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(arguments);
    command
}

/// Commands as steps of a chore.
pub(crate) trait Chore {
    /// Runs it, showing what is run and what it prints.
    fn chore(&mut self) -> Result<(), String>;
    /// Runs it and gives back what it printed.
    fn text(&mut self) -> Result<String, String>;
}

impl Chore for Command {
    fn chore(&mut self) -> Result<(), String> {
        eprintln!("== {}", shown(self));
        let status = self.status().map_err(|error| format!("{}: {error}", shown(self)))?;
        if status.success() { Ok(()) } else { Err(format!("{}: {status}", shown(self))) }
    }

    fn text(&mut self) -> Result<String, String> {
        let output = self.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("{}: {error}", shown(self)))?;
        if !output.status.success() {
            return Err(format!("{}: {}", shown(self), output.status));
        }
        String::from_utf8(output.stdout).map_err(|error| format!("{}: {error}", shown(self)))
    }
}

/// A command as one would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
