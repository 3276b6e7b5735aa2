//! `erawan bench`.

use crate::common::{Folder, Run, erawan, erawan_with_input};

#[test]
fn the_last_line_is_the_sum_of_all_nodes() {
    let run = erawan(["bench"]).exits(0);
    let number_before = |line: &str, word: &str| -> u64 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|&found| found == word).unwrap();
        words[at - 1].parse().unwrap()
    };
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 41);
    let sum: u64 = lines[..40].iter().map(|line| number_before(line, "nodes")).sum();
    let last = run.last_line();
    assert_eq!(number_before(last, "nodes"), sum);
    assert!(number_before(last, "nps") > 0);
    assert_eq!(last.split_whitespace().count(), 4, "{last}");
}

#[test]
fn wrong_use() {
    erawan(["bench", "--kernel", "abacus"]).exits(2).complains("there are scalar");
    erawan(["bench", "--net", "no-such.net"]).exits(2).complains("no such file");
    erawan(["bench", "--net-makruk", "no-such.net"]).exits(2).complains("no such file");
    erawan(["bench", "fast"]).exits(2).complains("unrecognized subcommand 'fast'");
    erawan(["bench", "--depth", "9"]).exits(2).complains("unexpected argument '--depth'");
}

/// A history of results that were not measured here.
struct History(Folder, String);

impl History {
    fn new(name: &str) -> History {
        let folder = Folder::new(name);
        let path = folder.path("history").display().to_string();
        History(folder, path)
    }

    fn run(&self, words: &[&str]) -> Run {
        erawan([&["bench", "history", "--file", &self.1], words].concat())
    }

    fn add(&self, commit: &str, machine: &str, nodes: u64, speeds: &[u64]) {
        let lines: String = speeds.iter().map(|nps| format!("{nodes} nodes {nps} nps\n")).collect();
        let add = ["bench", "history", "add", "--file", &self.1, "--read", "-"];
        let about = ["--commit", commit, "--machine", machine];
        erawan_with_input([&add[..], &about].concat(), format!("noise\n{lines}")).exits(0);
    }
}

#[test]
fn a_history_is_kept_compared_and_drawn() {
    let history = History::new("history");
    history.add("aaa1", "old box", 1000, &[1_000_000, 1_010_000, 990_000]);
    history.add("bbb2", "new box", 1000, &[3_000_000]);
    history.add("ccc3", "old box", 1000, &[1_005_000, 995_000, 1_003_000]);
    history.add("ddd4", "old box", 1100, &[900_000, 905_000, 895_000]);
    let list = history.run(&["list"]).exits(0);
    assert_eq!(list.out.lines().count(), 5);
    list.says("0.900 ± 0.005").says("  old box\n");
    let json = history.run(&["list", "--json"]).exits(0);
    let rows: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[3]["nodes"], 1100);
    assert_eq!(rows[0]["nodes_per_second"], 1_000_000.0);
    assert_eq!(rows[0]["deviation"], 10_000.0);

    // Within noise, by number; beyond it and slower, by commit and by default.
    let same = history.run(&["compare", "1", "3"]).exits(0);
    same.says("the same search").says("+0.10 %, within noise");
    for words in [&["compare"][..], &["compare", "ccc", "ddd4"]] {
        let slower = history.run(words).exits(1).says("another search");
        assert!(slower.out.contains("%, beyond noise"), "{}", slower.out);
    }
    let faster = history.run(&["compare", "4", "3", "--json"]).exits(0);
    let found: serde_json::Value = serde_json::from_str(&faster.out).unwrap();
    assert_eq!(found["nodes_per_second"]["certain"], true);
    assert_eq!(found["nodes_per_second"]["change"], 0.11222);
    let boxes = history.run(&["compare", "1", "2"]).exits(0);
    boxes.says("noise unknown").says("The machines differ");

    history.run(&["draw"]).exits(0).says("aaa1 ██▁ ddd4");
    let chart = history.0.path("chart.svg");
    let chart = chart.to_str().unwrap();
    history.run(&["draw", "--svg", chart]).exits(0);
    let svg = std::fs::read_to_string(chart).unwrap();
    assert!(svg.starts_with("<svg ") && svg.matches("<circle").count() == 9, "{svg}");
}

#[test]
fn a_history_is_measured() {
    let history = History::new("history-measured");
    let run = history.run(&["add", "--runs", "1", "--commit", "here"]).exits(0);
    run.says("run 1 of 1: ").says("1: here on ");
    let list = history.run(&["list", "--json"]).exits(0);
    let row: serde_json::Value = serde_json::from_str(&list.out).unwrap();
    assert!(row["nodes"].as_u64().unwrap() > 1_000_000);
    assert!(row["perft_per_second"].as_f64().unwrap() > 1e6);
    history.run(&["compare"]).exits(1).complains("only one result of this machine");
}

#[test]
fn bad_histories_are_refused() {
    let history = History::new("history-bad");
    for words in [&["list"][..], &["compare"], &["draw"]] {
        history.run(words).exits(2).complains("there is no such history");
    }
    let file = history.0.write("text", "no line of a benchmark\n0 nodes 0 nps\n-1 nodes 2 nps\n");
    let file = file.to_str().unwrap();
    history.run(&["add", "--read", file, "--commit", "x"]).exits(1).complains("of the form");
    history.run(&["list"]).exits(1).complains("nothing is kept in it");
    history.run(&["add", "--read", "no-such-file"]).exits(2).complains("no such file");
    history.run(&["add", "--runs", "0"]).exits(2).complains("0");
    history.run(&["add", "--runs", "101"]).exits(2).complains("100");
    history.add("aaa", "box", 10, &[10]);
    history.run(&["compare", "aaa", "zzz"]).exits(2).complains("there is no result zzz");
    history.run(&["compare", "aaa"]).exits(2);
    history.run(&["draw", "--machine", "none"]).exits(2).complains("there are: box");
    history.run(&["draw", "--svg", "/no/such/folder/x"]).exits(2).complains("no such folder");
    let wrong = ["bench", "history", "list", "--file", file];
    erawan(wrong).exits(1).complains("this is no history of benchmarks");
    erawan(["bench", "history"]).exits(2);
}
