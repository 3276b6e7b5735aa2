//! Tokens of the moves with characters that are not ASCII: `1–0`, `♘f3±`.

use super::class::{INSIDE, KIND, PUNCTUATION, class};
use super::error::GameErrorKind;
use super::lexer::{Lexer, State, Step};
use super::remark::RemarkKind;
use super::result::GameResult;
use super::visitor::Visitor;
use crate::san::SanError;
use crate::typography::{self, Kind};

/// Where a word ends.
enum WordEnd {
    At(usize),
    /// Not in this piece.
    Unknown,
}

/// Where a word ends that goes on at `at`: before a space, a sign or what ends
/// a plain one.
fn word_end(text: &[u8], mut at: usize, last: bool) -> WordEnd {
    while let Some(&byte) = text.get(at) {
        if byte.is_ascii() {
            if class(byte) & INSIDE == 0 {
                return WordEnd::At(at);
            }
            at += 1;
            continue;
        }
        match typography::first_char(text.get(at..).unwrap_or(&[]), last) {
            None => return WordEnd::Unknown,
            Some((c, length)) => match Kind::of(c) {
                Kind::Space | Kind::Sign => return WordEnd::At(at),
                _ => at += length,
            },
        }
    }
    if last { WordEnd::At(at) } else { WordEnd::Unknown }
}

impl Lexer {
    /// Passes over spaces that are not ASCII. None if that is not what is there.
    pub(super) fn wide_space(text: &[u8], at: usize, last: bool) -> Option<(usize, Option<Step>)> {
        match typography::first_char(text.get(at..).unwrap_or(&[]), last) {
            None => Some((at, Some(Step::More))),
            Some((c, length)) => {
                matches!(Kind::of(c), Kind::Space | Kind::Invisible).then_some((at + length, None))
            }
        }
    }

    /// Reads a token that begins at `start` and has a character in it that is
    /// not ASCII.
    #[cold]
    pub(super) fn wide<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let rest = text.get(start..).unwrap_or(&[]);
        let Some((first, length)) = typography::first_char(rest, last) else {
            return (start, Some(Step::More));
        };
        match Kind::of(first) {
            _ if first.is_ascii() => {}
            // The next file begins.
            Kind::Space if first == '\u{FEFF}' && self.state == State::Finished => {
                let (at, step) = self.end_game(text, start, visitor);
                return (at, Some(step));
            }
            Kind::Space | Kind::Invisible => return (start + length, None),
            Kind::Sign => {
                self.sign(text, start, (first, length), visitor);
                return (start + length, None);
            }
            Kind::Dash | Kind::Letter => {}
        }
        let WordEnd::At(end) = word_end(text, start, last) else {
            return (start, Some(Step::More));
        };
        if self.is_token_too_long(start, end) {
            return (self.too_long(text, start), None);
        }
        let token = text.get(start..end).unwrap_or(&[]);
        if let Some(result) = GameResult::from_bytes(token) {
            self.result(text, start, result, visitor);
        } else if is_punctuation(first) {
            self.punctuation(text, (start, end), visitor);
        } else if self.state == State::Finished {
            let (at, step) = self.end_game(text, start, visitor);
            return (at, Some(step));
        } else {
            self.rare_san(text, start, end, visitor);
        }
        (end, None)
    }

    /// Reads digits that a character follows that is not ASCII: a number, or
    /// the beginning of a result or of castling.
    #[cold]
    pub(super) fn wide_number<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let digits = text.get(start..).unwrap_or(&[]);
        let end = start + digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if self.is_token_too_long(start, end) {
            return (self.too_long(text, start), None);
        }
        let after = text.get(end..).unwrap_or(&[]);
        let Some((next, _)) = typography::first_char(after, last) else {
            return (start, Some(Step::More));
        };
        if matches!(next, '-' | '/' | '⁄' | '∕') || Kind::of(next) == Kind::Dash {
            return self.wide(text, start, last, visitor);
        }
        if self.state == State::Finished {
            let (at, step) = self.end_game(text, start, visitor);
            return (at, Some(step));
        }
        (end, None)
    }

    /// A word that begins with a dash or another sign of punctuation: a null
    /// move, a judgement, or nothing.
    pub(super) fn punctuation<V: Visitor>(
        &mut self,
        text: &[u8],
        (start, end): (usize, usize),
        visitor: &mut V,
    ) {
        if self.state == State::Finished {
            return;
        }
        let mut plain = typography::Plain::default();
        let token = text.get(start..end).unwrap_or(&[]);
        let is_plain = typography::chars(token).all(|c| plain.push(typography::plain(c)));
        if plain.bytes().starts_with(b"--") {
            self.rare_san(text, start, end, visitor);
        } else if is_plain && let Some(glyph) = typography::judgement(plain.bytes()) {
            self.nag(text, (start, end), glyph, visitor);
        }
    }

    /// A sign: an annotation glyph, or nothing that can be kept.
    fn sign<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        (sign, length): (char, usize),
        visitor: &mut V,
    ) {
        if self.state == State::Finished {
            return;
        }
        match typography::glyph(sign) {
            Some(glyph) => self.nag(text, (at, at + length), glyph, visitor),
            None => self.remark(text, at, RemarkKind::UnknownSign(sign), visitor),
        }
    }

    /// A word that is no move may be one with a judgement behind it: `Qd5+-`.
    #[cold]
    pub(super) fn judged_move<V: Visitor>(
        &mut self,
        text: &[u8],
        (start, end): (usize, usize),
        kind: GameErrorKind,
        visitor: &mut V,
    ) {
        let token = text.get(start..end).unwrap_or(&[]);
        if matches!(kind, GameErrorKind::Move { error: SanError::NotAMove, .. })
            && let Some((length, glyph)) = judgement_at_end(token)
        {
            match tell(visitor, token.get(..length).unwrap_or(token)) {
                Ok(()) => return self.nag(text, (start, end), glyph, visitor),
                // What is wrong with the whole word is said.
                Err(_) => return self.fail(text, start, kind),
            }
        }
        self.fail(text, start, kind);
    }
}

/// Keeps what reads a move out of the places where it seldom is one.
#[inline(never)]
fn tell<V: Visitor>(visitor: &mut V, token: &[u8]) -> Result<(), GameErrorKind> {
    visitor.san(token)
}

/// True if a word that begins with this is no move, unless it is a null move.
fn is_punctuation(first: char) -> bool {
    match u8::try_from(first) {
        Ok(byte) if byte.is_ascii() => class(byte) & KIND == PUNCTUATION,
        _ => Kind::of(first) == Kind::Dash,
    }
}

/// Where a word's judgement begins, and its number.
fn judgement_at_end(word: &[u8]) -> Option<(usize, u8)> {
    let mut at = 0;
    let mut plain = typography::Plain::default();
    let mut starts = [0; 32];
    while let Some((c, length)) = typography::first_char(word.get(at..)?, true) {
        *starts.get_mut(plain.bytes().len())? = at;
        let c = typography::plain(c);
        // What is not plain is no part of a judgement.
        plain.push(if c.is_ascii() { c } else { '_' }).then_some(())?;
        at += length;
    }
    // The longest first, so that `+/-` is not read as `-`.
    [3, 2, 1].into_iter().find_map(|length| {
        let begin = plain.bytes().len().checked_sub(length).filter(|&begin| begin > 0)?;
        let glyph = typography::judgement(plain.bytes().get(begin..)?)?;
        Some((*starts.get(begin)?, glyph))
    })
}
