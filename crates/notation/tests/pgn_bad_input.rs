//! What is wrong with a game is reported with its number, line and reason, and
//! the games after it are read.

use std::io::Read;

use erawan_board::{Role, Variant};
use erawan_notation::pgn::{
    self, AnyGame, GameError, GameErrorKind, GameResult, Games, Limits, PgnGame, ReadError, Reader,
};
use erawan_notation::san::SanError;
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

/// The games of a text, the same whichever way they are read.
fn read(text: &[u8]) -> Vec<Result<AnyGame, GameError>> {
    let games: Vec<_> = Games::new(text).collect();
    for bytes in [1, 7, 100_000] {
        if text.len() > 100_000 && bytes < 100_000 {
            continue;
        }
        let streamed: Vec<_> = Reader::new(Trickle(text, bytes))
            .into_games()
            .map(|game| {
                game.map_err(|error| match error {
                    ReadError::Game(error) => error,
                    ReadError::Io(error) => panic!("{error}"),
                })
            })
            .collect();
        assert!(games == streamed, "in pieces of {bytes} bytes: {games:?}\n{streamed:?}");
    }
    let mut errors = Vec::new();
    let summary = pgn::check(text, |error| errors.push(error));
    let expected: Vec<_> = games.iter().filter_map(|game| game.clone().err()).collect();
    assert_eq!(errors, expected);
    assert_eq!(summary.games, games.len() as u64);
    games
}

const GOOD: &str = "\n\n[Event \"good\"]\n\n1. e4 e5 1-0\n";

/// A bad game between two good ones: its error, after checking all the rest.
fn bad(text: impl AsRef<[u8]>) -> (u64, GameErrorKind) {
    let mut whole = GOOD.as_bytes().to_vec();
    whole.extend_from_slice(b"\n[Event \"bad\"]\n");
    whole.extend_from_slice(text.as_ref());
    whole.extend_from_slice(GOOD.as_bytes());
    let games = read(&whole);
    assert_eq!(games.len(), 3, "{games:?}");
    assert_eq!(games[0].as_ref().unwrap().tags().get("Event"), Some("good"));
    assert_eq!(games[2].as_ref().unwrap().tags().get("Event"), Some("good"));
    let error = games[1].clone().unwrap_err();
    assert_eq!(error.game, 2);
    // The line after [Event "bad"] is 8.
    (error.line, error.kind)
}

fn text_of(kind: &GameErrorKind) -> String {
    kind.to_string()
}

#[test]
fn what_is_never_closed() {
    assert_eq!(bad("\n1. e4 {no end\n\nat all"), (9, GameErrorKind::UnterminatedComment));
    assert_eq!(bad("\n1. e4 e5 1-0 {no end"), (9, GameErrorKind::UnterminatedComment));
    assert_eq!(bad("{no end\n1. e4"), (8, GameErrorKind::UnterminatedComment));
    assert_eq!(bad("\n1. e4 (1. d4 d5\n"), (9, GameErrorKind::UnterminatedVariation));
    assert_eq!(bad("\n1. e4 (1. d4 d5 1-0"), (9, GameErrorKind::UnterminatedVariation));
    assert_eq!(bad("[White \"no end\n\n1. e4 *"), (8, GameErrorKind::UnterminatedTag));
    assert_eq!(bad("[White \"no end\\\"]\n\n1. e4 *"), (8, GameErrorKind::UnterminatedTag));
    for (text, kind) in [
        ("1. e4 {no end", GameErrorKind::UnterminatedComment),
        ("1. e4 (1. d4", GameErrorKind::UnterminatedVariation),
        ("[White \"no end", GameErrorKind::UnterminatedTag),
        ("[White", GameErrorKind::UnterminatedTag),
        ("[", GameErrorKind::UnterminatedTag),
    ] {
        let games = read(text.as_bytes());
        assert_eq!(games, [Err(GameError { game: 1, line: 1, kind })], "{text}");
    }
}

