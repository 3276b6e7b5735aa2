//! Why moves were bad: a position for each reason.

use crate::common::{self, on, one_move, reason, said};

use erawan_analysis::{Judgement, Kind, Recorded, review};
use erawan_board::{Chess, Makruk};
use erawan_engine::Playable;
use erawan_engine::Score::{self, Centipawns as Cp, Mate};
use erawan_notation::pgn::AnyGame;

#[test]
fn pieces_that_can_be_taken() {
    reason::<Chess>(
        "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1",
        "Kd2",
        (Cp(200), "Nf6+"),
        (Cp(-100), "dxe4"),
        "It leaves the knight on e4 to be taken.",
    );
    reason::<Chess>(
        "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1",
        "Ne5",
        (Cp(200), "Nd4"),
        (Cp(-100), "dxe5"),
        "It puts the knight on e5, where it can be taken.",
    );
    reason::<Makruk>(
        "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1",
        "Ne5",
        (Cp(200), "Nd4"),
        (Cp(-100), "dxe5"),
        "It puts the ma on e5, where it can be taken.",
    );
}

#[test]
fn the_exchange() {
    reason::<Chess>(
        "4k3/8/8/8/6b1/8/8/R3K3 w - - 0 1",
        "Rd1",
        (Cp(200), "Rc1"),
        (Cp(0), "Bxd1 Kxd1"),
        "It loses the exchange on d1.",
    );
    // Taking and being taken back is no reason; nothing else is lost here.
    let trade = one_move::<Chess>(
        "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "Rxd8+",
        (Cp(200), "Ke2"),
        (Cp(0), "Kxd8"),
    );
    assert_eq!(trade.reason.unwrap().kind, Kind::Answer);
}

#[test]
fn what_is_won_later() {
    // It is named where it stands, not where it will be taken.
    reason::<Chess>(
        "n6k/8/8/P7/8/8/7P/4K3 w - - 0 1",
        "h4",
        (Cp(300), "h3 Nb6 axb6"),
        (Cp(0), "Kg7"),
        "It misses h3, which wins the knight on a8.",
    );
    // A rook for a rook wins nothing; the pawn afterwards is won.
    reason::<Chess>(
        "r5k1/2n5/8/8/7p/1N4P1/7P/R5K1 w - - 0 1",
        "Kf2",
        (Cp(300), "h3 Rxa1+ Nxa1 Kg7 gxh4"),
        (Cp(0), "h3"),
        "It misses h3, which wins the pawn on h4.",
    );
}

#[test]
fn pins_and_forks() {
    reason::<Chess>(
        "k3r3/8/8/8/3p4/2P1N3/7P/4K3 w - - 0 1",
        "h3",
        (Cp(100), "cxd4"),
        (Cp(-300), "dxe3"),
        "The knight on e3 is pinned and is lost.",
    );
    reason::<Chess>(
        "4kb2/8/8/3p4/8/2N5/7P/4K3 w - - 0 1",
        "h3",
        (Cp(200), "Nxd5"),
        (Cp(-300), "Bb4 Kd2 d4 h4 dxc3+"),
        "It allows Bb4, which pins the knight on c3.",
    );
    let fork = "4k3/8/8/8/3n4/8/5PPP/2R3K1 w - - 0 1";
    reason::<Chess>(
        fork,
        "h3",
        (Cp(200), "Rd1"),
        (Cp(-300), "Ne2+ Kh2 Nxc1"),
        "It allows Ne2+, a fork of king and rook.",
    );
    reason::<Makruk>(
        "4k3/8/8/8/3n4/5PPP/8/2R3K1 w - - 0 1",
        "h4",
        (Cp(200), "Rd1"),
        (Cp(-300), "Ne2+ Kh2 Nxc1"),
        "It allows Ne2+, a fork of khun and rua.",
    );
    reason::<Chess>(
        "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1",
        "Nf4",
        (Cp(300), "Nc7+ Kd7 Nxa8"),
        (Cp(-200), "Kd7"),
        "It misses Nc7+, a fork of king and rook.",
    );
}

