//! What stands on the board, squares apart.

use core::fmt;

use erawan_board::{Color, Counting, Men, Position, Role, Rules};

use crate::index::Layout;
use crate::locate;

/// The most men a table can have, kings included.
pub const MAX_MEN: u32 = 5;

/// The roles but the king, the strongest first: the order in which names and
/// tables list them.
pub(crate) const ROLES: [Role; 5] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::Pawn];

/// The men of both sides. White is the side that [`Material::is_canonical`]
/// calls first; a table serves both colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Material {
    /// By colour and by place in [`ROLES`].
    men: [[u8; 5]; 2],
}

impl Material {
    /// Two kings and nothing else.
    pub(crate) const KINGS: Material = Material { men: [[0; 5]; 2] };

    /// What stands in a position.
    pub fn of<R: Rules>(position: &Position<R>) -> Material {
        let count = |color| ROLES.map(|role| position.pieces(color, role).len() as u8);
        Material { men: [count(Color::White), count(Color::Black)] }
    }

    /// Reads a name such as `KSMvK`, with Makruk's letters. `None` also for what
    /// no game has, such as three rua of a side.
    ///
    /// ```
    /// use erawan_endings::Material;
    /// let material = Material::from_name("KSMvK").unwrap();
    /// assert_eq!((material.men(), material.to_string().as_str()), (4, "KSMvK"));
    /// assert_eq!(Material::from_name("KSM"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut material = Material::KINGS;
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            for letter in side.strip_prefix('K')?.chars() {
                let role = Men::MAKRUK.role(letter).filter(|_| letter.is_ascii_uppercase())?;
                let place = ROLES.iter().position(|&other| other == role)?;
                material.men[color.index()][place] += 1;
                if material.men() > MAX_MEN {
                    return None;
                }
            }
        }
        (material.can_stand() && material.to_string() == name).then_some(material)
    }

    /// A number that no other material has.
    pub(crate) fn key(&self) -> u64 {
        self.men.iter().flatten().fold(0, |key, &n| key << 4 | u64::from(n & 15))
    }

    /// The same for what stands in a position of few men, without the detour.
    #[inline]
    pub(crate) fn key_of<R: Rules>(position: &Position<R>) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for role in ROLES {
                key = key << 4 | u64::from(position.pieces(color, role).len());
            }
        }
        key
    }

    /// How many places its table has, those that stand for nothing included.
    pub fn places(&self) -> usize {
        Layout::new(self.canonical().0).places()
    }

    /// The position at a place of its table, with this count; `None` if there is
    /// none, or if a king could be taken.
    pub fn position<R: Rules>(&self, place: usize, counting: Counting) -> Option<Position<R>> {
        locate::position_at(&Layout::new(self.canonical().0), place, counting)
    }

    /// How many men there are, kings included.
    pub fn men(&self) -> u32 {
        2 + self.men.iter().flatten().map(|&n| u32::from(n)).sum::<u32>()
    }

    /// How many men of a role a side has. Kings are not counted.
    pub fn count(&self, color: Color, role: Role) -> u32 {
        let place = ROLES.iter().position(|&other| other == role);
        place.map_or(0, |place| u32::from(self.men[color.index()][place]))
    }

    /// How many men a side has, its king included.
    pub fn side(&self, color: Color) -> u32 {
        1 + self.men[color.index()].iter().map(|&n| u32::from(n)).sum::<u32>()
    }

    /// True if a side has nothing but its king.
    pub fn is_bare(&self, color: Color) -> bool {
        self.side(color) == 1
    }

    /// True if there are bia that have not been promoted.
    pub fn has_bia(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, Role::Pawn) > 0)
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn flip(&self) -> Material {
        Material { men: [self.men[1], self.men[0]] }
    }

    /// True if both sides have the same.
    pub fn is_symmetric(&self) -> bool {
        self.men[0] == self.men[1]
    }

    /// True if White is the side with more men, or else with the stronger ones.
    pub fn is_canonical(&self) -> bool {
        let weight = |color: Color| (self.side(color), self.men[color.index()]);
        weight(Color::White) >= weight(Color::Black)
    }

    /// The same, or with the colours exchanged, so that it is canonical; and
    /// whether they were.
    pub(crate) fn canonical(&self) -> (Material, bool) {
        if self.is_canonical() { (*self, false) } else { (self.flip(), true) }
    }

    /// The same with one man more or less.
    fn changed(&self, color: Color, role: Role, by: i8) -> Option<Material> {
        let place = ROLES.iter().position(|&other| other == role)?;
        let mut material = *self;
        let man = &mut material.men[color.index()][place];
        *man = man.checked_add_signed(by)?;
        Some(material)
    }

    /// What is left if a man is taken.
    pub(crate) fn without(&self, color: Color, role: Role) -> Option<Material> {
        self.changed(color, role, -1)
    }

    /// What there is once a bia is promoted.
    pub(crate) fn promoted(&self, color: Color) -> Option<Material> {
        self.changed(color, Role::Pawn, -1)?.changed(color, Role::Queen, 1)
    }

    /// What one capture or promotion, or both in one move, makes of it.
    pub fn successors(&self) -> Vec<Material> {
        let mut found = Vec::new();
        for color in Color::ALL {
            let promoted = self.promoted(color);
            let taken = ROLES.iter().filter_map(|&role| self.without(!color, role));
            found.extend(taken);
            if let Some(promoted) = promoted {
                found.push(promoted);
                found.extend(ROLES.iter().filter_map(|&role| promoted.without(!color, role)));
            }
        }
        let mut found: Vec<Material> = found.iter().map(|next| next.canonical().0).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Every material with this many men that can stand on a board, in the order
    /// in which tables are built: what a promotion leads to comes first.
    pub fn all(men: u32) -> Vec<Material> {
        let mut found = vec![Material::KINGS];
        for _ in 2..men {
            let grown = found.iter().flat_map(|material| {
                let sides = Color::ALL.into_iter();
                sides.flat_map(|color| ROLES.map(|role| material.changed(color, role, 1)))
            });
            found = grown.flatten().filter(Material::can_stand).collect();
            found.sort_unstable();
            found.dedup();
        }
        found.retain(Material::is_canonical);
        found.sort_by_key(|material| (material.bia(), core::cmp::Reverse(*material)));
        found
    }

    fn bia(&self) -> u32 {
        Color::ALL.into_iter().map(|color| self.count(color, Role::Pawn)).sum()
    }

    /// A side begins with two rua, two ma and two khon, and none is ever added.
    fn can_stand(&self) -> bool {
        self.men.iter().all(|side| side[..3].iter().all(|&n| n <= 2))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str(if color == Color::White { "K" } else { "vK" })?;
            for role in ROLES {
                for _ in 0..self.count(color, role) {
                    write!(f, "{}", Men::MAKRUK.letter(role))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_combinatorics_says() {
        assert_eq!(Material::all(2), [Material::KINGS]);
        assert_eq!(Material::all(3).len(), 5);
        // Two men for one side, in 15 ways; one for each, in 15.
        assert_eq!(Material::all(4).len(), 30);
        // Three for one side: 35, less RRR, NNN, SSS; two against one: 15 × 5.
        assert_eq!(Material::all(5).len(), 32 + 75);
    }

    #[test]
    fn names_are_read_as_written() {
        for men in 2..=5 {
            for material in Material::all(men) {
                assert_eq!(Material::from_name(&material.to_string()), Some(material));
                assert!(material.is_canonical());
            }
        }
        for name in ["", "K", "KvKK", "KMSvK", "KSvk", "kSvK", "KQvK", "KRRRRvK", "KvK "] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        for name in ["KRRRvK", "KNNNvK", "KSSSvK", "KvKRRR"] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn successors_come_first() {
        let mut known = vec![];
        for men in 2..=5 {
            for material in Material::all(men) {
                for next in material.successors() {
                    assert!(known.contains(&next), "{material} needs {next}");
                }
                known.push(material);
            }
        }
    }
}