#[test]
fn what_makes_no_sense() {
    assert_eq!(bad("[White]\n\n1. e4 *"), (8, GameErrorKind::MalformedTag));
    assert_eq!(bad("[ \"x\"]\n\n1. e4 *"), (8, GameErrorKind::MalformedTag));
    assert_eq!(bad("\n1. e4 )\n*"), (9, GameErrorKind::UnexpectedVariationEnd));
    assert_eq!(bad("\n(1. e4) *"), (9, GameErrorKind::VariationWithoutMove));
    assert_eq!(bad("\n1. e4 ((1. d4)) *"), (9, GameErrorKind::VariationWithoutMove));
    assert_eq!(bad("\n1. e4 } *"), (9, GameErrorKind::UnexpectedByte(b'}')));
    assert_eq!(bad("\n1. e4 [x] *"), (9, GameErrorKind::UnexpectedByte(b'[')));
    let (line, kind) = bad("[Variant \"Xiangqi\"]\n[White \"x\"]\n\n1. e4 *");
    assert_eq!((line, kind), (8, GameErrorKind::UnknownVariant("Xiangqi".into())));
    let (line, kind) = bad("[White \"x\"]\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *");
    assert!(matches!(kind, GameErrorKind::Fen(_)), "{kind:?}");
    assert_eq!(line, 9);
    assert!(text_of(&kind).starts_with("in the FEN tag: "));
}

#[test]
fn moves_that_are_none() {
    let (line, kind) = bad("\n1. e4 e5\n2. Nf3 {fine}\nNf5 3. d4 *");
    assert_eq!(line, 11);
    assert_eq!(text_of(&kind), "Nf5 (ply 4): no such knight can go to f5");
    let GameErrorKind::Move { error, ply, .. } = kind else { panic!("{kind:?}") };
    let to = erawan_board::Square::F5;
    assert_eq!(
        (error, ply),
        (SanError::Unreachable { variant: Variant::Chess, role: Role::Knight, to }, 4)
    );
    // An illegal move in a variation.
    let (line, kind) = bad("\n1. e4 e5\n(1... c5 2. Ke3)\n2. Nf3 *");
    assert_eq!((line, text_of(&kind).as_str()), (10, "Ke3 (ply 3): no such king can go to e3"));
    // A null move out of check.
    let (_, kind) = bad("\n1. e4 f5 2. Qh5+ -- *");
    assert_eq!(kind, GameErrorKind::NullMoveInCheck { ply: 4 });
    // A token of five megabytes.
    let (line, kind) = bad(format!("\n1. e4 {} e5 *", "a".repeat(5_000_000)));
    assert_eq!(
        (line, text_of(&kind).as_str()),
        (9, "aaaaaaaaaaaaaaaaaaaa… (ply 2): this is not a move")
    );
    // Brackets of a comment at the start of a line are not the next game.
    let (line, _) = bad("\n1. e4 e6 2. e5 {\n[%clk 1:00]\n[White \"x\"]\n} Ke4 *");
    assert_eq!(line, 12);
}

#[test]
fn bombs() {
    // 10,000 variations inside each other are read and dropped; 100,000 not.
    let nested = |depth: usize| {
        let mut text = String::from("\n1. e4");
        for _ in 0..depth {
            text.push_str(" (1. d4");
        }
        text + &")".repeat(depth) + " *"
    };
    let games = read((nested(10_000) + GOOD).as_bytes());
    assert!(matches!(&games[0], Ok(AnyGame::Chess(game)) if game.len() == 10_002));
    assert_eq!(games.len(), 2);
    let pgn = games[0].as_ref().unwrap().to_pgn();
    assert_eq!(read(pgn.as_bytes())[0], games[0]);
    assert_eq!(bad(nested(100_000)), (9, GameErrorKind::TooDeep));
    assert_eq!(
        bad("\n1. e4 ".to_string() + &"(".repeat(100_000)).1,
        GameErrorKind::VariationWithoutMove
    );
    // Enough variations side by side for a slow list to show.
    let wide = "\n1. e4 ".to_string() + &"(1. d4) ".repeat(300_000) + "*";
    assert!(matches!(&read(wide.as_bytes())[0], Ok(AnyGame::Chess(game)) if game.len() == 300_002));
    let tags: String = (0..200_000).map(|i| format!("[T{i} \"x\"]\n")).collect();
    assert_eq!(read((tags + "\n*").as_bytes())[0].as_ref().unwrap().tags().iter().count(), 200_007);
    // One comment of five megabytes.
    let long = format!("\n1. e4 {{{}}} e5 *", "comment\n".repeat(625_000));
    assert!(read(long.as_bytes())[0].is_ok());
}

