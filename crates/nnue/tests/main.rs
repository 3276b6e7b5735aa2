//! The tests of this crate from outside, as one program.

mod accumulators;
mod files;
mod files2;
mod stockfish;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
