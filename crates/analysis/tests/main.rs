//! The tests of this crate from outside, as one program.

mod common;
mod measure;
mod passes;
mod puzzles;
mod reasons;
mod remarks;
mod reviews;
mod tactics;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