#[test]
fn limits_hold() {
    let limits = Limits { token: 1000, game: 5000, depth: 3 };
    let long_comment = format!("1. e4 {{{}}} *{GOOD}", "x".repeat(2000));
    let long_tag = format!("[White \"{}\"]\n\n1. e4 *{GOOD}", "x".repeat(200_000));
    let long_line = format!("%{}\n{GOOD}", "x".repeat(200_000));
    let long_move = format!("1. e4 {} *{GOOD}", "x".repeat(200_000));
    let long_game = format!("{} *{GOOD}", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(1000));
    let deep = format!("1. e4 (1. d4 (1. d3 (1. c4 (1. c3)))) *{GOOD}");
    for (text, kinds) in [
        (&long_comment, &[GameErrorKind::TokenTooLong] as &[_]),
        (&long_tag, &[GameErrorKind::TokenTooLong]),
        (&long_line, &[GameErrorKind::TokenTooLong]),
        (&long_move, &[GameErrorKind::TokenTooLong]),
        (&long_game, &[GameErrorKind::GameTooLong]),
        (&deep, &[GameErrorKind::TooDeep]),
    ] {
        let games: Vec<_> =
            Reader::with_limits(Trickle(text.as_bytes(), 100), limits).into_games().collect();
        assert_eq!(games.len(), kinds.len() + 1, "{games:?}");
        for (game, kind) in games.iter().zip(kinds) {
            assert!(
                matches!(game, Err(ReadError::Game(error)) if error.kind == *kind && error.line == 1)
            );
        }
        assert!(games.last().unwrap().is_ok());
    }
    let games: Vec<_> = Games::with_limits(&long_comment, limits).collect();
    assert_eq!(games[0].as_ref().unwrap_err().kind, GameErrorKind::TokenTooLong);
    assert!(games[1].is_ok());
}

