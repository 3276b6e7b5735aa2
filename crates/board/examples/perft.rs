//! Counts the positions after `DEPTH` plies, for each first move.
//!
//! ```text
//! cargo run --release -p erawan-board --example perft -- [DEPTH] [GAME]
//! ```

use std::error::Error;
use std::time::Instant;

use erawan_board::perft::{self, MAX_DEPTH};
use erawan_board::{Position, Rules, Variant, with_rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = match arguments.next() {
        Some(text) => text
            .parse()
            .ok()
            .filter(|&depth| depth <= MAX_DEPTH)
            .ok_or(format!("{text} is no depth from 0 to {MAX_DEPTH}"))?,
        None => 5,
    };
    let variant = match arguments.next() {
        Some(name) => Variant::from_name(&name).ok_or(format!("{name} is no game"))?,
        None => Variant::Chess,
    };
    with_rules!(variant, R => count::<R>(depth));
    Ok(())
}

fn count<R: Rules>(depth: u32) {
    let position = Position::<R>::startpos();
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
}
