//! Plays a Makruk ending with aimless moves and counts aloud, until the count
//! has run out or somebody is mated by accident.
//!
//! ```text
//! cargo run --release -p erawan-board --example makruk_counting
//! ```

use std::error::Error;

use erawan_board::{CountingKind, Game, Makruk, Position, Setup, SplitMix64, Strictness};

fn main() -> Result<(), Box<dyn Error>> {
    // A rua and a met against a ma: there is no bia left, so the board's honour
    // may be counted; once the ma is lost, the pieces' honour begins.
    let setup = Setup::with_men::<Makruk>("Ke3 Md3 Rc3", "Ke6 Nc6").ok_or("no such men")?;
    let mut game = Game::from_position(Position::<Makruk>::from_setup(&setup, Strictness::Strict)?);
    print!("{}", game.position().occupied());

    let mut random = SplitMix64::new(2024);
    while game.outcome().is_none() {
        let position = *game.position();
        let moves = position.legal_moves();
        // Captures first, so that the ending gets bare quickly.
        let capture = moves.iter().find(|&&m| position.is_capture(m));
        let any = moves.get(random.next_u64() as usize % moves.len().max(1));
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
        println!("{:5} {m} {spoken}", position.turn().to_string());
    }
    print!("{}", game.position().occupied());
    match game.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("nobody moves any more"),
    }
    Ok(())
}
