//! Moves in Thai.

use alloc::string::String;

use erawan_board::{Bitboard, File, Move, Position, Rank, Role, Rules, Square};

use super::SanError;
use super::write::{disambiguation, write_check};

/// The files, from the a-file.
const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
/// The ranks, from the first.
const RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];
/// The sign that makes a met (`ม็`) of a ma (`ม`).
const MAITAIKHU: char = '็';

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
    let file = |square: Square| FILES[square.file().index()];
    let rank = |square: Square| RANKS[square.rank().index()];
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

/// Reads what [`write_thai`] writes. `None` if the text is not in Thai.
///
/// Three letters are both a man and a file (`ข`, `ค`, `ง`): `คxง๕` is a capture
/// of the khon or of a bia on the c-file. Whichever is legal is meant.
pub(super) fn parse<R: Rules>(
    position: &Position<R>,
    text: &str,
) -> Option<Result<Move, SanError>> {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("=M").unwrap_or(text);
    let (rest, to) = split_square(text)?;
    let (rest, captures) = match rest.strip_suffix(['x', ':']) {
        Some(rest) => (rest, true),
        None => (rest.strip_suffix('-').unwrap_or(rest), false),
    };
    let mut origins = Bitboard::EMPTY;
    let mut count = 0;
    let mut last = None;
    for &m in position.legal_moves().iter().filter(|m| m.to() == to && !m.is_castle()) {
        let is_meant = position.is_capture(m) == captures && is_origin(position, rest, m);
        if is_meant {
            origins = origins.with(m.from());
            count += 1;
            last = Some(m);
        }
    }
    Some(match last {
        Some(m) if count > 1 => Err(SanError::Ambiguous { role: m.role(), origins, to }),
        Some(m) => Ok(m),
        None => Err(SanError::Unreachable { variant: R::VARIANT, role: role(rest), to }),
    })
}

/// Takes a square off the end.
fn split_square(text: &str) -> Option<(&str, Square)> {
    let mut letters = text.chars();
    let rank = RANKS.into_iter().zip(Rank::ALL).find(|(c, _)| text.ends_with(*c))?.1;
    letters.next_back();
    let text = letters.as_str();
    let file = FILES.into_iter().zip(File::ALL).find(|(c, _)| text.ends_with(*c))?.1;
    letters.next_back();
    Some((letters.as_str(), Square::new(file, rank)))
}

/// The man a text begins with.
fn role(text: &str) -> Role {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some('ม'), Some(MAITAIKHU)) | (Some('ง'), _) => Role::Queen,
        (Some('ม'), _) => Role::Knight,
        (Some('ค'), _) => Role::Bishop,
        (Some('ร'), _) => Role::Rook,
        (Some('ข'), _) => Role::King,
        _ => Role::Pawn,
    }
}

/// True if what stands before the target may mean the man that moves: its
/// letter with or without file and rank; for a bia that takes its file, with or
/// without the rank; for one that steps nothing, or both.
fn is_origin<R: Rules>(position: &Position<R>, text: &str, m: Move) -> bool {
    let (file, rank) = (FILES[m.from().file().index()], RANKS[m.from().rank().index()]);
    if m.role() == Role::Pawn {
        // Of a bia that only steps ahead the file would say nothing.
        let Some(rest) = text.strip_prefix(file) else {
            return text.is_empty() && !position.is_capture(m);
        };
        return rest.strip_prefix(rank).is_some_and(str::is_empty)
            || (rest.is_empty() && position.is_capture(m));
    }
    let rest = match m.role() {
        Role::Queen if position.promoted().contains(m.from()) => text.strip_prefix('ง'),
        Role::Queen => text.strip_prefix("ม็"),
        _ => text.strip_prefix(['ม', 'ค', 'ร', 'ข']),
    };
    let Some(rest) = rest.filter(|_| role(text) == m.role()) else { return false };
    let rest = rest.strip_prefix(file).unwrap_or(rest);
    rest.strip_prefix(rank).unwrap_or(rest).is_empty()
}
