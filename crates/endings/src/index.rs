//! The place of a position in its table.
//!
//! Every game here looks the same in a mirror that exchanges left and right,
//! so White's king stands on files a to d. Two kings that do not touch can then
//! stand in 1806 ways. The other men follow, each with 64 squares, bia with the
//! 24 where they can stand.

use erawan_board::{Color, Role};

use crate::material::{Material, ROLES};

/// The most men beside the kings.
const MAX_OTHERS: usize = 3;
/// The most men.
pub(crate) const MAX_SQUARES: usize = MAX_OTHERS + 2;

/// The squares of a position's men, in the order of a [`Layout`].
pub(crate) type Squares = [u8; MAX_SQUARES];

/// The ways in which two kings can stand.
pub(crate) const KING_PAIRS: usize = 1806;

const NOWHERE: u16 = u16::MAX;

struct KingPairs {
    /// By White's king and Black's.
    place: [[u16; 64]; 64],
    squares: [(u8, u8); KING_PAIRS],
}

static KINGS: KingPairs = king_pairs();

const fn king_pairs() -> KingPairs {
    let mut pairs = KingPairs { place: [[NOWHERE; 64]; 64], squares: [(0, 0); KING_PAIRS] };
    let (mut next, mut both) = (0, 0);
    while both < 64 * 64 {
        let (white, black) = (both / 64, both % 64);
        let is_near = (white as u8 % 8).abs_diff(black as u8 % 8) <= 1
            && (white as u8 / 8).abs_diff(black as u8 / 8) <= 1;
        if white % 8 < 4 && !is_near {
            pairs.place[white][black] = next as u16;
            pairs.squares[next] = (white as u8, black as u8);
            next += 1;
        }
        both += 1;
    }
    pairs
}

/// A man of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) role: Role,
}

/// How the positions of some material are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) material: Material,
    /// White's king, Black's king, White's men, Black's men.
    pub(crate) men: Vec<Man>,
    /// The number of positions with one side to move.
    pub(crate) size: usize,
    /// The first of a pair of equal men, or of three.
    equal: Vec<(usize, usize)>,
    sides: usize,
}

/// The first square where a bia of a colour can stand: 24 of them follow.
const fn bia_base(color: Color) -> u8 {
    match color {
        Color::White => 16,
        Color::Black => 24,
    }
}

impl Layout {
    pub(crate) fn new(material: Material) -> Layout {
        let king = |color| Man { color, role: Role::King };
        let mut men = vec![king(Color::White), king(Color::Black)];
        let mut equal = Vec::new();
        for color in Color::ALL {
            for role in ROLES {
                let first = men.len();
                men.extend((0..material.count(color, role)).map(|_| Man { color, role }));
                if men.len() > first + 1 {
                    equal.push((first, men.len()));
                }
            }
        }
        let others: usize = men[2..].iter().map(|man| radix(man.role)).product();
        let sides = if material.is_symmetric() { 1 } else { 2 };
        Layout { material, men, size: KING_PAIRS * others, equal, sides }
    }

    /// How many sides to move the table has. Where both have the same men, a
    /// position with Black to move is one with White to move, upside down.
    pub(crate) fn sides(&self) -> usize {
        self.sides
    }

    /// The place of a position, with `turn` to move. Squares that no table
    /// knows, a bia on its way back or kings that touch, have none.
    #[inline]
    pub(crate) fn index(&self, squares: &Squares, turn: Color) -> Option<usize> {
        let mut squares = *squares;
        let count = self.men.len();
        let mut side = turn.index();
        if side == 1 && self.sides() == 1 {
            self.exchange(&mut squares);
            side = 0;
        }
        if squares[0] & 4 != 0 {
            for square in &mut squares[..count] {
                *square ^= 7;
            }
        }
        for &(first, end) in &self.equal {
            put_in_order(&mut squares[first..end]);
        }
        let kings = KINGS.place[usize::from(squares[0])][usize::from(squares[1])];
        if kings == NOWHERE {
            return None;
        }
        let mut index = usize::from(kings);
        for (man, &square) in self.men[2..].iter().zip(&squares[2..]) {
            if man.role == Role::Pawn {
                let place = square.wrapping_sub(bia_base(man.color));
                if place >= 24 {
                    return None;
                }
                index = index * 24 + usize::from(place);
            } else {
                index = index * 64 + usize::from(square);
            }
        }
        Some(side * self.size + index)
    }

    /// Black's men become White's, and the board is turned upside down. Only
    /// for the same men on both sides.
    fn exchange(&self, squares: &mut Squares) {
        let count = self.men.len();
        let half = (count - 2) / 2;
        for square in &mut squares[..count] {
            *square ^= 56;
        }
        squares.swap(0, 1);
        for man in 2..2 + half {
            squares.swap(man, man + half);
        }
    }

    /// The position at a place, and the side to move. Men may stand on each
    /// other, and equal men in an order that [`Layout::index`] never gives.
    #[inline]
    pub(crate) fn squares(&self, index: usize) -> (Squares, Color) {
        let (turn, mut rest) = match index.checked_sub(self.size) {
            Some(rest) => (Color::Black, rest),
            None => (Color::White, index),
        };
        let mut squares = [0; MAX_SQUARES];
        for (place, man) in self.men.iter().enumerate().skip(2).rev() {
            if man.role == Role::Pawn {
                squares[place] = (rest % 24) as u8 + bia_base(man.color);
                rest /= 24;
            } else {
                squares[place] = (rest % 64) as u8;
                rest /= 64;
            }
        }
        (squares[0], squares[1]) = KINGS.squares[rest];
        (squares, turn)
    }

    /// False where men stand on each other, or equal men in the wrong order:
    /// such places stand for nothing.
    #[inline]
    pub(crate) fn is_position(&self, squares: &Squares) -> bool {
        let count = self.men.len();
        let occupied = squares[..count].iter().fold(0u64, |board, square| board | 1 << square);
        occupied.count_ones() as usize == count
            && self.equal.iter().all(|&(first, end)| squares[first..end].is_sorted())
    }

    /// All places of the table, of both sides to move.
    pub(crate) fn places(&self) -> usize {
        self.size * self.sides()
    }
}

/// Sorts two or three squares.
#[inline]
fn put_in_order(squares: &mut [u8]) {
    for end in (1..squares.len()).rev() {
        for at in 0..end {
            if squares[at] > squares[at + 1] {
                squares.swap(at, at + 1);
            }
        }
    }
}

const fn radix(role: Role) -> usize {
    match role {
        Role::Pawn => 24,
        _ => 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_stand_in_1806_ways() {
        let last = KINGS.squares[KING_PAIRS - 1];
        assert_eq!(last, (59, 63));
        assert_eq!(KINGS.place.iter().flatten().filter(|&&place| place != NOWHERE).count(), 1806);
    }

    #[test]
    fn every_place_is_found_again() {
        for name in ["KvK", "KRvK", "KPvK", "KMvKM", "KSSvK", "KRvKP", "KPPvK", "KMMvKP"] {
            let layout = Layout::new(Material::from_name(name).unwrap());
            let step = 1 + layout.places() / 200_000;
            for index in (0..layout.places()).step_by(step) {
                let (squares, turn) = layout.squares(index);
                if layout.is_position(&squares) {
                    assert_eq!(layout.index(&squares, turn), Some(index), "{name} {index}");
                    let mirrored = squares.map(|square| square ^ 7);
                    assert_eq!(layout.index(&mirrored, turn), Some(index), "{name} {index}");
                }
            }
        }
    }
}
