//! Lines of EPD and of perft suites.

use erawan_board::{Chess, Makruk, Move, Strictness};
use erawan_notation::epd::{self, Epd, EpdErrorKind as Kind, EpdMoveError, Operand, Operation};
use erawan_notation::fen::{self, FenErrorKind};
use erawan_notation::san::SanError;

const BOARD: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

#[track_caller]
fn read(line: &str, strictness: Strictness) -> Epd<Chess> {
    Epd::parse(line, strictness).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn lines_come_back_as_they_are() {
    for line in [
        BOARD.to_owned(),
        format!("{BOARD} bm O-O;"),
        format!("{BOARD} bm O-O Rh8+; am Ke2; ce -31; dm 12; pv O-O Ke7; id \"A.1\";"),
        format!("{BOARD} hmvc 12; fmvn 40; c0 \"a; b\"; c9 \"\"; noop;"),
        format!(r#"{BOARD} c1 "say \"no\" \\ yes";"#),
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";".to_owned(),
    ] {
        let epd = read(&line, Strictness::Strict);
        assert_eq!(epd.to_string(), line);
        assert_eq!(read(&line, Strictness::Lenient), epd);
    }
}

#[test]
fn operations_have_types() {
    let line = format!(
        "{BOARD} bm O-O Rh8+; am Ke2; ce -31; dm 12; pv O-O Ke7; id \"A.1\"; c0 \"x\"; c3 y z;"
    );
    let epd = read(&line, Strictness::Strict);
    assert_eq!(epd.texts("bm").collect::<Vec<_>>(), ["O-O", "Rh8+"]);
    assert_eq!(epd.texts("am").collect::<Vec<_>>(), ["Ke2"]);
    assert_eq!(epd.texts("pv").collect::<Vec<_>>(), ["O-O", "Ke7"]);
    assert_eq!((epd.centipawns(), epd.direct_mate(), epd.id()), (Some(-31), Some(12), Some("A.1")));
    assert_eq!((epd.comment(0), epd.comment(3), epd.comment(1)), (Some("x"), Some("y"), None));
    assert_eq!(epd.comment(200), None);
    assert_eq!(epd.operation("id").unwrap().operands, [Operand::Quoted("A.1".into())]);
    assert_eq!(epd.number("id"), None);
}

#[test]
fn clocks_are_operations() {
    let epd = read(&format!("{BOARD} hmvc 12; fmvn 40;"), Strictness::Strict);
    assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (12, 40));
    assert_eq!(Epd::with_clocks(epd.position), epd);
    // A FEN before the operations is read leniently.
    let fen = format!("{BOARD} 12 40");
    assert_eq!(read(&fen, Strictness::Lenient), epd);
    assert_eq!(read(&format!("{fen} ;"), Strictness::Lenient), epd);
    assert!(Epd::<Chess>::parse(&fen, Strictness::Strict).is_err());
    let perft = read(&format!("{fen} ;D1 20 ;D2 400"), Strictness::Lenient);
    assert_eq!((perft.position, perft.number("D2")), (epd.position, Some(400)));

    let makruk = "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 hmvc 10; fmvn 50;";
    let epd = Epd::<Makruk>::parse(makruk, Strictness::Strict).unwrap();
    assert_eq!(fen::write(&epd.position), "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50");
    assert_eq!(Epd::with_clocks(epd.position).to_string(), makruk);
}

#[test]
fn lenient_reading_takes_loose_lines() {
    for tail in [" bm O-O", "  bm   O-O ;", ";; bm O-O;;", ";bm O-O\r\n", " ; bm\tO-O;  "] {
        let line = format!("{BOARD}{tail}");
        assert_eq!(read(&line, Strictness::Lenient).text("bm"), Some("O-O"), "{line}");
    }
    let twice = read(&format!("{BOARD} fmvn 3; fmvn 4;"), Strictness::Lenient);
    assert_eq!(twice.position.fullmove_number(), 3);
}

/// Forms of suites that people solve.
#[test]
fn forms_of_real_suites() {
    let texts = |tail: &str| {
        let line = format!("{BOARD}{tail}");
        let epd = read(&line, Strictness::Lenient);
        // What was read is written so that a strict reader takes it.
        assert_eq!(read(&epd.to_string(), Strictness::Strict), epd, "{line}");
        let texts = |opcode| epd.texts(opcode).collect::<Vec<_>>().join(" ");
        [texts("bm"), texts("id"), texts("dm")]
    };
    assert_eq!(texts(" - bm O-O; id \"x\";"), ["O-O", "x", ""]);
    assert_eq!(texts(" 0 1 - bm O-O; id \"x\";"), ["O-O", "x", ""]);
    assert_eq!(texts(" - 0 1 bm O-O;"), ["O-O", "", ""]);
    assert_eq!(texts(" bm O-O, Rh8+; id \"a, b\";"), ["O-O Rh8+", "a, b", ""]);
    assert_eq!(texts(" bm O-O,Rh8+ , Kd1;"), ["O-O Rh8+ Kd1", "", ""]);
    assert_eq!(texts(" bm O-O; - id \"x\";"), ["O-O", "x", ""]);
    assert_eq!(texts(" bm O-O; - ; - id \"x\";"), ["O-O", "x", ""]);
    assert_eq!(texts(" bm #1;id \"x\"; -"), ["", "x", "1"]);
    assert_eq!(texts(" bm Rh8+, #12;"), ["Rh8+", "", "12"]);
    assert_eq!(texts(" bm #0;"), ["#0", "", ""]);
    assert_eq!(texts(" bm O-O; 00:00; id \"x\"; 00:01:30"), ["O-O", "x", ""]);
}

#[test]
fn wrong_lines_are_told_where() {
    for (tail, strictness, column, kind) in [
        (" bm O-O", Strictness::Strict, 34, Kind::MissingSemicolon),
        (" bm O-O;;", Strictness::Strict, 35, Kind::EmptyOperation),
        (" 3m O-O;", Strictness::Lenient, 28, Kind::Opcode),
        (" é O-O;", Strictness::Lenient, 28, Kind::Opcode),
        (" | f1f4 | -100", Strictness::Lenient, 28, Kind::Opcode),
        (" abcdefghijklmnop 1;", Strictness::Lenient, 28, Kind::Opcode),
        (" id \"x", Strictness::Lenient, 31, Kind::OpenQuote),
        (" id \"x\\\";", Strictness::Lenient, 31, Kind::OpenQuote),
        (" id \"x\"y;", Strictness::Lenient, 34, Kind::AfterQuote),
        (" id éx\"y\";", Strictness::Lenient, 33, Kind::QuoteInWord),
        (" c0 \"a\tb\";", Strictness::Strict, 33, Kind::ControlCharacter('\t')),
        (" c0 \"\n\";", Strictness::Strict, 32, Kind::ControlCharacter('\n')),
        (" bm O-O; bm Ke2;", Strictness::Strict, 36, Kind::RepeatedOpcode),
        (" hmvc x;", Strictness::Lenient, 28, Kind::Clock),
        (" hmvc;", Strictness::Strict, 28, Kind::Clock),
        (" hmvc -1;", Strictness::Strict, 28, Kind::Clock),
        (" fmvn 0;", Strictness::Strict, 28, Kind::Clock),
        (" fmvn 65536;", Strictness::Strict, 28, Kind::Clock),
        (" fmvn 99999999999999999999;", Strictness::Lenient, 28, Kind::Clock),
    ] {
        let line = format!("{BOARD}{tail}");
        let error = Epd::<Chess>::parse(&line, strictness).expect_err(&line);
        assert_eq!((error.column, error.kind), (column, kind), "{line}");
    }
    let line = "4k3/8/8/8/8/8/8/4K2X w K - bm O-O;";
    let error = Epd::<Chess>::parse(line, Strictness::Strict).unwrap_err();
    let Kind::Position(fen) = error.kind else { panic!("{error}") };
    assert_eq!((error.column, fen.kind), (20, FenErrorKind::UnknownPiece('X')));
    for line in ["", ";", " ; ;", "id \"x\";"] {
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let error = Epd::<Chess>::parse(line, strictness).expect_err(line);
            assert!(matches!(error.kind, Kind::Position(_)), "{line}");
        }
    }
}

