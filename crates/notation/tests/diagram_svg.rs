//! SVG diagrams: that they are well-formed, and show what they should.

use erawan_board::{Bitboard, Chess, Color, Makruk, Piece, Position, Role, Rules, Setup, Square};
use erawan_notation::diagram::{Diagram, MarkerShape, Paint};

/// The name of an element and its attributes.
type Element = (String, Vec<(String, String)>);

/// A small checker of well-formed XML, as far as these documents use it:
/// nested elements, quoted attributes that occur once, known entities.
/// Returns the elements' names and attributes, and the text between them.
fn parse(svg: &str) -> (Vec<Element>, String) {
    let (mut open, mut elements, mut text) = (Vec::new(), Vec::new(), String::new());
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        check_text(before);
        text.push_str(before);
        let end = tag.find('>').expect("a tag ends");
        let inner = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inner.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (inner, closed) = match inner.strip_suffix('/') {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let (name, mut attributes) = inner.split_once(' ').unwrap_or((inner, ""));
        let mut pairs: Vec<(String, String)> = Vec::new();
        while !attributes.trim().is_empty() {
            let (key, value) = attributes.trim_start().split_once("=\"").expect("key=\"value\"");
            let (value, after) = value.split_once('"').expect("a quoted value");
            check_text(value);
            assert!(!pairs.iter().any(|(other, _)| other == key), "{key} twice in {name}");
            assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || "-:".contains(c)), "{key}");
            pairs.push((key.into(), value.into()));
            attributes = after;
        }
        elements.push((name.to_string(), pairs));
        if !closed {
            open.push(name.to_string());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    (elements, text)
}

fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        assert!(known.iter().any(|entity| text[at..].starts_with(entity)), "{text}");
    }
    assert!(!text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
}

/// Where each piece is drawn, by the name of its drawing.
fn uses(svg: &str) -> Vec<(String, i32, i32)> {
    let (elements, _) = parse(svg);
    let defined: Vec<&String> = elements
        .iter()
        .filter(|(name, _)| name == "g")
        .filter_map(|(_, pairs)| Some(&pairs.iter().find(|(key, _)| key == "id")?.1))
        .collect();
    let get = |pairs: &[(String, String)], key: &str| {
        pairs.iter().find(|(name, _)| name == key).unwrap().1.clone()
    };
    elements
        .iter()
        .filter(|(name, _)| name == "use")
        .map(|(_, pairs)| {
            let id = get(pairs, "href").trim_start_matches('#').to_string();
            assert!(defined.contains(&&id), "{id} is not drawn");
            assert_eq!(get(pairs, "xlink:href"), format!("#{id}"));
            (id, get(pairs, "x").parse().unwrap(), get(pairs, "y").parse().unwrap())
        })
        .collect()
}

fn start<R: Rules>() -> Diagram {
    Diagram::new(&Position::<R>::startpos())
}

#[test]
fn every_piece_is_drawn_once_on_its_square() {
    let chess = uses(&start::<Chess>().svg());
    assert_eq!(chess.len(), 32);
    assert!(chess.contains(&("erawan-white-king".into(), 400, 700)));
    assert!(chess.contains(&("erawan-black-queen".into(), 300, 0)));
    let flipped = uses(&start::<Chess>().flip(true).svg());
    assert!(flipped.contains(&("erawan-white-king".into(), 300, 0)));
    let makruk = uses(&start::<Makruk>().svg());
    assert_eq!(makruk.len(), 32);
    assert!(makruk.contains(&("erawan-white-khun".into(), 300, 700)));
    assert!(makruk.contains(&("erawan-white-met".into(), 400, 700)));
    assert!(makruk.contains(&("erawan-black-bia".into(), 0, 200)));
}

#[test]
fn each_kind_of_piece_has_a_drawing_of_its_own() {
    let mut drawings = Vec::new();
    let mut add = |diagram: Diagram| {
        let svg = diagram.svg();
        let line = svg.lines().find(|line| line.starts_with("<g id=")).unwrap();
        let paths = line.split_once(" transform").unwrap().1.to_string();
        assert!(!drawings.contains(&paths), "{line}");
        drawings.push(paths);
    };
    for color in Color::ALL {
        for role in Role::ALL {
            let mut setup = Setup::empty();
            setup.put(Square::C3, Piece::new(color, role));
            add(Diagram::from_setup::<Chess>(&setup));
            add(Diagram::from_setup::<Makruk>(&setup));
            setup.promoted = Bitboard::ALL;
            if role == Role::Queen {
                add(Diagram::from_setup::<Makruk>(&setup));
            }
        }
    }
    assert_eq!(drawings.len(), 26);
}

