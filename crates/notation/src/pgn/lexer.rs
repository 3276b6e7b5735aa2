//! From bytes to tokens, without copies, recursion or memory of its own.
//!
//! The lexer works on a piece of the input. Where that ends inside a token it
//! says so and starts the token again once there is more.

use super::bytes::{count_newlines, find_either};
use super::class::{KIND, PERCENT, SPACE, WIDE, class};
use super::error::{GameError, GameErrorKind};
use super::remark::{Remark, RemarkKind};
use super::result::GameResult;
use super::visitor::{Limits, Visitor};

/// What a piece of input came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A game has ended.
    GameEnd,
    /// The piece ends inside a token, or between two.
    More,
    /// All input has been read.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Before a game.
    Between,
    /// Among tags, or comments before or after them.
    Tags,
    /// Among moves.
    Moves,
    /// After the result: only comments belong to the game now.
    Finished,
    /// Something was never closed: the next line that looks like a tag begins
    /// the next game.
    Lost,
}

pub(super) struct Lexer {
    pub(super) limits: Limits,
    pub(super) state: State,
    games: u64,
    pub(super) depth: u32,
    /// True if the line of play has a move that a variation could replace.
    pub(super) has_move: bool,
    pub(super) has_tags: bool,
    /// Lines that ended since the last tag.
    pub(super) newlines: u32,
    pub(super) error: Option<GameError>,
    /// No comment ends before this place: neither a brace nor the next game is
    /// between the last brace that was opened and here. Without it every open
    /// brace would have the rest of the text searched again.
    no_comment_end_before: usize,
    /// Where the outermost variation opens, and its line once that is counted.
    pub(super) opened: usize,
    pub(super) opened_line: Option<u64>,
    /// Where the two tags stand that are understood only after all others.
    pub(super) fen_line: u64,
    pub(super) variant_line: u64,
    /// What the `Result` tag says.
    pub(super) tagged: Option<GameResult>,
    /// Bytes of the current game in pieces that are gone.
    pub(super) game_bytes: usize,
    pub(super) game_start: usize,
    /// The number of the line at `counted` in the current piece.
    line: u64,
    counted: usize,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The next game's first tag, where it stands inside a comment.
const NEXT_GAME: &[u8] = b"[Event \"";

/// The most bytes after a token that are looked at to see what it is.
const LOOKAHEAD: usize = NEXT_GAME.len();

/// The result of looking for a token's end.
pub(super) enum Ends {
    /// The index of the byte that closes it.
    At(usize),
    /// Not in this piece.
    Unknown,
    Never,
    TooLong,
}

impl Lexer {
    /// How many bytes before the next one to read are looked at.
    #[cfg(feature = "std")]
    pub(super) const CONTEXT: usize = BYTE_ORDER_MARK.len();

    pub(super) fn new(limits: Limits) -> Lexer {
        Lexer {
            limits,
            state: State::Between,
            games: 0,
            depth: 0,
            has_move: false,
            has_tags: false,
            newlines: 0,
            error: None,
            no_comment_end_before: 0,
            opened: 0,
            opened_line: None,
            fen_line: 1,
            variant_line: 1,
            tagged: None,
            game_bytes: 0,
            game_start: 0,
            line: 1,
            counted: 0,
        }
    }

    /// The first `dropped` bytes of the piece are about to go.
    #[cfg(feature = "std")]
    pub(super) fn drop_bytes(&mut self, text: &[u8], dropped: usize) {
        if self.depth > 0 && self.opened < dropped {
            self.count_opened(text);
        }
        if self.counted < dropped {
            self.line_at(text, dropped);
        }
        self.no_comment_end_before = self.no_comment_end_before.saturating_sub(dropped);
        self.opened = self.opened.saturating_sub(dropped);
        self.counted -= dropped;
        let of_game = dropped.saturating_sub(self.game_start);
        self.game_bytes = self.game_bytes.saturating_add(of_game);
        self.game_start = self.game_start.saturating_sub(dropped);
    }

    /// The line of a place, which must not be before one asked for earlier.
    pub(super) fn line_at(&mut self, text: &[u8], at: usize) -> u64 {
        if let Some(new) = text.get(self.counted..at) {
            self.line += count_newlines(new);
            self.counted = at;
        }
        self.line
    }

    fn count_opened(&mut self, text: &[u8]) -> u64 {
        let line = match self.opened_line {
            Some(line) => line,
            None => self.line_at(text, self.opened),
        };
        self.opened_line = Some(line);
        line
    }

