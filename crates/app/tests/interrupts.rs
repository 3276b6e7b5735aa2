//! Ctrl-C and SIGTERM: every command ends soon, with the exit code of the
//! signal, and leaves nothing half done.
//!
//! "Soon" is half a second. The limit here is far longer, for a machine that is
//! busy with other tests; no command would end within it by itself.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, erawan};

/// Longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// How soon a command must have ended. See above.
const SOON: Duration = Duration::from_secs(10);

const GAME: &str = "[Event \"One\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

/// Commands that are done before anybody could interrupt them. `data` would have
/// to be given a file of gigabytes, for it reads regular files only.
const INSTANT: [&str; 7] = ["show", "eval", "completions", "manual", "data", "explore", "engines"];

/// What comes on standard input before nothing more does.
type Input = &'static str;

/// Every command at work that takes longer than a test: on what it was given, or
/// waiting for input that never comes. `{}` is a folder, and `{}/pipe` a pipe
/// that nobody writes to.
const CASES: [(&str, Input); 37] = [
    ("uci", ""),
    ("uci", "go infinite\n"),
    ("uci", "go perft 30\n"),
    ("xboard", ""),
    ("xboard", "analyze\n"),
    ("xboard", "st 1000\ngo\n"),
    ("go infinite", ""),
    ("play --no-open --port 0 --data {}/data", ""),
    ("perft 30", ""),
    ("perft 30 --threads 2 --hash 16", ""),
    ("perft --suite -", "8/8/8/8/8/8/k7/2K5 w - - 0 1 ;D1 5\n"),
    ("pgn check -", GAME),
    ("pgn check - --threads 3", GAME),
    ("pgn check {}/pipe --threads 2 --json", ""),
    ("pgn stats -", GAME),
    ("pgn convert - --out {}/converted.pgn", GAME),
    ("pgn split - --games 1 --prefix {}/part", GAME),
    ("analyse - --nodes 100 --jobs 2", GAME),
    ("analyse {}/pipe", ""),
    ("db import - --db {}/games.erawan", GAME),
    ("db import {}/pipe --db {}/games.erawan", ""),
    ("db import {}/many.pgn - --db {}/games.erawan", GAME),
    ("db import {}/many.pgn {}/pipe --db {}/other.erawan", ""),
    ("analyse {}/many.pgn --nodes 1000000000000 --jobs 2 --out {}/reviewed.pgn", ""),
    ("match --engine builtin --engine builtin --nodes 1000000000000 --pgn {}/match.pgn", ""),
    ("tune --nodes 1000000000000 --trace {}/trace.csv", ""),
    ("datagen --nodes 100000000 --games 10 --out {}/games.data --threads 2", ""),
    ("net info -", "ERAWAN"),
    ("tb build makruk --men 5 --memory 16384 --out {}/tables --threads 2", ""),
    ("book build - --out {}/book.bin", GAME),
    ("puzzles make - --nodes 100 --to {}/found.erawan", GAME),
    ("puzzles make {}/many.pgn --nodes 1000000000000 --to {}/more.erawan", ""),
    ("puzzles import - --to {}/puzzles.erawan", "PuzzleId,FEN,Moves\n"),
    ("repertoire import - --name Mine --colour white --to {}/repertoire.erawan", GAME),
    ("epd - --nodes 100", "8/8/8/8/8/8/k7/2K5 w - - id \"kings\";\n"),
    ("bench", ""),
    ("genfens 10000000 seed 1", ""),
];

