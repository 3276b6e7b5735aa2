//! Won endings are won in play, against a defender that searches as much as
//! the attacker or, where there are endgame tables, plays the longest defence.
//!
//! The tables are taken from the folder named in `ERAWAN_SYZYGY`.

use std::io::Write;
use std::sync::Arc;

use erawan_board::{Chess, Game, Makruk, Outcome, Rules, Strictness, WinReason};
use erawan_engine::eval::{Evaluator, HandWritten};
use erawan_engine::{Engine, Limits, Playable};
use erawan_notation::fen;
use erawan_syzygy::{RootRules, Tables};

/// Small enough that the evaluation has to show the way.
const NODES: u64 = 15_000;

const ENDINGS: [(&str, &str); 11] = [
    ("KQK", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"),
    ("KQK", "8/8/8/8/4k3/8/8/qK6 b - - 0 1"),
    ("KRK", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"),
    ("KRK", "7K/8/8/3k4/8/4r3/8/8 b - - 0 1"),
    ("KBBK", "8/8/8/3k4/8/8/8/KBB5 w - - 0 1"),
    ("KBBK", "bb5k/8/8/3K4/8/8/8/8 b - - 0 1"),
    ("KBBK", "8/8/4k3/8/8/1B6/8/K3B3 w - - 0 1"),
    ("KBNK", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"),
    ("KBNK", "7k/8/8/8/8/8/8/KBN5 w - - 0 1"),
    ("KBNK", "k7/8/8/8/8/8/8/KB4N1 w - - 0 1"),
    ("KBNK", "nb5k/8/8/3K4/8/8/8/8 b - - 0 1"),
];

fn tables(test: &str) -> Option<Arc<Tables>> {
    let Ok(folder) = std::env::var("ERAWAN_SYZYGY") else {
        // Straight to the stream: what is printed is hidden if a test passes.
        let text = "needs Syzygy tables: set ERAWAN_SYZYGY to their folder";
        let _ = writeln!(std::io::stderr(), "SKIPPED: {test} {text}");
        return None;
    };
    let tables = Tables::open(&folder);
    assert_eq!(tables.problems(), &[], "ERAWAN_SYZYGY");
    Some(Arc::new(tables))
}

/// The side to move attacks; the plies until the game ends or a draw can be
/// claimed.
fn play_out<R: Playable>(
    text: &str,
    nodes: u64,
    attacker: &mut Engine,
    mut defend: impl FnMut(&Game<R>) -> erawan_board::Move,
) -> Game<R>
where
    HandWritten: Evaluator<R>,
{
    let mut game: Game<R> = Game::from_position(fen::parse(text, Strictness::Lenient).unwrap());
    let strong = game.position().turn();
    while game.outcome().is_none() && game.claim().is_none() {
        let m = if game.position().turn() == strong {
            attacker.search(&game, &Limits::nodes(nodes), |_| ()).best.unwrap()
        } else {
            defend(&game)
        };
        game.play(m).unwrap();
    }
    game
}

fn assert_mated<R: Rules>(game: &Game<R>, what: &str) {
    let plies = game.moves().len();
    let mated = matches!(game.outcome(), Some(Outcome::Win { reason: WinReason::Checkmate, .. }));
    assert!(mated, "{what}: {:?} {:?} after {plies} plies", game.outcome(), game.claim());
    assert!(plies < 100, "{what}: mate after {plies} plies");
}

#[test]
fn without_tables_by_evaluation_alone() {
    for (name, text) in ENDINGS {
        let mut engines = [Engine::new(8).unwrap(), Engine::new(8).unwrap()];
        let [attacker, defender] = &mut engines;
        let game = play_out::<Chess>(text, NODES, attacker, |game| {
            defender.search(game, &Limits::nodes(NODES), |_| ()).best.unwrap()
        });
        assert_mated(&game, &format!("{name} {text}"));
    }
}

/// The move that puts the end off longest.
fn longest(tables: &Tables, game: &Game<Chess>) -> erawan_board::Move {
    let rules = RootRules { repeated: true, fifty_moves: false };
    let ranked = tables.root_moves(game.position(), rules).unwrap();
    ranked.moves.iter().min_by_key(|m| (-m.rank, m.dtz.map(|dtz| -dtz.abs()))).unwrap().m
}

#[test]
fn without_tables_against_the_longest_defence() {
    let Some(tables) = tables("without_tables_against_the_longest_defence") else { return };
    for (name, text) in ENDINGS {
        let mut attacker = Engine::new(8).unwrap();
        let game = play_out(text, NODES, &mut attacker, |game| longest(&tables, game));
        assert_mated(&game, &format!("{name} {text}"));
    }
}

#[test]
fn with_tables_against_the_longest_defence() {
    let Some(tables) = tables("with_tables_against_the_longest_defence") else { return };
    for (name, text) in ENDINGS {
        let mut attacker = Engine::new(8).unwrap();
        attacker.set_tables(Some(Arc::clone(&tables)));
        let game = play_out(text, NODES, &mut attacker, |game| longest(&tables, game));
        assert_mated(&game, &format!("{name} {text}"));
    }
}

#[test]
fn the_rua_mates_a_bare_khun_inside_the_count() {
    // 10 to 12 moves from mate, with 13 left: this needs more of a search.
    for text in [
        "8/8/4k3/8/4K3/8/8/R7 w - 32 6 1",
        "8/8/8/3k4/8/2K5/8/R7 w - 32 6 1",
        "8/8/8/4k3/8/4K3/8/7R w - 32 6 1",
        "r7/8/3k4/8/3K4/8/8/8 b - 32 6 1",
    ] {
        let nodes = 80_000;
        let mut engines = [Engine::new(8).unwrap(), Engine::new(8).unwrap()];
        let [attacker, defender] = &mut engines;
        let game = play_out::<Makruk>(text, nodes, attacker, |game| {
            defender.search(game, &Limits::nodes(nodes), |_| ()).best.unwrap()
        });
        assert_mated(&game, text);
    }
}
