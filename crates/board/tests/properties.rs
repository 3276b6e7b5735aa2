//! What must hold in every position, whatever it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Played, Random, playout, position, scatter};
use erawan_board::perft::Perft;
use erawan_board::{
    Bitboard, Cambodian, Chess, Color, Makpong, Makruk, Move, MoveFilter, MoveKind, MoveList,
    Position, Role, Rules, Setup, Square, Strictness, Variant,
};

/// Runs a check on positions of random games and on scattered men.
fn everywhere<R: Played>(
    seed: u64,
    games: usize,
    mut check: impl FnMut(&Position<R>, &mut Random),
) {
    // What Ouk and Makpong share with Makruk is tried there.
    let is_sister = matches!(R::VARIANT, Variant::Cambodian | Variant::Makpong);
    let games = if is_sister { games.div_ceil(3) } else { games };
    let mut random = Random::new(seed);
    for _ in 0..games {
        playout::<R>(&mut random, 250, |position, _, random| check(position, random));
    }
    for _ in 0..games * 20 {
        if let Some(position) = scatter::<R>(&mut random) {
            check(&position, &mut random);
        }
    }
}

fn unmaking_restores<R: Played>() {
    everywhere::<R>(10, 100, |before, _| {
        let mut position = *before;
        for &m in &before.legal_moves() {
            let undo = position.make(m);
            assert_eq!(undo.captured(), before.captured(m));
            assert_eq!(position, before.play_unchecked(m));
            position.unmake(undo);
            assert_eq!(position, *before, "{m:?}");
        }
    });
}

#[test]
fn unmaking_restores_every_field() {
    unmaking_restores::<Chess>();
    unmaking_restores::<Makruk>();
    unmaking_restores::<Cambodian>();
    unmaking_restores::<Makpong>();
}

fn keys_are_right<R: Played>() {
    everywhere::<R>(11, 100, |position, _| {
        assert_eq!(*position.keys(), position.compute_keys());
        assert_eq!(*position.play_null().keys(), position.play_null().compute_keys());
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            assert_eq!(*next.keys(), next.compute_keys(), "{position:?} {m:?}");
        }
    });
}

#[test]
fn incremental_keys_equal_recomputed_ones() {
    keys_are_right::<Chess>();
    keys_are_right::<Makruk>();
    keys_are_right::<Cambodian>();
    keys_are_right::<Makpong>();
}

fn legality_is_membership<R: Played>() {
    everywhere::<R>(12, 12, |position, _| {
        let mut is_listed = vec![false; 1 << 16];
        for m in &position.legal_moves() {
            is_listed[usize::from(m.bits())] = true;
        }
        for bits in 0..=u16::MAX {
            let is_legal = Move::from_bits(bits).is_some_and(|m| position.is_legal(m));
            assert_eq!(is_legal, is_listed[usize::from(bits)], "{position:?} {bits:#06x}");
        }
    });
}

#[test]
fn a_move_is_legal_if_it_is_listed() {
    legality_is_membership::<Chess>();
    legality_is_membership::<Makruk>();
    legality_is_membership::<Cambodian>();
    legality_is_membership::<Makpong>();
}

fn moves_are_found<R: Played>() {
    let roles = Role::ALL.map(Some);
    everywhere::<R>(17, 6, |position, random| {
        // A step of the king goes before castling to its target.
        let mut expected = BTreeMap::new();
        for &m in position.legal_moves().iter().filter(|m| m.is_castle()) {
            expected.insert((m.from(), m.king_target(), None), m);
        }
        for &m in &position.legal_moves() {
            expected.insert((m.from(), m.to(), m.promotion()), m);
        }
        // From a square without a man of the mover nothing moves: some will do.
        let strange = Bitboard(1 << random.below(64) | 1 << random.below(64));
        let origins = position.by_color(position.turn()) | strange;
        for (from, to) in origins.iter().flat_map(|from| Square::all().map(move |to| (from, to))) {
            for promotion in roles.into_iter().chain([None]) {
                let found = position.find_move(from, to, promotion);
                let expected = expected.get(&(from, to, promotion)).copied();
                assert_eq!(found, expected, "{position:?} {from}{to} {promotion:?}");
            }
        }
    });
}

#[test]
fn every_legal_move_is_found_by_its_squares() {
    moves_are_found::<Chess>();
    moves_are_found::<Makruk>();
    moves_are_found::<Cambodian>();
    moves_are_found::<Makpong>();
}

fn kinds_fit<R: Played>() {
    everywhere::<R>(13, 100, |position, _| {
        let all = position.legal_moves();
        let (mut noisy, mut quiet, mut sets) = (MoveList::new(), MoveList::new(), MoveList::new());
        position.generate_into(MoveFilter::Noisy, &mut noisy);
        position.generate_into(MoveFilter::Quiet, &mut quiet);
        position.for_each_set(|set| {
            let before = sets.len();
            set.for_each(|m| sets.push(m));
            assert_eq!(sets.len() - before, set.len());
            assert!(!set.is_empty());
        });
        let as_set = |moves: &[Move]| moves.iter().map(|m| m.bits()).collect::<BTreeSet<u16>>();
        assert_eq!(as_set(&all), as_set(&sets));
        assert_eq!(all.len(), noisy.len() + quiet.len());
        assert_eq!(all.len(), position.count_legal_moves());
        let evasions = if position.in_check() { all.len() } else { 0 };
        assert_eq!(position.evasions().len(), evasions);
        for &m in &all {
            let is_noisy = !matches!(position.kind_of(m), MoveKind::Quiet | MoveKind::Castle);
            assert_eq!(noisy.contains(&m), is_noisy, "{position:?} {m:?}");
            assert_eq!(quiet.contains(&m), !is_noisy, "{position:?} {m:?}");
            let next = position.play_unchecked(m);
            // A set-up position may have the opponent in check already.
            if !position.play_null().in_check() {
                assert_eq!(position.gives_check(m), next.in_check(), "{position:?} {m:?}");
            }
            let taken = position.occupied().len() - next.occupied().len();
            assert_eq!(taken, u32::from(position.is_capture(m)));
            assert_eq!(position.captured(m).is_some(), position.is_capture(m));
            let lost = |role| {
                let side = !position.turn();
                position.pieces(side, role).len() - next.pieces(side, role).len()
            };
            assert!(position.captured(m).is_none_or(|role| lost(role) == 1));
        }
    });
}

