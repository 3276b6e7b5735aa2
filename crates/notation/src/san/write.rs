//! Writing moves.

use alloc::string::String;
use core::fmt;

use erawan_board::{Bitboard, Move, Position, Role, Rules, Square};

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

/// Whether the file and the rank of the origin must be written.
fn disambiguation<R: Rules>(position: &Position<R>, m: Move) -> (bool, bool) {
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

fn write_check<R: Rules>(
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

/// The files in Thai, from the a-file.
const THAI_FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
/// The ranks in Thai, from the first.
const THAI_RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];

/// Writes a legal Makruk move in Thai: `ค-ฉ๗`, `ฉxจ๕`. The promoted bia (`ง`) is
/// told from the met (`ม็`).
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_notation::san;
/// let start = Position::<Makruk>::startpos();
/// let m = san::parse(&start, "Mf2").unwrap();
/// assert_eq!(san::write_thai(&start, m), "ม็-ฉ๒");
/// ```
pub fn write_thai<R: Rules>(position: &Position<R>, m: Move) -> String {
    let mut text = String::with_capacity(24);
    let file = |square: Square| THAI_FILES[square.file().index()];
    let rank = |square: Square| THAI_RANKS[square.rank().index()];
    let captures = position.is_capture(m);
    if m.role() == Role::Pawn {
        if captures {
            text.push(file(m.from()));
            text.push('x');
        }
    } else {
        text.push_str(match m.role() {
            Role::Knight => "ม",
            Role::Bishop => "ค",
            Role::Rook => "ร",
            Role::Queen if position.promoted().contains(m.from()) => "ง",
            Role::Queen => "ม็",
            _ => "ข",
        });
        let (by_file, by_rank) = disambiguation(position, m);
        if by_file {
            text.push(file(m.from()));
        }
        if by_rank {
            text.push(rank(m.from()));
        }
        text.push(if captures { 'x' } else { '-' });
    }
    text.push(file(m.to()));
    text.push(rank(m.to()));
    if m.is_promotion() {
        text.push_str("=M");
    }
    let _ = write_check(&mut text, position, m);
    text
}
