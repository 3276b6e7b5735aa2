//! `erawan puzzles`, and `erawan epd` with puzzles, as their users run them.

use crate::common::{Folder, erawan, erawan_with_input};

/// 2... Nf6 lets the queen mate; before it 2... Nc6 was played in both.
const SCHOLAR: &str = "[White \"A\"]\n[Black \"B\"]\n[Site \"https://example.org/7\"]\n\n\
    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n[White \"Bad\"]\n\n1. e4 Ke4 *\n";

#[test]
fn puzzles_are_made_kept_and_written() {
    let folder = Folder::new("puzzles-make");
    let games = folder.write("games.pgn", SCHOLAR);
    let to = folder.path("training.erawan").to_str().unwrap().to_owned();
    let make = ["puzzles", "make", games.to_str().unwrap(), "--nodes", "20000", "--to", &to];
    let run = erawan(make).exits(1).complains("Ke4");
    let line = run.out.trim().to_owned();
    assert!(line.contains(",g8f6 h5f7,"), "{line}");
    assert!(line.contains("mate mateIn1 oneMove opening,https://example.org/7,"), "{line}");
    // The same again, as JSON, is there already.
    let run = erawan(make.iter().chain(&["--json"])).exits(1);
    assert!(
        run.last_line().contains(r#""games":1,"bad":1,"puzzles":1,"added":0,"known":1"#),
        "{}",
        run.out
    );
    let csv = folder.path("puzzles.csv").to_str().unwrap().to_owned();
    erawan(["puzzles", "export", "--to", &to, "--out", &csv])
        .exits(0)
        .complains("1 puzzles written");
    let written = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(written.lines().last(), Some(line.as_str()));
    let other = folder.path("other.erawan").to_str().unwrap().to_owned();
    let import = ["puzzles", "import", &csv, "--to", &other];
    erawan(import).exits(0).says("1 puzzles added, 0 were there, 0 bad");
    erawan(import).exits(0).says("0 puzzles added, 1 were there, 0 bad");
    assert_eq!(erawan(["puzzles", "export", "--to", &other]).exits(0).out, written);
    // And it is solved.
    // From standard input they are known by their first line.
    let piped = erawan_with_input(["epd", "-", "--nodes", "1000"], &written).exits(0);
    let run = erawan(["epd", &csv, "--nodes", "1000"]).exits(0);
    assert_eq!(piped.last_line(), run.last_line());
    assert!(
        run.out.contains("rating 800-999: 1 of 1, performance too high to tell"),
        "{}",
        run.out
    );
    assert_eq!(run.last_line(), "solved 1 of 1");
}

#[test]
fn games_of_a_database_are_looked_through_too() {
    let folder = Folder::new("puzzles-db");
    let games = folder.write("games.pgn", SCHOLAR);
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let (db, to) = (path("games.erawan"), path("training.erawan"));
    erawan(["db", "import", games.to_str().unwrap(), "--db", &db]).exits(1);
    let make = ["puzzles", "make", "--db", &db, "--to", &to, "--nodes", "20000"];
    erawan(make).exits(0).complains("1 puzzles in 1 games, 1 added");
    erawan(make.iter().chain(&["--skip", "1"])).exits(0).complains("0 puzzles in 0 games");
    erawan(["puzzles", "make", "--db", &path("none.erawan"), "--to", &to]).exits(2);
    erawan(["puzzles", "make", &path("none.pgn"), "--to", &to]).exits(2);
    // Neither is a file that is read from written to, nor one of somebody else.
    let pgn = games.to_str().unwrap();
    erawan(["puzzles", "make", pgn, "--to", pgn]).exits(1);
    assert_eq!(std::fs::read_to_string(&games).unwrap(), SCHOLAR);
}

#[test]
fn bad_lines_are_named_and_the_others_kept() {
    let folder = Folder::new("puzzles-bad");
    let to = folder.path("training.erawan").to_str().unwrap().to_owned();
    let good = "1,6k1/5ppp/8/8/7p/8/5PPP/3R2K1 b - - 0 1,h4h3 d1d8,600,80,0,0,mateIn1,,";
    let makruk = "2,rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 0 0 1,e3e4 d6d5 e4d5 e6d5,1200,250,0,0,makruk,,";
    let text = format!(
        "PuzzleId,FEN,Moves\n{good}\n\n3,nonsense,a1a2 a2a3\n4,6k1/8/8/8/8/8/8/6K1 w - - 0 1,g1g2 g2g3\n{makruk}\n5,x\n"
    );
    let run = erawan_with_input(["puzzles", "import", "-", "--to", &to, "--json"], &text).exits(1);
    let run = run.complains(":4: ").complains(":5: move 2").complains(":7: a puzzle has");
    assert!(run.last_line().contains(r#""added":2,"known":0,"bad":3"#), "{}", run.out);
    // What is something else is not read to its end.
    let pgn = "[Event \"x\"]\n".repeat(1000);
    let run = erawan_with_input(["puzzles", "import", "-", "--to", &to], &pgn).exits(1);
    let run = run.complains(":10: ").complains("this is no file of puzzles");
    assert!(!run.err.contains(":11: "), "{}", run.err);
    let file = folder.write("some.csv", &text);
    let run = erawan(["epd", file.to_str().unwrap(), "--nodes", "2000", "--json"]).exits(1);
    assert!(run.last_line().contains(r#""puzzles":2"#), "{}", run.out);
    assert!(run.last_line().contains(r#""bad_lines":3"#), "{}", run.out);
    let run = erawan(["epd", file.to_str().unwrap(), "--nodes", "2000", "--count", "1"]).exits(0);
    assert_eq!(run.last_line(), "solved 1 of 1");
}
