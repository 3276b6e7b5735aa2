//! How a search uses endgame tables. Small ones made by hand need no files;
//! real ones are taken from the folder named in `ERAWAN_SYZYGY`.

use std::io::Write;
use std::sync::Arc;

use erawan_board::{Chess, Game, Makruk, Strictness};
use erawan_engine::{Engine, Info, Limits, Score};
use erawan_notation::{fen, san};
use erawan_syzygy::{Material, TableKind, Tables, Wdl};

fn game(text: &str) -> Game<Chess> {
    Game::from_position(fen::parse(text, Strictness::Lenient).unwrap())
}

/// KQvK with one result for each side to move: 0 lost to 4 won.
fn constant(white: u8, black: u8) -> Tables {
    let mut bytes = vec![0x71, 0xE8, 0x23, 0x5D, 0x31, 0x00, 0x55, 0x66, 0xEE, 0x00];
    bytes.extend([0x80, white, 0x80, black]);
    bytes.resize(80, 0);
    let mut tables = Tables::new();
    tables.add_bytes(Material::from_name("KQvK").unwrap(), TableKind::Wdl, bytes);
    tables
}

fn search(engine: &mut Engine, game: &Game<Chess>, depth: u32) -> (Score, Info) {
    let mut last = None;
    let found = engine.search(game, &Limits::depth(depth), |info| last = Some(info));
    (found.score, last.unwrap())
}

/// A pawn about to promote, with the board's corner out of mate's reach.
const PROMOTION: &str = "8/2P5/8/8/3k4/8/8/K7 w - - 0 1";

#[test]
fn a_promotion_into_the_tables_has_their_result() {
    let mut engine = Engine::new(1).unwrap();
    let (_, info) = search(&mut engine, &game(PROMOTION), 6);
    assert_eq!(info.tbhits, 0);

    engine.set_tables(Some(Arc::new(constant(4, 0))));
    engine.clear();
    let (score, info) = search(&mut engine, &game(PROMOTION), 6);
    let Score::Centipawns(value) = score else { panic!("{score:?}") };
    assert!(value > 19_900, "{score:?}");
    assert!(info.tbhits > 0);
    let promotion = san::parse(game(PROMOTION).position(), "c8=Q").unwrap();
    assert_eq!(info.pv[0], promotion);

    // A win that comes too late is next to nothing, unless the rule is off.
    engine.set_tables(Some(Arc::new(constant(3, 1))));
    engine.clear();
    let limits = Limits { searchmoves: vec![promotion], ..Limits::depth(4) };
    let score = engine.search(&game(PROMOTION), &limits, |_| ()).score;
    assert_eq!(score, Score::Centipawns(2));
    engine.set_probe_fifty_moves(false);
    engine.clear();
    let score = engine.search(&game(PROMOTION), &limits, |_| ()).score;
    assert_eq!(score, Score::Centipawns(19_999));
}

#[test]
fn limits_of_probing_are_kept() {
    let mut engine = Engine::new(1).unwrap();
    engine.set_tables(Some(Arc::new(constant(4, 0))));
    engine.set_probe_limit(2);
    assert_eq!(search(&mut engine, &game(PROMOTION), 6).1.tbhits, 0);
    engine.set_probe_limit(0);
    engine.clear();
    assert_eq!(search(&mut engine, &game(PROMOTION), 6).1.tbhits, 0);
    engine.set_probe_limit(99);
    engine.set_probe_depth(90);
    engine.clear();
    assert_eq!(search(&mut engine, &game(PROMOTION), 6).1.tbhits, 0);
    engine.set_probe_depth(0);
    engine.clear();
    assert!(search(&mut engine, &game(PROMOTION), 6).1.tbhits > 0);
    engine.set_tables(None);
    engine.clear();
    assert_eq!(search(&mut engine, &game(PROMOTION), 6).1.tbhits, 0);
}

#[test]
fn makruk_has_no_tables() {
    let text = "8/8/8/3k4/8/8/1M6/K7 w - - 0 1";
    let game: Game<Makruk> = Game::from_position(fen::parse(text, Strictness::Lenient).unwrap());
    let mut engine = Engine::new(1).unwrap();
    engine.set_tables(Some(Arc::new(constant(4, 0))));
    let mut hits = 0;
    engine.search(&game, &Limits::depth(6), |info| hits = info.tbhits);
    assert_eq!(hits, 0);
}

fn real(test: &str) -> Option<Arc<Tables>> {
    let Ok(folder) = std::env::var("ERAWAN_SYZYGY") else {
        let text = "needs Syzygy tables: set ERAWAN_SYZYGY to their folder";
        let _ = writeln!(std::io::stderr(), "SKIPPED: {test} {text}");
        return None;
    };
    Some(Arc::new(Tables::open(&folder)))
}

/// Whatever is searched, the move that is played keeps the result.
#[test]
fn moves_at_the_root_keep_the_result() {
    let Some(tables) = real("moves_at_the_root_keep_the_result") else { return };
    for text in [
        "8/8/8/8/4k3/8/3P4/3K4 w - - 0 1",
        "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1",
        "8/6B1/8/8/B7/8/K1p5/2k5 b - - 0 1",
        "8/8/8/8/8/2k5/2p5/2K4R w - - 0 1",
        "1k6/1P6/8/1K6/8/8/8/7B w - - 0 1",
        "8/8/2k5/8/8/4K3/3QP3/6q1 b - - 0 1",
        "8/8/8/8/5r2/8/1k5P/6K1 b - - 0 1",
    ] {
        let game = game(text);
        let Ok(before) = tables.probe_wdl(game.position()) else { continue };
        for (threads, nodes) in [(1, 300), (1, 5_000), (2, 2_000)] {
            let mut engine = Engine::new(1).unwrap();
            engine.set_threads(threads).unwrap();
            engine.set_tables(Some(Arc::clone(&tables)));
            let found =
                engine.search(&game, &Limits::nodes(nodes), |info| assert!(info.tbhits > 0));
            let after =
                tables.probe_wdl(&game.position().play_unchecked(found.best.unwrap())).unwrap();
            assert_eq!(-after, before, "{text}");
            match (before, found.score) {
                (Wdl::Draw, Score::Centipawns(0)) => {}
                (Wdl::Win, Score::Centipawns(19_000..)) | (Wdl::Win, Score::Mate(1..)) => {}
                (Wdl::Loss, Score::Centipawns(..=-19_000)) | (Wdl::Loss, Score::Mate(..=-1)) => {}
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}

/// The engine has gone round in circles; the third time would be a draw.
#[test]
fn a_win_is_not_repeated_away() {
    let Some(tables) = real("a_win_is_not_repeated_away") else { return };
    let mut game = game("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
    for text in ["Ka2", "Kd4", "Ka1", "Kd5", "Ka2", "Kd4", "Ka1", "Kd5"] {
        game.play(san::parse(game.position(), text).unwrap()).unwrap();
        if game.repetitions() >= 2 && game.position().turn() == erawan_board::Color::White {
            break;
        }
    }
    let repeated = *game.position();
    let mut engine = Engine::new(1).unwrap();
    engine.set_tables(Some(Arc::clone(&tables)));
    let found = engine.search(&game, &Limits::nodes(3_000), |_| ());
    let m = found.best.unwrap();
    let distance = |position| tables.probe_dtz(position).unwrap().abs();
    assert!(distance(&repeated.play_unchecked(m)) < distance(&repeated), "{m} makes no headway");
}
