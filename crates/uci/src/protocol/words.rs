//! Lines of bytes as text, words and numbers.

use std::borrow::Cow;
use std::fmt;

use crate::limits::{EXCERPT, WARNINGS};

use super::{Parsed, Warning, WarningKind};

/// The line as text without line breaks. What is not UTF-8 becomes U+FFFD: it
/// can only matter in names and paths, and there it is reported by whoever
/// looks for them.
pub(crate) fn decode(line: &[u8]) -> Cow<'_, str> {
    // Some shells write a byte order mark first when their output is piped.
    let mut line = line.trim_ascii_end();
    while let Some(rest) = line.trim_ascii_start().strip_prefix(b"\xef\xbb\xbf") {
        line = rest;
    }
    let text = String::from_utf8_lossy(line);
    if line.iter().any(|&byte| is_line_break(byte.into())) {
        Cow::Owned(text.replace(is_line_break, " "))
    } else {
        text
    }
}

fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// Prints text so that it stays on its line: nothing that is handed to us, such
/// as a file name, may smuggle a second command onto the wire.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.split(is_line_break).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// Prints a space and a word for each of the words.
pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {}", OneLine(word)))
}

/// Prints a space, the field and its value, if there is one.
pub(crate) fn write_field(
    f: &mut fmt::Formatter<'_>,
    field: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {field} {value}"),
        None => Ok(()),
    }
}

/// The beginning of a text that may be long.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A whole number with an optional sign, saturated at the ends of `i128`.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits
        .iter()
        .fold(0i128, |value, digit| value.saturating_mul(10).saturating_add((digit - b'0').into()));
    Some(if negative { -value } else { value })
}

/// The integers that fields have.
pub(crate) trait Integer: Copy {
    /// The nearest number of the type.
    fn saturate(value: i128) -> Self;
    /// The same number.
    fn widen(self) -> i128;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Integer for $type {
            fn saturate(value: i128) -> Self {
                let value = value.clamp(<$type>::MIN.into(), <$type>::MAX.into());
                value.try_into().unwrap_or(<$type>::MAX)
            }

            fn widen(self) -> i128 {
                self.into()
            }
        }
    )*};
}
integers!(u32 u64 i32 i64);

/// A word and the byte at which it starts.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

/// Walks over the words of a line and collects warnings.
pub(crate) struct Words<'a> {
    line: &'a str,
    at: usize,
    warnings: Vec<Warning>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { line, at: 0, warnings: Vec::new() }
    }

    fn rest_untrimmed(&self) -> &'a str {
        self.line.get(self.at..).unwrap_or("")
    }

    pub(crate) fn peek(&self) -> Option<Word<'a>> {
        let rest = self.rest_untrimmed();
        let trimmed = rest.trim_ascii_start();
        let start = self.at + (rest.len() - trimmed.len());
        let text = trimmed.split(|c: char| c.is_ascii_whitespace()).next()?;
        (!text.is_empty()).then_some(Word { text, start })
    }

    pub(crate) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at = word.start + word.text.len();
        Some(word)
    }

    /// The next word unless it opens another field.
    pub(crate) fn next_unless(&mut self, keyword: impl Fn(&str) -> bool) -> Option<Word<'a>> {
        if keyword(self.peek()?.text) { None } else { self.next() }
    }

    /// The words up to one that opens another field.
    pub(crate) fn take_until(&mut self, keyword: impl Fn(&str) -> bool) -> Vec<String> {
        let mut words = Vec::new();
        while let Some(word) = self.next_unless(&keyword) {
            words.push(word.text.to_owned());
        }
        words
    }

    /// Everything that is left, spaces inside it included.
    pub(crate) fn rest(&mut self) -> &'a str {
        let rest = self.rest_untrimmed();
        self.at = self.line.len();
        rest.trim_ascii()
    }

    /// Goes on at a byte of the line.
    pub(crate) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// Where the next word would start.
    pub(crate) fn position(&self) -> usize {
        self.peek().map_or(self.at, |word| word.start)
    }

    pub(crate) fn warn(&mut self, at: usize, kind: WarningKind) {
        if self.warnings.len() < WARNINGS {
            let before = self.line.get(..at).unwrap_or(self.line);
            self.warnings.push(Warning { column: before.chars().count() + 1, kind });
        }
    }

    pub(crate) fn missing(&mut self, field: &'static str) {
        self.warn(self.position(), WarningKind::Missing { field });
    }

    pub(crate) fn unexpected(&mut self, field: &'static str, word: Word<'_>) {
        self.warn(word.start, WarningKind::Unexpected { field, found: excerpt(word.text) });
    }

    /// Warns about everything that is left.
    pub(crate) fn expect_end(&mut self, field: &'static str) {
        if let Some(word) = self.next() {
            self.unexpected(field, word);
            self.at = self.line.len();
        }
    }

    /// A number for a field. A word that is none is used up with a warning,
    /// unless it opens another field.
    pub(crate) fn number<T: Integer>(
        &mut self,
        field: &'static str,
        keyword: impl Fn(&str) -> bool,
    ) -> Option<T> {
        let Some(word) = self.next_unless(keyword) else {
            self.missing(field);
            return None;
        };
        self.number_in(field, word)
    }

    /// A word as a number.
    pub(crate) fn number_in<T: Integer>(
        &mut self,
        field: &'static str,
        word: Word<'_>,
    ) -> Option<T> {
        let Some(value) = integer(word.text) else {
            let found = excerpt(word.text);
            self.warn(word.start, WarningKind::NotANumber { field, found });
            return None;
        };
        let number = T::saturate(value);
        if number.widen() != value {
            let (found, used) = (excerpt(word.text), number.widen());
            self.warn(word.start, WarningKind::OutOfRange { field, found, used });
        }
        Some(number)
    }

    pub(crate) fn finish<T>(self, value: T) -> Parsed<T> {
        Parsed { value, warnings: self.warnings }
    }
}
