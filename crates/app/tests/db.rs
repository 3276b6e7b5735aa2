//! `erawan db` and `erawan explore`, as their users run them.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Folder, Run, erawan, erawan_with_input};

const GAMES: &str = r#"[Event "Cup"]
[White "Anand, V"]
[Black "Carlsen, M"]
[Date "2013.11.09"]
[Result "1/2-1/2"]
[WhiteElo "2775"]
[BlackElo "2870"]
[ECO "B18"]

1. e4 c6 2. d4 d5 1/2-1/2

[Event "Cup"]
[White "Carlsen, M"]
[Black "Anand, V"]
[Date "2014.11.08"]
[Result "1-0"]
[WhiteElo "2863"]
[BlackElo "2792"]
[ECO "D85"]

1. d4 {Again.} d5 (1... Nf6 2. c4) 2. e4 c6 3. Nc3 1-0

[Event "Bad"]

1. e4 Ke4 *

[Variant "Makruk"]
[White "Somchai"]
[Black "Somsak"]
[Result "0-1"]

1. d4 d5 0-1
"#;

/// A folder with a database of three games.
fn database(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let games = folder.write("games.pgn", GAMES);
    let db = folder.path("games.erawan").to_str().unwrap().to_owned();
    let run = erawan(["db", "import", games.to_str().unwrap(), "--db", &db]).exits(1);
    let run = run.complains("game 3, line 25: Ke4 (ply 2)");
    run.says("3 games added, 0 were there, 1 bad");
    (folder, db)
}

fn db(db: &str, line: &[&str]) -> Run {
    erawan(line.iter().chain(&["--db", db]))
}

#[test]
fn games_go_in_once_and_come_out_whole() {
    let (folder, path) = database("db-import");
    let games = folder.path("games.pgn");
    let again = db(&path, &["db", "import", games.to_str().unwrap()]).exits(1);
    again.says("0 games added, 3 were there, 1 bad");
    let out = db(&path, &["db", "export"]).exits(0).complains("3 games written").out;
    let clean = erawan(["pgn", "convert", games.to_str().unwrap()]).exits(1).out;
    assert_eq!(out, clean);
    let run = erawan_with_input(["db", "import", "-", "--db", &path, "--json"], &out).exits(0);
    assert!(run.last_line().contains("\"games\":0,\"duplicates\":3,\"bad\":0"), "{}", run.out);
    let one = db(&path, &["db", "export", "--game", "2"]).exits(0).out;
    assert!(one.contains("{Again.}") && one.contains("(1... Nf6 2. c4)"), "{one}");
    db(&path, &["db", "check"]).exits(0).says("Findings: 0");
}

#[test]
fn compressed_games_are_read() {
    let folder = Folder::new("db-compressed");
    for name in ["games.pgn.gz", "checked.pgn.zst"] {
        let path = folder.path(&format!("{name}.erawan"));
        let path = path.to_str().unwrap();
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../notation/tests/compressed").join(name);
        db(path, &["db", "import", file.to_str().unwrap()]).exits(0).says("3 games added");
        db(path, &["db", "check"]).exits(0);
    }
}

