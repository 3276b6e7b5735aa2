//! The list of games: what they are called, and the doors to their rules.

use core::fmt;

use crate::rules::{cambodian, chess, makpong, makruk};
use crate::{Rules, chess960};

/// The games by name, for choosing one at run time: at the door of a program,
/// never inside a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Variant {
    /// Chess.
    Chess,
    /// Chess from one of 960 (or 960 × 960) start positions. The rules are
    /// those of [`Chess`](crate::Chess); only the notation of castling differs.
    Chess960,
    /// Thai chess.
    Makruk,
    /// Ouk Chatrang, Cambodian chess.
    Cambodian,
    /// Makruk where a king in check may not run.
    Makpong,
}

/// What a game is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Names {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) thai: Option<&'static str>,
    pub(crate) khmer: Option<&'static str>,
    pub(crate) about: &'static str,
    pub(crate) about_thai: Option<&'static str>,
    pub(crate) pgn: Option<&'static str>,
    /// Other spellings, in small letters and digits only.
    pub(crate) aliases: &'static [&'static str],
}

/// Runs an expression with the rules of a [`Variant`] as a type.
///
/// ```
/// use erawan_board::{Position, Variant, with_rules};
/// let moves = |variant| with_rules!(variant, R => Position::<R>::startpos().count_legal_moves());
/// assert_eq!(Variant::ALL.map(moves), [20, 20, 23, 25, 23]);
/// ```
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $variant {
            $crate::Variant::Chess | $crate::Variant::Chess960 => {
                type $rules = $crate::Chess;
                $body
            }
            $crate::Variant::Makruk => {
                type $rules = $crate::Makruk;
                $body
            }
            $crate::Variant::Cambodian => {
                type $rules = $crate::Cambodian;
                $body
            }
            $crate::Variant::Makpong => {
                type $rules = $crate::Makpong;
                $body
            }
        }
    };
}

impl Variant {
    /// All games.
    pub const ALL: [Variant; 5] =
        [Variant::Chess, Variant::Chess960, Variant::Makruk, Variant::Cambodian, Variant::Makpong];

    const fn names(self) -> &'static Names {
        match self {
            Variant::Chess => &chess::NAMES,
            Variant::Chess960 => &chess::NAMES_960,
            Variant::Makruk => &makruk::NAMES,
            Variant::Cambodian => &cambodian::NAMES,
            Variant::Makpong => &makpong::NAMES,
        }
    }

    /// The name in protocols and on command lines, `makruk`.
    pub const fn name(self) -> &'static str {
        self.names().name
    }

    /// The name for people, `Makruk`.
    pub const fn title(self) -> &'static str {
        self.names().title
    }

    /// The name in Thai, where there is one.
    pub const fn thai(self) -> Option<&'static str> {
        self.names().thai
    }

    /// The name in Khmer, where there is one.
    pub const fn khmer(self) -> Option<&'static str> {
        self.names().khmer
    }

    /// A few words about the game, for those who choose one.
    pub const fn about(self) -> &'static str {
        self.names().about
    }

    /// The same in Thai, where there is something to say.
    pub const fn about_thai(self) -> Option<&'static str> {
        self.names().about_thai
    }

    /// How many start positions the game has; nothing if it has only one.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// assert_eq!(Variant::ALL.map(Variant::starts)[..3], [None, Some(960), None]);
    /// ```
    pub const fn starts(self) -> Option<u16> {
        if self.is_chess960() { Some(chess960::COUNT) } else { None }
    }

    /// What PGN's `Variant` tag says; nothing for chess, which needs none.
    pub const fn pgn_name(self) -> Option<&'static str> {
        self.names().pgn
    }

    /// Other spellings of the name that are understood, in small letters and
    /// digits only.
    pub const fn aliases(self) -> &'static [&'static str] {
        self.names().aliases
    }

    /// The game whose rules are played: chess for Chess960, otherwise the game
    /// itself.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// assert_eq!(Variant::Chess960.rules(), Variant::Chess);
    /// ```
    pub const fn rules(self) -> Variant {
        with_rules!(self, R => R::VARIANT)
    }

    /// True if start positions have numbers and castling goes by the rook's
    /// square.
    pub const fn is_chess960(self) -> bool {
        matches!(self, Variant::Chess960)
    }

    /// The game of the same rules where castling goes by the rook's square, if
    /// there is one.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// assert_eq!(Variant::Chess.with_free_castling(), Some(Variant::Chess960));
    /// assert_eq!(Variant::Makruk.with_free_castling(), None);
    /// ```
    pub fn with_free_castling(self) -> Option<Variant> {
        Variant::ALL.into_iter().find(|game| game.is_chess960() && game.rules() == self.rules())
    }

    /// The game of that name or of one of its other spellings. Only letters
    /// and digits count, in any case.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// assert_eq!(Variant::from_name("Makruk"), Some(Variant::Makruk));
    /// assert_eq!(Variant::from_name("Fischer-Random Chess"), Some(Variant::Chess960));
    /// assert_eq!(Variant::from_name("draughts"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Variant> {
        let is = |known: &str| {
            let plain = name.chars().filter(|c| c.is_alphanumeric());
            plain.map(|c| c.to_ascii_lowercase()).eq(known.chars())
        };
        Variant::ALL
            .into_iter()
            .find(|variant| is(variant.name()) || variant.aliases().iter().any(|alias| is(alias)))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_leads_to_one_game() {
        let mut seen = alloc::collections::BTreeMap::new();
        for variant in Variant::ALL {
            for name in [variant.name()].iter().chain(variant.aliases()) {
                assert!(
                    name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()),
                    "{name}"
                );
                assert_eq!(seen.insert(*name, variant), None, "{name}");
                assert_eq!(Variant::from_name(&name.to_uppercase()), Some(variant));
            }
            assert_eq!(Variant::from_name(variant.title()), Some(variant));
            if let Some(name) = variant.pgn_name() {
                assert_eq!(Variant::from_name(name), Some(variant));
            }
        }
        assert_eq!(Variant::from_name(""), None);
    }

    #[test]
    fn every_game_has_a_thai_name_of_its_own() {
        let mut names = alloc::collections::BTreeSet::new();
        for variant in Variant::ALL {
            let name = variant.thai().unwrap_or_default();
            assert!(name.chars().any(|c| ('\u{E01}'..='\u{E5B}').contains(&c)), "{variant}");
            assert!(names.insert(name), "{name}");
        }
    }

    #[test]
    fn rules_know_their_own_name() {
        for variant in Variant::ALL {
            assert_eq!(variant.rules().rules(), variant.rules());
            assert_eq!(with_rules!(variant.rules(), R => R::VARIANT), variant.rules());
        }
    }
}
