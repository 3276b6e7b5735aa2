//! `erawan show`.

use crate::common::{Folder, erawan};

#[test]
fn the_start_position_is_shown_as_the_project_shows_boards() {
    let run = erawan(["show"]).exits(0);
    let expected = "  o-----------------o
8 | r n b q k b n r |
7 | p p p p p p p p |
6 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
5 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
4 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
3 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
2 | P P P P P P P P |
1 | R N B Q K B N R |
  o-----------------o
    a b c d e f g h
";
    assert!(run.out.starts_with(expected), "{}", run.out);
    let run = run
        .says("\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
        .says("\nSide to move: White\n")
        .says("\nCheckers: none\n");
    let key = run.out.lines().find_map(|line| line.strip_prefix("Key: ")).unwrap();
    assert_eq!(key.len(), 16);
    assert!(key.chars().all(|digit| digit.is_ascii_hexdigit()));
    assert_eq!(run.last_line(), "Legal moves: 20");
}

#[test]
fn makruk_shows_its_count() {
    erawan(["show", "--variant", "makruk"])
        .exits(0)
        .says("1 | R N S K M S N R |")
        .says("Count: none\nLegal moves: 23\n");
    let fen = "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50";
    erawan(["show", fen, "--variant", "makruk"])
        .exits(0)
        .says("6 | ⋅ ⋅ ⋅ ⋅ k M~⋅ ⋅ |")
        .says("Count: pieces' honour, 5 of 16, Black counts");
}

#[test]
fn quotes_around_a_fen_may_be_left_out() {
    let fen = "4k3/8/8/8/8/8/4r3/4K3 w - - 3 9";
    let quoted = erawan(["show", fen]).exits(0).says("Checkers: e2");
    let bare = erawan(std::iter::once("show").chain(fen.split(' '))).exits(0);
    assert_eq!(bare.out, quoted.out);
    assert!(quoted.err.is_empty());
}

#[test]
fn the_end_of_a_game_is_named() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(erawan(["show", mate]).exits(0).last_line(), "Legal moves: 0 (checkmate)");
    let stale = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(erawan(["show", stale]).exits(0).last_line(), "Legal moves: 0 (stalemate)");
}

#[test]
fn chess960_starts_by_number() {
    erawan(["show", "--number", "518"]).exits(0).says("RNBQKBNR w KQkq");
    erawan(["show", "--variant", "chess960", "--number", "0"])
        .exits(0)
        .says("1 | B B Q N N R K R |");
    erawan(["show", "--number", "960"]).exits(2).complains("'960'").complains("from 0 to 959");
    erawan(["show", "--number", "1", "--variant", "makruk"]).exits(2).complains("chess960");
    let both = ["show", "8/8/8/8/8/8/8/8 w - - 0 1", "--number", "1"];
    erawan(both).exits(2).complains("not both");
}

#[test]
fn the_bare_king_counts_in_every_game_of_its_family() {
    for variant in ["makruk", "cambodian", "makpong"] {
        for ply in ["12", "13"] {
            let fen = format!("8/8/8/8/8/1k6/8/K1M5 w - 128 {ply} 70");
            erawan(["show", &fen, "--variant", variant]).exits(0).says("Black counts");
        }
    }
}

#[test]
fn styles() {
    let ascii = erawan(["show", "--ascii", "--flip"]).exits(0);
    assert!(ascii.out.is_ascii());
    assert!(ascii.out.contains("1 | R N B K Q B N R |"));
    // Not a terminal, so there are no colours.
    let unicode = erawan(["show", "--unicode"]).exits(0).says("♔");
    assert!(!unicode.out.contains('\x1b'));
    erawan(["show", "--unicode", "--ascii"]).exits(2).complains("cannot be used with");
    erawan(["show", "--bitboards"])
        .exits(0)
        .says("White pawns: 0x000000000000ff00\n")
        .says("0000000000000000000000000000000000000000000000001111111100000000\n")
        .says("2 | 1 1 1 1 1 1 1 1 |");
}

#[test]
fn a_bad_fen_is_shown_with_a_caret() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let run = erawan(["show", fen]).exits(1).complains("rank 3 has 7 squares").complains(fen);
    let lines: Vec<&str> = run.err.lines().collect();
    let caret = lines.last().unwrap();
    assert_eq!(caret.trim(), "^");
    assert_eq!(&fen[..caret.len() - 1], "rnbqkbnr/pppppppp/8/8/8/");
    assert!(run.out.is_empty());
    erawan(["show", ""]).exits(1).complains("FEN column 1");
}

#[test]
fn what_only_lenient_reading_takes_is_shown_with_a_note() {
    let run = erawan(["show", "4k3/8/8/8/8/8/8/4K2R"]).exits(0).complains("note: FEN column 21");
    assert!(run.out.contains("Fen: 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"));
}

#[test]
fn the_other_dialect_of_makruk_is_read() {
    let js = "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1";
    let run = erawan(["show", js, "--variant", "makruk"]).exits(0);
    assert_eq!(run.out, erawan(["show", "--variant", "makruk"]).out);
}

#[test]
fn svg_goes_to_a_file_or_to_standard_output() {
    let folder = Folder::new("svg");
    let file = folder.path("board.svg");
    let path = file.to_str().unwrap();
    erawan(["show", "--svg", path, "--size", "64"]).exits(0).says("Legal moves: 20");
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("width=\"64\""));
    assert_eq!(erawan(["show", "--svg", "-", "--size", "64"]).exits(0).out, svg);
    assert_eq!(folder.names(), ["board.svg"]);
    // Written again, it replaces the old one.
    erawan(["show", "--svg", path, "--variant", "makruk"]).exits(0);
    assert!(std::fs::read_to_string(&file).unwrap().contains("Makruk position"));

    let folder_path = folder.path("");
    erawan(["show", "--svg", folder_path.to_str().unwrap()]).exits(2).complains("this is a folder");
    let nowhere = folder.path("no/such/board.svg");
    erawan(["show", "--svg", nowhere.to_str().unwrap()]).exits(2).complains("no such folder");
}
