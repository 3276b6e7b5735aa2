//! Makruk, Thai chess.

use erawan_board::{Makruk, Rank, Role, bitboard};

use super::{Description, Playable};
use crate::eval::{self, Endings, TermFacts};
use crate::strength::{Level, level};
use crate::wdl::Model;

impl Playable for Makruk {
    const DESCRIPTION: &'static Description = &Description {
        // Bia, ma, khon, rua, met: in the queen's place sits the least piece.
        exchange_values: [100, 400, 300, 640, 180, 0],
        exchange_order: [
            Role::Pawn,
            Role::Queen,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
            Role::King,
        ],
        victims: [700, 3200, 2400, 5100, 1440, 0, 0],
        promotion: 1000,
        phase: [0, 2, 2, 3, 1, 0],
        full_phase: 30,
        evaluation: &eval::makruk_values::PARAMETERS,
        term_facts: TermFacts {
            space: bitboard! {
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
                . X X X X X X .
                . X X X X X X .
                . X X X X X X .
                . . . . . . . .
                . . . . . . . .
            },
            // Bia begin a rank further ahead.
            rook_rank: Rank::Sixth,
            heavy: Role::Rook,
            // A khon steps straight ahead too.
            bishops_keep_colour: false,
            queen_is_minor: true,
        },
        endings: Endings::Counted,
        network: erawan_nets::network("makruk"),
        network_option: Some("EvalFileMakruk"),
        network_scale: 280,
        // From 1400 games (189,658 scores) of the network that is built in, at
        // 4000 nodes a move. In 600 of them one side began without a man: even
        // openings know no great leads with much material, and then nothing
        // says what one is worth. The count saves many a lost game, so with
        // little material it takes more to win.
        chances: Model { a: [217.4, -64.1, 21.1, 0.0], b: [87.7, 9.9, 19.3, 0.0] },
        material: [1, 3, 3, 5, 2],
        // As for chess, but the same however many men there are: 95, 104, 102.
        pawn: [100, 100],
        // Scores wander more than in chess, ours and those of other engines.
        review_margin: 0.08,
        levels: &LEVELS,
        // The armies meet later than in chess, and the start is harder to
        // upset.
        opening_plies: 10,
        selfplay_plies: (6, 12),
    };

    compile_search!();
}

/// Columns: Elo, nodes, impressions, their depth, temperature, overlooked.
static LEVELS: [Level; 13] = [
    level(500, 60, 100, 1.0, 200, 50),
    level(700, 80, 100, 1.0, 96, 32),
    level(900, 100, 100, 1.0, 56, 19),
    level(1100, 130, 74, 1.2, 44, 15),
    level(1300, 170, 53, 1.4, 37, 12),
    level(1500, 240, 36, 1.6, 30, 10),
    level(1700, 400, 22, 1.8, 25, 8),
    level(1900, 800, 12, 2.0, 20, 6),
    level(2100, 1_400, 8, 2.0, 16, 4),
    level(2300, 2_700, 4, 2.0, 13, 3),
    level(2500, 5_000, 2, 2.0, 12, 2),
    level(2700, 10_500, 1, 2.0, 11, 1),
    level(3000, 42_000, 0, 2.0, 10, 0),
];
