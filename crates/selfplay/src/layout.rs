//! Where the fields of a chunk's header are, in a file of games. All numbers
//! are little-endian.

/// A field of the header: its name, where it begins, and the letter that
/// Python's `struct` has for it.
pub type Field = (&'static str, usize, &'static str);

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $at:literal $kind:literal,)*) => {
        $($(#[$doc])* pub const $name: usize = $at;)*
        /// All fields in their order; none is left out.
        pub const FIELDS: &[Field] = &[$((stringify!($name), $name, $kind),)*];
    };
}

/// What a chunk begins with.
pub const MAGIC_BYTES: [u8; 8] = *b"ERAWANG1";
/// The length of the header; the games follow.
pub const HEADER: usize = 64;

fields! {
    /// `ERAWANG1`.
    MAGIC = 0 "8s",
    /// The length of what follows the header.
    LENGTH = 8 "I",
    /// The number of games.
    GAMES = 12 "I",
    /// The kind of openings: [`code`](crate::Openings::code).
    OPENINGS = 16 "B",
    /// Zero.
    ZERO = 17 "B",
    /// A win if the score is beyond this…
    WIN_SCORE = 18 "H",
    /// …for this many plies.
    WIN_PLIES = 20 "B",
    /// A draw if the score is no greater than this…
    DRAW_SCORE = 21 "B",
    /// …for this many plies…
    DRAW_PLIES = 22 "B",
    /// …and the game has had this many.
    DRAW_FROM = 23 "B",
    /// The nodes after which no new iteration began.
    SOFT_NODES = 24 "I",
    /// The nodes after which a search was broken off.
    HARD_NODES = 28 "I",
    /// What chance was made of.
    SEED = 32 "Q",
    /// The number of the next game of the seed.
    NEXT = 40 "Q",
    /// A draw if the game has had this many plies.
    MOST_PLIES = 48 "H",
    /// Zeros.
    ZEROS = 50 "6s",
    /// The FNV-1a hash of all before it and of the games.
    CHECKSUM = 56 "Q",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_left_out() {
        let mut end = 0;
        for &(name, at, kind) in FIELDS {
            assert_eq!(at, end, "{name}");
            end += match kind {
                "B" => 1,
                "H" => 2,
                "I" => 4,
                "Q" => 8,
                bytes => bytes.trim_end_matches('s').parse().unwrap(),
            };
        }
        assert_eq!(end, HEADER);
    }
}
