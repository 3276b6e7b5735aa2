//! Diagrams as SVG documents.
//!
//! A square is 100 units wide; the document's size in pixels scales it all.

use alloc::string::String;
use core::fmt::{self, Write};

use erawan_board::{Bitboard, Color, Men, Piece, Rank, Role, Square};

use super::shapes::{Shape, shape};
use super::{Arrow, Content, Diagram, Marker, MarkerShape};

/// The width of a square.
const SQUARE: i32 = 100;
/// The width of the border with the coordinates.
const BORDER: i32 = 36;

/// The colours of a board.
struct Wood {
    light: &'static str,
    dark: &'static str,
    border: &'static str,
    letters: &'static str,
    /// The lines between the squares, where there are any.
    lines: Option<&'static str>,
}

const CHESS: Wood =
    Wood { light: "#f1e2c6", dark: "#b98d63", border: "#5b4031", letters: "#f1e2c6", lines: None };

/// A Makruk board has squares of one colour.
const MAKRUK: Wood = Wood {
    light: "#e7c48f",
    dark: "#e7c48f",
    border: "#6d3f22",
    letters: "#f5e3c3",
    lines: Some("#8a5a33"),
};

const BITS: Wood = Wood {
    light: "#f4f5f7",
    dark: "#e3e6eb",
    border: "#3c4655",
    letters: "#f4f5f7",
    lines: Some("#c3c9d2"),
};

pub(super) fn draw(diagram: &Diagram) -> String {
    let mut out = String::with_capacity(12 * 1024);
    // Writing to a string does not fail.
    let _ = document(diagram, &mut out);
    out
}

fn document(diagram: &Diagram, out: &mut String) -> fmt::Result {
    let border = if diagram.coordinates { BORDER } else { 0 };
    let (whole, size) = (8 * SQUARE + 2 * border, diagram.size);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         version=\"1.1\" width=\"{size}\" height=\"{size}\" viewBox=\"{0} {0} {whole} {whole}\" \
         role=\"img\">",
        -border
    )?;
    words(diagram, out)?;
    definitions(diagram, out)?;
    board(diagram, out)?;
    for square in diagram.highlights {
        let (x, y) = corner(diagram, square);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"#f2c500\" \
             fill-opacity=\"0.45\"/>"
        )?;
    }
    if let Some(king) = diagram.check {
        let (x, y) = centre(diagram, king);
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"50\" fill=\"url(#erawan-check)\"/>")?;
    }
    for &marker in diagram.markers.iter().filter(|marker| marker.shape == MarkerShape::Dot) {
        sign(diagram, marker, out)?;
    }
    for square in Square::all() {
        if let Some(piece) = diagram.piece_at(square) {
            let (x, y) = corner(diagram, square);
            let name = Name { piece, men: diagram.men(), promoted: diagram.is_promoted(square) };
            writeln!(out, "<use href=\"#{name}\" xlink:href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>")?;
        }
    }
    for &marker in diagram.markers.iter().filter(|marker| marker.shape != MarkerShape::Dot) {
        sign(diagram, marker, out)?;
    }
    for &drawn in &diagram.arrows {
        arrow(diagram, drawn, out)?;
    }
    out.write_str("</svg>\n")
}

/// The upper left corner of a square.
fn corner(diagram: &Diagram, square: Square) -> (i32, i32) {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    if diagram.flip {
        ((7 - file) * SQUARE, rank * SQUARE)
    } else {
        (file * SQUARE, (7 - rank) * SQUARE)
    }
}

fn centre(diagram: &Diagram, square: Square) -> (i32, i32) {
    let (x, y) = corner(diagram, square);
    (x + SQUARE / 2, y + SQUARE / 2)
}

/// The title and the description.
fn words(diagram: &Diagram, out: &mut String) -> fmt::Result {
    out.write_str("<title>")?;
    match (&diagram.title, &diagram.content) {
        (Some(title), _) => escape(title, out)?,
        (None, Content::Bits(_)) => out.write_str("Bitboard")?,
        (None, Content::Pieces { title: game, turn, .. }) => {
            write!(out, "{game} position, {turn} to move")?;
        }
    }
    out.write_str("</title>\n<desc>")?;
    match (&diagram.description, &diagram.content) {
        (Some(description), _) => escape(description, out)?,
        (None, Content::Bits(bits)) => list(out, "Squares", *bits)?,
        (None, Content::Pieces { men, .. }) => pieces(diagram, men, out)?,
    }
    out.write_str("</desc>\n")
}

fn list(out: &mut String, what: &str, squares: Bitboard) -> fmt::Result {
    out.write_str(what)?;
    squares.iter().try_for_each(|square| write!(out, " {square}"))
}

