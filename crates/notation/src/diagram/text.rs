//! Diagrams as text: letters, Unicode glyphs, and glyphs in colour.

use alloc::string::String;

use erawan_board::{Color, Men, Piece, Role, Square};

use super::{Content, Diagram};
use crate::fen::colored;

fn letter(piece: Piece, men: &Men) -> char {
    colored(piece.color(), men.letter(piece.role()))
}

/// The outlined glyph for White, the solid one for Black. Khon and met keep
/// their letters: a bishop or a queen in their place would be misread.
fn glyph(piece: Piece, men: &Men) -> char {
    match (piece.role(), piece.color()) {
        (Role::Bishop | Role::Queen, _) if men.is_makruk_set() => letter(piece, men),
        (Role::Pawn, Color::White) => '♙',
        (Role::Knight, Color::White) => '♘',
        (Role::Bishop, Color::White) => '♗',
        (Role::Rook, Color::White) => '♖',
        (Role::Queen, Color::White) => '♕',
        (Role::King, Color::White) => '♔',
        (Role::Pawn, Color::Black) => '♟',
        (Role::Knight, Color::Black) => '♞',
        (Role::Bishop, Color::Black) => '♝',
        (Role::Rook, Color::Black) => '♜',
        (Role::Queen, Color::Black) => '♛',
        (Role::King, Color::Black) => '♚',
    }
}

/// What stands on a square as one character.
fn symbol(diagram: &Diagram, square: Square, piece: impl Fn(Piece, &Men) -> char) -> char {
    match &diagram.content {
        Content::Bits(bits) => char::from(b'0' + u8::from(bits.contains(square))),
        Content::Pieces { men, .. } => {
            diagram.piece_at(square).map_or('⋅', |found| piece(found, men))
        }
    }
}

pub(super) fn framed(diagram: &Diagram) -> String {
    let mut out = String::from("  o-----------------o\n");
    rows(diagram, &mut out, '|', letter);
    out.push_str("  o-----------------o\n");
    files(diagram, &mut out);
    out
}

pub(super) fn unicode(diagram: &Diagram) -> String {
    let mut out = String::from("  ┌─────────────────┐\n");
    rows(diagram, &mut out, '│', glyph);
    out.push_str("  └─────────────────┘\n");
    files(diagram, &mut out);
    out
}

fn rows(diagram: &Diagram, out: &mut String, edge: char, piece: fn(Piece, &Men) -> char) {
    for rank in diagram.ranks() {
        out.extend([rank.digit(), ' ', edge]);
        let mut left: Option<Square> = None;
        for file in diagram.files() {
            let square = Square::new(file, rank);
            out.push(between(diagram, left, Some(square)));
            out.push(symbol(diagram, square, piece));
            left = Some(square);
        }
        out.extend([between(diagram, left, None), edge, '\n']);
    }
}

/// The character between two squares: a space, a bracket around a highlighted
/// square, or the mark of a promoted bia, which matters more than a bracket.
fn between(diagram: &Diagram, left: Option<Square>, right: Option<Square>) -> char {
    let lit = |square: Option<Square>| square.is_some_and(|s| diagram.highlights.contains(s));
    match (lit(left), lit(right)) {
        _ if left.is_some_and(|square| diagram.is_promoted(square)) => '~',
        (false, false) => ' ',
        (false, true) => '[',
        (true, false) => ']',
        (true, true) => '|',
    }
}

fn files(diagram: &Diagram, out: &mut String) {
    out.push_str("   ");
    for file in diagram.files() {
        out.extend([' ', file.letter()]);
    }
    out.push('\n');
}

pub(super) fn ansi(diagram: &Diagram) -> String {
    const RESET: &str = "\x1b[0m";
    let mut out = String::new();
    for rank in diagram.ranks() {
        out.extend([rank.digit(), ' ']);
        for file in diagram.files() {
            let square = Square::new(file, rank);
            // Tones in the middle, so that both white and black are seen.
            let background = match (diagram.check == Some(square), square.is_light()) {
                (true, _) => "\x1b[48;5;167m",
                (_, true) if diagram.highlights.contains(square) => "\x1b[48;5;143m",
                (_, false) if diagram.highlights.contains(square) => "\x1b[48;5;101m",
                (_, true) => "\x1b[48;5;109m",
                (_, false) => "\x1b[48;5;66m",
            };
            out.push_str(background);
            out.push_str(match diagram.piece_at(square).map(Piece::color) {
                Some(Color::White) => "\x1b[1;38;5;231m",
                Some(Color::Black) | None => "\x1b[22;38;5;16m",
            });
            // The colour tells the sides apart; solid glyphs read better.
            let solid =
                |piece: Piece, men: &Men| glyph(Piece::new(Color::Black, piece.role()), men);
            let symbol = match symbol(diagram, square, solid) {
                '⋅' => ' ',
                symbol => symbol.to_ascii_uppercase(),
            };
            out.extend([' ', symbol]);
            out.push(if diagram.is_promoted(square) { '~' } else { ' ' });
        }
        out.push_str(RESET);
        out.push('\n');
    }
    if diagram.coordinates {
        out.push_str("  ");
        for file in diagram.files() {
            out.extend([' ', file.letter(), ' ']);
        }
        out.push('\n');
    }
    out
}
