//! Cutting a stream of games into pieces that can be read on their own.
#![cfg(feature = "std")]

use alloc::boxed::Box;
use alloc::vec::Vec;
use std::io::{self, Read};

use super::bytes::count_newlines;

/// What begins a game where a stream may be cut.
const FIRST_TAG: &[u8] = b"\n[Event \"";

/// Some games of a stream: all of them, taken one after the other, have the
/// games of the whole stream and nothing else.
pub struct Piece {
    /// How many lines of the stream come before it.
    pub lines: u64,
    /// Its text.
    pub text: PieceText,
}

/// The text of a [`Piece`].
pub enum PieceText {
    /// All of it.
    Whole(Vec<u8>),
    /// There was no place for a cut, or the stream broke, and this goes on to its
    /// end, or to the error.
    Rest(Box<dyn Read + Send>),
}

/// Cuts a stream of games into [pieces](Piece) for several threads.
///
/// A cut is made only where [`Reader`](super::Reader) would begin a new game
/// whatever came before: at an `[Event "…"]` after an empty line that no comment
/// can contain.
///
/// ```
/// use erawan_notation::pgn::{Games, Pieces, PieceText};
///
/// let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let mut pieces = Pieces::new(text.as_bytes(), 10);
/// let mut games = Vec::new();
/// while let Some(piece) = pieces.next_piece() {
///     let PieceText::Whole(text) = piece.text else { panic!() };
///     games.push((piece.lines, Games::new(&text).count()));
/// }
/// assert_eq!(games, [(0, 1), (4, 1)]);
/// ```
pub struct Pieces<S> {
    /// None once the rest was handed out.
    source: Option<S>,
    /// What was read and not handed out.
    buffer: Vec<u8>,
    lines: u64,
    size: usize,
    /// True until something was handed out.
    is_first: bool,
    ended: bool,
    /// What broke the stream behind the buffer.
    error: Option<io::Error>,
}

impl<S: Read + Send + 'static> Pieces<S> {
    /// A piece longer than this without a place for a cut is the last one.
    const LONGEST: usize = 64 << 20;

    /// Cuts a stream into pieces of about `size` bytes.
    pub fn new(source: S, size: usize) -> Pieces<S> {
        Pieces {
            source: Some(source),
            buffer: Vec::new(),
            lines: 0,
            size: size.clamp(1, Self::LONGEST / 4),
            is_first: true,
            ended: false,
            error: None,
        }
    }

    /// The next piece, none at the end. Games before an error are handed out like
    /// any others, and the last piece ends with it.
    pub fn next_piece(&mut self) -> Option<Piece> {
        // Where a place for a cut is looked for next.
        let mut from = 0;
        let mut wanted = self.size.saturating_mul(2);
        loop {
            self.fill(wanted);
            if let Some(cut) = self.cut(&mut from) {
                return Some(self.take(cut));
            }
            if let Some(error) = self.error.take() {
                return Some(self.take_broken(error));
            }
            if self.ended {
                let rest = self.buffer.len();
                return (rest > 0).then(|| self.take(rest));
            }
            if self.buffer.len() >= Self::LONGEST {
                return self.take_rest();
            }
            wanted = self.buffer.len().saturating_mul(2).min(Self::LONGEST);
        }
    }

    /// Reads until `wanted` bytes are there, or all that are left.
    fn fill(&mut self, wanted: usize) {
        let missing = wanted.saturating_sub(self.buffer.len());
        if missing == 0 || self.ended {
            return;
        }
        let Some(source) = &mut self.source else {
            self.ended = true;
            return;
        };
        self.buffer.reserve(missing);
        // What came before an error is in the buffer.
        match source.by_ref().take(missing as u64).read_to_end(&mut self.buffer) {
            Ok(read) => self.ended = read < missing,
            Err(error) => (self.ended, self.error) = (true, Some(error)),
        }
    }

    fn take(&mut self, length: usize) -> Piece {
        let rest = self.buffer.split_off(length.min(self.buffer.len()));
        let text = core::mem::replace(&mut self.buffer, rest);
        let lines = self.lines;
        self.lines += count_newlines(&text);
        self.is_first = false;
        Piece { lines, text: PieceText::Whole(text) }
    }

    fn take_rest(&mut self) -> Option<Piece> {
        let start = io::Cursor::new(core::mem::take(&mut self.buffer));
        let rest = start.chain(self.source.take()?);
        Some(Piece { lines: self.lines, text: PieceText::Rest(Box::new(rest)) })
    }

    fn take_broken(&mut self, error: io::Error) -> Piece {
        let start = io::Cursor::new(core::mem::take(&mut self.buffer));
        let rest = start.chain(Broken(Some(error)));
        Piece { lines: self.lines, text: PieceText::Rest(Box::new(rest)) }
    }

    /// The first place for a cut beyond the size that is wanted. What has been
    /// looked through is not looked through again.
    fn cut(&self, from: &mut usize) -> Option<usize> {
        let mut at = self.size.max(*from).saturating_sub(FIRST_TAG.len());
        while let Some(found) = find(&self.buffer, at, FIRST_TAG) {
            let place = found + 1;
            if self.is_border(place) {
                return Some(place);
            }
            at = place;
        }
        *from = self.buffer.len();
        None
    }

    /// True if a new game begins at this first tag whatever came before.
    fn is_border(&self, place: usize) -> bool {
        let before = self.buffer.get(..place).unwrap_or(&[]);
        let Some(line) = line_before_empty_one(before) else { return false };
        // A comment to the end of a line takes the end of the line with it. A
        // brace that is open here could hold a whole game as a quotation.
        if line.contains(&b';') || last_brace(before) == Some(b'{') {
            return false;
        }
        // What stands before all tags belongs to the first game.
        let start = before.iter().find(|byte| **byte > b' ');
        !self.is_first
            || start == Some(&b'[')
            || find(before, 0, FIRST_TAG).is_some_and(|first| first + 1 < place)
    }
}

