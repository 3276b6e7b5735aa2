//! The program, as its users run it.

mod analyse;
mod bench;
mod cli;
mod common;
mod data;
mod db;
mod engine_commands;
mod engines;
mod full_disk;
mod genfens;
mod interrupts;
mod matches;
mod net;
mod perft;
mod pgn;
mod pgn_threads;
mod play;
mod puzzles;
mod repertoire;
mod show;
mod uci;
mod uci_commands;
mod uci_contract;
mod uci_lines;
mod uci_robust;
mod xboard;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
