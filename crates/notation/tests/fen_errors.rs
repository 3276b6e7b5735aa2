//! Texts that are no FEN are told what is wrong with them.

use std::time::{Duration, Instant};

use erawan_board::{Chess, Color, Makruk, Position, Rank, Rules, SetupError, Square, Strictness};
use erawan_notation::fen::{self, FenErrorKind as Kind, FenField as Field, makruk_js};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn refused<R: Rules>(text: &str, strictness: Strictness, field: Field, column: usize, kind: Kind) {
    let error = fen::parse::<R>(text, strictness).expect_err(text);
    assert_eq!((error.field, error.column, error.kind), (field, column, kind), "{text}");
    assert!(!error.to_string().contains('\n'));
}

/// Refused alike in both modes.
#[track_caller]
fn always_refused(text: &str, field: Field, column: usize, kind: Kind) {
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        refused::<Chess>(text, strictness, field, column, kind);
    }
}

/// Refused in strict reading only; `meant` is what lenient reading makes of it.
#[track_caller]
fn strictly_refused(text: &str, field: Field, column: usize, kind: Kind, meant: &str) {
    refused::<Chess>(text, Strictness::Strict, field, column, kind);
    let lenient = fen::parse::<Chess>(text, Strictness::Lenient);
    assert_eq!(lenient.map(|position| fen::write(&position)).as_deref(), Ok(meant));
}

#[test]
fn nothing() {
    always_refused("", Field::Placement, 1, Kind::Missing);
    refused::<Chess>(" ", Strictness::Lenient, Field::Placement, 2, Kind::Missing);
    refused::<Chess>(" ", Strictness::Strict, Field::Placement, 1, Kind::ExtraSpace);
}

#[test]
fn ranks() {
    let ranks = |ranks: &[&str]| format!("{} w - - 0 1", ranks.join("/"));
    let seven = ranks(&["4k3", "8", "8", "8", "8", "8", "4K3"]);
    always_refused(&seven, Field::Placement, 18, Kind::RankCount(7));
    let nine = ranks(&["4k3", "8", "8", "8", "8", "8", "8", "8", "4K3"]);
    always_refused(&nine, Field::Placement, 18, Kind::RankCount(9));
    let short = ranks(&["4k3", "8", "7", "8", "8", "8", "8", "4K3"]);
    always_refused(&short, Field::Placement, 7, Kind::RankLength(Rank::Sixth, 7));
    let error = fen::parse::<Chess>(&short, Strictness::Strict).unwrap_err();
    assert!(error.render(&short).ends_with("\n      ^"), "{}", error.render(&short));
    let first = ranks(&["4k2", "8", "8", "8", "8", "8", "8", "4K3"]);
    always_refused(&first, Field::Placement, 1, Kind::RankLength(Rank::Eighth, 7));
    let long = ranks(&["4k3", "8", "8", "8", "8", "pppppp3", "8", "4K3"]);
    always_refused(&long, Field::Placement, 19, Kind::RankLength(Rank::Third, 9));
    let empty = ranks(&["4k3", "", "8", "8", "8", "8", "8", "4K3"]);
    always_refused(&empty, Field::Placement, 5, Kind::RankLength(Rank::Seventh, 0));
    let last = ranks(&["4k3", "8", "8", "8", "8", "8", "8", "4K2"]);
    always_refused(&last, Field::Placement, 17, Kind::RankLength(Rank::First, 7));
    let slash = ranks(&["4k3", "8", "8", "8", "8", "8", "8", "4K3", ""]);
    always_refused(&slash, Field::Placement, 20, Kind::RankCount(9));
    always_refused("4k3", Field::Placement, 4, Kind::RankCount(1));
    let error = fen::parse::<Chess>(&long, Strictness::Strict).unwrap_err();
    assert!(error.to_string().ends_with("rank 3 has 9 squares"));
}

#[test]
fn runs_of_empty_squares() {
    always_refused("9/8/8/8/8/8/8/8 w - - 0 1", Field::Placement, 1, Kind::EmptyRun('9'));
    always_refused("8/80/8/8/8/8/8/8 w - - 0 1", Field::Placement, 4, Kind::EmptyRun('0'));
    strictly_refused(
        "4k3/8/44/8/8/8/8/4K3 w - - 0 1",
        Field::Placement,
        8,
        Kind::SplitRun,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    );
}

#[test]
fn letters() {
    let with = |c: char| format!("4k3/8/8/8/8/8/8/4K2{c} w - - 0 1");
    for c in ['x', 'S', 'M', 'é', '๑', '\0', '\u{7f}', '-', '.'] {
        always_refused(&with(c), Field::Placement, 20, Kind::UnknownPiece(c));
    }
    for c in ['B', 'q', 'T', 'A'] {
        let (strict, kind) = (Strictness::Strict, Kind::UnknownPiece(c));
        refused::<Makruk>(&with(c), strict, Field::Placement, 20, kind);
    }
    // A full-width digit is no digit.
    always_refused("8/８/8/8/8/8/8/8 w - - 0 1", Field::Placement, 3, Kind::UnknownPiece('８'));
}

