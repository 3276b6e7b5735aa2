//! Data races: a program that was built with ThreadSanitizer does on several
//! threads whatever it has threads for, and reports what they do to each other.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ChildStdin;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::Plan;
use crate::child::{REPORT, Running, command};
use crate::report::Tally;
use crate::seeds;
use crate::server::{self, Page};

/// What is in every program that reports races.
const RUNTIME: &[u8] = b"ThreadSanitizer";

/// A program with ThreadSanitizer is ten times slower, and the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(600);

/// Commands with several threads that share something.
const COMMANDS: [&str; 6] = [
    "perft 4 --threads 4 --hash 1",
    "perft --suite counts.epd 3 --threads 3",
    "analyse played.pgn --nodes 300 --jobs 3 --hash 1 --out races.pgn",
    "match --engine builtin --engine builtin+name=other --nodes 300 --games 6 --concurrency 3",
    "datagen --games 6 --nodes 100 --threads 3 --seed 1 --out races.games",
    "epd suite.epd --nodes 20000 --threads 4 --hash 1",
];

/// What the engine is told, and how many milliseconds it has before the next line.
const CONVERSATION: [(&str, u64); 26] = [
    ("setoption name Hash value 2", 0),
    ("setoption name Threads value 4", 0),
    ("position startpos", 0),
    ("go infinite", 2000),
    ("isready", 0),
    ("stop", 200),
    ("setoption name MultiPV value 3", 0),
    ("go infinite", 1500),
    ("stop", 0),
    ("setoption name Clear Hash", 0),
    ("setoption name Threads value 8", 0),
    ("ucinewgame", 0),
    ("setoption name MultiPV value 1", 0),
    ("position startpos moves e2e4", 0),
    ("go ponder wtime 3000 btime 3000", 700),
    ("ponderhit", 1500),
    ("stop", 100),
    ("setoption name UCI_Variant value makruk", 0),
    ("position startpos", 0),
    ("go movetime 1500", 300),
    ("go nodes 20000", 1000),
    ("setoption name Threads value 2", 0),
    ("go depth 9", 500),
    ("setoption name Hash value 8", 0),
    ("go infinite", 500),
    ("quit", 0),
];

pub(crate) fn run(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let bytes = fs::read(&plan.program).map_err(|error| error.to_string())?;
    if !bytes.windows(RUNTIME.len()).any(|some| some == RUNTIME) {
        let program = plan.program.display();
        return Err(format!("{program} cannot report races: cargo xtask tsan builds one that can"));
    }
    let folder = tally.folder().join("work");
    seeds::make(&plan.program, &folder)?;
    judge("the files to begin with", None, &folder, tally);
    for _ in 0..plan.share(3) {
        for line in COMMANDS {
            let words: Vec<String> = line.split(' ').map(|word| word.replace('+', " ")).collect();
            for left in ["races.pgn", "races.games"] {
                let _ = fs::remove_file(folder.join(left));
            }
            let mut command = command(&plan.program, &folder, &words);
            let ended = Running::start(&mut command, Vec::new())?.wait(PATIENCE);
            let failure = (!ended.succeeded()).then_some(ended.errors);
            judge(line, failure, &folder, tally);
        }
        let words: [&str; 0] = [];
        let mut command = command(&plan.program, &folder, &words);
        let ended = Running::start_feeding(&mut command, converse)?.wait(PATIENCE);
        let failure = (!ended.succeeded()).then_some(ended.errors);
        judge("a search over UCI", failure, &folder, tally);
        judge("the server of the board", serve(plan, &folder).err(), &folder, tally);
    }
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

fn converse(mut engine: ChildStdin) {
    for (line, pause) in CONVERSATION {
        // One that is gone will be noticed by its exit code.
        let _ = writeln!(engine, "{line}");
        thread::sleep(Duration::from_millis(pause));
    }
}

/// Three pages at once, on the same documents.
fn serve(plan: &Plan, folder: &Path) -> Result<(), String> {
    let (mut child, url) = server::start(plan, folder, &folder.join("data"))?;
    let result = thread::scope(|scope| {
        let url = &url;
        let visit = |number| scope.spawn(move || visit(url, number));
        let pages: Vec<_> = (0..3).map(visit).collect();
        pages.into_iter().try_for_each(|page| page.join().map_err(|_| "a page failed")?)
    });
    let _ = child.kill();
    let _ = child.wait();
    result
}

/// Asks for everything that a page can ask for.
fn visit(url: &str, number: usize) -> Result<(), String> {
    let mut page = Page::connect(url)?;
    let line = json!({ "variant": "chess", "moves": ["e2e4"] });
    let read = page.ask(json!({ "type": "read", "text": "1. f3 e5 2. g4 Qh4# 0-1" }))?;
    for round in 0..3 {
        let value = json!({ "round": round, "text": "x".repeat(5000) });
        for request in [
            json!({ "type": "analyse", "line": line, "lines": 2, "threads": 2, "hash": 2 }),
            json!({ "type": "save", "name": "shared", "value": value }),
            json!({ "type": "save", "name": format!("game-{number}"), "value": value }),
            json!({ "type": "load", "name": "shared" }),
            json!({ "type": "list" }),
            json!({ "type": "stop" }),
            json!({ "type": "play", "line": line, "movetime": 300 }),
            json!({ "type": "review", "game": read["games"][0], "nodes": 3000, "threads": 2 }),
            json!({ "type": "position", "line": line }),
            json!({ "type": "play", "line": line, "elo": 900, "clock": [2000, 0] }),
        ] {
            let answer = page.ask(request.clone())?;
            if answer["type"] == "error" {
                return Err(format!("{request}: {answer}"));
            }
        }
    }
    Ok(())
}

/// Counts one attempt: a fault if it failed or left reports behind.
fn judge(subject: &str, failure: Option<String>, folder: &Path, tally: &mut Tally) {
    let mut text = String::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(REPORT) {
            text += &fs::read_to_string(entry.path()).unwrap_or_default();
            let _ = fs::remove_file(entry.path());
        }
    }
    let reports = text.split(RULE).filter(|report| report.contains("WARNING: "));
    let (others, ours): (Vec<&str>, Vec<&str>) = reports.partition(|report| is_of_others(report));
    if !others.is_empty() {
        eprintln!("{subject}: {} reports about accesses of {OTHERS:?} alone", others.len());
    }
    let summary = |report: &&str| {
        report.lines().find(|line| line.starts_with("SUMMARY")).unwrap_or("a report").to_owned()
    };
    tally.judge(subject, ours.first().map(summary).or(failure), text.as_bytes());
}

