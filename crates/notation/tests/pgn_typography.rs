//! Games with characters that are not ASCII: whatever a word processor made of
//! them, they stay whole.

use erawan_notation::pgn::{
    AnyGame, GameError, GameResult, Games, PgnGame, ReadError, Reader, Remark, RemarkKind,
};

/// The games and remarks of a text, the same whether it comes in one piece or
/// byte by byte.
fn read(text: &[u8]) -> (Vec<Result<AnyGame, GameError>>, Vec<Remark>) {
    let mut games = Games::new(text);
    let whole: Vec<_> = games.by_ref().collect();
    let remarks = games.take_remarks();
    let bytes = text.iter().map(std::slice::from_ref);
    let mut stream: Box<dyn std::io::Read> = Box::new(std::io::empty());
    for byte in bytes.rev().map(<[u8]>::to_vec) {
        // A chain hands out its parts one by one.
        stream = Box::new(std::io::Read::chain(std::io::Cursor::new(byte), stream));
    }
    let mut streamed = Reader::new(stream).into_games();
    let pieces: Vec<_> = streamed
        .by_ref()
        .map(|game| {
            game.map_err(|error| match error {
                ReadError::Game(error) => error,
                ReadError::Io(error) => panic!("{error}"),
            })
        })
        .collect();
    assert!(whole == pieces, "{whole:?}\n{pieces:?}");
    assert_eq!(remarks, streamed.take_remarks());
    (whole, remarks)
}

/// The one good game of a text, in the export format without its tags.
fn moves(text: impl AsRef<[u8]>) -> String {
    let (games, _) = read(text.as_ref());
    let [Ok(game)] = games.as_slice() else {
        panic!("{:?}: {games:?}", String::from_utf8_lossy(text.as_ref()))
    };
    let pgn = game.to_pgn();
    pgn.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

#[test]
fn results_with_other_dashes() {
    for (text, result) in [
        ("1. e4 e5 1–0", "1-0"),
        ("1. e4 e5 0—1", "0-1"),
        ("1. e4 e5 0‑1", "0-1"),
        ("1. e4 e5 1−0", "1-0"),
        ("1. e4 e5 ½–½", "1/2-1/2"),
        ("1. e4 e5 ½-½", "1/2-1/2"),
        ("1. e4 e5 1/2–1/2", "1/2-1/2"),
        ("1. e4 e5 1⁄2-1⁄2", "1/2-1/2"),
        ("[Result \"½–½\"]\n\n1. e4 e5", "1/2-1/2"),
        ("1. e4 e5 1–0 ½–½ {an echo}", "1-0"),
    ] {
        let moves = moves(text);
        assert!(moves.starts_with("1. e4 e5 ") && moves.contains(result), "{text}: {moves}");
    }
    assert_eq!(moves(b"1. e4 e5 1\x960"), "1. e4 e5 1-0");
    assert_eq!(moves(b"1. e4 e5 \xBD\x96\xBD"), "1. e4 e5 1/2-1/2");
    // The next game begins after it.
    let (games, _) = read("1. e4 ½–½\n1. d4 1–0\n\u{FEFF}[Event \"x\"]\n\n1. c4 0–1".as_bytes());
    let results: Vec<_> = games.iter().map(|game| game.as_ref().unwrap().result()).collect();
    assert_eq!(results, [GameResult::Draw, GameResult::WhiteWins, GameResult::BlackWins]);
}

#[test]
fn signs_become_glyphs() {
    for (sign, glyph) in [
        ("±", 16),
        ("∓", 17),
        ("∞", 13),
        ("⩱", 15),
        ("⩲", 14),
        ("□", 7),
        ("⨀", 22),
        ("⟳", 32),
        ("→", 40),
        ("⇆", 132),
        ("∆", 140),
        ("‼", 3),
        ("⁉", 5),
        ("=", 10),
        ("+-", 18),
        ("+−", 18),
        ("−+", 19),
        ("+/-", 16),
        ("-/+", 17),
        ("+/=", 14),
        ("=+", 15),
    ] {
        let expected = format!("1. e4 ${glyph} e5 *");
        for text in [format!("1. e4 {sign} e5"), format!("1. e4{sign} e5")] {
            assert_eq!(moves(&text), expected, "{text}");
        }
    }
    assert_eq!(moves("1. e4!± e5 +-"), "1. e4 $1 $16 e5 $18 *");
    assert_eq!(moves("1. Nf3+− d5"), "1. Nf3 $18 d5 *");
    assert_eq!(moves(b"1. e4 \xB1 e5"), "1. e4 $16 e5 *");
    assert_eq!(moves("1. e4 e5 ± 1-0 ±"), "1. e4 e5 $16 1-0");
}

#[test]
fn signs_that_mean_nothing_are_said() {
    let (games, remarks) = read("1. e4\n✓ e5 “ 2. Nf3 • *".as_bytes());
    assert!(matches!(games.as_slice(), [Ok(AnyGame::Chess(game))] if game.len() == 4));
    let kinds: Vec<_> = remarks.iter().map(|remark| (remark.line, remark.kind)).collect();
    let unknown = RemarkKind::UnknownSign;
    assert_eq!(kinds, [(2, unknown('✓')), (2, unknown('“')), (2, unknown('•'))]);
}

#[test]
fn spaces_and_marks() {
    for text in [
        "1.\u{A0}e4 e5",
        "1\u{A0}e4\u{A0}e5\u{A0}",
        "1.\u{202F}e4\u{2009}e5",
        "1. e4 \u{FEFF}e5",
        "1. e4\u{FEFF} e5",
        "1. e4 1… e5",
        "1. e4 1…e5",
        "1. e4\u{200B} \u{200E}e5",
        "1. \u{2066}e4\u{2069} e5",
        "1. e\u{AD}4 e5",
        "\u{A0}1. e4 e5",
        "[White \"x\"]\n\u{FEFF}[Black \"y\"]\n\u{A0}\n1. e4 e5",
        "1. e4 – e5",
    ] {
        assert_eq!(moves(text), "1. e4 e5 *", "{text:?}");
    }
    assert_eq!(moves(b"1.\xA0e4 1\x85 e5"), "1. e4 e5 *");
    // A mark in the middle of a game that has no end.
    let (games, _) = read("1. e4 e5\n\n\u{FEFF}[Event \"x\"]\n\n1. d4 *".as_bytes());
    assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 2);
}

