//! What stands on the board, as the tables' file names spell it.

use core::fmt;

use erawan_board::{Chess, Color, Position, Role};

/// The most men a table can hold, kings included.
pub const MAX_MEN: u32 = 7;

/// The letters of a file name, strongest first, the king before all.
const SPELLING: [(Role, u8); 6] = [
    (Role::King, b'K'),
    (Role::Queen, b'Q'),
    (Role::Rook, b'R'),
    (Role::Bishop, b'B'),
    (Role::Knight, b'N'),
    (Role::Pawn, b'P'),
];

/// How many men of each kind there are on either side.
///
/// ```
/// use erawan_board::{Chess, Position};
/// use erawan_syzygy::Material;
///
/// let material = Material::from_name("KQvKR").unwrap();
/// assert_eq!(material.men(), 4);
/// assert_eq!(material.flip().to_string(), "KRvKQ");
/// assert_eq!(Material::from_name("KQKR"), None);
/// assert_eq!(Material::of(&Position::<Chess>::startpos()).men(), 32);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// By side and role. A count never exceeds 64.
    counts: [[u8; 6]; 2],
}

impl Material {
    /// The material of a position.
    pub fn of(position: &Position<Chess>) -> Material {
        let count = |color| Role::ALL.map(|role| position.pieces(color, role).len() as u8);
        Material { counts: [count(Color::White), count(Color::Black)] }
    }

    /// Reads `KQvKR`: one king on each side, no more than seven men, each
    /// side's men in the order king, queen, rook, bishop, knight, pawn.
    pub fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let side = |text: &str| {
            let mut counts = [0u8; 6];
            let mut rest = text.as_bytes();
            if rest.len() > MAX_MEN as usize {
                return None;
            }
            for (role, letter) in SPELLING {
                let run = rest.iter().take_while(|&&byte| byte == letter).count();
                counts[role.index()] = run as u8;
                rest = rest.get(run..)?;
            }
            (rest.is_empty() && counts[Role::King.index()] == 1).then_some(counts)
        };
        let material = Material { counts: [side(white)?, side(black)?] };
        (material.men() <= MAX_MEN).then_some(material)
    }

    /// All men, kings included.
    pub fn men(&self) -> u32 {
        self.counts.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    /// The same material with the colours exchanged.
    pub fn flip(&self) -> Material {
        let [white, black] = self.counts;
        Material { counts: [black, white] }
    }

    /// True if both sides have the same men.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// How many men of a kind one side has.
    pub fn count(&self, color: Color, role: Role) -> u32 {
        u32::from(self.counts[color.index()][role.index()])
    }

    /// True if there is a pawn on the board.
    pub fn has_pawns(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, Role::Pawn) > 0)
    }

    /// How many kinds of men, counted by colour, are there exactly once.
    pub(super) fn singletons(&self) -> usize {
        self.counts.iter().flatten().filter(|&&count| count == 1).count()
    }

    /// True if both sides have a king and nothing else.
    pub(super) fn is_bare(&self) -> bool {
        self.men() == 2
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, side) in self.counts.iter().enumerate() {
            if i == 1 {
                f.write_str("v")?;
            }
            for (role, letter) in SPELLING {
                for _ in 0..side[role.index()] {
                    write!(f, "{}", letter as char)?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_and_nonsense_does_not() {
        for name in ["KvK", "KQvK", "KQRBNPvK", "KPPvKPP", "KRBvKNN", "KvKQ"] {
            assert_eq!(Material::from_name(name).map(|m| m.to_string()).as_deref(), Some(name));
        }
        let bad = [
            "",
            "v",
            "K",
            "KK",
            "Kv",
            "vK",
            "QvK",
            "KvKv",
            "KvKvK",
            "KPQvK",
            "KKvK",
            "kqvk",
            "KQRBNPPvK",
            "KQRBvKQRB",
            "KXvK",
            "K QvK",
            "KéK",
            "KQvKR.",
        ];
        for name in bad {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        assert_eq!(Material::from_name(&format!("K{}vK", "P".repeat(300))), None);
    }
}
