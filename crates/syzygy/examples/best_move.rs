//! Ranks the moves of a position by endgame tables.
//!
//! ```text
//! cargo run -p erawan-syzygy --example best_move -- tables '8/8/8/3k4/8/8/8/KQ6 w - - 0 1'
//! ```

use erawan_board::{Chess, Position, Strictness};
use erawan_notation::{fen, san};
use erawan_syzygy::{RootRules, Tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, text] = &words[..] else {
        return Err("give the folder of the tables and a FEN".into());
    };
    let tables = Tables::open(folder);
    for problem in tables.problems() {
        eprintln!("{problem}");
    }
    let position: Position<Chess> = fen::parse(text, Strictness::Lenient)?;
    println!("{}", tables.probe_wdl(&position)?);
    // Nothing has been repeated, and fifty moves without headway are a draw.
    let rules = RootRules { repeated: false, fifty_moves: true };
    for ranked in tables.root_moves(&position, rules)?.moves {
        let distance = ranked.dtz.map_or(String::new(), |dtz| format!(", {dtz} plies"));
        println!("{:<8}{}{distance}", san::write(&position, ranked.m), ranked.wdl);
    }
    Ok(())
}
