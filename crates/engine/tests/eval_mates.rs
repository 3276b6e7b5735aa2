//! A small search must win the basic endings with the evaluation to guide it.

use erawan_board::{Chess, Makruk, Position, Strictness};
use erawan_engine::Playable;
use erawan_engine::eval::{Evaluator, HandWritten};
use erawan_notation::fen;

const MATE: i32 = 30_000;

/// Plain alpha-beta: no tables, no tricks.
fn search<R: Playable>(position: &Position<R>, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    if position.counting().is_over() {
        let mated = position.is_checkmate();
        return if mated { -MATE - depth } else { 0 };
    }
    if depth == 0 {
        return HandWritten.evaluate(position);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { -MATE - depth } else { 0 };
    }
    for &m in moves.iter() {
        let score = -search(&position.play_unchecked(m), depth - 1, -beta, -alpha);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}

/// Both sides play the best a search of `depth` plies finds, avoiding
/// positions that were there before; the moves until mate.
fn moves_to_mate<R: Playable>(text: &str, depth: i32, most: usize) -> Option<usize> {
    let mut position = fen::parse::<R>(text, Strictness::Lenient).unwrap();
    let mut seen = vec![position];
    for ply in 0..2 * most {
        let moves = position.legal_moves();
        let mut best: Option<(i32, Position<R>)> = None;
        for &m in moves.iter() {
            let next = position.play_unchecked(m);
            let repeats = seen.iter().any(|before| before.is_repetition_of(&next));
            let least = best.map_or(-2 * MATE, |(score, _)| score);
            let score = if repeats { 0 } else { -search(&next, depth - 1, -2 * MATE, -least) };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, next));
            }
        }
        match best {
            Some((_, next)) => position = next,
            None => return position.in_check().then_some(ply / 2 + 1),
        }
        if position.counting().is_over() && position.has_legal_moves() {
            return None;
        }
        seen.push(position);
    }
    None
}

#[track_caller]
fn check<R: Playable>(text: &str, depth: i32, most: usize) {
    let moves = moves_to_mate::<R>(text, depth, most);
    assert!(moves.is_some(), "no mate in {most} moves: {text}");
}

#[test]
fn queen_and_rook_mate() {
    check::<Chess>("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 5, 20);
    check::<Chess>("8/8/8/3k4/8/8/8/KR6 w - - 0 1", 7, 30);
}

#[test]
fn two_bishops_mate() {
    check::<Chess>("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", 6, 50);
}

#[test]
fn bishop_and_knight_mate() {
    check::<Chess>("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", 6, 60);
}

#[test]
fn rua_mates_before_the_count_is_full() {
    check::<Makruk>("3k4/8/8/3K4/8/8/8/R7 b - 32 6 1", 7, 16);
    check::<Makruk>("8/8/8/3k4/8/2MK4/8/R7 b - 32 8 1", 7, 16);
    check::<Makruk>("8/8/8/3k4/8/2NK4/8/R7 b - 32 8 1", 7, 16);
}

#[test]
fn khon_and_ma_mate_before_the_count_is_full() {
    check::<Makruk>("8/8/8/3k4/8/3K4/3S4/1N6 b - 88 8 1", 6, 44);
    check::<Makruk>("4k3/8/4K3/4S3/8/8/3S4/1N6 b - 44 10 1", 6, 44);
}
