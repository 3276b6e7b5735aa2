//! Asks a program that speaks UCI for a move.
//!
//! ```text
//! cargo run -p erawan-uci --no-default-features --example ask -- stockfish e2e4 e7e5
//! ```
//!
//! The first word is the program, the others are moves from the start position.

use std::process::Command;
use std::time::Duration;

use erawan_uci::client::UciProcess;
use erawan_uci::protocol::{Go, Message, Start};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (program, moves) = words.split_first().ok_or("give a program, and moves if you like")?;
    let patience = Duration::from_secs(10);
    let mut engine = UciProcess::start(Command::new(program))?;
    engine.handshake(patience)?;
    engine.wait_ready(patience)?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.position(Start::Initial, &moves)?;
    engine.go(Go { move_time: Some(500), ..Go::default() })?;
    let answer = engine.wait_best_move(patience, |event| {
        if let Message::Info(info) = &event.message {
            println!("{info}");
        }
    })?;
    println!("{:?}", answer.best);
    Ok(())
}
