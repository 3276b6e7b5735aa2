//! Puzzles: what is one, what it is called, and how hard it is taken to be.

use std::ops::ControlFlow;

use erawan_analysis::EngineEvaluator;
use erawan_analysis::puzzles::{find, plan};
use erawan_board::with_game;
use erawan_engine::Engine;
use erawan_notation::pgn::Games;
use erawan_notation::puzzle::Puzzle;

fn made(pgn: &str) -> Vec<Puzzle> {
    let game = Games::new(pgn).next().unwrap().unwrap();
    let engine = Engine::new(8).unwrap();
    let mut evaluator = EngineEvaluator::by_plan(engine, plan(60_000));
    with_game!(&game, tree => {
        let found = find(tree, &mut evaluator, || ControlFlow::Continue(())).unwrap();
        found.iter().map(|it| it.puzzle(tree.variant(), tree)).collect()
    })
}

fn has(puzzle: &Puzzle, theme: &str) -> bool {
    puzzle.themes.iter().any(|it| it == theme)
}

#[test]
fn a_mate_that_was_let_in_is_one() {
    // Boden's mate: the bishop takes and lets it in.
    let fen = "2k1rb1r/ppp3pp/2n2q2/3p1b2/2B2P2/2P1BQ2/PP1N3P/2KR3R w - - 0 14";
    let found =
        made(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1"));
    let [puzzle] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(puzzle.moves, ["c4d5", "f6c3", "b2c3", "f8a3"]);
    assert_eq!(puzzle.fen, fen);
    for theme in ["mate", "mateIn2", "sacrifice", "short"] {
        assert!(has(puzzle, theme), "{theme}: {:?}", puzzle.themes);
    }
    // Harder than a plain mate in one.
    let plain = made("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0");
    assert!(has(&plain[0], "mateIn1") && plain[0].rating < puzzle.rating, "{plain:?}");
}

#[test]
fn the_second_best_move_names_the_motif() {
    // The king walks into a fork of king and rook by the knight.
    let fen = "r3k3/pp3ppp/8/3N4/8/8/PPP2PPP/4K3 b - - 0 1";
    let found = made(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... Kd7 2. Nf6+ gxf6 *"));
    assert!(found.iter().all(|puzzle| puzzle.moves.len() % 2 == 0), "{found:?}");
    let fen = "r3k3/pp2pppp/8/3N4/8/8/PPP2PPP/4K3 b - - 0 1";
    let found = made(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... a6 2. Nc7+ Kd8 3. Nxa8 *"));
    let [puzzle] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(puzzle.moves[..2], ["a7a6", "d5c7"]);
    assert!(has(puzzle, "fork"), "{:?}", puzzle.themes);
}

#[test]
fn what_was_won_already_or_has_two_ways_is_none() {
    // A queen up before and after.
    let fen = "4k3/8/8/8/8/8/5q2/3QK2Q w - - 0 1";
    assert_eq!(made("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"), []);
    let found = made(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. Kxf2 Ke7 2. Kf3 Ke8 *"));
    assert_eq!(found, []);
}

#[test]
fn makruk_has_them_too() {
    // The ma goes where the rua takes it and mates.
    let fen = "3k4/8/3K4/8/8/4n3/R7/8 b - 0 0 1";
    let found = made(&format!(
        "[Variant \"Makruk\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... Nd5 2. Ra8# 1-0"
    ));
    let names: Vec<&str> =
        found.iter().flat_map(|it| it.themes.iter().map(String::as_str)).collect();
    assert!(found.iter().all(|it| it.variant() == erawan_board::Variant::Makruk), "{names:?}");
}