    #[cold]
    pub(super) fn fail(&mut self, text: &[u8], at: usize, kind: GameErrorKind) {
        if self.error.is_none() {
            let line = match kind {
                GameErrorKind::Fen(_) => self.fen_line,
                GameErrorKind::UnknownVariant(_) => self.variant_line,
                GameErrorKind::UnterminatedVariation => self.count_opened(text),
                _ => self.line_at(text, at),
            };
            self.error = Some(GameError { game: self.games, line, kind });
        }
    }

    /// Tells the visitor what is worth a word, if the game is good so far.
    #[cold]
    pub(super) fn remark<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        kind: RemarkKind,
        visitor: &mut V,
    ) {
        if self.error.is_none() {
            let line = match kind {
                RemarkKind::ReadAsChess960 => self.fen_line,
                _ => self.line_at(text, at),
            };
            visitor.remark(Remark { game: self.games, line, kind });
        }
    }

    /// Asks the visitor about the game as a whole, where its moves end.
    pub(super) fn review<V: Visitor>(&mut self, text: &[u8], at: usize, visitor: &mut V) {
        if let Some(kind) = visitor.review() {
            self.remark(text, at, kind, visitor);
        }
    }

    fn begin_game<V: Visitor>(&mut self, at: usize, visitor: &mut V) {
        self.games += 1;
        self.depth = 0;
        self.has_move = false;
        self.has_tags = false;
        self.newlines = 0;
        self.error = None;
        self.tagged = None;
        self.game_bytes = 0;
        self.game_start = at;
        self.state = State::Tags;
        visitor.begin_game();
    }

    pub(super) fn begin_moves<V: Visitor>(&mut self, text: &[u8], at: usize, visitor: &mut V) {
        self.state = State::Moves;
        if self.error.is_none()
            && let Err(kind) = visitor.begin_moves()
        {
            self.fail(text, at, kind);
        }
    }