/// A command at work.
struct Working {
    child: Child,
    name: String,
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Working {
    fn start(command: &str, input: &str, folder: &Folder) -> Working {
        let place = folder.path("");
        let place = place.to_str().unwrap().trim_end_matches('/');
        let name = command.replace("{}", place);
        let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
            .args(name.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The pipe stays open: it is kept in the child.
        child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
        Working { child, name }
    }

    /// Waits until signals are handled, and a moment for the work to begin.
    fn wait_until_it_works(&mut self) {
        let begun = Instant::now();
        // Bits 1 and 14: the signals 2 and 15.
        while caught_signals(self.child.id()) & 0x4002 != 0x4002 {
            assert!(begun.elapsed() < PATIENCE, "{} does not begin", self.name);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success(), "{} has ended by itself", self.name);
    }

    /// The exit code, once it has ended.
    #[track_caller]
    fn wait(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < SOON, "{} does not end", self.name);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn caught_signals(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

fn make_pipe(folder: &Folder) {
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap();
    assert!(made.success());
}

#[track_caller]
fn all_end(signal: &str, code: i32) {
    let folder = Folder::new(&format!("interrupt{signal}"));
    make_pipe(&folder);
    folder.write("many.pgn", GAME.repeat(50));
    // Not all at once: some would wait for others to let them begin.
    for cases in CASES.chunks(8) {
        let mut all: Vec<Working> =
            cases.iter().map(|(command, input)| Working::start(command, input, &folder)).collect();
        all.iter_mut().for_each(Working::wait_until_it_works);
        std::thread::sleep(Duration::from_millis(150));
        for one in &mut all {
            assert_eq!(one.child.try_wait().unwrap(), None, "{} has ended by itself", one.name);
            one.signal(signal);
        }
        for one in &mut all {
            assert_eq!(one.wait(), Some(code), "{}", one.name);
        }
    }
    // Files that were not finished are gone, and those that grow are whole.
    let names = folder.names();
    assert!(!names.iter().any(|name| name.ends_with(".part")), "{names:?}");
    for absent in ["converted.pgn", "book.bin"] {
        assert!(!names.contains(&absent.to_owned()), "{names:?}");
    }
    for name in ["reviewed.pgn", "match.pgn"] {
        erawan(["pgn", "check", folder.path(name).to_str().unwrap()]).exits(0);
    }
    erawan(["data", "check", folder.path("games.data").to_str().unwrap()]).exits(0);
}

#[test]
fn every_command_ends_after_ctrl_c() {
    all_end("-INT", 130);
}

#[test]
fn every_command_ends_after_sigterm() {
    all_end("-TERM", 143);
}

#[test]
fn no_command_is_forgotten() {
    let help = erawan(["help"]).exits(0).out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let is_tested = CASES.iter().any(|(command, _)| command.split(' ').next() == Some(name));
        assert!(is_tested != INSTANT.contains(&name), "{name}");
    }
}

/// What was printed before is not lost, and no half of a line is written.
#[test]
fn printed_lines_are_written_whole() {
    let folder = Folder::new("interrupt-lines");
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .args(["perft", "--suite", "-"])
        .stdin(Stdio::piped())
        .stdout(fs::File::create(folder.path("out")).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let line = "8/8/8/8/8/8/k7/2K5 w - - 0 1 ;D1 77\n";
    input.write_all(line.repeat(100).as_bytes()).unwrap();
    // More than a pipe holds: once it is taken, the lines before were counted.
    input.write_all(format!("# {}\n", "x".repeat(60_000)).repeat(8).as_bytes()).unwrap();
    let mut working = Working { child, name: "perft".into() };
    working.signal("-TERM");
    assert_eq!(working.wait(), Some(143));
    let text = fs::read_to_string(folder.path("out")).unwrap();
    assert_eq!(text.matches("expected 77").count(), 100);
    assert!(text.ends_with('\n'));
    drop(input);
}

/// A review ends while its input delivers nothing, and what was reviewed before
/// is there.
#[test]
fn a_review_ends_while_it_waits_for_games() {
    let folder = Folder::new("interrupt-review");
    let out = folder.path("out.pgn");
    let command = "analyse - --nodes 100 --jobs 1 --out {}/out.pgn";
    let mut working = Working::start(command, &GAME.repeat(3), &folder);
    let games = || fs::read_to_string(&out).unwrap_or_default().matches("[Event ").count();
    let begun = Instant::now();
    // The third game is only known to have ended when another begins.
    while games() < 2 {
        assert!(begun.elapsed() < PATIENCE, "nothing is reviewed");
        std::thread::sleep(Duration::from_millis(5));
    }
    working.signal("-INT");
    assert_eq!(working.wait(), Some(130));
    erawan(["pgn", "check", out.to_str().unwrap()]).exits(0);
    assert!((2..=3).contains(&games()));
}

/// Engines that hang, fork and hide behind scripts are gone with the match,
/// however it ends, even if nobody could tell it to.
#[test]
fn nothing_is_left_of_a_match() {
    let folder = Folder::new("interrupt-match");
    let place = folder.path("");
    let place = place.to_str().unwrap();
    folder.write(
        "engine.sh",
        format!(
            "trap '' TERM INT HUP\necho $$ >> {place}/numbers\n\
             sleep 1000 &\necho $! >> {place}/numbers\n\
             while read -r line; do case \"$line\" in\n\
             uci) echo uciok;;\nisready) echo readyok;;\n\
             go*) echo go >> {place}/going; while :; do sleep 1000; done;;\n\
             quit) exit 0;;\nesac; done\n"
        ),
    );
    let wrapper = format!("echo $$ >> {place}/numbers\nsh {place}/engine.sh\n");
    folder.write("wrapper.sh", wrapper);
    for (signal, code) in [("-INT", Some(130)), ("-TERM", Some(143)), ("-KILL", None)] {
        for name in ["numbers", "going"] {
            let _ = fs::remove_file(folder.path(name));
        }
        let child = Command::new(env!("CARGO_BIN_EXE_erawan"))
            .args(["match", "--engine", "builtin nodes=10", "--tc", "100+1", "--games", "4"])
            .args(["--engine", &format!("cmd=sh args={place}/wrapper.sh")])
            .args(["--pgn", &format!("{place}/{signal}.pgn")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut working = Working { child, name: format!("match {signal}") };
        let begun = Instant::now();
        while !folder.path("going").exists() {
            assert!(begun.elapsed() < PATIENCE, "the engine does not begin");
            std::thread::sleep(Duration::from_millis(5));
        }
        // Once to see whether it can play, and once for the games.
        let numbers = fs::read_to_string(folder.path("numbers")).unwrap();
        assert_eq!(numbers.lines().count(), 6, "{numbers}");
        working.signal(signal);
        assert_eq!(working.wait(), code, "{signal}");
        for number in numbers.lines() {
            let begun = Instant::now();
            while runs(number) {
                assert!(begun.elapsed() < SOON, "{number} is left after {signal}");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// Whether a process runs. One that has ended and waits for its parent to hear
/// of it does not.
fn runs(number: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}
