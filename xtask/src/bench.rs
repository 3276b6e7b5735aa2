//! The node count of `erawan bench`, which is the signature of the search: two
//! builds that search alike have the same.

use crate::shell::{Chore, cargo, program};

/// Prints the line that ends a commit message.
pub(crate) fn print() -> Result<(), String> {
    println!("Bench: {}", count()?);
    Ok(())
}

/// Compares the count with the last one that a commit message names.
pub(crate) fn check() -> Result<(), String> {
    let log =
        program("git").args(["log", "-1", "--grep=^Bench: [0-9]", "--format=%h%n%B"]).text()?;
    let Some((commit, told)) = last(&log) else {
        println!("There is no commit with a line Bench: N in this history; nothing to compare.");
        return Ok(());
    };
    let counted = count()?;
    if counted == told {
        println!("Bench: {counted}, as {commit} says");
        return Ok(());
    }
    Err(format!(
        "erawan bench searches {counted} nodes; {commit}, the last commit to say so, has {told}. \
         If the search was meant to change, end the commit message with the line 'Bench: {counted}'"
    ))
}

/// Builds the program and counts.
fn count() -> Result<u64, String> {
    // The program that people build: no package is named, so that the features are the same.
    let run = ["run", "--locked", "--release", "--quiet", "--bin", "erawan", "--", "bench"];
    let text = cargo(run).text()?;
    nodes(&text).ok_or_else(|| format!("no 'N nodes M nps' at the end of:\n{text}"))
}

/// The count in the last line of the bench.
fn nodes(text: &str) -> Option<u64> {
    text.lines().last()?.strip_suffix(" nps")?.split_once(" nodes ")?.0.parse().ok()
}

/// The commit and the count of a log.
fn last(log: &str) -> Option<(&str, u64)> {
    let (commit, message) = log.split_once('\n')?;
    let lines = message.lines().rev();
    let count = lines.filter_map(|line| line.strip_prefix("Bench: ")).next()?;
    Some((commit, count.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found() {
        assert_eq!(nodes(" 1/40 chess\n12443523 nodes 1536227 nps\n"), Some(12_443_523));
        assert_eq!(nodes("12443523 nodes"), None);
        assert_eq!(nodes(""), None);
    }

    #[test]
    fn the_last_line_of_a_message_counts() {
        let log = "abc1234\nReduce more\n\nBench: 1 was before.\n\nBench: 27\n";
        assert_eq!(last(log), Some(("abc1234", 27)));
        assert_eq!(last(""), None);
        assert_eq!(last("abc1234\nBench: none\n"), None);
    }
}
