//! What a network says of positions, by every kernel of this processor.
//!
//! `cargo run --release -p erawan-nnue --example evaluate NET [SCALE] < FENS`
//!
//! Prints for each line the evaluation for the side to move: in centipawns, or
//! with another scale. With 400 Stockfish's networks answer in Stockfish's unit.

use std::error::Error;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;

use erawan_board::{Position, Rules, Strictness, with_rules};
use erawan_nnue::{Accumulators, Kernel, Network};
use erawan_notation::fen;

fn evaluate<R: Rules>(network: &Arc<Network>) -> Result<(), Box<dyn Error>> {
    let mut kernels: Vec<Accumulators> = Kernel::all()
        .iter()
        .map(|kernel| Accumulators::with_kernel(Arc::clone(network), kernel))
        .collect();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let position: Position<R> = fen::parse(&line, Strictness::Lenient)?;
        let expected = network.evaluate(&position).ok_or("too many men")?;
        for kernel in &mut kernels {
            if kernel.evaluate(&position) != Some(expected) {
                return Err(format!("the kernels disagree: {line}").into());
            }
        }
        println!("{expected}");
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which network?")?;
    let mut network = Network::open(Path::new(&file))?;
    if let Some(scale) = arguments.next() {
        network = network.with_scale(scale.parse()?)?;
    }
    let network = Arc::new(network);
    with_rules!(network.game(), R => evaluate::<R>(&network))
}
