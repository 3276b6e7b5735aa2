//! Analyses, moves and reviews.

use std::time::{Duration, Instant};

use erawan_analysis::{Effort, EngineEvaluator};
use erawan_engine::Engine;
use erawan_notation::pgn::{AnyGame, Games};
use erawan_server::limits::Bounds;
use serde_json::json;

use super::{page, start, start_within};

#[test]
fn the_engine_analyses_plays_and_stops() {
    let server = start("engine");
    let mut page = page(&server);
    let id = page.send(json!({"type": "analyse", "lines": 3, "hash": 1, "threads": 1,
        "line": {"variant": "chess", "moves": ["e2e4"]}}));
    let (begun, mut updates) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_millis(1500) || updates == 0 {
        let update = page.receive();
        assert_eq!((update["type"].as_str(), update["id"].as_u64()), (Some("analysis"), Some(id)));
        updates += 1;
        let lines = update["lines"].as_array().unwrap();
        assert!((1..=3).contains(&lines.len()));
        assert_eq!(
            lines[0]["moves"].as_array().unwrap().len(),
            lines[0]["sans"].as_array().unwrap().len()
        );
    }
    assert!(updates <= 20, "{updates} updates in a second and a half");
    assert_eq!(page.ask(json!({"type": "stop"}))["type"], "stopped");
    loop {
        let last = page.receive();
        if last["type"] == "done" {
            assert_eq!(last["id"], id);
            break;
        }
    }
    let line = json!({"variant": "chess", "fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"});
    let played = page.ask(json!({"type": "play", "line": line, "movetime": 100}));
    assert_eq!((&played["move"], &played["score"]["mate"]), (&json!("d1d8"), &json!(1)));
    for elo in [500, 1500, 2500] {
        let line = json!({"variant": "makruk", "moves": ["e3e4"]});
        let played =
            page.ask(json!({"type": "play", "line": line, "elo": elo, "clock": [60000, 0]}));
        assert_eq!(played["move"].as_str().map(str::len), Some(4));
    }
    // Black's view is White's here: a lost position for Black is good for White.
    let line = json!({"variant": "chess", "fen": "6k1/8/8/8/8/8/5PPP/3R2K1 b - - 0 1"});
    let id = page.send(json!({"type": "analyse", "line": line, "limit": {"depth": 4}}));
    let update = page.receive();
    assert_eq!(update["id"], id);
    assert!(update["lines"][0]["score"]["cp"].as_i64().unwrap_or(1000) > 0);
}

#[test]
fn games_are_reviewed_and_reviews_stopped() {
    let server = start("review");
    let mut page = page(&server);
    let read = page.ask(json!({"type": "read", "text": "1. f3 e5 2. g4 Qh4# 0-1"}));
    let game = read["games"][0].clone();
    let id = page.send(json!({"type": "review", "game": game, "nodes": 2000}));
    let review = loop {
        let answer = page.receive();
        assert_eq!(answer["id"], id);
        if answer["type"] != "reviewing" {
            break answer;
        }
        // Five positions, and the moves that are looked at again.
        assert!(answer["total"].as_u64().unwrap() >= 5, "{answer}");
        assert!((0.0..=1.0).contains(&answer["part"].as_f64().unwrap()), "{answer}");
    };
    assert_eq!(review["type"], "reviewed", "{review}");
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!((&moves[2]["judgement"], &moves[2]["glyph"]), (&json!("blunder"), &json!(4)));
    assert!(moves[2]["verdict"].as_str().unwrap().contains("It allows mate in 1."));
    assert_eq!(
        moves[2]["best"].as_array().unwrap().len(),
        moves[2]["sans"].as_array().unwrap().len()
    );
    assert!(moves[3]["share"].as_f64().unwrap() < 0.03);
    assert_eq!(
        (&review["sides"][0]["blunders"], &review["sides"][1]["blunders"]),
        (&json!(1), &json!(0))
    );

    let id = page.send(json!({"type": "review", "game": game, "nodes": 20_000_000}));
    page.send(json!({"type": "stop"}));
    let end = loop {
        let answer = page.receive();
        if answer["id"] == id && answer["type"] != "reviewing" {
            break answer;
        }
    };
    assert_eq!(end["type"], "done");
    let bad = json!({"variant": "chess", "nodes": [{}, {"parent": 0, "move": "e2e5"}]});
    assert_eq!(page.ask(json!({"type": "review", "game": bad}))["kind"], "input");
}

#[test]
fn moves_are_tried() {
    let server = start("try");
    let mut page = page(&server);
    let line = |moves: &[&str]| json!({"variant": "chess", "moves": moves});
    let mut tried =
        |moves: &[&str]| page.ask(json!({"type": "try", "line": line(moves), "effort": "quick"}));
    let answer = tried(&["f2f3", "e7e5", "g2g4"]);
    assert_eq!((&answer["type"], &answer["judgement"]), (&json!("tried"), &json!("blunder")));
    let answer = tried(&["e2e4"]);
    assert_eq!((&answer["type"], &answer["judgement"]), (&json!("tried"), &json!(null)));
    // Mate is not bad, and needs no search.
    assert_eq!(tried(&["f2f3", "e7e5", "g2g4", "d8h4"])["judgement"], json!(null));
    // Nothing to judge, and a move that cannot be.
    assert_eq!(tried(&[])["kind"], "input");
    assert_eq!(tried(&["e2e5"])["kind"], "input");
    assert_eq!(page.ask(json!({"type": "try"}))["kind"], "protocol");
}