#[test]
fn what_is_written_can_be_read() {
    let operands = [
        "x y",
        "a;b",
        "",
        "q\"q",
        "back\\slash",
        "line\nbreak",
        "tab\tand\0zero",
        "é",
        "\\\"",
        "\\",
    ];
    let words = operands.map(|text| Operand::Word(text.into())).to_vec();
    let quoted = operands.map(|text| Operand::Quoted(text.into())).to_vec();
    let mut epd = read(BOARD, Strictness::Strict);
    epd.operations.extend(Operation::new("c0", words));
    epd.operations.extend(Operation::new("c1", quoted));
    let again = read(&epd.to_string(), Strictness::Strict);
    for opcode in ["c0", "c1"] {
        let texts: Vec<&str> = again.texts(opcode).collect();
        let expected: Vec<String> =
            operands.map(|text| text.replace(char::is_control, " ")).to_vec();
        assert_eq!(texts, expected);
    }
    for opcode in ["", "1a", "a b", "é", "a;", "abcdefghijklmnop"] {
        assert_eq!(Operation::new(opcode, vec![]), None);
    }
    assert!(Operation::new("abcdefghijklmno", vec![]).is_some());
}

/// Whatever is read is read again as the same once it is written.
#[test]
fn control_characters() {
    for (tail, written) in [
        (" c0 \"a\nb\";", "c0 \"a b\";"),
        (" c0 \"a\r\n\tb\0\";", "c0 \"a   b \";"),
        (" c0 a\0b\u{7f}c;", "c0 a b c;"),
        (" c0\u{1}a\u{85}b;\0", "c0 a b;"),
    ] {
        let epd = read(&format!("{BOARD}{tail}"), Strictness::Lenient);
        assert_eq!(epd.operations[0].to_string(), written, "{tail:?}");
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            assert_eq!(read(&epd.to_string(), strictness), epd, "{tail:?}");
        }
    }
}

