//! How a search uses tables that know the count.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use erawan_board::{Color, Game, Makruk, Outcome, Strictness, Variant};
use erawan_endings::{Endings, Material, Solved, Work};
use erawan_engine::{Engine, Info, Limits, Score};
use erawan_notation::fen;

/// A rua against a khun, and what that leads to.
static ENDINGS: LazyLock<Arc<Endings>> = LazyLock::new(|| {
    let work = Work { threads: 2, stop: &AtomicBool::new(false) };
    let (mut solved, mut endings) = (Solved::<Makruk>::new(), Endings::new());
    for name in ["KvK", "KRvK"] {
        let material = Material::from_name(name).unwrap();
        let bytes = solved.solve(material, work).unwrap().to_bytes::<Makruk>();
        endings.add_bytes(Variant::Makruk, material, bytes).unwrap();
    }
    Arc::new(endings)
});

fn game(text: &str) -> Game<Makruk> {
    Game::from_position(fen::parse(text, Strictness::Strict).unwrap())
}

fn search(engine: &mut Engine, game: &Game<Makruk>, depth: u32) -> (Score, Info) {
    let mut last = None;
    let found = engine.search(game, &Limits::depth(depth), |info| last = Some(info));
    (found.score, last.unwrap())
}

/// White takes the last man and bares the king: a rua has 16 moves, of which
/// three are counted already.
const BARING: &str = "8/8/8/3k4/8/8/1m6/KR6 w - 128 40 1";

#[test]
fn a_capture_into_the_tables_has_their_result() {
    let mut engine = Engine::new(1).unwrap();
    assert_eq!(search(&mut engine, &game(BARING), 4).1.tbhits, 0);
    engine.set_endings(Some(Arc::clone(&ENDINGS)));
    engine.clear();
    let (_, info) = search(&mut engine, &game(BARING), 4);
    assert!(info.tbhits > 0);
    engine.set_probe_limit(2);
    engine.clear();
    assert_eq!(search(&mut engine, &game(BARING), 4).1.tbhits, 0);
}

/// With best play against it the engine mates with the last move that the
/// count leaves, and without that move it is a draw.
#[test]
fn a_win_is_won_within_the_count() {
    let start = "8/8/8/8/8/2k5/8/K6R w - 32";
    let mut engine = Engine::new(1).unwrap();
    engine.set_endings(Some(Arc::clone(&ENDINGS)));
    let position = game(&format!("{start} 0 1"));
    let ending = ENDINGS.look_up(position.position()).unwrap();
    let plies = u16::from(ending.mate.unwrap());
    let last = 33 - plies;
    let mut won = game(&format!("{start} {last} 1"));
    while won.outcome().is_none() {
        let m = if won.position().turn() == Color::White {
            engine.search(&won, &Limits::depth(2), |_| ()).best.unwrap()
        } else {
            // The defence that holds out longest.
            ENDINGS.rank(won.position()).unwrap()[0].m
        };
        won.play(m).unwrap();
    }
    assert!(matches!(won.outcome(), Some(Outcome::Win { winner: Color::White, .. })));
    assert_eq!(won.moves().len(), usize::from(plies));

    let late = game(&format!("{start} {} 1", last + 1));
    let (score, _) = search(&mut engine, &late, 2);
    assert_eq!(score, Score::Centipawns(0));
}