/// Nothing but an error, once.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The last line that is not empty, if an empty one follows it.
fn line_before_empty_one(text: &[u8]) -> Option<&[u8]> {
    let end = text.iter().rposition(|&byte| byte > b' ').map_or(0, |last| last + 1);
    let (text, gap) = text.split_at_checked(end)?;
    if count_newlines(gap) < 2 {
        return None;
    }
    Some(text.rsplit(|&byte| byte == b'\n').next().unwrap_or(text))
}

/// The last brace of a text. Many texts have none, so it looks at many bytes at
/// a time.
fn last_brace(text: &[u8]) -> Option<u8> {
    let is_brace = |byte: &u8| matches!(byte, b'{' | b'}');
    let has_brace = |chunk: &&[u8]| chunk.iter().fold(false, |has, byte| has | is_brace(byte));
    let chunk = text.rchunks(256).find(has_brace)?;
    chunk.iter().copied().rfind(is_brace)
}

/// Where a text stands in another, from `start` on.
fn find(text: &[u8], start: usize, wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let mut at = start;
    loop {
        let found = super::bytes::find_either(text, at, first, first)?;
        if text.get(found..).is_some_and(|rest| rest.starts_with(wanted)) {
            return Some(found);
        }
        at = found + 1;
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use core::fmt::Write as _;

    use super::*;
    use crate::pgn::{AnyGame, PgnGame, ReadError, Reader};

    /// What every game of a stream comes to, with its line if it is bad.
    fn games(source: impl Read, lines: u64, out: &mut Vec<String>) {
        for game in Reader::new(source).into_games() {
            out.push(match game {
                Ok(game) => AnyGame::to_pgn(&game),
                Err(ReadError::Game(error)) => {
                    let mut text = String::new();
                    write!(text, "line {}: {}", lines + error.line, error.kind).unwrap();
                    text
                }
                Err(ReadError::Io(error)) => error.to_string(),
            });
        }
    }

    fn in_pieces(source: impl Read + Send + 'static, size: usize) -> (Vec<String>, usize) {
        let mut pieces = Pieces::new(source, size);
        let (mut out, mut count) = (Vec::new(), 0);
        while let Some(piece) = pieces.next_piece() {
            count += 1;
            match piece.text {
                PieceText::Whole(text) => games(text.as_slice(), piece.lines, &mut out),
                PieceText::Rest(rest) => games(rest, piece.lines, &mut out),
            }
        }
        (out, count)
    }

    #[test]
    fn pieces_have_the_games_of_the_whole() {
        // Lines that could be taken for a border and are none, or are one only in
        // some places.
        let lines = [
            "[Event \"a\"]",
            "[Event \"b\"]\n",
            "\n[Event \"c\"]\r\n\r\n",
            "\n\n[Event \"d\"]\n\n1. e4 e5 *\n",
            "[White \"x\"] ; remark\n",
            "[White \"{\"]\n",
            "[FEN \"8/8\"]\n",
            "1. e4 {a comment\n",
            "that ends}\n",
            "{ } 1-0\n",
            "\n",
            "; to the end of the line }\n",
            "% escaped {\n",
            "1. e4 (1. d4\n",
            "1. Ke5 *\n",
            "*\n\n",
        ];
        let mut random = erawan_board::SplitMix64::new(17);
        let mut cuts = 0;
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..random.next_u64() % 14 {
                text.push_str(lines[(random.next_u64() % lines.len() as u64) as usize]);
            }
            let mut whole = Vec::new();
            games(text.as_bytes(), 0, &mut whole);
            for size in [1, 16, 50] {
                let (found, count) = in_pieces(io::Cursor::new(text.clone().into_bytes()), size);
                assert_eq!(found, whole, "{size} {text:?}");
                cuts += count.saturating_sub(1);
            }
        }
        assert!(cuts > 2000, "{cuts}");
    }

    #[test]
    fn a_file_without_borders_is_one_stream() {
        let game = "[Event \"a\"]\n1. e4 e5 *\n";
        let text = game.repeat((Pieces::<io::Empty>::LONGEST / game.len()) + 10);
        let mut pieces = Pieces::new(io::Cursor::new(text.clone().into_bytes()), 1 << 20);
        let piece = pieces.next_piece().unwrap();
        let PieceText::Rest(mut rest) = piece.text else { panic!() };
        assert_eq!(io::copy(&mut rest, &mut io::sink()).unwrap(), text.len() as u64);
        assert!(pieces.next_piece().is_none());
    }
    /// The games before an error are not lost, and it comes once.
    #[test]
    fn a_stream_that_breaks_has_the_games_before() {
        let text = "[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(40) + "[Event \"b\"]\n\n1. e4";
        let broken = |length: usize| {
            let start = text.as_bytes()[..length].to_vec();
            io::Cursor::new(start).chain(Broken(Some(io::Error::other("torn"))))
        };
        for length in [0, 1, 30, 500, text.len()] {
            let mut whole = Vec::new();
            games(broken(length), 0, &mut whole);
            assert_eq!(whole.last().map(String::as_str), Some("torn"));
            for size in [1, 100, 1 << 20] {
                assert_eq!(in_pieces(broken(length), size).0, whole, "{length} {size}");
            }
        }
    }
}