/// What could be read is kept and counted, and the other files are read too.
#[test]
fn a_file_that_ends_too_early_is_told_with_what_was_kept() {
    let folder = Folder::new("db-cut");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    let game = |number| format!("[White \"W{number}\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n");
    let games: String = (0..5000).map(game).collect();
    std::io::Write::write_all(&mut encoder, games.as_bytes()).unwrap();
    let bytes = encoder.finish().unwrap();
    let cut = folder.write("cut.pgn.gz", &bytes[..bytes.len() / 2]);
    let whole = folder.write("whole.pgn", "[White \"Last\"]\n[Black \"B\"]\n\n1. d4 *\n");
    let missing = folder.path("missing.pgn");
    let paths = [&cut, &missing, &whole].map(|path| path.to_str().unwrap());
    let path = folder.path("games.erawan").to_str().unwrap().to_owned();
    let run = db(&path, &["db", "import", paths[0], paths[1], paths[2]]).exits(2);
    let run = run.complains("cut.pgn.gz: the compressed data ends too early");
    let run = run.complains("missing.pgn: ");
    let run = run.complains("2 files could not be read to their end; what was read is kept");
    let kept: u64 =
        run.out.split(": ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
    assert!((2000..3000).contains(&kept), "{}", run.out);
    db(&path, &["db", "search", "--player", "Last"]).exits(0).says("Last");
    db(&path, &["db", "stats"]).exits(0).says(&format!("Games: {kept},"));
}

#[test]
fn games_are_found_by_what_they_say() {
    let (_folder, path) = database("db-search");
    for (line, count) in [
        ("db search", 3),
        ("db search --player carlsen", 2),
        ("db search --player carlsen --colour white", 1),
        ("db search --player CARLSEN --opponent anand --since 2014", 1),
        ("db search --until 2013", 1),
        ("db search --min-rating 2790", 1),
        ("db search --result 1-0 --result 0-1", 2),
        ("db search --eco B", 1),
        ("db search --eco A00-D85", 2),
        ("db search --max-plies 4", 2),
        ("db search --variant makruk", 1),
        ("db search --event cup --sort date --descending", 2),
        ("db search --material kqrrbbnnppppppppvkqrrbbnnpppppppp", 2),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        db(&path, &words).exits(0).says(&format!("Games: {count}, "));
    }
    // The same position by two ways.
    let run = db(&path, &["db", "search", "--position", "1. e4 c6 2. d4 d5"]).exits(0);
    run.says("Games: 2, listed: 2");
    let json = db(&path, &["db", "search", "--limit", "1", "--offset", "1", "--json"]).exits(0).out;
    assert!(json.contains("\"total\":3") && json.contains("\"white_rating\":2863"), "{json}");
}

#[test]
fn the_explorer_counts_moves() {
    let (folder, path) = database("db-explore");
    let run = db(&path, &["explore"]).exits(0).says("2 games");
    assert!(run.out.contains("e4") && run.out.contains("2013.11.09"), "{}", run.out);
    let run = db(&path, &["explore", "d4 d5 e4 c6", "--json"]).exits(0);
    assert!(run.out.contains("\"san\":\"Nc3\"") && run.out.contains("\"games\":2"), "{}", run.out);
    let fen = "rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3";
    db(&path, &["explore", fen, "--player", "anand", "--colour", "black"]).exits(0).says("1 game");
    db(&path, &["explore", "d4", "--variant", "makruk"]).exits(0).says("d5").says("1 game");
    db(&path, &["explore", "--since", "2030"]).exits(0).says("no games");
    db(&path, &["explore", "e4 Ke4"]).exits(1).complains("'Ke4' is no move here");
    let book = folder.path("book.bin");
    let book = book.to_str().unwrap();
    let games = folder.path("games.pgn");
    erawan(["book", "build", games.to_str().unwrap(), "--out", book]).exits(1);
    erawan(["explore", "e4", "--book", book]).exits(0).says("book.bin: 1 moves").says("c6");
    erawan(["explore", "--variant", "makruk", "--book", book]).exits(2).complains("books are for");
}

#[test]
fn games_are_counted_deleted_restored_and_merged() {
    let (folder, path) = database("db-manage");
    db(&path, &["db", "stats"])
        .exits(0)
        .says("Games: 3, with comments or variations: 1, deleted: 0");
    db(&path, &["db", "delete"]).exits(2).complains("say which games");
    db(&path, &["db", "delete", "--game", "9"]).exits(1).complains("there is no game 9");
    db(&path, &["db", "delete", "--player", "carlsen"]).exits(0).says("2 games deleted");
    db(&path, &["db", "search"]).exits(0).says("Games: 1,");
    db(&path, &["explore"]).exits(0).says("no games");
    let other = folder.path("other.erawan");
    let other = other.to_str().unwrap();
    db(other, &["db", "merge", &path]).exits(0).says("1 games added, 0 were there");
    db(&path, &["db", "search", "--deleted"]).exits(0).says("Games: 2, listed: 2");
    db(&path, &["db", "search", "--deleted", "--since", "2014"]).exits(0).says("Games: 1,");
    db(&path, &["db", "restore"]).exits(2).complains("say which games");
    db(&path, &["db", "restore", "--player", "nobody"]).exits(1).complains("none of these games");
    db(&path, &["db", "restore", "--since", "2014"]).exits(0).says("1 games restored");
    db(other, &["db", "merge", &path]).exits(0).says("1 games added, 1 were there");
    db(other, &["db", "stats", "--json"]).exits(0).says("\"games\":2,\"deleted\":0");
    db(&path, &["db", "merge", &path]).exits(2).complains("nothing is written over it");
}

#[test]
fn what_is_no_database_is_named() {
    let folder = Folder::new("db-bad");
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    db(&path("missing"), &["db", "stats"]).exits(2).complains("there is no such database");
    folder.write("text", "no database at all, but long enough to be read as one".repeat(50));
    folder.write("empty", "");
    for name in ["text", "empty"] {
        db(&path(name), &["db", "stats"]).exits(1).complains("this is no database of games");
        db(&path(name), &["explore"]).exits(1).complains("this is no database of games");
    }
    let pgn = folder.write("games.pgn", GAMES);
    let pgn = pgn.to_str().unwrap();
    db(&path("text"), &["db", "import", pgn]).exits(1).complains("this is no database of games");
    db(&path(""), &["db", "import", pgn]).exits(2).complains("this is a folder");
    db(&path("no/folder/db"), &["db", "import", pgn]).exits(2);
    db(pgn, &["db", "import", pgn]).exits(1);
    assert_eq!(std::fs::read_to_string(pgn).unwrap(), GAMES);
}

#[test]
fn a_cut_database_is_told() {
    let (folder, path) = database("db-cut");
    let whole = std::fs::read(&path).unwrap();
    for part in [1, 2, 3] {
        let cut = folder.write("cut.erawan", &whole[..whole.len() * part / 4]);
        let cut = cut.to_str().unwrap();
        for line in [["db", "check"], ["db", "search"], ["db", "export"]] {
            let run = db(cut, &line);
            assert!(run.code == 1, "{}{}", run.out, run.err);
        }
    }
}

/// A file that grows no further is what a full disk is like.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_kept() {
    let (folder, path) = database("db-full");
    let many: String = (0..30_000)
        .map(|i| format!("[White \"{i}\"]\n[Black \"{}\"]\n\n1. e4 e5 2. Nf3 *\n\n", i * 7))
        .collect();
    folder.write("many.pgn", many);
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1200; exec \"$0\" \"$@\""])
        .args([env!("CARGO_BIN_EXE_erawan"), "db", "import", "many.pgn", "--db", &path])
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("games.erawan"), "{error}");
    db(&path, &["db", "check"]).exits(0);
    db(&path, &["db", "search", "--player", "carlsen"]).exits(0).says("Games: 2,");
    // With room it goes on.
    let many = folder.path("many.pgn");
    db(&path, &["db", "import", many.to_str().unwrap()]).exits(0);
    db(&path, &["db", "search"]).exits(0).says("Games: 30003,");
}