#[test]
fn pieces_lost_and_won_later() {
    reason::<Chess>(
        "4k3/8/8/1pp5/8/1B6/P1P4P/4K3 w - - 0 1",
        "h3",
        (Cp(200), "c3"),
        (Cp(-100), "c4 h4 cxb3 axb3"),
        "After c4 the bishop on b3 has nowhere to go.",
    );
    reason::<Chess>(
        "4k3/p1p4p/1b6/8/1PP5/8/8/4K3 w - - 0 1",
        "Kd2",
        (Cp(100), "c5 h6 cxb6 axb6"),
        (Cp(-200), "c6"),
        "It misses c5, after which the bishop on b6 has nowhere to go.",
    );
    reason::<Chess>(
        "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
        "e5",
        (Cp(300), "exd5"),
        (Cp(-900), "Qxe5+"),
        "It misses exd5, which wins the queen.",
    );
}

#[test]
fn promotions() {
    reason::<Chess>(
        "1R6/4k3/8/8/8/7K/p7/8 w - - 0 1",
        "Kg3",
        (Cp(400), "Ra8"),
        (Cp(-400), "a1=Q"),
        "It lets the opponent get a queen on a1.",
    );
    reason::<Makruk>(
        "4k3/8/8/8/2p5/8/8/4K2R w - - 0 1",
        "Rh2",
        (Cp(400), "Rh3"),
        (Cp(100), "c3=M"),
        "It lets the opponent get a met on c3.",
    );
    reason::<Chess>(
        "8/8/6P1/7K/8/1p6/8/3k4 w - - 0 1",
        "Kh6",
        (Cp(300), "g7 b2 g8=Q"),
        (Cp(-300), "b2 g7 b1=Q"),
        "It loses the race to promote: the opponent gets a queen on b1.",
    );
    reason::<Chess>(
        "8/P7/8/8/8/8/4k3/7K w - - 0 1",
        "Kg1",
        (Cp(900), "a8=Q"),
        (Cp(100), "Kd3"),
        "It misses the way to a queen on a8.",
    );
}

#[test]
fn mates() {
    reason::<Chess>(
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "Rd7",
        (Mate(1), "Rd8#"),
        (Cp(500), "Kf8"),
        "There was mate in 1.",
    );
    reason::<Chess>(
        "3r2k1/8/8/8/8/8/5PPP/4R1K1 w - - 0 1",
        "Rb1",
        (Cp(0), "h3"),
        (Mate(-2), "Rd1+ Rxd1"),
        "It allows mate in 2.",
    );
}

#[test]
fn wins_thrown_away_at_once() {
    let stalemate =
        one_move::<Chess>("7k/8/6KP/8/8/8/8/5Q2 w - - 0 1", "Qf7", (Mate(1), "Qf8#"), (Cp(0), ""));
    assert_eq!(stalemate.judgement, Judgement::Blunder);
    let words = stalemate.reason.unwrap().to_string();
    assert_eq!(words, "It is stalemate, and the win is gone.");
    reason::<Chess>(
        "8/P7/8/8/8/4k3/8/7K w - - 0 1",
        "a8=N",
        (Cp(900), "a8=Q"),
        (Cp(0), ""),
        "Too little is left to mate with.",
    );
    // Makruk: the third time ends the game.
    let AnyGame::Makruk(game) = common::game(
        "[Variant \"Makruk\"]\n[FEN \"4k3/8/8/p7/P7/8/8/R3K3 w - - 0 1\"]\n\n\
         1. Rb1 Kd8 2. Ra1 Ke8 3. Rb1 Kd8 4. Ra1 Ke8 5. Rb1 *",
    ) else {
        panic!("Makruk");
    };
    let mut positions = vec![*game.start()];
    positions.extend(game.mainline().map(|node| game.position(node)));
    let recorded = positions.iter().map(|position| match position.turn().index() {
        0 => said(position, Cp(600), "Kd2"),
        _ => said(position, Cp(-600), "Kd7"),
    });
    let found = review(&game, &mut Recorded(recorded.collect()), on).unwrap();
    let last = found.moves.last().unwrap();
    assert_eq!(last.judgement, Judgement::Blunder);
    let words = last.reason.as_ref().unwrap().to_string();
    assert_eq!(words, "The position is there once more, and the game is drawn.");
}

