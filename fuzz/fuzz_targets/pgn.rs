//! PGN: any bytes are read, alike in one piece and in many, in bounded memory,
//! and every good game is written such that it is read again as the same.
//!
//! The first byte chooses how a stream is cut into pieces, the rest is the file.
#![no_main]

use std::io::{self, Read};

use erawan_notation::pgn::{
    self, AnyGame, GameError, GameErrorKind, GameResult, Games, Limits, Nag, PgnGame, Reader,
    Visitor,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    check_games(text);
    check_pieces(text, usize::from(choice & 0x7f) + 1);
    if choice & 0x80 != 0 && !text.is_empty() {
        check_endless(text);
    }
});

/// The three ways to read agree, and good games can be written.
fn check_games(text: &[u8]) {
    let mut errors = Vec::new();
    let summary = pgn::check(text, |error| errors.push(error));
    let (good, bad): (Vec<_>, Vec<_>) = Games::new(text).partition(Result::is_ok);
    let bad: Vec<GameError> = bad.into_iter().filter_map(Result::err).collect();
    assert_eq!(bad, errors);
    assert!(bad.iter().all(|error| !error.to_string().is_empty()));
    assert_eq!(summary.games, (good.len() + errors.len()) as u64);
    assert_eq!(summary.bad_games, errors.len() as u64);
    for game in good.into_iter().flatten() {
        let written = game.to_pgn();
        let mut again: Vec<Result<AnyGame, GameError>> = Games::new(&written).collect();
        assert_eq!(again.len(), 1, "{written}");
        match again.pop() {
            Some(Ok(read)) => {
                assert_eq!(read.to_pgn(), written);
                assert_eq!(read, game, "{written}");
            }
            other => panic!("{other:?}: {written}"),
        }
    }
}

/// A file in pieces is the same file, also where limits cut it short, and its
/// games together are the file.
fn check_pieces(text: &[u8], size: usize) {
    let mut whole = Events::default();
    pgn::visit(text, &mut whole);
    let mut pieces = Events::default();
    let mut reader = Reader::new(Pieces { text, size });
    let mut copy = Vec::new();
    while reader.copy_game(&mut pieces, &mut copy).unwrap_or(false) {}
    assert_eq!(pieces.0, whole.0, "pieces of {size}");
    assert_eq!(copy, text);

    let limits = Limits { token: size, game: size * 4, depth: 2 };
    let whole: Vec<_> = Games::with_limits(text, limits).map(Result::ok).collect();
    let reader = Reader::with_limits(Pieces { text, size: 1 + size / 8 }, limits);
    let pieces: Vec<_> = reader.into_games().map(Result::ok).collect();
    assert_eq!(pieces, whole, "{limits:?}");
}

/// A file without end does not make the reader keep more and more of it, nor
/// look through it over and over: that would run into the fuzzer's time limit.
fn check_endless(text: &[u8]) {
    let limits = Limits { token: 1000, game: 5000, depth: 10 };
    let mut reader = Reader::with_limits(Endless { text, at: 0, left: 1 << 19 }, limits);
    let mut sizes = Sizes { limits, game: 0, depth: 0 };
    while reader.read_game(&mut sizes).unwrap_or(false) {}

    let long: Vec<u8> = text.iter().copied().cycle().take(1 << 19).collect();
    pgn::visit(&long, &mut Nothing);
}

struct Pieces<'a> {
    text: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(self.text.len()).min(room.len());
        let (piece, rest) = self.text.split_at(size);
        room[..size].copy_from_slice(piece);
        self.text = rest;
        Ok(size)
    }
}

/// The same text over and over.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    left: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        // The reader asks for more at once only when more is waiting.
        assert!(room.len() <= 1 << 17, "the reader wants {} bytes", room.len());
        let size = room.len().min(self.left);
        for byte in &mut room[..size] {
            *byte = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        self.left -= size;
        Ok(size)
    }
}

/// Everything a visitor is told.
#[derive(Default)]
struct Events(Vec<Event>);

#[derive(PartialEq, Eq, Debug)]
enum Event {
    Game,
    Tag(Vec<u8>, Vec<u8>),
    Moves,
    San(Vec<u8>),
    Nag(Nag),
    Comment(Vec<u8>),
    Variation,
    EndOfVariation,
    Result(GameResult),
    EndOfGame(Option<GameError>),
}

impl Visitor for Events {
    fn begin_game(&mut self) {
        self.0.push(Event::Game);
    }
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.0.push(Event::Tag(name.to_vec(), value.to_vec()));
        Ok(())
    }
    fn begin_moves(&mut self) -> Result<(), GameErrorKind> {
        self.0.push(Event::Moves);
        Ok(())
    }
    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        self.0.push(Event::San(text.to_vec()));
        // Some games are refused in the middle.
        if text.starts_with(b"Q") { Err(GameErrorKind::Rejected) } else { Ok(()) }
    }
    fn nag(&mut self, nag: Nag) {
        self.0.push(Event::Nag(nag));
    }
    fn comment(&mut self, text: &[u8]) {
        self.0.push(Event::Comment(text.to_vec()));
    }
    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.0.push(Event::Variation);
        Ok(())
    }
    fn end_variation(&mut self) {
        self.0.push(Event::EndOfVariation);
    }
    fn result(&mut self, result: GameResult) {
        self.0.push(Event::Result(result));
    }
    fn end_game(&mut self, error: Option<GameError>) {
        self.0.push(Event::EndOfGame(error));
    }
}

struct Nothing;

impl Visitor for Nothing {
    fn end_game(&mut self, _: Option<GameError>) {}
}

/// Looks that nothing is larger than the limits.
struct Sizes {
    limits: Limits,
    game: usize,
    depth: u32,
}

impl Sizes {
    fn token(&mut self, size: usize) {
        assert!(size <= self.limits.token, "a token of {size} bytes");
        self.game += size;
        assert!(self.game <= self.limits.game, "a game of {} bytes", self.game);
    }
}

impl Visitor for Sizes {
    fn begin_game(&mut self) {
        (self.game, self.depth) = (0, 0);
    }
    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), GameErrorKind> {
        self.token(name.len() + value.len());
        Ok(())
    }
    fn san(&mut self, text: &[u8]) -> Result<(), GameErrorKind> {
        self.token(text.len());
        Ok(())
    }
    fn nag(&mut self, _: Nag) {
        self.token(1);
    }
    fn comment(&mut self, text: &[u8]) {
        self.token(text.len());
    }
    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.depth += 1;
        assert!(self.depth <= self.limits.depth);
        Ok(())
    }
    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
    fn end_game(&mut self, error: Option<GameError>) {
        let _ = error;
    }
}
