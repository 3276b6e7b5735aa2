//! Prints the magic numbers of `src/attacks/magic_numbers.rs`.
//!
//! ```text
//! cargo run --release -p erawan-board --example find_magics > crates/board/src/attacks/magic_numbers.rs
//! ```

use erawan_board::{Square, attacks};

fn main() {
    println!("//! Magic numbers, as `examples/find_magics.rs` prints them.\n");
    for (name, diagonal) in [("BISHOP", true), ("ROOK", false)] {
        println!("#[rustfmt::skip]");
        println!("pub(super) const {name}_MAGICS: [u64; 64] = [");
        for square in Square::all() {
            println!("    {:#018X},", attacks::find_magic(square, diagonal));
        }
        println!("];");
    }
}