#[test]
fn marks() {
    let strict = Strictness::Strict;
    for (text, column) in [
        ("~4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1),
        ("4k~3/8/8/8/8/8/8/4K3 w - - 0 1", 3),
        ("4k3/8~/8/8/8/8/8/4K3 w - - 0 1", 6),
        ("4k3/~8/8/8/8/8/8/4K3 w - - 0 1", 5),
        ("4k3/M~~7/8/8/8/8/8/4K3 w - - 0 1", 7),
        ("4k3/S~7/8/8/8/8/8/4K3 w - - 0 1", 6),
    ] {
        refused::<Makruk>(text, strict, Field::Placement, column, Kind::MisplacedMark);
    }
    strictly_refused(
        "4k3/Q~7/8/8/8/8/8/4K3 w - - 0 1",
        Field::Placement,
        6,
        Kind::MisplacedMark,
        "4k3/Q7/8/8/8/8/8/4K3 w - - 0 1",
    );
}

#[test]
fn turn() {
    always_refused("4k3/8/8/8/8/8/8/4K3 x - - 0 1", Field::Turn, 21, Kind::Turn);
    always_refused("4k3/8/8/8/8/8/8/4K3 white - - 0 1", Field::Turn, 21, Kind::Turn);
    strictly_refused(
        "4k3/8/8/8/8/8/8/4K3 B - - 0 1",
        Field::Turn,
        21,
        Kind::Turn,
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
    );
}

#[test]
fn missing_fields() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    let meant = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (tail, field) in [
        ("", Field::Turn),
        (" w", Field::Castling),
        (" w -", Field::EnPassant),
        (" w - -", Field::HalfmoveClock),
        (" w - - 0", Field::MoveNumber),
    ] {
        let text = format!("{board}{tail}");
        strictly_refused(&text, field, text.len() + 1, Kind::Missing, meant);
    }
    let count = "3k4/8/4K3/8/8/8/8/R6R w - 16";
    refused::<Makruk>(count, Strictness::Strict, Field::Count, 29, Kind::Missing);
}

#[test]
fn spaces() {
    let meant = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (text, field, column) in [
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", Field::Placement, 1),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", Field::Turn, 21),
        ("4k3/8/8/8/8/8/8/4K3\tw - - 0 1", Field::Turn, 20),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", Field::End, 30),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", Field::End, 30),
    ] {
        strictly_refused(text, field, column, Kind::ExtraSpace, meant);
    }
    let more = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2;";
    always_refused(more, Field::End, 31, Kind::TrailingText);
}

#[test]
fn en_passant() {
    let with = |square: &str| format!("4k3/8/8/8/3Pp3/8/8/4K3 b - {square} 0 1");
    assert!(fen::parse::<Chess>(&with("d3"), Strictness::Strict).is_ok());
    for text in ["z3", "d9", "d", "d33", "D3", "0"] {
        always_refused(&with(text), Field::EnPassant, 28, Kind::Square);
    }
    // The wrong rank, an empty file, the other side's pawn, an occupied square.
    for text in ["d6", "a3", "e6", "d4", "e1"] {
        let kind = Kind::Position(SetupError::EnPassant(text.parse().unwrap()));
        let meant = "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1";
        strictly_refused(&with(text), Field::EnPassant, 28, kind, meant);
    }
    // A square where nobody can take is true, but says nothing.
    let quiet = "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1";
    let position = fen::parse::<Chess>(quiet, Strictness::Strict).unwrap();
    assert_eq!(fen::write(&position), "4k3/8/8/8/3P4/8/8/4K3 b - - 0 1");
}

#[test]
fn numbers() {
    let with = |clocks: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {clocks}");
    for text in ["x 1", "+1 1", "1.5 1", "0x1 1", "١ 1", "--1 1"] {
        always_refused(&with(text), Field::HalfmoveClock, 27, Kind::Number);
    }
    let range = |min| Kind::NumberRange { min, max: 65535 };
    let huge = "9".repeat(100);
    for (text, field, column, kind, meant) in [
        ("-1 1", Field::HalfmoveClock, 27, range(0), "0 1"),
        ("65536 1", Field::HalfmoveClock, 27, range(0), "65535 1"),
        (&format!("{huge} 1"), Field::HalfmoveClock, 27, range(0), "65535 1"),
        (&format!("0 {huge}"), Field::MoveNumber, 29, range(1), "0 65535"),
        ("0 0", Field::MoveNumber, 29, range(1), "0 1"),
        ("0 -5", Field::MoveNumber, 29, range(1), "0 1"),
        ("- 1", Field::HalfmoveClock, 27, Kind::Number, "0 1"),
        ("00 1", Field::HalfmoveClock, 27, Kind::Number, "0 1"),
    ] {
        strictly_refused(&with(text), field, column, kind, &with(meant));
    }
    assert!(fen::parse::<Chess>(&with("65535 65535"), Strictness::Strict).is_ok());
}

