//! How games end, and what makes a set-up a position.

use crate::common::position;
use erawan_board::{
    Bitboard, Chess, Color, Counting, CountingKind, CountingMode, DrawReason, Game, Makruk, Move,
    Outcome, Piece, Position, Role, Rules, Setup, SetupError, Square, Strictness, WinReason,
};
use erawan_testing::notation::{fen, uci};

fn find<R: Rules>(game: &Game<R>, text: &str) -> Move {
    uci::parse(game.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play<R: Rules>(game: &mut Game<R>, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(find(game, text)).unwrap();
    }
}

fn game<R: Rules>(fen: &str) -> Game<R> {
    Game::from_position(position(fen))
}

#[test]
fn repetition_is_claimed_at_three_and_ends_at_five() {
    let mut game = Game::<Chess>::new();
    for round in 1..=4 {
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(game.repetitions(), round + 1);
        let claim = (round >= 2).then_some(DrawReason::ThreefoldRepetition);
        assert_eq!(game.claim(), claim);
        let end = (round >= 4).then_some(Outcome::Draw(DrawReason::FivefoldRepetition));
        assert_eq!(game.outcome(), end);
    }
    assert_eq!(game.undo().map(|m| m.to_string()).as_deref(), Some("f6g8"));
    assert_eq!(game.outcome(), None);
}

#[test]
fn rights_make_positions_differ() {
    // The king has moved: the board looks the same, the rights do not.
    let mut game = game::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play(&mut game, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(game.repetitions(), 1);
    // An en passant square counts only while the capture is legal.
    let mut game = self::game::<Chess>("4k3/8/8/8/4p3/8/3P3P/4K3 w - - 0 1");
    play(&mut game, "d2d4");
    assert_eq!(game.position().en_passant(), Some(Square::D3));
    play(&mut game, "e8e7 e1d1 e7e8 d1e1");
    assert_eq!(game.repetitions(), 1);
    let mut pinned = self::game::<Chess>("8/8/8/8/R3p2k/8/3P4/4K3 w - - 0 1");
    play(&mut pinned, "d2d4");
    assert_eq!(pinned.position().en_passant(), None, "the taker is pinned along the rank");
}

#[test]
fn fifty_moves_are_claimed_and_seventy_five_end() {
    for (clock, claim, end) in [
        (99, None, None),
        (100, Some(DrawReason::FiftyMoves), None),
        (149, Some(DrawReason::FiftyMoves), None),
        (150, Some(DrawReason::FiftyMoves), Some(Outcome::Draw(DrawReason::SeventyFiveMoves))),
    ] {
        let game = game::<Chess>(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90"));
        assert_eq!((game.claim(), game.outcome()), (claim, end), "clock {clock}");
    }
    // Mate goes first.
    let mate = game::<Chess>("R3k3/8/4K3/8/8/8/8/8 b - - 150 90");
    let win = Outcome::Win { winner: Color::White, reason: WinReason::Checkmate };
    assert_eq!(mate.outcome(), Some(win));
    assert_eq!(win.to_string(), "White wins by checkmate");
    assert_eq!((win.result(), win.winner()), ("1-0", Some(Color::White)));
}

#[test]
fn a_game_takes_only_legal_moves() {
    let mut game = Game::<Chess>::new();
    let e4 = find(&game, "e2e4");
    game.play(e4).unwrap();
    let error = game.play(e4).unwrap_err();
    assert_eq!(error.to_string(), "e2e4 is not legal here");
    assert_eq!(game.moves(), [e4]);
    assert_eq!(game.undo(), Some(e4));
    assert_eq!(game.undo(), None);
    assert_eq!(game.position(), game.start());
}

#[test]
fn insufficient_material_in_chess() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false),
    ] {
        assert_eq!(position::<Chess>(fen).is_insufficient_material(), expected, "{fen}");
    }
}

