//! Lists the moves that a book has for a position.
//!
//! ```text
//! cargo run -p erawan-polyglot --example book_moves -- book.bin ['FEN']
//! ```

use erawan_board::{Chess, Position, Strictness};
use erawan_notation::{fen, san};
use erawan_polyglot::Book;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("give a book, and a FEN if you like")?;
    let position: Position<Chess> = match words.next() {
        Some(text) => fen::parse(&text, Strictness::Lenient)?,
        None => Position::startpos(),
    };
    for (m, weight) in Book::open(path)?.probe(&position) {
        println!("{:<8}{weight:>6}", san::write(&position, m));
    }
    Ok(())
}
