//! Makruk: known perft counts, the count and FEN.

use erawan_testing::mailbox::{Board, CastlingStyle, Game, START_MAKRUK};

fn makruk(fen: &str) -> Board {
    Board::from_fen(Game::Makruk, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn fen(board: &Board) -> String {
    board.to_fen(CastlingStyle::Standard, true)
}

fn play(board: &mut Board, name: &str) {
    let moves = board.legal_moves();
    let mv = moves.iter().find(|mv| mv.uci(false) == name);
    board.make(*mv.unwrap_or_else(|| panic!("{name} is not legal in {}", fen(board))));
}

fn is_mate(board: &Board) -> bool {
    board.in_check() && board.legal_moves().is_empty()
}

const PERFT: [(&str, [u64; 4]); 14] = [
    (START_MAKRUK, [23, 529, 12012, 273026]),
    ("r1smksnr/3n4/pppp1ppp/4p3/4PP2/PPPP2PP/8/RNSKMSNR w - - 0 1", [24, 554, 13519, 318382]),
    // Many promotions.
    (
        "r3k2r/2s1m1s1/1n1p1p1p/P1P1P1P1/p1p1p1p1/1N1P1P1P/2S1M1S1/R3K2R w - - 0 1",
        [42, 1708, 68657, 2672818],
    ),
    // Pinned ma and bia on both sides.
    ("3r4/4k1nR/8/2p1p3/3P4/8/rN1K4/4R3 w - - 0 1", [27, 760, 20522, 590013]),
    // A pinned khon may step forward, a pinned met may not move.
    ("3r1Rmk/8/7s/8/8/3S4/8/rM1K3R w - - 0 1", [24, 471, 12131, 277600]),
    ("3r1Rmk/8/7s/8/8/3S4/8/rM1K3R b - - 0 1", [21, 496, 11028, 290111]),
    // A ma pinned on the file of the rua, and promotions of Black.
    ("3k4/2s1m3/3n4/8/2pRp3/1P3P2/3K4/4S3 b - - 0 1", [12, 181, 2739, 47934]),
    // A check by a khon, discovered checks, promotions.
    ("3k4/1r6/2n1p3/1P1P1P2/3N4/3R4/2s5/3K4 w - - 0 1", [5, 140, 3409, 80385]),
    ("3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1", [30, 792, 22879, 605119]),
    ("8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50", [6, 136, 625, 14573]),
    ("3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 0 33", [15, 90, 1481, 11442]),
    // Which way a khon steps; both kings are in check.
    ("4k3/3S4/8/4s3/4K3/8/3s4/2S5 w - - 0 1", [5, 20, 228, 2869]),
    ("k7/2K5/8/1M6/8/8/8/8 b - 128 6 40", [1, 9, 24, 213]),
    // Pins and checks everywhere, with a bia behind its first rank.
    ("4r3/4k3/4s3/r2nM2R/3P4/R2SK2r/4P3/4R3 w - - 0 1", [3, 111, 2980, 106376]),
];

#[test]
fn perft() {
    for (fen, counts) in PERFT {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(makruk(fen).perft(depth), count, "{fen} at depth {depth}");
        }
    }
}

/// A FEN, then moves with the FEN after each; `..` stands for a placement that is not looked at.
const COUNTS: [(&str, &[(&str, &str)]); 18] = [
    // Pieces' honour with one khon: 44, four pieces.
    ("8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", &[("g5g6m", "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")]),
    // The pieces' honour goes before the board's honour.
    ("8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", &[("e5f6", "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1")]),
    // The board's honour starts, and goes on.
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
            ("d3c4", ".. b - 128 0 50"),
            ("e6e5", ".. w - 128 1 51"),
            ("c4d3", ".. b - 128 2 51"),
            ("e5d5", ".. w - 128 3 52"),
        ],
    ),
    // The last piece beside the king is taken.
    (
        "8/8/4k3/8/8/m2MK3/8/R7 w - - 0 50",
        &[("a1a3", "8/8/4k3/8/8/R2MK3/8/8 b - 32 8 50"), ("e6d6", ".. w - 32 9 51")],
    ),
    // The limit stays when the lone king takes a piece.
    (
        "8/8/4k3/5P2/8/2RMK3/8/8 w - - 0 50",
        &[
            ("f5f6m", "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50"),
            ("e6f6", "8/8/5k2/8/8/2RMK3/8/8 w - 32 11 51"),
        ],
    ),
    // The lone king takes the last bia.
    (
        "8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50",
        &[
            ("e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 32 7 51"),
            ("e3d4", ".. b - 32 8 51"),
            ("f5f4", ".. w - 32 9 52"),
        ],
    ),
    // The FEN came without a count.
    ("8/8/4k3/8/8/2RMK3/8/8 b - - 0 50", &[("e6e5", ".. w - - 1 51"), ("c3c4", ".. b - 32 8 51")]),
    ("8/8/4k3/8/8/2RMK3/8/8 w - - 0 50", &[("c3c5", "8/8/4k3/2R5/8/3MK3/8/8 b - 32 8 50")]),
    // Mate in reply to the last number wins.
    ("3k4/8/3K4/8/8/8/8/R6R w - 16 15 61", &[("h1h8", "3k3R/8/3K4/8/8/8/8/R7 b - 16 16 61 mate")]),
    (
        "3k4/8/3K4/8/8/8/8/R6R w - 16 15 61",
        &[("h1h7", ".. b - 16 16 61"), ("d8c8", "2k5/7R/3K4/8/8/8/8/R7 w - 16 17 62 draw")],
    ),
    // More pieces than the limit: drawn at once, unless it is mate.
    ("3k3n/8/3K4/8/8/8/MM6/RMMM3R w - 128 40 61", &[("h1h8", ".. b - 16 18 61 mate")]),
    ("2k4n/8/4K3/8/8/8/MM6/RMMM3R w - 128 40 61", &[("h1h8", ".. b - 16 18 61 draw")]),
    // The board's honour runs out after 64 has been passed.
    (
        "3k4/m7/8/8/3K4/8/8/7R w - 128 127 161",
        &[("h1h2", ".. b - 128 128 161"), ("d8e8", ".. w - 128 129 162 draw")],
    ),
    // White is the lone king.
    ("3k4/8/8/4p3/3K4/8/8/r7 w - - 5 61", &[("d4e5", "3k4/8/8/4K3/8/8/8/r7 b - 32 5 61")]),
    // A board's honour that runs, with a promoted bia.
    ("8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 18 50", &[("c5b5", ".. b - 128 19 50")]),
    ("2r5/8/8/8/8/1k6/6K1/M7 b - 128 128 125", &[("c8c7", ".. w - 128 129 126 draw")]),
];