#[test]
fn moves_of_a_printer() {
    for text in [
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O‑O ♞f6",
        "1. ♙e4 ♟e5 2. ♘\u{FE0E}f3 ♘c6 3. ♗f1–c4 ♗c5 4. 0–0 ♘g8—f6",
        "1.e2–e4 e7−e5 2.♘g1‐f3 ♘c6 3.♗c4 ♗c5 4.O−O ♘f6",
    ] {
        assert_eq!(moves(text), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *", "{text}");
    }
    assert_eq!(moves("1. e4 d5 2. e×d5 ♛×d5† 3. --"), "1. e4 d5 2. exd5 Qxd5 3. -- *");
    let promotion = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=♕ *";
    assert!(moves(promotion).starts_with("1. a8=Q"));
    assert_eq!(moves("1. e4 –– 2. d4"), "1. e4 -- 2. d4 *");
    // The men of Makruk have letters of their own.
    assert_eq!(moves("[Variant \"Makruk\"]\n\n1. ♕f2 *"), "1. Mf2 *");
}

#[test]
fn null_moves() {
    for null in ["--", "--+", "--#", "Z0", "0000", "––", "--!"] {
        let expected = if null.ends_with('!') { "1. e4 -- $1 2. d4 *" } else { "1. e4 -- 2. d4 *" };
        assert_eq!(moves(format!("1. e4 {null} 2. d4")), expected, "{null}");
    }
    let summary = erawan_notation::pgn::check(b"1. e4 0000 2. d4 Z0 3. --+ *", |_| ());
    assert_eq!((summary.bad_games, summary.moves, summary.null_moves), (0, 5, 3));
}

/// What could be a man that is lost must not be passed over: `�f3` is no pawn.
#[test]
fn what_may_be_a_man_is_not_left_out() {
    for text in ["1. \u{FFFD}f3", "1. Кf3", "1. \u{E000}f3", "1. éf3"] {
        let (games, _) = read(text.as_bytes());
        assert!(matches!(games.as_slice(), [Err(_)]), "{text}: {games:?}");
        // The word is shown as it is.
        let error = games[0].as_ref().unwrap_err().to_string();
        let word = &text["1. ".len()..];
        assert_eq!(error, format!("game 1, line 1: {word} (ply 1): this is not a move"));
    }
    let (games, _) = read(format!("1. a{} *", "é".repeat(20)).as_bytes());
    let error = games[0].as_ref().unwrap_err().to_string();
    assert!(error.contains(&format!(": a{}… (ply 1)", "é".repeat(9))), "{error}");
}

#[test]
fn a_comment_may_quote_a_game() {
    let text = "[Event \"a\"]\n\n1. e4 {see\n[Event \"quoted\"]\n[Site \"x\"]\n} e5 *\n\n\
                [Event \"b\"]\n\n1. d4 {fine} *\n";
    let (games, _) = read(text.as_bytes());
    let [Ok(first), Ok(second)] = games.as_slice() else { panic!("{games:?}") };
    assert!(first.to_pgn().contains("1. e4 {see [Event \"quoted\"] [Site \"x\"]} 1... e5 *"));
    assert_eq!(second.tags().get("Event"), Some("b"));
    // What is written is read again as it was.
    let (again, _) = read(first.to_pgn().as_bytes());
    assert_eq!(again, [Ok(first.clone())]);
    // A comment that is never closed ends with its game.
    let text = "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 {fine} *\n";
    let (games, _) = read(text.as_bytes());
    assert!(matches!(games.as_slice(), [Err(_), Ok(_)]), "{games:?}");
}

#[test]
fn glyphs_beyond_the_last_are_said() {
    let (games, remarks) = read(b"1. e4 $256 e5 $255\n$4000000000 *");
    assert_eq!(games[0].as_ref().unwrap().to_pgn().matches('$').count(), 1);
    let kinds: Vec<_> = remarks.iter().map(|remark| (remark.line, remark.kind)).collect();
    let large = RemarkKind::GlyphTooLarge;
    assert_eq!(kinds, [(1, large(256)), (2, large(4_000_000_000))]);
    // Whatever the file is, only a hundred wait.
    assert_eq!(read(&[&b"1. e4 "[..], &b"$999 ".repeat(500)].concat()).1.len(), 100);
}

#[test]
fn results_that_contradict() {
    let remarks = |text: &str| -> Vec<String> {
        read(text.as_bytes()).1.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        remarks("[Result \"1-0\"]\n\n1. e4 e5\n0-1"),
        ["game 1, line 4: the Result tag says 1-0, the moves end with 0-1"]
    );
    assert_eq!(
        remarks("1. f3 e5 2. g4 Qh4# 1-0"),
        ["game 1, line 1: the moves end with 1-0, but in checkmate: 0-1"]
    );
    let stalemate = "[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Qg6 1-0";
    assert_eq!(
        remarks(stalemate),
        ["game 1, line 3: the moves end with 1-0, but in stalemate: 1/2-1/2"]
    );
    for text in [
        "[Result \"1-0\"]\n\n1. e4 *",
        "[Result \"*\"]\n\n1. e4 1-0",
        "[Result \"½–½\"]\n\n1. e4 1/2-1/2",
        "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
        "1. f3 e5 2. g4 (2. e4 1-0) 2... Qh4# *",
        "1. f3 e5 2. g4 Qh4#",
        "[Variant \"Makruk\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0",
    ] {
        assert_eq!(remarks(text), [""; 0], "{text}");
    }
}

/// A right to castle that fits Chess960 only makes no other game of one that the
/// file calls standard, unless it is used.
#[test]
fn the_name_of_the_game_stays() {
    let game = |tag: &str, moves: &str| {
        let fen = "[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]";
        let (games, remarks) = read(format!("{tag}{fen}\n[SetUp \"1\"]\n\n{moves}").as_bytes());
        let [Ok(game)] = games.as_slice() else { panic!("{games:?}") };
        let (again, _) = read(game.to_pgn().as_bytes());
        assert_eq!(again, [Ok(game.clone())], "{}", game.to_pgn());
        (game.to_pgn(), remarks.iter().map(|remark| remark.kind).collect::<Vec<_>>())
    };
    let (pgn, remarks) = game("[Variant \"Standard\"]\n", "1. Rg8+ Kd7 2. Kd1 *");
    assert!(pgn.contains("[Variant \"Standard\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w "), "{pgn}");
    assert_eq!(remarks, []);
    let (pgn, remarks) = game("[Variant \"Standard\"]\n", "1. O-O *");
    assert!(pgn.contains("[Variant \"Chess960\"]"), "{pgn}");
    assert_eq!(remarks, [RemarkKind::ReadAsChess960]);
    let (pgn, remarks) = game("", "1. Rg8+ *");
    assert!(pgn.contains("[Variant \"Chess960\"]"), "{pgn}");
    assert_eq!(remarks, [RemarkKind::ReadAsChess960]);
    let (_, remarks) = game("[Variant \"Chess960\"]\n", "1. O-O *");
    assert_eq!(remarks, []);
}
