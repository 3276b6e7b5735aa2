//! A place for a FEN that needs no allocation.

use core::fmt;
use core::ops::Deref;

/// Room for one FEN of any style, on the stack or wherever it is put.
///
/// [`write_into`](super::write_into) fills it. It reads as a `str`.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_notation::fen::{self, FenBuffer, FenStyle};
///
/// let mut buffer = FenBuffer::new();
/// let start = Position::<Chess>::startpos();
/// for &m in &start.legal_moves() {
///     let text = fen::write_into(&start.play_unchecked(m), &FenStyle::default(), &mut buffer);
///     assert!(text.ends_with(" 1"));
/// }
/// assert_eq!(buffer.len(), buffer.as_str().len());
/// ```
#[derive(Clone)]
pub struct FenBuffer {
    /// Always ASCII.
    bytes: [u8; FenBuffer::CAPACITY],
    len: usize,
}

impl FenBuffer {
    /// More than the longest FEN has: 64 men with a mark each, 7 slashes, 16
    /// castling letters, two squares and two numbers come to 174 bytes.
    pub const CAPACITY: usize = 192;

    /// An empty buffer.
    pub const fn new() -> FenBuffer {
        FenBuffer { bytes: [0; FenBuffer::CAPACITY], len: 0 }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes, which are ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// Writes over what was there.
    #[inline(always)]
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut Pen<'_>)) {
        let mut pen = Pen::new(&mut self.bytes);
        write(&mut pen);
        self.len = pen.len;
    }
}

/// Writes into a place that is long enough for every FEN.
pub(crate) struct Pen<'a> {
    bytes: &'a mut [u8; FenBuffer::CAPACITY],
    len: usize,
}

/// Numbers of one digit or two.
const SHORT_NUMBERS: [[u8; 2]; 100] = {
    let mut texts = [[b'0'; 2]; 100];
    let mut number = 0;
    while number < 100 {
        let (tens, ones) = (number as u8 / 10, number as u8 % 10);
        texts[number] = if tens == 0 { [b'0' + ones, 0] } else { [b'0' + tens, b'0' + ones] };
        number += 1;
    }
    texts
};

impl<'a> Pen<'a> {
    pub(super) fn new(bytes: &'a mut [u8; FenBuffer::CAPACITY]) -> Pen<'a> {
        Pen { bytes, len: 0 }
    }

    /// How much was written.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds an ASCII character. What does not fit is dropped, but no FEN is as
    /// long as that.
    #[inline(always)]
    pub(super) fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    /// Adds the first `len` of some characters.
    #[inline(always)]
    pub(super) fn push_first<const N: usize>(&mut self, text: [u8; N], len: usize) {
        // All of them are written: that is one store.
        if let Some(place) = self.bytes.get_mut(self.len..self.len + N) {
            place.copy_from_slice(&text);
            self.len += len;
        }
    }

    pub(super) fn push_str(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }

    #[inline(always)]
    pub(super) fn push_number(&mut self, number: u16) {
        match SHORT_NUMBERS.get(usize::from(number)) {
            Some(&text) => self.push_first(text, 1 + usize::from(number > 9)),
            None => self.push_long_number(number),
        }
    }

    fn push_long_number(&mut self, number: u16) {
        let mut unit = 10_000;
        while unit > 1 && number < unit {
            unit /= 10;
        }
        while unit > 0 {
            self.push(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }
}

impl Default for FenBuffer {
    fn default() -> FenBuffer {
        FenBuffer::new()
    }
}

impl Deref for FenBuffer {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for FenBuffer {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for FenBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for FenBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::FenBuffer;
    use alloc::string::ToString;

    #[test]
    fn numbers_are_written_as_the_library_writes_them() {
        for number in 0..=u16::MAX {
            let mut buffer = FenBuffer::new();
            buffer.write(|pen| pen.push_number(number));
            assert_eq!(buffer.as_str(), number.to_string());
        }
    }
}
