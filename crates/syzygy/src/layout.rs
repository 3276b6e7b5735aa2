//! Numbering positions: from the squares of the men to a place in a table.
//!
//! Men are numbered in groups. The leading group uses up the board's
//! symmetries: three different men or both kings without pawns, the pawns of
//! one side otherwise. Every other group holds equal men, numbered as a
//! combination of the squares that the groups before it leave free.

use super::error::{Corruption, Fault};
use super::material::MAX_MEN;

/// Room for the squares of all men.
pub(super) type Squares = [u8; MAX_MEN as usize];

/// `BINOMIAL[k][n]`: ways to choose `k` of `n`.
static BINOMIAL: [[u64; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u64, k: u64) -> Option<u64> {
    BINOMIAL.get(k as usize)?.get(n as usize).copied()
}

const NONE: u16 = u16::MAX;

/// The squares of the corner a1-d1-d4 in the order of the tables: below the
/// diagonal first, then on it.
const CORNER: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of a square of the corner, 10 elsewhere.
static CORNER_NUMBER: [u8; 64] = {
    let mut table = [10; 64];
    let mut i = 0;
    while i < 10 {
        table[CORNER[i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// How far a square is above the diagonal a1-h8.
const fn above_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// The number of a square below the diagonal a1-h8 among those 28.
static BELOW_NUMBER: [u8; 64] = {
    let mut table = [0; 64];
    let (mut square, mut number) = (0, 0);
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square as usize] = number;
            number += 1;
        }
        square += 1;
    }
    table
};

/// The number of two kings, the first in the corner. With the first on the
/// diagonal the second is on or below it. Pairs on the diagonal come last.
static KING_PAIR: [[u16; 64]; 10] = {
    let mut table = [[NONE; 64]; 10];
    let mut number = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut corner = 0;
        while corner < 10 {
            let first = CORNER[corner];
            let mut second = 0;
            while second < 64 {
                let files = (first & 7).abs_diff(second & 7);
                let ranks = (first >> 3).abs_diff(second >> 3);
                let apart = files > 1 || ranks > 1;
                let first_on = above_diagonal(first) == 0;
                let both_on = first_on && above_diagonal(second) == 0;
                let mirrored = first_on && above_diagonal(second) > 0;
                if apart && !mirrored && both_on == (pass == 1) {
                    table[corner][second as usize] = number;
                    number += 1;
                }
                second += 1;
            }
            corner += 1;
        }
        pass += 1;
    }
    assert!(number as u64 == KING_PAIRS);
    table
};

const KING_PAIRS: u64 = 462;
/// Three different men: the first below the diagonal; on it, the second below;
/// both on it, the third below; all on it.
const TRIPLES: [u64; 4] = [6 * 63 * 62, 4 * 28 * 62, 4 * 7 * 28, 4 * 7 * 6];

/// The order among pawns: the one nearest the a- or h-file and, on equal
/// files, nearest its own side leads, for it has the largest number.
fn pawn_rank(square: u8) -> u8 {
    let file = square & 7;
    let (folded, right) = if file < 4 { (file, 0) } else { (7 - file, 1) };
    (47u8).wrapping_sub(12 * folded + 2 * (square >> 3).wrapping_sub(1) + right)
}

/// `(first number, size)` for the leading pawn on a square of a file a to d,
/// by how many pawns there are: the others are below it in the order.
const fn leading_pawn(pawns: u64, file: u64, rank: u64) -> u64 {
    let mut total = 0;
    let mut r = 1;
    while r < rank {
        let below = 47 - 12 * file - 2 * (r - 1);
        total += BINOMIAL[(pawns - 1) as usize][below as usize];
        r += 1;
    }
    total
}

/// How many ways there are to place the leading pawns, their leader on `file`.
const fn leading_pawn_ways(pawns: u64, file: u64) -> u64 {
    leading_pawn(pawns, file, 7)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// Three men that are there once.
    Three,
    /// The kings alone.
    Kings,
    /// Pawns of one side, with the leading one on this file.
    Pawns { count: usize, file: u8 },
}

impl Lead {
    fn len(self) -> usize {
        match self {
            Lead::Three => 3,
            Lead::Kings => 2,
            Lead::Pawns { count, .. } => count,
        }
    }

    fn ways(self) -> u64 {
        match self {
            Lead::Three => TRIPLES[0] + TRIPLES[1] + TRIPLES[2] + TRIPLES[3],
            Lead::Kings => KING_PAIRS,
            Lead::Pawns { count, file } => leading_pawn_ways(count as u64, u64::from(file)),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    factor: u64,
    /// Pawns have no use for the first and the last rank.
    pawns: bool,
}

/// How one table numbers its positions.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    lead: Lead,
    lead_factor: u64,
    groups: Vec<Group>,
    /// How many positions there are.
    pub(super) size: u64,
}

impl Layout {
    /// `pieces` are the men in the table's order, leading group first.
    /// `second_pawns` are the other side's pawns, which follow. The orders say
    /// which digit, the fastest first, each of these two groups is.
    pub(super) fn new(
        pieces: &[u8],
        lead: Lead,
        second_pawns: usize,
        order: u8,
        second_order: u8,
    ) -> Result<Layout, Fault> {
        let rest = pieces.get(lead.len() + second_pawns..).ok_or(Corruption::Pieces)?;
        let mut runs: Vec<usize> = rest.chunk_by(|a, b| a == b).map(<[u8]>::len).collect();
        runs.reverse();
        let total = 1 + usize::from(second_pawns > 0) + runs.len();
        let mut free = 64 - (lead.len() + second_pawns) as u64;
        let (mut size, mut lead_factor, mut second_factor) = (1u64, 0, 0);
        let mut groups = Vec::with_capacity(total);
        for digit in 0..total {
            let ways = if digit == usize::from(order) {
                lead_factor = size;
                Some(lead.ways())
            } else if second_pawns > 0 && digit == usize::from(second_order) {
                second_factor = size;
                choose(48 - lead.len() as u64, second_pawns as u64)
            } else {
                let len = runs.pop().ok_or(Corruption::Order)?;
                groups.push(Group { len, factor: size, pawns: false });
                let ways = choose(free, len as u64);
                free -= len as u64;
                ways
            };
            size = ways.and_then(|ways| size.checked_mul(ways)).ok_or(Corruption::Order)?;
        }
        if lead_factor == 0 || (second_pawns > 0 && second_factor == 0) {
            return Err(Corruption::Order.into());
        }
        if second_pawns > 0 {
            groups.insert(0, Group { len: second_pawns, factor: second_factor, pawns: true });
        }
        Ok(Layout { lead, lead_factor, groups, size })
    }

    /// The number of a position, from the squares of the men in the table's
    /// order. None if no position has its men there.
    pub(super) fn number(&self, squares: &mut Squares, men: usize) -> Option<u64> {
        let squares = squares.get_mut(..men)?;
        let lead = self.lead.len();
        let first = match self.lead {
            Lead::Pawns { .. } => lead_pawns(squares, lead)?,
            Lead::Kings | Lead::Three => {
                fold(squares, lead);
                match *squares {
                    [a, b, c, ..] if self.lead == Lead::Three => triple(a, b, c)?,
                    [a, b, ..] => king_pair(a, b)?,
                    _ => return None,
                }
            }
        };
        let mut number = first.checked_mul(self.lead_factor)?;
        let mut start = lead;
        for group in &self.groups {
            let (before, rest) = squares.split_at_mut_checked(start)?;
            let group_squares = rest.get_mut(..group.len)?;
            group_squares.sort_unstable();
            let mut combination = 0;
            for (i, &square) in group_squares.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count() as u64;
                let unused = taken + if group.pawns { 8 } else { 0 };
                let free = u64::from(square).checked_sub(unused)?;
                combination += choose(free, i as u64 + 1)?;
            }
            number = number.checked_add(combination.checked_mul(group.factor)?)?;
            start += group.len;
        }
        // Two men on one square, or a pawn on the last rank.
        (number < self.size).then_some(number)
    }
}

/// Turns the board until the leading men are in the corner.
fn fold(squares: &mut [u8], lead: usize) {
    let Some(&first) = squares.first() else { return };
    let mut turn = 0;
    if first & 4 != 0 {
        turn |= 7;
    }
    if first & 32 != 0 {
        turn |= 56;
    }
    for square in squares.iter_mut() {
        *square ^= turn;
    }
    // Men on the diagonal do not say which side of it to use; the first off it
    // does, if it is one of the leading group.
    let off = squares.iter().take(lead).map(|&square| above_diagonal(square)).find(|&d| d != 0);
    if off.is_some_and(|distance| distance > 0) {
        for square in squares.iter_mut() {
            *square = *square >> 3 | (*square & 7) << 3;
        }
    }
}

fn king_pair(first: u8, second: u8) -> Option<u64> {
    let row = KING_PAIR.get(usize::from(*CORNER_NUMBER.get(usize::from(first))?))?;
    row.get(usize::from(second)).filter(|&&number| number != NONE).map(|&n| u64::from(n))
}

fn triple(a: u8, b: u8, c: u8) -> Option<u64> {
    // Squares that men before it have taken are not counted.
    let b_less = u64::from(b > a);
    let c_less = u64::from(c > a) + u64::from(c > b);
    let below = |square: u8| BELOW_NUMBER.get(usize::from(square)).map(|&n| u64::from(n));
    let on = |square: u8| u64::from(square >> 3);
    let square = |square: u8, less: u64| u64::from(square).checked_sub(less);
    Some(if above_diagonal(a) != 0 {
        let corner = CORNER_NUMBER.get(usize::from(a)).filter(|&&number| number < 6)?;
        (u64::from(*corner) * 63 + square(b, b_less)?) * 62 + square(c, c_less)?
    } else if above_diagonal(b) != 0 {
        TRIPLES[0] + (on(a) * 28 + below(b)?) * 62 + square(c, c_less)?
    } else if above_diagonal(c) != 0 {
        TRIPLES[0] + TRIPLES[1] + (on(a) * 7 + on(b).checked_sub(b_less)?) * 28 + below(c)?
    } else {
        TRIPLES[0]
            + TRIPLES[1]
            + TRIPLES[2]
            + (on(a) * 7 + on(b).checked_sub(b_less)?) * 6
            + on(c).checked_sub(c_less)?
    })
}

/// The file, a to d, of the pawn that leads, once the board is turned.
pub(super) fn leading_file(pawns: impl Iterator<Item = u8>) -> Option<u8> {
    pawns.map(|square| (square & 7).min(7 - (square & 7))).min()
}

/// Turns the board so that the leading pawn is on the left and numbers the
/// leading pawns.
fn lead_pawns(squares: &mut [u8], count: usize) -> Option<u64> {
    let leader = |square: u8| pawn_rank(square) | 1;
    let pawns = squares.get(..count)?;
    if pawns.iter().any(|&square| !(8..56).contains(&square)) {
        return None;
    }
    // Of two pawns that mirror each other the first leads.
    let best = pawns.iter().map(|&square| leader(square)).max()?;
    let first = pawns.iter().find(|&&square| leader(square) == best)?;
    if first & 4 != 0 {
        for square in squares.iter_mut() {
            *square ^= 7;
        }
    }
    let pawns = squares.get_mut(..count)?;
    pawns.sort_unstable_by_key(|&square| core::cmp::Reverse(pawn_rank(square)));
    let (&first, others) = pawns.split_first()?;
    let mut number = leading_pawn(count as u64, u64::from(first & 7), u64::from(first >> 3));
    for (i, &square) in others.iter().rev().enumerate() {
        number += choose(u64::from(pawn_rank(square)), i as u64 + 1)?;
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::Square;

    fn squares(text: &str) -> (Squares, usize) {
        let mut squares = [0; MAX_MEN as usize];
        let mut men = 0;
        for name in text.as_bytes().chunks(2) {
            let name = core::str::from_utf8(name).unwrap();
            squares[men] = u8::from(name.parse::<Square>().unwrap());
            men += 1;
        }
        (squares, men)
    }

    fn layout(pieces: &str, file: u8, order: u8, second: u8) -> Result<Layout, Fault> {
        let lead_pawn = pieces.chars().next().filter(|c| c.eq_ignore_ascii_case(&'p'));
        let count = |c: char| pieces.matches(c).count();
        let (lead, second_pawns) = match lead_pawn {
            Some('P') => (Lead::Pawns { count: count('P'), file }, count('p')),
            Some(_) => (Lead::Pawns { count: count('p'), file }, count('P')),
            None if pieces.chars().filter(|&c| count(c) == 1).count() >= 3 => (Lead::Three, 0),
            None => (Lead::Kings, 0),
        };
        Layout::new(pieces.as_bytes(), lead, second_pawns, order, second)
    }

    /// Numbers of positions with five to seven men, for which there may be no
    /// tables at hand, from the encoder of python-chess.
    #[test]
    fn numbers_agree_with_another_prober() {
        #[rustfmt::skip]
        let cases = [
            ("QkbKR", 1, 15, "a5f6d1d8h4", 107663559, 114675120),
            ("QkbKR", 1, 15, "g1e3g2h6e8", 105187461, 114675120),
            ("QkbKR", 1, 15, "g7f6f2b1d4", 64939188, 114675120),
            ("KQkRBn", 2, 15, "h3c8h7b7a4c2", 4497085666, 6765832080),
            ("KQkRBn", 2, 15, "b2a2h5f8e4g8", 5940774978, 6765832080),
            ("KQkRBn", 2, 15, "b2e5h7g8f2b7", 5387370731, 6765832080),
            ("KkRRbb", 1, 15, "f3c3e2e3c5a8", 1524393885, 1546346340),
            ("KkRRbb", 1, 15, "c4d2e6e8e2b8", 419921834, 1546346340),
            ("KkRRbb", 1, 15, "b2f6b1h3c2c4", 228869853, 1546346340),
            ("KkbbRRR", 0, 15, "a2f3d3e7a1f5g5", 15792272070, 29896029240),
            ("KkbbRRR", 0, 15, "d6e1d3g3g4e7f8", 6850704041, 29896029240),
            ("KkbbRRR", 0, 15, "c3e5g4f8d1f6g8", 27712728573, 29896029240),
            ("KkQQQQQ", 1, 15, "g6a4a1c1e4f5f7", 1462090876, 2989602924),
            ("KkQQQQQ", 1, 15, "h3h5h1e2h2a7f8", 387260815, 2989602924),
            ("KkQQQQQ", 1, 15, "g7e5a3a5b5b8g8", 2893786696, 2989602924),
            ("NKQRBnk", 4, 15, "h6h7c3c1d4f1f2", 50240247498, 392418260640),
            ("NKQRBnk", 4, 15, "d6a5h5h3c8b2f3", 262836066946, 392418260640),
            ("NKQRBnk", 4, 15, "c3f6e6c5f1d3d6", 387088519676, 392418260640),
            ("pPPKk", 0, 1, "g3c2d3h5f8", 21553339, 23738760),
            ("pPPKk", 0, 1, "g4a5e6c8f7", 18975098, 23738760),
            ("pPPKk", 0, 1, "h7d3h6h1f7", 18202769, 23738760),
            ("PPppkK", 2, 0, "g4a6b3c3g8b4", 372784284, 923302800),
            ("PPppkK", 2, 0, "d5f7a3h4b7e6", 274471785, 395701200),
            ("PPppkK", 2, 0, "g3f6b3b6g8h6", 427924498, 659502000),
            ("ppPPPKk", 1, 2, "d3f7d5h5b7h7a6", 4342766258, 5610163680),
            ("ppPPPKk", 1, 2, "g2h3d2d6a7a6f6", 9021520713, 13090381920),
            ("ppPPPKk", 1, 2, "b2f5f2h2f6b8h3", 3293942676, 9350272800),
            ("PPPPPKk", 0, 15, "g2h3d5e6f7c1e8", 2193683372, 2396549792),
            ("PPPPPKk", 0, 15, "b2c2f4g5h6a4e5", 1259806448, 2396549792),
            ("PPPPPKk", 0, 15, "g2c3d4h4g7g4f6", 1544623096, 2396549792),
            ("PprkKR", 0, 3, "a7a4f8g7c8c2", 698955995, 3775494960),
            ("PprkKR", 0, 3, "b5h6d3h4a3c4", 1553732517, 3775494960),
            ("PprkKR", 0, 3, "c3g4b1h1c6h5", 2280707083, 3775494960),
            ("PppRRKk", 3, 1, "d6c3h5b5g6b1f4", 19377633035, 40617018360),
            ("PppRRKk", 3, 1, "e6h3d6h6e7f5a2", 11037649827, 40617018360),
            ("PppRRKk", 3, 1, "e5b6b7g4c8d3b2", 10195700278, 40617018360),
            ("PPPrRKk", 2, 15, "f3g4e6d5a8h4h8", 29356775793, 33127355400),
            ("PPPrRKk", 2, 15, "b3f4e7f1c7e1c6", 21745592752, 33127355400),
            ("PPPrRKk", 2, 15, "d2d3h5g8c4d7c2", 14402039481, 65140028520),
        ];
        for (pieces, order, second, places, number, size) in cases {
            let (mut squares, men) = squares(places);
            let pawns = pieces.chars().take_while(|c| c.eq_ignore_ascii_case(&'p'));
            let lead: Vec<char> = pieces.chars().collect();
            let leading = pawns.take_while(|&c| c == lead[0]).count();
            let file = leading_file(squares[..leading].iter().copied()).unwrap_or(0);
            let layout = layout(pieces, file, order, second).unwrap();
            assert_eq!(layout.size, size, "{pieces} {places}");
            assert_eq!(layout.number(&mut squares, men), Some(number), "{pieces} {places}");
        }
    }

    /// All positions of three men: each has one number below the size, the
    /// mirror images of a position share it, and no others do.
    #[test]
    fn numbers_tell_positions_apart() {
        let layout = layout("KQk", 0, 0, 15).unwrap();
        let mut images = vec![0u32; layout.size as usize];
        for a in 0..64u8 {
            for b in 0..64 {
                for c in 0..64 {
                    if a != b && b != c && a != c {
                        let mut squares = [a, b, c, 0, 0, 0, 0];
                        images[layout.number(&mut squares, 3).unwrap() as usize] += 1;
                    }
                }
            }
        }
        assert_eq!(images.iter().sum::<u32>(), 64 * 63 * 62);
        // A position with all men on a diagonal is the mirror image of itself.
        assert!(images.iter().all(|&count| count == 8 || count == 4));
    }

    #[test]
    fn orders_that_name_no_group_are_refused() {
        for (order, second) in [(5, 15), (15, 15)] {
            assert!(layout("KQk", 0, order, second).is_err());
        }
        for (order, second) in [(0, 0), (1, 1), (0, 9), (9, 0), (15, 15)] {
            assert!(layout("PpKk", 0, order, second).is_err(), "{order} {second}");
        }
    }

    #[test]
    fn impossible_places_have_no_number() {
        let kings = layout("KkRR", 0, 0, 15).unwrap();
        let (mut adjacent, men) = squares("a1b2c3d4");
        assert_eq!(kings.number(&mut adjacent, men), None);
        let pawns = layout("PKk", 0, 0, 15).unwrap();
        for place in ["a1", "a8"] {
            let (mut squares, men) = squares(&format!("{place}c3e5"));
            assert_eq!(pawns.number(&mut squares, men), None);
        }
    }
}
