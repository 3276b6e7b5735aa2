//! Draws a position as SVG, with an arrow for each legal move of the side to
//! move that takes something.
//!
//! ```text
//! cargo run -p erawan-notation --example svg_board -- [GAME] [FEN] > board.svg
//! ```

use std::error::Error;

use erawan_board::{Position, Rules, Strictness, Variant, with_rules};
use erawan_notation::diagram::{Diagram, Paint};
use erawan_notation::fen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let variant = arguments.first().and_then(|name| Variant::from_name(name));
    if variant.is_some() {
        arguments.remove(0);
    }
    let text = arguments.join(" ");
    let svg = with_rules!(variant.unwrap_or(Variant::Chess), R => draw::<R>(&text)?);
    print!("{svg}");
    Ok(())
}

fn draw<R: Rules>(text: &str) -> Result<String, fen::FenError> {
    let position = match text {
        "" => Position::<R>::startpos(),
        _ => fen::parse(text, Strictness::Lenient)?,
    };
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|&&m| position.is_capture(m));
    let diagram = captures
        .fold(Diagram::new(&position), |diagram, m| diagram.arrow(m.from(), m.to(), Paint::Red));
    Ok(diagram.size(480).title(fen::write(&position)).svg())
}
