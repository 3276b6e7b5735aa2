//! The 960 start positions of Fischer Random chess, and their pairs.

use crate::draft::Draft;
use crate::{Bitboard, Chess, File, Position, Rank, Role, Setup, Square};

/// The number of the classical start position.
pub const CLASSICAL: u16 = 518;

/// How many start positions there are.
pub const COUNT: u16 = 960;

/// The back rank with Scharnagl's number `number` (0 to 959), from the a-file.
/// Numbers beyond wrap around.
///
/// ```
/// use erawan_board::{chess960, Role};
/// use Role::{Bishop, King, Knight, Queen, Rook};
/// let classical = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
/// assert_eq!(chess960::back_rank(518), classical);
/// assert_eq!(chess960::number(classical), Some(518));
/// ```
pub fn back_rank(number: u16) -> [Role; 8] {
    let mut rest = (number % COUNT) as usize;
    let mut rank: [Option<Role>; 8] = [None; 8];
    // The bishops on their colours, then the queen on a free square, the
    // knights in one of ten ways, and rook, king, rook on what is left.
    rank[rest % 4 * 2 + 1] = Some(Role::Bishop);
    rest /= 4;
    rank[rest % 4 * 2] = Some(Role::Bishop);
    rest /= 4;
    put_on_free(&mut rank, rest % 6, Role::Queen);
    rest /= 6;
    let (first, second) = KNIGHTS[rest];
    // The second first: it counts the squares free before either is placed.
    put_on_free(&mut rank, second, Role::Knight);
    put_on_free(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put_on_free(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Rook))
}

/// The squares of the knights among the five that are free then.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

fn put_on_free(rank: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *square = Some(role);
    }
}

/// The number of a back rank, if it is one of the 960.
pub fn number(rank: [Role; 8]) -> Option<u16> {
    (0..COUNT).find(|&number| back_rank(number) == rank)
}

/// The start position with this number on both sides.
pub fn start(number: u16) -> Setup {
    double_start(number, number)
}

/// The start position with a number for each side (Double Fischer Random).
///
/// ```
/// use erawan_board::{chess960, Chess, Position, Strictness};
/// let setup = chess960::double_start(0, 959);
/// let position = Position::<Chess>::from_setup(&setup, Strictness::Strict);
/// assert_eq!(position, Ok(Position::double_chess960(0, 959)));
/// ```
pub fn double_start(white: u16, black: u16) -> Setup {
    let (white, black) = (back_rank(white), back_rank(black));
    let mut setup = Setup::from_ranks(white, black, Rank::Second);
    for (rank, pieces) in [(Rank::First, white), (Rank::Eighth, black)] {
        setup.castling_rooks |= File::ALL
            .into_iter()
            .filter(|file| pieces[file.index()] == Role::Rook)
            .map(|file| Square::new(file, rank))
            .collect::<Bitboard>();
    }
    setup
}

impl Position<Chess> {
    /// The Chess960 start position with this number (518 is the classical one).
    pub fn chess960(number: u16) -> Position<Chess> {
        Position::from_checked(&Draft::of(&start(number)))
    }

    /// The Double Fischer Random start position with a number for each side.
    pub fn double_chess960(white: u16, black: u16) -> Position<Chess> {
        Position::from_checked(&Draft::of(&double_start(white, black)))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_960_ranks_and_each_is_proper() {
        let ranks: HashSet<[Role; 8]> = (0..COUNT).map(back_rank).collect();
        assert_eq!(ranks.len(), 960);
        for rank in ranks {
            let files = |role| -> std::vec::Vec<usize> {
                (0..8).filter(|&file| rank[file] == role).collect()
            };
            let (rooks, bishops, king) =
                (files(Role::Rook), files(Role::Bishop), files(Role::King)[0]);
            assert!(rooks[0] < king && king < rooks[1]);
            assert_ne!(bishops[0] % 2, bishops[1] % 2);
            assert_eq!((files(Role::Knight).len(), files(Role::Queen).len()), (2, 1));
        }
    }
}
