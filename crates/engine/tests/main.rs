//! The tests of this crate from outside, as one program.

mod elementary_mates;
mod endings_in_search;
mod eval_mates;
mod eval_network;
mod eval_properties;
mod search_lines;
mod search_play;
mod see_exchanges;
mod tables_in_search;
mod threads;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
