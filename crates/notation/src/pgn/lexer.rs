//! From bytes to tokens, without copies, recursion or memory of its own.
//!
//! The lexer works on a piece of the input. Where that ends inside a token it
//! says so and starts the token again once there is more.

use super::bytes::{count_newlines, find_either};
use super::error::{GameError, GameErrorKind};

/// A numeric annotation glyph: `$1` is `!`, `$2` is `?`, and so on up to 255.
pub type Nag = u8;

/// How a game ended, as PGN says it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl Outcome {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// Reads what [`as_str`](Outcome::as_str) writes, and `1/2` or `½-½`.
    pub fn from_bytes(text: &[u8]) -> Option<Outcome> {
        Some(match text {
            b"1-0" => Outcome::WhiteWins,
            b"0-1" => Outcome::BlackWins,
            b"1/2-1/2" | b"1/2" | b"\xC2\xBD-\xC2\xBD" | b"\xBD-\xBD" => Outcome::Draw,
            b"*" => Outcome::Unknown,
            _ => return None,
        })
    }
}

impl core::fmt::Display for Outcome {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How large things may be. What is larger is an error of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest token (comment, tag, move) in bytes.
    pub token: usize,
    /// The longest game in bytes.
    pub game: usize,
    /// The deepest nesting of variations.
    pub depth: u32,
}

impl Default for Limits {
    /// 16 MiB for a token and for a game, 50,000 variations inside each other.
    fn default() -> Limits {
        Limits { token: 16 << 20, game: 16 << 20, depth: 50_000 }
    }
}

/// Gets the tokens of games as they are read.
///
/// For every game there is one `begin_game` and one `end_game`. If a method
/// returns an error, the rest of the game is read over and the error, with its
/// place, is handed to `end_game`.
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag. In the value `\"` and `\\` still stand for `"` and `\`; see
    /// [`Tags::unescape`](super::Tags::unescape).
    fn tag(&mut self, _name: &[u8], _value: &[u8]) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// All tags have been read. Comments may have come before, moves not.
    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// A move, without `!` and `?`. Null moves (`--`, `Z0`) are moves here.
    fn san(&mut self, _text: &[u8]) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// An annotation of the last move: `$7`, `!?`.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment, without its braces or semicolon.
    fn comment(&mut self, _text: &[u8]) {}

    /// A variation begins, which replaces the last move.
    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        Ok(())
    }

    /// The innermost variation ends.
    fn end_variation(&mut self) {}

    /// The sign at the end of a game. It may be missing.
    fn outcome(&mut self, _outcome: Outcome) {}

    /// The game ends; here is what was wrong with it, if anything.
    fn end_game(&mut self, error: Option<GameError>);
}

/// Reads all games of a text and hands their tokens to a visitor.
///
/// ```
/// use erawan_notation::pgn::{self, GameError, GameErrorKind};
///
/// #[derive(Default)]
/// struct CountMoves { games: u32, moves: u32 }
///
/// impl pgn::Visitor for CountMoves {
///     fn san(&mut self, _: &[u8]) -> Result<(), GameErrorKind> {
///         self.moves += 1;
///         Ok(())
///     }
///     fn end_game(&mut self, _: Option<GameError>) {
///         self.games += 1;
///     }
/// }
///
/// let mut count = CountMoves::default();
/// pgn::visit(b"1. e4 e5 2. Nf3 *\n\n1. d4 *", &mut count);
/// assert_eq!((count.games, count.moves), (2, 4));
/// ```
pub fn visit<V: Visitor>(text: &[u8], visitor: &mut V) {
    let mut lexer = Lexer::new(Limits::default());
    let mut at = 0;
    loop {
        let (next, step) = lexer.run(text, at, true, visitor);
        at = next;
        if step != Step::GameEnd {
            return;
        }
    }
}

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
enum State {
    /// Before a game.
    Between,
    /// Among tags, or comments before or after them.
    Tags,
    /// Among moves.
    Moves,
    /// After the outcome: only comments belong to the game now.
    Finished,
    /// Something was never closed: the next line that looks like a tag begins
    /// the next game.
    Lost,
}

