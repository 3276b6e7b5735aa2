//! Limits are kept however the text comes, and no text takes more time than
//! its length explains.

use std::io::Read;
use std::time::{Duration, Instant};

use erawan_notation::pgn::{
    self, GameError, GameErrorKind, Games, Limits, Nag, ReadError, Reader, Visitor,
};
use erawan_testing::Random;

/// A stream that gives a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(self.1).min(room.len());
        let (now, later) = self.0.split_at(count);
        room[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

/// Looks that nothing is larger than the limits, and notes the errors.
struct Sizes {
    limits: Limits,
    game: usize,
    depth: u32,
    errors: Vec<Option<GameErrorKind>>,
}

impl Sizes {
    fn new(limits: Limits) -> Sizes {
        Sizes { limits, game: 0, depth: 0, errors: Vec::new() }
    }

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
        self.token(name.len() + value.len() + 5);
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
        self.token(text.len() + 1);
    }
    fn begin_variation(&mut self) -> Result<(), GameErrorKind> {
        self.depth += 1;
        self.token(1);
        assert!(self.depth <= self.limits.depth);
        Ok(())
    }
    fn end_variation(&mut self) {
        self.depth -= 1;
    }
    fn end_game(&mut self, error: Option<GameError>) {
        self.errors.push(error.map(|error| error.kind));
    }
}

/// The errors of a text's games, the same in pieces of every size.
fn errors_of(text: &[u8], limits: Limits) -> Vec<Option<GameErrorKind>> {
    let mut errors = Vec::new();
    for pieces in [text.len().max(1), 1, 7, 100] {
        let mut sizes = Sizes::new(limits);
        let mut reader = Reader::with_limits(Trickle(text, pieces), limits);
        while reader.read_game(&mut sizes).unwrap() {}
        if pieces == text.len().max(1) {
            errors = sizes.errors;
        } else {
            let shown = String::from_utf8_lossy(text);
            assert_eq!(errors, sizes.errors, "in pieces of {pieces} bytes: {shown:?}");
        }
    }
    errors
}

const GOOD: &str = "\n\n[Event \"good\"]\n\n1. e4 e5 1-0\n";

#[test]
fn tokens_are_no_longer_than_allowed() {
    let limits = Limits { token: 1000, game: 50_000, depth: 3 };
    let x = |count: usize| "x".repeat(count);
    let digits = |count: usize| "1".repeat(count);
    // Each is given the length of the part that is repeated, and has one of
    // exactly 1000 bytes.
    type Text = Box<dyn Fn(usize) -> String>;
    let texts: [(&str, usize, Text); 13] = [
        ("comment", 998, Box::new(move |n| format!("1. e4 {{{}}} *", x(n)))),
        ("early comment", 998, Box::new(move |n| format!("{{{}}} 1. e4 *", x(n)))),
        ("late comment", 998, Box::new(move |n| format!("1. e4 * {{{}}}", x(n)))),
        ("line comment", 999, Box::new(move |n| format!("1. e4 ;{}\n*", x(n)))),
        ("early line comment", 999, Box::new(move |n| format!(";{}\n1. e4 *", x(n)))),
        ("tag", 990, Box::new(move |n| format!("[White \"{}\"]\n\n1. e4 *", x(n)))),
        ("move", 1000, Box::new(move |n| format!("1. {} *", x(n)))),
        ("promotion", 997, Box::new(move |n| format!("1. {}(Q) *", x(n)))),
        ("number", 1000, Box::new(move |n| format!("{} e4 *", digits(n)))),
        ("annotation", 999, Box::new(move |n| format!("1. e4 ${} *", digits(n)))),
        ("signs", 1000, Box::new(|n| format!("1. e4 {} *", "!".repeat(n)))),
        ("punctuation", 1000, Box::new(|n| format!("1. e4 {} *", "+".repeat(n)))),
        ("escaped line", 999, Box::new(move |n| format!("1. e4\n%{}\n*", x(n)))),
    ];
    for (name, most, text) in &texts {
        let games = |count: usize| errors_of((text(count) + GOOD).as_bytes(), limits);
        assert_eq!(games(*most), [None, None], "{name}");
        for more in [1, 2, 3, 9, 200_000] {
            let expected = [Some(GameErrorKind::TokenTooLong), None];
            assert_eq!(games(most + more), expected, "{name}, {more} too many");
        }
    }
    // A line that is no tag is a token too.
    let malformed = |n: usize| errors_of(format!("[{}\n{GOOD}", x(n)).as_bytes(), limits);
    assert_eq!(malformed(999), [Some(GameErrorKind::MalformedTag), None]);
    assert_eq!(malformed(1000), [Some(GameErrorKind::TokenTooLong), None]);
}

