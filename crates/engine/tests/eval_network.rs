//! Networks in the engine: what they may decide, and what they may not.

use std::sync::Arc;

use erawan_board::{Chess, Game, Makruk, Position, Rules, Strictness, Variant};
use erawan_engine::eval::{Evaluator, HandWritten, LIMIT, NetworkEvaluator};
use erawan_engine::{Engine, Limits, Network, NetworkError, Playable, bench};
use erawan_nnue::{Architecture, Kernel};
use erawan_notation::fen;

fn network(game: Variant) -> Arc<Network> {
    Arc::new(Network::random(Architecture::new(game, 64), 42).unwrap())
}

/// A network that says the same of everything for the side to move.
fn constant(game: Variant, value: i32) -> Arc<Network> {
    let architecture = Architecture::new(game, 32).with_output_buckets(1);
    let bias = value * (255 * 64) / 400;
    let (features, zeros) = (vec![0; 768 * 32], vec![0; 64]);
    let network =
        Network::new(architecture, features, vec![0; 32], zeros, vec![bias], String::new());
    Arc::new(network.unwrap())
}

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text, Strictness::Lenient).unwrap()
}

fn by_network<R: Playable>(network: &Arc<Network>, text: &str) -> i32 {
    NetworkEvaluator::new(Arc::clone(network)).evaluate(&position::<R>(text))
}

fn by_hand<R: Playable>(text: &str) -> i32 {
    HandWritten.evaluate(&position::<R>(text))
}

#[test]
fn the_network_decides_where_it_can() {
    let chess = network(Variant::Chess);
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/4r3/8/8/8/8/4P3/3RK3 b - - 0 1",
    ] {
        let expected = chess.evaluate(&position::<Chess>(text)).unwrap();
        assert_eq!(by_network::<Chess>(&chess, text), expected, "{text}");
    }
    let makruk = network(Variant::Makruk);
    for text in [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "4k3/8/2n5/p7/8/3S4/8/4K3 b - - 0 1",
    ] {
        let expected = makruk.evaluate(&position::<Makruk>(text)).unwrap();
        assert_eq!(by_network::<Makruk>(&makruk, text), expected, "{text}");
    }
}

#[test]
fn known_endings_and_crowds_are_left_to_rules() {
    let chess = network(Variant::Chess);
    for text in [
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 b - - 30 1",
        "4k3/8/8/8/8/8/8/2BNK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
        "k7/8/8/8/P7/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        // Forty men.
        "qqqqkqqq/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    ] {
        assert_eq!(by_network::<Chess>(&chess, text), by_hand::<Chess>(text), "{text}");
    }
    let makruk = network(Variant::Makruk);
    for text in [
        "4k3/8/8/8/8/8/8/R3K3 w - 32 8 5",
        "4k3/8/8/8/8/8/8/2SMK3 w - 128 12 8",
        "4k3/8/8/8/P7/8/8/2SMK3 w - - 0 1",
        "rnsmksnr/pppppppp/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    ] {
        assert_eq!(by_network::<Makruk>(&makruk, text), by_hand::<Makruk>(text), "{text}");
    }
}

#[test]
fn scores_fade_with_the_count_and_not_with_the_clock() {
    let chess = constant(Variant::Chess, 600);
    let at = |clock: u32| {
        by_network::<Chess>(&chess, &format!("3rk3/8/8/8/8/8/8/3RK3 w - - {clock} 90"))
    };
    let (whole, most) = (at(0), 600);
    assert!((most - 2..=most).contains(&whole), "{whole}");
    assert_eq!([at(50), at(99)], [whole; 2]);
    // Both sides have pieces and no bia is left: 64 moves, counted in plies.
    let makruk = constant(Variant::Makruk, 600);
    let at = |count: u32| {
        let text = format!("3rk3/8/8/8/8/8/8/2RRK3 w - 128 {count} 90");
        let position = position::<Makruk>(&text);
        assert_eq!(position.counting().limit(), 128);
        by_network::<Makruk>(&makruk, &text)
    };
    let (whole, most) = (at(0), 600);
    assert!((most - 2..=most).contains(&whole), "{whole}");
    assert!(at(90) < whole && at(110) < at(90) && at(120) < at(110) && at(126) < 40);
}