#[test]
fn kinds_of_moves_fit_what_they_do() {
    kinds_fit::<Chess>();
    kinds_fit::<Makruk>();
    kinds_fit::<Cambodian>();
    kinds_fit::<Makpong>();
}

fn attacks_agree<R: Played>() {
    everywhere::<R>(14, 60, |position, _| {
        let occupied = position.occupied();
        for color in Color::ALL {
            let attacked: Bitboard = Square::all()
                .filter(|&square| position.attackers_of(color, square, occupied).any())
                .collect();
            assert_eq!(position.attacks_by(color), attacked);
        }
        for square in Square::all() {
            let both = position.attackers_to(square, occupied);
            let attackers: Bitboard = occupied
                .iter()
                .filter(|&from| {
                    let piece = position.piece_at(from).unwrap();
                    R::attacks(piece.color(), piece.role(), from, occupied).contains(square)
                })
                .collect();
            assert_eq!(both, attackers);
        }
    });
}

#[test]
fn attacks_seen_from_both_ends_agree() {
    attacks_agree::<Chess>();
    attacks_agree::<Makruk>();
    attacks_agree::<Cambodian>();
    attacks_agree::<Makpong>();
}

fn moves_as<R: Rules>(
    position: &Position<R>,
    map: impl Fn(Square) -> Square,
) -> BTreeSet<(Square, Square, Option<erawan_board::Role>)> {
    position.legal_moves().iter().map(|m| (map(m.from()), map(m.to()), m.promotion())).collect()
}

fn remake<R: Rules>(setup: &Setup) -> Position<R> {
    Position::from_setup(setup, Strictness::Lenient).unwrap()
}

fn flips_commute<R: Played>() {
    everywhere::<R>(15, 100, |position, _| {
        let setup = position.to_setup();
        assert_eq!(remake::<R>(&setup), *position);
        // The kings of Ouk do not face each other: who may leap in a mirror
        // does not stand at home.
        if position.leapers().any() {
            return;
        }
        let flipped = remake::<R>(&setup.flip_colors());
        assert_eq!(moves_as(&flipped, |s| s), moves_as(position, Square::flip_vertical));
        assert_eq!(flipped.in_check(), position.in_check());
        assert_eq!(remake::<R>(&flipped.to_setup().flip_colors()), *position);
        // In a mirror castling is another move.
        if position.castling_rooks().is_empty() {
            let mirrored = remake::<R>(&setup.flip_horizontal());
            assert_eq!(moves_as(&mirrored, |s| s), moves_as(position, Square::flip_horizontal));
        }
    });
}

#[test]
fn flipping_the_board_flips_the_moves() {
    flips_commute::<Chess>();
    flips_commute::<Makruk>();
    flips_commute::<Cambodian>();
    flips_commute::<Makpong>();
}

/// Counts the double checks among what comes of positions that the strict take.
fn games_stay_possible<R: Played>() -> usize {
    let strict = |position: &Position<R>| {
        Position::<R>::from_setup(&position.to_setup(), Strictness::Strict)
    };
    let mut double_checks = 0;
    everywhere::<R>(17, 100, |position, _| {
        if strict(position).is_err() {
            return;
        }
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            let read = strict(&next);
            assert!(read.is_ok_and(|read| read == next), "{m:?} in {position:?}: {read:?}");
            double_checks += usize::from(next.checkers().has_many());
        }
    });
    double_checks
}

#[test]
fn no_legal_move_leads_to_what_the_strict_refuse() {
    let double_checks = [
        games_stay_possible::<Chess>(),
        games_stay_possible::<Makruk>(),
        games_stay_possible::<Cambodian>(),
        games_stay_possible::<Makpong>(),
    ];
    assert!(double_checks.iter().all(|&count| count > 0), "{double_checks:?}");
}

#[test]
fn vectors_count_like_scalars() {
    everywhere::<Chess>(16, 100, |position, _| {
        for depth in 1..=2 {
            let (simd, scalar) = (Perft::new(), Perft::new().simd(false));
            assert_eq!(simd.run(position, depth), scalar.run(position, depth), "{position:?}");
        }
    });
}

#[test]
fn crowded_boards_are_no_trouble() {
    for text in [
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        assert_eq!(position::<Chess>(text).legal_moves().len(), 218);
    }
    // More than 218: queens around an empty board, and a board full of them.
    let ring = position::<Chess>("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQk w - - 0 1");
    assert!(ring.legal_moves().len() > 218);
    let full = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk b - - 0 1";
    assert!(position::<Chess>(full).legal_moves().len() < 10);
}
