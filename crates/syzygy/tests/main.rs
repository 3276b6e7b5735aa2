//! The tests of this crate from outside, as one program.

mod malformed;
mod probe;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
