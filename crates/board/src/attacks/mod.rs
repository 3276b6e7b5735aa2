//! Which squares a piece attacks.
//!
//! Leapers (king, knight, pawn, met, khon) come from tables made at compile
//! time. Rook and bishop lines depend on what stands in their way; they are
//! looked up by PEXT where the target has that instruction and by magic
//! multiplication elsewhere, behind the one function of each piece. WebAssembly,
//! where tables must be fetched first, has none.
//!
//! ```
//! use erawan_board::{attacks, bitboard, Bitboard, Square};
//! let occupied = Bitboard::from_square(Square::D6) | Square::G3.into();
//! assert_eq!(attacks::rook(Square::D3, occupied), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . X . . . .
//!     . . . X . . . .
//!     X X X . X X X .
//!     . . . X . . . .
//!     . . . X . . . .
//! });
//! ```

mod finder;
// Evaluating a lookup table takes the compiler seconds: only the one in use is
// compiled, and both for the tests.
#[cfg(any(
    test,
    not(any(target_arch = "wasm32", all(target_arch = "x86_64", target_feature = "bmi2")))
))]
mod magic;
#[cfg(any(
    test,
    not(any(target_arch = "wasm32", all(target_arch = "x86_64", target_feature = "bmi2")))
))]
mod magic_numbers;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod pext;
mod rays;
#[cfg(any(test, target_arch = "wasm32"))]
mod scan;

pub use finder::find_magic;

use crate::{Bitboard, Color, Role, Square};

#[cfg(not(any(
    target_arch = "wasm32",
    all(target_arch = "x86_64", target_feature = "bmi2")
)))]
use magic as sliders;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use pext as sliders;
#[cfg(target_arch = "wasm32")]
use scan as sliders;

/// The tables of one square that do not depend on occupancy.
#[derive(Clone, Copy)]
struct Leaps {
    knight: Bitboard,
    king: Bitboard,
    bishop_rays: Bitboard,
    rook_rays: Bitboard,
}

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const fn steps(square: Square, offsets: [(i8, i8); 8]) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    let mut i = 0;
    while i < offsets.len() {
        if let Some(target) = square.offset(offsets[i].0, offsets[i].1) {
            targets = targets.with(target);
        }
        i += 1;
    }
    targets
}

static LEAPS: [Leaps; 64] = {
    let empty = Leaps {
        knight: Bitboard::EMPTY,
        king: Bitboard::EMPTY,
        bishop_rays: Bitboard::EMPTY,
        rook_rays: Bitboard::EMPTY,
    };
    let mut leaps = [empty; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::truncate(i as u32);
        leaps[i] = Leaps {
            knight: steps(square, KNIGHT_STEPS),
            king: steps(square, KING_STEPS),
            bishop_rays: rays::slide(square, Bitboard::EMPTY, true),
            rook_rays: rays::slide(square, Bitboard::EMPTY, false),
        };
        i += 1;
    }
    leaps
};

static RISING: [Bitboard; 64] = {
    let mut diagonals = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let mut j = 0;
        while j < 64 {
            if i / 8 + j % 8 == j / 8 + i % 8 {
                diagonals[i].0 |= 1 << j;
            }
            j += 1;
        }
        i += 1;
    }
    diagonals
};

/// `SEGMENTS[a][b]`: the squares from a to b on a shared line, b included and
/// a left out; empty if no queen could go from a to b.
static SEGMENTS: [[Bitboard; 64]; 64] = {
    let mut segments = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            segments[a][b] = rays::segment(Square::truncate(a as u32), Square::truncate(b as u32));
            b += 1;
        }
        a += 1;
    }
    segments
};

/// The squares a knight (ma) attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    LEAPS[square.index()].knight
}

/// The squares a king (khun) attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    LEAPS[square.index()].king
}

/// The squares a pawn (bia) of `color` attacks.
#[inline(always)]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    pawns(color, Bitboard::from_square(square))
}

/// The squares a set of pawns (bia) of `color` attacks.
#[inline(always)]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = match color {
        Color::White => pawns.north(),
        Color::Black => pawns.south(),
    };
    ahead.east().or(ahead.west())
}

/// The squares a set of knights (ma) attacks.
#[inline(always)]
pub const fn knights(knights: Bitboard) -> Bitboard {
    let (east, west) = (knights.east(), knights.west());
    let one = east.or(west);
    let two = east.east().or(west.west());
    Bitboard(one.0 << 16 | one.0 >> 16 | two.0 << 8 | two.0 >> 8)
}

/// The four diagonal neighbours: the squares a met attacks.
#[inline(always)]
pub const fn met(square: Square) -> Bitboard {
    mets(Bitboard::from_square(square))
}

/// The squares a set of mets attacks.
#[inline(always)]
pub const fn mets(mets: Bitboard) -> Bitboard {
    let sides = mets.east().or(mets.west());
    sides.north().or(sides.south())
}

/// The squares a khon of `color` attacks: the four diagonal neighbours and the
/// one straight ahead.
///
/// ```
/// use erawan_board::{attacks, bitboard, Color, Square};
/// assert_eq!(attacks::khon(Color::White, Square::D4), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X X X . . .
///     . . . . . . . .
///     . . X . X . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline(always)]
pub const fn khon(color: Color, square: Square) -> Bitboard {
    let khon = Bitboard::from_square(square);
    mets(khon).or(match color {
        Color::White => khon.north(),
        Color::Black => khon.south(),
    })
}

