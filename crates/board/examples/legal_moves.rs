//! Lists the legal moves of a position and draws where each piece may go.
//!
//! ```text
//! cargo run --release -p erawan-board --example legal_moves -- [GAME] [MOVES]
//! ```
//!
//! The moves lead from the start to the position: `e2e4 e7e5`.

use std::error::Error;

use erawan_board::{Bitboard, MoveSet, Position, Rules, Square, Variant, with_rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let variant = arguments.first().and_then(|name| Variant::from_name(name));
    if variant.is_some() {
        arguments.remove(0);
    }
    with_rules!(variant.unwrap_or(Variant::Chess), R => show(&after::<R>(&arguments)?));
    Ok(())
}

/// The position after these moves. Pawns become the strongest piece they may.
fn after<R: Rules>(moves: &[String]) -> Result<Position<R>, Box<dyn Error>> {
    let mut position = Position::startpos();
    for text in moves {
        let (from, to) = text.split_at_checked(2).ok_or(format!("{text} is no move"))?;
        let (from, to): (Square, Square) = (from.parse()?, to.parse()?);
        let m = position
            .find_move(from, to, None)
            .or_else(|| position.find_move(from, to, R::PROMOTIONS.first().copied()))
            .ok_or(format!("{text} is not legal"))?;
        position = position.play(m)?;
    }
    Ok(position)
}

fn show<R: Rules>(position: &Position<R>) {
    let moves = position.legal_moves();
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
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
    print!("{targets}");
}