#[test]
fn no_evaluation_is_beyond_the_limit() {
    for value in [50_000, -50_000] {
        let chess = constant(Variant::Chess, value);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(by_network::<Chess>(&chess, start).abs(), LIMIT);
    }
}

fn searched(engine: &mut Engine) -> (Option<String>, u64, erawan_engine::Score) {
    let found = engine.search(&Game::<Chess>::new(), &Limits::depth(6), |_| ());
    (found.best.map(|m| m.to_string()), found.nodes, found.score)
}

#[test]
fn engines_take_and_leave_networks() {
    let mut engine = Engine::new(1).unwrap();
    engine.set_network(Variant::Chess, None).unwrap();
    let by_hand = searched(&mut engine);
    let start = Position::<Chess>::startpos();
    assert_eq!(engine.evaluate(&start), HandWritten.evaluate(&start));

    let chess = network(Variant::Chess);
    engine.set_network(Variant::Chess960, Some(Arc::clone(&chess))).unwrap();
    assert!(Arc::ptr_eq(engine.network(Variant::Chess).unwrap(), &chess));
    let expected = chess.evaluate(&start);
    assert_eq!(Some(engine.evaluate(&start)), expected);
    let by_network = searched(&mut engine);
    assert_ne!(by_network, by_hand);
    // The same again, with evaluators that were used before.
    engine.clear();
    assert_eq!(searched(&mut engine), by_network);

    let error = engine.set_network(Variant::Chess, Some(network(Variant::Makruk))).unwrap_err();
    assert!(matches!(error, NetworkError::ForeignGame { .. }));
    let missing = engine.load_network(Variant::Chess, "no/such/file.net".as_ref());
    assert!(matches!(missing, Err(NetworkError::Io(_))));
    assert!(Arc::ptr_eq(engine.network(Variant::Chess).unwrap(), &chess));

    engine.set_network(Variant::Chess, None).unwrap();
    assert_eq!(searched(&mut engine), by_hand);
}

/// Every fifth position of the bench, less deep.
fn bench_nodes(engine: &mut Engine) -> Vec<(u64, erawan_engine::Score)> {
    let mut found = Vec::new();
    for position in bench::POSITIONS.iter().step_by(5) {
        let limits = Limits::depth(position.depth.min(9));
        engine.clear();
        let best = match position.variant {
            Variant::Makruk => {
                let root = fen::parse::<Makruk>(position.fen, Strictness::Strict).unwrap();
                engine.search(&Game::from_position(root), &limits, |_| ())
            }
            _ => {
                let root = fen::parse::<Chess>(position.fen, Strictness::Strict).unwrap();
                engine.search(&Game::from_position(root), &limits, |_| ())
            }
        };
        found.push((best.nodes, best.score));
    }
    found
}

#[test]
fn searches_are_the_same_with_every_kernel() {
    let mut engine = Engine::new(4).unwrap();
    for game in [Variant::Chess, Variant::Makruk] {
        engine.set_network(game, Some(network(game))).unwrap();
    }
    let best = bench_nodes(&mut engine);
    for kernel in Kernel::all() {
        engine.set_kernel(kernel);
        assert_eq!(bench_nodes(&mut engine), best, "{}", kernel.name());
    }
}

#[test]
fn networks_are_loaded_from_files() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("loaded.net");
    let chess = network(Variant::Chess);
    std::fs::write(&path, chess.to_bytes()).unwrap();
    let mut engine = Engine::new(1).unwrap();
    engine.load_network(Variant::Chess, &path).unwrap();
    assert!(**engine.network(Variant::Chess).unwrap() == *chess);
    assert!(engine.load_network(Variant::Makruk, &path).is_err());
    std::fs::write(&path, &chess.to_bytes()[..5000]).unwrap();
    assert!(engine.load_network(Variant::Chess, &path).is_err());
    assert!(**engine.network(Variant::Chess).unwrap() == *chess);
}

#[test]
fn threads_share_a_network() {
    let mut engine = Engine::new(1).unwrap();
    engine.set_network(Variant::Makruk, Some(network(Variant::Makruk))).unwrap();
    for threads in [3, 1, 2] {
        engine.set_threads(threads).unwrap();
        let found = engine.search(&Game::<Makruk>::new(), &Limits::nodes(3000), |_| ());
        assert!(found.best.is_some());
    }
}
