//! The tokens before the moves: tags, and comments among them.

use super::bytes::find_either;
use super::class::{BRACE, BRACKET, KIND, PERCENT, SEMICOLON, SPACE, WIDE, class};
use super::error::GameErrorKind;
use super::lexer::{Ends, Lexer, State, Step};
use super::result::GameResult;
use super::visitor::Visitor;

/// A tag pair, as places in the text.
enum Tag {
    Pair { name: (usize, usize), value: (usize, usize), end: usize },
    Malformed,
    Unterminated,
    Unknown,
}

impl Lexer {
    pub(super) fn tags<V: Visitor>(
        &mut self,
        text: &[u8],
        mut at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        while let Some(&byte) = text.get(at) {
            match class(byte) & KIND {
                SPACE => {
                    self.newlines += u32::from(byte == b'\n');
                    at += 1;
                }
                BRACKET => match Self::read_tag(text, at, last) {
                    Tag::Unknown => return (at, Some(Step::More)),
                    Tag::Pair { end, .. } if self.is_token_too_long(at, end) => {
                        return (self.too_long(text, at), None);
                    }
                    Tag::Pair { name, value, end } => {
                        let name = text.get(name.0..name.1).unwrap_or(&[]);
                        let value = text.get(value.0..value.1).unwrap_or(&[]);
                        if name == b"Event" && self.has_tags && self.newlines > 1 {
                            let (at, step) = self.end_game(text, at, visitor);
                            return (at, Some(step));
                        }
                        match name {
                            b"FEN" => self.fen_line = self.line_at(text, at),
                            b"Variant" => self.variant_line = self.line_at(text, at),
                            b"Result" => self.tagged = GameResult::from_bytes(value),
                            _ => {}
                        }
                        if self.error.is_none() {
                            if self.is_too_long(end) {
                                self.fail(text, at, GameErrorKind::GameTooLong);
                            } else if let Err(kind) = visitor.tag(name, value) {
                                self.fail(text, at, kind);
                            }
                        }
                        self.has_tags = true;
                        self.newlines = 0;
                        at = end;
                    }
                    malformed => match self.bad_tag(text, at, last, malformed) {
                        (next, None) if self.state != State::Lost => at = next,
                        ended => return ended,
                    },
                },
                PERCENT if Self::begins_line(text, at) => match self.line_end(text, at, last) {
                    Ends::At(end) => at = end,
                    Ends::Unknown => return (at, Some(Step::More)),
                    _ => return (self.too_long(text, at), None),
                },
                BRACE | SEMICOLON => {
                    let (next, step) = self.comment(text, at, last, visitor);
                    if step.is_some() || self.state != State::Tags {
                        return (next, step);
                    }
                    at = next;
                }
                other => match Self::wide_space(text, at, last) {
                    Some((next, None)) if other == WIDE => at = next,
                    Some(more) if other == WIDE => return more,
                    _ => {
                        self.begin_moves(text, at, visitor);
                        return (at, None);
                    }
                },
            }
        }
        (at, Self::end_of_piece(last))
    }

    /// Passes over a line that should have been a tag pair.
    #[cold]
    fn bad_tag(&mut self, text: &[u8], at: usize, last: bool, tag: Tag) -> (usize, Option<Step>) {
        let kind = match tag {
            Tag::Unterminated => GameErrorKind::UnterminatedTag,
            _ => GameErrorKind::MalformedTag,
        };
        let end = match self.line_end(text, at, last) {
            Ends::At(end) => end,
            Ends::Unknown => return (at, Some(Step::More)),
            _ => return (self.too_long(text, at), None),
        };
        self.fail(text, at, kind);
        self.has_tags = true;
        self.newlines = 0;
        (end, None)
    }

    /// Takes a tag pair apart. An unescaped quote that is not followed by the
    /// bracket is part of the value: such files exist.
    fn read_tag(text: &[u8], open: usize, last: bool) -> Tag {
        let unknown = || if last { Tag::Unterminated } else { Tag::Unknown };
        let skip_spaces = |mut at: usize| {
            while let Some(b' ' | b'\t') = text.get(at) {
                at += 1;
            }
            at
        };
        let name_start = skip_spaces(open + 1);
        let mut at = name_start;
        while text.get(at).is_some_and(|&byte| super::tags::is_name_byte(byte)) {
            at += 1;
        }
        let name = (name_start, at);
        at = skip_spaces(at);
        match text.get(at) {
            Some(b'"') if name.0 < name.1 => at += 1,
            None => return unknown(),
            _ => return Tag::Malformed,
        }
        let value_start = at;
        loop {
            let Some(found) = find_either(text, at, b'"', b'\n') else { return unknown() };
            if text.get(found) == Some(&b'\n') {
                return Tag::Unterminated;
            }
            at = found + 1;
            let value = text.get(value_start..found).unwrap_or(&[]);
            let backslashes = value.iter().rev().take_while(|&&byte| byte == b'\\').count();
            if backslashes % 2 == 1 {
                continue;
            }
            let after = skip_spaces(at);
            match text.get(after) {
                Some(b']') => {
                    return Tag::Pair { name, value: (value_start, found), end: after + 1 };
                }
                None => return unknown(),
                _ => {}
            }
        }
    }
}
