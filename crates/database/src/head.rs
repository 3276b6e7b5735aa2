//! What a game says about itself, in fifty bytes.
//!
//! Heads stand side by side, so that a search by names, dates or ratings reads
//! nothing else.

use erawan_board::Variant;
use erawan_notation::pgn::GameResult;

use crate::date::Date;

/// The bytes of a head.
pub(crate) const LENGTH: usize = 50;
/// Where the flags are.
pub(crate) const FLAGS: usize = 45;

/// The numbers of games in files, for good.
const VARIANTS: [Variant; Variant::ALL.len()] =
    [Variant::Chess, Variant::Chess960, Variant::Makruk, Variant::Cambodian, Variant::Makpong];
const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

/// The number of a game in files.
pub(crate) fn variant_number(variant: Variant) -> u8 {
    VARIANTS.iter().position(|&one| one == variant).unwrap_or(0) as u8
}

/// The game of a number.
pub(crate) fn variant_of(number: u8) -> Option<Variant> {
    VARIANTS.get(usize::from(number)).copied()
}

/// The game was taken out, and may be brought back.
pub(crate) const DELETED: u8 = 1;
/// Its moves take two bytes each.
pub(crate) const WIDE: u8 = 2;
/// It is kept as PGN too, for its comments and variations.
pub(crate) const ANNOTATED: u8 = 4;
/// It has tags of its own.
pub(crate) const TAGGED: u8 = 8;

/// A game but for its moves. Names are numbers of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) white: u32,
    pub(crate) black: u32,
    pub(crate) event: u32,
    pub(crate) site: u32,
    pub(crate) round: u32,
    /// The row of the start position; 0 is the game's own.
    pub(crate) start: u32,
    /// Equal games have equal ones.
    pub(crate) hash: u64,
    pub(crate) date: Date,
    /// White's and Black's; 0 is unknown.
    pub(crate) ratings: [u16; 2],
    /// The opening's code: 1 for A00 to 500 for E99; 0 is unknown.
    pub(crate) eco: u16,
    pub(crate) plies: u16,
    pub(crate) variant: Variant,
    pub(crate) result: GameResult,
    pub(crate) flags: u8,
    /// How many men each side has at the end.
    pub(crate) men: [u8; 2],
    /// The files on which each side's pawns have never moved.
    pub(crate) home: [u8; 2],
}

impl Head {
    pub(crate) fn is_deleted(&self) -> bool {
        self.flags & DELETED != 0
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for number in [self.white, self.black, self.event, self.site, self.round, self.start] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.hash.to_le_bytes());
        out.extend(self.date.bits().to_le_bytes());
        for number in [self.ratings[0], self.ratings[1], self.eco, self.plies] {
            out.extend(number.to_le_bytes());
        }
        let result = RESULTS.iter().position(|&one| one == self.result).unwrap_or(0) as u8;
        out.push(result | variant_number(self.variant) << 2);
        out.push(self.flags);
        out.extend(self.men);
        out.extend(self.home);
    }

    #[inline(always)]
    pub(crate) fn read(bytes: &[u8; LENGTH]) -> Option<Head> {
        let u32_at = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Some(Head {
            white: u32_at(0),
            black: u32_at(4),
            event: u32_at(8),
            site: u32_at(12),
            round: u32_at(16),
            start: u32_at(20),
            hash: u64::from(u32_at(24)) | u64::from(u32_at(28)) << 32,
            date: Date::from_bits(u32_at(32)),
            ratings: [u16_at(36), u16_at(38)],
            eco: u16_at(40),
            plies: u16_at(42),
            variant: variant_of(bytes[44] >> 2)?,
            result: RESULTS[usize::from(bytes[44] & 3)],
            flags: bytes[FLAGS],
            men: [bytes[46], bytes[47]],
            home: [bytes[48], bytes[49]],
        })
    }
}

/// The number of an opening's code, if it is one.
pub(crate) fn eco_number(text: &str) -> Option<u16> {
    match *text.as_bytes() {
        [letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            let [letter, tens, ones] = [letter - b'A', tens - b'0', ones - b'0'].map(u16::from);
            Some(1 + letter * 100 + tens * 10 + ones)
        }
        _ => None,
    }
}

/// The code of a number; nothing for an unknown one.
pub(crate) fn eco_text(number: u16) -> Option<String> {
    let number = number.checked_sub(1).filter(|&number| number < 500)?;
    Some(format!("{}{:02}", char::from(b'A' + (number / 100) as u8), number % 100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_as_they_were_written() {
        let head = Head {
            white: 1,
            black: u32::MAX,
            event: 3,
            site: 70_000,
            round: 5,
            start: 6,
            hash: 0x0123_4567_89AB_CDEF,
            date: Date::from_bits(2026 << 9 | 11 << 5 | 16),
            ratings: [2850, 0],
            eco: 500,
            plies: 80,
            variant: Variant::Makpong,
            result: GameResult::Draw,
            flags: DELETED | TAGGED,
            men: [3, 16],
            home: [0x81, 0xFF],
        };
        let mut bytes = Vec::new();
        head.write(&mut bytes);
        let bytes: [u8; LENGTH] = bytes.try_into().unwrap();
        assert_eq!(Head::read(&bytes), Some(head));
        let mut other = bytes;
        other[44] = 0xFF;
        assert_eq!(Head::read(&other), None);
    }

    #[test]
    fn every_game_has_a_number() {
        for variant in Variant::ALL {
            assert_eq!(variant_of(variant_number(variant)), Some(variant));
        }
        // Files keep these.
        let names = ["chess", "chess960", "makruk", "cambodian", "makpong"];
        for (number, name) in (0u8..).zip(names) {
            assert_eq!(variant_of(number).map(Variant::name), Some(name));
        }
        assert_eq!(variant_of(VARIANTS.len() as u8), None);
    }

    #[test]
    fn codes_of_openings_have_numbers() {
        for code in ["A00", "B90", "E99"] {
            assert_eq!(eco_text(eco_number(code).unwrap()).as_deref(), Some(code));
        }
        for bad in ["", "F00", "A0", "B90a", "a00"] {
            assert_eq!(eco_number(bad), None, "{bad}");
        }
        assert_eq!(eco_text(0), None);
        assert_eq!(eco_text(501), None);
    }
}
