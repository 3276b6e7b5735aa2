//! The facts, gathered from the crates that state them.

use erawan_board::{
    Chess, Color, Makruk, Move, Position, Role, Rules, Square, Strictness, Tag, Variant, with_rules,
};
use erawan_engine::Playable;
use erawan_engine::see;
use erawan_nnue::{Architecture, COUNT_PLIES_LEFT, GAMES};
use erawan_notation::fen;
use erawan_selfplay::{GameResult, Label, PositionRecord};

/// Games in the order of their numbers in network files and records.
pub(crate) fn game_names() -> [&'static str; 2] {
    GAMES.map(Variant::name)
}

/// Tags of moves, by their names in all languages.
pub(crate) const TAGS: [(&str, Tag); 14] = [
    ("PUSH", Tag::PawnPush),
    ("DOUBLE", Tag::PawnDouble),
    ("PAWN_CAPTURE", Tag::PawnCapture),
    ("EN_PASSANT", Tag::EnPassant),
    ("KNIGHT", Tag::Knight),
    ("BISHOP", Tag::Bishop),
    ("ROOK", Tag::Rook),
    ("QUEEN", Tag::Queen),
    ("KING", Tag::King),
    ("CASTLE", Tag::Castle),
    ("PROMOTE_KNIGHT", Tag::PromoteKnight),
    ("PROMOTE_BISHOP", Tag::PromoteBishop),
    ("PROMOTE_ROOK", Tag::PromoteRook),
    ("PROMOTE_QUEEN", Tag::PromoteQueen),
];

/// Where the fields of a record are.
pub(crate) const RECORD_FIELDS: [(&str, usize); 8] = [
    ("OCCUPIED", PositionRecord::OCCUPIED),
    ("MEN", PositionRecord::MEN),
    ("SCORE", PositionRecord::SCORE),
    ("RESULT", PositionRecord::RESULT),
    ("FLAGS", PositionRecord::FLAGS),
    ("PLY", PositionRecord::PLY),
    ("CLOCK", PositionRecord::CLOCK),
    ("EXTRA", PositionRecord::EXTRA),
];

/// What the bits of a record's flags mean.
pub(crate) const RECORD_FLAGS: [(&str, u8); 4] = [
    ("BLACK_TO_MOVE", PositionRecord::BLACK),
    ("IN_CHECK", PositionRecord::IN_CHECK),
    ("NOISY", PositionRecord::NOISY),
    ("INTERIOR", PositionRecord::INTERIOR),
];

/// By role.
pub(crate) fn exchange_values<R: Playable>() -> [i32; 6] {
    Role::ALL.map(see::worth::<R>)
}

/// The letters of a game's men in FEN, by role.
pub(crate) fn letters<R: Rules>() -> String {
    let start = Position::<R>::startpos();
    let text = fen::write(&start);
    let placement = text.split(' ').next().unwrap_or_default();
    let mut letters = ['?'; 6];
    for (rank, row) in placement.split('/').enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let square = Square::from_index_from_a8(8 * rank + file);
            if let Some(piece) = square.and_then(|square| start.piece_at(square)) {
                letters[piece.role().index()] = letter.to_ascii_uppercase();
            }
            file += 1;
        }
    }
    letters.into_iter().collect()
}

/// How far a part of a move's sixteen bits is shifted.
pub(crate) fn shift(bits: u32, part: impl Fn(Move) -> u32) -> u32 {
    let rich = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    let lists = [
        fen::parse::<Chess>(rich, Strictness::Strict).map(|position| position.legal_moves()),
        Ok(Position::<Chess>::startpos().legal_moves()),
    ];
    let moves: Vec<Move> = lists.into_iter().flatten().flat_map(|list| list.to_vec()).collect();
    let fits = |shift: &u32| {
        moves.iter().all(|&m| u32::from(m.bits()) >> shift & ((1 << bits) - 1) == part(m))
    };
    let found: Vec<u32> = (0..16).filter(fits).collect();
    assert!(moves.len() > 20 && found.len() == 1, "the part of a move is in one place");
    found[0]
}

