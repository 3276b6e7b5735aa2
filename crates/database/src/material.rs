//! Men that are looked for, as people write them: `KRPPvKRP`.

use std::fmt;

use erawan_board::{Role, Rules};
use erawan_notation::fen;

use crate::watch::Counts;

/// Why a text names no men of two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidMaterial {
    /// There is no `v` between two sides.
    NoSides,
    /// A letter that no man of the game has.
    Letter(char),
    /// A side without its king, or with several.
    Kings,
}

impl fmt::Display for InvalidMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidMaterial::NoSides => f.write_str("men of both sides, with a v between")?,
            InvalidMaterial::Letter(letter) => {
                write!(f, "no man has the letter {}", letter.escape_debug())?;
            }
            InvalidMaterial::Kings => f.write_str("each side has one king")?,
        }
        f.write_str(", such as KRPPvKRP")
    }
}

impl std::error::Error for InvalidMaterial {}

/// Reads the men of both sides, White's first, by their letters in FEN.
///
/// ```
/// use erawan_board::{Chess, Makruk};
/// use erawan_database::{InvalidMaterial, read_material};
/// let counts = read_material::<Chess>("KRPPvkrp").unwrap();
/// assert_eq!(counts.map(|side| side.iter().sum::<u8>()), [4, 3]);
/// assert!(read_material::<Makruk>("KSSvK").is_ok());
/// assert_eq!(read_material::<Chess>("KSvK"), Err(InvalidMaterial::Letter('S')));
/// ```
pub fn read_material<R: Rules>(text: &str) -> Result<Counts, InvalidMaterial> {
    let (white, black) = text.trim().split_once(['v', 'V']).ok_or(InvalidMaterial::NoSides)?;
    let mut counts = Counts::default();
    for (side, men) in counts.iter_mut().zip([white, black]) {
        for letter in men.trim().chars() {
            let piece = fen::piece_from_letter::<R>(letter.to_ascii_uppercase());
            let role = piece.ok_or(InvalidMaterial::Letter(letter))?.role();
            if let Some(count) = side.get_mut(role.index()) {
                *count = count.saturating_add(1);
            }
        }
        if side.get(Role::King.index()) != Some(&1) {
            return Err(InvalidMaterial::Kings);
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::Chess;

    #[test]
    fn both_sides_are_named() {
        let read = read_material::<Chess>;
        assert_eq!(read("KQvK").unwrap(), read(" kq V k ").unwrap());
        assert_ne!(read("KQvK"), read("KvKQ"));
        for (bad, why) in [
            ("", InvalidMaterial::NoSides),
            ("KRP", InvalidMaterial::NoSides),
            ("KvK8", InvalidMaterial::Letter('8')),
            ("RvK", InvalidMaterial::Kings),
            ("KKvK", InvalidMaterial::Kings),
        ] {
            assert_eq!(read(bad), Err(why), "{bad}");
        }
    }
}
