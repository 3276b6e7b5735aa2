//! Moves in a byte.
//!
//! What lives here: a move as a byte and back. What does not: games, which are
//! rows of such bytes.
//!
//! The high half of the byte says which of the side's men moves, counted from a1
//! to h8, the low half where it goes:
//!
//! * a pawn pushes (0), steps twice (1), takes towards the a-file (2) or the
//!   h-file (3); where it promotes, it is 4 × (push 0, a-file 1, h-file 2) and the
//!   place of what it becomes in [`Rules::PROMOTIONS`];
//! * a king castles short (8) or long (9);
//! * any other goes to one of the squares that it attacks and its own men do not
//!   hold, counted from a1 to h8;
//! * 15 says that a second byte has the square, or 255 for a null move: queens
//!   with many squares, and the leaps of Ouk.
//!
//! So a move is read with one attack, without generating moves, which is what makes
//! a scan of all games fast. Whoever has more than sixteen men gets two bytes a ply,
//! the bits of [`Move`], and 65535 for a null move.

use erawan_board::{Bitboard, Color, Move, Position, Role, Rules, Square, Tag};

const SECOND: u8 = 15;
const SHORT: u8 = 8;
const LONG: u8 = 9;
const NULL: u8 = 0xFF;
const WIDE_NULL: u16 = 0xFFFF;

/// A ply as it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ply {
    Move(Move),
    Null,
}

impl Ply {
    /// The position after it.
    #[inline(always)]
    pub(crate) fn play<R: Rules>(self, position: &Position<R>) -> Position<R> {
        match self {
            Ply::Move(m) => position.play_unchecked(m),
            Ply::Null => position.play_null(),
        }
    }
}

/// Adds a legal move, or none for a null move. False if it takes more than sixteen
/// men to tell which one moves.
pub(crate) fn encode<R: Rules>(position: &Position<R>, m: Option<Move>, out: &mut Vec<u8>) -> bool {
    let Some(m) = m else {
        out.extend([SECOND, NULL]);
        return true;
    };
    let own = position.by_color(position.turn());
    let place = rank_of(own, m.from());
    if place > 15 {
        return false;
    }
    match target_code(position, own, m) {
        Some(code) => out.push(place << 4 | code),
        None => out.extend([place << 4 | SECOND, m.to().index() as u8]),
    }
    true
}

/// Adds a move as two bytes.
pub(crate) fn encode_wide(m: Option<Move>, out: &mut Vec<u8>) {
    out.extend(m.map_or(WIDE_NULL, Move::bits).to_le_bytes());
}

fn target_code<R: Rules>(position: &Position<R>, own: Bitboard, m: Move) -> Option<u8> {
    let (from, to, role) = (m.from(), m.to(), m.role());
    if role == Role::Pawn {
        let sideways = to.index() as i32 % 8 - from.index() as i32 % 8;
        let step = match sideways {
            0 => 0,
            -1 => 1,
            _ => 2,
        };
        if let Some(into) = m.promotion() {
            let choice = R::PROMOTIONS.iter().position(|&role| role == into)?;
            return Some(step * 4 + choice as u8);
        }
        let is_double = to.index().abs_diff(from.index()) == 16;
        return Some(if step == 0 { u8::from(is_double) } else { step + 1 });
    }
    if m.is_castle() {
        return Some(if m.is_short_castle() { SHORT } else { LONG });
    }
    let targets = R::attacks(position.turn(), role, from, position.occupied()) & !own;
    let code = rank_of(targets, to);
    (targets.contains(to) && code < SECOND).then_some(code)
}

/// How many squares of a set come before a square.
fn rank_of(set: Bitboard, square: Square) -> u8 {
    (set.bits() & ((1 << square.index()) - 1)).count_ones() as u8
}

