//! "Did you mean …?"

/// The candidate nearest to what was typed, if one is near enough to be meant.
pub(crate) fn nearest<'a>(
    typed: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = (typed.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(typed, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= allowed || (typed.len() >= 3 && candidate.starts_with(typed))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// ` (did you mean X?)`, or nothing.
pub(crate) fn hint<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(typed, candidates).map_or_else(String::new, |near| format!(" (did you mean {near}?)"))
}

/// The number of letters to insert, delete, replace or swap with the next one
/// to get from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    // Words are short; a pasted text need not be compared to its end.
    let a: Vec<char> = a.chars().take(40).collect();
    let b: Vec<char> = b.chars().take(40).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = above[j] + usize::from(a[i] != b[j]);
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases = [("", "", 0), ("perft", "pertf", 1), ("abc", "", 3), ("kitten", "sitting", 3)];
        for (a, b, expected) in cases {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        let words = ["show", "perft", "pgn", "help"];
        assert_eq!(nearest("shwo", words), Some("show"));
        assert_eq!(nearest("perf", words), Some("perft"));
        assert_eq!(nearest("analyse", words), None);
        assert_eq!(nearest("", words), None);
    }
}
