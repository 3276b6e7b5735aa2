//! The tokens of the moves: the part of the lexer that is hot.

use super::bytes::find_either;
use super::class::{
    BRACE, BRACKET, CLOSE, DIGIT, DOLLAR, INSIDE, KIND, ODD, OPEN, PERCENT, PERIOD, PUNCTUATION,
    SEMICOLON, SPACE, STAR, SUFFIX, SYMBOL, WIDE, class,
};
use super::error::GameErrorKind;
use super::lexer::{Ends, Lexer, State, Step};
use super::remark::RemarkKind;
use super::result::GameResult;
use super::visitor::{Nag, Visitor};

/// The longest comment that is looked for in passing. There must be an end to
/// it, for what is not found is looked for again.
const USUAL_COMMENT: usize = 256;

impl Lexer {
    #[inline(always)]
    pub(super) fn is_too_long(&self, at: usize) -> bool {
        at.saturating_sub(self.game_start).saturating_add(self.game_bytes) > self.limits.game
    }

    #[inline(always)]
    pub(super) fn moves<V: Visitor>(
        &mut self,
        text: &[u8],
        mut at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        while let Some(&byte) = text.get(at) {
            match class(byte) & KIND {
                SPACE | PERIOD => at = separators_end(text, at + 1),
                SYMBOL => {
                    if self.state == State::Finished {
                        let (at, step) = self.end_game(text, at, visitor);
                        return (at, Some(step));
                    }
                    let (end, next) = symbol_end(text, at + 1);
                    if self.is_token_too_long(at, end) {
                        return (self.too_long(text, at), None);
                    }
                    if next & ODD == 0 {
                        self.san(text, at, end, visitor);
                        at = self.usual_sequel(text, end, visitor);
                        continue;
                    }
                    match self.odd_symbol(text, at, end, last, visitor) {
                        (next, None) if self.state != State::Lost => at = next,
                        ended => return ended,
                    }
                }
                DIGIT => {
                    let mut end = at + 1;
                    while text.get(end).is_some_and(u8::is_ascii_digit) {
                        end += 1;
                    }
                    let is_number = !matches!(text.get(end), Some(b'-' | b'/' | 0x80..));
                    if !is_number {
                        end = symbol_end(text, end).0;
                        if let Some(0x80..) = text.get(end) {
                            match self.wide_number(text, at, last, visitor) {
                                (next, None) if self.state != State::Lost => at = next,
                                ended => return ended,
                            }
                            continue;
                        }
                    }
                    if self.is_token_too_long(at, end) {
                        return (self.too_long(text, at), None);
                    }
                    if end == text.len() && !last {
                        return (at, Some(Step::More));
                    }
                    let token = || text.get(at..end).unwrap_or(&[]);
                    if !is_number && let Some(result) = GameResult::from_bytes(token()) {
                        self.result(text, at, result, visitor);
                    } else if self.state == State::Finished {
                        let (at, step) = self.end_game(text, at, visitor);
                        return (at, Some(step));
                    } else if !is_number || (byte == b'0' && token() == b"0000") {
                        // The null move of UCI is no number.
                        self.rare_san(text, at, end, visitor);
                    }
                    at = separators_end(text, end);
                }
                BRACE | SEMICOLON => match self.comment(text, at, last, visitor) {
                    (next, None) if self.state != State::Lost => at = separators_end(text, next),
                    ended => return ended,
                },
                STAR => {
                    self.result(text, at, GameResult::Unknown, visitor);
                    at += 1;
                }
                _ => match self.rare(text, at, last, visitor) {
                    (next, None) if self.state != State::Lost => at = next,
                    ended => return ended,
                },
            }
        }
        (at, Self::end_of_piece(last))
    }

