//! Makruk's FEN, above all its count, against Fairy-Stockfish.

use erawan_board::{Color, CountingMode, Makruk, Position, SetupError, Strictness};
use erawan_notation::fen::{self, CountStyle, FenErrorKind, FenField, FenStyle};
use erawan_notation::uci;

fn read(text: &str) -> Position<Makruk> {
    fen::parse(text, Strictness::Strict).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

/// A FEN, then moves and how the FEN after each of them ends. Made with
/// Fairy-Stockfish.
const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", &[("g5g6m", "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")]),
    ("8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", &[("e5f6", "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1")]),
    (
        "3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1",
        &[("f5f6m", "3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 0 1")],
    ),
    (
        "3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 36 1",
        &[("d4d5", "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 37 1")],
    ),
    (
        "8/m7/4k3/8/8/2RMK3/8/8 w - - 0 50",
        &[
            ("d3c4", " b - 128 0 50"),
            ("e6e5", " w - 128 1 51"),
            ("c4d3", " b - 128 2 51"),
            ("e5d5", " w - 128 3 52"),
        ],
    ),
    (
        "8/8/4k3/8/8/m2MK3/8/R7 w - - 0 50",
        &[("a1a3", "8/8/4k3/8/8/R2MK3/8/8 b - 32 8 50"), ("e6d6", " w - 32 9 51")],
    ),
    (
        "8/8/4k3/5P2/8/2RMK3/8/8 w - - 0 50",
        &[
            ("f5f6m", "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50"),
            ("e6f6", "8/8/5k2/8/8/2RMK3/8/8 w - 32 11 51"),
        ],
    ),
    (
        "8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50",
        &[
            ("e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 32 7 51"),
            ("e3d4", " b - 32 8 51"),
            ("f5f4", " w - 32 9 52"),
        ],
    ),
    ("8/8/4k3/8/8/2RMK3/8/8 b - - 0 50", &[("e6e5", " w - - 1 51"), ("c3c4", " b - 32 8 51")]),
    ("8/8/4k3/8/8/2RMK3/8/8 w - - 0 50", &[("c3c5", "8/8/4k3/2R5/8/3MK3/8/8 b - 32 8 50")]),
    ("3k4/8/3K4/8/8/8/8/R6R w - 16 15 61", &[("h1h8", "3k3R/8/3K4/8/8/8/8/R7 b - 16 16 61")]),
    (
        "3k4/8/3K4/8/8/8/8/R6R w - 16 15 61",
        &[("h1h7", " b - 16 16 61"), ("d8c8", "2k5/7R/3K4/8/8/8/8/R7 w - 16 17 62")],
    ),
    ("3k3n/8/3K4/8/8/8/MM6/RMMM3R w - 128 40 61", &[("h1h8", " b - 16 18 61")]),
    ("2k4n/8/4K3/8/8/8/MM6/RMMM3R w - 128 40 61", &[("h1h8", " b - 16 18 61")]),
    (
        "3k4/m7/8/8/3K4/8/8/7R w - 128 127 161",
        &[("h1h2", " b - 128 128 161"), ("d8e8", " w - 128 129 162")],
    ),
    ("3k4/8/8/4p3/3K4/8/8/r7 w - - 5 61", &[("d4e5", "3k4/8/8/4K3/8/8/8/r7 b - 32 5 61")]),
];

#[test]
fn counts_are_written_as_fairy_stockfish_does() {
    for (start, moves) in GAMES {
        // In one of them the side that has just moved is in check.
        let mut position = fen::parse::<Makruk>(start, Strictness::Lenient).unwrap();
        assert_eq!(fen::write(&position), *start);
        for (text, expected) in *moves {
            position = position.play_unchecked(uci::parse(&position, text).unwrap());
            let after = fen::write(&position);
            assert!(after.ends_with(expected), "{start} .. {text}: {after} is not {expected}");
        }
    }
}

#[test]
fn a_count_by_hand_is_written_alike() {
    let nobody = read("3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 0 33");
    let nobody = nobody.with_counting_mode(CountingMode::Manual);
    let after = nobody.play_unchecked(uci::parse(&nobody, "d4d5").unwrap());
    assert!(fen::write(&after).ends_with(" b - 128 0 33"));

    let text = "3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 7 33";
    let mut setup = fen::parse_setup::<Makruk>(text, Strictness::Strict).unwrap();
    setup.counting =
        setup.counting.with_mode(CountingMode::Manual).with_counter(Some(Color::Black));
    let black = Position::<Makruk>::from_setup(&setup, Strictness::Strict).unwrap();
    let after = black.play_unchecked(uci::parse(&black, "d4d5").unwrap());
    assert!(fen::write(&after).ends_with(" b - 128 8 33"));
}

