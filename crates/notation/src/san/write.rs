//! Writing moves.

use alloc::string::String;
use core::fmt;

use erawan_board::{Bitboard, Move, Position, Role, Rules};

use super::letter;
use super::read::{is_king_safe, reaching};

/// Writes a legal move exactly: `Nbd7`, `exd8=Q+`, `O-O-O#`.
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_notation::san;
/// let start = Position::<Makruk>::startpos();
/// let names: Vec<String> = start.legal_moves().iter().map(|&m| san::write(&start, m)).collect();
/// assert!(names.contains(&"Sc2".to_string()) && names.contains(&"Kc2".to_string()));
/// ```
pub fn write<R: Rules>(position: &Position<R>, m: Move) -> String {
    let mut text = String::with_capacity(8);
    // Writing to a string does not fail.
    let _ = write_to(&mut text, position, m);
    text
}

/// Writes a legal move as [`write()`] does, to anything.
pub fn write_to<R: Rules>(
    out: &mut impl fmt::Write,
    position: &Position<R>,
    m: Move,
) -> fmt::Result {
    if m.is_castle() {
        out.write_str(if m.is_short_castle() { "O-O" } else { "O-O-O" })?;
        return write_check(out, position, m);
    }
    let captures = position.is_capture(m);
    if m.role() == Role::Pawn {
        if captures {
            out.write_char(m.from().file().letter())?;
        }
    } else {
        out.write_char(letter::<R>(m.role()))?;
        let (file, rank) = disambiguation(position, m);
        if file {
            out.write_char(m.from().file().letter())?;
        }
        if rank {
            out.write_char(m.from().rank().digit())?;
        }
    }
    if captures {
        out.write_char('x')?;
    }
    write!(out, "{}", m.to())?;
    if let Some(role) = m.promotion() {
        write!(out, "={}", letter::<R>(role))?;
    }
    write_check(out, position, m)
}

/// Writes a legal move in long algebraic notation, with both squares and a sign
/// between them: `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`. [`parse`](super::parse)
/// reads it.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position, Strictness};
/// use erawan_notation::{fen, san};
///
/// let start = Position::<Chess>::startpos();
/// let m = san::parse(&start, "Nf3").unwrap();
/// assert_eq!(san::write_lan(&start, m), "Ng1-f3");
///
/// let text = "4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1";
/// let makruk = fen::parse::<Makruk>(text, Strictness::Strict).unwrap();
/// let m = san::parse(&makruk, "dxc6").unwrap();
/// assert_eq!(san::write_lan(&makruk, m), "d5xc6=M");
/// ```
pub fn write_lan<R: Rules>(position: &Position<R>, m: Move) -> String {
    let mut text = String::with_capacity(12);
    // Writing to a string does not fail.
    let _ = write_lan_to(&mut text, position, m);
    text
}

fn write_lan_to<R: Rules>(
    out: &mut impl fmt::Write,
    position: &Position<R>,
    m: Move,
) -> fmt::Result {
    if m.is_castle() {
        return write_to(out, position, m);
    }
    if m.role() != Role::Pawn {
        out.write_char(letter::<R>(m.role()))?;
    }
    let sign = if position.is_capture(m) { 'x' } else { '-' };
    write!(out, "{}{sign}{}", m.from(), m.to())?;
    if let Some(role) = m.promotion() {
        write!(out, "={}", letter::<R>(role))?;
    }
    write_check(out, position, m)
}

/// Whether the file and the rank of the origin must be written.
pub(super) fn disambiguation<R: Rules>(position: &Position<R>, m: Move) -> (bool, bool) {
    let (us, role, to) = (position.turn(), m.role(), m.to());
    if role == Role::King {
        return (false, false);
    }
    let target = Bitboard::from_square(to);
    let others: Bitboard = reaching(position, role, position.pieces(us, role), to)
        .without(m.from())
        .iter()
        .filter(|&from| is_king_safe(position, role, from, to, target))
        .collect();
    if others.is_empty() {
        (false, false)
    } else if !others.intersects(Bitboard::from_file(m.from().file())) {
        (true, false)
    } else if !others.intersects(Bitboard::from_rank(m.from().rank())) {
        (false, true)
    } else {
        (true, true)
    }
}

pub(super) fn write_check<R: Rules>(
    out: &mut impl fmt::Write,
    position: &Position<R>,
    m: Move,
) -> fmt::Result {
    if !position.gives_check(m) {
        Ok(())
    } else if position.play_unchecked(m).has_legal_moves() {
        out.write_char('+')
    } else {
        out.write_char('#')
    }
}
