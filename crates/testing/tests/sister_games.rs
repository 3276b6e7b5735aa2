//! Ouk Chatrang and Makpong, against perft counts and positions of Fairy-Stockfish.

use erawan_testing::mailbox::{Board, CastlingStyle, Game, START_CAMBODIAN, START_MAKRUK};

fn board(game: Game, fen: &str) -> Board {
    Board::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn check_perft(game: Game, positions: &[(&str, &[u64])]) {
    for (fen, counts) in positions {
        for (depth, &count) in (1..).zip(*counts) {
            assert_eq!(board(game, fen).perft(depth), count, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn perft_of_ouk_chatrang() {
    check_perft(
        Game::Cambodian,
        &[
            (START_CAMBODIAN, &[25, 625, 15031, 361719]),
            // Open boards: rooks that take the leaps of kings away.
            ("1r1mk1r1/8/p4p1p/8/8/P1P1P3/8/R2KM2R w DEde - 0 1", &[20, 597, 12236]),
            ("r2mk2r/8/8/8/4n3/8/8/R2KM2R w DEde - 0 1", &[25, 773, 18829]),
            // In check, so that the king may not leap.
            ("r1s1ks1r/3nm3/pppNpppp/3n4/5P2/PPPPPNPP/8/R1SKMS1R b DEe - 0 5", &[2, 72, 2052]),
        ],
    );
}

#[test]
fn perft_of_makpong() {
    check_perft(
        Game::Makpong,
        &[
            (START_MAKRUK, &[23, 529, 12012, 273026]),
            (
                "3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1",
                &[30, 786, 22595, 593103],
            ),
            ("3r1Rmk/8/7s/8/8/3S4/8/rM1K3R b - - 0 1", &[21, 489, 10803]),
            ("3k4/1r6/2n1p3/1P1P1P2/3N4/3R4/2s5/3K4 w - - 0 1", &[2, 50, 1245]),
            // The king may not run, but may take.
            ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", &[0]),
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &[1, 5, 40]),
        ],
    );
}

/// Plays moves and compares the FEN after each.
fn check_line(game: Game, start: &str, line: &[(&str, &str)]) {
    let mut board = board(game, start);
    for (name, fen) in line {
        let moves = board.legal_moves();
        let mv = moves.iter().find(|mv| mv.uci(false) == *name);
        board.make(*mv.unwrap_or_else(|| panic!("{name} is not legal in {start}")));
        assert_eq!(board.to_fen(CastlingStyle::Standard, false), *fen, "{start} {name}");
    }
}

#[test]
fn leaps_are_lost() {
    check_line(
        Game::Cambodian,
        START_CAMBODIAN,
        &[
            ("d1b2", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/1K6/RNS1MSNR b Ede - 1 1"),
            ("e8c7", "rnsm1snr/2k5/pppppppp/8/8/PPPPPPPP/1K6/RNS1MSNR w Ed - 2 2"),
        ],
    );
    check_line(
        Game::Cambodian,
        "1r1mk1r1/8/p4p1p/8/8/P1P1P3/8/R2KM2R w DEde - 0 1",
        &[
            ("a1a2", "1r1mk1r1/8/p4p1p/8/8/P1P1P3/R7/3KM2R b DEde - 1 1"),
            ("b8b1", "3mk1r1/8/p4p1p/8/8/P1P1P3/R7/1r1KM2R w Ede - 2 2"),
        ],
    );
    assert!(Board::from_fen(Game::Cambodian, "3mk3/8/8/8/8/8/8/4KM2 w E - 0 1").is_err());
    assert!(Board::from_fen(Game::Cambodian, "3mk3/8/8/8/8/8/8/3KM3 w A - 0 1").is_err());
}

#[test]
fn ouk_counts_with_bia_on_the_board_and_a_move_less() {
    let lines: [(&str, &[(&str, &str)]); 5] = [
        (
            "3k4/2m5/8/4MP2/3KS3/2P5/8/8 w - - 0 1",
            &[("c3c4", "3k4/2m5/8/4MP2/2PKS3/8/8/8 b - 126 0 1")],
        ),
        (
            "4k3/8/8/8/4m3/3KR3/8/8 w - - 0 1",
            &[
                ("e3e4", "4k3/8/8/8/4R3/3K4/8/8 b - 30 6 1"),
                ("e8d7", "8/3k4/8/8/4R3/3K4/8/8 w - 30 7 2"),
            ],
        ),
        // A bare king does not count while there is a bia.
        (
            "4k3/8/8/4P3/4m3/3KR3/8/8 w - - 0 1",
            &[
                ("e3e4", "4k3/8/8/4P3/4R3/3K4/8/8 b - - 0 1"),
                ("e8d7", "8/3k4/8/4P3/4R3/3K4/8/8 w - - 1 2"),
                ("e5e6m", "8/3k4/4M3/8/4R3/3K4/8/8 b - 30 8 2"),
            ],
        ),
        ("8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50", &[("e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 30 7 51")]),
        (
            "8/8/1n2k3/2R2P2/8/3MK3/8/8 w - 126 20 50",
            &[
                ("c5c6", "8/8/1nR1k3/5P2/8/3MK3/8/8 b - 126 21 50"),
                ("e6f5", "8/8/1nR5/5k2/8/3MK3/8/8 w - 126 22 51"),
                ("c6b6", "8/8/1R6/5k2/8/3MK3/8/8 b - 30 8 51"),
            ],
        ),
    ];
    for (start, line) in lines {
        check_line(Game::Cambodian, start, line);
    }
    // Makpong counts as Makruk does.
    let line = [("e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 32 7 51")];
    check_line(Game::Makpong, "8/8/4k3/5P2/8/2RMK3/8/8 b - - 0 50", &line);
}

#[test]
fn unmake_restores_leaps() {
    let start = board(Game::Cambodian, "1r1mk1r1/8/p4p1p/8/8/P1P1P3/8/R2KM2R w DEde - 0 1");
    let mut now = start.clone();
    for mv in start.legal_moves() {
        let undo = now.make(mv);
        for reply in now.clone().legal_moves() {
            let before = now.clone();
            let undo = now.make(reply);
            now.unmake(reply, undo);
            assert_eq!(now, before);
        }
        now.unmake(mv, undo);
        assert_eq!(now, start);
    }
}