    pub(super) fn end_game<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        visitor: &mut V,
    ) -> (usize, Step) {
        if self.state == State::Tags {
            self.begin_moves(text, at, visitor);
        }
        if self.depth > 0 {
            self.fail(text, at, GameErrorKind::UnterminatedVariation);
        }
        // Nothing said where the moves end.
        if self.state == State::Moves && self.error.is_none() {
            self.review(text, at, visitor);
        }
        self.state = State::Between;
        visitor.end_game(self.error.take());
        (at, Step::GameEnd)
    }

    /// True if a byte is the first of its line. (A piece that does not begin
    /// the input begins with [`Lexer::CONTEXT`] bytes that were read before.)
    pub(super) fn begins_line(text: &[u8], at: usize) -> bool {
        at == 0
            || matches!(text.get(at - 1), Some(b'\n' | b'\r'))
            || text.get(..at).is_some_and(|before| before.ends_with(BYTE_ORDER_MARK))
    }

    /// Reads from `at` until a game ends or the piece does.
    pub(super) fn run<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Step) {
        let mut at = at;
        loop {
            let (next, step) = match self.state {
                State::Between => match self.between(text, at, last) {
                    (next, None) => {
                        self.begin_game(next, visitor);
                        (next, None)
                    }
                    other => other,
                },
                State::Tags => self.tags(text, at, last, visitor),
                State::Moves | State::Finished => self.moves(text, at, last, visitor),
                State::Lost => self.lost(text, at, last, visitor),
            };
            at = next;
            match step {
                None => {}
                // A token that goes beyond its limit and has no end yet.
                Some(Step::More)
                    if self.is_token_too_long(at, text.len().saturating_sub(LOOKAHEAD)) =>
                {
                    if self.state == State::Between {
                        self.begin_game(at, visitor);
                    }
                    at = self.too_long(text, at);
                }
                Some(Step::End) if self.state != State::Between => {
                    return self.end_game(text, at, visitor);
                }
                Some(step) => return (at, step),
            }
        }
    }

    pub(super) fn end_of_piece(last: bool) -> Option<Step> {
        Some(if last { Step::End } else { Step::More })
    }

    #[inline(always)]
    pub(super) fn is_token_too_long(&self, start: usize, end: usize) -> bool {
        end.saturating_sub(start) > self.limits.token
    }

    /// Gives up a game with a token that is too long. That is not passed over
    /// even if its end is known, so that a text in pieces, where it may not be,
    /// is read the same way.
    #[cold]
    pub(super) fn too_long(&mut self, text: &[u8], at: usize) -> usize {
        self.fail(text, at, GameErrorKind::TokenTooLong);
        self.state = State::Lost;
        at + 1
    }

    /// Where a line ends that is one token from `at` on.
    pub(super) fn line_end(&self, text: &[u8], at: usize, last: bool) -> Ends {
        match find_either(text, at, b'\n', b'\n') {
            None if !last => Ends::Unknown,
            found => match found.unwrap_or(text.len()) {
                end if self.is_token_too_long(at, end) => Ends::TooLong,
                end => Ends::At(end),
            },
        }
    }

    /// Skips what is between games: space and escaped lines.
    fn between(&mut self, text: &[u8], mut at: usize, last: bool) -> (usize, Option<Step>) {
        while let Some(&byte) = text.get(at) {
            match class(byte) & KIND {
                SPACE => at += 1,
                WIDE => match Self::wide_space(text, at, last) {
                    Some((next, None)) => at = next,
                    Some(more) => return more,
                    None => return (at, None),
                },
                PERCENT if Self::begins_line(text, at) => match self.line_end(text, at, last) {
                    Ends::At(end) => at = end,
                    Ends::Unknown => return (at, Some(Step::More)),
                    _ => return (at, None),
                },
                _ => return (at, None),
            }
        }
        (at, Self::end_of_piece(last))
    }

    fn lost<V: Visitor>(
        &mut self,
        text: &[u8],
        at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let mut from = at;
        while let Some(newline) = find_either(text, from, b'\n', b'\n') {
            match text.get(newline + 1..newline + 3) {
                Some([b'[', letter]) if letter.is_ascii_alphabetic() => {
                    self.depth = 0;
                    let (at, step) = self.end_game(text, newline + 1, visitor);
                    return (at, Some(step));
                }
                None if !last => return (newline, Some(Step::More)),
                _ => from = newline + 1,
            }
        }
        self.depth = 0;
        (text.len(), Self::end_of_piece(last))
    }

    /// Where a brace comment that opens at `open` is closed.
    #[inline]
    fn comment_end(&mut self, text: &[u8], open: usize, last: bool) -> Ends {
        let window = text.len().min(open.saturating_add(self.limits.token));
        let inside = text.get(..window).unwrap_or(text);
        let mut from = self.no_comment_end_before.max(open + 1);
        while let Some(found) = find_either(inside, from, b'}', b'\n') {
            if text.get(found) == Some(&b'}') {
                return Ends::At(found);
            }
            let next_line = text.get(found + 1..).unwrap_or(&[]);
            let ends = match () {
                _ if next_line.starts_with(NEXT_GAME) => {
                    self.quoted_game_end(text, found + 1, window, last)
                }
                _ if !last && next_line.len() < NEXT_GAME.len() => Ends::Unknown,
                _ => {
                    from = found + 1;
                    continue;
                }
            };
            self.no_comment_end_before = found;
            return ends;
        }
        self.no_comment_end_before = self.no_comment_end_before.max(window);
        match () {
            _ if window < text.len() => Ends::TooLong,
            _ if last => Ends::Never,
            _ => Ends::Unknown,
        }
    }

    /// Where a comment is closed that has a line in it which looks like the next
    /// game. If a brace opens before one closes, that is what it is, and the
    /// comment is never closed.
    #[cold]
    fn quoted_game_end(&self, text: &[u8], from: usize, window: usize, last: bool) -> Ends {
        let inside = text.get(..window).unwrap_or(text);
        match find_either(inside, from, b'{', b'}') {
            Some(found) if text.get(found) == Some(&b'}') => Ends::At(found),
            None if !last && window == text.len() => Ends::Unknown,
            _ => Ends::Never,
        }
    }

    /// Reads a comment of either kind. The step says that it is not over.
    #[inline]
    pub(super) fn comment<V: Visitor>(
        &mut self,
        text: &[u8],
        open: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let end = if text.get(open) == Some(&b';') {
            self.line_end(text, open, last)
        } else {
            self.comment_end(text, open, last)
        };
        match end {
            Ends::At(end) => {
                if self.is_too_long(end) {
                    self.fail(text, open, GameErrorKind::GameTooLong);
                }
                if self.error.is_none() {
                    visitor.comment(text.get(open + 1..end).unwrap_or(&[]));
                }
                // A comment to the end of the line may be the end of the text.
                (text.len().min(end + 1), None)
            }
            Ends::Unknown => (open, Some(Step::More)),
            Ends::Never => {
                self.fail(text, open, GameErrorKind::UnterminatedComment);
                self.state = State::Lost;
                (open + 1, None)
            }
            Ends::TooLong => (self.too_long(text, open), None),
        }
    }
}
