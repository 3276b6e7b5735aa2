//! Moves as engine protocols spell them.

use erawan_board::{Chess, Color, Makruk, Position, Role, Rules, Square, Strictness};
use erawan_notation::fen;
use erawan_notation::uci::{self, CastlingNotation, UciMoveError as Error};

fn read<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text, Strictness::Strict).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

#[test]
fn texts_that_are_no_moves() {
    let start = Position::<Chess>::startpos();
    for text in [
        "", "e", "e2", "e2e", "e2-e4", "e2e4qq", "e2e4 ", " e2e4", "E2E4", "i2i4", "e0e4", "e2e9",
        "Nf3", "é2e4", "e2é4", "eé", "\0\0\0\0", "O-O", "P@e4", "e7e8é", "e7e85", "e7e8=",
        "(none)", "00000",
    ] {
        assert_eq!(uci::parse(&start, text), Err(Error::NotAMove), "{text:?}");
    }
    assert_eq!(uci::parse(&start, "0000"), Err(Error::NullMove));
    assert_eq!(uci::parse(&start, &"e2e4".repeat(1 << 18)), Err(Error::NotAMove));
}

#[test]
fn moves_that_are_not_legal() {
    let start = Position::<Chess>::startpos();
    assert_eq!(uci::parse(&start, "e4e5"), Err(Error::NoPiece(Square::E4)));
    assert_eq!(uci::parse(&start, "e7e5"), Err(Error::WrongColor(Square::E7, Color::Black)));
    assert_eq!(uci::parse(&start, "e2e5"), Err(Error::Illegal(Square::E2, Square::E5)));
    assert_eq!(uci::parse(&start, "e2e4q"), Err(Error::Illegal(Square::E2, Square::E4)));
    assert_eq!(uci::parse(&start, "e1g1"), Err(Error::Illegal(Square::E1, Square::G1)));
    assert_eq!(uci::parse(&start, "e1h1"), Err(Error::Illegal(Square::E1, Square::H1)));
    // Pinned.
    let pinned = read::<Chess>("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(uci::parse(&pinned, "e2c3"), Err(Error::Illegal(Square::E2, Square::C3)));
}

#[test]
fn promotions() {
    let chess = read::<Chess>("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    for (text, role) in
        [("q", Role::Queen), ("r", Role::Rook), ("b", Role::Bishop), ("n", Role::Knight)]
    {
        let m = uci::parse(&chess, &format!("e7e8{text}")).unwrap();
        assert_eq!(m.promotion(), Some(role));
        assert_eq!(uci::parse(&chess, &format!("e7e8{}", text.to_uppercase())), Ok(m));
        assert_eq!(uci::write::<Chess>(m, CastlingNotation::Standard), format!("e7e8{text}"));
    }
    let letters = "q, r, b, n";
    assert_eq!(uci::parse(&chess, "e7e8"), Err(Error::MissingPromotion(letters)));
    for letter in ['k', 'p', 'm', 'Z'] {
        let error = uci::parse(&chess, &format!("e7e8{letter}"));
        assert_eq!(error, Err(Error::UnknownPromotion(letter, letters)));
    }

    let makruk = read::<Makruk>("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1");
    let m = uci::parse(&makruk, "g5g6m").unwrap();
    assert_eq!(uci::parse(&makruk, "g5g6M"), Ok(m));
    assert_eq!(uci::write::<Makruk>(m, CastlingNotation::Standard), "g5g6m");
    let error = uci::parse(&makruk, "g5g6").unwrap_err();
    assert_eq!(error, Error::MissingPromotion("m"));
    assert_eq!(error.to_string(), "the move promotes: one of the letters m must follow");
    assert_eq!(uci::parse(&makruk, "g5g6q"), Err(Error::UnknownPromotion('q', "m")));
    assert_eq!(uci::parse(&makruk, "c5c6m"), Err(Error::Illegal(Square::C5, Square::C6)));
}

#[test]
fn castling_in_both_spellings() {
    let position = read::<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (target, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let m = uci::parse(&position, target).unwrap();
        assert!(m.is_castle());
        assert_eq!(uci::parse(&position, rook), Ok(m));
        assert_eq!(uci::write::<Chess>(m, CastlingNotation::Standard), target);
        assert_eq!(uci::write::<Chess>(m, CastlingNotation::Chess960), rook);
    }
}

#[test]
fn a_step_of_the_king_goes_before_castling() {
    let position = read::<Chess>("4k3/8/8/8/8/8/8/RK6 w Q - 0 1");
    let step = uci::parse(&position, "b1c1").unwrap();
    assert!(!step.is_castle());
    let castle = uci::parse(&position, "b1a1").unwrap();
    assert!(castle.is_castle());
    // Standard notation stays unambiguous.
    assert_eq!(uci::write::<Chess>(castle, CastlingNotation::Standard), "b1a1");
    assert_eq!(uci::write::<Chess>(step, CastlingNotation::Chess960), "b1c1");
    // From g1 the king stays where it is.
    let position = read::<Chess>("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    let castle = uci::parse(&position, "g1h1").unwrap();
    assert!(castle.is_castle());
    assert_eq!(uci::parse(&position, "g1g1"), Ok(castle));
    // From f1, g1 is a step, so only taking the rook castles.
    let position = read::<Chess>("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert!(!uci::parse(&position, "f1g1").unwrap().is_castle());
    assert!(uci::parse(&position, "f1h1").unwrap().is_castle());
    // From d1, g1 can only be castling.
    let position = read::<Chess>("4k3/8/8/8/8/8/8/3K3R w K - 0 1");
    assert!(uci::parse(&position, "d1g1").unwrap().is_castle());
}
