//! Numbers of sixteen bits in as many bytes as they need: small ones, which
//! most weights are, in one.
//!
//! The sign goes to the lowest bit (0, -1, 1, -2 … become 0, 1, 2, 3 …); then
//! seven bits a byte, the low ones first, the top bit set on all bytes but the
//! last.

/// No number needs more bytes.
pub(super) const MOST_BYTES: usize = 3;

/// Appends a number.
pub(super) fn write(number: i16, bytes: &mut Vec<u8>) {
    let mut rest = ((number << 1) ^ (number >> 15)) as u16;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Takes the next number off `bytes`; nothing if there is none, or one that
/// is too large or longer than it need be.
#[inline]
pub(super) fn read(bytes: &mut &[u8]) -> Option<i16> {
    let (&first, rest) = bytes.split_first()?;
    if first < 0x80 {
        *bytes = rest;
        return Some(signed(first.into()));
    }
    let mut number = u32::from(first & 0x7F);
    for (i, &byte) in rest.iter().enumerate().take(MOST_BYTES - 1) {
        number |= u32::from(byte & 0x7F) << (7 * (i + 1));
        if byte < 0x80 {
            *bytes = &rest[i + 1..];
            // A last byte of zero says nothing.
            return if byte == 0 { None } else { u16::try_from(number).ok().map(signed) };
        }
    }
    None
}

const fn signed(zigzag: u16) -> i16 {
    (zigzag >> 1) as i16 ^ -((zigzag & 1) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        let mut bytes = Vec::new();
        (i16::MIN..=i16::MAX).for_each(|number| write(number, &mut bytes));
        let mut rest = &bytes[..];
        for number in i16::MIN..=i16::MAX {
            assert_eq!(read(&mut rest), Some(number));
        }
        assert!(rest.is_empty() && read(&mut rest).is_none());
    }

    /// By hand.
    #[test]
    fn bytes_are_as_described() {
        let cases: [(i16, &[u8]); 8] = [
            (0, &[0]),
            (-1, &[1]),
            (1, &[2]),
            (63, &[126]),
            (-64, &[127]),
            (64, &[0x80, 1]),
            (i16::MAX, &[0xFE, 0xFF, 3]),
            (i16::MIN, &[0xFF, 0xFF, 3]),
        ];
        for (number, expected) in cases {
            let mut bytes = Vec::new();
            write(number, &mut bytes);
            assert_eq!(bytes, expected, "{number}");
        }
    }

    #[test]
    fn odd_forms_are_refused() {
        let cases: [&[u8]; 7] = [
            &[0x80],
            &[0x80, 0],
            &[0x81, 0x80, 0],
            &[0xFF, 0xFF],
            &[0xFF, 0xFF, 4],
            &[0xFF, 0xFF, 0x83, 0],
            &[0x80, 0x80, 0x80, 1],
        ];
        for bytes in cases {
            assert_eq!(read(&mut &bytes[..]), None, "{bytes:?}");
        }
    }
}
