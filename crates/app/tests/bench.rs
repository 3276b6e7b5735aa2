//! `erawan bench`.

use crate::common::erawan;

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
    erawan(["bench", "fast"]).exits(2).complains("unexpected argument 'fast'");
    erawan(["bench", "--depth", "9"]).exits(2).complains("unexpected argument '--depth'");
}
