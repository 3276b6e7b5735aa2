//! Damage of the kinds that files and lines suffer.

use erawan_testing::Random;

/// Pieces of text that mean something somewhere.
const WORDS: [&str; 24] = [
    "-1",
    "0",
    "4294967296",
    "18446744073709551615",
    "1e9",
    "nan",
    "\0",
    "\u{feff}",
    "\u{2011}",
    "½",
    "(",
    ")",
    "{",
    "}",
    "[",
    "\"",
    ";",
    "%",
    "\r",
    "\n\n",
    "$300",
    "e8=K",
    "O-O-O-O",
    "--",
];

/// Damages a text in one to four places.
pub(crate) fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        mutate_once(bytes, random);
    }
}

fn mutate_once(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        bytes.extend(WORDS[random.below(WORDS.len())].as_bytes());
        return;
    }
    let at = random.below(bytes.len());
    match random.below(8) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => bytes.truncate(at),
        3 => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            bytes.drain(at..end);
        }
        4 => {
            let end = (at + 1 + random.below(64)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        5 => {
            let word = WORDS[random.below(WORDS.len())].as_bytes();
            bytes.splice(at..at, word.iter().copied());
        }
        6 => {
            // The same byte many times: nesting, long lines, long numbers.
            let count = 1 + random.below(5000);
            let byte = bytes[at];
            bytes.splice(at..at, std::iter::repeat_n(byte, count));
        }
        _ => {
            let to = random.below(bytes.len());
            bytes.swap(at, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_done_and_can_be_repeated() {
        let whole = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6".to_vec();
        let damaged = |seed| {
            let mut bytes = whole.clone();
            mutate(&mut bytes, &mut Random::new(seed));
            bytes
        };
        let changed = (0..100).filter(|&seed| damaged(seed) != whole).count();
        assert!(changed > 90, "{changed} of 100 are damaged");
        assert!((0..100).all(|seed| damaged(seed) == damaged(seed)));
        let mut nothing = Vec::new();
        mutate_once(&mut nothing, &mut Random::new(1));
        assert!(!nothing.is_empty());
    }
}