#[test]
fn counting() {
    for (start, line) in COUNTS {
        let mut board = makruk(start);
        assert_eq!(fen(&board), start);
        assert!(!board.is_drawn_by_count(), "{start}");
        for (name, after) in line {
            play(&mut board, name);
            let (after, end) = match after.rsplit_once(' ') {
                Some((after, end @ ("mate" | "draw"))) => (after, end),
                _ => (*after, ""),
            };
            let got = fen(&board);
            match after.strip_prefix("..") {
                Some(rest) => assert!(got.ends_with(rest), "{start} {name}: {got}"),
                None => assert_eq!(got, after, "{start} {name}"),
            }
            assert_eq!(is_mate(&board), end == "mate", "{start} {name}");
            assert_eq!(board.is_drawn_by_count(), end == "draw", "{start} {name}");
        }
    }
}

#[test]
fn mates_under_a_count() {
    for fen in [
        "8/8/8/8/8/6k1/8/M1r3K1 w - 128 128 115",
        "8/5KMk/7S/8/8/8/8/8 b - 88 52 174",
        "8/8/8/2K1k3/8/4RR2/8/8 b - 16 14 128",
        "8/5KMk/6M1/8/8/8/8/8 b - 128 8 75",
        "7R/6Mk/5S2/7P/Pp6/8/2mnr3/K7 b - - 0 129",
    ] {
        assert!(is_mate(&makruk(fen)), "{fen}");
    }
}

