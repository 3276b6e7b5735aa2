//! `erawan perft`.

use std::time::{Duration, Instant};

use crate::common::{Folder, erawan, erawan_with_input};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn the_last_line_is_the_count() {
    let run = erawan(["perft", "4"]).exits(0);
    assert_eq!(run.out, "Nodes searched: 197281\n");
    assert!(run.err.contains(" nps"));
    let kiwipete = erawan(["perft", "3", "--fen", KIWIPETE]).exits(0);
    assert_eq!(kiwipete.last_line(), "Nodes searched: 97862");
    let makruk = erawan(["perft", "4", "--variant", "makruk"]).exits(0);
    assert_eq!(makruk.last_line(), "Nodes searched: 273026");
    assert_eq!(erawan(["perft", "0"]).exits(0).last_line(), "Nodes searched: 1");
}

#[test]
fn threads_table_and_plain_instructions_count_the_same() {
    for options in [
        &["--threads", "3"][..],
        &["--hash", "1"],
        &["--no-simd"],
        &["--threads", "2", "--hash", "4", "--no-simd"],
    ] {
        let run = erawan(["perft", "4", "--fen", KIWIPETE].iter().chain(options)).exits(0);
        assert_eq!(run.last_line(), "Nodes searched: 4085603");
    }
}