/// What is odd but harmless: here are the moves of the main line.
fn moves(text: impl AsRef<[u8]>) -> Vec<String> {
    let games = read(text.as_ref());
    assert_eq!(games.len(), 1, "{games:?}");
    match &games[0] {
        Ok(AnyGame::Chess(game)) => game
            .mainline()
            .map(|node| game.move_to(node).map_or("--".into(), |m| m.to_string()))
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn odd_but_harmless() {
    let e4e5: Vec<String> = vec!["e2e4".into(), "e7e5".into()];
    for text in [
        "1. e4 e5 *",
        "\u{FEFF}1. e4 e5 *",
        "\u{FEFF}% escaped (((\n[White \"x\"]\r\n\r\n1. e4 e5\r\n",
        "e4 e5",
        "1.e4 1...e5 *",
        "1 e4 e5",
        "1e4 e5",
        "1. e4! e5?! $14 +- *",
        "1. e4 e5 ; to the end of the line (\n",
        "1. e4 {a {nested} e5",
        "1. e4 e5 + = -+ ~ *",
        "1. e4\n% this ) line } does not count\ne5",
        "\0 1. e4 \0 e5 \0",
        "1. e4 e5 * * 1-0",
        "1. e4 e5 1-0 {after the end}\n",
        "[White \"a \"quoted\" name\"]\n1. e4 e5",
        "[White \"x\"]\n[White \"y\"] [Black \"z\"]\n1. e4 e5",
        "{before} [White \"x\"]\n{between}\n1. e4 e5",
        "1. e4 $ e5 $99999 $3 *",
        "1. e4 ({nothing}) e5 *",
        "1. e4 e5 ½-½",
        "1. e4 e5 1/2",
    ] {
        assert_eq!(moves(text), e4e5, "{text:?}");
    }
    assert_eq!(moves(b"1. e4 e5 \xBD-\xBD"), e4e5);
    assert_eq!(moves("1. e4 -- 2. Z0 e5"), ["e2e4", "--", "--", "e7e5"]);
    let castled = moves(
        "1. e4 d5 2. e5 f5 3. exf6 e.p. Kf7 4. fxg7 Nc6 5. gxh8(Q) Be6 6. Nf3 Qd7 7. Be2 Ke8 8. 0-0 *",
    );
    assert_eq!(castled[4], "e5f6");
    assert_eq!(castled[8], "g7h8q");
    assert_eq!(castled[14], "e1g1");
    assert_eq!(moves("1. e4 d5 2. e5 f5 3. exf6e.p. *")[4], "e5f6");
    assert_eq!(moves("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 0-0-0").len(), 10);
}

#[test]
fn tags_and_results() {
    let one = |text: &[u8]| read(text).pop().unwrap().unwrap();
    assert_eq!(one(b"[White \"M\xFCller\"]\n*").tags().get("White"), Some("Müller"));
    assert_eq!(
        one(b"[White \"Herr \x84M\xFCller\x93\"]\n*").tags().get("White"),
        Some("Herr „Müller“")
    );
    assert_eq!(one("[White \"Müller\"]\n*".as_bytes()).tags().get("White"), Some("Müller"));
    assert_eq!(one(br#"[White "a \"b\" \\c"]"#).tags().get("White"), Some(r#"a "b" \c"#));
    assert_eq!(one(b"[White \"1\"]\n[White \"2\"]\n").tags().get("White"), Some("2"));
    assert_eq!(one(b"1. e4").result(), GameResult::Unknown);
    assert_eq!(one(b"[Result \"0-1\"]\n1. e4").result(), GameResult::BlackWins);
    assert_eq!(one(b"[Result \"0-1\"]\n1. e4 *").result(), GameResult::BlackWins);
    assert_eq!(one(b"[Result \"0-1\"]\n1. e4 1-0").result(), GameResult::WhiteWins);
    assert_eq!(one(b"[Result \"0-1\"]\n1. e4 1-0").tags().get("Result"), Some("1-0"));
    assert_eq!(one(b"1. e4 (1. d4 1-0) e5 1/2-1/2").result(), GameResult::Draw);
    // Games without moves are told apart by their tags.
    assert_eq!(read(b"[Event \"1\"]\n[Site \"x\"]\n\n[Event \"2\"]\n[Site \"y\"]\n").len(), 2);
    assert_eq!(read(b"").len(), 0);
    assert_eq!(read(b"  \n% nothing\n\n").len(), 0);
}

#[test]
fn starts_and_variants() {
    let one = |text: &str| read(text.as_bytes()).pop().unwrap().unwrap();
    // Without SetUp, and before Variant.
    let makruk = one(
        "[FEN \"8/8/4k3/5P2/8/2RMK3/8/8 w - - 0 50\"]\n[Variant \"makruk\"]\n\n50. f6=M Kxf6 *",
    );
    let AnyGame::Makruk(game) = &makruk else { panic!("{makruk:?}") };
    assert_eq!(game.mainline().count(), 2);
    let text = makruk.to_pgn();
    assert!(
        text.contains(
            "[Variant \"Makruk\"]\n[FEN \"8/8/4k3/5P2/8/2RMK3/8/8 w - - 0 50\"]\n[SetUp \"1\"]\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("\n50. f6=M Kxf6 *\n"), "{text}");
    let from_start = one("[Variant \"Makruk\"]\n\n1. f4 Nd7 *").to_pgn();
    assert!(from_start.contains("[FEN \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\"]"));
    for name in ["Chess960", "Fischerandom", "Fischerandom Chess", "fischerrandom"] {
        let game = one(&format!(
            "[Variant \"{name}\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 2 9\"]\n\n9. O-O *"
        ));
        assert_eq!(game.variant(), erawan_board::Variant::Chess960);
        assert_eq!(read(game.to_pgn().as_bytes())[0].as_ref(), Ok(&game));
        assert!(game.to_pgn().contains("[Variant \"Chess960\"]"));
    }
    for name in ["Standard", "chess", "From Position", "normal"] {
        assert_eq!(
            one(&format!("[Variant \"{name}\"]\n1. e4")).variant(),
            erawan_board::Variant::Chess
        );
    }
    let chess = one("1. e4").to_pgn();
    assert!(!chess.contains("FEN") && !chess.contains("Variant"), "{chess}");
}

/// Whatever is cut off or changed, nothing panics, and all three ways of
/// reading agree.
#[test]
fn damaged_text() {
    let text = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 $1 {a}\n(1. e3! {b} Ke7 (1... Kd7)) 1... Ke7 ; c\n2. e5 -- 1/2-1/2\n\n[Event \"y\"]\n\n1. e4 exd5 e.p. O-O\n% x\n*\n";
    for end in 0..text.len() {
        read(&text.as_bytes()[..end]);
        read(&text.as_bytes()[end..]);
    }
    let signs = b"{}()[]\"\\;%\n$!.-*\0\xFFeK1/ ";
    let mut numbers = Random::new(1);
    let mut random = |n: usize| numbers.below(n);
    for _ in 0..3000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            let sign = signs[random(signs.len())];
            match random(3) {
                0 => bytes[at] = sign,
                1 => bytes.insert(at, sign),
                _ => drop(bytes.remove(at)),
            }
        }
        for game in read(&bytes).into_iter().flatten() {
            let again = read(game.to_pgn().as_bytes());
            assert_eq!(again, [Ok(game)]);
        }
    }
}
