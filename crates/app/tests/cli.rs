//! The command line as a whole.

mod common;
use common::{Run, erawan, erawan_with_input};

#[test]
fn alone_it_is_an_engine() {
    // Without a terminal nobody is welcomed: programs start engines like this.
    let run = erawan_with_input::<&str>([], "uci\nquit\n").exits(0).says("uciok\n");
    assert!(run.out.starts_with("id name Erawan"), "{}", run.out);
    assert!(run.err.is_empty());
}

#[test]
fn version_and_help() {
    let version = format!("erawan {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(erawan(["--version"]).exits(0).out, version);
    let overview = erawan(["help"]).exits(0);
    assert_eq!(erawan(["--help"]).exits(0).out, overview.out);
    for command in [
        "show", "perft", "pgn", "match", "tune", "net", "eval", "epd", "book", "tb", "bench",
        "genfens",
    ] {
        let help = erawan(["help", command]).exits(0).says("Examples:");
        assert_eq!(erawan([command, "--help"]).exits(0).out, help.out);
        assert!(overview.out.contains(&format!("  {command} ")));
    }
    erawan(["help", "shwo"]).exits(2).complains("did you mean show?");
}

/// Every example in help is a command line that is understood: it may miss its
/// file, but it is no wrong use of options.
#[test]
fn the_examples_in_help_are_real() {
    let folder = common::Folder::new("examples");
    for command in
        ["show", "perft", "pgn", "match", "tune", "net", "eval", "epd", "book", "genfens"]
    {
        let help = erawan(["help", command]).exits(0);
        let (_, examples) = help.out.split_once("Examples:").unwrap();
        let examples: Vec<&str> = examples.lines().filter(|line| !line.is_empty()).collect();
        assert!(!examples.is_empty());
        for example in examples {
            let words = words(example.trim());
            assert_eq!(words[0], "erawan");
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_erawan"))
                .args(&words[1..])
                .current_dir(folder.path(""))
                .output()
                .unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            let fine = output.status.success() || err.contains("there is no such file");
            assert!(fine, "{example}\n{err}");
        }
    }
}

/// Splits at spaces outside single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

#[test]
fn unknown_commands_and_options_come_with_suggestions() {
    let wrong = |words: &[&str], message: &str| -> Run {
        let run = erawan(words).exits(2).complains(message);
        assert!(run.out.is_empty());
        run
    };
    wrong(&["prft"], "there is no command 'prft' (did you mean perft?)");
    wrong(&["sho"], "did you mean show?");
    assert!(!wrong(&["castle"], "there is no command 'castle'").err.contains("did you mean"));
    wrong(&["perft", "3", "--thread", "2"], "did you mean --threads?");
    wrong(&["perft", "3", "--threads"], "--threads needs a value");
    wrong(&["perft", "3", "--threads", "0"], "--threads must be a number from 1 to 512, not '0'");
    wrong(&["perft", "3", "--divide=yes"], "--divide takes no value");
    wrong(&["show", "--flip", "--flip"], "--flip is given twice");
    wrong(&["show", "--variant", "makrook"], "did you mean makruk?");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused_politely() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"\xff\xfe");
    erawan([bad]).exits(2).complains("not valid UTF-8");
    erawan([OsStr::new("show"), bad]).exits(2).complains("not valid UTF-8");
    erawan([OsStr::new("perft"), bad]).exits(2).complains("not valid UTF-8");
    erawan([OsStr::new("show"), OsStr::new("--variant"), bad]).exits(2).complains("--variant");
    // As a name of a file it is as good as any other that does not exist.
    let args = [OsStr::new("perft"), OsStr::new("--suite"), bad];
    erawan(args).exits(2).complains("there is no such file");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .args(["show", "--bitboards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

/// `/dev/full` refuses every byte, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_reported() {
    use std::process::Command;
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_erawan")).arg("show").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("cannot write to standard output"), "{message}");
    common::erawan(["show", "--svg", "/dev/full"]).exits(2).complains("/dev/full: ");
}
