//! The positions everything is counted from.

use erawan_board::{
    Chess, Color, File, Piece, Position as ErawanPosition, Rank, Role, Setup, Square, Strictness,
};
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

    pub fn erawan(&self) -> ErawanPosition<Chess> {
        ErawanPosition::from_setup(&setup(self.fen), Strictness::Strict).expect("a good position")
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

/// Reads as much of FEN as the positions above need.
fn setup(fen: &str) -> Setup {
    let mut setup = Setup::empty();
    let mut fields = fen.split(' ');
    let board = fields.next().unwrap_or_default();
    let (mut file, mut rank) = (0, 7);
    for letter in board.chars() {
        if letter == '/' {
            (file, rank) = (0, rank - 1);
        } else if let Some(gap) = letter.to_digit(10) {
            file += gap as usize;
        } else {
            let color = if letter.is_uppercase() { Color::White } else { Color::Black };
            let role = match letter.to_ascii_lowercase() {
                'p' => Role::Pawn,
                'n' => Role::Knight,
                'b' => Role::Bishop,
                'r' => Role::Rook,
                'q' => Role::Queen,
                _ => Role::King,
            };
            setup.put(square(file, rank), Piece::new(color, role));
            file += 1;
        }
    }
    if fields.next() == Some("b") {
        setup.turn = Color::Black;
    }
    for right in fields.next().unwrap_or_default().chars() {
        let rook = match right {
            'K' => square(7, 0),
            'Q' => square(0, 0),
            'k' => square(7, 7),
            'q' => square(0, 7),
            _ => continue,
        };
        setup.castling_rooks = setup.castling_rooks.with(rook);
    }
    setup
}

fn square(file: usize, rank: usize) -> Square {
    Square::new(File::from_index(file).expect("a file"), Rank::from_index(rank).expect("a rank"))
}
