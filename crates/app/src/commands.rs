//! The commands by name.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::{
    Outcome, Verdict, analyse, bench, book, data, datagen, db, engines, epd, eval, explore,
    genfens, manual, matches, net, perft, pgn, play, puzzles, repertoire, show, tb, tune, uci,
};

/// The whole command line.
#[derive(Parser)]
#[command(
    name = "erawan",
    version,
    about = "Chess, Chess960, Makruk, Ouk Chatrang, Makpong: engine, browser board, tools",
    after_help = "\
Without a command, erawan is an engine and speaks UCI. Commands of the protocol
can be arguments too: erawan go depth 10

Exit codes: 0 fine; 1 bad data, or something was found; 2 wrong use, or a file
that cannot be read or written; 130 after Ctrl-C, 143 after SIGTERM.",
    infer_long_args = false,
    subcommand_required = true
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// All commands, in the order of help.
#[derive(Subcommand)]
enum Command {
    Uci(uci::Arguments),
    Xboard(uci::XBoard),
    Play(play::Arguments),
    Show(show::Arguments),
    Perft(perft::Arguments),
    Pgn(pgn::Arguments),
    Analyse(analyse::Arguments),
    Db(db::Arguments),
    Explore(Box<explore::Arguments>),
    Puzzles(puzzles::Arguments),
    Repertoire(repertoire::Arguments),
    Match(Box<matches::Arguments>),
    Engines(engines::Arguments),
    Tune(Box<tune::Arguments>),
    Datagen(datagen::Arguments),
    Data(data::Arguments),
    Net(net::Arguments),
    Eval(eval::Arguments),
    Tb(tb::Arguments),
    Book(book::Arguments),
    Epd(epd::Arguments),
    Bench(bench::Arguments),
    Genfens(genfens::Arguments),
    Completions(manual::Completions),
    Manual(manual::Manual),
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        match self {
            Command::Uci(arguments) => uci::serve(Some(arguments), out),
            Command::Xboard(_) => uci::serve_xboard(out),
            Command::Play(arguments) => play::run(arguments, out),
            Command::Show(arguments) => show::run(arguments, out),
            Command::Perft(arguments) => perft::run(arguments, out),
            Command::Pgn(arguments) => pgn::run(arguments, out),
            Command::Analyse(arguments) => analyse::run(arguments, out),
            Command::Db(arguments) => db::run(arguments, out),
            Command::Explore(arguments) => explore::run(arguments, out),
            Command::Puzzles(arguments) => puzzles::run(arguments, out),
            Command::Repertoire(arguments) => repertoire::run(arguments, out),
            Command::Match(arguments) => matches::run(arguments, out),
            Command::Engines(arguments) => engines::run(arguments, out),
            Command::Tune(arguments) => tune::run(arguments, out),
            Command::Datagen(arguments) => datagen::run(arguments, out),
            Command::Data(arguments) => data::run(arguments, out),
            Command::Net(arguments) => net::run(arguments, out),
            Command::Eval(arguments) => eval::run(arguments, out),
            Command::Tb(arguments) => tb::run(arguments, out),
            Command::Book(arguments) => book::run(arguments, out),
            Command::Epd(arguments) => epd::run(arguments, out),
            Command::Bench(arguments) => bench::run(arguments, out),
            Command::Genfens(arguments) => genfens::run(arguments, out),
            Command::Completions(arguments) => manual::completions(arguments, out),
            Command::Manual(arguments) => manual::write(arguments, out),
        }
    }
}

/// The description of the command line, for help, completions and manuals.
pub(crate) fn description() -> clap::Command {
    CommandLine::command()
}

/// Finds a command and runs it.
pub(crate) fn dispatch(arguments: Vec<OsString>, out: &mut dyn Write) -> Outcome {
    let Some(first) = arguments.first() else {
        // Programs that start engines call them without a word. A person gets
        // a welcome first, and may type UCI commands too.
        if io::stdin().is_terminal() {
            welcome(out)?;
        }
        return uci::serve(None, out);
    };
    // OpenBench gives a whole command as one argument.
    if let Some(rest) = first.to_str().and_then(|first| first.strip_prefix("genfens ")) {
        let words = [OsString::from("genfens"), OsString::from(rest)];
        return run(words.into_iter().chain(arguments[1..].iter().cloned()), out);
    }
    // Names of commands go before the words of the protocol.
    if let Some(line) = first.to_str()
        && line != "help"
        && description().find_subcommand(line).is_none()
        && uci::is_line(line)
    {
        return uci::serve_arguments(arguments, out);
    }
    if first == "version" {
        return run([OsString::from("--version")], out);
    }
    run(arguments, out)
}

/// Runs a command with its arguments; the name of the command is the first.
pub(crate) fn run(words: impl IntoIterator<Item = OsString>, out: &mut dyn Write) -> Outcome {
    let words = std::iter::once(OsString::from("erawan")).chain(words);
    match CommandLine::try_parse_from(words) {
        Ok(line) => line.command.run(out),
        Err(asked)
            if matches!(asked.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            write!(out, "{asked}")?;
            Ok(Verdict::Fine)
        }
        Err(error) => Err(error.into()),
    }
}

/// A greeting for somebody who typed just `erawan`.
fn welcome(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Erawan {}: chess, Chess960, Makruk, Ouk Chatrang and Makpong.\n",
        env!("CARGO_PKG_VERSION")
    )?;
    writeln!(out, "Try:")?;
    for (example, what) in [
        ("erawan play", "opens the board in the browser"),
        ("erawan show --variant makruk", "draws a position"),
        ("erawan perft 6", "counts positions"),
        ("erawan analyse games.pgn", "reviews games"),
        ("erawan help", "lists all commands"),
    ] {
        writeln!(out, "  {example:<30} {what}")?;
    }
    writeln!(out, "\nOr talk to the engine in UCI: uci, go depth 10, d, help, quit.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what clap can check of a description: no name twice, no option
    /// that refers to one that is not there.
    #[test]
    fn the_description_is_sound() {
        description().debug_assert();
    }

    /// Every command says what it is for and shows how it is called.
    #[test]
    fn every_command_has_a_summary_and_examples() {
        for command in description().get_subcommands().filter(|one| one.get_name() != "help") {
            let name = command.get_name();
            let summary = command.get_about().unwrap_or_else(|| panic!("{name}")).to_string();
            assert!(!summary.is_empty() && !summary.contains('\n'), "{name}: {summary}");
            let examples = command.get_after_long_help().unwrap_or_else(|| panic!("{name}"));
            assert!(examples.to_string().starts_with("Examples:\n  erawan "), "{name}");
        }
    }
}