#[test]
fn words_are_escaped_and_the_rest_is_kept() {
    let svg = start::<Chess>()
        .title("a <b> & \"c\" 'd' \0\u{1b}\u{ffff} ช้าง")
        .description("</desc><script>alert(1)</script>")
        .svg();
    let (elements, text) = parse(&svg);
    assert!(elements.iter().all(|(name, _)| name != "script"));
    assert!(
        text.contains("a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \u{fffd}\u{fffd}\u{fffd} ช้าง")
    );
}

#[test]
fn the_description_names_the_pieces() {
    let (_, text) = parse(&start::<Chess>().svg());
    assert!(text.contains("Chess position, White to move"));
    assert!(text.contains("White: king e1, queen d1, rook a1 h1, bishop c1 f1"));
    let mut setup = Setup::empty();
    setup.put(Square::D6, Piece::new(Color::Black, Role::Queen));
    setup.promoted = Bitboard::ALL;
    let (_, text) = parse(&Diagram::from_setup::<Makruk>(&setup).svg());
    assert!(text.contains("Black: promoted bia d6."));
}

#[test]
fn size_is_kept_in_bounds() {
    for (asked, drawn) in [(0, 16), (360, 360), (u32::MAX, 16384)] {
        let (elements, _) = parse(&start::<Chess>().size(asked).svg());
        let width = elements[0].1.iter().find(|(key, _)| key == "width").unwrap();
        assert_eq!(width.1, drawn.to_string());
    }
}

#[test]
fn arrows_point_at_the_middle_of_their_target() {
    let svg = start::<Chess>().arrow(Square::A1, Square::A8, Paint::Rgb(1, 2, 3)).svg();
    // From the middle of a1 (50, 750) straight up, the tip just below (50, 50).
    assert!(svg.contains("L50.0 56.0L"), "{svg}");
    assert!(svg.contains("#010203"));
    let flipped = start::<Chess>().flip(true).arrow(Square::A1, Square::A8, Paint::Red).svg();
    assert!(flipped.contains("L750.0 744.0L"));
}

#[test]
fn every_ornament_gives_a_well_formed_document() {
    let plain = parse(&start::<Makruk>().coordinates(false).svg()).0.len();
    for from in [Square::A1, Square::E4, Square::H8] {
        for to in Square::all() {
            let svg = start::<Makruk>()
                .coordinates(false)
                .arrow(from, to, Paint::Yellow)
                .marker(to, MarkerShape::Ring, Paint::Green)
                .marker(to, MarkerShape::Dot, Paint::Red)
                .marker(to, MarkerShape::Cross, Paint::Blue)
                .highlight(Bitboard::from_square(to))
                .svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert_eq!(parse(&svg).0.len(), plain + 5);
        }
    }
}

#[test]
fn check_is_shown_where_the_king_stands() {
    let mut setup = Setup::empty();
    setup.put(Square::A1, Piece::new(Color::White, Role::King));
    setup.put(Square::H8, Piece::new(Color::Black, Role::King));
    setup.put(Square::H1, Piece::new(Color::Black, Role::Rook));
    let position = Position::<Chess>::from_setup(&setup, Default::default()).unwrap();
    let svg = Diagram::new(&position).svg();
    assert!(svg.contains("<circle cx=\"50\" cy=\"750\" r=\"50\" fill=\"url(#erawan-check)\"/>"));
    assert!(svg.contains("id=\"erawan-check\""));
    assert!(!start::<Chess>().svg().contains("erawan-check"));
}

#[test]
fn a_bitboard_shows_a_digit_on_every_square() {
    let bits = Bitboard(0x8100_0000_0000_0003);
    let (_, text) = parse(&Diagram::bitboard(bits).coordinates(false).svg());
    let digits = text.split("Squares").nth(1).unwrap();
    assert!(text.contains("Squares a1 b1 a8 h8"));
    let digits: Vec<&str> = digits.split_whitespace().skip(4).collect();
    assert_eq!(digits.len(), 64);
    assert_eq!(digits.iter().filter(|digit| **digit == "1").count(), 4);
}
