//! Moves in other languages, with figurines, and in the long form.

use erawan_board::{Chess, Makruk, Move, Position, Role, Rules, Strictness};
use erawan_notation::pgn::{Games, Reader};
use erawan_notation::san::{self, Language, SanError};
use erawan_notation::{fen, uci};
use erawan_testing::Random;

/// Calls `f` with the legal moves of random games.
fn every_move<R: Rules>(games: usize, f: impl Fn(&Position<R>, Move)) {
    let mut random = Random::new(51);
    for _ in 0..games {
        let mut position = Position::<R>::startpos();
        for _ in 0..150 {
            let moves = position.legal_moves();
            moves.iter().for_each(|&m| f(&position, m));
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

/// The letters of each language for knight, bishop, rook, queen and king, as
/// its own books print them.
const LETTERS: [(Language, [&str; 5]); 5] = [
    (Language::German, ["S", "L", "T", "D", "K"]),
    (Language::French, ["C", "F", "T", "D", "R"]),
    (Language::Spanish, ["C", "A", "T", "D", "R"]),
    (Language::Dutch, ["P", "L", "T", "D", "K"]),
    (Language::English, ["♞", "♗", "♜", "♕", "♚"]),
];

fn translated(text: &str, letters: [&str; 5]) -> String {
    let castles = text.starts_with('O');
    text.chars()
        .map(|c| match "NBRQK".find(c) {
            Some(i) if !castles => letters[i].to_owned(),
            _ => c.to_string(),
        })
        .collect()
}

#[test]
fn every_move_is_read_in_every_language() {
    every_move::<Chess>(6, |position, m| {
        for text in [san::write(position, m), san::write_lan(position, m)] {
            for (language, letters) in LETTERS {
                let text = translated(&text, letters);
                let read = san::parse_in(position, &text, language);
                assert_eq!(read, Ok(m), "{text} in {language:?}");
            }
            assert_eq!(san::parse_in(position, &text, Language::English), Ok(m), "{text}");
        }
    });
}

#[test]
fn the_long_form_is_read_and_names_both_squares() {
    every_move::<Chess>(6, |position, m| {
        let text = san::write_lan(position, m);
        assert_eq!(san::parse(position, &text), Ok(m), "{text}");
        // UCI's form, made independently of it.
        let squares = uci::write::<Chess>(m, uci::CastlingNotation::Standard);
        if !m.is_castle() {
            assert!(text.contains(&squares[..2]) && text.contains(&squares[2..4]), "{text}");
        }
        assert_eq!(text.contains('x'), position.is_capture(m), "{text}");
        let short = san::write(position, m);
        let sign = |text: &str| text.chars().last().filter(|c| matches!(c, '+' | '#'));
        assert_eq!(sign(&text), sign(&short));
    });
    every_move::<Makruk>(6, |position, m| {
        let text = san::write_lan(position, m);
        assert_eq!(san::parse(position, &text), Ok(m), "{text}");
    });
}

#[test]
fn every_makruk_move_is_read_in_thai() {
    let ambiguous = std::cell::Cell::new(0);
    every_move::<Makruk>(40, |position, m| {
        let text = san::write_thai(position, m);
        match san::parse_in(position, &text, Language::Thai) {
            Ok(read) => assert_eq!(read, m, "{text}"),
            // A letter that is a man and a file, and both may take.
            Err(SanError::Ambiguous { to, .. }) => {
                assert_eq!(to, m.to());
                assert!(text.starts_with(['ข', 'ค', 'ง']), "{text}");
                assert!(text.contains('x'), "{text}");
                ambiguous.set(ambiguous.get() + 1);
            }
            Err(error) => panic!("{text}: {error}"),
        }
        let english = san::write(position, m);
        assert_eq!(san::parse_in(position, &english, Language::Thai), Ok(m), "{english}");
        assert_eq!(san::parse_in(position, &english, Language::German), Ok(m), "{english}");
    });
    assert!(ambiguous.get() < 200, "{}", ambiguous.get());
}

#[test]
fn texts_of_other_languages_are_refused() {
    let start = Position::<Chess>::startpos();
    for (language, text) in [
        (Language::German, "Nf3"),
        (Language::German, "Cf3"),
        (Language::French, "Nf3"),
        (Language::French, "Sf3"),
        (Language::Spanish, "Nf3"),
        (Language::Dutch, "Nf3"),
        (Language::English, "Sf3"),
        (Language::Thai, "ม-ฉ๕"),
        (Language::Thai, "é"),
        (Language::German, "Sf3Sf3Sf3Sf3Sf3Sf3Sf3Sf3Sf3Sf3Sf3Sf3"),
    ] {
        assert!(san::parse_in(&start, text, language).is_err(), "{text} in {language:?}");
    }
    for language in Language::ALL {
        for text in ["", " ", "♘", "♘♘f3", "ฉ๓ฉ", "็", "x", "=", "\u{0}"] {
            assert!(san::parse_in(&start, text, language).is_err(), "{text:?} in {language:?}");
        }
    }
    // The default reader stays as it is.
    assert_eq!(san::parse(&start, "♘f3"), Err(SanError::NotAMove));
    assert_eq!(san::parse(&start, "Sf3"), Err(SanError::NotAMove));
}

#[test]
fn whole_games_are_read_in_other_languages() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 (3... ♞f6 4. O-O Sxe4) 4. Lxc6 dxc6 *\n\n1. Nf3 *";
    let in_german: Vec<_> = Games::new(text).in_language(Language::German).collect();
    let streamed = Reader::new(text.as_bytes()).into_games().in_language(Language::German);
    let english = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O Nxe4) 4. Bxc6 dxc6 *";
    let expected = Games::new(english).next().unwrap().unwrap();
    assert_eq!(in_german[0], Ok(expected.clone()));
    assert!(in_german[1].is_err());
    let streamed: Vec<_> = streamed.map(Result::ok).collect();
    assert_eq!(streamed, [Some(expected), None]);
    assert!(Games::new(text).next().unwrap().is_err());
    let bad = Games::new(b"1. \xE9 *").in_language(Language::German).next();
    assert!(bad.unwrap().is_err());
}

#[test]
fn promotions_and_castling_in_other_languages() {
    let text = "3r4/4P3/k7/8/8/8/8/4K2R w K - 0 1";
    let position = fen::parse::<Chess>(text, Strictness::Strict).unwrap();
    let role = |text, language| san::parse_in(&position, text, language).unwrap().promotion();
    assert_eq!(role("e8D", Language::German), Some(Role::Queen));
    assert_eq!(role("e8=S", Language::German), Some(Role::Knight));
    assert_eq!(role("exd8(T)+", Language::French), Some(Role::Rook));
    assert_eq!(role("e7×d8=A", Language::Spanish), Some(Role::Bishop));
    assert_eq!(role("e7–e8P", Language::Dutch), Some(Role::Knight));
    assert_eq!(role("e8t", Language::French), Some(Role::Rook));
    assert_eq!(role("♙e8=♕†", Language::Dutch), Some(Role::Queen));
    // A French R is a king, which no pawn becomes.
    assert!(san::parse_in(&position, "e8=R", Language::French).is_err());
    assert!(san::parse_in(&position, "e8r", Language::French).is_err());
    for language in Language::ALL {
        for text in ["O-O", "0-0"] {
            assert!(san::parse_in(&position, text, language).unwrap().is_castle());
        }
        assert_eq!(san::parse_in(&position, "--", language), Err(SanError::NullMove));
    }
}
