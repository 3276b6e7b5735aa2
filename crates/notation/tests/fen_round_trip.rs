//! Positions of random games survive being written and read.

use erawan_board::{Chess, Makruk, Position, Rules, Strictness};
use erawan_notation::fen::{self, CastlingStyle, CountStyle, FenStyle, makruk_js};
use erawan_notation::{epd, uci};
use erawan_testing::Random;

/// Calls `f` with every position of a random game.
fn playout<R: Rules>(
    start: Position<R>,
    plies: usize,
    random: &mut Random,
    mut f: impl FnMut(&Position<R>),
) {
    let mut position = start;
    for _ in 0..plies {
        f(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position = position.play_unchecked(moves[random.below(moves.len())]);
    }
}

fn styles() -> impl Iterator<Item = FenStyle> {
    let castling = [CastlingStyle::XFen, CastlingStyle::Shredder];
    let counting = [CountStyle::FairyStockfish, CountStyle::Cutechess];
    castling.into_iter().flat_map(move |castling| {
        counting.into_iter().map(move |counting| FenStyle {
            castling,
            counting,
            promoted_marks: true,
        })
    })
}

fn check_moves<R: Rules>(position: &Position<R>) {
    use uci::CastlingNotation::{Chess960, Standard};
    for &m in position.legal_moves().iter() {
        for notation in [Standard, Chess960] {
            let text = uci::write::<R>(m, notation);
            assert_eq!(uci::parse(position, &text), Ok(m), "{text} in {}", fen::write(position));
        }
    }
}

fn check_chess(position: &Position<Chess>) {
    for style in styles() {
        let text = fen::write_with(position, &style);
        assert_eq!(fen::parse(&text, Strictness::Strict), Ok(*position), "{text}");
        assert_eq!(fen::parse(&text, Strictness::Lenient), Ok(*position), "{text}");
    }
    let line = epd::Epd::with_clocks(*position).to_string();
    let read = epd::Epd::<Chess>::parse(&line, Strictness::Strict).map(|epd| epd.position);
    assert_eq!(read, Ok(*position), "{line}");
    check_moves(position);
}

/// A count hides the halfmove clock, so the text must survive, and the
/// position but for that clock.
fn check_makruk(position: &Position<Makruk>) {
    let text = fen::write(position);
    let read = fen::parse::<Makruk>(&text, Strictness::Strict).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(fen::write(&read), text);
    assert_eq!(read.promoted(), position.promoted());
    assert_eq!(read.key(), position.key(), "{text}");
    assert_eq!(read.counting(), position.counting(), "{text}");
    for style in styles() {
        let styled = fen::write_with(position, &style);
        let again = fen::parse::<Makruk>(&styled, Strictness::Strict).unwrap();
        assert_eq!(again.counting(), position.counting(), "{styled}");
        assert_eq!(fen::write_with(&again, &style), styled);
    }

    let js = makruk_js::write(position);
    let read = makruk_js::parse(&js, Strictness::Strict).unwrap_or_else(|e| panic!("{js}: {e}"));
    assert!(read.is_repetition_of(position));
    assert_eq!(read.promoted(), position.promoted());
    if position.counting().ply() > 0 {
        assert_eq!(read.counting(), position.counting(), "{js}");
    }
    assert_eq!(makruk_js::write(&read), js);
    let any = fen::parse_any_makruk(&js, Strictness::Strict).unwrap();
    assert_eq!(any, (read, fen::Dialect::MakrukJs));

    let line = epd::Epd::with_clocks(*position).to_string();
    let read = epd::Epd::<Makruk>::parse(&line, Strictness::Strict).unwrap();
    assert_eq!(fen::write(&read.position), text);
    check_moves(position);
}

#[test]
fn chess_games() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for _ in 0..40 {
        playout(Position::<Chess>::startpos(), 150, &mut random, check_chess);
    }
}

#[test]
fn chess960_games() {
    let mut random = Random::new(0xD1B5_4A32_D192_ED03);
    for _ in 0..60 {
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        playout(Position::double_chess960(white, black), 80, &mut random, check_chess);
    }
}

#[test]
fn makruk_games() {
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let mut counts = 0;
    for _ in 0..40 {
        playout(Position::<Makruk>::startpos(), 600, &mut random, |position| {
            counts += usize::from(position.counting().ply() > 0);
            check_makruk(position);
        });
    }
    assert!(counts > 100, "the games must reach counts to test them: {counts}");
}