#[test]
fn counts() {
    reason::<Makruk>(
        "8/8/4k3/8/3n4/8/8/3RK3 w - - 0 1",
        "Rxd4",
        (Cp(500), "Kd2"),
        (Cp(0), "Ke5"),
        "It starts a counting race it loses: 13 moves are too few to mate.",
    );
    reason::<Makruk>(
        "8/8/4k3/8/8/8/8/3RK3 w - 32 21 1",
        "Rd2",
        (Mate(5), "Ke2"),
        (Cp(0), "Ke5"),
        "It loses the counting race: 5 moves left, no mate in time.",
    );
    reason::<Makruk>(
        "8/8/4k3/8/8/8/8/3RK3 w - 32 32 1",
        "Rd2",
        (Cp(500), "Ke2"),
        (Cp(0), ""),
        "It loses the counting race: the count has run out.",
    );
    // The rua is lost, not the race.
    reason::<Makruk>(
        "8/8/8/4k3/8/8/8/3RK3 w - 32 21 1",
        "Rd4",
        (Cp(500), "Ke2"),
        (Cp(0), "Kxd4"),
        "It puts the rua on d4, where it can be taken.",
    );
    reason::<Makruk>(
        "8/8/4k3/8/8/8/8/3RK3 w - 32 29 1",
        "Rd2",
        (Cp(500), "Ke2"),
        (Cp(0), "Ke5"),
        "It loses the counting race: 1 move left, no mate in time.",
    );
    // The same without a count says nothing about one.
    let chess = one_move::<Chess>(
        "8/8/4k3/8/8/8/8/3RK3 w - - 0 1",
        "Rd2",
        (Cp(500), "Ke2"),
        (Cp(0), "Ke5"),
    );
    assert_eq!(chess.reason.unwrap().kind, Kind::Answer);
}

#[test]
fn good_moves_need_no_reason() {
    let good = one_move::<Chess>(
        "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1",
        "Nc3",
        (Cp(200), "Nf6+"),
        (Cp(180), "Ke7"),
    );
    assert_eq!((good.judgement, good.reason), (Judgement::Good, None));
}

/// The name of the reason for a bad move.
fn name<R: Playable>(
    fen: &str,
    played: &str,
    best: (Score, &str),
    reply: (Score, &str),
) -> &'static str {
    one_move::<R>(fen, played, best, reply).reason.unwrap().name()
}

#[test]
fn what_is_no_news() {
    // The best line loses the pawn on e5 as well.
    let fen = "4k3/8/8/q3P3/8/8/4K2P/8 w - - 0 1";
    assert_eq!(name::<Chess>(fen, "h3", (Cp(-500), "h4 Qxe5+"), (Cp(-900), "Qxe5+")), "answer");
    // A bishop for a knight.
    let fen = "4k3/p7/8/8/8/2b5/P2N4/4K3 b - - 0 1";
    assert_eq!(name::<Chess>(fen, "Bxd2+", (Cp(300), "Bb4"), (Cp(0), "Kxd2")), "answer");
    // Both take the same bishop.
    let fen = "3q1rk1/6pp/5B2/8/8/8/6PP/5RK1 b - - 0 1";
    let both = name::<Chess>(fen, "Rxf6", (Cp(400), "Qxf6 Rxf6 Rxf6"), (Cp(0), "Rxf6 Qxf6"));
    assert_eq!(both, "answer");
}

#[test]
fn what_was_taken_and_is_not_taken_back() {
    let AnyGame::Chess(game) =
        common::game("[FEN \"r4rk1/5p1p/6p1/8/8/8/6Q1/6K1 w - - 0 1\"]\n\n1. Qxg6+ Kh8 *")
    else {
        panic!("chess")
    };
    let mut positions = vec![*game.start()];
    positions.extend(game.mainline().map(|node| game.position(node)));
    let said = vec![
        said(&positions[0], Cp(100), "Qxg6+ hxg6"),
        said(&positions[1], Cp(600), "hxg6"),
        said(&positions[2], Cp(900), "Qf6+"),
    ];
    let found = review(&game, &mut Recorded(said), on).unwrap();
    let words = found.moves[1].reason.as_ref().unwrap().to_string();
    assert_eq!(words, "It does not take back on g6.");
}