/// The square of a set with `n` before it.
#[inline(always)]
fn nth(set: Bitboard, n: u8) -> Option<Square> {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the program is built for processors that have the instruction.
    let bit = unsafe { core::arch::x86_64::_pdep_u64(1 << n, set.bits()) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    let bit = (0..n).fold(set.bits(), |bits, _| bits & bits.wrapping_sub(1));
    square_at(bit.trailing_zeros() as usize)
}

#[inline(always)]
fn square_at(index: usize) -> Option<Square> {
    Square::from_index(index)
}

/// Reads a ply from its first byte and the one that follows, and says how many it
/// took. Nothing if there is no such move. What is read from a damaged file may not
/// be legal.
#[inline(always)]
pub(crate) fn decode<R: Rules>(
    position: &Position<R>,
    byte: u8,
    second: Option<u8>,
) -> Option<(Ply, usize)> {
    let us = position.turn();
    let own = position.by_color(us);
    let code = byte & 15;
    if code == SECOND && second == Some(NULL) {
        return Some((Ply::Null, 2));
    }
    let from = nth(own, byte >> 4)?;
    let role = position.role_at(from)?;
    if code == SECOND {
        let to = square_at(usize::from(second?))?;
        return Some((Ply::Move(compose(from, to, Tag::of_piece(role))?), 2));
    }
    let m = match role {
        Role::Pawn => pawn_move(position, us, from, code)?,
        Role::King if code >= SHORT => castling(position, us, from, code == SHORT)?,
        _ => {
            let targets = R::attacks(us, role, from, position.occupied()) & !own;
            compose(from, nth(targets, code)?, Tag::of_piece(role))?
        }
    };
    Some((Ply::Move(m), 1))
}

#[inline(always)]
fn compose(from: Square, to: Square, tag: Tag) -> Option<Move> {
    Move::from_bits(from.index() as u16 | (to.index() as u16) << 6 | (tag as u16) << 12)
}

#[inline(always)]
fn pawn_move<R: Rules>(position: &Position<R>, us: Color, from: Square, code: u8) -> Option<Move> {
    let ahead = |steps: i32| from.index() as i32 + if us == Color::White { steps } else { -steps };
    let push = square_at(usize::try_from(ahead(8)).ok()?)?;
    // What a pawn takes is beside the square before it.
    let beside = |east: bool| {
        let file = push.index() % 8;
        let is_edge = if east { file == 7 } else { file == 0 };
        let to = if east { push.index() + 1 } else { push.index().wrapping_sub(1) };
        if is_edge { None } else { square_at(to) }
    };
    if R::PROMOTION_ZONES.get(us.index())?.contains(push) {
        let into = *R::PROMOTIONS.get(usize::from(code & 3))?;
        let to = match code >> 2 {
            0 => push,
            1 => beside(false)?,
            _ => beside(true)?,
        };
        return compose(from, to, Tag::of_promotion(into));
    }
    match code {
        0 => compose(from, push, Tag::PawnPush),
        1 => compose(from, square_at(usize::try_from(ahead(16)).ok()?)?, Tag::PawnDouble),
        2 | 3 => {
            let to = beside(code == 3)?;
            let is_taken = position.occupied().contains(to);
            compose(from, to, if is_taken { Tag::PawnCapture } else { Tag::EnPassant })
        }
        _ => None,
    }
}

#[cold]
fn castling<R: Rules>(
    position: &Position<R>,
    us: Color,
    king: Square,
    short: bool,
) -> Option<Move> {
    let rooks = position.castling_rooks() & position.by_color(us);
    let rook = rooks.into_iter().find(|rook| (rook.index() > king.index()) == short)?;
    compose(king, rook, Tag::Castle)
}

/// Reads a ply of two bytes.
pub(crate) fn decode_wide(byte: u8, second: Option<u8>) -> Option<(Ply, usize)> {
    match u16::from_le_bytes([byte, second?]) {
        WIDE_NULL => Some((Ply::Null, 2)),
        bits => Some((Ply::Move(Move::from_bits(bits)?), 2)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use erawan_board::{Variant, with_rules};
    use erawan_testing::{Random, playout};

    use super::*;

    /// Games played at random promote, castle, leap and take en passant.
    #[test]
    fn every_legal_move_has_a_code_of_its_own() {
        let mut random = Random::new(7);
        for variant in Variant::ALL {
            with_rules!(variant, R => {
                let (mut moves, mut length) = (0, 0);
                for _ in 0..60 {
                    playout::<R>(&mut random, 300, |position, legal, _| {
                        let mut seen = HashSet::new();
                        for &m in legal {
                            let mut bytes = Vec::new();
                            assert!(encode(position, Some(m), &mut bytes));
                            let read = decode(position, bytes[0], bytes.get(1).copied());
                            assert_eq!(read, Some((Ply::Move(m), bytes.len())), "{position:?}");
                            (moves, length) = (moves + 1, length + bytes.len());
                            assert!(seen.insert(bytes));
                        }
                    });
                }
                assert!(moves > 10_000 && length < moves * 11 / 10, "{variant}: {length}, {moves}");
            });
        }
    }

    /// Whatever a damaged file says, reading it ends.
    #[test]
    fn any_bytes_can_be_read() {
        let mut random = Random::new(9);
        for variant in Variant::ALL {
            with_rules!(variant, R => {
                for _ in 0..2000 {
                    let mut position = Position::<R>::startpos();
                    for _ in 0..100 {
                        let byte = random.below(256) as u8;
                        let second = Some(random.below(256) as u8);
                        match decode(&position, byte, second) {
                            Some((ply, _)) => position = ply.play(&position),
                            None => break,
                        }
                    }
                }
            });
        }
    }
}
