//! Chess and Chess960: known perft counts, castling, en passant and FEN.

use erawan_testing::mailbox::{Board, CastlingStyle, Game, Mv, START_CHESS};

fn chess(fen: &str) -> Board {
    Board::from_fen(Game::Chess, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn perft(fen: &str, depth: u32) -> u64 {
    chess(fen).perft(depth)
}

/// The castling moves of a position in Chess960 notation.
fn castles(fen: &str) -> Vec<String> {
    let moves = chess(fen).legal_moves();
    let mut names: Vec<String> =
        moves.iter().filter(|mv| mv.is_castle).map(|mv| mv.uci(true)).collect();
    names.sort();
    names
}

fn play(board: &mut Board, name: &str) {
    let moves = board.legal_moves();
    let mv = moves.iter().find(|mv| mv.uci(true) == name);
    board.make(*mv.unwrap_or_else(|| panic!("{name} is not legal")));
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PINS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const PROMOTIONS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const MIDDLE_GAME: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

#[test]
fn perft_start() {
    assert_eq!(perft(START_CHESS, 0), 1);
    assert_eq!(perft(START_CHESS, 5), 4_865_609);
}

#[test]
fn perft_known_positions() {
    assert_eq!(perft(KIWIPETE, 4), 4_085_603);
    assert_eq!(perft(PINS, 5), 674_624);
    assert_eq!(perft(PROMOTIONS, 4), 422_333);
    assert_eq!(perft(MIDDLE_GAME, 4), 2_103_487);
}

const CHESS960: [(&str, [u64; 3]); 12] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10471]),
    ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", [29, 502, 14569]),
    ("r1b1qkrn/1p1ppppp/p1p1n3/8/4P3/1PN5/P1PPQPPb/RBB2KRN w GAga - 0 9", [28, 825, 24536]),
    ("rb1knnbr/1pp1ppp1/p2p3p/5q2/3B2P1/3P1P2/PPP1P2P/RBQKNN1R w HAha - 0 9", [34, 1360, 44096]),
    ("brknrbnq/p1ppppp1/1p6/7p/2PP4/5P2/PPK1P1PP/BR1NRBNQ w eb - 1 9", [23, 641, 14748]),
    ("bbq1nr1r/pppppk1p/2n2p2/6p1/P4P2/4P1P1/1PPP3P/BBQNNRKR w HF - 1 9", [23, 589, 14744]),
    ("qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9", [33, 823, 26895]),
    ("rnknbrqb/p1p1pp1p/3p4/1p1N2p1/8/N7/PPPPPPPP/1RK1BRQB w Ffa - 0 9", [26, 724, 18942]),
    ("nrkr1bnq/1p2pppp/p2p4/1bp5/PP6/1R5N/2PPPPPP/N1KRBB1Q w Ddb - 2 9", [27, 744, 20494]),
    ("1kbrnqnb/r1ppppp1/8/pp5p/8/1P1NP3/P1PP1PPP/RKB1RQNB w Ad - 2 9", [26, 618, 17305]),
    ("r1krnnbq/pp1ppp1p/6p1/2p5/2P5/P3P3/Rb1P1PPP/1BKRNNBQ w Dda - 0 9", [2, 61, 1312]),
];

#[test]
fn perft_chess960() {
    for (fen, counts) in CHESS960 {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(fen, depth), count, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn fen_round_trip() {
    for fen in [START_CHESS, KIWIPETE, PINS, PROMOTIONS, MIDDLE_GAME] {
        assert_eq!(chess(fen).to_fen(CastlingStyle::Standard, false), fen);
    }
    for (fen, _) in CHESS960 {
        assert_eq!(chess(fen).to_fen(CastlingStyle::Shredder, false), fen);
        let x_fen = chess(fen).to_fen(CastlingStyle::Standard, false);
        assert_eq!(chess(&x_fen), chess(fen), "{x_fen}");
    }
    // Double Chess960: the two sides castle with different rooks.
    let fen = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/RKNQRBBN w EAfc - 0 1";
    assert_eq!(chess(fen).to_fen(CastlingStyle::Shredder, false), fen);
    assert_eq!(
        chess(fen).to_fen(CastlingStyle::Standard, false),
        "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/RKNQRBBN w KQkq - 0 1"
    );
}

#[test]
fn inner_rook_is_written_by_its_file() {
    let inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    assert_eq!(chess(inner).to_fen(CastlingStyle::Standard, false), inner);
    assert_eq!(castles(inner), ["e1g1"]);
    let outer = "4k3/8/8/8/8/8/8/4K1RR w K - 0 1";
    assert_eq!(
        chess(outer).to_fen(CastlingStyle::Shredder, false),
        "4k3/8/8/8/8/8/8/4K1RR w H - 0 1"
    );
    assert!(castles(outer).is_empty(), "the other rook is in the way");
}

#[test]
fn castling_is_written_both_ways() {
    let moves = chess("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").legal_moves();
    let mut names: Vec<(String, String)> =
        moves.iter().filter(|mv| mv.is_castle).map(|mv| (mv.uci(false), mv.uci(true))).collect();
    names.sort();
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    assert_eq!(names, [pair("e8c8", "e8a8"), pair("e8g8", "e8h8")]);
}

#[test]
fn castling_conditions() {
    // The king may not start on, pass over or reach an attacked square; the rook may.
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1a1", "e1h1"]);
    assert!(castles("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1").is_empty());
    assert_eq!(castles("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1"), ["e1h1"]);
    assert_eq!(castles("4k3/8/8/8/2r5/8/8/R3K2R w KQ - 0 1"), ["e1h1"]);
    assert_eq!(castles("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1"), ["e1a1", "e1h1"]);
    assert_eq!(castles("4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1"), ["e1a1", "e1h1"]);
    // The rook's way must be free too.
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), ["e1h1"]);
    // The rook was shielding its king, which does not even move.
    assert_eq!(castles("4k3/8/8/8/8/8/8/1RK5 w B - 0 1"), ["c1b1"]);
    assert!(castles("4k3/8/8/8/8/8/8/rRK5 w B - 0 1").is_empty());
    assert!(castles("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1").is_empty());
    // Both pieces in each other's place.
    assert_eq!(castles("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), ["f1g1"]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/2RK4 w C - 0 1"), ["d1c1"]);
}

