//! `erawan repertoire`, as its users run it.

use erawan_board::Color;
use erawan_database::{Database, DocumentChange, OwnGame, Record, Text};
use erawan_notation::pgn::Games;

use crate::common::{Folder, erawan, erawan_with_input};

const ITALIAN: &str = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 *";

#[test]
fn repertoires_are_imported_listed_and_written() {
    let folder = Folder::new("repertoire");
    let pgn = folder.write("italian.pgn", format!("{ITALIAN}\n\n1. e4 e6 2. d4 *\n"));
    let to = folder.path("training.erawan").to_str().unwrap().to_owned();
    let pgn = pgn.to_str().unwrap();
    let import =
        ["repertoire", "import", pgn, "--name", "Italian", "--colour", "white", "--to", &to];
    // Counted by hand: the start, after 1... e5, 1... c5, 1... e6 and 2... Nc6.
    erawan(import).exits(0).says("Italian: 5 positions to know, 0 of them known");
    erawan(import).exits(1).complains("'Italian' already");
    let run = erawan(import.iter().chain(&["--replace", "--json"])).exits(0);
    assert!(run.last_line().contains(r#""total":5,"known":0,"replaced":true"#), "{}", run.out);
    let list = ["repertoire", "list", "--to", &to];
    erawan(list)
        .exits(0)
        .says("Italian: chess for White, 9 moves, 5 positions to know, 0 due, 5 new");
    let run = erawan(list.iter().chain(&["--json"])).exits(0);
    assert!(
        run.out.contains(r#""name":"Italian","variant":"chess","color":"white""#),
        "{}",
        run.out
    );
    let run = erawan(["repertoire", "export", "Italian", "--to", &to]).exits(0);
    let line = "1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4) 2. Nf3 Nc6 3. Bc4 *";
    assert_eq!(run.last_line(), line);
    // What is written can be read again.
    let other = folder.path("other.erawan").to_str().unwrap().to_owned();
    let again = ["repertoire", "import", "-", "--name", "x", "--colour", "black", "--to", &other];
    erawan_with_input(again, &run.out).exits(0).says("x: 2 positions to know");
}

#[test]
fn what_is_no_repertoire_is_refused() {
    let folder = Folder::new("bad-repertoire");
    let to = folder.path("training.erawan").to_str().unwrap().to_owned();
    let import = ["repertoire", "import", "-", "--name", "x", "--colour", "white", "--to", &to];
    for (pgn, words) in [
        ("", "there is no game in it"),
        ("1. e4 Ke4 *", "Ke4"),
        ("1. e4 *\n\n[Variant \"Makruk\"]\n\n1. d4 *", "game 2 is one of makruk"),
    ] {
        erawan_with_input(import, pgn).exits(1).complains(words);
    }
    erawan(["repertoire", "list", "--to", &folder.path("none.erawan").to_string_lossy()]).exits(2);
    erawan_with_input(import, ITALIAN).exits(0);
    erawan(["repertoire", "export", "y", "--to", &to]).exits(2).complains("no repertoire 'y'");
    erawan(["repertoire", "export", "x", "--to", &to, "--out", &to]).exits(2);
    let none = folder.path("none.pgn").to_string_lossy().into_owned();
    let import = ["repertoire", "import", &none, "--name", "z", "--colour", "white", "--to", &to];
    erawan(import).exits(2);
    erawan(["repertoire", "import", "-", "--to", &to]).exits(2).complains("--name");
}

#[test]
fn own_games_that_left_a_repertoire_are_told() {
    let folder = Folder::new("departures");
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let (to, own) = (path("training.erawan"), path("own.erawan"));
    let import = ["repertoire", "import", "-", "--name", "It", "--colour", "white", "--to", &to];
    erawan_with_input(import, ITALIAN).exits(0);
    let mut database = Database::create(&own).unwrap();
    let games = [
        ("a", "1. e4 e5 2. Bc4 Nf6 0-1", Some(Color::White)),
        ("b", "1. Nf3 Nc6 2. e4 d6 1-0", Some(Color::White)),
        ("c", "1. e4 e5 2. f4 1-0", Some(Color::Black)),
        ("d", "1. e4 e5 2. f4 1-0", None),
    ];
    let changes = games.map(|(name, moves, side)| {
        let result = moves.rsplit(' ').next().unwrap();
        let pgn = format!("[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n{moves}");
        let record = Record::new(&Games::new(&pgn).next().unwrap().unwrap()).unwrap();
        let text = Text::New { text: "{}".into(), analysis: None };
        let game = Some(OwnGame { record, side, reviewed: 0, faults: Vec::new() });
        DocumentChange { name: name.into(), text, game }
    });
    database.change_documents(&changes).unwrap();
    drop(database);
    let ask = ["repertoire", "departures", "--to", &to, "--own", &own];
    let run = erawan(ask).exits(0);
    // In the second game the moves lead out and not back: it left at once.
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.out);
    assert!(lines[0].ends_with("0-1: ply 3, you played Bc4, It has Nf3"), "{}", run.out);
    assert!(lines[1].ends_with("1-0: ply 1, you played Nf3, It has e4"), "{}", run.out);
    let run = erawan(ask.iter().chain(&["--json"])).exits(0);
    assert!(
        run.out.contains(r#""own":true,"plies":2,"played":"Bc4","wanted":["Nf3"]"#),
        "{}",
        run.out
    );
    erawan(["repertoire", "departures", "--to", &to, "--own", &path("none")]).exits(2);
}