#[test]
fn insufficient_material_in_makruk() {
    // As Fairy-Stockfish has it, for both sides together.
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KM2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/4M3/4KM2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/3M4/4KM2 w - - 0 1", false),
        ("4km2/8/8/8/8/8/8/4KM2 w - - 0 1", false),
        ("4k1m1/8/8/8/8/8/8/4KM2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KS2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false),
        ("4km2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
    ] {
        assert_eq!(position::<Makruk>(fen).is_insufficient_material(), expected, "{fen}");
    }
}

#[test]
fn makruk_ends_at_three_repetitions() {
    let mut game = Game::<Makruk>::new();
    play(&mut game, "b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "d7b8");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
}

#[test]
fn makruk_stalemate_is_a_draw_and_counting_ends_games() {
    let stalemate = game::<Makruk>("k7/1R6/1K6/8/8/8/8/8 b - 32 6 40");
    assert_eq!(stalemate.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
    let mut race = game::<Makruk>("3k4/8/3K4/8/8/8/8/R6R w - 16 15 61");
    play(&mut race, "h1h7");
    assert_eq!(race.outcome(), None);
    play(&mut race, "d8c8");
    assert_eq!(race.outcome(), Some(Outcome::Draw(DrawReason::Counting)));
    let mut mate = game::<Makruk>("3k4/8/3K4/8/8/8/8/R6R w - 16 15 61");
    play(&mut mate, "h1h8");
    assert_eq!(mate.outcome().and_then(Outcome::winner), Some(Color::White));
}

#[test]
fn counting_by_hand() {
    let start = position::<Makruk>("3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1");
    let mut game = Game::from_position(start.with_counting_mode(CountingMode::Manual));
    assert!(!game.start_counting(), "there is a bia on the board");
    play(&mut game, "f5f6m");
    assert_eq!(game.position().counting_kind(), Some(CountingKind::Board));
    assert_eq!(game.position().counting_side(), None);
    play(&mut game, "d8e8 d4d5");
    assert_eq!(game.position().counting().ply(), 0, "nobody counts yet");
    assert!(game.start_counting());
    assert!(!game.start_counting(), "one at a time");
    assert_eq!(game.position().counting_side(), Some(Color::Black));
    play(&mut game, "e8d8");
    assert_eq!(game.position().counting().spoken(), 1);
    assert_eq!(game.claim(), Some(DrawReason::CountingOffer));
    assert!(!game.stop_counting(), "White is not counting");
    play(&mut game, "d5d4 d8e8 d4d5");
    assert_eq!(game.position().counting().spoken(), 2);
    assert!(game.stop_counting());
    assert_eq!(game.position().counting_side(), None);
    play(&mut game, "e8d8");
    assert_eq!(game.position().counting().ply(), 0);
    // Whoever mates while counting has a draw.
    let mut setup = position::<Makruk>("3k4/8/3K4/8/8/7m/8/R7 w - 128 40 61").to_setup();
    setup.counting =
        Counting::new(128, 40).with_mode(CountingMode::Manual).with_counter(Some(Color::White));
    let counting = Position::<Makruk>::from_setup(&setup, Strictness::Strict).unwrap();
    let mut game = Game::from_position(counting);
    play(&mut game, "a1a8");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::MateWhileCounting)));
}

#[test]
fn counting_can_be_off() {
    let start = position::<Makruk>("3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1");
    let mut game = Game::from_position(start.with_counting_mode(CountingMode::Off));
    play(&mut game, "f5f6m d8e8 d4d5");
    assert_eq!(game.position().counting().limit(), 0);
    assert_eq!(game.position().counting_kind(), None);
}

/// The start position with something changed, and what is wrong with it then.
fn refuse<R: Rules>(change: impl Fn(&mut Setup)) -> SetupError {
    let mut setup = R::start();
    change(&mut setup);
    let error = Position::<R>::from_setup(&setup, Strictness::Strict).unwrap_err();
    assert!(!error.to_string().is_empty());
    error
}

