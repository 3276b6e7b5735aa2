//! Text and Unicode diagrams.

use erawan_board::{
    Bitboard, Chess, Color, Makruk, Piece, Position, Role, Setup, Square, bitboard,
};
use erawan_notation::diagram::Diagram;

fn play_to<R: erawan_board::Rules>(position: &Position<R>, from: Square, to: Square) -> Diagram {
    let m = *position.legal_moves().iter().find(|m| m.from() == from && m.to() == to).unwrap();
    Diagram::new(&position.play_unchecked(m)).last_move(m)
}

#[test]
fn flipped_text_has_black_at_the_bottom_and_h_at_the_left() {
    let diagram = Diagram::new(&Position::<Chess>::startpos()).flip(true);
    let expected = "  o-----------------o
1 | R N B K Q B N R |
2 | P P P P P P P P |
3 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
4 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
5 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
6 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
7 | p p p p p p p p |
8 | r n b k q b n r |
  o-----------------o
    h g f e d c b a
";
    assert_eq!(diagram.text(), expected);
}

#[test]
fn makruk_has_its_own_letters_and_marks_promoted_bia() {
    let mut setup = Position::<Makruk>::startpos().to_setup();
    setup.put(Square::D5, Piece::new(Color::White, Role::Queen));
    setup.put(Square::F4, Piece::new(Color::Black, Role::Queen));
    setup.promoted = Bitboard::from_square(Square::D5);
    let diagram = Diagram::from_setup::<Makruk>(&setup);
    let expected = "  o-----------------o
8 | r n s m k s n r |
7 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
6 | p p p p p p p p |
5 | ⋅ ⋅ ⋅ M~⋅ ⋅ ⋅ ⋅ |
4 | ⋅ ⋅ ⋅ ⋅ ⋅ m ⋅ ⋅ |
3 | P P P P P P P P |
2 | ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ |
1 | R N S K M S N R |
  o-----------------o
    a b c d e f g h
";
    assert_eq!(diagram.text(), expected);
    assert!(diagram.unicode().contains("1 │ ♖ ♘ S ♔ M S ♘ ♖ │"));
    assert!(diagram.unicode().contains("5 │ ⋅ ⋅ ⋅ M~⋅ ⋅ ⋅ ⋅ │"));
    assert!(diagram.ansi().contains(" M~"));
}

#[test]
fn a_mark_on_anything_but_a_met_is_not_shown() {
    let mut setup = Setup::empty();
    setup.put(Square::A1, Piece::new(Color::White, Role::Rook));
    setup.promoted = Bitboard::ALL;
    assert!(!Diagram::from_setup::<Makruk>(&setup).text().contains('~'));
    setup.put(Square::A1, Piece::new(Color::White, Role::Queen));
    assert!(!Diagram::from_setup::<Chess>(&setup).text().contains('~'));
}

#[test]
fn the_last_move_stands_in_brackets() {
    let diagram = play_to(&Position::<Chess>::startpos(), Square::E2, Square::E4);
    assert!(diagram.text().contains("4 | ⋅ ⋅ ⋅ ⋅[P]⋅ ⋅ ⋅ |"));
    assert!(diagram.text().contains("2 | P P P P[⋅]P P P |"));
    let edges = Diagram::bitboard(Bitboard::EMPTY).highlight(bitboard! {
        X X . . . . . X
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    });
    assert!(edges.text().contains("8 |[0|0]0 0 0 0 0[0]|"), "{}", edges.text());
}

#[test]
fn unicode_tells_the_sides_apart() {
    let unicode = Diagram::new(&Position::<Chess>::startpos()).unicode();
    assert!(unicode.contains("8 │ ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ │\n7 │ ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟ │"));
    assert!(unicode.contains("2 │ ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙ │\n1 │ ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ │"));
}

/// Without its colours, every line of the coloured board is as wide as the
/// others, and every line leaves the terminal as it was.
#[test]
fn colours_are_reset_and_lines_are_even() {
    let diagram = play_to(&Position::<Chess>::startpos(), Square::G1, Square::F3);
    let ansi = diagram.ansi();
    let mut plain = String::new();
    let mut in_code = false;
    for char in ansi.chars() {
        match (in_code, char) {
            (false, '\x1b') => in_code = true,
            (true, 'm') => in_code = false,
            (true, _) => {}
            (false, _) => plain.push(char),
        }
    }
    assert!(plain.lines().all(|line| line.chars().count() == 2 + 8 * 3), "{plain}");
    assert_eq!(plain.lines().count(), 9);
    for line in ansi.lines().filter(|line| line.contains('\x1b')) {
        assert!(line.ends_with("\x1b[0m"));
    }
    assert_ne!(ansi, Diagram::new(&Position::<Chess>::startpos()).ansi());
}

#[test]
fn ascii_is_ascii() {
    let diagram = Diagram::new(&Position::<Makruk>::startpos());
    assert!(diagram.ascii().is_ascii());
    assert!(diagram.ascii().contains("7 | . . . . . . . . |"));
}
