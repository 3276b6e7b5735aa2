//! Perft suites: `FEN ;D1 20 ;D2 400`.

use alloc::vec::Vec;

use super::{EpdError, EpdErrorKind};

/// A position and how many move sequences it has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PerftLine<'a> {
    /// The position, not read yet.
    pub fen: &'a str,
    /// Depths and counts.
    pub counts: Vec<(u32, u64)>,
}

/// Reads a line of a perft suite: a FEN, then depths and counts.
///
/// ```
/// use erawan_notation::epd;
///
/// let line = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197";
/// let perft = epd::parse_perft(line).unwrap();
/// assert_eq!(perft.fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert_eq!(perft.counts, [(1, 15), (2, 66), (3, 1197)]);
/// ```
pub fn parse_perft(line: &str) -> Result<PerftLine<'_>, EpdError> {
    let mut parts = line.split(';');
    let fen = parts.next().unwrap_or("");
    let mut column = fen.chars().count() + 2;
    let mut counts = Vec::new();
    for part in parts {
        match count(part) {
            Some(count) => counts.push(count),
            None if part.trim().is_empty() => {}
            None => return Err(EpdError { column, kind: EpdErrorKind::PerftCount }),
        }
        column += part.chars().count() + 1;
    }
    if counts.is_empty() {
        return Err(EpdError { column: column - 1, kind: EpdErrorKind::NoPerftCounts });
    }
    Ok(PerftLine { fen: fen.trim(), counts })
}

fn count(text: &str) -> Option<(u32, u64)> {
    let mut words = text.split_whitespace();
    let depth = words.next()?.strip_prefix(['D', 'd'])?;
    let nodes = words.next()?;
    match words.next() {
        None => Some((depth.parse().ok()?, nodes.parse().ok()?)),
        Some(_) => None,
    }
}
