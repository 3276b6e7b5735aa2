//! `erawan pgn`.

use crate::common::{Folder, erawan, erawan_with_input};

const GAMES: &str = r#"[Event "One"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]

1.e4 e5 2.Qh5?? Nc6 (2...g6) 3.Bc4 {threatens mate} Nf6 4.Qxf7# 1-0

[Event "Two"]
[White "Boris"]
[Black "Chai"]
[Variant "Makruk"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Event "Three"]
[White "Anna"]
[Black "Chai"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
[Result "*"]

1. e4 *
"#;

/// The second game has an illegal move on line 9, the fourth no end.
const BROKEN: &str = r#"[Event "Good"]

1. e4 e5 *

[Event "Illegal"]

1. e4 e5 2. Nf3
Nc6 3. Bb5
a6 4. Ke3 *

[Event "Good again"]

1. d4 *

[Event "Open"]

1. e4 {never closed
"#;

#[test]
fn good_games_pass() {
    let folder = Folder::new("pgn-good");
    let file = folder.write("games.pgn", GAMES);
    let run = erawan(["pgn", "check", file.to_str().unwrap()]).exits(0);
    assert_eq!(run.out, "Games: 3, bad: 0\n");
    assert!(run.err.is_empty());
    assert_eq!(erawan_with_input(["pgn", "check", "-"], GAMES).exits(0).out, run.out);
}

#[test]
fn bad_games_are_named_with_line_and_reason() {
    let folder = Folder::new("pgn-bad");
    let file = folder.write("broken.pgn", BROKEN);
    let name = file.to_str().unwrap();
    let run = erawan(["pgn", "check", name]).exits(1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert!(lines[0].starts_with(&format!("{name}: game 2, line 9: Ke3")), "{}", lines[0]);
    assert!(lines[1].starts_with(&format!("{name}: game 4, line ")), "{}", lines[1]);
    assert!(lines[1].contains("comment"), "{}", lines[1]);
    assert_eq!(run.last_line(), "Games: 4, bad: 2");
    erawan(["pgn", "check", name, "--json"])
        .exits(1)
        .says("{\"game\":2,\"line\":9,\"reason\":\"Ke3")
        .says("\"games\":4,\"bad\":2}");
}

/// What is worth a word does not make a game bad, and none is left out for it.
#[test]
fn contradictions_and_odd_signs_are_noted() {
    let text = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 ± e5 2. ♘f3 $300 –– 3. d4 ✓ 0–1\n\n\
                [Event \"B\"]\n\n1. f3 {see\n[Event \"x\"]\n} e5 2. g4 Qh4# 1–0\n";
    let folder = Folder::new("pgn-notes");
    let file = folder.write("odd.pgn", text);
    let name = file.to_str().unwrap();
    let run = erawan(["pgn", "check", name]).exits(0);
    let expected = [
        "game 1, line 4: note: $300 is no annotation glyph (up to $255) and is left out",
        "game 1, line 4: note: '✓' is no annotation glyph and is left out",
        "game 1, line 4: note: the Result tag says 1-0, the moves end with 0-1",
        "game 2, line 10: note: the moves end with 1-0, but in checkmate: 0-1",
    ]
    .map(|note| format!("{name}: {note}\n"))
    .concat();
    let tail = "Null moves, which other programs may not read: 1\nGames: 2, bad: 0\n";
    assert_eq!(run.out, expected.clone() + tail);
    erawan(["pgn", "check", name, "--json"])
        .exits(0)
        .says("\"severity\":\"note\"")
        .says("\"null_moves\":1,\"games\":2,\"bad\":0}");
    let run = erawan(["pgn", "convert", name]).exits(0);
    assert_eq!(run.err, expected);
    assert!(run.out.contains("1. e4 $16 e5 2. Nf3 -- 3. d4 0-1\n"), "{}", run.out);
    assert!(run.out.contains("1. f3 {see [Event \"x\"]} 1... e5 2. g4 Qh4# 1-0\n"), "{}", run.out);
}

/// A study that its file calls standard stays one, unless it castles as only
/// Chess960 does.
#[test]
fn the_name_of_the_game_stays() {
    let text = |tag: &str, moves: &str| {
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]";
        format!("[Event \"Study\"]\n{tag}{fen}\n\n{moves}\n")
    };
    let study = |moves: &str| {
        let text = text("[Variant \"Standard\"]\n", moves);
        erawan_with_input(["pgn", "convert", "-"], text).exits(0)
    };
    let run = study("1. Rg8+ *").says("[Variant \"Standard\"]");
    assert!(run.err.is_empty() && !run.out.contains("960"), "{}{}", run.out, run.err);
    study("1. O-O *").says("[Variant \"Chess960\"]").complains("read as Chess960");
    // What is read by guess is noted by whoever reads it.
    for (tag, moves, is_noted) in [
        ("", "1. Rg8+ *", true),
        ("[Variant \"Standard\"]\n", "1. O-O *", true),
        ("[Variant \"Standard\"]\n", "1. Rg8+ *", false),
        ("[Variant \"Chess960\"]\n", "1. O-O *", false),
    ] {
        let run = erawan_with_input(["pgn", "check", "-"], text(tag, moves)).exits(0);
        let note = "note: the castling fits Chess960 only, so the game is read as Chess960";
        assert_eq!(run.out.contains(note), is_noted, "{tag}{moves}: {}", run.out);
    }
}

#[test]
fn stats_count() {
    let run = erawan_with_input(["pgn", "stats", "-"], GAMES).exits(0);
    for line in [
        "Games: 3",
        "Bad games: 0",
        "Plies: 10",
        "Average length: 3.3 plies",
        "Players: 3",
        "Results: 1-0 1, 0-1 0, 1/2-1/2 1, * 1",
        "Variants: chess 1, chess960 1, makruk 1",
    ] {
        assert!(run.out.lines().any(|found| found == line), "no '{line}' in:\n{}", run.out);
    }
    let json = erawan_with_input(["pgn", "stats", "-", "--json"], GAMES).exits(0);
    assert_eq!(json.out.lines().count(), 1);
    json.says("\"plies\":10").says("\"makruk\":1").says("\"1/2-1/2\":1");
    let bad = erawan_with_input(["pgn", "stats", "-"], BROKEN).exits(1);
    bad.says("Games: 4\n").says("Bad games: 2\n").complains("game 2, line 9");
}

#[test]
fn convert_normalises_and_is_stable() {
    let folder = Folder::new("pgn-convert");
    let file = folder.write("games.pgn", GAMES);
    let run = erawan(["pgn", "convert", file.to_str().unwrap()]).exits(0);
    assert!(run.out.contains("[Event \"One\"]\n[Site \"?\"]\n"), "{}", run.out);
    // Lines are short, wherever they are broken.
    assert!(run.out.lines().all(|line| line.len() < 80 || line.starts_with('[')));
    let moves = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(moves.contains("1. e4 e5 2. Qh5 $4 Nc6 (2... g6) 3. Bc4"), "{moves}");
    assert!(moves.contains("4. Qxf7# 1-0 [Event \"Two\"]"), "{moves}");
    // Converting what was converted changes nothing.
    let again = erawan_with_input(["pgn", "convert", "-"], &run.out).exits(0);
    assert_eq!(again.out, run.out);
    let out = folder.path("out.pgn");
    let to_file = ["pgn", "convert", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    assert!(erawan(to_file).exits(0).out.is_empty());
    assert_eq!(std::fs::read_to_string(&out).unwrap(), run.out);
    assert_eq!(folder.names(), ["games.pgn", "out.pgn"]);
}

#[test]
fn convert_reads_other_spellings() {
    for (from, text, wanted) in [
        ("german", "1. e4 e5 2. Sf3 Sc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("thai", "1. ข๔ ข๕ *", "1. b4 b5 *"),
        ("makruk-js", "1. b4 b5 2. Md2 Md7 3. Tc2 Tc7 *", "1. b4 b5 2. Nd2 Nd7 3. Sc2 Sc7 *"),
    ] {
        let run = erawan_with_input(["pgn", "convert", "-", "--from", from], text).exits(0);
        assert!(run.out.trim_end().ends_with(wanted), "{}", run.out);
    }
    erawan_with_input(["pgn", "convert", "-"], "1. e4 e5 2. Sf3 *").exits(1).complains("Sf3");
}

#[test]
fn convert_leaves_bad_games_out_and_says_so() {
    let run = erawan_with_input(["pgn", "convert", "-"], BROKEN).exits(1);
    assert_eq!(run.out.matches("[Event ").count(), 2);
    run.complains("standard input: game 2, line 9").complains("game 4");
}

#[test]
fn nothing_is_written_over_the_input() {
    let folder = Folder::new("pgn-same");
    let file = folder.write("games-0001.pgn", BROKEN);
    let name = file.to_str().unwrap();
    erawan(["pgn", "convert", name, "--out", name]).exits(2).complains("the file that is read");
    let prefix = folder.path("games");
    let split = ["pgn", "split", name, "--games", "1", "--prefix", prefix.to_str().unwrap()];
    erawan(split).exits(2).complains("the file that is read");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), BROKEN);
    assert_eq!(folder.names(), ["games-0001.pgn"]);
}

#[test]
fn split_makes_numbered_files() {
    let folder = Folder::new("pgn-split");
    let file = folder.write("games.pgn", GAMES);
    let name = file.to_str().unwrap();
    erawan(["pgn", "split", name, "--games", "2"]).exits(0).complains("2 files written");
    assert_eq!(folder.names(), ["games-0001.pgn", "games-0002.pgn", "games.pgn"]);
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(read("games-0001.pgn") + &read("games-0002.pgn"), GAMES);
    for (part, games) in [("games-0001.pgn", 2), ("games-0002.pgn", 1)] {
        let run = erawan(["pgn", "check", folder.path(part).to_str().unwrap()]).exits(0);
        assert_eq!(run.last_line(), format!("Games: {games}, bad: 0"));
    }
    let prefix = folder.path("other");
    let options = ["pgn", "split", "-", "--games", "9", "--prefix", prefix.to_str().unwrap()];
    erawan_with_input(options, GAMES).exits(0).complains("1 file written");
    assert_eq!(read("other-0001.pgn"), GAMES);
}

#[test]
fn split_keeps_every_byte() {
    let crlf = GAMES.replace('\n', "\r\n");
    let marked = format!("\u{FEFF}% escaped\n\n{GAMES}\u{FEFF}{GAMES}\u{FEFF}");
    let garbage = format!("<html>\n{GAMES}</p> & 3\n\n\0\0\n{BROKEN}\n\n% end\n\n\n");
    let long = format!("1. e4 {{{}}} e5 *\n\n{GAMES}", "a long comment ".repeat(20_000));
    let latin: Vec<u8> = GAMES.replace("Anna", "@nna").bytes().collect();
    let latin = latin.into_iter().map(|byte| if byte == b'@' { 0xC4 } else { byte }).collect();
    let inputs: [(&str, Vec<u8>, usize); 9] = [
        ("plain", GAMES.into(), 3),
        ("crlf", crlf.into(), 3),
        ("broken", BROKEN.into(), 4),
        ("marked", marked.into(), 6),
        ("garbage", garbage.into(), 9),
        ("long", long.into(), 4),
        ("latin", latin, 3),
        ("blank", b" \r\n% nothing\n".to_vec(), 1),
        ("empty", Vec::new(), 0),
    ];
    for (name, bytes, games) in inputs {
        for each in [1, 2, 100] {
            let folder = Folder::new(&format!("pgn-bytes-{name}-{each}"));
            let file = folder.write("in.pgn", &bytes);
            let options = ["pgn", "split", file.to_str().unwrap(), "--games", &each.to_string()];
            erawan(options).exits(0);
            let parts: Vec<String> =
                folder.names().into_iter().filter(|name| name.starts_with("in-")).collect();
            let read = |part: &String| std::fs::read(folder.path(part)).unwrap();
            let together: Vec<u8> = parts.iter().flat_map(read).collect();
            assert!(together == bytes, "{name} in parts of {each}");
            // A mark at the very end is no game, and a part of its own if the
            // last one is full.
            let last = usize::from(name == "marked" && games % each == 0);
            assert_eq!(parts.len(), games.div_ceil(each) + last, "{name} in parts of {each}");
        }
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("pgn-none");
    let (missing, directory) = (folder.path("missing.pgn"), folder.path(""));
    for action in [&["check"][..], &["stats"], &["convert"], &["split", "--games", "1"]] {
        let with = |path: &std::path::Path| {
            let mut args = vec!["pgn"];
            args.extend(action);
            args.push(path.to_str().unwrap());
            erawan(args)
        };
        with(&missing).exits(2).complains("there is no such file");
        with(&directory).exits(2).complains("this is a folder");
    }
    let empty = folder.write("empty.pgn", "");
    let run = erawan(["pgn", "check", empty.to_str().unwrap()]).exits(0);
    assert_eq!(run.out, "Games: 0, bad: 0\n");
    erawan(["pgn", "stats", empty.to_str().unwrap()]).exits(0).says("Average length: 0.0 plies\n");
    // Bytes of any kind are no reason to panic.
    let bytes: Vec<u8> = (0..=255u8).cycle().take(10_000).collect();
    let noise = folder.write("noise.pgn", bytes);
    let run = erawan(["pgn", "check", noise.to_str().unwrap()]);
    assert!(run.code == 0 || run.code == 1);
    assert!(run.last_line().starts_with("Games: "));
}

/// Every action takes what gzip and Zstandard have compressed, and a book is made
/// of it too.
#[test]
fn compressed_files_are_read_by_every_action() {
    use std::io::Write as _;
    let folder = Folder::new("pgn-compressed");
    let plain = folder.write("plain.pgn", GAMES);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(GAMES.as_bytes()).unwrap();
    let gzip = folder.write("gzip.pgn.gz", gzip.finish().unwrap());
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstandard = ruzstd::encoding::compress_to_vec(GAMES.as_bytes(), level);
    let zstandard = folder.write("zstandard.pgn.zst", zstandard);
    let plain = plain.to_str().unwrap();
    let code = erawan(["pgn", "check", plain]).code;
    for path in [&gzip, &zstandard] {
        let name = path.to_str().unwrap();
        for action in ["check", "stats", "convert"] {
            let expected = erawan(["pgn", action, plain]);
            let run = erawan(["pgn", action, name]).exits(expected.code);
            assert_eq!(run.out.replace(name, plain), expected.out, "{action}");
        }
        erawan(["pgn", "split", name, "--games", "1000"]).exits(0);
        let part = name.split(".pgn").next().unwrap().to_owned() + "-0001.pgn";
        assert_eq!(std::fs::read_to_string(part).unwrap(), GAMES);
        let books = [folder.path("a.bin"), folder.path("b.bin")];
        for (games, book) in [plain, name].into_iter().zip(&books) {
            erawan(["book", "build", games, "--out", book.to_str().unwrap()]).exits(code);
        }
        assert_eq!(std::fs::read(&books[0]).unwrap(), std::fs::read(&books[1]).unwrap());
    }
}

/// Every command that opens files which may be compressed says so.
#[test]
fn helps_name_compressed_files() {
    let commands = [
        "pgn",
        "pgn check",
        "pgn stats",
        "pgn convert",
        "pgn split",
        "book build",
        "analyse",
        "db import",
        "epd",
        "perft",
        "genfens",
        "net info",
        "net evaluate",
    ];
    for command in commands {
        let words = command.split(' ').chain(["--help"]);
        erawan(words).exits(0).says(".gz").says(".zst");
    }
}

/// Parquet is the wheel's: nothing is written, least of all a file by that name.
#[test]
fn parquet_is_refused_and_the_wheel_named() {
    let folder = Folder::new("pgn-parquet");
    let file = folder.write("games.pgn", GAMES);
    let (name, base) = (file.to_str().unwrap(), folder.path("games.erawan"));
    let base = base.to_str().unwrap();
    erawan(["db", "import", name, "--db", base]).exits(0);
    for out in ["games.parquet", "games.PARQUET"] {
        let out = folder.path(out);
        let out = out.to_str().unwrap();
        for command in [
            &["pgn", "convert", name, "--out", out][..],
            &["analyse", name, "--nodes", "1", "--out", out],
            &["db", "export", "--db", base, "--out", out],
        ] {
            let run = erawan(command).exits(2).complains("the Python wheel 'erawan'");
            assert!(run.err.contains("writes no Parquet") && run.out.is_empty(), "{}", run.err);
        }
    }
    let names = folder.names();
    assert!(names.iter().all(|name| !name.to_ascii_lowercase().contains("parquet")), "{names:?}");
}

#[test]
fn wrong_use() {
    erawan(["pgn"]).exits(2).complains("Usage: erawan pgn <COMMAND>");
    erawan(["pgn", "chek", "x"]).exits(2).complains("a similar subcommand exists: 'check'");
    erawan(["pgn", "check"]).exits(2).complains("<FILE>");
    erawan(["pgn", "check", "a", "b"]).exits(2).complains("unexpected argument 'b'");
    erawan(["pgn", "check", "a", "--out", "b"]).exits(2).complains("unexpected argument '--out'");
    erawan(["pgn", "split", "a"]).exits(2).complains("--games <N>");
    erawan(["pgn", "split", "a", "--games", "0"]).exits(2).complains("must be a number from 1");
    for threads in ["0", "513", "-1", "x"] {
        let option = format!("--threads={threads}");
        let run = erawan(["pgn", "check", "a", &option]).exits(2);
        run.complains("must be a number from 1 to 512");
    }
}