/// A man that one side sees, with its own king somewhere, and the number of the
/// input that it switches on.
pub(crate) struct Input {
    pub(crate) perspective: Color,
    pub(crate) king: Square,
    pub(crate) man: (Color, Role, Square),
    pub(crate) number: usize,
}

/// The king buckets of [`inputs`]: each rank is one.
pub(crate) fn bucket_table() -> [u8; 64] {
    std::array::from_fn(|square| (square / 8) as u8)
}

/// Inputs for others to compare with.
pub(crate) fn inputs() -> Vec<Input> {
    let variant = Chess::VARIANT;
    let architecture = Architecture::new(variant, 32).with_king_buckets(8, bucket_table());
    // Steps that are coprime to the 64 squares and to each other's cycles.
    let squares = (0..64usize).filter_map(|i| {
        Square::from_index(i * 37 % 64).zip(Square::from_index((i * 29 + 11) % 64))
    });
    let seen =
        squares.filter(|(king, square)| king != square).enumerate().map(|(i, (king, square))| {
            let perspective = Color::ALL[i % 2];
            let man = (Color::ALL[i / 2 % 2], Role::ALL[i % 5], square);
            let number = architecture.input(perspective, king, man);
            Input { perspective, king, man, number }
        });
    seen.collect()
}

/// A position with the record that it makes.
pub(crate) struct Sample {
    pub(crate) game: &'static str,
    pub(crate) fen: &'static str,
    pub(crate) label: Label,
    pub(crate) record: PositionRecord,
}

fn sample<R: Rules>(fen: &'static str, label: Label) -> Option<Sample> {
    let position = fen::parse::<R>(fen, Strictness::Strict).ok()?;
    let record = PositionRecord::new(&position, &label).ok()?;
    Some(Sample { game: R::VARIANT.name(), fen, label, record })
}

/// Records for others to compare with.
pub(crate) fn samples() -> Vec<Sample> {
    let label = |score, result, best_is_noisy, ply| Label { score, result, best_is_noisy, ply };
    let chess = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            label(31, GameResult::Draw, false, 0),
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/5Q1p/PP1BBPPP/RN2K2R b KQkq c3 0 1",
            label(-75, GameResult::WhiteWins, true, 33),
        ),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 w - - 17 90", label(-2, GameResult::Draw, false, 178)),
        (
            "1rk4r/8/8/8/8/8/3q4/1RK4R w HBhb - 3 60",
            label(-31_999, GameResult::BlackWins, true, 700),
        ),
    ];
    let makruk = [
        (
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR b - - 0 1",
            label(-12, GameResult::Draw, false, 1),
        ),
        ("8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50", label(-900, GameResult::WhiteWins, false, 99)),
        ("3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - 128 127 33", label(400, GameResult::Draw, true, 300)),
    ];
    let chess = chess.into_iter().filter_map(|(fen, label)| sample::<Chess>(fen, label));
    let makruk = makruk.into_iter().filter_map(|(fen, label)| sample::<Makruk>(fen, label));
    let samples: Vec<Sample> = chess.chain(makruk).collect();
    assert_eq!(samples.len(), 7, "every position can be read and packed");
    samples
}

/// By the games of networks: what 1.0 of a network's output should be in
/// centipawns.
pub(crate) fn network_scales() -> [u16; 2] {
    GAMES.map(|game| with_rules!(game, R => <R as Playable>::DESCRIPTION.network_scale))
}

/// The moves left of a count after which outputs change. Networks ask for
/// plies, records keep moves.
pub(crate) fn moves_left() -> [u16; 3] {
    COUNT_PLIES_LEFT.map(|plies| plies / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records have `(plies + 1) / 2` moves where `plies` are left.
    #[test]
    fn moves_and_plies_change_outputs_together() {
        for plies in 1..=255u16 {
            let moves = plies.div_ceil(2);
            for (in_plies, in_moves) in COUNT_PLIES_LEFT.into_iter().zip(moves_left()) {
                assert_eq!(plies > in_plies, moves > in_moves, "{plies}");
            }
        }
    }
}
