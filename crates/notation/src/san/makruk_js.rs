//! Moves of Makruk in the letters of makruk-js.
//!
//! | letter | piece | elsewhere |
//! |---|---|---|
//! | none | bia and promoted bia | none, `M` |
//! | `M` | ma | `N` |
//! | `T` | khon (thon) | `S` |
//! | `E` | met | `M` |
//! | `R`, `K` | rua, khun | `R`, `K` |
//! | `=F` | promotion | `=M` |
//!
//! Since a promoted bia has no letter, `e5` may be a bia's step or a promoted
//! bia's. It is read as the bia's, as makruk-js does. Where makruk-js writes the
//! same text for two moves, this module adds the origin, with the letter `F` for
//! a promoted bia: `Mbd2`, `Fd4e5`. makruk-js refuses such a text; of what it
//! writes itself it would take the first move that fits. Where a text from there
//! leaves open which man is meant, it is an error here.
//!
//! ```
//! use erawan_board::{Makruk, Position};
//! use erawan_notation::san::{self, makruk_js};
//!
//! let start = Position::<Makruk>::startpos();
//! let ma = makruk_js::parse(&start, "Md2").unwrap();
//! assert_eq!(san::write(&start, ma), "Nd2");
//! assert_eq!(makruk_js::write(&start, ma), "Md2");
//! ```

use alloc::string::String;
use core::fmt::Write;

use erawan_board::{Bitboard, File, Makruk, Move, Position, Rank, Role, Rules, Square};

use super::SanError;
use super::write::write_check;
use crate::typography::{self, Kind, Plain};

/// What a man is in makruk-js: its letter, and for a bia none.
fn letter(position: &Position<Makruk>, m: Move) -> Option<char> {
    match m.role() {
        Role::Pawn => None,
        Role::Knight => Some('M'),
        Role::Bishop => Some('T'),
        Role::Rook => Some('R'),
        Role::King => Some('K'),
        Role::Queen if position.promoted().contains(m.from()) => Some('F'),
        Role::Queen => Some('E'),
    }
}

/// What a text says: a letter, what is known of the origin, the target.
#[derive(Clone, Copy)]
struct Described {
    letter: Option<char>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotes: bool,
}

impl Described {
    /// Takes a text apart, signs apart from letters and digits left out.
    fn read(text: &str) -> Option<Described> {
        let mut plain = Plain::default();
        let is_said = |c: char| !matches!(c, 'x' | '-' | '=' | '+' | '#' | '!' | '?');
        let shown = text.trim().chars().filter(|&c| Kind::of(c) != Kind::Invisible);
        for c in shown.map(typography::plain).filter(|&c| is_said(c)) {
            plain.push(c).then_some(())?;
        }
        let (rest, promotes) = match plain.bytes() {
            [rest @ .., b'F'] => (rest, true),
            all => (all, false),
        };
        let (letter, rest) = match rest {
            [letter @ (b'F' | b'E' | b'M' | b'T' | b'R' | b'K'), rest @ ..] => {
                (Some(char::from(*letter)), rest)
            }
            _ => (None, rest),
        };
        let file = |byte: u8| File::ALL.into_iter().find(|file| file.letter() == char::from(byte));
        let rank = |byte: u8| Rank::ALL.into_iter().find(|rank| rank.digit() == char::from(byte));
        let [origin @ .., to_file, to_rank] = rest else { return None };
        let to = Square::new(file(*to_file)?, rank(*to_rank)?);
        let (file, rank) = match *origin {
            [] => (None, None),
            [one] => match (file(one), rank(one)) {
                (None, None) => return None,
                found => found,
            },
            [one, two] => (Some(file(one)?), Some(rank(two)?)),
            _ => return None,
        };
        Some(Described { letter, file, rank, to, promotes })
    }

    /// True if a move is what the text says.
    fn fits(&self, position: &Position<Makruk>, m: Move) -> bool {
        let letter = letter(position, m);
        let is_man = match self.letter {
            None => matches!(letter, None | Some('F')),
            said => letter == said,
        };
        is_man
            && m.to() == self.to
            && self.file.is_none_or(|file| m.from().file() == file)
            && self.rank.is_none_or(|rank| m.from().rank() == rank)
            && (m.is_promotion() || !self.promotes)
    }

