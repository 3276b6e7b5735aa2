//! `erawan eval`, `epd`, `book` and `tb`.

use crate::common::{Folder, erawan, erawan_with_input};

const ENDING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

#[test]
fn eval_adds_up() {
    let run = erawan(["eval", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"]);
    let run = run.exits(0).says("material");
    // The sum is the sum of the rows, column by column.
    let mut sums = [0i64; 6];
    let mut stated = None;
    for line in run.out.lines().skip(2).take_while(|line| !line.is_empty()) {
        let numbers: Vec<i64> = line
            .split_whitespace()
            .filter_map(|word| word.parse::<f64>().ok())
            .map(|number| (number * 100.0).round() as i64)
            .collect();
        assert_eq!(numbers.len(), 6, "{line}");
        if line.starts_with("Sum") {
            stated = Some(numbers);
        } else {
            sums.iter_mut().zip(&numbers).for_each(|(sum, number)| *sum += number);
        }
    }
    assert_eq!(stated, Some(sums.to_vec()));
    assert!(run.last_line().starts_with("Evaluation: "), "{}", run.out);
    // Seen from the other side the same position is worth the opposite.
    let white = erawan(["eval", ENDING]).exits(0);
    let black = erawan(["eval", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"]).exits(0);
    let value = |line: &str| line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap();
    assert!(value(white.last_line()) > 0.0);
    assert_eq!(value(white.last_line()), -value(black.last_line()));
    erawan(["eval", "--variant", "makruk", "--json"]).exits(0).says("\"white\":");
    erawan(["eval", "--number", "0"]).exits(0).says("Evaluation: ");
}

#[test]
fn eval_wrong_use() {
    erawan(["eval", "8/8"]).exits(1).complains("FEN column");
    erawan(["eval", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]).exits(1).complains("FEN column");
    erawan(["eval", "--variant", "shogi"]).exits(2).complains("there is no variant 'shogi'");
    erawan(["eval", ENDING, "--depth", "3"]).exits(2).complains("unexpected argument '--depth'");
    erawan(["eval", ENDING, "--number", "3"]).exits(2).complains("not both");
}

const SUITE: &str = "\
# mates and a capture
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1; id \"back rank\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8; id \"impossible\";

6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Kf1 g3;
r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - dm 3; id \"three\";
r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - dm 2; id \"not two\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"nothing asked\";
";

#[test]
fn epd_counts_what_is_solved() {
    let folder = Folder::new("epd");
    let suite = folder.write("suite.epd", SUITE);
    let suite = suite.to_str().unwrap();
    let run = erawan(["epd", suite, "--depth", "8"]).exits(0);
    assert_eq!(run.last_line(), "solved 3 of 5");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 7);
    for (line, parts) in lines.iter().zip([
        ["back rank", "solved"],
        ["impossible", "missed"],
        ["line 5", "solved"],
        ["three", "solved"],
        ["not two", "missed"],
        ["nothing asked", "searched"],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    }
    let run = run.says("expected am Rd8").says("expected dm 2");
    assert!(run.err.is_empty(), "{}", run.err);
    let run = erawan(["epd", suite, "--nodes", "20000", "--json"]).exits(0);
    assert_eq!(run.out.lines().count(), 7);
    let run = run.says("\"id\":\"back rank\"").says("\"solved\":null");
    assert!(run.last_line().contains("\"solved\":3,\"positions\":5,\"bad_lines\":0"));
    let args = ["epd", "-", "--movetime", "20", "--threads", "2"];
    let run = erawan_with_input(args, SUITE.lines().nth(1).unwrap()).exits(0);
    assert_eq!(run.last_line(), "solved 1 of 1");
    let makruk = "6k1/8/6K1/8/8/8/8/R7 w - - bm Ra8;";
    let run = erawan_with_input(["epd", "-", "--variant", "makruk", "--depth", "6"], makruk);
    assert_eq!(run.exits(0).last_line(), "solved 1 of 1");
}

#[test]
fn epd_names_bad_lines_and_goes_on() {
    let folder = Folder::new("epd-bad");
    let mut bytes = b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;\nnonsense\n\xff\xfe\n".to_vec();
    bytes.extend(b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm soon;\n");
    bytes.extend(b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #0;\n");
    bytes.extend(b"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8+;\n");
    let suite = folder.write("bad.epd", bytes);
    let name = suite.to_str().unwrap();
    let run = erawan(["epd", name, "--depth", "3"]).exits(1);
    assert_eq!(run.last_line(), "solved 1 of 1");
    run.says(&format!("{name}:1: bm, operand 1, 'Rd9'"))
        .says(&format!("{name}:2: "))
        .says(&format!("{name}:3: this line is not valid UTF-8"))
        .says(&format!("{name}:4: dm is not followed by a number"))
        .says(&format!("{name}:5: bm, operand 1, '#0'"));
    let empty = folder.write("empty.epd", "");
    let run = erawan(["epd", empty.to_str().unwrap()]).exits(0);
    assert_eq!(run.out, "solved 0 of 0\n");
    let long = folder.write("long.epd", "8".repeat(100_000));
    erawan(["epd", long.to_str().unwrap()]).exits(2).complains("longer than 65536");
}

#[test]
fn epd_wrong_use() {
    erawan(["epd"]).exits(2).complains("<SUITE>");
    erawan(["epd", "a", "b"]).exits(2).complains("unexpected argument 'b'");
    erawan(["epd", "no-such-file.epd"]).exits(2).complains("no such file");
    erawan(["epd", "x", "--nodes", "5", "--depth", "5"]).exits(2).complains("cannot be used with");
    erawan(["epd", "x", "--nodes", "0"]).exits(2).complains("must be a number from 1");
    erawan(["epd", "x", "--threads", "0"]).exits(2).complains("must be a number from 1");
    erawan(["epd", "x", "--hash", "0"]).exits(2).complains("must be a number from 1");
    erawan(["epd", "x", "--set", "see_nosy=9"]).exits(2).complains("see_noisy");
    erawan(["epd", "x", "--set", "see_noisy=9999"]).exits(2).complains("a number from");
    erawan(["epd", "x", "--set", "see_noisy"]).exits(2).complains("a number from");
    erawan(["epd", "x", "--net", "no-such.net"]).exits(1).complains("--net: ");
}

#[test]
fn epd_takes_other_numbers_and_evaluations() {
    let line = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - bm Bc5;\n";
    let nodes = |more: &[&str]| {
        let words = [&["epd", "-", "--depth", "9", "--json"], more].concat();
        let run = erawan_with_input(words, line).exits(0);
        let nodes =
            run.last_line().split("\"nodes\":").nth(1).and_then(|rest| rest.split(',').next());
        nodes.unwrap_or_default().parse::<u64>().unwrap()
    };
    let usual = nodes(&[]);
    assert_ne!(nodes(&["--set", "lmp_square=40"]), usual);
    assert_ne!(nodes(&["--net", "none"]), usual);
}

const GAMES: &str = "\
[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n\
[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n";

#[test]
fn books_are_built_and_shown() {
    let folder = Folder::new("book");
    let games = folder.write("games.pgn", GAMES);
    let book = folder.path("book.bin");
    let (games, book) = (games.to_str().unwrap(), book.to_str().unwrap());
    let run = erawan(["book", "build", games, "--out", book]).exits(0);
    assert!(run.last_line().ends_with("moves from 3 games"), "{}", run.out);
    // A win and a draw for e4 are three half points; d4 lost.
    let run = erawan(["book", "show", book]).exits(0);
    assert!(
        run.out.starts_with("e4            3 100.0 %\nMoves: 1, entries in the book: 4\n"),
        "{}",
        run.out
    );
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    erawan(["book", "show", book, after]).exits(0).says("c5            1 100.0 %");
    let run = erawan(["book", "build", games, "--out", book, "--weights", "games"]).exits(0);
    run.says("7 moves from 3 games");
    let run = erawan(["book", "show", book, "--json"]).exits(0);
    let run = run.says("{\"move\":\"e4\",\"weight\":2},{\"move\":\"d4\",\"weight\":1}");
    assert_eq!(run.out.lines().count(), 1);
    let args = ["book", "build", games, games, "--out", book, "--plies", "1", "--min-games", "3"];
    erawan(args).exits(0).says("1 moves from 6 games");
    assert_eq!(folder.names(), ["book.bin", "games.pgn"]);
}

#[test]
fn bad_games_and_other_games_are_left_out_of_a_book() {
    let folder = Folder::new("book-bad");
    let bad = folder
        .write("bad.pgn", format!("{GAMES}1. e4 Ke5 *\n\n[Variant \"makruk\"]\n\n1. d4 d5 *\n"));
    let book = folder.path("book.bin");
    let (bad, book) = (bad.to_str().unwrap(), book.to_str().unwrap());
    let run = erawan(["book", "build", bad, "--out", book]).exits(1);
    run.complains("game 4").complains("1 games of another kind left out").says("from 3 games");
    let empty = folder.write("empty.pgn", "");
    let args = ["book", "build", empty.to_str().unwrap(), "--out", book];
    erawan(args).exits(1).complains("nothing to write: 0 games");
    let odd = folder.write("odd.bin", [0; 17]);
    erawan(["book", "show", odd.to_str().unwrap()])
        .exits(1)
        .complains("17 bytes are not a multiple");
}

#[test]
fn book_wrong_use() {
    erawan(["book"]).exits(2).complains("Usage: erawan book <COMMAND>");
    erawan(["book", "buidl"]).exits(2).complains("a similar subcommand exists: 'build'");
    erawan(["book", "build"]).exits(2).complains("<PGN>");
    erawan(["book", "build", "x.pgn"]).exits(2).complains("--out <FILE>");
    erawan(["book", "build", "x.pgn", "--out", "x.bin"]).exits(2).complains("no such file");
    let args = ["book", "build", "x.pgn", "--out", "x.bin", "--weights", "gmes"];
    erawan(args).exits(2).complains("a similar value exists: 'games'");
    erawan(["book", "build", "x", "--out", "y", "--plies", "0"])
        .exits(2)
        .complains("must be a number from 1 to 1000");
    erawan(["book", "show"]).exits(2).complains("<FILE>");
    erawan(["book", "show", "no-such.bin"]).exits(2).complains("no such file");
    erawan(["book", "show", "x.bin", "--plies", "3"])
        .exits(2)
        .complains("unexpected argument '--plies'");
    erawan(["book", "show", "x.bin", "8/8"]).exits(1).complains("FEN column");
    let folder = Folder::new("book-same");
    let games = folder.write("games.pgn", GAMES);
    let same = games.to_str().unwrap();
    erawan(["book", "build", same, "--out", same]).exits(2).complains("nothing is written over it");
}

/// The tables are too large to keep here; see the engine's tests.
#[test]
fn tables_answer() {
    let Ok(folder) = std::env::var("ERAWAN_SYZYGY") else {
        eprintln!("SKIPPED: tables_answer needs Syzygy tables: set ERAWAN_SYZYGY to their folder");
        return;
    };
    let queen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let run = erawan(["tb", queen, "--path", &folder]).exits(0).says("Result: win\nDTZ: ");
    // All moves are listed, and none before the best is worse.
    assert_eq!(run.out.lines().count(), 4 + 22);
    let ranks: Vec<i32> = run
        .out
        .lines()
        .skip(4)
        .map(|line| line.split_whitespace().last().unwrap().parse().unwrap())
        .collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    let drawn = "8/8/8/3k4/8/8/8/KN6 b - - 0 1";
    erawan(["tb", drawn, "--path", &folder]).exits(0).says("Result: draw\nDTZ: 0\n");
    erawan(["tb", queen, "--path", &folder, "--json"]).exits(0).says("\"result\":\"win\",\"dtz\":");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    erawan(["tb", start, "--path", &folder]).exits(1).complains("32");
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    erawan(["tb", castle, "--path", &folder]).exits(1).complains("castling");
}

#[test]
fn tb_wrong_use() {
    let folder = Folder::new("tb");
    let empty = folder.path("");
    let empty = empty.to_str().unwrap();
    erawan(["tb"]).exits(2).complains("<FEN>");
    erawan(["tb", ENDING]).exits(2).complains("--path <DIR>");
    erawan(["tb", "8/8", "--path", empty]).exits(1).complains("FEN column");
    let run = erawan(["tb", ENDING, "--path", empty]).exits(1);
    run.complains("holds no tables").complains("there are no tables in");
    erawan(["tb", ENDING, "--path", "no-such-folder"]).exits(1).complains("cannot be read");
    // Damaged tables are an error, not a crash.
    folder.write("KPvK.rtbw", [7; 100]);
    erawan(["tb", ENDING, "--path", empty]).exits(1).complains("KPvK");
}

/// The tables of three men are made, kept, mended, checked, listed and asked.
#[test]
fn endings_are_built_and_asked() {
    let folder = Folder::new("endings");
    let tables = folder.path("tables");
    let tables = tables.to_str().unwrap();
    let build = ["tb", "build", "makruk", "--men", "3", "--out", tables];
    erawan(build).exits(0).says("KRvK ").says("6 tables, 0.1 MB written in");
    // A second time there is nothing to do, but for a file that was damaged.
    erawan(build).exits(0).says("6 tables, 0.0 MB written in");
    let file = folder.path("tables/makruk-KSvK.ending");
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let run = erawan(build).exits(0).complains("KSvK is made again: a checksum does not fit");
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    erawan(["tb", "verify", "makruk", "--path", tables, "--every", "97"])
        .exits(0)
        .says("6 tables are right");
    let list = erawan(["tb", "list", "makruk", "--path", tables]).exits(0);
    list.says("KRvK     White    100.000   96.483       16       14  ");

    let ask = |count: &str, more: &[&str]| {
        let fen = format!("k7/8/2K5/8/8/8/8/7R w - {count} 1");
        let words = ["tb", &fen, "--variant", "makruk", "--path", tables];
        erawan(words.iter().chain(more)).exits(0)
    };
    ask("32 30", &[]).says("Result: win\nMate in 2, the count leaves 2: win\n");
    ask("32 32", &[]).says("Result: draw\nMate in 2, the count leaves 1: draw\n");
    ask("32 30", &["--json"]).says("\"result\":\"win\",\"mate\":2,\"mates\":true,\"left\":2,");
    let run = ask("32 30", &[]);
    assert_eq!(run.out.lines().nth(4).unwrap().split_whitespace().nth(1), Some("win"));
    let mate = "k7/8/1K6/8/8/8/8/7R w - 32 30 1";
    let run = erawan(["tb", mate, "--variant", "makruk", "--path", tables]).exits(0);
    let first: Vec<&str> = run.out.lines().nth(4).unwrap().split_whitespace().collect();
    assert!(matches!(first[..], [_, "win", "0", "2000"]), "{}", run.out);
}

#[test]
fn endings_wrong_use() {
    let folder = Folder::new("endings-wrong");
    let empty = folder.path("");
    let empty = empty.to_str().unwrap();
    erawan(["tb", "build", "makruk", "--out", empty]).exits(2).complains("--men <N>");
    erawan(["tb", "build", "chess", "--men", "3", "--out", empty]).exits(2).complains("Syzygy");
    erawan(["tb", "build", "makruk", "--men", "6", "--out", empty]).exits(2).complains("3 to 5");
    for material in ["KMSvK", "KRRRvK"] {
        erawan(["tb", "build", "makruk", "--material", material, "--out", empty])
            .exits(2)
            .complains("such as KSMvK");
    }
    erawan(["tb", "build", "makruk", "--men", "4", "--memory", "5", "--out", empty])
        .exits(2)
        .complains("--memory allows less");
    erawan(["tb", "verify", "makruk", "--path", empty]).exits(1).complains("no tables of Makruk");
    erawan(["tb", "list", "makpong", "--path", empty]).exits(1).complains("no tables of Makpong");
    let fen = "k7/8/2K5/8/8/8/8/7R w - 32 9 1";
    let ask = ["tb", fen, "--variant", "makruk", "--path", empty];
    erawan(ask).exits(1).complains("no tables of Makruk");
    erawan(ask.iter().chain(&["--no-fifty"])).exits(2).complains("no fifty-move rule");
    folder.write("makruk-KRvK.ending", [7; 100]);
    erawan(ask).exits(1).complains("is left out: it is not a table of endings");
}
