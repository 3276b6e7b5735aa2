//! Reasons of the quieter kind: what the answer threatens, and what becomes of
//! king, pawns and idle men.

use crate::common::reason;

use erawan_board::Chess;
use erawan_engine::Score::Centipawns as Cp;

/// A move that costs chances but no men, with the line it leads to and the best one.
#[track_caller]
fn remark(fen: &str, played: &str, best: &str, expected: &str) {
    let (first, reply) = played.split_once(' ').unwrap();
    reason::<Chess>(fen, first, (Cp(0), best), (Cp(-250), reply), expected);
}

#[test]
fn a_mate_that_the_answer_threatens() {
    remark(
        "5rk1/p4ppp/8/8/8/8/2B2PPP/3Q2K1 b - - 0 1",
        "a6 Qd3",
        "g6",
        "After 2. Qd3 White threatens mate on h7.",
    );
}

#[test]
fn a_king_with_fewer_safe_squares() {
    remark(
        "r2q1rk1/ppp1bppp/8/3p4/4n3/2N5/PPP1BPPP/R2Q1RK1 w - - 0 1",
        "f3 Qd6 Qe1 f6",
        "Nxe4 dxe4",
        "It weakens the king on g1: in the end 2 squares beside it are attacked, 0 by the best line.",
    );
}

#[test]
fn pawns_that_are_worse_placed() {
    remark(
        "r3r1k1/pp1b1ppp/1qn1p3/3pP3/3P2P1/P1PB1N2/5P1P/R2Q1RK1 w - - 0 1",
        "Ne1 h5 gxh5 Qxd4",
        "Be4 f5",
        "It leaves the pawn on h5 isolated.",
    );
    remark(
        "2r2rk1/1b2bppp/p2ppn2/1p6/3NPP2/P1N1B3/1PP3PP/R4RK1 w - - 0 1",
        "Nf5 exf5 exf5 h6",
        "Ncxb5 axb5",
        "It leaves the pawn on f4 behind another.",
    );
}

#[test]
fn a_pawn_that_no_other_can_stop() {
    remark(
        "6k1/pp3ppp/2p5/3p4/3P4/2P1P3/PP3PPP/6K1 w - - 0 1",
        "b4 f5 c4 dxc4",
        "e4 dxe4",
        "It lets the opponent have a passed pawn on c4.",
    );
}

#[test]
fn a_man_with_little_to_do() {
    remark(
        "r2q1rk1/ppp1bppp/8/3p4/4n3/2N5/PPP1BPPP/R2Q1RK1 w - - 0 1",
        "Nb1 d4",
        "Qd3",
        "It leaves the knight on b1 idle: 2 squares to go to, 5 on the best line.",
    );
}
