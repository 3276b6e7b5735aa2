//! The command line as a whole.

use crate::common::{self, Run, erawan, erawan_with_input};

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
        "xboard",
        "show",
        "perft",
        "pgn",
        "match",
        "engines",
        "tune",
        "net",
        "eval",
        "epd",
        "book",
        "tb",
        "bench",
        "genfens",
        "completions",
        "manual",
    ] {
        let help = erawan(["help", command]).exits(0).says("Examples:");
        assert_eq!(erawan([command, "--help"]).exits(0).out, help.out);
        assert!(overview.out.contains(&format!("  {command} ")));
    }
    erawan(["help", "shwo"]).exits(2).complains("'shwo'");
}

/// Every example in help is a command line that is understood: it may miss its
/// file, but it is no wrong use of options.
#[test]
fn the_examples_in_help_are_real() {
    let folder = common::Folder::new("examples");
    for command in
        ["show", "perft", "pgn", "match", "tune", "net", "eval", "epd", "book", "genfens", "manual"]
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
    let near = |word: &str| format!("a similar subcommand exists: '{word}'");
    wrong(&["prft"], &near("perft")).complains("unrecognized subcommand 'prft'");
    wrong(&["shwo"], &near("show"));
    wrong(&["pgn", "chek", "x"], &near("check"));
    assert!(!wrong(&["castle"], "unrecognized subcommand 'castle'").err.contains("similar"));
    wrong(&["perft", "3", "--thread", "2"], "a similar argument exists: '--threads'");
    wrong(&["perft", "3", "--threads"], "a value is required for '--threads <T>'");
    wrong(&["perft", "3", "--threads", "0"], "'--threads <T>': must be a number from 1 to 512");
    wrong(&["perft", "3", "--divide=yes"], "unexpected value 'yes' for '--divide'");
    wrong(&["show", "--flip", "--flip"], "'--flip' cannot be used multiple times");
    wrong(&["show", "--variant", "makrook"], "did you mean makruk?");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused_politely() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"\xff\xfe");
    erawan([bad]).exits(2).complains("unrecognized subcommand");
    erawan([OsStr::new("show"), bad]).exits(2).complains("invalid UTF-8");
    erawan([OsStr::new("perft"), bad]).exits(2).complains("invalid UTF-8");
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

/// Completions know every command; where there is a shell, it takes them.
#[test]
fn shells_get_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = erawan(["completions", shell]).exits(0);
        for word in ["perft", "analyse", "threads", "multipv"] {
            assert!(run.out.contains(word), "{shell}: no {word}");
        }
    }
    erawan(["completions", "tcsh"]).exits(2).complains("possible values: bash");
    let script = format!(
        "{}\nCOMP_WORDS=(erawan per); COMP_CWORD=1; _erawan erawan per erawan; echo ${{COMPREPLY[@]}}",
        erawan(["completions", "bash"]).out
    );
    match std::process::Command::new("bash").args(["-c", &script]).output() {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "perft"),
        Err(error) => eprintln!("no bash here: {error}"),
    }
}

/// There is a page for each command, with its options.
#[test]
fn manual_pages_are_written() {
    let folder = common::Folder::new("manual");
    let pages = folder.path("man1");
    erawan(["manual", "--out", pages.to_str().unwrap()]).exits(0).says("pages");
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).expect(name);
    assert!(page("erawan.1").contains("erawan\\-perft(1)"));
    assert!(page("erawan-perft.1").contains("\\-\\-threads"));
    assert!(page("erawan-pgn-split.1").contains("\\-\\-games"));
    let overview = erawan(["help"]).exits(0).out;
    let commands = overview.split_once("Commands:").expect("a list").1;
    let commands = commands.lines().skip(1).take_while(|line| line.starts_with("  "));
    let names = commands.filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        assert!(page(&format!("erawan-{name}.1")).contains("Examples"), "{name}");
    }
}

/// A signal ends a command that does not listen, and what is half written goes.
#[cfg(unix)]
#[test]
fn signals_end_commands_with_their_own_codes() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = common::Folder::new(&format!("signal{signal}"));
        // Standard input stays open: the file is begun and never finished.
        let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
            .args(["pgn", "convert", "-", "--out"])
            .arg(folder.path("clean.pgn"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        // The first bytes are awaited before the file is made.
        use std::io::Write as _;
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1. e4 *\n\n").unwrap();
        while folder.names().is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no file is begun");
            std::thread::sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        drop(input);
        assert!(folder.names().is_empty(), "left behind: {:?}", folder.names());
    }
}