#[test]
fn games_are_no_longer_than_allowed() {
    let limits = Limits { token: 1000, game: 5000, depth: 10 };
    for piece in [
        "{a comment}\n",
        "; a comment\n",
        "[White \"x\"]\n",
        "Nf3 ",
        "$1 ",
        "!? ",
        "e4 (d4) ",
        "e4 {x} ",
        "e4 * {x} {x} {x} {x} ; x\n",
        "e4 -- ",
        "{}",
    ] {
        // What repeats after a result must not begin the next game.
        let (first, rest) = match piece.split_once("* ") {
            Some((_, rest)) => (piece, rest),
            None => ("", piece),
        };
        let text = format!("{first}{}\n*{GOOD}", rest.repeat(20_000 / rest.len()));
        let errors = errors_of(text.as_bytes(), limits);
        assert_eq!(errors, [Some(GameErrorKind::GameTooLong), None], "{piece}");
        let short = format!("{first}{}\n*{GOOD}", rest.repeat(2000 / rest.len()));
        assert_eq!(errors_of(short.as_bytes(), limits), [None, None], "{piece}");
    }
}

/// Whatever the text is, pieces and small limits change nothing about it.
#[test]
fn limits_do_not_depend_on_pieces() {
    let parts = [
        "e4",
        "e8(Q)",
        "exd6e.p.",
        "e.p.",
        "{",
        "}",
        "{x}",
        ";",
        "\n",
        "\n",
        " ",
        "[Event \"",
        "[A \"b\"]",
        "[",
        "]",
        "\"",
        "\\",
        "%",
        "\n%x",
        "*",
        "1-0",
        "1/2",
        "11111111",
        "$1234",
        "!?!?!?!",
        "+-+-+-+",
        "(",
        ")",
        "--",
        "aaaaaaaaa",
        "\u{FEFF}",
        "\n[Event \"x\"]\n",
        "\n[A",
    ];
    let mut numbers = Random::new(1);
    let mut random = |n: usize| numbers.below(n);
    for _ in 0..20_000 {
        let text: String = (0..random(30)).map(|_| parts[random(parts.len())]).collect();
        let limits = Limits { token: random(20), game: random(100), depth: random(3) as u32 };
        same_in_pieces(text.as_bytes(), limits);
    }
}

/// All that is read, games and their errors with their places, is the same in
/// one piece and in many.
fn same_in_pieces(text: &[u8], limits: Limits) {
    let whole: Vec<_> = Games::with_limits(text, limits).collect();
    for pieces in [1, 3] {
        let streamed: Vec<_> = Reader::with_limits(Trickle(text, pieces), limits)
            .into_games()
            .map(|game| {
                game.map_err(|error| match error {
                    ReadError::Game(error) => error,
                    ReadError::Io(error) => panic!("{error}"),
                })
            })
            .collect();
        let shown = String::from_utf8_lossy(text);
        assert!(whole == streamed, "{shown:?}, {limits:?}: {whole:?}\n{streamed:?}");
    }
}

struct Nothing;

impl Visitor for Nothing {
    fn end_game(&mut self, _: Option<GameError>) {}
}

/// Four megabytes of anything are read in the time of four megabytes: what
/// searches the rest of the text again and again would take many minutes.
#[test]
fn time_is_linear() {
    const SIZE: usize = 4 << 20;
    for piece in [
        "1. e4 {x\n[A\n\n",
        "{\n[A",
        "{\n[A \"b\"]\n",
        "*{\n[A",
        "[A \"x\" [A \"x\n",
        "[A \"",
        "[A \"\\",
        "[",
        "\r[A \"b\"]",
        "{",
        "(",
        "e4 (",
        "e4 ; x",
        "\n%",
        "%",
        "1",
        "1-",
        "e.",
        "e(",
        "\u{FEFF}",
        "* {x\n[A \"b\"] ",
    ] {
        let text: Vec<u8> = piece.bytes().cycle().take(SIZE).collect();
        let start = Instant::now();
        pgn::visit(&text, &mut Nothing);
        let small = Limits { token: 100_000, ..Limits::default() };
        for limits in [Limits::default(), small] {
            let mut reader = Reader::with_limits(&text[..], limits);
            while reader.read_game(&mut Nothing).unwrap() {}
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "{piece:?} took {took:?}");
    }
}