pub(super) struct Lexer {
    limits: Limits,
    state: State,
    games: u64,
    depth: u32,
    /// True if the line of play has a move that a variation could replace.
    has_move: bool,
    has_tags: bool,
    /// Lines that ended since the last tag.
    newlines: u32,
    error: Option<GameError>,
    /// Where the outermost variation opens, and its line once that is counted.
    opened: usize,
    opened_line: Option<u64>,
    /// Where the two tags stand that are understood only after all others.
    fen_line: u64,
    variant_line: u64,
    /// Bytes of the current game in pieces that are gone.
    game_bytes: usize,
    game_start: usize,
    /// The number of the line at `counted` in the current piece.
    line: u64,
    counted: usize,
}

const SPACE: u8 = 0;
const SYMBOL: u8 = 1;
const DIGIT: u8 = 2;
const PUNCTUATION: u8 = 3;
const BRACE: u8 = 4;
const SEMICOLON: u8 = 5;
const OPEN: u8 = 6;
const CLOSE: u8 = 7;
const DOLLAR: u8 = 8;
const SUFFIX: u8 = 9;
const BRACKET: u8 = 10;
const PERCENT: u8 = 11;
const PERIOD: u8 = 12;
const STAR: u8 = 13;
const OTHER: u8 = 14;
/// Set for bytes that may be inside a symbol.
const INSIDE: u8 = 0x80;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0..=b' ' => SPACE,
            b'0'..=b'9' => DIGIT | INSIDE,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80..=0xFF => SYMBOL | INSIDE,
            b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'~' => PUNCTUATION | INSIDE,
            b'{' => BRACE,
            b';' => SEMICOLON,
            b'(' => OPEN,
            b')' => CLOSE,
            b'$' => DOLLAR,
            b'!' | b'?' => SUFFIX,
            b'[' => BRACKET,
            b'%' => PERCENT,
            b'.' => PERIOD,
            b'*' => STAR,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
};

#[inline(always)]
fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The next game's first tag, where it stands inside a comment.
const NEXT_GAME: &[u8] = b"[Event \"";

/// The result of looking for a token's end.
enum Ends {
    /// The index of the byte that closes it.
    At(usize),
    /// Not in this piece.
    Unknown,
    Never,
    TooLong,
}

