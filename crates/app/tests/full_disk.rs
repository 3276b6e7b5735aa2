//! A disk that is full: the file is named with the reason, and what was written
//! before stays whole.
#![cfg(unix)]

use std::process::Command;

use crate::common::{Folder, Run, erawan};

const GAME: &str = "[Event \"One\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

/// Runs a command in a shell that lets no file grow beyond a few kilobytes. What
/// goes beyond fails as on a full disk: a part of it is written first.
fn with_little_room(command: &str, folder: &Folder) -> Run {
    let shell = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", shell, env!("CARGO_BIN_EXE_erawan")])
        .args(command.split(' '))
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    Run { code: output.status.code().unwrap(), out, err }
}

#[test]
fn files_that_grow_stay_whole() {
    let folder = Folder::new("full-disk");
    folder.write("many.pgn", GAME.repeat(100));
    let games = folder.path("g.games");
    let games = games.to_str().unwrap();
    let selfplay = ["--nodes", "10", "--seed", "1", "--threads", "1", "--out", games];
    erawan(["datagen", "--games", "3"].iter().chain(&selfplay)).exits(0);

    let analyse = "analyse many.pgn --nodes 5 --hash 1 --jobs 1 --out";
    for (command, name, end) in [
        (analyse, "a.pgn", " 1-0\n\n"),
        (analyse, "a.jsonl", "}\n"),
        ("match --engine builtin --engine builtin --nodes 10 --games 20 --pgn", "m.pgn", "\n\n"),
        ("tune --iterations 40 --batch 1 --nodes 10 --trace", "t.csv", "\n"),
        ("datagen --games 300 --nodes 10 --seed 1 --threads 1 --out", "g.games", ""),
    ] {
        with_little_room(&format!("{command} {name}"), &folder).exits(2).complains(name);
        let written = std::fs::read(folder.path(name)).unwrap();
        assert!(!written.is_empty() && written.ends_with(end.as_bytes()), "{name} is cut off");
    }
    // As many games as found room, not only those that were there before.
    let run = erawan(["data", "check", games]).exits(0).says("bad: 0");
    let count = run.out.split("games: ").nth(1).and_then(|rest| rest.split(',').next());
    let room = std::fs::metadata(games).unwrap().len();
    assert!(count.unwrap().parse::<u32>().unwrap() > 3 && room > 7 << 10, "{room}: {}", run.out);
    erawan(["pgn", "check", folder.path("m.pgn").to_str().unwrap()]).exits(0);
}

/// Files that appear when they are complete do not appear.
#[test]
fn nothing_is_left_of_a_file_that_finds_no_room() {
    let folder = Folder::new("full-disk-new");
    folder.write("many.pgn", GAME.repeat(500));
    let before = folder.names();
    for command in ["pgn convert many.pgn --out", "pgn split many.pgn --games 500 --prefix"] {
        with_little_room(&format!("{command} new"), &folder).exits(2).complains("new");
        assert_eq!(folder.names(), before, "{command}");
    }
}