/// Several programs write to one database at a time, and another reads.
#[test]
fn programs_take_turns() {
    let (folder, path) = database("db-turns");
    let mut writers = Vec::new();
    for writer in 0..3 {
        let games: String = (0..6000)
            .map(|i| {
                format!(
                    "[White \"{}\"]\n[Round \"{i}\"]\n[Black \"B{i}\"]\n\n1. d4 d5 *\n\n",
                    writer % 2
                )
            })
            .collect();
        let file = folder.write(&format!("{writer}.pgn"), games);
        let child = Command::new(env!("CARGO_BIN_EXE_erawan"))
            .args(["db", "import", file.to_str().unwrap(), "--db", &path])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        writers.push(child);
    }
    for _ in 0..5 {
        db(&path, &["db", "check"]).exits(0);
        db(&path, &["explore", "d4"]).exits(0);
    }
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    // Two of them brought the same games.
    db(&path, &["db", "stats"]).exits(0).says("Games: 12003,");
    db(&path, &["db", "check"]).exits(0);
}

/// Where nothing can be written, games can still be read.
#[cfg(unix)]
#[test]
fn a_database_that_cannot_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = database("db-read-only");
    let set = |is_open: bool| {
        let mode = std::fs::Permissions::from_mode;
        let (file, place) = if is_open { (0o644, 0o755) } else { (0o444, 0o555) };
        std::fs::set_permissions(&path, mode(file)).unwrap();
        std::fs::set_permissions(folder.path(""), mode(place)).unwrap();
    };
    set(false);
    db(&path, &["db", "search"]).exits(0).says("Games: 3,");
    let games = folder.path("games.pgn");
    let run = db(&path, &["db", "import", games.to_str().unwrap()]);
    set(true);
    // To the superuser every file is open.
    if run.code != 1 {
        run.exits(2).complains("cannot be written to");
    }
    db(&path, &["db", "check"]).exits(0);
}