#[test]
fn tactics_have_names() {
    // The king has to leave the file, and the queen behind it is lost.
    reason::<Chess>(
        "4k3/8/8/r7/8/4K3/P7/4Q3 w - - 0 1",
        "a3",
        (Cp(400), "Qd2"),
        (Cp(-500), "Re5+ Kd2 Rxe1 Kxe1"),
        "It allows Re5+, a skewer: the king moves and the queen on e1 is lost.",
    );
    // The knight goes with check, and the rook behind it sees the queen.
    reason::<Chess>(
        "3rk3/8/8/3n4/8/8/P5K1/3Q4 w - - 0 1",
        "a3",
        (Cp(400), "Qe2+"),
        (Cp(-500), "Nf4+ Kf3 Rxd1 Kxf4"),
        "It allows Nf4+, a discovered attack on the queen on d1.",
    );
    // The knight guards the rook.
    reason::<Chess>(
        "3r3k/8/8/8/3R2b1/5N2/P5PP/6K1 w - - 0 1",
        "a3",
        (Cp(500), "Rxd8+"),
        (Cp(-500), "Bxf3 h3 Rxd4"),
        "It allows Bxf3, which takes the guard of the rook on d4.",
    );
}

#[test]
fn endings_that_tables_know() {
    let (won, lost) = ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1");
    reason::<Chess>(
        won,
        "Ra1",
        (Cp(19_990), "Kd2"),
        (Cp(0), "Kd7"),
        "By the endgame tables it was won, and is won no more.",
    );
    for drawn in [-2, 0, 2] {
        reason::<Chess>(
            lost,
            "Kd1",
            (Cp(drawn), "Kf1"),
            (Cp(-19_990), "Kd7"),
            "By the endgame tables it was a draw, and is lost.",
        );
    }
    // A search that reaches the tables later knows nothing of the first position.
    for before in [-150, 150] {
        let name = name::<Chess>(lost, "Kd1", (Cp(before), "Kf1"), (Cp(-19_990), "Kd7"));
        assert_eq!(name, "answer", "{before}");
    }
    // A mate that the fifty-move rule may forbid.
    assert_eq!(name::<Chess>(won, "Ra1", (Cp(31_000), "Kd2"), (Cp(0), "Kd7")), "answer");
}

#[test]
fn guards_that_leave() {
    reason::<Chess>(
        "4k3/8/8/3n4/8/2N5/1P6/R3K3 w - - 0 1",
        "b4",
        (Cp(100), "Nxd5"),
        (Cp(-200), "Nxc3"),
        "The knight on c3 has lost its guard and can be taken.",
    );
}

#[test]
fn mates_on_the_back_rank_and_threats() {
    reason::<Chess>(
        "3r2k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1",
        "Ra1",
        (Cp(0), "h3"),
        (Mate(-2), "Rd1+ Rxd1"),
        "It allows mate in 2.",
    );
    reason::<Chess>(
        "3r2k1/5ppp/8/8/8/R7/5PPP/6K1 w - - 0 1",
        "Ra4",
        (Cp(0), "h3"),
        (Mate(-1), "Rd1#"),
        "It allows mate in 1 on the back rank.",
    );
    reason::<Chess>(
        "4k3/8/3b4/8/7q/5P2/6P1/4R1K1 b - - 0 1",
        "Kf7",
        (Cp(0), "Kd8"),
        (Cp(-200), "Re4"),
        "After 2. Re4 White threatens the queen on h4.",
    );
}

/// What a line brings about much later is no reason.
#[test]
fn pawns_of_a_distant_future_are_no_reason() {
    let found = one_move::<Chess>(
        "r1bqkb1r/pp3pp1/2n1pn1p/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 b kq - 1 8",
        "g5",
        (Cp(0), "dxc4 Bxc4 Be7 Re1 O-O a3 Qc7 Qe2 a6 Bd3 b5 Ne4"),
        (Cp(-120), "Re1 dxc4 Bxc4 Be7 Bb3 g4 d5 gxf3 dxc6 Qxd1 Bxd1 bxc6 Bxf3 Nd5 Be3"),
    );
    let kind = found.reason.unwrap().kind;
    assert!(!matches!(kind, Kind::IsolatesPawn | Kind::DoublesPawn), "{kind:?}");
}