#[test]
fn moves_are_looked_up() {
    let line = format!(
        "{BOARD} bm O-O Rh8+ e1f2; am Ke2 \"Kf1\"; pv O-O Ke7 Rf7+; x1 Rh8+ Kf8; x2 -- Ke2;"
    );
    let epd = read(&line, Strictness::Strict);
    let shown = |moves: Result<Vec<Move>, EpdMoveError>| match moves {
        Ok(moves) => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        Err(error) => error.to_string(),
    };
    assert_eq!(shown(epd.best_moves()), "e1g1 h1h8 e1f2");
    assert_eq!(shown(epd.avoid_moves()), "e1e2 e1f1");
    assert_eq!(shown(epd.principal_variation()), "e1g1 e8e7 f1f7");
    assert_eq!(shown(epd.moves("none")), "");
    // Alternatives are moves of the side to move, the moves of a line are not.
    assert_eq!(shown(epd.moves("x1")), "x1, operand 2, 'Kf8': no such king can go to f8");
    assert_eq!(
        shown(epd.line("x1")),
        "x1, operand 2, 'Kf8': with the king on f8 the king is in check"
    );
    let error = epd.moves("x2").unwrap_err();
    assert_eq!((error.operand, error.error), (1, SanError::NullMove));
    let makruk = "4k3/8/8/8/8/3M4/8/4K3 w - - bm Mc4; pv Me2 Kd7;";
    let epd = Epd::<Makruk>::parse(makruk, Strictness::Lenient).unwrap();
    assert_eq!(shown(epd.best_moves()), "d3c4");
    assert_eq!(shown(epd.principal_variation()), "d3e2 e8d7");
}

#[test]
fn megabytes_are_read_in_no_time() {
    let start = std::time::Instant::now();
    for piece in ["a 1;", ";", "\"", "\\", " ", "a", "c0 \"", "é", "1 "] {
        let line = format!("{BOARD} {}", piece.repeat(1 << 20));
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let _ = Epd::<Chess>::parse(&line, strictness);
            assert!(epd::parse_perft(&line).is_err());
        }
    }
    assert!(start.elapsed() < std::time::Duration::from_secs(30));
}

#[test]
fn perft_lines() {
    let line =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ; d2 400;D6 119060324 ";
    let perft = epd::parse_perft(line).unwrap();
    assert_eq!(perft.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(perft.counts, [(1, 20), (2, 400), (6, 119_060_324)]);
    for (line, column, kind) in [
        ("", 1, Kind::NoPerftCounts),
        ("8/8 w - - 0 1", 14, Kind::NoPerftCounts),
        ("8/8 w ;;", 9, Kind::NoPerftCounts),
        ("8/8 w ;D1", 8, Kind::PerftCount),
        ("8/8 w ;D1 20 ;Dx 20", 15, Kind::PerftCount),
        ("8/8 w ;D1 -20", 8, Kind::PerftCount),
        ("8/8 w ;D1 99999999999999999999", 8, Kind::PerftCount),
        ("8/8 w ;D1 20 30", 8, Kind::PerftCount),
        ("8/8 w ;20", 8, Kind::PerftCount),
    ] {
        let error = epd::parse_perft(line).expect_err(line);
        assert_eq!((error.column, error.kind), (column, kind), "{line}");
    }
}