    /// Passes over what usually stands between two moves, a comment and a
    /// number, without a look at every kind of token there is. What is not in
    /// its usual form is left for that.
    #[inline(always)]
    fn usual_sequel<V: Visitor>(&mut self, text: &[u8], end: usize, visitor: &mut V) -> usize {
        let mut at = separators_end(text, end);
        if let Some(b'{') = text.get(at) {
            let window = text.get(..at.saturating_add(USUAL_COMMENT.min(self.limits.token)));
            match find_either(window.unwrap_or(text), at + 1, b'}', b'\n') {
                Some(end)
                    if text.get(end) == Some(&b'}')
                        && end - at < self.limits.token
                        && self.error.is_none()
                        && !self.is_too_long(end) =>
                {
                    visitor.comment(text.get(at + 1..end).unwrap_or(&[]));
                    at = separators_end(text, end + 1);
                }
                _ => return at,
            }
        }
        if let Some(b'1'..=b'9') = text.get(at) {
            let mut end = at + 1;
            while text.get(end).is_some_and(u8::is_ascii_digit) {
                end += 1;
            }
            if text.get(end) == Some(&b'.') && !self.is_token_too_long(at, end) {
                return separators_end(text, end + 1);
            }
        }
        at
    }

    /// A symbol before a period, parenthesis or character beyond ASCII that may
    /// belong to it: `e.p.`, `exd6e.p.`, `e8(Q)`, `e8=♕`.
    #[cold]
    fn odd_symbol<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        end: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let after = text.get(end..).unwrap_or(&[]);
        if after.is_empty() && last {
            self.rare_san(text, start, end, visitor);
            return (end, None);
        }
        if let Some(0x80..) = after.first() {
            return self.wide(text, start, last, visitor);
        }
        if after.len() < 3 && !last {
            return (start, Some(Step::More));
        }
        let token = text.get(start..end).unwrap_or(&[]);
        let next = match (token, after) {
            (b"e", [b'.', b'p', b'.', ..]) => end + 3,
            (b"e", [b'.', b'p', ..]) => end + 2,
            ([.., b'e'], [b'.', b'p', b'.', ..]) => {
                self.rare_san(text, start, end - 1, visitor);
                end + 3
            }
            (_, [b'(', letter, b')', ..]) if letter.is_ascii_uppercase() => {
                if self.is_token_too_long(start, end + 3) {
                    return (self.too_long(text, start), None);
                }
                self.rare_san(text, start, end + 3, visitor);
                end + 3
            }
            _ => {
                self.rare_san(text, start, end, visitor);
                end
            }
        };
        (next, None)
    }

    /// A move in one of the places where there seldom is one: a copy of its own,
    /// so that the code for the usual place stays small.
    #[inline(never)]
    pub(super) fn rare_san<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        end: usize,
        visitor: &mut V,
    ) {
        self.san(text, start, end, visitor);
    }

    #[inline(always)]
    fn san<V: Visitor>(&mut self, text: &[u8], start: usize, end: usize, visitor: &mut V) {
        let token = text.get(start..end).unwrap_or(&[]);
        if self.error.is_some() || token == b"ep" {
            return;
        }
        if self.is_too_long(end) {
            return self.fail(text, start, GameErrorKind::GameTooLong);
        }
        self.has_move = true;
        if let Err(kind) = visitor.san(token) {
            self.judged_move(text, (start, end), kind, visitor);
        }
    }

    pub(super) fn result<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        result: GameResult,
        visitor: &mut V,
    ) {
        // Inside a variation it is somebody's judgement, a second time it is
        // an echo.
        if self.depth == 0 && self.state == State::Moves {
            self.state = State::Finished;
            if self.error.is_none() {
                visitor.result(result);
                if let Some(tag) = self.tagged
                    && ![tag, GameResult::Unknown].contains(&result)
                    && tag != GameResult::Unknown
                {
                    self.remark(text, at, RemarkKind::ResultTag { tag, end: result }, visitor);
                }
                self.review(text, at, visitor);
            }
        }
    }

    pub(super) fn nag<V: Visitor>(
        &mut self,
        text: &[u8],
        (at, end): (usize, usize),
        nag: Nag,
        visitor: &mut V,
    ) {
        if self.is_too_long(end) {
            self.fail(text, at, GameErrorKind::GameTooLong);
        }
        if self.error.is_none() {
            visitor.nag(nag);
        }
    }

    fn open_variation<V: Visitor>(&mut self, text: &[u8], at: usize, visitor: &mut V) {
        if self.depth >= self.limits.depth {
            self.fail(text, at, GameErrorKind::TooDeep);
        } else if self.is_too_long(at + 1) {
            self.fail(text, at, GameErrorKind::GameTooLong);
        } else if !self.has_move {
            self.fail(text, at, GameErrorKind::VariationWithoutMove);
        }
        if self.error.is_none()
            && let Err(kind) = visitor.begin_variation()
        {
            self.fail(text, at, kind);
        }
        if self.depth == 0 {
            self.opened = at;
            self.opened_line = None;
        }
        self.depth = self.depth.saturating_add(1);
        self.has_move = false;
    }

    fn close_variation<V: Visitor>(&mut self, text: &[u8], at: usize, visitor: &mut V) {
        if self.depth == 0 {
            self.fail(text, at, GameErrorKind::UnexpectedVariationEnd);
        } else {
            self.depth -= 1;
            self.has_move = true;
            if self.error.is_none() {
                visitor.end_variation();
            }
        }
    }

    /// `$7`.
    fn numbered_nag<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let mut end = at + 1;
        let mut nag: u32 = 0;
        while let Some(digit @ b'0'..=b'9') = text.get(end) {
            nag = nag.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if self.is_token_too_long(at, end) {
            return (self.too_long(text, at), None);
        }
        if end == text.len() && !last {
            return (at, Some(Step::More));
        }
        match Nag::try_from(nag) {
            _ if end == at + 1 => {}
            Ok(nag) => self.nag(text, (at, end), nag, visitor),
            // Numbers beyond 255 have no meaning anybody agreed on.
            Err(_) => self.remark(text, at, RemarkKind::GlyphTooLarge(nag), visitor),
        }
        (end, None)
    }

    /// `!?`.
    fn suffix<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let mut end = at + 1;
        while let Some(b'!' | b'?') = text.get(end) {
            end += 1;
        }
        if self.is_token_too_long(at, end) {
            return (self.too_long(text, at), None);
        }
        if end == text.len() && !last {
            return (at, Some(Step::More));
        }
        let nag = match text.get(at..end.min(at + 2)) {
            Some(b"!") => 1,
            Some(b"?") => 2,
            Some(b"!!") => 3,
            Some(b"??") => 4,
            Some(b"!?") => 5,
            _ => 6,
        };
        self.nag(text, (at, end), nag, visitor);
        (end, None)
    }

    /// The tokens that are not in every other line.
    fn rare<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let byte = text.get(at).copied().unwrap_or(0);
        let more = (at, Some(Step::More));
        let finished = self.state == State::Finished;
        match class(byte) & KIND {
            OPEN | CLOSE if finished => {
                let (at, step) = self.end_game(text, at, visitor);
                (at, Some(step))
            }
            OPEN => {
                self.open_variation(text, at, visitor);
                (at + 1, None)
            }
            CLOSE => {
                self.close_variation(text, at, visitor);
                (at + 1, None)
            }
            DOLLAR => self.numbered_nag(text, at, last, visitor),
            SUFFIX => self.suffix(text, at, last, visitor),
            BRACKET if finished || Self::begins_line(text, at) => {
                let (at, step) = self.end_game(text, at, visitor);
                (at, Some(step))
            }
            PERCENT if Self::begins_line(text, at) => match self.line_end(text, at, last) {
                Ends::At(end) => (end, None),
                Ends::Unknown => more,
                _ => (self.too_long(text, at), None),
            },
            PUNCTUATION => {
                let end = symbol_end(text, at).0;
                if self.is_token_too_long(at, end) {
                    return (self.too_long(text, at), None);
                }
                if end == text.len() && !last {
                    return more;
                }
                if let Some(0x80..) = text.get(end) {
                    return self.wide(text, at, last, visitor);
                }
                self.punctuation(text, (at, end), visitor);
                (end, None)
            }
            WIDE => self.wide(text, at, last, visitor),
            _ => {
                self.fail(text, at, GameErrorKind::UnexpectedByte(byte));
                (at + 1, None)
            }
        }
    }
}

/// Where the usual signs between tokens end. Passed over here, each costs less
/// than a token of its own.
#[inline(always)]
fn separators_end(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'.') = text.get(at) {
        at += 1;
    }
    at
}

/// Where a symbol ends that goes on at `at`, and the class of what follows: that
/// of an odd byte where the text ends.
#[inline(always)]
fn symbol_end(text: &[u8], mut at: usize) -> (usize, u8) {
    while let Some(&byte) = text.get(at) {
        let class = class(byte);
        if class & INSIDE == 0 {
            return (at, class);
        }
        at += 1;
    }
    (at, ODD)
}
