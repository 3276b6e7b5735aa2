//! The yardstick itself, against published numbers.

mod chess;
mod makruk;
mod sister_games;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
