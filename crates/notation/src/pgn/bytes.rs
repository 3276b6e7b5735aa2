//! Looking for bytes, and making text of them.

use alloc::borrow::Cow;
use alloc::string::String;

/// Makes text of bytes: UTF-8 if they are that, otherwise Windows-1252 (of
/// which Latin-1 is the greater part), as older files have it.
///
/// ```
/// use erawan_notation::pgn::decode;
/// assert_eq!(decode("Réti".as_bytes()), "Réti");
/// assert_eq!(decode(b"R\xE9ti"), "Réti");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect::<String>()),
    }
}

/// What Windows-1252 has where Latin-1 has control characters; a zero where it
/// has nothing either.
const WINDOWS_1252: [u16; 32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
];

pub(crate) fn windows_1252(byte: u8) -> char {
    match WINDOWS_1252.get(usize::from(byte).wrapping_sub(0x80)) {
        None | Some(0) => char::from(byte),
        Some(&code) => char::from_u32(u32::from(code)).unwrap_or(char::from(byte)),
    }
}

/// Text on one line: runs of spaces and control characters are one space.
pub(super) fn single_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c == ' ' || c.is_control()).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// The text with single spaces and no control characters, in lines as they
/// are. Empty ones at its ends go.
pub(super) fn clean_lines(text: &str) -> String {
    if !text.contains('\n') {
        return single_line(text);
    }
    let mut lines = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            lines.push('\n');
        }
        lines.push_str(&single_line(line));
    }
    String::from(lines.trim_matches('\n'))
}

/// How a line of a comment ends in PGN, if the break is meant. Any other break
/// is there because lines must not be long.
pub(super) const MEANT_BREAK: &str = "  \n";

/// A comment as it was before its lines were broken for being long.
pub(super) fn joined(text: &str) -> Cow<'_, str> {
    if !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        joined.push_str(line);
        if lines.peek().is_some() {
            joined.push(if line.ends_with("  ") { '\n' } else { ' ' });
        }
    }
    Cow::Owned(joined)
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A word whose lowest set bit is in the first byte equal to `byte`.
#[inline(always)]
const fn equal_bytes(word: u64, byte: u8) -> u64 {
    let difference = word ^ (ONES * byte as u64);
    difference.wrapping_sub(ONES) & !difference & HIGHS
}

/// Where the first of two bytes is, from `start` on.
#[inline]
pub(super) fn find_either(text: &[u8], start: usize, one: u8, other: u8) -> Option<usize> {
    let mut at = start;
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let found = equal_bytes(word, one) | equal_bytes(word, other);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = text.get(at..)?;
    rest.iter().position(|&byte| byte == one || byte == other).map(|offset| at + offset)
}

/// How many lines end in a text.
pub(super) fn count_newlines(text: &[u8]) -> u64 {
    // Short runs in bytes let the compiler count many at a time: no more than a
    // byte can count, and whole vectors.
    text.chunks(192)
        .map(|chunk| u64::from(chunk.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_wherever_they_are() {
        for length in 0..40 {
            for at in 0..length {
                let mut text = [b'a'; 40];
                text[at] = b'}';
                text[39] = b'\n';
                for start in 0..=length {
                    let expected = (at >= start).then_some(at);
                    assert_eq!(find_either(&text[..length], start, b'}', b'\n'), expected);
                }
                assert_eq!(count_newlines(&text), 1);
            }
        }
        // A byte just above a match must not be taken for one.
        assert_eq!(find_either(b"}~}~|}~~", 1, b'}', b'}'), Some(2));
        assert_eq!(count_newlines(&[b'\n'; 1000]), 1000);
    }

    #[test]
    fn text_is_decoded_and_put_on_a_line() {
        assert_eq!(decode(b"\x93Zugzwang\x94 \x80"), "“Zugzwang” €");
        assert_eq!(decode(b"\xFC\x81"), "ü\u{81}");
        assert_eq!(single_line("  a\r\n b\0c "), "a b c");
    }
}