/// The squares a bishop attacks; the first piece in its way is included.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// The squares a rook (rua) attacks; the first piece in its way is included.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// The squares a queen attacks; the first piece in its way is included.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The bishop's lines on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    LEAPS[square.index()].bishop_rays
}

/// The rook's lines on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    LEAPS[square.index()].rook_rays
}

/// The diagonal through a square that rises from west to east.
#[inline(always)]
pub(crate) fn rising_diagonal(square: Square) -> Bitboard {
    RISING[square.index()]
}

/// The squares strictly between two squares of a shared line.
///
/// ```
/// use erawan_board::{attacks, Bitboard, Square};
/// let between = attacks::between(Square::A1, Square::D4);
/// assert_eq!(between, Bitboard::from_square(Square::B2) | Square::C3.into());
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    segment(a, b) - Bitboard::from_square(b)
}

/// The squares from `a` to `b` on a shared line, `b` included, `a` left out.
#[inline(always)]
pub(crate) fn segment(a: Square, b: Square) -> Bitboard {
    SEGMENTS[a.index()][b.index()]
}

/// The whole line, edge to edge, through two squares that share one.
///
/// ```
/// use erawan_board::{attacks, Bitboard, Rank, Square};
/// assert_eq!(attacks::line(Square::C2, Square::E2), Bitboard::from_rank(Rank::Second));
/// assert!(attacks::line(Square::C2, Square::D4).is_empty());
/// ```
pub fn line(a: Square, b: Square) -> Bitboard {
    let ends = Bitboard::from_square(a) | b.into();
    if a == b {
        Bitboard::EMPTY
    } else if rook_rays(a).contains(b) {
        (rook_rays(a) & rook_rays(b)) | ends
    } else if bishop_rays(a).contains(b) {
        (bishop_rays(a) & bishop_rays(b)) | ends
    } else {
        Bitboard::EMPTY
    }
}

/// What a chess piece attacks, whichever it is.
pub fn chess_piece(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// What a Makruk piece attacks, whichever it is.
pub fn makruk_piece(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => khon(color, square),
        Role::Rook => rook(square, occupied),
        Role::Queen => met(square),
        Role::King => king(square),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

    /// The plain way: one square at a time until something is hit.
    fn walk(square: Square, directions: [(i8, i8); 4], occupied: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (files, ranks) in directions {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                seen = seen.with(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        seen
    }

    /// The squares whose occupancy matters: all but the last of each ray.
    fn relevant(square: Square, directions: [(i8, i8); 4]) -> Bitboard {
        let mut relevant = Bitboard::EMPTY;
        for (files, ranks) in directions {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                if next.offset(files, ranks).is_some() {
                    relevant = relevant.with(next);
                }
                at = next;
            }
        }
        relevant
    }

    type Attacks = fn(Square, Bitboard) -> Bitboard;

    fn check_against_walk(bishops: &[Attacks], rooks: &[Attacks]) {
        for square in Square::all() {
            for (directions, functions) in [(BISHOP, bishops), (ROOK, rooks)] {
                let relevant = relevant(square, directions);
                for occupied in relevant.subsets() {
                    let expected = walk(square, directions, occupied);
                    for function in functions {
                        assert_eq!(function(square, occupied), expected);
                        // What stands elsewhere must not matter.
                        let noise = !relevant - expected;
                        assert_eq!(function(square, occupied | noise), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn sliders_equal_a_plain_walk_for_every_occupancy() {
        check_against_walk(&[bishop, magic::bishop], &[rook, magic::rook]);
        check_against_walk(&[scan::bishop], &[scan::rook]);
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        check_against_walk(&[pext::bishop], &[pext::rook]);
    }

    #[test]
    fn sets_of_leapers_equal_single_ones() {
        for a in Square::all() {
            for b in Square::all() {
                let both = Bitboard::from(a) | b.into();
                assert_eq!(knights(both), knight(a) | knight(b));
                assert_eq!(mets(both), met(a) | met(b));
                for color in Color::ALL {
                    assert_eq!(pawns(color, both), pawn(color, a) | pawn(color, b));
                }
                assert_eq!(king(a).contains(b), a.distance(b) == 1);
            }
            let forward: Vec<Square> = (khon(Color::Black, a) - met(a)).iter().collect();
            assert_eq!(forward, Vec::from_iter(a.offset(0, -1)));
        }
    }

    #[test]
    fn lines_and_segments() {
        for a in Square::all() {
            for b in Square::all() {
                let mut expected = Bitboard::EMPTY;
                let mut whole = Bitboard::EMPTY;
                for (files, ranks) in BISHOP.into_iter().chain(ROOK) {
                    let mut path = Bitboard::EMPTY;
                    let mut at = a;
                    while let Some(next) = at.offset(files, ranks) {
                        if next == b {
                            expected = path;
                            whole = Bitboard::from(a);
                            for (f, r) in [(files, ranks), (-files, -ranks)] {
                                let mut at = a;
                                while let Some(next) = at.offset(f, r) {
                                    whole = whole.with(next);
                                    at = next;
                                }
                            }
                        }
                        path = path.with(next);
                        at = next;
                    }
                }
                assert_eq!(between(a, b), expected);
                assert_eq!(line(a, b), whole);
            }
        }
    }
}
