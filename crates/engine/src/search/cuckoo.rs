//! Which two squares a change of the key belongs to: a cuckoo table of all
//! moves that can be taken back or repeated (after M. N. J. van Kervinck, "The
//! Design and Implementation of the Rookie 2.0 Chess Playing Program").

use std::sync::OnceLock;

use erawan_board::{Bitboard, Color, Keys, Role, Square};

use crate::games::{Playable, SEATS, seat};

const SLOTS: usize = 8192;

/// Changes of the key by moves of pieces on an empty board.
pub(super) struct Cuckoo {
    keys: [u64; SLOTS],
    squares: [(Square, Square); SLOTS],
    turn: u64,
}

/// The two slots where a change may be.
#[inline(always)]
const fn slots(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

impl Cuckoo {
    /// The table of a game.
    pub(super) fn of<R: Playable>() -> &'static Cuckoo {
        static TABLES: [OnceLock<Box<Cuckoo>>; SEATS] = [const { OnceLock::new() }; SEATS];
        TABLES[seat(R::VARIANT)].get_or_init(|| Cuckoo::build::<R>().0)
    }

    /// The table, and the changes that found no room in it: none, but nothing
    /// worse than an overlooked repetition would come of it.
    fn build<R: Playable>() -> (Box<Cuckoo>, Vec<u64>) {
        let nowhere = (Square::A1, Square::A1);
        let turn = Keys::of_quiet_move(Color::White, Role::King, Square::A1, Square::A1);
        let mut table = Box::new(Cuckoo { keys: [0; SLOTS], squares: [nowhere; SLOTS], turn });
        let mut homeless = Vec::new();
        for (color, role, a, b) in moves::<R>() {
            let mut key = Keys::of_quiet_move(color, role, a, b);
            let mut squares = (a, b);
            let mut slot = slots(key)[0];
            // Whoever sits there has to go to its other slot.
            for _ in 0..SLOTS {
                std::mem::swap(&mut table.keys[slot], &mut key);
                std::mem::swap(&mut table.squares[slot], &mut squares);
                if key == 0 {
                    break;
                }
                let [first, second] = slots(key);
                slot = if slot == first { second } else { first };
            }
            if key != 0 {
                homeless.push(key);
            }
        }
        (table, homeless)
    }

    /// What the passing of the turn changes in a key.
    #[inline(always)]
    pub(super) fn turn(&self) -> u64 {
        self.turn
    }

    /// The squares between which a piece must move to change the key so.
    #[inline(always)]
    pub(super) fn squares(&self, change: u64) -> Option<(Square, Square)> {
        slots(change).into_iter().find(|&slot| self.keys[slot] == change).map(|i| self.squares[i])
    }
}

/// The moves of all pieces on an empty board, there and back being one. A
/// pawn's cannot be repeated.
fn moves<R: Playable>() -> impl Iterator<Item = (Color, Role, Square, Square)> {
    let pieces = Color::ALL.into_iter().flat_map(|color| {
        Role::ALL.into_iter().filter(|&role| role != Role::Pawn).map(move |role| (color, role))
    });
    pieces.flat_map(|(color, role)| {
        let reaches = move |a, b| R::attacks(color, role, a, Bitboard::EMPTY).contains(b);
        Square::all().flat_map(move |a| {
            Square::all()
                .filter(move |&b| a.index() < b.index() && (reaches(a, b) || reaches(b, a)))
                .map(move |b| (color, role, a, b))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, Makruk};

    fn check<R: Playable>(count: usize) {
        assert_eq!(moves::<R>().count(), count);
        let (table, homeless) = Cuckoo::build::<R>();
        assert!(homeless.is_empty());
        for (color, role, a, b) in moves::<R>() {
            assert_eq!(table.squares(Keys::of_quiet_move(color, role, a, b)), Some((a, b)));
        }
        assert_eq!(table.squares(0x1234_5678), None);
    }

    #[test]
    fn all_moves_are_found_again() {
        // For each colour 168 knight, 280 bishop, 448 rook, 728 queen and 210
        // king moves.
        check::<Chess>(3668);
        // 168 ma, 98 + 56 khon, 448 rua, 98 met and 210 khun moves.
        check::<Makruk>(2 * (168 + 154 + 448 + 98 + 210));
    }
}