/// The pieces in words, the king first.
fn pieces(diagram: &Diagram, men: &Men, out: &mut String) -> fmt::Result {
    for color in Color::ALL {
        write!(out, "{color}:")?;
        let mut separator = ' ';
        for role in Role::ALL.into_iter().rev() {
            for promoted in [false, true] {
                let squares: Bitboard = Square::all()
                    .filter(|&square| {
                        diagram.piece_at(square) == Some(Piece::new(color, role))
                            && diagram.is_promoted(square) == promoted
                    })
                    .collect();
                if squares.any() {
                    out.write_char(separator)?;
                    if separator == ',' {
                        out.write_char(' ')?;
                    }
                    list(out, role_name(role, men, promoted), squares)?;
                    separator = ',';
                }
            }
        }
        out.write_str(if color == Color::White { ". " } else { "." })?;
    }
    Ok(())
}

fn role_name(role: Role, men: &Men, promoted: bool) -> &'static str {
    match role {
        Role::Queen if promoted && men.is_makruk_set() => "promoted bia",
        role => men.name(role),
    }
}

/// The text with all that means something to XML written as entities, and
/// what XML does not allow at all replaced.
fn escape(text: &str, out: &mut String) -> fmt::Result {
    for char in text.chars() {
        match char {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            '\t' | '\n' => out.write_char(char)?,
            '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                out.write_char('\u{fffd}')?;
            }
            _ => out.write_char(char)?,
        }
    }
    Ok(())
}

/// The name of a piece's drawing within the document.
#[derive(Clone, Copy)]
struct Name<'a> {
    piece: Piece,
    men: &'a Men,
    promoted: bool,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = if self.piece.color() == Color::White { "white" } else { "black" };
        let role = match role_name(self.piece.role(), self.men, self.promoted) {
            "promoted bia" => "promoted-bia",
            name => name,
        };
        write!(f, "erawan-{color}-{role}")
    }
}

/// Each drawing that the board needs, once.
fn definitions(diagram: &Diagram, out: &mut String) -> fmt::Result {
    out.write_str("<defs>\n")?;
    if diagram.check.is_some() {
        out.write_str(
            "<radialGradient id=\"erawan-check\"><stop offset=\"0.25\" stop-color=\"#e5261f\"/>\
             <stop offset=\"1\" stop-color=\"#e5261f\" stop-opacity=\"0\"/></radialGradient>\n",
        )?;
    }
    let men = diagram.men();
    for color in Color::ALL {
        for role in Role::ALL {
            for promoted in [false, true] {
                let piece = Piece::new(color, role);
                let needed = Square::all().any(|square| {
                    diagram.piece_at(square) == Some(piece)
                        && diagram.is_promoted(square) == promoted
                });
                if needed {
                    let name = Name { piece, men, promoted };
                    define(name, shape(role, men.is_makruk_set(), promoted), out)?;
                }
            }
        }
    }
    out.write_str("</defs>\n")
}

fn define(name: Name, shape: &Shape, out: &mut String) -> fmt::Result {
    let (fill, outline, line) = match name.piece.color() {
        Color::White => ("#fdf9f0", "#2c2420", "#2c2420"),
        Color::Black => ("#4a3f3a", "#1c1613", "#efe4d3"),
    };
    write!(
        out,
        "<g id=\"{name}\" transform=\"translate(-5 -6) scale(1.1)\" stroke-width=\"3\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <g fill=\"{fill}\" stroke=\"{outline}\">"
    )?;
    for path in shape.body {
        write!(out, "<path d=\"{path}\"/>")?;
    }
    out.write_str("</g>")?;
    if !shape.lines.is_empty() {
        write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2.5\"/>",
            shape.lines
        )?;
    }
    if !shape.spots.is_empty() {
        write!(out, "<path d=\"{}\" fill=\"{line}\"/>", shape.spots)?;
    }
    out.write_str("</g>\n")
}

/// Border, squares, lines, coordinates, and the digits of a bitboard.
fn board(diagram: &Diagram, out: &mut String) -> fmt::Result {
    let wood = match diagram.content {
        Content::Pieces { men, .. } if !men.is_makruk_set() => &CHESS,
        Content::Pieces { .. } => &MAKRUK,
        Content::Bits(_) => &BITS,
    };
    if diagram.coordinates {
        let whole = 8 * SQUARE + 2 * BORDER;
        writeln!(
            out,
            "<rect x=\"{0}\" y=\"{0}\" width=\"{whole}\" height=\"{whole}\" rx=\"10\" \
             fill=\"{1}\"/>",
            -BORDER, wood.border
        )?;
    }
    writeln!(out, "<rect width=\"800\" height=\"800\" fill=\"{}\"/>", wood.light)?;
    if wood.dark != wood.light {
        let mut path = String::new();
        for square in Square::all().filter(|square| !square.is_light()) {
            let (x, y) = corner(diagram, square);
            write!(path, "M{x} {y}h100v100h-100z")?;
        }
        writeln!(out, "<path d=\"{path}\" fill=\"{}\"/>", wood.dark)?;
    }
    if let Content::Bits(bits) = diagram.content {
        digits(diagram, bits, out)?;
    }
    if let Some(lines) = wood.lines {
        let mut path = String::from("M0 0H800V800H0Z");
        for i in 1..8 {
            write!(path, "M0 {0}H800M{0} 0V800", i * SQUARE)?;
        }
        writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{lines}\" stroke-width=\"2.5\"/>"
        )?;
    }
    if diagram.coordinates { letters(diagram, wood, out) } else { Ok(()) }
}

