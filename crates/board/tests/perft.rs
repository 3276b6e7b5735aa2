//! Perft values published on the Chess Programming Wiki and in the test suites
//! of other programs.

use crate::common::position;
use erawan_board::perft::{MAX_DEPTH, Perft, divide, perft};
use erawan_board::{Cambodian, Chess, Makpong, Makruk, Position};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const CHESS: &[(&str, &[u64])] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (KIWIPETE, &[48, 2_039, 97_862, 4_085_603, 193_690_690]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
    // En passant that would uncover an attack along the rank or a diagonal.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", &[18, 92, 1_670, 10_138, 185_429, 1_134_888]),
    ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", &[13, 102, 1_284, 10_375, 138_886, 1_038_514]),
    // En passant that gives check; castling that gives check; castling lost by
    // a capture; promotion out of check and into it; stalemates.
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", &[15, 126, 1_928, 13_931, 206_379, 1_440_467]),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &[15, 66, 1_198, 6_399, 120_330, 661_072]),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", &[16, 71, 1_286, 7_418, 141_077, 803_711]),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", &[26, 1_141, 27_826, 1_274_206]),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", &[44, 1_494, 50_509, 1_720_476]),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", &[11, 133, 1_442, 19_174, 266_199, 3_821_001]),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", &[6, 27, 273, 1_329, 18_135, 92_683]),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", &[2, 6, 13, 63, 382, 2_217]),
];

const CHESS960: &[(&str, &[u64])] = &[
    (
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        &[29, 502, 14_569, 287_739, 8_652_810],
    ),
    (
        "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
        &[27, 916, 25_798, 890_435, 26_302_461],
    ),
    (
        "rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9",
        &[24, 600, 15_347, 408_207, 11_029_596],
    ),
    (
        "bbrqn1kr/1pppp1pp/4n3/5p2/p5P1/3P4/PPP1PPKP/BBRQNN1R w hc - 0 9",
        &[24, 573, 12_963, 335_845, 8_191_054],
    ),
    (
        "rbbkq1rn/pppppppp/7n/8/P7/3P3P/1PPKPPP1/RBB1QRNN w a - 3 9",
        &[22, 417, 9_900, 216_855, 5_505_063],
    ),
    (
        "qbb1rnkr/ppp3pp/4n3/3ppp2/1P3PP1/8/P1PPPN1P/QBB1RNKR w HEhe - 0 9",
        &[28, 696, 20_502, 541_886, 16_492_398],
    ),
];

fn check<R: erawan_board::Rules>(rows: &[(&str, &[u64])]) {
    for (text, counts) in rows {
        let position: Position<R> = position(text);
        for (depth, &nodes) in (1..).zip(*counts) {
            assert_eq!(perft(&position, depth), nodes, "{text} depth {depth}");
            let scalar = Perft::new().simd(false).run(&position, depth);
            assert_eq!(scalar, nodes, "{text} depth {depth}, scalar");
        }
    }
}

#[test]
fn chess_positions() {
    check::<Chess>(CHESS);
}

#[test]
fn chess960_positions() {
    check::<Chess>(CHESS960);
}

#[test]
fn makruk_start() {
    check::<Makruk>(&[(
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        &[23, 529, 12_012, 273_026, 6_223_994, 142_078_049],
    )]);
}

#[test]
fn ouk_chatrang() {
    check::<Cambodian>(&[
        (
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
            &[25, 625, 15_031, 361_719, 8_597_966],
        ),
        // In check by a ma: the khun may not leap out of it.
        ("r1s1ks1r/3nm3/pppNpppp/3n4/5P2/PPPPPNPP/8/R1SKMS1R b DEe - 0 5", &[2, 72, 2_052]),
    ]);
}

#[test]
fn makpong() {
    check::<Makpong>(&[
        (
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            &[23, 529, 12_012, 273_026, 6_223_994],
        ),
        (
            "3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1",
            &[30, 786, 22_595, 593_103],
        ),
    ]);
}

#[test]
fn threads_tables_and_division_change_nothing() {
    let position: Position<Chess> = position(KIWIPETE);
    for perft in [
        Perft::new().threads(3),
        Perft::new().hash(4),
        Perft::new().threads(2).hash(1),
        Perft::new().threads(2).hash(1).simd(false),
        Perft::new().threads(0).hash(usize::MAX),
    ] {
        for (depth, &nodes) in (1..).zip(&CHESS[1].1[..4]) {
            assert_eq!(perft.run(&position, depth), nodes, "{perft:?} depth {depth}");
            let parts = perft.divide(&position, depth);
            assert_eq!(parts.len(), 48);
            assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), nodes);
        }
    }
    assert_eq!(perft(&position, 0), 1);
    assert!(divide(&position, 0).is_empty());
    let makruk = Position::<Makruk>::startpos();
    assert_eq!(Perft::new().hash(8).run(&makruk, 5), 6_223_994);
}

/// Locked pawns and two kings: few positions, but lines without end. With a
/// table a number beyond 64 bits is reached at once, and stays the largest.
#[test]
fn a_count_beyond_sixty_four_bits_is_the_largest_number() {
    let locked = position::<Chess>("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
    for threads in [1, 2] {
        let counter = Perft::new().hash(16).threads(threads).counter();
        assert_eq!(counter.run(&locked, MAX_DEPTH), u64::MAX);
    }
}

/// Beyond the last depth the stack would end before the count does.
#[test]
fn the_depth_has_a_limit() {
    let start = Position::<Chess>::startpos();
    for refused in [
        std::panic::catch_unwind(|| perft(&start, MAX_DEPTH + 1)).err(),
        std::panic::catch_unwind(|| divide(&start, MAX_DEPTH + 1)).err(),
    ] {
        let reason = refused.unwrap();
        let reason = reason.downcast_ref::<String>().unwrap();
        assert_eq!(reason, "perft counts at most 50 plies, not 51");
    }
}

/// One table serves many counts, whatever was counted before.
#[test]
fn a_counter_is_good_for_many_positions() {
    let counter = Perft::new().hash(1).counter();
    for (fen, counts) in CHESS.iter().chain(CHESS960).chain(CHESS) {
        let position = position::<Chess>(fen);
        for (depth, &count) in (1..=4).zip(*counts) {
            assert_eq!(counter.run(&position, depth), count, "{fen} at depth {depth}");
        }
    }
}
