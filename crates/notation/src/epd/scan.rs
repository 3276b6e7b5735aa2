//! The text of operations.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::num::NonZeroU16;

use erawan_board::Strictness;

use super::{EpdError, EpdErrorKind, Operand, Operation};

/// An operation and where it begins.
pub(super) struct Scanned {
    pub(super) operation: Operation,
    pub(super) column: usize,
}

pub(super) fn is_opcode(text: &str) -> bool {
    let rest = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match text.as_bytes() {
        [first, others @ ..] => {
            first.is_ascii_alphabetic() && others.len() < 15 && others.iter().all(rest)
        }
        [] => false,
    }
}

/// True if a text is read as one word.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| ends_word(c) || c == '"')
}

fn ends_word(c: char) -> bool {
    c == ';' || is_space(c)
}

/// A line has no control characters; where there is one it is a space that
/// somebody has not seen.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Writes a text between quotation marks, on one line.
pub(super) fn write_quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            _ if c.is_control() => f.write_char(' ')?,
            _ => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Reads all operations of a text that begins at `column` of its line.
pub(super) fn operations(
    text: &str,
    column: usize,
    strictness: Strictness,
) -> Result<Vec<Scanned>, EpdError> {
    let mut scanner = Scanner { rest: text, column, strictness };
    let mut operations = Vec::new();
    if strictness == Strictness::Lenient {
        scanner.skip_dashes();
        scanner.clocks(&mut operations);
    }
    while let Some(scanned) = scanner.operation()? {
        match strictness {
            Strictness::Strict => operations.push(scanned),
            Strictness::Lenient => as_meant(scanned, &mut operations),
        }
    }
    Ok(operations)
}

/// Adds an operation as it is meant: `bm g6, Kc6` has two moves, and `bm #3`
/// asks for a mate.
fn as_meant(mut scanned: Scanned, operations: &mut Vec<Scanned>) {
    let column = scanned.column;
    let Operation { opcode, operands } = &mut scanned.operation;
    if !matches!(opcode.as_str(), "bm" | "am" | "pv" | "sm") {
        return operations.push(scanned);
    }
    let mut mate = None;
    let mut moves = Vec::new();
    for operand in operands.drain(..) {
        let Operand::Word(words) = operand else {
            moves.push(operand);
            continue;
        };
        for word in words.split(',').filter(|word| !word.is_empty()) {
            match word.strip_prefix('#').filter(|_| opcode == "bm") {
                // Mate in no moves is none, and is refused as the word that it is.
                Some(number) if number.parse::<NonZeroU16>().is_ok() => {
                    mate = Some(number.to_owned());
                }
                _ => moves.push(Operand::Word(word.to_owned())),
            }
        }
    }
    let is_mate_alone = moves.is_empty() && mate.is_some();
    *operands = moves;
    if !is_mate_alone {
        operations.push(scanned);
    }
    if let Some(number) = mate {
        let operands = alloc::vec![Operand::Word(number)];
        operations
            .push(Scanned { operation: Operation { opcode: "dm".to_owned(), operands }, column });
    }
}

/// True for a time such as `00:00`, which some suites have between operations.
fn is_time(word: &str) -> bool {
    word.contains(':') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
}

struct Scanner<'a> {
    rest: &'a str,
    column: usize,
    strictness: Strictness,
}

impl<'a> Scanner<'a> {
    fn error<T>(&self, kind: EpdErrorKind) -> Result<T, EpdError> {
        Err(EpdError { column: self.column, kind })
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        self.column += 1;
        Some(c)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.bump();
        }
    }

    /// The text up to white space, a semicolon or the end.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(ends_word).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.column += word.chars().count();
        word
    }

    /// Passes over dashes that stand alone: some suites have one too many before
    /// the operations, or one before each.
    fn skip_dashes(&mut self) {
        loop {
            self.skip_space();
            let mut rest = self.rest.chars();
            if rest.next() != Some('-') || rest.next().is_some_and(|c| !ends_word(c)) {
                return;
            }
            self.bump();
        }
    }

    /// The clocks of a FEN, if the text begins with them.
    fn clocks(&mut self, operations: &mut Vec<Scanned>) {
        for opcode in ["hmvc", "fmvn"] {
            self.skip_space();
            let (rest, column) = (self.rest, self.column);
            let word = self.word();
            if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
                (self.rest, self.column) = (rest, column);
                return;
            }
            let operands = alloc::vec![Operand::Word(word.to_owned())];
            operations.push(Scanned {
                operation: Operation { opcode: opcode.to_owned(), operands },
                column,
            });
        }
    }

    /// Passes over operations with nothing in them.
    fn skip_empty(&mut self) -> Result<(), EpdError> {
        self.skip_space();
        if self.strictness == Strictness::Strict {
            return if self.peek() == Some(';') {
                self.error(EpdErrorKind::EmptyOperation)
            } else {
                Ok(())
            };
        }
        self.skip_dashes();
        while self.peek() == Some(';') {
            self.bump();
            self.skip_dashes();
        }
        Ok(())
    }

    /// The next operation, if there is one more.
    fn operation(&mut self) -> Result<Option<Scanned>, EpdError> {
        let (column, opcode) = loop {
            self.skip_empty()?;
            if self.rest.is_empty() {
                return Ok(None);
            }
            let column = self.column;
            let opcode = self.word();
            if is_opcode(opcode) {
                break (column, opcode);
            }
            if self.strictness == Strictness::Strict || !is_time(opcode) {
                return Err(EpdError { column, kind: EpdErrorKind::Opcode });
            }
        };
        let mut operands = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(';') => {
                    self.bump();
                    break;
                }
                Some('"') => operands.push(Operand::Quoted(self.quoted()?)),
                Some(_) => operands.push(Operand::Word(self.plain()?)),
                None if self.strictness == Strictness::Strict => {
                    return self.error(EpdErrorKind::MissingSemicolon);
                }
                None => break,
            }
        }
        let operation = Operation { opcode: opcode.to_owned(), operands };
        Ok(Some(Scanned { operation, column }))
    }

    fn plain(&mut self) -> Result<String, EpdError> {
        let column = self.column;
        let word = self.word();
        match word.find('"') {
            Some(at) => {
                let before = word.get(..at).unwrap_or("").chars().count();
                Err(EpdError { column: column + before, kind: EpdErrorKind::QuoteInWord })
            }
            None => Ok(word.to_owned()),
        }
    }

    /// A text between quotation marks. A backslash takes a quotation mark or
    /// a backslash along, and stands for itself otherwise. A control character
    /// is refused, or leniently a space, so that what is read is what will be
    /// written.
    fn quoted(&mut self) -> Result<String, EpdError> {
        let start = self.column;
        self.bump();
        let mut text = String::new();
        loop {
            match self.bump() {
                Some('"') => break,
                Some('\\') if matches!(self.peek(), Some('"' | '\\')) => {
                    text.extend(self.bump());
                }
                Some(c) if !c.is_control() => text.push(c),
                Some(c) if self.strictness == Strictness::Strict => {
                    let kind = EpdErrorKind::ControlCharacter(c);
                    return Err(EpdError { column: self.column - 1, kind });
                }
                Some(_) => text.push(' '),
                None => return Err(EpdError { column: start, kind: EpdErrorKind::OpenQuote }),
            }
        }
        match self.peek() {
            Some(c) if !ends_word(c) => self.error(EpdErrorKind::AfterQuote),
            _ => Ok(text),
        }
    }
}