fn letters(diagram: &Diagram, wood: &Wood, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<g fill=\"{}\" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"22\" \
         text-anchor=\"middle\">",
        wood.letters
    )?;
    for file in diagram.files() {
        let (x, _) = centre(diagram, Square::new(file, Rank::First));
        writeln!(out, "<text x=\"{x}\" y=\"825\">{}</text>", file.letter())?;
    }
    for rank in diagram.ranks() {
        let (_, y) = centre(diagram, Square::new(erawan_board::File::A, rank));
        writeln!(out, "<text x=\"-18\" y=\"{}\">{}</text>", y + 8, rank.digit())?;
    }
    out.write_str("</g>\n")
}

fn digits(diagram: &Diagram, bits: Bitboard, out: &mut String) -> fmt::Result {
    for square in bits {
        let (x, y) = corner(diagram, square);
        writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"#2a6fbd\"/>")?;
    }
    out.write_str(
        "<g font-family=\"Helvetica,Arial,sans-serif\" font-size=\"44\" text-anchor=\"middle\">\n",
    )?;
    for square in Square::all() {
        let (x, y) = centre(diagram, square);
        let (fill, digit) = if bits.contains(square) { ("#ffffff", 1) } else { ("#a3abb8", 0) };
        writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"{fill}\">{digit}</text>", y + 16)?;
    }
    out.write_str("</g>\n")
}

fn sign(diagram: &Diagram, marker: Marker, out: &mut String) -> fmt::Result {
    let ((x, y), paint) = (centre(diagram, marker.square), marker.paint);
    match marker.shape {
        MarkerShape::Ring => writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"none\" stroke=\"{paint}\" \
             stroke-width=\"7\" stroke-opacity=\"0.85\"/>"
        ),
        MarkerShape::Dot => writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{paint}\" fill-opacity=\"0.6\"/>"
        ),
        MarkerShape::Cross => writeln!(
            out,
            "<path d=\"M{} {}l50 50m0 -50l-50 50\" fill=\"none\" stroke=\"{paint}\" \
             stroke-width=\"9\" stroke-linecap=\"round\" stroke-opacity=\"0.85\"/>",
            x - 25,
            y - 25
        ),
    }
}

/// An arrow as one outline, so that nothing shows twice through it.
fn arrow(diagram: &Diagram, arrow: Arrow, out: &mut String) -> fmt::Result {
    if arrow.from == arrow.to {
        let ring = Marker { square: arrow.from, shape: MarkerShape::Ring, paint: arrow.paint };
        return sign(diagram, ring, out);
    }
    let ((x0, y0), (x1, y1)) = (centre(diagram, arrow.from), centre(diagram, arrow.to));
    let (dx, dy) = (x1 - x0, y1 - y0);
    // Hundredths of a unit are fine enough, and need no floating square root.
    let length = (10_000 * i64::from(dx * dx + dy * dy)).isqrt() as f32 / 100.0;
    let (ux, uy) = (dx as f32 / length, dy as f32 / length);
    // `along` the arrow from its centre of origin, `across` to its left.
    let point = |along: f32, across: f32| {
        (x0 as f32 + along * ux + across * uy, y0 as f32 + along * uy - across * ux)
    };
    let (tail, neck, tip) = (18.0, length - 44.0, length - 6.0);
    let outline = [
        point(tail, 7.5),
        point(neck, 7.5),
        point(neck, 24.0),
        point(tip, 0.0),
        point(neck, -24.0),
        point(neck, -7.5),
        point(tail, -7.5),
    ];
    out.write_str("<path d=\"")?;
    for (i, (x, y)) in outline.into_iter().enumerate() {
        write!(out, "{}{x:.1} {y:.1}", if i == 0 { 'M' } else { 'L' })?;
    }
    writeln!(
        out,
        "Z\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"3\" stroke-linejoin=\"round\" \
         opacity=\"0.8\"/>",
        arrow.paint
    )
}
