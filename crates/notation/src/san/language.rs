//! Moves as other languages spell them, and with figurines.

use erawan_board::{Move, Position, Role, Rules};

use super::{SanError, letter, parse, thai};
use crate::typography::{self, Kind, Plain, figurine};

/// The language of a move's letters.
///
/// Figurines (`♘f3`, of either colour) are read in each of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Language {
    /// `K Q R B N`, in Makruk `K M R S N`: the letters of PGN.
    #[default]
    English,
    /// König, Dame, Turm, Läufer, Springer: `K D T L S`.
    German,
    /// Roi, dame, tour, fou, cavalier: `R D T F C`.
    French,
    /// Rey, dama, torre, alfil, caballo: `R D T A C`.
    Spanish,
    /// Koning, dame, toren, loper, paard: `K D T L P`.
    Dutch,
    /// As [`write_thai`](super::write_thai) writes: `ค-ฉ๗`, files and ranks in
    /// Thai too.
    Thai,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Dutch,
        Language::Thai,
    ];

    /// The role a capital stands for, of the men of chess.
    const fn role(self, letter: char) -> Option<Role> {
        use Language::{Dutch, French, German, Spanish};
        Some(match (self, letter) {
            (German | Dutch, 'K') | (French | Spanish, 'R') => Role::King,
            (German | French | Spanish | Dutch, 'D') => Role::Queen,
            (German | French | Spanish | Dutch, 'T') => Role::Rook,
            (German | Dutch, 'L') | (French, 'F') | (Spanish, 'A') => Role::Bishop,
            (German, 'S') | (French | Spanish, 'C') | (Dutch, 'P') => Role::Knight,
            _ => return None,
        })
    }
}

/// Reads a move in a language, with its letters or with figurines. It is legal
/// in the position, or there is an error.
///
/// [`parse`] reads English and no figurines: a letter can mean one man here
/// and another there (`R` is a rook or a king, `D` is four queens), so the
/// language must be said. The men of Makruk have names in English and Thai
/// alone; in the other languages its moves are read as English ones.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position};
/// use erawan_notation::san::{self, Language};
///
/// let start = Position::<Chess>::startpos();
/// let knight = san::parse(&start, "Nf3");
/// for (language, text) in [
///     (Language::German, "Sf3"),
///     (Language::French, "Cf3"),
///     (Language::Spanish, "Cg1-f3"),
///     (Language::Dutch, "Pf3"),
///     (Language::English, "♘f3"),
/// ] {
///     assert_eq!(san::parse_in(&start, text, language), knight);
/// }
/// assert!(san::parse_in(&start, "Nf3", Language::German).is_err());
///
/// let makruk = Position::<Makruk>::startpos();
/// let m = san::parse_in(&makruk, "ม็-ฉ๒", Language::Thai).unwrap();
/// assert_eq!(san::write(&makruk, m), "Mf2");
/// ```
pub fn parse_in<R: Rules>(
    position: &Position<R>,
    text: &str,
    language: Language,
) -> Result<Move, SanError> {
    if language == Language::Thai
        && let Some(m) = thai::parse(position, text)
    {
        return m;
    }
    let makruk = R::MEN.is_makruk_set();
    let language = if makruk || language == Language::Thai { Language::English } else { language };
    let mut english = Plain::default();
    // Castling and the null move have the same capitals everywhere.
    let is_sign = text.trim_start().starts_with(['O', '0', 'Z']);
    let mut previous = ' ';
    let mut letters = text.chars().filter(|&c| Kind::of(c) != Kind::Invisible).peekable();
    while let Some(c) = letters.next() {
        let ends = letters.peek().is_none_or(|&next| matches!(next, ')' | '+' | '#' | '!' | '?'));
        let promotes = ends && matches!(previous, '=' | '/' | '(' | '1'..='8');
        previous = c;
        let is_letter = c.is_ascii_uppercase() || (c.is_ascii_lowercase() && promotes);
        let c = match figurine(c) {
            // A pawn's sign says nothing.
            Some(Role::Pawn) => continue,
            Some(role) => letter::<R>(role),
            None if language == Language::English || is_sign || !is_letter => typography::plain(c),
            None => {
                let role = language.role(c.to_ascii_uppercase());
                letter::<R>(role.ok_or(SanError::NotAMove)?)
            }
        };
        if !english.push(c) {
            return Err(SanError::NotAMove);
        }
    }
    parse(position, english.bytes())
}