#[test]
fn impossible_set_ups_are_refused_with_a_reason() {
    const fn white(role: Role) -> Piece {
        Piece::new(Color::White, role)
    }
    const fn black(role: Role) -> Piece {
        Piece::new(Color::Black, role)
    }
    let chess = |change: fn(&mut Setup)| refuse::<Chess>(change);
    assert_eq!(chess(|s| _ = s.remove(Square::E1)), SetupError::NoKing(Color::White));
    assert_eq!(
        chess(|s| s.put(Square::E5, black(Role::King))),
        SetupError::ManyKings(Color::Black, Square::E8)
    );
    assert_eq!(
        chess(|s| {
            s.remove(Square::E8);
            s.put(Square::F2, black(Role::King));
        }),
        SetupError::KingsTouch
    );
    assert_eq!(
        chess(|s| s.put(Square::A8, white(Role::Pawn))),
        SetupError::PawnSquare(Color::White, Square::A8)
    );
    assert_eq!(
        chess(|s| s.put(Square::F6, white(Role::Knight))),
        SetupError::ManyMen(Color::White, 17)
    );
    assert_eq!(
        chess(|s| {
            s.remove(Square::B1);
            s.put(Square::A3, white(Role::Pawn));
        }),
        SetupError::ManyPawns(Color::White, 9)
    );
    assert_eq!(
        chess(|s| s.put(Square::B1, white(Role::Queen))),
        SetupError::ManyPromoted(Color::White, 1)
    );
    assert_eq!(
        chess(|s| {
            s.remove(Square::E7);
            s.remove(Square::E2);
            s.remove(Square::A1);
            s.castling_rooks = Bitboard::EMPTY;
            s.put(Square::E4, white(Role::Rook));
        }),
        SetupError::OpponentInCheck(Square::E4)
    );
    assert_eq!(
        chess(|s| {
            for (from, to) in [(Square::B8, Square::D3), (Square::G8, Square::F3)] {
                s.remove(from);
                s.put(to, black(Role::Knight));
            }
            s.remove(Square::D8);
            s.remove(Square::E2);
            s.put(Square::E4, black(Role::Queen));
        }),
        SetupError::ManyCheckers(3)
    );
    assert_eq!(chess(|s| _ = s.remove(Square::H1)), SetupError::Castling(Square::H1));
    assert_eq!(chess(|s| s.en_passant = Some(Square::E6)), SetupError::EnPassant(Square::E6));
    assert_eq!(chess(|s| s.promoted = Square::D1.into()), SetupError::Promoted(Square::D1));
    let makruk = |change: fn(&mut Setup)| refuse::<Makruk>(change);
    assert_eq!(
        makruk(|s| {
            s.remove(Square::A3);
            s.put(Square::A2, white(Role::Pawn));
        }),
        SetupError::PawnSquare(Color::White, Square::A2)
    );
    assert_eq!(
        makruk(|s| s.put(Square::B3, white(Role::Rook))),
        SetupError::ManyPieces(Color::White, Role::Rook, 3)
    );
    assert_eq!(makruk(|s| s.promoted = Square::A3.into()), SetupError::Promoted(Square::A3));
    assert_eq!(makruk(|s| s.counting = Counting::new(17, 0)), SetupError::CountLimit(17));
    assert_eq!(makruk(|s| s.castling_rooks = Square::A1.into()), SetupError::Castling(Square::A1));
}

#[test]
fn leniency_drops_what_means_nothing() {
    let mut setup = Chess::start();
    setup.remove(Square::H1);
    setup.en_passant = Some(Square::E6);
    setup.promoted = Bitboard::ALL;
    let position = Position::<Chess>::from_setup(&setup, Strictness::Lenient).unwrap();
    assert_eq!(position.castling_rooks().len(), 3);
    assert_eq!(position.en_passant(), None);
    assert!(position.promoted().is_empty());
    // Two rooks on one side of the king cannot both castle.
    setup.put(Square::B1, Piece::new(Color::White, Role::Rook));
    setup.castling_rooks = setup.castling_rooks.with(Square::B1);
    let position = Position::<Chess>::from_setup(&setup, Strictness::Lenient).unwrap();
    assert_eq!(position.castling_rooks().len(), 3);
}

