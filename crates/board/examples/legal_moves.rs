//! Lists the legal moves of a position and draws where each piece may go.
//!
//! ```text
//! cargo run --release -p erawan-board --example legal_moves -- [chess|makruk] [FEN]
//! ```

use std::error::Error;

use erawan_board::{Bitboard, MoveSet, Position, Rules, Strictness, Variant, with_rules};
use erawan_notation::{diagram::Diagram, fen, san};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let variant = arguments.first().and_then(|name| Variant::from_name(name));
    if variant.is_some() {
        arguments.remove(0);
    }
    let text = arguments.join(" ");
    with_rules!(variant.unwrap_or(Variant::Chess), R => show(&read::<R>(&text)?));
    Ok(())
}

/// The position of a FEN, or the start position if there is none.
fn read<R: Rules>(text: &str) -> Result<Position<R>, fen::FenError> {
    if text.is_empty() { Ok(Position::startpos()) } else { fen::parse(text, Strictness::Lenient) }
}

fn show<R: Rules>(position: &Position<R>) {
    let moves = position.legal_moves();
    let names: Vec<String> = moves.iter().map(|&m| san::write(position, m)).collect();
    println!("{} to move, {} legal moves:", position.turn(), moves.len());
    println!("{}\n", names.join(" "));

    // The generator yields sets; here is the union of all their targets.
    let mut targets = Bitboard::EMPTY;
    position.for_each_set(|set| match set {
        MoveSet::Piece { to, .. } | MoveSet::Pawns { to, .. } | MoveSet::Promotions { to, .. } => {
            targets |= to;
        }
        MoveSet::EnPassant { to, .. } => targets = targets.with(to),
        MoveSet::Castle { .. } => {}
    });
    print!("{}", Diagram::new(position).highlight(targets).text());
}
