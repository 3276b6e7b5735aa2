//! What the men of a game are called.

use crate::Role;

/// The letters and the names of a game's men.
///
/// ```
/// use erawan_board::{Men, Role};
/// assert_eq!(Men::MAKRUK.letter(Role::Queen), 'M');
/// assert_eq!(Men::MAKRUK.role('M'), Some(Role::Queen));
/// assert_eq!(Men::CHESS.name(Role::Queen), "queen");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Men {
    letters: [u8; 6],
    names: [&'static str; 6],
    plurals: [&'static str; 6],
    /// True if they are the pieces of Makruk.
    makruk_set: bool,
}

impl Men {
    /// The men of chess.
    pub const CHESS: Men = Men {
        letters: *b"PNBRQK",
        names: ["pawn", "knight", "bishop", "rook", "queen", "king"],
        plurals: ["pawns", "knights", "bishops", "rooks", "queens", "kings"],
        makruk_set: false,
    };

    /// The men of Makruk. Thai has no plural.
    pub const MAKRUK: Men = Men {
        letters: *b"PNSRMK",
        names: ["bia", "ma", "khon", "rua", "met", "khun"],
        plurals: ["bia", "ma", "khon", "rua", "met", "khun"],
        makruk_set: true,
    };

    /// The men of Ouk, which are those of Makruk under Khmer names.
    pub const OUK: Men = Men {
        letters: Men::MAKRUK.letters,
        names: ["trey", "seh", "koul", "tuk", "neang", "sdach"],
        plurals: ["trey", "seh", "koul", "tuk", "neang", "sdach"],
        makruk_set: true,
    };

    /// The capital letter of a role, in FEN and in SAN.
    #[inline(always)]
    pub const fn letter(&self, role: Role) -> char {
        self.letters[role.index()] as char
    }

    /// The role of a capital letter.
    #[inline(always)]
    pub const fn role(&self, letter: char) -> Option<Role> {
        let [pawn, knight, bishop, rook, queen, king] = self.letters;
        Some(match letter as u32 {
            it if it == pawn as u32 => Role::Pawn,
            it if it == knight as u32 => Role::Knight,
            it if it == bishop as u32 => Role::Bishop,
            it if it == rook as u32 => Role::Rook,
            it if it == queen as u32 => Role::Queen,
            it if it == king as u32 => Role::King,
            _ => return None,
        })
    }

    /// True if the game is played with the pieces of Makruk, false if with
    /// those of chess.
    pub const fn is_makruk_set(&self) -> bool {
        self.makruk_set
    }

    /// One man of a role: `knight`.
    pub const fn name(&self, role: Role) -> &'static str {
        self.names[role.index()]
    }

    /// Several of them: `knights`.
    pub const fn plural(&self, role: Role) -> &'static str {
        self.plurals[role.index()]
    }
}
