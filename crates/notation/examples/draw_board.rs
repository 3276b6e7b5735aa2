//! Plays some moves and draws the board as text.
//!
//! ```text
//! cargo run -p erawan-notation --example draw_board -- e4 e5 Nf3
//! ```

use std::error::Error;

use erawan_board::{Chess, Game};
use erawan_notation::diagram::Diagram;
use erawan_notation::{fen, san};

fn main() -> Result<(), Box<dyn Error>> {
    let moves: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", draw(&moves)?);
    Ok(())
}

pub fn draw(moves: &[String]) -> Result<String, Box<dyn Error>> {
    let mut game = Game::<Chess>::new();
    for text in moves {
        let m = san::parse(game.position(), text).map_err(|error| format!("{text}: {error}"))?;
        game.play(m)?;
    }
    let position = game.position();
    let mut diagram = Diagram::new(position);
    if let Some(&last) = game.moves().last() {
        diagram = diagram.last_move(last);
    }
    let end = game.outcome().map_or_else(String::new, |outcome| format!("{outcome}\n"));
    Ok(format!("{}{}\n{end}", diagram.ascii(), fen::write(position)))
}
