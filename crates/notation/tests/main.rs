//! The tests of this crate from outside, as one program.

mod diagram_svg;
mod diagram_text;
mod epd_lines;
mod examples;
mod fen_castling;
mod fen_errors;
mod fen_makruk;
mod fen_makruk_js;
mod fen_round_trip;
mod pgn_bad_input;
mod pgn_edit;
mod pgn_limits;
mod pgn_makruk_js;
mod pgn_raw;
mod pgn_round_trip;
mod pgn_typography;
mod san_languages;
mod san_moves;
mod serde;
mod uci_moves;

#[test]
fn no_file_is_forgotten() {
    erawan_testing::assert_every_file_is_named(env!("CARGO_MANIFEST_DIR"));
}
