//! The `erawan` command: chess and its Southeast Asian sisters on the command line.
//!
//! What lives here: arguments, printing and exit codes, one module for each
//! command. What does not: rules and notation, which are in the libraries.

mod analyse;
mod args;
mod bench;
mod book;
mod commands;
mod data;
mod datagen;
mod db;
mod engines;
mod epd;
mod eval;
mod explore;
mod failure;
mod files;
mod genfens;
mod interrupt;
mod json;
mod limits;
mod manual;
mod matches;
mod net;
mod perft;
mod pgn;
mod play;
mod positions;
mod progress;
mod puzzles;
mod repertoire;
mod screen;
mod show;
mod suggest;
mod tb;
mod tune;
mod uci;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use failure::Failure;

/// What a command found: nothing to complain of, or bad data that it has
/// already described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Fine,
    Findings,
}

type Outcome = Result<Verdict, Failure>;

fn main() -> ExitCode {
    interrupt::watch();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut out = screen::Screen;
    let outcome = commands::dispatch(arguments, &mut out);
    let outcome = outcome.and_then(|verdict| Ok(out.flush().map(|()| verdict)?));
    let code = match outcome {
        Ok(Verdict::Fine) => 0,
        Ok(Verdict::Findings) => 1,
        // Whoever read our output has seen enough: `erawan … | head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            // What was printed before the failure belongs before its message.
            let _ = out.flush();
            let _ = failure.print();
            failure.exit_code()
        }
    };
    // A command that was told to stop has tidied up by now.
    ExitCode::from(interrupt::exit_code().unwrap_or(code))
}

/// Writes to standard error. If nobody can read it, there is nobody to tell.
fn eprintln_quietly(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}
