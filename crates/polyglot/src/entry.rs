//! The sixteen bytes of an entry, and moves in fifteen bits.

use erawan_board::{Move, Role, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) packed_move: u16,
    pub(super) weight: u16,
    /// Kept, but not used.
    pub(super) learn: u32,
}

impl Entry {
    pub(super) fn from_bytes(bytes: &[u8; 16]) -> Entry {
        let whole = u128::from_be_bytes(*bytes);
        Entry {
            key: (whole >> 64) as u64,
            packed_move: (whole >> 48) as u16,
            weight: (whole >> 32) as u16,
            learn: whole as u32,
        }
    }

    pub(super) fn to_bytes(self) -> [u8; 16] {
        let whole = u128::from(self.key) << 64
            | u128::from(self.packed_move) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        whole.to_be_bytes()
    }
}

/// Packs a move: target, origin and promotion (1 for the knight to 4 for the
/// queen), six, six and three bits. Castling is the king taking its rook.
pub(super) fn pack_move(m: Move) -> u16 {
    let promotion = m.promotion().map_or(0, |role| role.index() as u16);
    m.to().index() as u16 | (m.from().index() as u16) << 6 | promotion << 12
}

/// The legal move that is meant, if any.
pub(super) fn read_move(packed: u16, legal: &[Move]) -> Option<Move> {
    if packed >> 15 != 0 {
        return None;
    }
    if let Some(&m) = legal.iter().find(|&&m| pack_move(m) == packed) {
        return Some(m);
    }
    // Some books have the king's own two steps for castling. Nothing else
    // moves a king by two squares.
    let to = Square::from_index(usize::from(packed & 63))?;
    legal.iter().copied().find(|&m| {
        m.is_castle()
            && packed >> 6 == m.from().index() as u16
            && m.king_target() == to
            && m.from().distance(to) == 2
    })
}

/// The role of each promotion is its number in the format.
const _: () = assert!(Role::Knight.index() == 1 && Role::Queen.index() == 4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_their_bytes() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
        let entry = Entry::from_bytes(&bytes);
        assert_eq!(entry.key, 0x0102_0304_0506_0708);
        assert_eq!((entry.packed_move, entry.weight), (0x090A, 0x0B0C));
        assert_eq!(entry.learn, 0x0D0E_0F10);
        assert_eq!(entry.to_bytes(), bytes);
    }
}