/// The library is what the command line reviews with.
#[test]
fn the_page_says_what_the_command_line_says() {
    let text = "1. e4 e5 2. Nf3 Qg5 3. Nxg5 f6 4. Qh5+ Ke7 5. Qf7+ Kd8 *";
    let server = start("same");
    let mut page = page(&server);
    let game = page.ask(json!({"type": "read", "text": text}))["games"][0].clone();
    let asked = json!({"type": "review", "game": game, "effort": "quick", "threads": 3});
    let review = page.ask(asked);
    let engine = Engine::new(Effort::HASH).unwrap();
    let mut evaluator = EngineEvaluator::with_effort(engine, Effort::Quick);
    let Some(Ok(AnyGame::Chess(tree))) = Games::new(text).next() else { panic!("a game") };
    let on = |_| std::ops::ControlFlow::Continue(());
    let expected = erawan_analysis::review(&tree, &mut evaluator, on).unwrap();
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), expected.moves.len());
    for (found, expected) in moves.iter().zip(&expected.moves) {
        assert_eq!(found["judgement"], expected.judgement.name(), "{}", expected.san);
        let accuracy = found["accuracy"].as_f64().unwrap();
        assert!((accuracy - expected.accuracy).abs() < 1e-9, "{}", expected.san);
        let verdict = erawan_analysis::verdict(expected);
        assert_eq!(found["verdict"].as_str(), verdict.as_deref(), "{}", expected.san);
    }
    // 2... Qg5 gives the game away, and the page can show how.
    assert!(!moves[3]["reply"].as_array().unwrap().is_empty(), "{}", moves[3]);
    assert!(moves[3]["reason"]["line"].is_string(), "{}", moves[3]);
}

#[test]
fn reasons_come_in_parts_and_in_thai() {
    let server = start("reasons");
    let mut page = page(&server);
    let text = "[Variant \"Makruk\"]\n\n1. d4 Nd7 2. e4 Ne5 3. dxe5 dxe5 *";
    let game = page.ask(json!({"type": "read", "text": text}))["games"][0].clone();
    let review = page.ask(json!({"type": "review", "game": game, "nodes": 20_000}));
    let bad = &review["moves"][3];
    assert_eq!(bad["reason"]["name"], "puts-en-prise", "{bad}");
    assert_eq!(bad["reason"]["men"], json!([{"piece": "n", "square": "e5"}]));
    assert!(bad["verdict"].as_str().unwrap().contains("It puts the ma on e5"));
    assert_eq!(bad["thai"].as_array().unwrap().len(), bad["sans"].as_array().unwrap().len());
    assert!(!bad["thai"][0].as_str().unwrap().is_ascii());
}

/// Each engine begins with 16 MiB, an analysis has 64 unless it says, and each
/// engine of a review 32.
#[test]
fn the_engines_of_all_pages_share_one_memory() {
    let server = start_within("memory", Bounds { memory: 100, ..Bounds::default() });
    let analyse = |hash| {
        let line = json!({"variant": "chess"});
        json!({"type": "analyse", "line": line, "hash": hash, "limit": {"depth": 1}})
    };
    let (mut one, mut two) = (page(&server), page(&server));
    assert_eq!(one.ask(analyse(60))["type"], "done");
    let refused = two.ask(analyse(50));
    assert_eq!((&refused["type"], &refused["kind"]), (&json!("error"), &json!("limit")));
    let message = refused["message"].as_str().unwrap();
    assert!(message.starts_with("all engines together may have 100 MiB and have 76;"), "{message}");
    // It goes on with the table that it has, and so does a move.
    assert_eq!(two.ask(analyse(40))["type"], "done");
    assert_eq!(two.ask(json!({"type": "play", "line": {"variant": "chess"}}))["type"], "played");
    // The engines of a review count, and no longer than it lasts.
    let game = one.ask(json!({"type": "read", "text": "1. e4 e5 *"}))["games"][0].clone();
    let review = json!({"type": "review", "game": game, "nodes": 500, "threads": 1});
    let refused = two.ask(review.clone());
    assert!(refused["message"].as_str().unwrap().contains("32 more is too much"), "{refused}");
    assert_eq!(one.ask(analyse(16))["type"], "done");
    for _ in 0..3 {
        assert_eq!(two.ask(review.clone())["type"], "reviewed");
    }
    // So does the engine of a page that is gone.
    drop(two);
    let is_free = |_| {
        one.ask(analyse(100))["type"] == "done" || {
            std::thread::sleep(Duration::from_millis(20));
            false
        }
    };
    assert!((0..500).any(is_free));
}
