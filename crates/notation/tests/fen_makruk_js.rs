//! The dialect of makruk-js.

use erawan_board::{Color, CountingKind, Makruk, SetupError, Square, Strictness};
use erawan_notation::fen::{
    self, Detection, Dialect, FenErrorKind as Kind, FenField as Field, makruk_js,
};

#[test]
fn the_letters_are_other_letters() {
    let text = "3k4/8/5F2/2E5/1T1M4/2B5/8/R2K4 b 40";
    let position = makruk_js::parse(text, Strictness::Strict).unwrap();
    assert_eq!(fen::write(&position), "3k4/8/5M~2/2M5/1S1N4/2P5/8/R2K4 b - - 0 40");
    assert!(position.promoted().contains(Square::F6));
    assert_eq!(makruk_js::write(&position), text);
}

#[test]
fn counts_are_moves() {
    for (js, standard, side, kind) in [
        // Black has just said 5 of 8.
        (
            "3k4/8/4K3/8/8/8/8/R6R w 61 b pp 5 5 8",
            "3k4/8/4K3/8/8/8/8/R6R w - 16 9 61",
            Color::Black,
            CountingKind::Pieces,
        ),
        // Black has said 5 before, and moves.
        (
            "8/8/4kF2/8/8/2REK3/8/8 b 50 b pp 5 5 16",
            "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50",
            Color::Black,
            CountingKind::Pieces,
        ),
        (
            "3k4/2e5/5F2/3KE3/4T3/8/8/8 b 1 w bp 19 1 64",
            "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 37 1",
            Color::White,
            CountingKind::Board,
        ),
    ] {
        let position = makruk_js::parse(js, Strictness::Strict).unwrap();
        assert_eq!(fen::write(&position), standard);
        assert_eq!(makruk_js::write(&position), js);
        assert_eq!(position.counting_side(), Some(side));
        assert_eq!(position.counting_kind(), Some(kind));
    }
}

#[test]
fn no_count_may_be_five_dashes() {
    let text = "4k3/8/8/8/8/2M5/8/4K3 w 7 - - - - -";
    let position = makruk_js::parse(text, Strictness::Strict).unwrap();
    assert_eq!(makruk_js::write(&position), "4k3/8/8/8/8/2M5/8/4K3 w 7");
}

#[test]
fn a_count_nobody_has_spoken_is_not_written() {
    let text = "3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 0 1";
    let position = fen::parse::<Makruk>(text, Strictness::Strict).unwrap();
    assert_eq!(makruk_js::write(&position), "3k4/2e5/5F2/4E3/3KT3/8/8/8 b 1");
}

#[test]
fn wrong_fields_are_named() {
    let board = "3k4/8/4K3/8/8/8/8/R6R";
    for (tail, field, column, kind) in [
        ("", Field::Turn, 22, Kind::Missing),
        (" w", Field::MoveNumber, 24, Kind::Missing),
        (" w 0", Field::MoveNumber, 25, Kind::NumberRange { min: 1, max: 65535 }),
        (" w - - 0 1", Field::MoveNumber, 25, Kind::Number),
        (" w 61 x pp 5 5 8", Field::CountColor, 28, Kind::Turn),
        (" w 61 b qq 5 5 8", Field::CountKind, 30, Kind::CountKind),
        (" w 61 b bp 5 5 8", Field::CountKind, 30, Kind::CountMismatch),
        (" w 61 b pp 0 5 8", Field::Count, 33, Kind::NumberRange { min: 1, max: 32767 }),
        (" w 61 b pp 5 x 8", Field::CountFrom, 35, Kind::Number),
        (" w 61 b pp 5 5 65", Field::CountLimit, 37, Kind::NumberRange { min: 1, max: 64 }),
        (" w 61 b pp 5 5 9", Field::CountLimit, 37, Kind::Position(SetupError::CountLimit(18))),
        (" w 61 b pp 5 5", Field::CountLimit, 36, Kind::Missing),
        (" w 61 b", Field::CountKind, 29, Kind::Missing),
        (" w 61 b pp 5 5 8 9", Field::End, 39, Kind::TrailingText),
    ] {
        let text = format!("{board}{tail}");
        let error = makruk_js::parse(&text, Strictness::Strict).expect_err(&text);
        assert_eq!((error.field, error.column, error.kind), (field, column, kind), "{text}");
    }
    for letter in ['P', 'N', 'S', 'Q'] {
        let text = format!("3k4/8/4K3/8/8/8/8/7{letter} w 1");
        let error = makruk_js::parse(&text, Strictness::Strict).unwrap_err();
        assert_eq!((error.column, error.kind), (20, Kind::UnknownPiece(letter)));
    }
}

#[test]
fn dialects_are_told_apart_or_asked_for() {
    let (js, standard) =
        (Detection::Certain(Dialect::MakrukJs), Detection::Certain(Dialect::Standard));
    for (text, expected) in [
        ("rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1", js),
        ("rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR", js),
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", standard),
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR", standard),
        ("3k4/8/4K3/8/8/8/8/R2M3R w 61", js),
        ("3k4/8/4K3/8/8/8/8/R2M3R w 61 b bp 5 5 64", js),
        ("3k4/8/4K3/8/8/8/8/R2M3R w - 128 9 61", standard),
        ("3k4/8/4K3/8/8/8/8/R2M3R w -", standard),
        ("3k4/8/4K3/8/8/8/8/R2M~3R", standard),
        ("3k4/8/4K3/8/8/8/8/R2M3R w", Detection::Ambiguous),
        ("3k4/8/4K3/8/8/8/8/R2E3R", Detection::Ambiguous),
        ("", Detection::Ambiguous),
        ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w 1", Detection::Neither),
        ("rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w - - 0 1", Detection::Neither),
        ("rmtektnr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1", Detection::Neither),
    ] {
        assert_eq!(fen::detect(text), expected, "{text}");
        let parsed = fen::parse_any_makruk(text, Strictness::Lenient);
        match expected {
            Detection::Certain(dialect) => assert_eq!(parsed.map(|(_, d)| d), Ok(dialect)),
            Detection::Ambiguous if text.is_empty() => {
                assert_eq!(parsed.unwrap_err().kind, Kind::Missing);
            }
            Detection::Ambiguous => assert_eq!(parsed.unwrap_err().kind, Kind::AmbiguousDialect),
            Detection::Neither => assert_eq!(parsed.unwrap_err().kind, Kind::UnknownDialect),
        }
    }
}