#[test]
fn fen_round_trip() {
    for text in [
        START_MAKRUK,
        "rnsmksnr/8/1pM~1pppp/p7/8/PPPP1PPP/8/RNSKMSNR b - - 0 3",
        "3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 0 1",
        "3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - 128 37 1",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1",
        "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 30",
        "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50",
        "3k4/8/4K3/8/8/8/8/R6R w - 16 15 61",
        "8/8/4k3/8/8/2NNKS2/8/8 b - 64 10 70",
        "8/8/3k4/8/8/2MMKM~2/8/8 b - 128 10 70",
    ] {
        assert_eq!(fen(&makruk(text)), text);
        let plain = makruk(text).to_fen(CastlingStyle::Standard, false);
        assert_eq!(plain, text.replace('~', ""));
    }
    for text in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 0 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w KQkq - 0 1",
    ] {
        assert_eq!(fen(&makruk(text)), START_MAKRUK);
    }
}

#[test]
fn bad_fens() {
    for text in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - e3 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKKSNR w - - 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKQSNR w - - 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNS~KMSNR w - - 0 1",
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKM~~SNR w - - 0 1",
    ] {
        assert!(Board::from_fen(Game::Makruk, text).is_err(), "{text}");
    }
}

#[test]
fn letters_and_marks() {
    let board = makruk("3k4/2m5/5M~2/4M3/3KS3/8/8/8 b - 128 37 1");
    assert_eq!((board.piece_at(45), board.is_promoted_bia(45)), (Some('M'), true));
    assert_eq!((board.piece_at(36), board.is_promoted_bia(36)), (Some('M'), false));
    assert_eq!((board.piece_at(50), board.piece_at(28)), (Some('m'), Some('S')));
    assert_eq!(board.count(), Some((128, 37)));
    assert_eq!(makruk(START_MAKRUK).count(), None);
}

#[test]
fn bia_beyond_its_promotion_rank_promotes_on_its_next_move() {
    let names = |fen: &str| {
        let board = makruk(fen);
        let mut names: Vec<String> = board
            .legal_moves()
            .iter()
            .filter(|mv| board.piece_at(mv.from).unwrap().eq_ignore_ascii_case(&'p'))
            .map(|mv| mv.uci(false))
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("k7/8/2P5/3n4/4P3/8/8/K6P w - - 0 1"), ["c6c7m", "e4d5", "e4e5", "h1h2"]);
    assert_eq!(names("k5P1/6P1/8/8/8/8/8/K7 w - - 0 1"), Vec::<String>::new());
    assert_eq!(
        names("k7/8/8/3n4/5p2/4NpN1/2p5/K7 b - - 0 1"),
        ["c2c1m", "f3f2m", "f4e3m", "f4g3m"]
    );
}

#[test]
fn unmake_restores_everything() {
    fn check(board: &mut Board, depth: u32) {
        if depth == 0 {
            return;
        }
        for mv in board.legal_moves() {
            let before = board.clone();
            let undo = board.make(mv);
            let text = fen(board);
            assert_eq!(fen(&makruk(&text)), text);
            assert_eq!(makruk(&text).legal_moves(), board.legal_moves(), "{text}");
            check(board, depth - 1);
            board.unmake(mv, undo);
            assert_eq!(*board, before, "{}", mv.uci(false));
        }
    }
    for (fen, _) in PERFT {
        check(&mut makruk(fen), 2);
    }
    for (fen, _) in COUNTS {
        check(&mut makruk(fen), 3);
    }
}
