//! FEN and EPD: any text is read or refused, and what is read is written such
//! that it is read again as the same position.
//!
//! The first byte chooses the game, the rest is the text.
#![no_main]

use erawan_board::{Cambodian, Chess, Makpong, Makruk, Position, Rules, Strictness};
use erawan_notation::epd::Epd;
use erawan_notation::fen::{self, CastlingStyle, CountStyle, FenStyle, makruk_js};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&game, text)) = data.split_first() else { return };
    let Ok(text) = core::str::from_utf8(text) else { return };
    match game % 8 {
        3 => check::<Cambodian>(text),
        5 => check::<Makpong>(text),
        0 | 2 | 4 | 6 => check::<Chess>(text),
        _ => {
            check::<Makruk>(text);
            check_makruk_js(text);
        }
    }
});

fn check<R: Rules>(text: &str) {
    let strict = read::<R>(text, Strictness::Strict);
    let lenient = read::<R>(text, Strictness::Lenient);
    if strict.is_some() {
        assert_eq!(strict, lenient, "what is strictly right is read alike leniently");
    }
    for position in [strict, lenient].into_iter().flatten() {
        assert_eq!(*position.keys(), position.compute_keys());
        assert_eq!(position.legal_moves().len(), position.count_legal_moves());
    }
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        if let Ok(setup) = fen::parse_setup::<R>(text, strictness) {
            let written = fen::write_setup::<R>(&setup, &FenStyle::default());
            let again = fen::parse_setup::<R>(&written, Strictness::Lenient);
            let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(fen::write_setup::<R>(&again, &FenStyle::default()), written);
        }
        match Epd::<R>::parse(text, strictness) {
            Ok(epd) => {
                let written = epd.to_string();
                let again = Epd::<R>::parse(&written, strictness)
                    .unwrap_or_else(|error| panic!("{written}: {error}"));
                assert_eq!(again.operations, epd.operations, "{written}");
                assert_eq!(again.to_string(), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn read<R: Rules>(text: &str, strictness: Strictness) -> Option<Position<R>> {
    let position = match fen::parse::<R>(text, strictness) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(!error.render(text).is_empty());
            return None;
        }
    };
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        for counting in [CountStyle::FairyStockfish, CountStyle::Cutechess] {
            let style = FenStyle { castling, counting, ..FenStyle::default() };
            let written = fen::write_with(&position, &style);
            let again = fen::parse::<R>(&written, strictness)
                .unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(fen::write_with(&again, &style), written);
            assert!(again.is_repetition_of(&position), "{written}");
            if counting == CountStyle::FairyStockfish && position.counting().limit() == 0 {
                assert_eq!(again, position, "{written}");
            }
        }
    }
    Some(position)
}

fn check_makruk_js(text: &str) {
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let _ = fen::parse_any_makruk(text, strictness);
        if let Ok(position) = makruk_js::parse(text, strictness) {
            let written = makruk_js::write(&position);
            let again = makruk_js::parse(&written, strictness)
                .unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(makruk_js::write(&again), written);
            assert!(again.is_repetition_of(&position), "{written}");
        }
    }
}
