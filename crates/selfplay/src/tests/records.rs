//! Positions in 32 bytes.

use erawan_board::{Cambodian, Chess, Makruk, Position, Strictness, with_rules};
use erawan_engine::Playable;
use erawan_notation::fen;

use super::some_games;
use crate::board::PackError;
use crate::game::GameResult;
use crate::opening::Openings;
use crate::position::Label;
use crate::{PositionRecord, Start, replay};

const LABEL: Label =
    Label { score: -300, result: GameResult::WhiteWins, best_is_noisy: true, ply: 0x0102 };

/// Byte for byte, by hand.
#[test]
fn the_bytes_are_what_the_table_says() {
    // Ka1, a rook that may castle no more on b1; ke8 with a rook on h8 that may.
    let text = "4k2r/8/8/8/8/8/8/KR6 b k - 7 1";
    let position: Position<Chess> = fen::parse(text, Strictness::Strict).unwrap();
    let PositionRecord(bytes) = PositionRecord::new(&position, &LABEL).unwrap();
    let mut expected = [0u8; 32];
    expected[0] = 0b11; // a1, b1
    expected[7] = 1 << 4 | 1 << 7; // e8, h8
    expected[8] = 5 | 3 << 4; // K, R
    expected[9] = 13 | 14 << 4; // k, r with the right to castle
    expected[24..26].copy_from_slice(&(-300i16).to_le_bytes());
    expected[26] = 0; // White wins, Black is to move
    expected[27] = 1 | 4;
    expected[28..30].copy_from_slice(&[2, 1]);
    expected[30] = 7;
    assert_eq!(bytes, expected);

    // A promoted bia, and a count.
    let text = "4k3/8/8/8/8/8/8/K1M~4R w - 32 2 1";
    let position: Position<Makruk> = fen::parse(text, Strictness::Strict).unwrap();
    let record = PositionRecord::new(&position, &LABEL).unwrap();
    assert_eq!(record.0[8..10], [5 | 6 << 4, 3 | 13 << 4]);
    let count = position.counting();
    let left = (u16::from(count.limit()) + 1 - count.ply()) / 2;
    assert_eq!(u16::from(record.moves_left()), left);
    assert_eq!(record.result(), 2);
}

fn survive<R: Playable>(openings: Openings) {
    for game in some_games::<R>(openings, 5) {
        replay::<R>(&game, |moment| {
            let position = moment.position;
            let again = Start::pack(position).unwrap().unpack::<R>().unwrap();
            assert_eq!(again.to_setup(), position.to_setup());
            assert_eq!(again.key(), position.key());
            let record = PositionRecord::new(position, &LABEL).unwrap();
            let mut setup = record.setup::<R>().unwrap();
            let mut expected = position.to_setup();
            setup.fullmove_number = expected.fullmove_number;
            expected.counting = erawan_board::Counting::NONE;
            assert_eq!(setup, expected);
            assert_eq!(record.men(), position.occupied().len());
            assert_eq!(record.in_check(), position.in_check());
        })
        .unwrap();
    }
}

#[test]
fn positions_survive_packing() {
    for openings in Openings::ALL {
        with_rules!(openings.rules(), R => survive::<R>(openings));
    }
}

/// Who may leap is told by a code of its own, the role by the square.
#[test]
fn leaps_survive_packing() {
    let start = Position::<Cambodian>::startpos();
    assert_eq!(start.leapers().len(), 4);
    let packed = Start::pack(&start).unwrap();
    // White's men on d1 and e1, behind three others.
    assert_eq!([packed.0[9] >> 4, packed.0[10] & 15], [7, 7]);
    let again = packed.unpack::<Cambodian>().unwrap();
    assert_eq!((again.leapers(), again.key()), (start.leapers(), start.key()));
    // In Makruk nobody leaps, and elsewhere nobody's home is.
    assert_eq!(packed.unpack::<Makruk>(), Err(PackError::Code(7)));
    let mut moved = packed;
    moved.0[8] = 7;
    assert_eq!(moved.unpack::<Cambodian>(), Err(PackError::Code(7)));
}

#[test]
fn what_does_not_fit_is_refused() {
    let crowd = "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let crowd: Position<Chess> = fen::parse(crowd, Strictness::Lenient).unwrap();
    assert_eq!(Start::pack(&crowd), Err(PackError::ManyMen(48)));
    assert_eq!(PositionRecord::new(&crowd, &LABEL), Err(PackError::ManyMen(48)));

    let good = Start::pack(&Position::<Chess>::startpos()).unwrap();
    let with = |at: usize, byte: u8| {
        let mut bytes = good;
        bytes.0[at] = byte;
        bytes.unpack::<Chess>()
    };
    assert_eq!(with(8, 0x17), Err(PackError::Code(7)));
    assert_eq!(with(4, 1), Err(PackError::ManyMen(33)));
    assert_eq!(with(24, 2), Err(PackError::Padding));
    assert_eq!(with(25, 9), Err(PackError::EnPassant(9)));
    assert!(matches!(with(25, 1), Err(PackError::Setup(_))));
    assert_eq!(with(0, 0xFE), Err(PackError::Padding));
}