    fn role(&self) -> Role {
        match self.letter {
            None => Role::Pawn,
            Some('M') => Role::Knight,
            Some('T') => Role::Bishop,
            Some('R') => Role::Rook,
            Some('K') => Role::King,
            Some(_) => Role::Queen,
        }
    }
}

/// Reads a move as makruk-js writes it. It is legal in the position, or there
/// is an error.
pub fn parse(position: &Position<Makruk>, text: &str) -> Result<Move, SanError> {
    if matches!(text.trim(), "--" | "Z0" | "0000") {
        return Err(SanError::NullMove);
    }
    let said = Described::read(text).ok_or(SanError::NotAMove)?;
    let moves = position.legal_moves();
    let fitting = || moves.iter().copied().filter(|&m| said.fits(position, m));
    // A text with `x` is a capture, but one without may be too: files are found
    // with none. The same is so for `=F`, unless it tells two moves apart.
    let takes = text.contains('x');
    let fitting = || fitting().filter(|&m| !takes || position.is_capture(m));
    let is_exact = |m: &Move| m.is_promotion() == said.promotes;
    let exactly = fitting().any(|m| is_exact(&m));
    let fitting = || fitting().filter(|m| !exactly || is_exact(m));
    let pawns = || fitting().filter(|m| m.role() == Role::Pawn);
    let mut only = fitting();
    match (only.next(), only.next()) {
        (None, _) => {
            let variant = Makruk::VARIANT;
            Err(SanError::Unreachable { variant, role: said.role(), to: said.to })
        }
        (Some(m), None) => Ok(m),
        _ => {
            let mut bia = pawns();
            match (bia.next(), bia.next()) {
                (Some(m), None) => Ok(m),
                _ => {
                    let origins = fitting().map(Move::from).fold(Bitboard::EMPTY, Bitboard::with);
                    Err(SanError::Ambiguous { role: said.role(), origins, to: said.to })
                }
            }
        }
    }
}

/// Writes a legal move as makruk-js does, and so that [`parse`] finds it again.
pub fn write(position: &Position<Makruk>, m: Move) -> String {
    let mut text = String::with_capacity(8);
    // Writing to a string does not fail.
    let _ = write_to(&mut text, position, m);
    text
}

/// The same, to anything.
pub fn write_to(out: &mut impl Write, position: &Position<Makruk>, m: Move) -> core::fmt::Result {
    let takes = position.is_capture(m);
    let man = letter(position, m);
    let moves = position.legal_moves();
    let others = moves.iter().filter(|&&other| other != m && other.to() == m.to());
    match man {
        // A bia is known by its file when it takes, and else there is only one;
        // a promoted bia is written as if it were one, where that is no other.
        None | Some('F') => {
            let is_alike = |other: &&Move| {
                let same_file = other.from().file() == m.from().file();
                let is_bia = matches!(letter(position, **other), None | Some('F'));
                is_bia && !other.is_promotion() && (!takes || same_file)
            };
            if man.is_some() && others.clone().any(|other| is_alike(&other)) {
                write!(out, "F{}", m.from())?;
            } else if takes {
                out.write_char(m.from().file().letter())?;
            }
        }
        Some(letter_of_man) => {
            out.write_char(letter_of_man)?;
            let alike = others.filter(|&&other| letter(position, other) == man);
            let origins = alike.map(|other| other.from()).fold(Bitboard::EMPTY, Bitboard::with);
            let on_file = origins.intersects(Bitboard::from_file(m.from().file()));
            let on_rank = origins.intersects(Bitboard::from_rank(m.from().rank()));
            if origins.any() && (on_rank || !on_file) {
                out.write_char(m.from().file().letter())?;
            }
            if on_file {
                out.write_char(m.from().rank().digit())?;
            }
        }
    }
    if takes {
        out.write_char('x')?;
    }
    write!(out, "{}", m.to())?;
    if m.is_promotion() {
        out.write_str("=F")?;
    }
    write_check(out, position, m)
}
