//! What the search must be able to do.

use erawan_board::{Chess, Game, Makruk, Position, Rules, Strictness};
use erawan_engine::{Engine, Limits, Score};
use erawan_notation::{fen, san};

fn game<R: Rules>(text: &str) -> Game<R> {
    Game::from_position(fen::parse(text, Strictness::Lenient).unwrap())
}

#[test]
fn known_mates_are_found_with_their_length() {
    for (text, best, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "Rd8#", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7#", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "Ra6+", 3),
    ] {
        let game: Game<Chess> = game(text);
        let mut engine = Engine::new(4).unwrap();
        let found = engine.search(&game, &Limits::depth(9), |_| ());
        assert_eq!(found.best, san::parse(game.position(), best).ok(), "{text}");
        assert_eq!(found.score, Score::Mate(moves), "{text}");
    }
}

#[test]
fn searches_repeat_exactly() {
    let game: Game<Makruk> = Game::new();
    let search = || {
        let mut engine = Engine::new(2).unwrap();
        let mut lines = Vec::new();
        let found = engine.search(&game, &Limits::depth(9), |info| {
            lines.push((info.depth, info.nodes, info.pv));
        });
        (found, lines)
    };
    assert_eq!(search(), search());
}

#[test]
fn every_depth_is_reported_and_every_line_is_legal() {
    let game: Game<Chess> =
        game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut engine = Engine::new(2).unwrap();
    let mut depths = Vec::new();
    engine.search(&game, &Limits::depth(8), |info| {
        depths.push(info.depth);
        let mut position = *game.position();
        for &m in &info.pv {
            assert!(position.is_legal(m), "{info:?}");
            position = position.play_unchecked(m);
        }
        assert!(!info.pv.is_empty());
    });
    assert_eq!(depths, (1..=8).collect::<Vec<_>>());
}

#[test]
fn several_lines_are_different_and_sorted() {
    let game: Game<Chess> = Game::new();
    let mut engine = Engine::new(2).unwrap();
    let mut last = Vec::new();
    let limits = Limits { multipv: 3, ..Limits::depth(6) };
    engine.search(&game, &limits, |info| {
        if info.depth == 6 {
            last.push((info.multipv, info.score, info.pv[0]));
        }
    });
    assert_eq!(last.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last[0].2 != last[1].2 && last[1].2 != last[2].2 && last[0].2 != last[2].2);
    let value = |score| match score {
        Score::Centipawns(value) => value,
        Score::Mate(_) => panic!("no mate here"),
    };
    assert!(value(last[0].1) >= value(last[1].1) && value(last[1].1) >= value(last[2].1));
}

#[test]
fn crowded_boards_and_threads_are_no_trouble() {
    for text in [
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQk w - - 0 1",
    ] {
        let game: Game<Chess> = game(text);
        let mut engine = Engine::new(1).unwrap();
        engine.set_threads(3).unwrap();
        let found = engine.search(&game, &Limits::nodes(20_000), |_| ());
        assert!(game.position().is_legal(found.best.unwrap()));
    }
}

/// A ply of captures without end would be no ply.
#[test]
fn the_first_ply_of_a_full_board_ends() {
    for text in [
        "qqqqkqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "nrnqknrn/rnrnrnrn/nrnrnrnr/rnrnrnrn/NRNRNRNR/RNRNRNRN/NRNRNRNR/RNRNKNRN w - - 0 1",
    ] {
        let game: Game<Chess> = game(text);
        let mut engine = Engine::new(1).unwrap();
        let found = engine.search(&game, &Limits::depth(1), |_| ());
        assert_eq!(found.depth, 1, "{text}");
        assert!(game.position().is_legal(found.best.unwrap()));
        assert!(found.nodes < 5_000_000, "{text}: {}", found.nodes);
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let game: Game<Chess> = Game::new();
    let a3 = san::parse(game.position(), "a3").unwrap();
    let mut engine = Engine::new(1).unwrap();
    let limits = Limits { searchmoves: vec![a3], ..Limits::depth(5) };
    assert_eq!(engine.search(&game, &limits, |_| ()).best, Some(a3));
    let _: &Position<Chess> = game.position();
}

/// After 1 Ra6 every move of Black loses, and passing would not: a search that
/// believes in passing too much never sees it.
#[test]
fn a_mate_by_zugzwang_is_found() {
    let start = game::<Chess>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut engine = Engine::new(4).unwrap();
    let found = engine.search(&start, &Limits::depth(20), |_| ());
    assert_eq!(found.best.unwrap().to_string(), "a1a6");
    assert_eq!(found.score, Score::Mate(2));
}