#[test]
fn castling_puts_the_pieces_in_place() {
    for (before, name, after) in [
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("rk6/8/8/8/8/8/8/6KR b a - 3 7", "b8a8", "2kr4/8/8/8/8/8/8/6KR w - - 4 8"),
    ] {
        let mut board = chess(before);
        play(&mut board, name);
        assert_eq!(board.to_fen(CastlingStyle::Shredder, false), after);
    }
}

#[test]
fn castling_rights_go_with_the_pieces() {
    for (name, rights) in
        [("a1a8", "Kk"), ("a1b1", "Kkq"), ("h1h8", "Qq"), ("e1e2", "kq"), ("e1h1", "kq")]
    {
        let mut board = chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        play(&mut board, name);
        let fen = board.to_fen(CastlingStyle::Standard, false);
        assert_eq!(fen.split(' ').nth(2), Some(rights), "{name}");
    }
}

#[test]
fn en_passant_is_written_only_when_legal() {
    let ep = |fen: &str, name: &str| {
        let mut board = chess(fen);
        play(&mut board, name);
        board.to_fen(CastlingStyle::Standard, false).split(' ').nth(3).unwrap().to_string()
    };
    assert_eq!(ep(START_CHESS, "e2e4"), "-");
    assert_eq!(ep("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"), "e3");
    // The two pawns leave the fourth rank at once, and the king is open to the rook.
    assert_eq!(ep("8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1", "e2e4"), "-");
    // The taking pawn is pinned.
    assert_eq!(ep("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4"), "-");
    // A square that cannot be used is read and dropped.
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(
        chess(fen).to_fen(CastlingStyle::Standard, false),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    let fen = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    let mut board = chess(fen);
    assert_eq!(board.to_fen(CastlingStyle::Standard, false), fen);
    play(&mut board, "d4e3");
    assert_eq!(board.to_fen(CastlingStyle::Standard, false), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

#[test]
fn squares_attacks_and_checks() {
    let board = chess("4k3/8/8/8/7q/8/3P4/4K3 w - - 0 1");
    assert_eq!(
        (board.piece_at(4), board.piece_at(60), board.piece_at(0)),
        (Some('K'), Some('k'), None)
    );
    assert!(board.in_check());
    assert!(board.white_to_move());
    assert!(board.is_attacked(18, true), "c3, by the pawn");
    assert!(!board.is_attacked(19, true), "d3");
    assert!(board.is_attacked(39, false), "h5, by the queen");
    assert!(!board.is_attacked(32, false), "a5");
    assert_eq!(board.legal_moves().len(), 3, "the king to d1, e2 and f1");
}

#[test]
fn a_king_is_never_taken() {
    let board = chess("4k3/8/8/8/8/8/8/4RK2 w - - 0 1");
    assert!(board.king_is_attacked(false) && !board.king_is_attacked(true));
    assert!(board.legal_moves().iter().all(|mv| mv.to != 60));
    assert_eq!(board.legal_moves().len(), 4 + 6 + 4);
}

#[test]
fn moves_are_written() {
    let mv = Mv { from: 48, to: 57, promotion: Some('n'), is_castle: false };
    assert_eq!(mv.uci(false), "a7b8n");
}

fn check_unmake(board: &mut Board, depth: u32) {
    if depth == 0 {
        return;
    }
    for mv in board.legal_moves() {
        let before = board.clone();
        let undo = board.make(mv);
        // Rebuilding from the FEN checks all that is kept up to date beside the squares. The
        // FEN leaves out en passant squares without use, hence the comparison of texts.
        let fen = board.to_fen(CastlingStyle::Shredder, false);
        let again = chess(&fen);
        assert_eq!(again.to_fen(CastlingStyle::Shredder, false), fen);
        assert_eq!(again.legal_moves(), board.legal_moves(), "{fen}");
        check_unmake(board, depth - 1);
        board.unmake(mv, undo);
        assert_eq!(*board, before, "{}", mv.uci(true));
    }
}

#[test]
fn unmake_restores_everything() {
    for fen in [KIWIPETE, PINS, PROMOTIONS, MIDDLE_GAME, CHESS960[0].0, CHESS960[11].0] {
        check_unmake(&mut chess(fen), 2);
    }
}

#[test]
fn bad_fens() {
    for fen in [
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/81/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKKNR w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNP w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HK - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w x - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
        "4k3/8/8/8/8/8/8/4KQ~2 w - - 0 1",
    ] {
        assert!(Board::from_fen(Game::Chess, fen).is_err(), "{fen}");
    }
}
