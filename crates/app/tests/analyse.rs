//! `erawan analyse`.

use crate::common::{Folder, erawan, erawan_with_input};

/// A fool's mate, a game that cannot be read, Chess960 with castling, and
/// Makruk.
const GAMES: &str = r#"[Event "fool"]
[White "Ada"]
[Black "Bob"]
[Result "0-1"]

1. f3 {[%clk 0:01:00]} e5 2. g4 Qh4# 0-1

[Event "bad"]
[White "Ada"]

1. e4 Ke5 *

[Event "shuffled"]
[White "Cleo"]
[Black "Dan"]
[Variant "Chess960"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1"]
[SetUp "1"]

1. e4 e5 2. O-O Nb6 *

[Event "thai"]
[White "Ek"]
[Black "Tho"]
[Variant "Makruk"]
[Result "*"]

1. e4 d5 2. exd5 exd5 *
"#;

const FEW: [&str; 2] = ["--nodes", "1500"];

#[test]
fn games_are_reviewed_and_bad_ones_named() {
    let run = erawan_with_input([&["analyse", "-"][..], &FEW].concat(), GAMES);
    let run = run.exits(1).complains("standard input: game 2, line 11: Ke5 (ply 2)");
    let run = run.says("2. g4??").says("It allows mate in 1.").says("White Ada").says("Black Tho");
    assert!(run.last_line().starts_with("Games: 3 reviewed, 1 bad; positions: "), "{}", run.out);
}

#[test]
fn output_is_the_same_however_many_at_a_time_and_after_an_interruption() {
    let folder = Folder::new("analyse");
    let games = folder.write("games.pgn", GAMES);
    for end in ["pgn", "jsonl"] {
        let go = |name: &str, more: &[&str]| {
            let out = folder.path(name);
            let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
            let args = [&["analyse", games, "--out", out][..], &FEW, more].concat();
            erawan(args)
        };
        let read = |name: &str| std::fs::read(folder.path(name)).unwrap();
        let (one, other) = (format!("one.{end}"), format!("other.{end}"));
        go(&one, &["--jobs", "1"]).exits(1);
        go(&other, &["--jobs", "3"]).exits(1);
        let whole = read(&one);
        assert_eq!(whole, read(&other));
        // Nothing is written over.
        go(&other, &[]).exits(2).complains("is there already; --resume goes on with it");
        assert_eq!(whole, read(&other));
        // Cut anywhere, it is made whole again, byte for byte.
        let mut lengths: Vec<usize> = (0..whole.len()).step_by(whole.len() / 9).collect();
        lengths.extend([1, whole.len() - 2, whole.len() - 1, whole.len()]);
        for length in lengths {
            let cut = format!("cut-{length}.{end}");
            folder.write(&cut, &whole[..length]);
            let run = go(&cut, &["--resume"]).exits(1);
            assert_eq!(String::from_utf8_lossy(&read(&cut)), String::from_utf8_lossy(&whole));
            if length == whole.len() {
                run.says("Games: 0 reviewed, 3 reviewed before, 1 bad");
            }
        }
        // Other games, other limits and other files are not gone on with.
        let out = folder.path(&one);
        let (input, out) = (folder.write("else.pgn", "1. d4 *\n"), out.to_str().unwrap());
        let args = ["analyse", input.to_str().unwrap(), "--out", out, "--resume"];
        erawan([&args[..], &FEW].concat()).exits(1).complains("game 1 is not the one reviewed");
        erawan(args).exits(1).complains("game 1 was reviewed otherwise: Erawan");
        assert_eq!(whole, read(&one));
        let foreign = format!("foreign.{end}");
        folder.write(&foreign, "[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. e4 *\n\n");
        go(&foreign, &["--resume"]).exits(1).complains("is no review of ours");
        assert!(read(&foreign).starts_with(b"[Event \"x\"]"));
    }
}

#[test]
fn annotated_games_are_good_games() {
    let folder = Folder::new("analyse-check");
    let games = folder.write("games.pgn", GAMES);
    let out = folder.path("out.pgn");
    let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
    erawan([&["analyse", games, "--out", out][..], &FEW].concat()).exits(1);
    erawan(["pgn", "check", out]).exits(0).says("Games: 3, bad: 0");
    let text = std::fs::read_to_string(out).unwrap();
    // Lines are broken anywhere between words.
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in ["$4", "[%eval #-1]", "[%clk 0:01:00]", "was best.", "O-O", "\"Makruk\""] {
        assert!(words.contains(expected), "no {expected} in:\n{text}");
    }
    // What was annotated is annotated anew, not twice.
    let again = folder.path("again.pgn");
    erawan([&["analyse", out, "--out", again.to_str().unwrap()][..], &FEW].concat()).exits(0);
    assert_eq!(std::fs::read_to_string(again).unwrap(), text);
}

#[test]
fn json_lines_are_json() {
    let folder = Folder::new("analyse-json");
    let out = folder.path("out.jsonl");
    let args = [&["analyse", "-", "--out", out.to_str().unwrap()][..], &FEW].concat();
    erawan_with_input(args, GAMES).exits(1);
    let text = std::fs::read_to_string(out).unwrap();
    assert_eq!(text.lines().count(), 3);
    for (line, expected) in text.lines().zip([
        "\"san\":\"g4\",\"mate\":-1,",
        "\"uci\":\"f1g1\",\"san\":\"O-O\"",
        "\"variant\":\"makruk\"",
    ]) {
        assert!(line.contains(expected), "no {expected} in {line}");
        assert!(line.starts_with('{') && line.ends_with("]}"), "{line}");
        let count = |sign| line.matches(sign).count();
        assert_eq!((count('{'), count('[')), (count('}'), count(']')));
    }
}

/// One game as `gzip -n` and `zstd` write it, each twice in a row, for large
/// files have several parts.
#[test]
fn compressed_games_are_read() {
    const GZIP: [u8; 66] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 139, 14, 207, 200, 44, 73, 85, 80, 170, 80, 138, 229, 226,
        50, 212, 83, 72, 53, 81, 72, 53, 85, 48, 210, 83, 240, 75, 51, 86, 240, 75, 54, 83, 48,
        214, 83, 112, 74, 50, 85, 72, 52, 83, 208, 226, 226, 2, 0, 163, 241, 177, 160, 46, 0, 0, 0,
    ];
    const ZSTANDARD: [u8; 59] = [
        40, 181, 47, 253, 4, 88, 113, 1, 0, 91, 87, 104, 105, 116, 101, 32, 34, 120, 34, 93, 10,
        10, 49, 46, 32, 101, 52, 32, 101, 53, 32, 50, 46, 32, 78, 102, 51, 32, 78, 99, 54, 32, 51,
        46, 32, 66, 98, 53, 32, 97, 54, 32, 42, 10, 10, 140, 192, 187, 240,
    ];
    for bytes in [&GZIP[..], &ZSTANDARD] {
        let run = erawan_with_input(["pgn", "check", "-"], bytes.repeat(2));
        assert_eq!(run.exits(0).last_line(), "Games: 2, bad: 0");
        let run = erawan_with_input([&["analyse", "-"][..], &FEW].concat(), bytes);
        assert!(run.exits(0).last_line().starts_with("Games: 1 reviewed, 0 bad"));
        let cut = &bytes[..bytes.len() - 6];
        erawan_with_input([&["analyse", "-"][..], &FEW].concat(), cut).exits(2);
    }
}

