//! SAN: any bytes are read as a legal move or refused, and every legal move is
//! written in a way of its own that is read again.
//!
//! After the two lines that choose a position, each line is the text of a move.
#![no_main]

use std::collections::HashSet;

use erawan_board::{Position, Rules, with_game};
use erawan_fuzz::{choose, split_line};
use erawan_notation::san::{self, Language};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| if let Some((chosen, texts)) = choose(data) {
    with_game!(chosen, position => check(position, texts));
});

fn check<R: Rules>(mut position: Position<R>, mut texts: &[u8]) {
    let mut written = HashSet::new();
    for &m in &position.legal_moves() {
        let text = san::write(&position, m);
        assert_eq!(san::parse(&position, &text), Ok(m), "{position:?} {text}");
        assert!(written.insert(text), "{position:?}: two moves are written alike");
        if R::MEN.is_makruk_set() {
            assert!(!san::write_thai(&position, m).is_empty());
        }
        let text = san::write_lan(&position, m);
        assert_eq!(san::parse(&position, &text), Ok(m), "{position:?} {text}");
    }
    while !texts.is_empty() {
        let (text, rest) = split_line(texts);
        texts = rest;
        if let Ok(text) = core::str::from_utf8(text) {
            for language in Language::ALL {
                if let Ok(m) = san::parse_in(&position, text, language) {
                    assert!(position.is_legal(m), "{position:?} {text:?} {language:?}");
                }
            }
        }
        match san::parse(&position, text) {
            Ok(m) => {
                assert!(position.is_legal(m), "{position:?} {text:?}");
                position = position.play_unchecked(m);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
