//! `erawan engines`, and its engines in a match.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::common::{Folder, Run};

const ERAWAN: &str = env!("CARGO_BIN_EXE_erawan");

/// Runs `erawan` with a data folder of its own.
fn run(folder: &Folder, words: &[&str]) -> Run {
    let output = Command::new(ERAWAN)
        .args(words)
        .env("ERAWAN_DATA", folder.path("data"))
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A script that may be started.
fn script(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.write(name, format!("#!/bin/sh\n{text}\n"));
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[test]
fn engines_are_added_listed_checked_and_removed() {
    let folder = Folder::new("engines");
    run(&folder, &["engines", "list"]).exits(0).says("No engines are known");
    let add = ["engines", "add", "me", ERAWAN, "--option", "hash=4", "--", "uci"];
    let added = run(&folder, &add).exits(0);
    added.says("me: Erawan ").says("plays chess, makruk, cambodian, makpong, chess960");
    run(&folder, &["engines", "list"]).exits(0).says(&format!("  {ERAWAN} uci\n  hash = 4\n"));
    let json = run(&folder, &["engines", "list", "--json"]).exits(0);
    let row: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(row["set"]["hash"], "4");
    assert_eq!(row["arguments"][0], "uci");
    let options = row["options"].as_array().unwrap();
    assert!(options.iter().any(|o| o.as_str().unwrap().starts_with("option name Threads type")));
    run(&folder, &["engines", "check"]).exits(0).says("me: Erawan ");

    // It plays, by its name and with settings over its own.
    let pgn = folder.path("games.pgn").display().to_string();
    let engines = ["--engine", "me", "--engine", "me name=other option.Hash=2"];
    let limits = ["--nodes", "100", "--games", "2", "--pgn", &pgn];
    run(&folder, &[&["match"][..], &engines, &limits].concat()).exits(0);
    let games = std::fs::read_to_string(&pgn).unwrap();
    assert!(games.contains("[White \"me\"]") && games.contains("[White \"other\"]"), "{games}");

    run(&folder, &add)
        .exits(2)
        .complains("there is an engine me already; 'erawan engines remove me'");
    run(&folder, &["engines", "remove", "mee"]).exits(2).complains("did you mean me?");
    run(&folder, &["engines", "remove", "me"]).exits(0);
    run(&folder, &["engines", "list"]).exits(0).says("No engines are known");
    run(&folder, &["match", "--engine", "me", "--engine", "builtin"])
        .exits(2)
        .complains("--engine: there is no engine me; erawan engines list");
}

#[test]
fn what_is_no_engine_is_not_added() {
    let folder = Folder::new("engines-bad");
    let add = |words: &[&str]| run(&folder, &[&["engines", "add"], words].concat());
    add(&["x", "/no/such/program"]).exits(2).complains("/no/such/program: there is no such");
    add(&["x", "no-such-program"]).exits(1).complains("cannot start no-such-program");
    let dead = script(&folder, "dead", "echo it broke >&2; exit 3");
    add(&["x", &dead]).exits(1).complains("it said: it broke").complains("does it speak UCI");
    let mute = script(&folder, "mute", "exec sleep 60");
    add(&["x", &mute]).exits(1).complains("an engine says uciok within 5 s of uci");
    let text = folder.write("text", "no program").display().to_string();
    add(&["x", &text]).exits(1).complains("cannot start");
    add(&["a b", ERAWAN]).exits(2).complains("'a b' is no name for an engine");
    add(&["builtin", ERAWAN]).exits(2).complains("is no name for an engine");
    add(&["x", ERAWAN, "--option", "Hash"]).exits(2).complains("of the form NAME=VALUE");
    add(&["x", ERAWAN, "--option", "Hash=0"]).exits(1).complains("Hash must be between 1 and");
    add(&["x", ERAWAN, "--option", "Hahs=1"]).exits(1).complains("did you mean 'Hash'?");
    add(&["x"]).exits(2).complains("<COMMAND>");
    assert!(!folder.path("data/engines.txt").exists());

    // One that was there and is no more.
    let gone = script(&folder, "gone", &format!("exec '{ERAWAN}' uci"));
    add(&["gone", &gone]).exits(0);
    std::fs::remove_file(&gone).unwrap();
    run(&folder, &["engines", "check"]).exits(1).says("gone: cannot start");
    run(&folder, &["engines", "check", "nobody"]).exits(2).complains("there is no engine nobody");

    // A list that somebody has spoilt is told of, and stays.
    let list = folder.path("data/engines.txt");
    std::fs::write(&list, "[x]\nnonsense\n").unwrap();
    for words in [&["list"][..], &["check"], &["remove", "x"], &["add", "y", ERAWAN]] {
        let run = run(&folder, &[&["engines"], words].concat()).exits(2);
        run.complains("line 2: 'nonsense' means nothing");
    }
    assert_eq!(std::fs::read_to_string(&list).unwrap(), "[x]\nnonsense\n");
}
