//! Makruk's rules one by one: perft, counting, the ends of games and FENs, with
//! the answers of Fairy-Stockfish (and, for perft, of a second generator).

use erawan_board::{
    Color, Counting, CountingKind, CountingMode, DrawReason, Game, Makruk, Outcome, Position,
    Strictness, WinReason, perft,
};
use erawan_testing::notation::{fen, uci};

const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// Some of the positions here could not come about in a game: the side that
/// has just moved is in check, or a bia stands behind its start.
fn position(text: &str) -> Position<Makruk> {
    fen::parse(text, Strictness::Lenient).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(game: &mut Game<Makruk>, text: &str) {
    let m = uci::parse(game.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.play(m).unwrap();
}

#[test]
fn start_position_is_as_written() {
    assert_eq!(position(START), Position::startpos());
}

#[test]
fn perft_agrees_with_two_other_generators() {
    let table: [(&str, &str, &[u64]); 14] = [
        ("start", START, &[23, 529, 12_012, 273_026, 6_223_994]),
        (
            "opening",
            "r1smksnr/3n4/pppp1ppp/4p3/4PP2/PPPP2PP/8/RNSKMSNR w - - 0 1",
            &[24, 554, 13_519, 318_382],
        ),
        (
            "promotions everywhere",
            "r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1",
            &[42, 1_708, 68_657, 2_672_818],
        ),
        (
            "pinned ma and bia of both colours",
            "3r4/4k1nR/8/2p1p3/3P4/8/rN1K4/4R3 w - - 0 1",
            &[27, 760, 20_522, 590_013],
        ),
        (
            "a pinned khon steps ahead, a pinned met is frozen",
            "3r1Rmk/8/7s/8/8/3S4/8/rM1K3R w - - 0 1",
            &[24, 471, 12_131, 277_600],
        ),
        (
            "the same for Black",
            "3r1Rmk/8/7s/8/8/3S4/8/rM1K3R b - - 0 1",
            &[21, 496, 11_028, 290_111],
        ),
        (
            "a pinned ma and promotions of Black",
            "3k4/2s1m3/3n4/8/2pRp3/1P3P2/3K4/4S3 b - - 0 1",
            &[12, 181, 2_739, 47_934],
        ),
        (
            "check from a khon, discoveries, promotions",
            "3k4/1r6/2n1p3/1P1P1P2/3N4/3R4/2s5/3K4 w - - 0 1",
            &[5, 140, 3_409, 80_385],
        ),
        (
            "middlegame",
            "3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1",
            &[30, 792, 22_879, 605_119],
        ),
        ("pieces' honour", "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50", &[6, 136, 625, 14_573]),
        ("board's honour", "3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 0 33", &[15, 90, 1_481, 11_442]),
        ("khons look ahead only", "4k3/3S4/8/4s3/4K3/8/3s4/2S5 w - - 0 1", &[5, 20, 228, 2_869]),
        ("one move", "k7/2K5/8/1M6/8/8/8/8 b - 128 6 40", &[1, 9, 24, 213]),
        (
            "pins and checks on all sides",
            "4r3/4k3/4s3/r2nM2R/3P4/R2SK2r/4P3/4R3 w - - 0 1",
            &[3, 111, 2_980, 106_376],
        ),
    ];
    for (name, text, nodes) in table {
        let position = position(text);
        for (depth, &expected) in (1..).zip(nodes) {
            assert_eq!(perft::perft(&position, depth), expected, "{name}, depth {depth}: {text}");
        }
    }
}

/// A start, moves with the count (limit and number, in plies) after each, and
/// how the game stands after the last.
type CountingCase = (&'static str, &'static [(&'static str, u8, u16)], Option<Outcome>);

const WHITE_MATES: Option<Outcome> =
    Some(Outcome::Win { winner: Color::White, reason: WinReason::Checkmate });
const BLACK_MATES: Option<Outcome> =
    Some(Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate });
const COUNTED_OUT: Option<Outcome> = Some(Outcome::Draw(DrawReason::Counting));

#[test]
fn counts_begin_tick_and_end() {
    let table: [CountingCase; 17] = [
        // The last bia promotes: one khon, four men on the board.
        ("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", &[("g5g6m", 88, 8)], None),
        // The pieces' honour replaces the board's honour.
        ("8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", &[("e5f6", 44, 8)], None),
        // The board's honour begins.
        ("3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 1", &[("f5f6m", 128, 0)], None),
        ("3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 36 1", &[("d4d5", 128, 37)], None),
        (
            "8/m7/4k3/8/8/2RMK3/8/8 w - - 0 50",
            &[("d3c4", 128, 0), ("e6e5", 128, 1), ("c4d3", 128, 2), ("e5d5", 128, 3)],
            None,
        ),
        // One rua, four men.
        ("8/8/4k3/8/8/m2MK3/8/R7 w - - 0 50", &[("a1a3", 32, 8), ("e6d6", 32, 9)], None),
        // The limit stays what it was when the khun takes something.
        ("8/8/4k3/5P2/8/2RMK3/8/8 w - - 0 50", &[("f5f6m", 32, 10), ("e6f6", 32, 11)], None),
        // The bare khun itself takes the last bia: that move counts.
        (
            "8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50",
            &[("e6f5", 32, 7), ("e3d4", 32, 8), ("f5f4", 32, 9)],
            None,
        ),
        // A FEN that tells of no count: it begins with the chaser's move.
        ("8/8/4k3/8/8/2RMK3/8/8 b - - 0 50", &[("e6e5", 0, 0), ("c3c4", 32, 8)], None),
        ("8/8/4k3/8/8/2RMK3/8/8 w - - 0 50", &[("c3c5", 32, 8)], None),
        // Mate in reply to the last number wins; one move later it is a draw.
        ("3k4/8/3K4/8/8/8/8/R6R w - 16 15 61", &[("h1h8", 16, 16)], WHITE_MATES),
        ("3k4/8/3K4/8/8/8/8/R6R w - 16 15 61", &[("h1h7", 16, 16), ("d8c8", 16, 17)], COUNTED_OUT),
        // Nine men are more than a limit of eight: mate wins, else it is drawn.
        ("3k3n/8/3K4/8/8/8/MM6/RMMM3R w - 128 40 61", &[("h1h8", 16, 18)], WHITE_MATES),
        ("2k4n/8/4K3/8/8/8/MM6/RMMM3R w - 128 40 61", &[("h1h8", 16, 18)], COUNTED_OUT),
        ("3k4/m7/8/8/3K4/8/8/7R w - 128 127 161", &[("h1h2", 128, 128)], None),
        (
            "3k4/m7/8/8/3K4/8/8/7R w - 128 127 161",
            &[("h1h2", 128, 128), ("d8e8", 128, 129)],
            COUNTED_OUT,
        ),
        // White may be the bare khun too.
        ("3k4/8/8/4p3/3K4/8/8/r7 w - - 5 61", &[("d4e5", 32, 5)], None),
    ];
    for (start, moves, end) in table {
        let mut game = Game::from_position(position(start));
        for &(text, limit, ply) in moves {
            play(&mut game, text);
            let count = game.position().counting();
            assert_eq!((count.limit(), count.ply()), (limit, ply), "{start}: after {text}");
        }
        assert_eq!(game.outcome(), end, "{start}: {moves:?}");
    }
}

#[test]
fn positions_given_with_a_count_end_as_they_should() {
    let table = [
        ("8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115", BLACK_MATES),
        ("2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125", None),
        ("8/5KMk/7S/8/8/8/8/8 b - 88 52 174", WHITE_MATES),
        ("8/5KMk/6M1/8/8/8/8/8 b - 128 8 75", WHITE_MATES),
        ("8/8/8/2K1k3/8/4RR2/8/8 b - 16 14 128", WHITE_MATES),
        ("7R/6Mk/5S2/7P/Pp6/8/2mnr3/K7 b - - 0 129", WHITE_MATES),
        ("8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 18 50", None),
    ];
    for (text, end) in table {
        assert_eq!(Game::from_position(position(text)).outcome(), end, "{text}");
    }
}

#[test]
fn limits_follow_the_strongest_pieces_of_the_chaser() {
    // Black's last man is taken on c8; the limit is in moves.
    let table = [
        ("RR", 8),
        ("RRSN", 8),
        ("R", 16),
        ("RSSNN", 16),
        ("SS", 22),
        ("SSNN", 22),
        ("NN", 32),
        ("SNN", 32),
        ("S", 44),
        ("SNM", 44),
        ("N", 64),
        ("NMM", 64),
        ("MMM", 64),
    ];
    for (pieces, limit) in table {
        let text = format!("2n4k/2K5/8/8/8/8/8/{pieces}{} w - 128 3 1", 8 - pieces.len());
        let mut game = Game::from_position(position(&text));
        play(&mut game, "c7c8");
        let count = game.position().counting();
        assert_eq!(count.spoken_limit(), limit, "{pieces}");
        assert_eq!(usize::from(count.spoken()), pieces.len() + 2, "{pieces}");
        assert_eq!(game.position().counting_kind(), Some(CountingKind::Pieces));
        assert_eq!(game.position().counting_side(), Some(Color::Black));
    }
}

/// A FEN may hold any count: whose it is follows from the men, not from whether
/// the count is even.
#[test]
fn the_bare_king_counts() {
    for turn in ["w", "b"] {
        for ply in 1..20 {
            let black = position(&format!("8/8/8/8/8/1k6/8/K1M5 {turn} - 128 {ply} 70"));
            assert_eq!(black.counting_side(), Some(Color::Black), "{turn} {ply}");
            let white = position(&format!("8/8/8/8/8/1k1r4/8/K7 {turn} - 32 {ply} 70"));
            assert_eq!(white.counting_side(), Some(Color::White), "{turn} {ply}");
        }
    }
    // The board's honour is counted by either side.
    let board = |ply| position(&format!("8/8/8/8/8/1k1r4/8/K1M5 w - 128 {ply} 70")).counting_side();
    assert_eq!((board(12), board(13)), (Some(Color::White), Some(Color::Black)));
}

#[test]
fn board_honour_by_hand_runs_only_while_somebody_counts() {
    let by_hand = |ply, counter| {
        let mut setup = position("3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - - 0 33").to_setup();
        setup.counting =
            Counting::new(128, ply).with_mode(CountingMode::Manual).with_counter(counter);
        let position = Position::<Makruk>::from_setup(&setup, Strictness::Strict).unwrap();
        let mut game = Game::from_position(position);
        play(&mut game, "d4d5");
        fen::write(game.position())
    };
    assert_eq!(by_hand(0, None), "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 0 33");
    assert_eq!(by_hand(7, Some(Color::Black)), "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 8 33");
}

#[test]
fn insufficient_material_is_what_no_help_can_win() {
    // Three men stand on squares of these colours: c3 dark, d3 light, e3 dark.
    let table = [
        ("8/3k4/8/8/8/8/8/3K4", true),
        ("8/3k4/8/8/8/2M5/8/3K4", true),
        ("8/3k4/8/8/8/2M~5/8/3K4", true),
        ("8/3k4/8/8/8/2N5/8/3K4", true),
        ("8/3k4/8/8/8/2P5/8/3K4", true),
        ("8/3k4/8/8/8/2M1M3/8/3K4", true),
        ("8/3k4/8/8/8/2M1m3/8/3K4", true),
        ("8/3k4/8/8/8/2S5/8/3K4", false),
        ("8/3k4/8/8/8/2R5/8/3K4", false),
        ("8/3k4/8/8/8/2MM4/8/3K4", false),
        ("8/3k4/8/8/8/2N1m3/8/3K4", false),
        ("8/3k4/8/8/8/2N1n3/8/3K4", false),
        ("8/3k4/8/8/8/2Mm4/8/3K4", false),
        ("8/3k4/8/8/8/2M1s3/8/3K4", false),
    ];
    for (placement, insufficient) in table {
        let position = position(&format!("{placement} w - - 0 1"));
        assert_eq!(position.is_insufficient_material(), insufficient, "{placement}");
    }
}

#[test]
fn stalemate_and_the_third_repetition_are_draws() {
    let stalemate = position("k7/8/K7/8/8/8/8/1R6 b - 32 20 80");
    let end = Game::from_position(stalemate).outcome();
    assert_eq!(end, Some(Outcome::Draw(DrawReason::Stalemate)));

    let mut game = Game::<Makruk>::new();
    for round in 0..2 {
        assert_eq!(game.outcome(), None, "round {round}");
        for text in ["a1a2", "a8a7", "a2a1", "a7a8"] {
            assert_eq!(game.outcome(), None, "round {round}, before {text}");
            play(&mut game, text);
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
    assert_eq!(game.repetitions(), 3);
}

#[test]
fn a_bia_promotes_on_its_sixth_rank_and_only_there() {
    let moves = |text: &str| -> Vec<String> {
        let position = position(text);
        let mut moves: Vec<String> = position
            .legal_moves()
            .iter()
            .filter(|m| m.role() == erawan_board::Role::Pawn)
            .map(|&m| uci::write::<Makruk>(m, uci::CastlingNotation::Standard))
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(moves("4k3/8/3r4/4P3/P7/8/8/4K3 w - - 0 1"), ["a4a5", "e5d6m", "e5e6m"]);
    assert_eq!(moves("4k3/8/8/p7/4p3/3R4/8/4K3 b - - 0 1"), ["a5a4", "e4d3m", "e4e3m"]);
    // Neither double step nor, past the sixth rank, a move that does not promote.
    assert_eq!(moves("4k3/P7/8/8/8/1P6/2P5/4K3 w - - 0 1"), ["a7a8m", "b3b4", "c2c3"]);
}

#[test]
fn fens_of_fairy_stockfish_are_read_and_written() {
    let table = [
        START,
        "rnsmksnr/8/1pM~1pppp/p7/8/PPPP1PPP/8/RNSKMSNR b - - 0 3",
        "3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 0 1",
        "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 37 1",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1",
        "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 30",
        "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50",
        "3k4/8/4K3/8/8/8/8/R6R w - 16 15 61",
        "8/8/4k3/8/8/2NNKS2/8/8 b - 64 10 70",
        "8/8/3k4/8/8/2MMKM~2/8/8 b - 128 10 70",
    ];
    for text in table {
        let position = fen::parse::<Makruk>(text, Strictness::Strict)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::write(&position), text);
    }
    let placement = &START[..START.len() - "w - - 0 1".len()];
    for tail in ["w - 0 0 1", "w", "w KQkq - 0 1"] {
        assert_eq!(position(&format!("{placement}{tail}")), Position::startpos(), "{tail}");
    }
}

#[test]
fn fens_that_mean_nothing_are_refused() {
    for text in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - e3 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKKSNR w - - 0 1",
        "rnsqksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    ] {
        assert!(fen::parse::<Makruk>(text, Strictness::Lenient).is_err(), "{text}");
        assert!(fen::parse::<Makruk>(text, Strictness::Strict).is_err(), "{text}");
    }
}
