//! The positions everything is counted from.

use erawan_board::{Chess, Strictness};
use erawan_notation::fen;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

/// A position with its known perft counts.
pub struct Position {
    pub name: &'static str,
    pub fen: &'static str,
    /// The counts of depth 1, 2 and so on.
    pub counts: &'static [u64],
}

pub const POSITIONS: [Position; 4] = [
    Position {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        counts: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    },
    Position {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        counts: &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    },
    Position {
        name: "middle",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        counts: &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    },
    Position {
        name: "end",
        fen: "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28",
        counts: &[38, 1_129, 37_035, 1_023_977, 31_265_700, 849_167_880],
    },
];

impl Position {
    /// The depth that lies `shallower` plies above the deepest known count,
    /// and its count.
    pub fn depth(&self, shallower: usize) -> (u32, u64) {
        let depth = self.counts.len() - shallower;
        (depth as u32, self.counts[depth - 1])
    }

    pub fn erawan(&self) -> erawan_board::Position<Chess> {
        fen::parse(self.fen, Strictness::Strict).expect("a good FEN")
    }

    pub fn cozy(&self) -> cozy_chess::Board {
        self.fen.parse().expect("a good FEN")
    }

    pub fn chess(&self) -> chess::Board {
        self.fen.parse().expect("a good FEN")
    }

    pub fn shakmaty(&self) -> shakmaty::Chess {
        let fen: Fen = self.fen.parse().expect("a good FEN");
        fen.into_position(CastlingMode::Standard).expect("a good position")
    }
}
