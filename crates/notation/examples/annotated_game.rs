//! Makes a game with variations, comments and evaluations, and writes it as
//! PGN.
//!
//! ```text
//! cargo run -p erawan-notation --example annotated_game
//! ```

use std::error::Error;
use std::time::Duration;

use erawan_board::{Chess, Position, Square};
use erawan_notation::pgn::{self, Arrow, Evaluation, GameTree, MarkColor, NodeId, Score};
use erawan_notation::san;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", pgn::write(&game()?));
    Ok(())
}

pub fn game() -> Result<GameTree<Chess>, Box<dyn Error>> {
    let mut game = GameTree::<Chess>::new(Position::startpos());
    game.tags_mut().set("White", "Légal")?;
    game.tags_mut().set("Black", "Saint Brie")?;

    let root = game.root();
    let bishop = play(&mut game, root, "e4 e5 Nf3 d6 Bc4 Bg4")?;
    let trap = play(&mut game, bishop, "Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#")?;
    game.add_comment(trap, "The queen was worth it.");

    // A second move after the same node is a variation.
    let quiet = play(&mut game, bishop, "h3 Bh5")?;
    game.set_evaluation(quiet, Some(Evaluation { score: Score::Centipawns(42), depth: Some(18) }));
    game.set_clock(quiet, Some(Duration::from_secs(295)));
    let arrow = Arrow { color: MarkColor::Green, from: Square::F3, to: Square::E5 };
    game.set_arrows(quiet, &[arrow]);
    game.add_nag(bishop, 6); // ?!
    game.set_result(pgn::GameResult::WhiteWins);
    Ok(game)
}

/// Adds a line of moves after a node and returns its last node.
fn play(game: &mut GameTree<Chess>, mut node: NodeId, line: &str) -> Result<NodeId, String> {
    for text in line.split(' ') {
        let m = san::parse(&game.position(node), text).map_err(|e| format!("{text}: {e}"))?;
        node = game.add_move(node, m).ok_or("a move that was read is legal")?;
    }
    Ok(node)
}