/// A draw that the count gives is thrown away, and the win after it too.
#[test]
fn endings_are_judged_by_their_tables() {
    let folder = Folder::new("analyse-endings");
    let tables = folder.path("tables");
    let tables = tables.to_str().unwrap();
    erawan(["tb", "build", "makruk", "--material", "KRvK", "--out", tables]).exits(0);
    let game = "[Variant \"Makruk\"]\n[SetUp \"1\"]\n\
        [FEN \"8/8/8/2k5/8/2K5/8/1R6 b - 32 10 1\"]\n\n1... Kc6 2. Ra1 Kd5 *\n";
    let game = folder.write("ending.pgn", game);
    let game = game.to_str().unwrap();
    erawan(["analyse", game, "--nodes", "300", "--endings", tables])
        .exits(0)
        .says("By the endgame tables it was a draw, and is lost.")
        .says("By the endgame tables it was won, and is won no more.");
    let without = erawan(["analyse", game, "--nodes", "300"]).exits(0);
    assert!(!without.out.contains("endgame tables"), "{}", without.out);
}

#[test]
fn wrong_use_is_named() {
    let folder = Folder::new("analyse-wrong");
    let games = folder.write("games.pgn", GAMES);
    let games = games.to_str().unwrap();
    erawan(["analyse"]).exits(2).complains("<FILE>");
    erawan(["analyse", games, "more"]).exits(2).complains("unexpected argument 'more'");
    erawan(["analyse", "no-such-file.pgn"]).exits(2).complains("there is no such file");
    erawan(["analyse", games, "--resume"]).exits(2).complains("--out <FILE>");
    erawan(["analyse", games, "--out", "x.csv"]).exits(2).complains("must end in .pgn or .jsonl");
    erawan(["analyse", games, "--nodes", "1", "--depth", "1"])
        .exits(2)
        .complains("cannot be used with");
    // Where it is known how much memory there is, and it is less than a tebibyte.
    for command in ["analyse", "epd"].iter().filter(|_| cfg!(target_os = "linux")) {
        let run = erawan([*command, games, "--nodes", "5", "--hash", "1048576"]);
        assert!(run.code == 2 && run.err.contains("--hash 1048576"), "{command}: {}", run.err);
    }
    erawan(["analyse", games, "--jobs", "0"]).exits(2).complains("must be a number from 1 to 1024");
    erawan(["analyse", games, "--out", games, "--resume"]).exits(2).complains("nothing is written");
    erawan(["analyse", games, "--endings", "no-such-folder"])
        .exits(1)
        .complains("'no-such-folder' cannot be read")
        .complains("there are no tables of endings in 'no-such-folder'");
    let empty = folder.write("empty.pgn", "");
    let run = erawan(["analyse", empty.to_str().unwrap()]).exits(0);
    assert!(run.last_line().starts_with("Games: 0 reviewed, 0 bad"));
}

/// Ctrl-C leaves whole games, and the exit code says that some are missing.
#[cfg(unix)]
#[test]
fn an_interrupted_run_can_be_gone_on_with() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = Folder::new("analyse-interrupt");
    let many = folder.write("many.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(400));
    let out = folder.path("out.pgn");
    let (many, out) = (many.to_str().unwrap(), out.to_str().unwrap());
    let args = ["analyse", many, "--nodes", "20000", "--jobs", "1", "--out", out];
    let mut child = Command::new(env!("CARGO_BIN_EXE_erawan"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while std::fs::metadata(out).map_or(0, |metadata| metadata.len()) < 1000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let check = erawan(["pgn", "check", out]).exits(0);
    let games = check.last_line().to_owned();
    assert!(!games.contains("Games: 400,"), "{games}");
    assert!(std::fs::read(out).unwrap().ends_with(b"\n\n"));
}
