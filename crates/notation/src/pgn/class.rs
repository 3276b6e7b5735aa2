//! What the bytes of PGN are.

pub(super) const SPACE: u8 = 0;
pub(super) const SYMBOL: u8 = 1;
pub(super) const DIGIT: u8 = 2;
pub(super) const PUNCTUATION: u8 = 3;
pub(super) const BRACE: u8 = 4;
pub(super) const SEMICOLON: u8 = 5;
pub(super) const OPEN: u8 = 6;
pub(super) const CLOSE: u8 = 7;
pub(super) const DOLLAR: u8 = 8;
pub(super) const SUFFIX: u8 = 9;
pub(super) const BRACKET: u8 = 10;
pub(super) const PERCENT: u8 = 11;
pub(super) const PERIOD: u8 = 12;
pub(super) const STAR: u8 = 13;
pub(super) const OTHER: u8 = 14;
/// Part of a character that is not ASCII.
pub(super) const WIDE: u8 = 15;
/// Set for bytes that may be inside a symbol.
pub(super) const INSIDE: u8 = 0x80;
/// Set for bytes that may belong to the symbol before them all the same.
pub(super) const ODD: u8 = 0x40;
/// The class alone, without what is set for a byte.
pub(super) const KIND: u8 = 0x0F;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0..=b' ' => SPACE,
            b'0'..=b'9' => DIGIT | INSIDE,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => SYMBOL | INSIDE,
            0x80..=0xFF => WIDE | ODD,
            b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'~' => PUNCTUATION | INSIDE,
            b'{' => BRACE,
            b';' => SEMICOLON,
            b'(' => OPEN | ODD,
            b')' => CLOSE,
            b'$' => DOLLAR,
            b'!' | b'?' => SUFFIX,
            b'[' => BRACKET,
            b'%' => PERCENT,
            b'.' => PERIOD | ODD,
            b'*' => STAR,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
};

#[inline(always)]
pub(super) fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}
