//! The tests of this crate from outside, as one program.

mod common;
mod differential;
mod game;
mod makruk_rules;
mod packed;
mod perft;
mod properties;
mod recorded_games;
mod serde;
mod sister_games;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
