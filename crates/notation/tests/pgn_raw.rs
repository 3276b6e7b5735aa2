//! Games can be had as they stand in the text, and together are the text.

use erawan_notation::pgn::{self, GameError, Games, Reader, Visitor};
use erawan_testing::Random;

struct Nothing;

impl Visitor for Nothing {
    fn end_game(&mut self, _: Option<GameError>) {}
}

/// The games as they stand in the text; what follows the last is its own
/// piece.
fn pieces(text: &[u8]) -> (Vec<Vec<u8>>, Vec<u8>) {
    let mut games = Games::new(text);
    let mut whole = Vec::new();
    while games.next().is_some() {
        whole.push(games.raw().to_vec());
    }
    let whole_tail = games.raw().to_vec();
    let mut reader = Reader::new(text);
    let mut copied = Vec::new();
    let tail = loop {
        let mut game = Vec::new();
        if !reader.copy_game(&mut Nothing, &mut game).unwrap() {
            break game;
        }
        copied.push(game);
    };
    assert_eq!((&whole, &whole_tail), (&copied, &tail));
    let mut together = copied.concat();
    together.extend_from_slice(&tail);
    let shown = String::from_utf8_lossy(text);
    assert!(together == text, "{shown:?}");
    (copied, tail)
}

fn texts(text: &str) -> Vec<String> {
    let (games, tail) = pieces(text.as_bytes());
    assert_eq!(tail, b"", "{text:?}");
    games.into_iter().map(|game| String::from_utf8(game).unwrap()).collect()
}

#[test]
fn games_keep_their_bytes() {
    for (text, games) in [
        ("", &[] as &[&str]),
        ("1.e4  e5   *", &["1.e4  e5   *"]),
        ("1. e4 * 1. d4 *", &["1. e4 * ", "1. d4 *"]),
        (
            "\u{FEFF}\n% x\n[A \"1\"]\r\n\r\n*\r\n\r\n[A \"2\"]\r\n\r\n*\r\n",
            &["\u{FEFF}\n% x\n[A \"1\"]\r\n\r\n*\r\n\r\n", "[A \"2\"]\r\n\r\n*\r\n"],
        ),
        ("e4 Ke9 *\n\n[A \"\n\nd4 } *\n", &["e4 Ke9 *\n\n", "[A \"\n\nd4 } *\n"]),
        ("e4 {x\n\n[A \"b\"]\n*\n ; x", &["e4 {x\n\n", "[A \"b\"]\n*\n ; x"]),
        ("*\n<>&\n[Event \"x\"]\n\n*\n", &["*\n<>&\n", "[Event \"x\"]\n\n*\n"]),
    ] {
        assert_eq!(texts(text), games, "{text:?}");
    }
    // No game at all, and what is left after the last.
    assert_eq!(pieces(b" \n% x\n"), (vec![], b" \n% x\n".to_vec()));
    assert_eq!(pieces("*\n\u{FEFF}\n".as_bytes()).1, "\u{FEFF}\n".as_bytes());
}

#[test]
fn any_text_is_the_sum_of_its_games() {
    let parts = [
        "e4",
        "{",
        "}",
        "{x}",
        ";",
        "\n",
        "\r\n",
        " ",
        "[Event \"",
        "[A \"b\"]",
        "[",
        "\"",
        "%",
        "\n%x",
        "*",
        "1-0",
        "(",
        ")",
        "\u{FEFF}",
        "\n\n[Event \"x\"]\n",
        "\n[A",
        "&",
        "\0",
    ];
    let mut numbers = Random::new(1);
    let mut random = |n: usize| numbers.below(n);
    for _ in 0..20_000 {
        let text: String = (0..random(30)).map(|_| parts[random(parts.len())]).collect();
        let (games, tail) = pieces(text.as_bytes());
        // A game alone is as good or bad as it is among others.
        let mut errors = Vec::new();
        pgn::check(text.as_bytes(), |error| errors.push((error.game, error.kind)));
        let mut alone = Vec::new();
        for (number, game) in (1..).zip(&games) {
            let summary = pgn::check(game, |error| alone.push((number, error.kind)));
            assert_eq!(summary.games, 1, "{text:?}: {game:?}");
        }
        assert_eq!(alone, errors, "{text:?}");
        assert_eq!(pgn::check(&tail, |_| ()).games, 0);
    }
}

/// A game beyond all limits is copied without being kept.
#[test]
fn endless_games_are_copied() {
    struct Count(u64);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            assert!(bytes.len() <= 1 << 18, "{} bytes at once", bytes.len());
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let text = b"e4 {x} ".repeat(6 << 20);
    let mut count = Count(0);
    assert!(Reader::new(&text[..]).copy_game(&mut Nothing, &mut count).unwrap());
    assert_eq!(count.0, text.len() as u64);
}
