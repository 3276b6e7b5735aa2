//! Positions in 32 bytes.

use crate::common::{Played, Random, playout, position, scatter};
use erawan_board::{
    Cambodian, Chess, Color, CountingMode, Makpong, Makruk, Position, Role, Rules, Square,
    Strictness, TooManyMen, UnpackError,
};

/// What is packed must come back, with all keys. The layout is checked against
/// a plain reading of its table.
fn comes_back<R: Rules>(position: &Position<R>) {
    let bytes = match position.pack() {
        Ok(bytes) => bytes,
        Err(TooManyMen(men)) => {
            assert_eq!(men, position.occupied().len());
            assert!(men > 32);
            return;
        }
    };
    let again = Position::<R>::unpack(&bytes).unwrap_or_else(|e| panic!("{e} of {position:?}"));
    assert_eq!(again, *position);
    assert_eq!(again.keys(), position.keys());
    assert_eq!(again.pack(), Ok(bytes));
    let mut men = 0;
    for (i, square) in Square::all().enumerate() {
        let is_occupied = bytes[i / 8] >> (i % 8) & 1 == 1;
        assert_eq!(is_occupied, position.piece_at(square).is_some());
        let Some(piece) = position.piece_at(square) else { continue };
        let code = if men % 2 == 0 { bytes[8 + men / 2] % 16 } else { bytes[8 + men / 2] / 16 };
        men += 1;
        let is_black = piece.color() == Color::Black;
        let plain = piece.role() as u8 + if is_black { 6 } else { 0 };
        let marked = position.castling_rooks() | position.promoted();
        if marked.contains(square) {
            assert_eq!(code, 12 + u8::from(is_black));
        } else if position.leapers().contains(square) {
            assert_eq!(code, 14 + u8::from(is_black));
            assert!(matches!(piece.role(), Role::King | Role::Queen));
        } else if code == 14 {
            assert_eq!(piece.color(), !position.turn());
            assert_eq!(plain % 6, 0);
        } else {
            assert_eq!(code, plain);
        }
    }
}

fn everything_comes_back<R: Played>() {
    let mut random = Random::new(40);
    for _ in 0..200 {
        playout::<R>(&mut random, 250, |position, _, _| comes_back(position));
    }
    let scattered: Vec<_> = (0..20_000).filter_map(|_| scatter::<R>(&mut random)).collect();
    assert!(scattered.len() > 1000);
    scattered.iter().for_each(comes_back);
}

#[test]
fn every_position_comes_back() {
    everything_comes_back::<Chess>();
    everything_comes_back::<Makruk>();
    everything_comes_back::<Cambodian>();
    everything_comes_back::<Makpong>();
}

#[test]
fn leaps_that_may_still_be_made_come_back() {
    let mut random = Random::new(42);
    let mut with_some = 0;
    for _ in 0..100 {
        let mut position = Position::<Cambodian>::startpos();
        for _ in 0..40 {
            let again = Position::<Cambodian>::unpack(&position.pack().unwrap()).unwrap();
            assert_eq!(again, position);
            assert_eq!(again.keys(), position.keys());
            assert_eq!(again.to_setup().leapers, position.to_setup().leapers);
            with_some += u32::from((1..4).contains(&position.to_setup().leapers.len()));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    assert!(with_some > 100, "{with_some}");
}

#[test]
fn polyglot_keys_come_back() {
    // The step to e4 can be answered by a pinned pawn alone: no en passant
    // for us, but Polyglot counts it.
    let pinned = position::<Chess>("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    assert_eq!(pinned.en_passant(), None);
    let again = Position::<Chess>::unpack(&pinned.pack().unwrap()).unwrap();
    assert_eq!(again.polyglot_key(), pinned.polyglot_key());
    let without = position::<Chess>("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    assert_ne!(without.polyglot_key(), pinned.polyglot_key());
}

#[test]
fn counts_come_back_in_every_mode() {
    let board = position::<Makruk>("8/8/2n1k3/8/8/2RMK3/8/8 b - 128 5 70");
    for mode in [CountingMode::Auto, CountingMode::Manual, CountingMode::Off] {
        let mut counted = board.with_counting_mode(mode);
        comes_back(&counted);
        assert_eq!(counted.start_counting(), mode == CountingMode::Manual);
        comes_back(&counted);
    }
    let mut setup = board.to_setup();
    for number in [0, 1, 255, 256, u16::MAX] {
        (setup.halfmove_clock, setup.fullmove_number) = (number, !number);
        setup.counting = erawan_board::Counting::new(88, number);
        comes_back(&Position::<Makruk>::from_setup(&setup, Strictness::Lenient).unwrap());
    }
}

#[test]
fn a_full_board_is_refused() {
    let full = "QQQQQQQQ/QQQQQQQQ/8/8/8/8/QQQQQQQQ/KQQQQQQk b - - 0 1";
    comes_back(&position::<Chess>(full));
    let more = "QQQQQQQQ/QQQQQQQQ/8/8/8/4Q3/QQQQQQQQ/KQQQQQQk b - - 0 1";
    assert_eq!(position::<Chess>(more).pack(), Err(TooManyMen(33)));
    let bytes = [0xFF; 32];
    assert_eq!(Position::<Chess>::unpack(&bytes), Err(UnpackError::TooManyMen(TooManyMen(64))));
}

#[test]
fn bytes_that_say_nothing_are_refused() {
    let start = Position::<Chess>::startpos().pack().unwrap();
    let changed = |at: usize, to: u8| {
        let mut bytes = start;
        bytes[at] = to;
        Position::<Chess>::unpack(&bytes)
    };
    assert_eq!(changed(8, 15), Err(UnpackError::Code(Square::A1, 15)));
    assert!(matches!(changed(10, 0x55), Err(UnpackError::Setup(_))), "three kings");
    // A right for a rook in front of the king, a count, a mode, a spare bit.
    for (at, to) in [(12, 12), (28, 16), (29, 1), (31, 2), (31, 6), (31, 24), (31, 32), (31, 64)] {
        assert_eq!(changed(at, to), Err(UnpackError::Meaningless), "{at} {to}");
    }
    let mut bytes = start;
    bytes[12] = 0xEE;
    assert_eq!(Position::<Chess>::unpack(&bytes), Err(UnpackError::DoubleStep(Square::B2)));
    // Makruk has no double step.
    let mut bytes = Position::<Makruk>::startpos().pack().unwrap();
    bytes[12] = 0xEE;
    assert_eq!(Position::<Makruk>::unpack(&bytes), Err(UnpackError::Code(Square::A3, 14)));
}

fn only_packed_bytes_are_read<R: Played>() {
    let mut random = Random::new(41);
    let mut refused = 0;
    for _ in 0..20 {
        playout::<R>(&mut random, 120, |position, _, random| {
            let mut bytes = position.pack().unwrap();
            for _ in 0..1 + random.below(3) {
                bytes[random.below(32)] ^= 1 << random.below(8);
            }
            match Position::<R>::unpack(&bytes) {
                Ok(read) => assert_eq!(read.pack(), Ok(bytes)),
                Err(_) => refused += 1,
            }
        });
    }
    assert!(refused > 100);
}

#[test]
fn bytes_are_read_only_if_they_are_written_so() {
    only_packed_bytes_are_read::<Chess>();
    only_packed_bytes_are_read::<Makruk>();
    only_packed_bytes_are_read::<Cambodian>();
    only_packed_bytes_are_read::<Makpong>();
}