/// Texts Fairy-Stockfish takes and gives back as they are.
const CANONICAL: &[&str] = &[
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "rnsmksnr/8/1pM~1pppp/p7/8/PPPP1PPP/8/RNSKMSNR b - - 0 3",
    "3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 0 1",
    "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 37 1",
    "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1",
    "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 30",
    "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50",
    "3k4/8/4K3/8/8/8/8/R6R w - 16 15 61",
    "8/8/4k3/8/8/2NNKS2/8/8 b - 64 10 70",
    "8/8/3k4/8/8/2MMKM~2/8/8 b - 128 10 70",
    "8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 18 50",
    "8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115",
    "2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125",
    "8/5KMk/7S/8/8/8/8/8 b - 88 52 174",
    "8/8/8/2K1k3/8/4RR2/8/8 b - 16 14 128",
    "7R/6Mk/5S2/7P/Pp6/8/2mnr3/K7 b - - 0 129",
];

#[test]
fn canonical_texts_come_back() {
    for text in CANONICAL {
        assert_eq!(fen::write(&read(text)), *text);
    }
}

#[test]
fn the_count_is_what_the_fields_say() {
    let position = read("8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50");
    let count = position.counting();
    assert_eq!((count.limit(), count.ply(), position.halfmove_clock()), (32, 10, 0));
    assert_eq!(position.counting_side(), Some(Color::Black));
    // Without a limit the fifth field is the halfmove clock.
    let position = read("3k4/8/8/4p3/3K4/8/8/r7 w - - 5 61");
    assert_eq!((position.counting().limit(), position.halfmove_clock()), (0, 5));
    let position = read("3k4/8/8/4p3/3K4/8/8/r7 w - 0 5 61");
    assert_eq!((position.counting().limit(), position.halfmove_clock()), (0, 5));
}

#[test]
fn the_spelling_of_cutechess_is_read_and_written() {
    let text = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 0 0 1";
    let start = read(text);
    assert_eq!(start, Position::startpos());
    assert_eq!(start, read("rnefkenr/8/pppppppp/8/8/PPPPPPPP/8/RNEKFENR w - 0 0 1"));
    let cutechess = FenStyle { counting: CountStyle::Cutechess, ..FenStyle::default() };
    assert_eq!(fen::write_with(&start, &cutechess), text);
    let counted = "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 30";
    assert_eq!(fen::write_with(&read(counted), &cutechess), counted);
}

#[test]
fn marks_can_be_left_out() {
    let plain = FenStyle { promoted_marks: false, ..FenStyle::default() };
    let marked = read("8/8/4km~2/8/8/2RM~K3/8/8 b - 32 10 50");
    let text = fen::write_with(&marked, &plain);
    assert_eq!(text, "8/8/4km2/8/8/2RMK3/8/8 b - 32 10 50");
    assert!(read(&text).is_repetition_of(&marked));
    assert_eq!(marked.promoted().len(), 2);
}

#[test]
fn short_forms_and_castling_letters_need_leniency() {
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
    for tail in ["", " w", " w -", " w - -", " w - - 0", " w KQkq - 0 1", "  w\t- - 0 1\n"] {
        let text = format!("{start}{tail}");
        let lenient = fen::parse::<Makruk>(&text, Strictness::Lenient);
        assert_eq!(lenient, Ok(Position::startpos()), "{text}");
        assert!(fen::parse::<Makruk>(&text, Strictness::Strict).is_err(), "{text}");
    }
}

#[test]
fn there_is_no_en_passant_in_either_mode() {
    let text = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - e3 0 1";
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let error = fen::parse::<Makruk>(text, strictness).unwrap_err();
        assert_eq!(error.kind, FenErrorKind::NoEnPassant);
        assert_eq!((error.field, error.column), (FenField::CountLimit, 49));
    }
}

#[test]
fn limits_that_do_not_exist_are_refused() {
    let text = "3k4/8/4K3/8/8/8/8/R6R w - 17 15 61";
    let error = fen::parse::<Makruk>(text, Strictness::Strict).unwrap_err();
    assert_eq!(error.kind, FenErrorKind::Position(SetupError::CountLimit(17)));
    assert_eq!((error.field, error.column), (FenField::CountLimit, 27));
    let text = "3k4/8/4K3/8/8/8/8/R6R w - 300 15 61";
    let error = fen::parse::<Makruk>(text, Strictness::Strict).unwrap_err();
    assert_eq!(error.kind, FenErrorKind::NumberRange { min: 0, max: 255 });
}

#[test]
fn a_forgotten_space_is_no_limit() {
    let text = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - -0 1";
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let error = fen::parse::<Makruk>(text, strictness).unwrap_err();
        assert_eq!((error.field, error.kind), (FenField::CountLimit, FenErrorKind::Number));
    }
}
