//! Counts the positions after so many plies, for each first move.
//!
//! ```text
//! cargo run --release -p erawan-board --example perft -- DEPTH [chess|makruk] [FEN]
//! ```

use std::error::Error;
use std::time::Instant;

use erawan_board::{Position, Rules, Strictness, Variant, perft, with_rules};
use erawan_notation::fen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let depth = match arguments.next() {
        Some(text) => text.parse().map_err(|_| format!("{text} is no depth"))?,
        None => 5,
    };
    let variant = arguments.peek().and_then(|name| Variant::from_name(name));
    if variant.is_some() {
        arguments.next();
    }
    let text = arguments.collect::<Vec<_>>().join(" ");
    with_rules!(variant.unwrap_or(Variant::Chess), R => count::<R>(depth, &text))?;
    Ok(())
}

fn count<R: Rules>(depth: u32, text: &str) -> Result<(), fen::FenError> {
    let position = match text {
        "" => Position::<R>::startpos(),
        _ => fen::parse(text, Strictness::Lenient)?,
    };
    let start = Instant::now();
    let counts = perft::divide(&position, depth);
    let seconds = start.elapsed().as_secs_f64();
    let mut leaves = 0;
    for (m, behind) in counts {
        println!("{m}: {behind}");
        leaves += behind;
    }
    println!(
        "\n{leaves} positions in {seconds:.3} s, {:.0} million a second",
        leaves as f64 / seconds / 1e6
    );
    Ok(())
}