/// Checks that python-chess 1.11 finds possible.
const POSSIBLE_CHECKS: [&str; 16] = [
    "8/3B4/N7/7k/6Pp/8/1P1K4/5R2 b - g3 0 1",
    "3k4/4B3/1B1B4/B7/8/2K5/8/8 b - - 0 1",
    "8/1R3R2/4B3/8/8/3K4/k7/Q7 b - - 0 1",
    "7B/P6B/5k2/5R1K/8/8/8/8 b - - 0 1",
    "4k3/8/8/1Q6/6K1/2Q5/8/1Q2R3 b - - 0 1",
    "8/8/8/8/7K/7B/1Qk5/R2B4 b - - 0 1",
    "5NQ1/6R1/4k3/K7/8/8/8/5R2 b - - 0 1",
    "4N3/8/8/8/K7/4R1B1/6B1/4k3 b - - 0 1",
    "4Q3/3R4/8/1kQ5/B7/8/1K6/8 b - - 0 1",
    "8/8/8/k6Q/5R2/8/8/R1Q2K2 b - - 0 1",
    "8/8/1Q6/1kQ4K/8/3P2N1/8/8 b - - 0 1",
    "8/2k5/5N2/Q1K1Q3/B7/8/8/8 b - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/4k3/8/8/8/B3R1K1 b - - 0 1",
    "8/8/2N5/4k3/8/8/8/4R1K1 b - - 0 1",
    "8/8/8/6k1/3Pp3/8/8/2B1K3 b - d3 0 1",
];

/// Checks that python-chess 1.11 calls impossible.
const IMPOSSIBLE_CHECKS: [&str; 16] = [
    "8/7P/8/8/3Pp1Q1/4k2R/7Q/7K b - d3 0 1",
    "8/6R1/8/8/2Q4P/2Nk4/1Q6/3K4 b - h3 0 1",
    "8/1N3k1N/8/3P3B/2Pp4/3K4/8/8 b - c3 0 1",
    "8/K7/N2P1N2/8/2Ppk3/8/3R4/8 b - c3 0 1",
    "5Q2/8/8/8/1Pp3R1/4K3/3PR1k1/8 b - b3 0 1",
    "2B2K2/1k4Q1/8/6R1/Pp6/8/2B5/8 b - a3 0 1",
    "K7/3k4/8/7P/3R1Pp1/8/B7/Q7 b - f3 0 1",
    "5K2/6Qk/8/1N6/1Pp5/7Q/8/2N5 b - b3 0 1",
    "3K4/P7/4k3/8/5Pp1/4R2R/8/3N4 b - f3 0 1",
    "8/1K6/3R4/8/Pp6/4k3/3Q1B1P/8 b - a3 0 1",
    "8/NQ6/8/8/B1K4P/4P3/1k6/8 b - h3 0 1",
    "8/P7/7P/2P1k3/2Pp4/8/8/2K1Q3 b - c3 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "8/8/8/R2k3R/8/8/8/4K3 b - - 0 1",
    "4Q3/8/8/4k3/8/8/8/4R1K1 b - - 0 1",
    "8/8/8/6k1/1p1Pp3/8/8/2B1K1R1 b - d3 0 1",
];

/// Double checks by men that do not slide: python-chess lets them pass.
const TWO_LEAPERS: [&str; 3] = [
    "8/8/N7/2k5/N7/8/8/3K4 b - - 0 1",
    "8/8/2N5/4k3/3P4/8/8/4K3 b - - 0 1",
    "8/8/8/4k3/3P1P2/8/8/4K3 b - - 0 1",
];

#[test]
fn impossible_checks_are_refused_by_the_strict_alone() {
    let read = |text: &str, strictness| fen::parse::<Chess>(text, strictness);
    for text in POSSIBLE_CHECKS {
        let position = read(text, Strictness::Strict).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(position.in_check(), "{text}");
    }
    for text in IMPOSSIBLE_CHECKS.iter().chain(&TWO_LEAPERS) {
        let error = read(text, Strictness::Strict).expect_err(text).to_string();
        assert!(error.contains("no move can have given the check"), "{text}: {error}");
        assert!(read(text, Strictness::Lenient).is_ok(), "{text}");
    }
    // Makruk: rua on both sides of the khun, two ma; a rua and a ma are possible.
    let makruk = |text: &str| fen::parse::<Makruk>(text, Strictness::Strict).is_ok();
    assert!(!makruk("8/8/8/R2k3R/8/8/8/4K3 b - - 0 1"));
    assert!(!makruk("8/8/N7/2k5/N7/8/8/3K4 b - - 0 1"));
    assert!(makruk("8/8/N7/2k5/8/8/8/2RK4 b - - 0 1"));
}
