//! The commands by name.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use crate::args::{Args, Opt, as_text};
use crate::failure::Failure;
use crate::{
    Outcome, Verdict, analyse, bench, book, data, datagen, epd, eval, genfens, help, matches, net,
    perft, pgn, play, show, suggest, tb, tune, uci,
};

/// A command: how it is called, and what it does.
pub(crate) struct Command {
    /// Its name.
    pub(crate) name: &'static str,
    /// What follows the name.
    pub(crate) usage: &'static str,
    /// What it does, in a line.
    pub(crate) summary: &'static str,
    /// What else there is to know.
    pub(crate) details: &'static str,
    /// Its options.
    pub(crate) options: &'static [Opt],
    /// Command lines to try.
    pub(crate) examples: &'static [&'static str],
    /// Does it.
    pub(crate) run: fn(&Args, &mut dyn Write) -> Outcome,
}

/// All commands, in the order of help.
pub(crate) const COMMANDS: &[Command] = &[
    uci::COMMAND,
    play::COMMAND,
    show::COMMAND,
    perft::COMMAND,
    pgn::COMMAND,
    analyse::COMMAND,
    matches::COMMAND,
    tune::COMMAND,
    datagen::COMMAND,
    data::COMMAND,
    net::COMMAND,
    eval::COMMAND,
    tb::COMMAND,
    book::COMMAND,
    epd::COMMAND,
    bench::COMMAND,
    genfens::COMMAND,
];

/// Finds a command and runs it.
pub(crate) fn dispatch(arguments: Vec<OsString>, out: &mut dyn Write) -> Outcome {
    let mut arguments = arguments.into_iter();
    let Some(first) = arguments.next() else {
        // Programs that start engines call them without a word. A person gets
        // a welcome first, and may type UCI commands too.
        if std::io::stdin().is_terminal() {
            help::welcome(out)?;
        }
        return uci::serve(out);
    };
    // OpenBench gives a whole command as one argument.
    if let Some(rest) = first.to_str().and_then(|first| first.strip_prefix("genfens ")) {
        let words = std::iter::once(OsString::from(rest)).chain(arguments);
        return (genfens::COMMAND.run)(&Args::parse("genfens", &[], words)?, out);
    }
    match as_text("command", &first)? {
        "--version" | "-V" | "version" => {
            writeln!(out, "erawan {}", env!("CARGO_PKG_VERSION"))?;
            Ok(Verdict::Fine)
        }
        "--help" | "-h" | "help" => match arguments.next() {
            None => {
                help::overview(out)?;
                Ok(Verdict::Fine)
            }
            Some(name) => {
                help::command(find(as_text("command", &name)?)?, out)?;
                Ok(Verdict::Fine)
            }
        },
        // Names of commands go before the words of the protocol.
        line if !COMMANDS.iter().any(|command| command.name == line) && uci::is_line(line) => {
            uci::serve_arguments([first].into_iter().chain(arguments).collect(), out)
        }
        name => {
            let command = find(name)?;
            let args = Args::parse(command.name, command.options, arguments)?;
            if args.help {
                help::command(command, out)?;
                return Ok(Verdict::Fine);
            }
            (command.run)(&args, out)
        }
    }
}

fn find(name: &str) -> Result<&'static Command, Failure> {
    COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| {
        let names = COMMANDS.iter().map(|command| command.name).chain(["help"]);
        let hint = suggest::hint(name, names);
        Failure::usage(format!("there is no command '{name}'{hint}\nSee: erawan help"))
    })
}
