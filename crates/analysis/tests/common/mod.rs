//! Games with evaluations written down.
#![allow(dead_code)] // Not every test file uses all of it.

use std::ops::ControlFlow;

use erawan_analysis::{Evaluation, Line, MoveReview, Progress, Recorded, Review, review};
use erawan_board::{Move, Position, Rules, Strictness};
use erawan_engine::{Playable, Score};
use erawan_notation::pgn::{AnyGame, GameTree, Games};
use erawan_notation::{fen, san};

/// Goes on to the end.
pub fn on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The moves of a line in SAN.
pub fn line<R: Rules>(start: &Position<R>, text: &str) -> Vec<Move> {
    let mut position = *start;
    text.split_whitespace()
        .map(|word| {
            let m = san::parse(&position, word).unwrap_or_else(|e| panic!("{word}: {e}"));
            position = position.play_unchecked(m);
            m
        })
        .collect()
}

/// What was said about a position.
pub fn said<R: Rules>(position: &Position<R>, score: Score, text: &str) -> Evaluation {
    let moves = line(position, text);
    Evaluation { lines: vec![Line { score, moves }], depth: 10, nodes: 100 }
}

/// The review of one move: `before` and `after` are scores for the player.
pub fn one_move<R: Playable>(
    text: &str,
    played: &str,
    (before, best): (Score, &str),
    (after, reply): (Score, &str),
) -> MoveReview {
    let start: Position<R> = fen::parse(text, Strictness::Lenient).unwrap();
    let m = san::parse(&start, played).unwrap();
    let mut tree = GameTree::new(start);
    tree.add_move(tree.root(), m).unwrap();
    let after = match after {
        Score::Centipawns(value) => Score::Centipawns(-value),
        Score::Mate(moves) => Score::Mate(-moves),
    };
    let mut recorded =
        Recorded(vec![said(&start, before, best), said(&start.play_unchecked(m), after, reply)]);
    let mut review: Review = review(&tree, &mut recorded, on).unwrap();
    review.moves.remove(0)
}

/// Asserts that a move is bad, and why: the sentence.
#[track_caller]
pub fn reason<R: Playable>(
    fen: &str,
    played: &str,
    best: (Score, &str),
    reply: (Score, &str),
    expected: &str,
) {
    let reviewed = one_move::<R>(fen, played, best, reply);
    assert!(reviewed.judgement.is_bad(), "{:?}", reviewed.judgement);
    let found = reviewed.reason.map(|reason| reason.to_string());
    assert_eq!(found.as_deref(), Some(expected));
}

/// The first game of a text.
pub fn game(text: &str) -> AnyGame {
    Games::new(text).next().unwrap().unwrap()
}
