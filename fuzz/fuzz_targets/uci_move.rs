//! UCI moves: any text is read as a legal move or refused, and every legal move
//! is written such that it is read again.
//!
//! After the two lines that choose a position, each line is the text of a move.
#![no_main]

use erawan_board::{Position, Rules, with_game};
use erawan_fuzz::{choose, split_line};
use erawan_notation::uci::{self, CastlingNotation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| if let Some((chosen, texts)) = choose(data) {
    with_game!(chosen, position => check(position, texts));
});

fn check<R: Rules>(mut position: Position<R>, mut texts: &[u8]) {
    let notations = [CastlingNotation::Standard, CastlingNotation::Chess960];
    for &m in &position.legal_moves() {
        for notation in notations {
            let text = uci::write::<R>(m, notation);
            assert_eq!(uci::parse(&position, &text), Ok(m), "{text}");
        }
    }
    while !texts.is_empty() {
        let (text, rest) = split_line(texts);
        texts = rest;
        let Ok(text) = core::str::from_utf8(text) else { continue };
        match uci::parse(&position, text) {
            Ok(m) => {
                assert!(position.is_legal(m), "{text}");
                position = position.play_unchecked(m);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
