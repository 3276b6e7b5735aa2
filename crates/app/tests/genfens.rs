//! `erawan genfens`.

use std::collections::HashSet;

use crate::common::{Folder, erawan};
use erawan_board::{Chess, Makruk, Position, Rules, Strictness};
use erawan_notation::fen;

/// The positions that were printed, each strictly valid and with moves.
fn positions<R: Rules>(out: &str) -> Vec<Position<R>> {
    out.lines()
        .map(|line| {
            let text = line.strip_prefix("info string genfens ").unwrap();
            let position: Position<R> = fen::parse(text, Strictness::Strict).unwrap();
            assert!(position.has_legal_moves(), "{text}");
            position
        })
        .collect()
}

#[test]
fn openings_are_distinct_and_depend_on_the_seed() {
    let run = erawan(["genfens 12 seed 5 book None", "quit"]).exits(0);
    let first = positions::<Chess>(&run.out);
    let keys: HashSet<u64> = first.iter().map(Position::key).collect();
    assert_eq!((first.len(), keys.len()), (12, 12));
    assert!(first.iter().all(|position| (5..=6).contains(&position.fullmove_number())));
    assert_eq!(erawan(["genfens", "12", "seed", "5", "book", "None"]).exits(0).out, run.out);
    assert_ne!(erawan(["genfens 12 seed 6 book None", "quit"]).exits(0).out, run.out);
}

#[test]
fn the_other_games_too() {
    let run = erawan(["genfens", "6", "seed", "1", "variant", "chess960"]).exits(0);
    let ranks: HashSet<String> = positions::<Chess>(&run.out)
        .iter()
        .map(|position| fen::write(position).split('/').next().unwrap().to_owned())
        .collect();
    assert!(ranks.len() > 3, "{}", run.out);
    let run = erawan(["genfens 4 seed 1 book None makruk", "quit"]).exits(0);
    assert_eq!(positions::<Makruk>(&run.out).len(), 4);
    assert_eq!(erawan(["genfens", "0"]).exits(0).out, "");
}

#[test]
fn a_book_says_where_to_begin() {
    let folder = Folder::new("genfens-book");
    let ending = "8/2k5/3p4/3P4/8/2K5/8/8 w - - 0 1";
    let book = folder.write("book.epd", format!("# one\n{ending}\n"));
    let command = format!("genfens 3 seed 1 book {} plies 2", book.to_str().unwrap());
    let run = erawan([command.as_str(), "quit"]).exits(0);
    assert!(positions::<Chess>(&run.out).iter().all(|position| position.occupied().len() <= 4));
    for (name, content, reason) in [
        ("empty.epd", &b""[..], "there is no position"),
        ("bad.epd", b"8/8 w - -\n", "bad.epd:1: "),
        ("binary.epd", b"\xff\n", "not valid UTF-8"),
    ] {
        let path = folder.write(name, content);
        let args = ["genfens", "1", "seed", "1", "book", path.to_str().unwrap()];
        erawan(args).exits(1).complains(reason);
    }
    erawan(["genfens", "1", "book", "no-such-file.epd"]).exits(2).complains("no such file");
}

#[test]
fn wrong_use() {
    erawan(["genfens"]).exits(2).complains("<WORDS>");
    erawan(["genfens", "many"]).exits(2).complains("not 'many'");
    erawan(["genfens", "10000001"]).exits(2).complains("at most 10000000");
    erawan(["genfens", "1", "seed", "-1"]).exits(2);
    erawan(["genfens", "1", "seed"]).exits(2).complains("needs seed");
    erawan(["genfens", "1", "book"]).exits(2).complains("book needs a FILE");
    erawan(["genfens", "1", "variant", "makruck"]).exits(2).complains("did you mean makruk");
    erawan(["genfens", "1", "plies", "201"]).exits(2).complains("from 0 to 200");
    erawan(["genfens 1 seed 1 boot None", "quit"]).exits(2).complains("does not know 'boot'");
}
