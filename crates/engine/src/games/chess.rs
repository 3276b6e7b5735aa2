//! Chess and Chess960.

use erawan_board::{Chess, Position, Rank, Role, bitboard};

use super::{Description, Playable};
use crate::eval::{self, Endings, TermFacts};
use crate::strength::{Level, level};
use crate::wdl::Model;

impl Playable for Chess {
    const DESCRIPTION: &'static Description = &Description {
        // Knight and bishop are worth the same, so trading one for the other
        // is even.
        exchange_values: [100, 300, 300, 500, 900, 0],
        exchange_order: [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ],
        victims: [600, 2400, 2500, 4800, 9600, 0, 0],
        promotion: 9000,
        phase: [0, 1, 1, 2, 4, 0],
        full_phase: 24,
        evaluation: &eval::chess_values::PARAMETERS,
        term_facts: TermFacts {
            space: bitboard! {
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
                . . . . . . . .
                . . X X X X . .
                . . X X X X . .
                . . X X X X . .
                . . . . . . . .
            },
            rook_rank: Rank::Seventh,
            heavy: Role::Queen,
            bishops_keep_colour: true,
            queen_is_minor: false,
        },
        endings: Endings::Chess,
        network: erawan_nets::network("chess"),
        network_option: Some("EvalFile"),
        network_scale: 200,
        // From 800 games (74,288 scores) of the network that is built in, at
        // 4000 nodes a move.
        chances: Model { a: [147.4, -77.5, 21.7, 0.0], b: [103.4, 21.4, -13.8, 0.0] },
        material: [1, 3, 3, 5, 9],
        // The example `worth_of_men` measures it: 110 for men taken off the
        // start position, 131 in games with nearly all men on the board, 187
        // with half of them. With a little less than that, chances come out as
        // other engines see them. Only a network with another unit calls for
        // other numbers here.
        pawn: [115, 160],
        review_margin: 0.05,
        levels: &LEVELS,
        opening_plies: 8,
        selfplay_plies: (8, 9),
    };

    compile_search!();

    #[inline(always)]
    fn as_chess(position: &Position<Chess>) -> Option<&Position<Chess>> {
        Some(position)
    }
}

/// Columns: Elo, nodes, impressions, their depth, temperature, overlooked.
static LEVELS: [Level; 13] = [
    level(500, 60, 100, 1.0, 225, 45),
    level(700, 80, 100, 1.0, 150, 35),
    level(900, 95, 100, 1.0, 107, 26),
    level(1100, 110, 93, 1.1, 81, 20),
    level(1300, 130, 76, 1.2, 63, 15),
    level(1500, 185, 53, 1.4, 49, 12),
    level(1700, 300, 35, 1.6, 38, 9),
    level(1900, 520, 22, 1.9, 29, 6),
    level(2100, 1_000, 13, 2.0, 22, 4),
    level(2300, 1_550, 10, 2.0, 20, 4),
    level(2500, 2_400, 7, 2.0, 18, 3),
    level(2700, 3_800, 5, 2.0, 16, 2),
    level(3000, 8_000, 3, 2.0, 14, 2),
];