#[test]
fn divide_lists_the_moves_in_protocol_spelling() {
    let run = erawan(["perft", "2", "--fen", KIWIPETE, "--divide"]).exits(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 48 + 2);
    assert!(lines.contains(&"e1g1: 43") && lines.contains(&"e1c1: 43"), "{}", run.out);
    assert_eq!(lines[48], "");
    let sum: u64 = lines[..48]
        .iter()
        .map(|line| line.split(": ").nth(1).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(lines[49], format!("Nodes searched: {sum}"));
    assert_eq!(sum, 2039);
    let options = ["perft", "1", "--fen", KIWIPETE, "--divide", "--variant", "chess960"];
    erawan(options).exits(0).says("e1h1: 1\n");
    let promotion = "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1";
    let options = ["perft", "1", "--fen", promotion, "--divide", "--variant", "makruk"];
    erawan(options).exits(0).says("g5g6m: 1\n");
}

#[test]
fn each_depth_is_counted_if_asked_for() {
    let run = erawan(["perft", "4", "--each"]).exits(0);
    let depths = "Depth 1: 20\nDepth 2: 400\nDepth 3: 8902\nDepth 4: 197281\n";
    assert_eq!(run.out, format!("{depths}Nodes searched: 197281\n"));
    erawan(["perft", "0", "--each"]).exits(0).says("Depth 0: 1\n");
    erawan(["perft", "3", "--each", "--json"]).exits(0).says("\"depths\":[20,400,8902]}");
    let args = ["perft", "3", "--each", "--suite", "-"];
    erawan(args).exits(2).complains("'--each' cannot be used with");
}

#[test]
fn json_is_one_line() {
    let run = erawan(["perft", "3", "--json", "--divide"]).exits(0);
    assert_eq!(run.out.lines().count(), 1);
    let run = run.says("\"nodes\":8902,").says("\"depth\":3,").says("\"e2e4\":600");
    assert!(run.out.starts_with('{') && run.out.ends_with("}}\n"));
    assert!(run.err.is_empty());
}

#[test]
fn a_suite_is_checked_to_its_end() {
    let folder = Folder::new("suite");
    let good = folder.write(
        "good.epd",
        format!(
            "# two positions\n\n{KIWIPETE} ;D1 48 ;D2 2039 ;D9 1\r\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20;D3 8902"
        ),
    );
    let run = erawan(["perft", "3", "--suite", good.to_str().unwrap()]).exits(0);
    assert_eq!(run.out, "Positions: 2, counts: 4, findings: 0\nNodes searched: 11009\n");
    let bad = folder.write(
        "bad.epd",
        format!(
            "{KIWIPETE} ;D1 48 ;D2 2040\nnonsense ;D1 20\n{KIWIPETE}\n{KIWIPETE} ;D2\n\
                 {KIWIPETE} ;D1 48"
        ),
    );
    let name = bad.to_str().unwrap();
    let run = erawan(["perft", "--suite", name]).exits(1);
    for expected in [
        format!("{name}:1: depth 2: counted 2039, expected 2040: {KIWIPETE}\n"),
        format!("{name}:2: FEN column 2, piece placement: 'o' is no piece\n"),
        format!("{name}:3: there is no count on this line"),
        format!("{name}:4: 'D2' is no count"),
        "Positions: 2, counts: 3, findings: 4\nNodes searched: 2135\n".to_string(),
    ] {
        assert!(run.out.contains(&expected), "no '{expected}' in:\n{}", run.out);
    }
    erawan(["perft", "--suite", name, "--json"]).exits(1).says("{\"line\":1,\"message\":\"depth 2");
}

#[test]
fn a_suite_comes_from_standard_input_too() {
    let line = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1 ;D3 12012\n";
    let args = ["perft", "--suite", "-", "--variant", "makruk"];
    assert_eq!(erawan_with_input(args, line).exits(0).last_line(), "Nodes searched: 12012");
}

#[test]
fn suites_that_cannot_be_checked() {
    let folder = Folder::new("no-suite");
    let empty = folder.write("empty.epd", "");
    erawan(["perft", "--suite", empty.to_str().unwrap()]).exits(1).says("no count to check");
    let binary = folder.write("binary.epd", b"\xff\xfe\x00;D1 20\n");
    erawan(["perft", "--suite", binary.to_str().unwrap()]).exits(1).says(":1: this line is not");
    let long = folder.write("long.epd", "8".repeat(100_000));
    erawan(["perft", "--suite", long.to_str().unwrap()]).exits(2).complains("longer than 65536");
    let missing = folder.path("missing.epd");
    erawan(["perft", "--suite", missing.to_str().unwrap()]).exits(2).complains("no such file");
    let directory = folder.path("");
    erawan(["perft", "--suite", directory.to_str().unwrap()])
        .exits(2)
        .complains("this is a folder");
}

#[test]
fn wrong_use() {
    erawan(["perft"]).exits(2).complains("<DEPTH>");
    erawan(["perft", "deep"]).exits(2).complains("'deep'").complains("from 0 to 50");
    erawan(["perft", "51"]).exits(2).complains("from 0 to 50");
    erawan(["perft", "-1"]).exits(2).complains("-1");
    erawan(["perft", "3", KIWIPETE]).exits(2).complains("unexpected argument");
    erawan(["perft", "3", "--fen", "x"]).exits(1).complains("FEN column 1");
    let both = ["perft", "3", "--suite", "x", "--fen", KIWIPETE];
    erawan(both).exits(2).complains("cannot be used with");
    erawan(["perft", "3", "--hash", "9999999999"]).exits(2).complains("must be a number from 0");
}

/// Beyond the limit the stack would overflow: it is refused instead.
#[test]
fn depths_beyond_the_limit_are_refused() {
    for depth in ["51", "100000", "4294967295", "99999999999999999999"] {
        erawan(["perft", depth]).exits(2).complains("0 to 50");
    }
    let folder = Folder::new("perft-depth");
    let suite = folder.write("deep.epd", format!("{KIWIPETE} ;D1 48 ;D51 1\n"));
    let run = erawan(["perft", "--suite", suite.to_str().unwrap()]).exits(1);
    run.says("'D51 1': perft counts at most 50 plies");
}

/// A table for each count would have to clear 64 GB here.
#[test]
fn a_suite_is_counted_with_one_table() {
    let folder = Folder::new("perft-table");
    let line = format!("{KIWIPETE} ;D1 48 ;D2 2039\n");
    let suite = folder.write("many.epd", line.repeat(500));
    let begun = Instant::now();
    let run = erawan(["perft", "--suite", suite.to_str().unwrap(), "--hash", "64"]).exits(0);
    run.says("Positions: 500, counts: 1000, findings: 0\nNodes searched: 1043500\n");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// Two kings behind locked pawns have more lines than there are numbers.
#[test]
fn more_nodes_than_a_number_holds_are_noted() {
    let fen = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
    let run = erawan(["perft", "50", "--hash", "16", "--fen", fen]).exits(0);
    run.says("Nodes searched: 18446744073709551615\n").complains("more nodes than fit");
}
