//! Cutting a text into fields, and the numbers in them.

use erawan_board::Strictness;

use super::{FenError, FenErrorKind, FenField};

/// A field and where it begins, in characters from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) name: FenField,
    pub(crate) text: &'a str,
    pub(crate) column: usize,
}

impl Field<'_> {
    pub(crate) fn error(&self, kind: FenErrorKind) -> FenError {
        FenError::new(self.name, self.column, kind)
    }

    /// A number from `min` to `max`, without zeros before it. Lenient reading
    /// clamps it, and takes `-` for the least one.
    pub(crate) fn number(
        &self,
        (min, max): (u16, u16),
        strictness: Strictness,
    ) -> Result<u16, FenError> {
        let lenient = strictness == Strictness::Lenient;
        if lenient && self.text == "-" {
            return Ok(min);
        }
        let (negative, digits) = match self.text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, self.text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error(FenErrorKind::Number));
        }
        if !lenient && digits.len() > 1 && digits.starts_with('0') {
            return Err(self.error(FenErrorKind::Number));
        }
        let magnitude = digits.bytes().fold(0u32, |value, byte| {
            value.saturating_mul(10).saturating_add(u32::from(byte - b'0'))
        });
        let value = if negative { 0 } else { u16::try_from(magnitude).unwrap_or(u16::MAX) };
        let out_of_range = negative || magnitude > u32::from(max) || magnitude < u32::from(min);
        if out_of_range && !lenient {
            return Err(self.error(FenErrorKind::NumberRange { min, max }));
        }
        Ok(value.clamp(min, max))
    }
}

/// The fields of a text, one after the other.
pub(crate) struct Fields<'a> {
    rest: &'a str,
    /// The column of the first character of `rest`.
    column: usize,
    strictness: Strictness,
    first: bool,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(text: &'a str, strictness: Strictness) -> Fields<'a> {
        Fields { rest: text, column: 1, strictness, first: true }
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.column += passed.chars().count();
        passed
    }

    /// Passes the space before a field. Strict reading wants one, and none
    /// before the first.
    fn skip_space(&mut self, name: FenField) -> Result<(), FenError> {
        let space = self.rest.len() - self.rest.trim_start().len();
        let expected = usize::from(!self.first && space > 0);
        if self.strictness == Strictness::Strict {
            let plain = self.rest.get(..space).is_some_and(|text| text.bytes().all(|b| b == b' '));
            if space != expected || !plain || (space > 0 && space == self.rest.len()) {
                let column = self.column + usize::from(plain && space > expected) * expected;
                return Err(FenError::new(name, column, FenErrorKind::ExtraSpace));
            }
        }
        self.advance(space);
        Ok(())
    }

    /// The next field, if there is one more.
    pub(crate) fn next(&mut self, name: FenField) -> Result<Option<Field<'a>>, FenError> {
        self.skip_space(name)?;
        self.first = false;
        if self.rest.is_empty() {
            return Ok(None);
        }
        let column = self.column;
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let text = self.advance(end);
        Ok(Some(Field { name, text, column }))
    }

    /// The next field, which only lenient reading can do without.
    pub(crate) fn optional(&mut self, name: FenField) -> Result<Option<Field<'a>>, FenError> {
        let field = self.next(name)?;
        if field.is_none() && self.strictness == Strictness::Strict {
            return Err(self.missing(name));
        }
        Ok(field)
    }

    pub(crate) fn missing(&self, name: FenField) -> FenError {
        FenError::new(name, self.column, FenErrorKind::Missing)
    }

    /// Nothing but white space may be left, and that only in lenient reading.
    pub(crate) fn end(&mut self) -> Result<(), FenError> {
        match self.next(FenField::End)? {
            Some(field) => Err(field.error(FenErrorKind::TrailingText)),
            None => Ok(()),
        }
    }

    /// What is not read yet, and its column.
    pub(crate) fn rest(&self) -> (&'a str, usize) {
        (self.rest, self.column)
    }
}
