//! What `erawan help` prints, made from the table of commands.

use std::io::{self, Write};

use crate::commands::{COMMANDS, Command};

/// A greeting for somebody who typed just `erawan`.
pub(crate) fn welcome(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Erawan {}: chess, Chess960 and Makruk.\n", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "Try:")?;
    for command in COMMANDS {
        if let Some(example) = command.examples.first() {
            writeln!(out, "  {example:<40} {}", command.summary)?;
        }
    }
    writeln!(out, "  {:<40} lists all commands", "erawan help")
}

/// All commands.
pub(crate) fn overview(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Erawan {}: chess, Chess960 and Makruk.\n", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "Usage: erawan COMMAND …\n\nCommands:")?;
    for command in COMMANDS {
        writeln!(out, "  {:<8} {}", command.name, command.summary)?;
    }
    writeln!(out, "  {:<8} explains a command: erawan help perft\n", "help")?;
    writeln!(out, "erawan --version prints the version.")?;
    writeln!(out, "Exit codes: 0 fine; 1 bad data, or something was found;")?;
    writeln!(out, "2 wrong use, or a file that cannot be read or written.")
}

/// One command.
pub(crate) fn command(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "erawan {} {}: {}\n", command.name, command.usage, command.summary)?;
    writeln!(out, "{}\n", command.details.trim())?;
    let left = |option: &crate::args::Opt| match option.value {
        Some(value) => format!("{} {value}", option.name),
        None => option.name.to_string(),
    };
    let width = command.options.iter().map(|option| left(option).chars().count()).max();
    if let Some(width) = width {
        writeln!(out, "Options:")?;
        for option in command.options {
            writeln!(out, "  {:<width$}  {}", left(option), option.help)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Examples:")?;
    command.examples.iter().try_for_each(|example| writeln!(out, "  {example}"))
}
