//! Castling rights in all their spellings.

use erawan_board::{CastlingSide, Chess, Color, Position, SetupError, Square, Strictness};
use erawan_notation::fen::{self, CastlingStyle, FenErrorKind, FenField, FenStyle};

const SHREDDER: FenStyle = FenStyle {
    castling: CastlingStyle::Shredder,
    promoted_marks: true,
    counting: fen::CountStyle::FairyStockfish,
};

fn read(text: &str) -> Position<Chess> {
    fen::parse(text, Strictness::Strict).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

fn error(text: &str) -> (FenErrorKind, usize) {
    let error = fen::parse::<Chess>(text, Strictness::Strict).unwrap_err();
    assert_eq!(error.field, FenField::Castling, "{error}");
    (error.kind, error.column)
}

#[test]
fn x_fen_and_shredder_fen_mean_the_same() {
    // The first is the example of the inner rook in the article on X-FEN.
    for (xfen, shredder, other) in [
        ("rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w", "Gga", "Gkq"),
        ("4k3/8/8/8/8/8/8/R3K2R w", "HA", "KQ"),
        ("4k3/8/8/8/8/8/8/RR2K3 w", "B", "B"),
        ("4k3/8/8/8/8/8/8/RR2K3 w", "A", "Q"),
        ("1r1k2rr/8/8/8/8/8/8/RR1K3R w", "HBgb", "KBgq"),
        ("rk5r/8/8/8/8/8/8/5RKR w", "HFha", "KQkq"),
    ] {
        let expected = read(&format!("{xfen} {shredder} - 0 1"));
        assert_eq!(read(&format!("{xfen} {other} - 0 1")), expected, "{xfen}");
        assert_eq!(fen::write(&expected), format!("{xfen} {other} - 0 1"));
        assert_eq!(fen::write_with(&expected, &SHREDDER), format!("{xfen} {shredder} - 0 1"));
    }
}

#[test]
fn the_inner_rook_castles() {
    let position = read("4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1");
    assert_eq!(position.castling_rook(Color::White, CastlingSide::Long), Some(Square::B1));
    assert_eq!(position.castling_rook(Color::White, CastlingSide::Short), Some(Square::H1));
}

#[test]
fn all_start_positions_survive_in_both_spellings() {
    for number in 0..960 {
        let start = Position::chess960(number);
        let xfen = fen::write(&start);
        assert!(xfen.contains(" w KQkq - 0 1"), "{xfen}");
        assert_eq!(read(&xfen), start);
        assert_eq!(read(&fen::write_with(&start, &SHREDDER)), start);
    }
}

#[test]
fn wrong_rights_are_refused_where_they_stand() {
    let board = "4k3/8/8/8/8/8/8/4K2R w";
    assert_eq!(error(&format!("{board} KX - 0 1")), (FenErrorKind::CastlingLetter('X'), 25));
    assert_eq!(error(&format!("{board} K- - 0 1")), (FenErrorKind::CastlingLetter('-'), 25));
    assert_eq!(error(&format!("{board} KQ - 0 1")), (FenErrorKind::NoCastlingRook('Q'), 25));
    assert_eq!(error(&format!("{board} k - 0 1")), (FenErrorKind::NoCastlingRook('k'), 24));
    assert_eq!(error(&format!("{board} G - 0 1")), (FenErrorKind::NoCastlingRook('G'), 24));
    assert_eq!(error(&format!("{board} KK - 0 1")), (FenErrorKind::RepeatedRight('K'), 25));
    assert_eq!(error(&format!("{board} KH - 0 1")), (FenErrorKind::RepeatedRight('H'), 25));
    assert_eq!(error(&format!("{board} é - 0 1")), (FenErrorKind::CastlingLetter('é'), 24));
    let two = error("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1");
    assert_eq!(two, (FenErrorKind::Position(SetupError::Castling(Square::H1)), 25));
}

#[test]
fn a_king_away_from_home_has_no_rights() {
    let text = "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1";
    assert_eq!(error(text), (FenErrorKind::NoCastlingRook('K'), 25));
    let lenient = fen::parse::<Chess>(text, Strictness::Lenient).unwrap();
    assert!(lenient.castling_rooks().is_empty());
}

#[test]
fn lenient_reading_drops_what_means_nothing() {
    let text = "4k3/8/8/8/8/8/8/4K2R w KQkqKA - 0 1";
    let position = fen::parse::<Chess>(text, Strictness::Lenient).unwrap();
    assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}