/// What stands between reports.
const RULE: &str = "==================\n";

/// Crates that hand things over by way of the kernel, of which ThreadSanitizer knows
/// nothing: tokio gives it the address of what waits for a socket, and another thread
/// takes it from there.
const OTHERS: [&str; 1] = ["/tokio-"];

/// True if both accesses of a report are made by others.
fn is_of_others(report: &str) -> bool {
    let mut accesses = report.split("\n\n").take(2).map(accessor);
    accesses
        .all(|frame| frame.is_some_and(|frame| OTHERS.iter().any(|other| frame.contains(other))))
}

/// The innermost frame of a stack that is not of the standard library.
fn accessor(stack: &str) -> Option<&str> {
    let mut frames = stack.lines().filter(|line| line.trim_start().starts_with('#'));
    let is_standard = |frame: &str| {
        ["/rustlib/src/rust/library/", "/rustc/", "libc.so"].iter().any(|own| frame.contains(own))
    };
    frames.find(|frame| !is_standard(frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_a_fault_of_one_attempt() {
        let folder = std::env::temp_dir().join(format!("erawan-races-{}", std::process::id()));
        let mut tally = Tally::new("races", folder.clone()).unwrap();
        let report = |first: &str, second: &str| {
            let stack = |frame: &str| {
                let inner =
                    "    #0 load<usize> /x/rustlib/src/rust/library/core/atomic.rs (a+0x1)\n";
                format!(
                    "{inner}    #1 {frame} (a+0x2)\n    #2 run /x/tokio-1.2/src/task.rs:7 (a+0x3)\n"
                )
            };
            let text = format!(
                "{RULE}WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 8:\n{}\n  \
                 Previous read of size 8:\n{}\n  Thread T3\n\nSUMMARY: a data race\n{RULE}",
                stack(first),
                stack(second)
            );
            fs::write(folder.join("tsan-report.7"), text).unwrap();
        };
        let ours = "<erawan_server::Desk>::put /x/crates/server/src/connection.rs:3";
        let others = "<tokio::Idle as X>::f /x/tokio-1.2/src/idle.rs:3";
        for pair in [[ours, others], [others, ours], [ours, ours]] {
            report(pair[0], pair[1]);
            judge("with a report", None, &folder, &mut tally);
        }
        assert_eq!(tally.faults(), 3);
        report(others, others);
        judge("with a report of others", None, &folder, &mut tally);
        assert_eq!(tally.faults(), 3);
        judge("without one", None, &folder, &mut tally);
        assert_eq!(tally.faults(), 3);
        judge("without success", Some("no".to_owned()), &folder, &mut tally);
        assert_eq!(tally.faults(), 4);
        fs::remove_dir_all(folder).unwrap();
    }
}
