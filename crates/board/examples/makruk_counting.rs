//! Plays a Makruk ending with aimless moves and counts aloud, until the count
//! has run out or somebody is mated by accident.
//!
//! ```text
//! cargo run --release -p erawan-board --example makruk_counting
//! ```

use std::error::Error;

use erawan_board::{CountingKind, Game, Makruk, Strictness};
use erawan_notation::{diagram::Diagram, fen, san};

fn main() -> Result<(), Box<dyn Error>> {
    // A rua and a met against a ma: there is no bia left, so the board's honour
    // may be counted; once the ma is lost, the pieces' honour begins.
    let text = "8/8/2n1k3/8/8/2RMK3/8/8 w - - 0 1";
    let mut game = Game::from_position(fen::parse::<Makruk>(text, Strictness::Strict)?);
    print!("{}", Diagram::new(game.position()).text());

    let mut random = 2024_u32;
    while game.outcome().is_none() {
        let position = *game.position();
        let moves = position.legal_moves();
        // Captures first, so that the ending gets bare quickly.
        let capture = moves.iter().find(|&&m| position.is_capture(m));
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let any = moves.get((random >> 16) as usize % moves.len().max(1));
        let Some(&m) = capture.or(any) else { break };
        game.play(m)?;

        let count = game.position().counting();
        let spoken = match game.position().counting_kind() {
            None => String::new(),
            Some(kind) => {
                let honour = match kind {
                    CountingKind::Board => "board's honour",
                    CountingKind::Pieces => "pieces' honour",
                };
                format!("{honour}: {} of {}", count.spoken(), count.spoken_limit())
            }
        };
        println!("{:5} {:6} {spoken}", position.turn().to_string(), san::write(&position, m));
    }
    print!("{}", Diagram::new(game.position()).text());
    match game.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("nobody moves any more"),
    }
    Ok(())
}