#[test]
fn positions_nobody_can_play() {
    let position = |error| Kind::Position(error);
    for (text, column, error) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", 1, SetupError::NoKing(Color::Black)),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", 1, SetupError::NoKing(Color::White)),
        ("4k3/8/8/8/8/4K3/8/4K3 w - - 0 1", 14, SetupError::ManyKings(Color::White, Square::E3)),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", 4, SetupError::PawnSquare(Color::White, Square::H8)),
    ] {
        always_refused(text, Field::Placement, column, position(error));
    }
    let check = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    let kind = position(SetupError::OpponentInCheck(Square::E7));
    refused::<Chess>(check, Strictness::Strict, Field::Placement, 6, kind);
    assert!(fen::parse_setup::<Chess>("8/8/8/8/8/8/8/8 w - - 0 1", Strictness::Strict).is_ok());
}

#[test]
fn the_cause_is_the_source() {
    use std::error::Error;
    let error = fen::parse::<Chess>("8/8/8/8/8/8/8/8 w - - 0 1", Strictness::Strict).unwrap_err();
    let source = error.source().and_then(|source| source.downcast_ref::<SetupError>());
    assert_eq!(source, Some(&SetupError::NoKing(Color::White)));
}

#[test]
fn a_caret_stands_under_the_place() {
    let text = "4k3/8/8/8/8/8/8/4K2é w - - 0 1";
    let shown = fen::parse::<Chess>(text, Strictness::Strict).unwrap_err().render(text);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], "4k3/8/8/8/8/8/8/4K2? w - - 0 1");
    assert_eq!(lines[2].find('^'), Some(19));
    // Far into a long text, the line shown stays short.
    let long = format!("4k3/8/8/8/8/8/8/4K3{}x", " ".repeat(5000));
    let shown = fen::parse::<Chess>(&long, Strictness::Lenient).unwrap_err().render(&long);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1].chars().nth(lines[2].find('^').unwrap()), Some('x'));
    assert!(lines[1].len() < 200);
}

#[test]
fn megabytes_are_read_in_no_time() {
    let many = |piece: &str| piece.repeat(1 << 20);
    let mut junk =
        ["8", "/", "p", " ", "~", "w ", "0", "\0", "๑", "8/", "K", "- "].map(many).to_vec();
    junk.extend(["K", "-", " 1"].map(|piece| format!("{START}{}", many(piece))));
    // White space, rights given again and a large number do no harm.
    let mut harmless = [" ", "8"].map(|piece| format!("{START}{}", many(piece))).to_vec();
    harmless.push(format!("{} w {} - 0 1", &START[..43], many("KQkq")));
    let start = Instant::now();
    for text in junk.iter().chain(&harmless) {
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let fine = strictness == Strictness::Lenient && harmless.contains(text);
            assert_eq!(fen::parse::<Chess>(text, strictness).is_ok(), fine);
            assert!(fen::parse::<Makruk>(text, strictness).is_err());
            assert!(makruk_js::parse(text, strictness).is_err());
            assert!(fen::parse_any_makruk(text, strictness).is_err());
        }
    }
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// Every text one edit away from a FEN gives a position that survives being
/// written, or an error that points into the text.
#[test]
fn edits_never_panic() {
    let makruk = "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50";
    let js = "3k4/8/4K3/8/8/8/8/R6R w 61 b pp 5 5 8";
    let alphabet: Vec<char> = "KQkqPpMmSsBbFfTtEe089/~ -wxé\0\n".chars().collect();
    for text in [START, makruk, js] {
        let chars: Vec<char> = text.chars().collect();
        for at in 0..=chars.len() {
            let (before, after) = chars.split_at(at);
            let mut edits: Vec<Vec<char>> = vec![before.to_vec()];
            edits.push([before, after.get(1..).unwrap_or(&[])].concat());
            for &c in &alphabet {
                edits.push([before, &[c], after].concat());
                edits.push([before, &[c], after.get(1..).unwrap_or(&[])].concat());
            }
            for edit in edits {
                let edit: String = edit.into_iter().collect();
                for strictness in [Strictness::Strict, Strictness::Lenient] {
                    check_edit::<Chess>(&edit, strictness);
                    check_edit::<Makruk>(&edit, strictness);
                    let _ = makruk_js::parse(&edit, strictness).map_err(|e| e.render(&edit));
                    let _ = fen::parse_any_makruk(&edit, strictness);
                }
            }
        }
    }
}

fn check_edit<R: Rules>(text: &str, strictness: Strictness) {
    match fen::parse::<R>(text, strictness) {
        Ok(position) => {
            let written = fen::write(&position);
            let read: Position<R> = fen::parse(&written, Strictness::Lenient).unwrap();
            assert_eq!(read, position, "{text}");
        }
        Err(error) => {
            assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{text}");
            assert!(error.render(text).ends_with('^'));
        }
    }
}
