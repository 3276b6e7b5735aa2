//! Tactics by which men are lost, and the same missed: a position for each.

use crate::common::reason;

use erawan_board::{Chess, Makruk};
use erawan_engine::Score::Centipawns as Cp;

#[test]
fn more_is_given_than_is_got() {
    reason::<Chess>(
        "4k3/8/4p3/3n4/8/8/8/3QK3 w - - 0 1",
        "Qxd5",
        (Cp(400), "Ke2"),
        (Cp(-300), "exd5"),
        "It gives a queen for a knight.",
    );
    // The best line gives the knight as well, but for a rook.
    reason::<Chess>(
        "r2k4/1bN5/8/8/8/8/8/4K3 w - - 0 1",
        "Kd2",
        (Cp(100), "Nxa8 Bxa8"),
        (Cp(-800), "Kxc7"),
        "It gives a knight.",
    );
    // A rua for a ma.
    reason::<Makruk>(
        "4k3/8/8/2mp4/4n3/3M4/8/3RK3 w - - 0 1",
        "Rd2",
        (Cp(100), "Mxe4"),
        (Cp(-300), "Nxd2 Kxd2"),
        "It loses the exchange on d2.",
    );
}

#[test]
fn double_checks() {
    reason::<Chess>(
        "4r1k1/8/8/4n3/3Q4/8/P7/4K3 w - - 0 1",
        "a3",
        (Cp(300), "Qd1"),
        (Cp(-500), "Nf3+ Kf1 Nxd4"),
        "It allows Nf3+, a double check that wins the queen on d4.",
    );
    reason::<Chess>(
        "4k3/p7/8/3q4/4N3/8/8/4R1K1 b - - 0 1",
        "a6",
        (Cp(100), "Qd7"),
        (Cp(-500), "Nf6+ Kd8 Nxd5"),
        "It allows Nf6+, a double check that wins the queen on d5.",
    );
    reason::<Chess>(
        "4k3/p7/8/3q4/4N3/8/8/4R1K1 w - - 0 1",
        "Kh2",
        (Cp(500), "Nf6+ Kd8 Nxd5"),
        (Cp(0), "Qd7"),
        "It misses Nf6+, a double check that wins the queen on d5.",
    );
}

#[test]
fn guards_with_too_much_to_do() {
    reason::<Chess>(
        "2r1k3/4b3/8/8/8/P1R5/1P5P/4K3 w - - 0 1",
        "h3",
        (Cp(200), "Kd2"),
        (Cp(-400), "Bxa3 bxa3 Rxc3"),
        "It allows Bxa3: the pawn cannot guard the rook on c3 as well.",
    );
    reason::<Chess>(
        "2r1k3/4b3/8/8/8/P1R5/1P5P/4K3 b - - 0 1",
        "Bd8",
        (Cp(400), "Bxa3 bxa3 Rxc3"),
        (Cp(0), "Kd2"),
        "It misses Bxa3: the pawn cannot guard the rook on c3 as well.",
    );
}

#[test]
fn tactics_that_are_missed() {
    reason::<Chess>(
        "4k3/8/8/r7/8/4K3/P7/4Q3 b - - 0 1",
        "Kf7",
        (Cp(500), "Re5+ Kd2 Rxe1 Kxe1"),
        (Cp(-400), "Qd2"),
        "It misses Re5+, a skewer: the king moves and the queen on e1 is won.",
    );
    reason::<Chess>(
        "3rk3/8/8/3n4/8/8/P5K1/3Q4 b - - 0 1",
        "Ke7",
        (Cp(500), "Nf4+ Kf3 Rxd1 Kxf4"),
        (Cp(-400), "Qe2+"),
        "It misses Nf4+, a discovered attack on the queen on d1.",
    );
    reason::<Chess>(
        "3r3k/8/8/8/3R2b1/5N2/P5PP/6K1 b - - 0 1",
        "Bd7",
        (Cp(500), "Bxf3 h3 Rxd4"),
        (Cp(-500), "a3"),
        "It misses Bxf3, which takes the guard of the rook on d4.",
    );
    reason::<Chess>(
        "4kb2/8/8/3p4/8/2N5/7P/4K3 b - - 0 1",
        "Be7",
        (Cp(300), "Bb4 Kd2 d4 h4 dxc3+"),
        (Cp(-200), "Nxd5"),
        "It misses Bb4, which pins the knight on c3 and wins it.",
    );
}
