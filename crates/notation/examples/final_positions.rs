//! Reads games and prints the position at the end of each as FEN.
//!
//! ```text
//! cargo run --release -p erawan-notation --example final_positions < games.pgn
//! ```

use std::io::{self, Read, Write};

use erawan_board::with_game;
use erawan_notation::fen;
use erawan_notation::pgn::Games;

fn main() -> io::Result<()> {
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    print_ends(&text, &mut io::stdout().lock())
}

/// One line a game: a FEN, or what is wrong with the game.
pub fn print_ends(text: &[u8], out: &mut impl Write) -> io::Result<()> {
    for game in Games::new(text) {
        match game {
            // Whichever game it is, chess or another.
            Ok(game) => with_game!(&game, game => {
                let last = game.mainline().last().unwrap_or(game.root());
                writeln!(out, "{}", fen::write(&game.position(last)))?;
            }),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    Ok(())
}
