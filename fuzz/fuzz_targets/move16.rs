//! Moves of any sixteen bits: a move is legal exactly if it is listed, none
//! crashes, and legal ones are taken back exactly.
//!
//! After the two lines that choose a position, each byte is a square: every
//! move from there is tried.
#![no_main]

use erawan_board::{Move, MoveFilter, MoveList, Position, Rules, with_game};
use erawan_fuzz::choose;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| if let Some((chosen, squares)) = choose(data) {
    with_game!(chosen, position => check(&position, squares));
});

fn check<R: Rules>(position: &Position<R>, squares: &[u8]) {
    let legal = sorted(&position.legal_moves());
    check_lists(position, &legal);
    for &bits in &legal {
        let Some(m) = Move::from_bits(bits) else { panic!("{bits:#06x} is listed") };
        assert!(position.is_legal(m), "{position:?} {m:?}");
        check_play(position, m);
    }
    for &square in squares.iter().take(8) {
        for rest in 0..1 << 10 {
            let bits = rest << 6 | u16::from(square % 64);
            let Some(m) = Move::from_bits(bits) else { continue };
            let listed = legal.binary_search(&bits).is_ok();
            assert_eq!(position.is_legal(m), listed, "{position:?} {m:?}");
            // Nonsense may come of an illegal move, but no crash.
            let _ = position.play_unchecked(m);
            let _ = (position.gives_check(m), position.captured(m), position.kind_of(m));
        }
    }
}

fn sorted(moves: &MoveList) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.iter().map(|m| m.bits()).collect();
    bits.sort_unstable();
    bits
}

/// All ways to ask for the legal moves agree.
fn check_lists<R: Rules>(position: &Position<R>, legal: &[u16]) {
    assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "a move is listed twice");
    assert_eq!(position.count_legal_moves(), legal.len());
    assert_eq!(position.has_legal_moves(), !legal.is_empty());
    let mut list = MoveList::new();
    position.for_each_set(|set| set.for_each(|m| list.push(m)));
    assert_eq!(sorted(&list), legal, "{position:?}: sets");
    if !position.in_check() {
        list.clear();
        position.generate_into(MoveFilter::Noisy, &mut list);
        assert!(list.iter().all(|&m| position.is_capture(m) || m.is_promotion()));
        position.generate_into(MoveFilter::Quiet, &mut list);
        assert_eq!(sorted(&list), legal, "{position:?}: noisy and quiet moves");
    }
}

fn check_play<R: Rules>(position: &Position<R>, m: Move) {
    let next = position.play_unchecked(m);
    assert_eq!(*next.keys(), next.compute_keys(), "{position:?} {m:?}");
    // A position read leniently may have the side not to move in check already.
    let (us, them) = (position.turn(), !position.turn());
    if position.attackers_of(us, position.king(them), position.occupied()).is_empty() {
        assert_eq!(position.gives_check(m), next.in_check(), "{position:?} {m:?}");
    }
    let mut copy = *position;
    let undo = copy.make(m);
    assert_eq!(copy, next, "{m:?}");
    copy.unmake(undo);
    assert_eq!(copy, *position, "{m:?}");
}
