//! `erawan uci` and `erawan xboard`: the engine for chess programs.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Read, Write};

use erawan_uci::Session;
use erawan_uci::protocol::Command as Line;

use crate::failure::Failure;
use crate::{Outcome, Verdict, commands};

/// plays as an engine: speaks the Universal Chess Interface
///
/// This is what chess programs start, and what erawan does if it is called with
/// no command at all. Type uci to see the options, help to see the commands and
/// quit to leave.
///
/// Commands of the protocol can be given as arguments too. Words make one line,
/// and an argument with spaces in it is a line of its own.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan uci
  erawan uci --tune
  erawan go depth 10
  erawan 'position startpos' 'go nodes 5000'"
)]
pub(crate) struct Arguments {
    /// Makes the numbers of the search options too, to be tuned
    #[arg(long)]
    tune: bool,
}

/// plays as an engine for XBoard and WinBoard
///
/// It speaks their protocol, version 2, from the first line on. Without a command,
/// erawan does so too if the first line that it reads is xboard: they need not be
/// told more than its path.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan xboard
  xboard -fcp erawan
  xboard -fcp erawan -scp erawan -mode TwoMachines -variant makruk"
)]
pub(crate) struct XBoard {}

/// Speaks with XBoard on standard input and output until told to quit.
pub(crate) fn serve_xboard(out: &mut dyn Write) -> Outcome {
    talk(Session::new().xboard(true), io::stdin().lock(), out)
}

/// True in a build for programs that tune the search and can pass no arguments:
/// make TUNE=1.
const IS_TUNABLE: bool = option_env!("ERAWAN_TUNE").is_some();

/// Speaks UCI on standard input and output until told to quit.
pub(crate) fn serve(arguments: Option<&Arguments>, out: &mut dyn Write) -> Outcome {
    let is_tunable = IS_TUNABLE || arguments.is_some_and(|arguments| arguments.tune);
    talk(Session::new().tunable(is_tunable), io::stdin().lock(), out)
}

/// True if a word begins a line of the protocol.
pub(crate) fn is_line(argument: &str) -> bool {
    Line::parse(argument.as_bytes()).is_some_and(|parsed| {
        !parsed.warnings.is_empty() || !matches!(parsed.value, Line::Unknown(_))
    })
}

/// Does what the lines say that the arguments make.
pub(crate) fn serve_arguments(arguments: Vec<OsString>, out: &mut dyn Write) -> Outcome {
    let lines = lines(&arguments);
    // A search without a limit goes on until somebody says stop. One whose
    // limits could not be read is short.
    let is_endless = lines.last().is_some_and(|line| {
        let line = Line::parse(line.as_bytes()).filter(|parsed| parsed.warnings.is_empty());
        let line = line.map(|parsed| parsed.value);
        matches!(line, Some(Line::Go(go)) if go.depth.is_none()
            && go.nodes.is_none()
            && go.move_time.is_none()
            && go.white_time.is_none()
            && go.black_time.is_none()
            && go.perft.is_none())
    });
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let session = Session::new().tunable(IS_TUNABLE);
    if is_endless {
        talk(session, text.as_bytes().chain(io::stdin().lock()), out)
    } else {
        talk(session.script(true), text.as_bytes(), out)
    }
}

fn talk(session: Session, input: impl BufRead, out: &mut dyn Write) -> Outcome {
    out.flush()?;
    session
        .interactive(io::stdin().is_terminal())
        .command("bench", |words, say| run_inside("bench", words, say))
        .command("genfens", |words, say| run_inside("genfens", words, say))
        .run(input, io::stdout())?;
    Ok(Verdict::Fine)
}

/// Runs another command of the program in the middle of a conversation.
fn run_inside(name: &str, words: &[String], say: &mut dyn FnMut(&str) -> io::Result<()>) {
    let mut lines = Lines { say, line: Vec::new() };
    let words = std::iter::once(name).chain(words.iter().map(String::as_str));
    let outcome = commands::run(words.map(OsString::from), &mut lines);
    // Saying fails when the command was told to stop; who said so knows.
    let _ = lines.end();
    if let Err(failure) = outcome
        && !matches!(failure, Failure::Output(_))
    {
        let text = failure.to_string();
        let text = match failure {
            // The rest tells how to call the program.
            Failure::CommandLine(_) => text.lines().next().unwrap_or_default().to_owned(),
            _ => text.replace('\n', " "),
        };
        let _ = (lines.say)(&format!("info string {text}"));
    }
}

/// Cuts what is written into lines.
struct Lines<'a> {
    say: &'a mut dyn FnMut(&str) -> io::Result<()>,
    line: Vec<u8>,
}

impl Lines<'_> {
    /// Says what has no line break yet.
    fn end(&mut self) -> io::Result<()> {
        if self.line.is_empty() { Ok(()) } else { self.say_line() }
    }

    fn say_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        (self.say)(&String::from_utf8_lossy(&line))
    }
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            match byte {
                b'\n' => self.say_line()?,
                byte => self.line.push(byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that arguments make: words that follow each other are one, and
/// what was quoted is one by itself. A `quit` at the end is one too.
fn lines(arguments: &[OsString]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for (index, argument) in arguments.iter().enumerate() {
        let text = argument.to_string_lossy();
        let is_word = !text.contains(char::is_whitespace);
        let is_quit = text == "quit" && index + 1 == arguments.len();
        match lines.last_mut().filter(|_| is_open && is_word && !is_quit) {
            Some(line) => {
                line.push(' ');
                line.push_str(&text);
            }
            // An argument of several lines stays several lines.
            None => lines.push(text.into_owned()),
        }
        is_open = is_word;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_become_lines() {
        let of = |words: &[&str]| lines(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of(&["go", "depth", "10"]), ["go depth 10"]);
        assert_eq!(of(&["go", "depth", "10", "quit"]), ["go depth 10", "quit"]);
        assert_eq!(
            of(&["position startpos", "go", "nodes", "9"]),
            ["position startpos", "go nodes 9"]
        );
        assert_eq!(
            of(&["genfens 2 seed 1 book None", "quit"]),
            ["genfens 2 seed 1 book None", "quit"]
        );
        assert!(of(&[]).is_empty());
    }

    #[test]
    fn only_the_words_of_the_protocol_begin_lines() {
        for word in ["go", "go depth 5", "d", "position", "setoption name x", "quit", "flip"] {
            assert!(is_line(word), "{word}");
        }
        for word in ["", "prft", "#", "castle", "--fast"] {
            assert!(!is_line(word), "{word}");
        }
    }
}