/// A tag pair, as places in the text.
enum Tag {
    Pair { name: (usize, usize), value: (usize, usize), end: usize },
    Malformed,
    Unterminated,
    Unknown,
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
            opened: 0,
            opened_line: None,
            fen_line: 1,
            variant_line: 1,
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
        self.opened = self.opened.saturating_sub(dropped);
        self.counted -= dropped;
        let of_game = dropped.saturating_sub(self.game_start);
        self.game_bytes = self.game_bytes.saturating_add(of_game);
        self.game_start = self.game_start.saturating_sub(dropped);
    }

    /// The line of a place, which must not be before one asked for earlier.
    fn line_at(&mut self, text: &[u8], at: usize) -> u64 {
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
    fn fail(&mut self, text: &[u8], at: usize, kind: GameErrorKind) {
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

    fn begin_game<V: Visitor>(&mut self, at: usize, visitor: &mut V) {
        self.games += 1;
        self.depth = 0;
        self.has_move = false;
        self.has_tags = false;
        self.newlines = 0;
        self.error = None;
        self.game_bytes = 0;
        self.game_start = at;
        self.state = State::Tags;
        visitor.begin_game();
    }

    fn begin_moves<V: Visitor>(&mut self, text: &[u8], at: usize, visitor: &mut V) {
        self.state = State::Moves;
        if self.error.is_none()
            && let Err(kind) = visitor.begin_moves()
        {
            self.fail(text, at, kind);
        }
    }

    fn end_game<V: Visitor>(&mut self, text: &[u8], at: usize, visitor: &mut V) -> (usize, Step) {
        if self.state == State::Tags {
            self.begin_moves(text, at, visitor);
        }
        if self.depth > 0 {
            self.fail(text, at, GameErrorKind::UnterminatedVariation);
        }
        self.state = State::Between;
        visitor.end_game(self.error.take());
        (at, Step::GameEnd)
    }

    /// True if a byte is the first of its line. (A piece that does not begin
    /// the input begins with [`Lexer::CONTEXT`] bytes that were read before.)
    fn begins_line(text: &[u8], at: usize) -> bool {
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
                // A token that fills its limit and has no end yet.
                Some(Step::More) if text.len().saturating_sub(at) > self.limits.token => {
                    if self.state == State::Between {
                        self.begin_game(at, visitor);
                    }
                    self.fail(text, at, GameErrorKind::TokenTooLong);
                    self.state = State::Lost;
                    at += 1;
                }
                Some(Step::End) if self.state != State::Between => {
                    return self.end_game(text, at, visitor);
                }
                Some(step) => return (at, step),
            }
        }
    }

    fn end_of_piece(last: bool) -> Option<Step> {
        Some(if last { Step::End } else { Step::More })
    }

    /// Skips what is between games: space, escaped lines, line comments.
    fn between(&mut self, text: &[u8], mut at: usize, last: bool) -> (usize, Option<Step>) {
        while let Some(&byte) = text.get(at) {
            match class(byte) & !INSIDE {
                SPACE => at += 1,
                SYMBOL if byte == 0xEF => match text.get(at..at + 3) {
                    Some(BYTE_ORDER_MARK) => at += 3,
                    None if !last => return (at, Some(Step::More)),
                    _ => return (at, None),
                },
                PERCENT if Self::begins_line(text, at) => match Self::line_end(text, at) {
                    Some(end) => at = end,
                    None if last => at = text.len(),
                    None => return (at, Some(Step::More)),
                },
                _ => return (at, None),
            }
        }
        (at, Self::end_of_piece(last))
    }

    fn line_end(text: &[u8], at: usize) -> Option<usize> {
        find_either(text, at, b'\n', b'\n')
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
    fn comment_end(&self, text: &[u8], open: usize, last: bool) -> Ends {
        let window = text.len().min(open.saturating_add(self.limits.token));
        let inside = text.get(..window).unwrap_or(text);
        let mut from = open + 1;
        while let Some(found) = find_either(inside, from, b'}', b'\n') {
            if text.get(found) == Some(&b'}') {
                return Ends::At(found);
            }
            let next_line = text.get(found + 1..).unwrap_or(&[]);
            if next_line.starts_with(NEXT_GAME) {
                return Ends::Never;
            }
            if !last && next_line.len() < NEXT_GAME.len() {
                return Ends::Unknown;
            }
            from = found + 1;
        }
        match () {
            _ if window < text.len() => Ends::TooLong,
            _ if last => Ends::Never,
            _ => Ends::Unknown,
        }
    }

    /// Reads a comment of either kind. The step says that it is not over.
    #[inline]
    fn comment<V: Visitor>(
        &mut self,
        text: &[u8],
        open: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        let end = if text.get(open) == Some(&b';') {
            match Self::line_end(text, open) {
                Some(end) => Ends::At(end),
                None if last => Ends::At(text.len()),
                None => Ends::Unknown,
            }
        } else {
            self.comment_end(text, open, last)
        };
        match end {
            Ends::At(end) => {
                if self.error.is_none() {
                    visitor.comment(text.get(open + 1..end).unwrap_or(&[]));
                }
                (end + 1, None)
            }
            Ends::Unknown => (open, Some(Step::More)),
            Ends::Never => {
                self.fail(text, open, GameErrorKind::UnterminatedComment);
                self.state = State::Lost;
                (open + 1, None)
            }
            Ends::TooLong => {
                self.fail(text, open, GameErrorKind::TokenTooLong);
                self.state = State::Lost;
                (open + 1, None)
            }
        }
    }

    fn tags<V: Visitor>(
        &mut self,
        text: &[u8],
        mut at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        while let Some(&byte) = text.get(at) {
            match class(byte) & !INSIDE {
                SPACE => {
                    self.newlines += u32::from(byte == b'\n');
                    at += 1;
                }
                BRACKET => match Self::read_tag(text, at, last) {
                    Tag::Unknown => return (at, Some(Step::More)),
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
                    malformed => {
                        let kind = match malformed {
                            Tag::Unterminated => GameErrorKind::UnterminatedTag,
                            _ => GameErrorKind::MalformedTag,
                        };
                        let end = match Self::line_end(text, at) {
                            Some(end) => end,
                            None if last => text.len(),
                            None => return (at, Some(Step::More)),
                        };
                        self.fail(text, at, kind);
                        self.has_tags = true;
                        self.newlines = 0;
                        at = end;
                    }
                },
                PERCENT if Self::begins_line(text, at) => match Self::line_end(text, at) {
                    Some(end) => at = end,
                    None if last => at = text.len(),
                    None => return (at, Some(Step::More)),
                },
                BRACE | SEMICOLON => {
                    let (next, step) = self.comment(text, at, last, visitor);
                    if step.is_some() || self.state != State::Tags {
                        return (next, step);
                    }
                    at = next;
                }
                _ => {
                    self.begin_moves(text, at, visitor);
                    return (at, None);
                }
            }
        }
        (at, Self::end_of_piece(last))
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

    #[inline(always)]
    fn is_too_long(&self, at: usize) -> bool {
        at.saturating_sub(self.game_start).saturating_add(self.game_bytes) > self.limits.game
    }

    #[inline(always)]
    fn moves<V: Visitor>(
        &mut self,
        text: &[u8],
        mut at: usize,
        last: bool,
        visitor: &mut V,
    ) -> (usize, Option<Step>) {
        while let Some(&byte) = text.get(at) {
            match class(byte) & !INSIDE {
                SPACE | PERIOD => at += 1,
                SYMBOL => {
                    if self.state == State::Finished {
                        let (at, step) = self.end_game(text, at, visitor);
                        return (at, Some(step));
                    }
                    match self.symbol(text, at, last, visitor) {
                        Some(next) => at = next,
                        None => return (at, Some(Step::More)),
                    }
                }
                DIGIT => {
                    let mut end = at + 1;
                    while text.get(end).is_some_and(u8::is_ascii_digit) {
                        end += 1;
                    }
                    match text.get(end) {
                        Some(b'-' | b'/') => {
                            end = symbol_end(text, end);
                            if end == text.len() && !last {
                                return (at, Some(Step::More));
                            }
                            let token = text.get(at..end).unwrap_or(&[]);
                            if let Some(outcome) = Outcome::from_bytes(token) {
                                self.outcome(outcome, visitor);
                            } else if self.state == State::Finished {
                                let (at, step) = self.end_game(text, at, visitor);
                                return (at, Some(step));
                            } else {
                                self.san(text, at, end, visitor);
                            }
                        }
                        None if !last => return (at, Some(Step::More)),
                        _ if self.state == State::Finished => {
                            let (at, step) = self.end_game(text, at, visitor);
                            return (at, Some(step));
                        }
                        _ => {}
                    }
                    at = end;
                }
                BRACE | SEMICOLON => {
                    if self.is_too_long(at) {
                        self.fail(text, at, GameErrorKind::GameTooLong);
                    }
                    let (next, step) = self.comment(text, at, last, visitor);
                    at = next;
                    if step.is_some() || self.state == State::Lost {
                        return (at, step);
                    }
                }
                STAR => {
                    self.outcome(Outcome::Unknown, visitor);
                    at += 1;
                }
                _ => match self.rare(text, at, last, visitor) {
                    (next, None) => at = next,
                    ended => return ended,
                },
            }
        }
        (at, Self::end_of_piece(last))
    }

    /// Reads a token that begins like a move.
    #[inline(always)]
    fn symbol<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        last: bool,
        visitor: &mut V,
    ) -> Option<usize> {
        let end = symbol_end(text, start + 1);
        match text.get(end) {
            None if !last => return None,
            Some(b'(' | b'.') => return self.odd_symbol(text, start, end, last, visitor),
            _ => {}
        }
        self.san(text, start, end, visitor);
        Some(end)
    }

    /// A symbol before a period or parenthesis that may belong to it: `e.p.`,
    /// `exd6e.p.`, `e8(Q)`.
    #[cold]
    fn odd_symbol<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        end: usize,
        last: bool,
        visitor: &mut V,
    ) -> Option<usize> {
        let after = text.get(end..).unwrap_or(&[]);
        if after.len() < 3 && !last {
            return None;
        }
        let token = text.get(start..end).unwrap_or(&[]);
        match (token, after) {
            (b"e", [b'.', b'p', b'.', ..]) => Some(end + 3),
            (b"e", [b'.', b'p', ..]) => Some(end + 2),
            ([.., b'e'], [b'.', b'p', b'.', ..]) => {
                self.san(text, start, end - 1, visitor);
                Some(end + 3)
            }
            (_, [b'(', letter, b')', ..]) if letter.is_ascii_uppercase() => {
                self.san(text, start, end + 3, visitor);
                Some(end + 3)
            }
            _ => {
                self.san(text, start, end, visitor);
                Some(end)
            }
        }
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
        // A draw in the signs of another time.
        if !byte_is_ascii(token)
            && let Some(outcome) = Outcome::from_bytes(token)
        {
            return self.outcome(outcome, visitor);
        }
        self.has_move = true;
        if let Err(kind) = visitor.san(token) {
            self.fail(text, start, kind);
        }
    }

    fn outcome<V: Visitor>(&mut self, outcome: Outcome, visitor: &mut V) {
        // Inside a variation it is somebody's judgement, a second time it is
        // an echo.
        if self.depth == 0 && self.state == State::Moves {
            self.state = State::Finished;
            if self.error.is_none() {
                visitor.outcome(outcome);
            }
        }
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
        match class(byte) & !INSIDE {
            OPEN | CLOSE if finished => {
                let (at, step) = self.end_game(text, at, visitor);
                (at, Some(step))
            }
            OPEN => {
                if self.depth >= self.limits.depth {
                    self.fail(text, at, GameErrorKind::TooDeep);
                } else if self.is_too_long(at) {
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
                (at + 1, None)
            }
            CLOSE => {
                if self.depth == 0 {
                    self.fail(text, at, GameErrorKind::UnexpectedVariationEnd);
                } else {
                    self.depth -= 1;
                    self.has_move = true;
                    if self.error.is_none() {
                        visitor.end_variation();
                    }
                }
                (at + 1, None)
            }
            DOLLAR => {
                let mut end = at + 1;
                let mut nag: u32 = 0;
                while let Some(digit @ b'0'..=b'9') = text.get(end) {
                    nag = nag.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
                    end += 1;
                }
                if end == text.len() && !last {
                    return more;
                }
                // Numbers beyond 255 have no meaning anybody agreed on.
                if let Ok(nag) = Nag::try_from(nag)
                    && end > at + 1
                    && self.error.is_none()
                {
                    visitor.nag(nag);
                }
                (end, None)
            }
            SUFFIX => {
                let mut end = at + 1;
                while let Some(b'!' | b'?') = text.get(end) {
                    end += 1;
                }
                if end == text.len() && !last {
                    return more;
                }
                let nag = match text.get(at..end.min(at + 2)) {
                    Some(b"!") => 1,
                    Some(b"?") => 2,
                    Some(b"!!") => 3,
                    Some(b"??") => 4,
                    Some(b"!?") => 5,
                    _ => 6,
                };
                if self.error.is_none() {
                    visitor.nag(nag);
                }
                (end, None)
            }
            BRACKET if finished || Self::begins_line(text, at) => {
                let (at, step) = self.end_game(text, at, visitor);
                (at, Some(step))
            }
            PERCENT if Self::begins_line(text, at) => match Self::line_end(text, at) {
                Some(end) => (end, None),
                None if last => (text.len(), None),
                None => more,
            },
            PUNCTUATION => {
                let end = symbol_end(text, at);
                if end == text.len() && !last {
                    return more;
                }
                // Signs such as `+-` or `=` judge the position; only a null
                // move begins like this.
                if text.get(at..end) == Some(b"--") && !finished {
                    self.san(text, at, end, visitor);
                }
                (end, None)
            }
            _ => {
                self.fail(text, at, GameErrorKind::UnexpectedByte(byte));
                (at + 1, None)
            }
        }
    }
}

#[inline(always)]
fn byte_is_ascii(token: &[u8]) -> bool {
    token.first().is_none_or(u8::is_ascii)
}

/// Where a symbol ends that goes on at `at`.
#[inline(always)]
fn symbol_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        if class(byte) & INSIDE == 0 {
            break;
        }
        at += 1;
    }
    at
}
