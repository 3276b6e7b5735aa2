//! Writing the first field, a rank at a time and without branches.
//!
//! What a rank looks like depends on which of its files are occupied: 256
//! patterns say for each place of the text whether a man or a digit stands
//! there. Which man it is comes from four sets of squares, whose bits make up
//! the man's number.

use erawan_board::{Bitboard, Color, Piece, Role};

use super::buffer::FenBuffer;
use super::source::Source;

/// For each set of occupied files the text of the rank: a number below 8 stands
/// for the man on that file, one from 8 on for a digit from 1 on.
const PATTERNS: [[u8; 8]; 256] = {
    let mut patterns = [[0; 8]; 256];
    let mut files = 0;
    while files < 256 {
        let (mut len, mut empty, mut file) = (0, 0, 0);
        while file < 8 {
            if files >> file & 1 == 0 {
                empty += 1;
            } else {
                if empty > 0 {
                    patterns[files][len] = 7 + empty;
                    len += 1;
                    empty = 0;
                }
                patterns[files][len] = file;
                len += 1;
            }
            file += 1;
        }
        if empty > 0 {
            patterns[files][len] = 7 + empty;
        }
        files += 1;
    }
    patterns
};

/// How long each of those texts is.
const LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut files = 0;
    while files < 256 {
        // A man for each occupied file, a digit for each run of empty ones.
        let empty = !files as u8;
        let runs = (empty & !(empty << 1)).count_ones();
        lengths[files] = ((files as u8).count_ones() + runs) as u8;
        files += 1;
    }
    lengths
};

/// One byte for each bit of a rank, 1 or 0.
#[inline(always)]
const fn spread(bits: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Byte `n` keeps bit `n` alone, which is then brought down.
    let apart = (bits as u64).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    ((apart + 0x7F * ONES) >> 7) & ONES
}

/// The text of a rank: the letters of its men, by their numbers, and digits, in the
/// places of a pattern.
#[cfg(not(all(target_arch = "x86_64", target_feature = "ssse3")))]
#[inline(always)]
fn rank_text(letters: &[u8; 16], men: u64, pattern: &[u8; 8]) -> [u8; 8] {
    let mut signs = *b"........12345678";
    for (sign, man) in signs.iter_mut().zip(men.to_le_bytes()) {
        *sign = letters[usize::from(man & 15)];
    }
    pattern.map(|place| signs[usize::from(place & 15)])
}

/// The same with an instruction that looks up sixteen bytes at once: a position is
/// written in less than half the time.
#[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
#[inline(always)]
fn rank_text(letters: &[u8; 16], men: u64, pattern: &[u8; 8]) -> [u8; 8] {
    use core::arch::x86_64::{
        _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_shuffle_epi8, _mm_unpacklo_epi64,
    };
    const DIGITS: i64 = i64::from_le_bytes(*b"12345678");
    let pattern = i64::from_le_bytes(*pattern);
    // SAFETY: it is compiled only for processors that have these instructions, and
    // the sixteen letters may be read from any address.
    let text = unsafe {
        let letters = _mm_loadu_si128(letters.as_ptr().cast());
        let men = _mm_shuffle_epi8(letters, _mm_cvtsi64_si128(men as i64));
        let signs = _mm_unpacklo_epi64(men, _mm_cvtsi64_si128(DIGITS));
        _mm_cvtsi128_si64(_mm_shuffle_epi8(signs, _mm_cvtsi64_si128(pattern)))
    };
    text.to_le_bytes()
}

/// Writes the placement, with the letter of each man as `letter` gives it, which
/// is told whether the man is promoted, and a `~` behind those in `marks`.
#[inline(always)]
pub(crate) fn write(
    source: &impl Source,
    out: &mut FenBuffer,
    marks: Bitboard,
    letter: impl Fn(Piece, bool) -> char,
) {
    // The number of a man: 1 to 6 for its role, 7 for a promoted one, and 8 more
    // if it is Black's.
    let [pawns, knights, bishops, rooks, queens, kings] =
        Role::ALL.map(|role| source.pieces(Color::White, role) | source.pieces(Color::Black, role));
    let promoted = source.promoted() & queens;
    let black = Role::ALL
        .iter()
        .fold(Bitboard::EMPTY, |black, &role| black | source.pieces(Color::Black, role));
    let planes = [
        (pawns | bishops | queens).bits().to_le_bytes(),
        (knights | bishops | kings | promoted).bits().to_le_bytes(),
        (rooks | queens | kings).bits().to_le_bytes(),
        black.bits().to_le_bytes(),
    ];
    let occupied = pawns | knights | bishops | rooks | queens | kings;
    let mut letters = [0; 16];
    for color in Color::ALL {
        for role in Role::ALL {
            let number = 8 * color.index() + 1 + role.index();
            letters[number] = letter(Piece::new(color, role), false) as u8;
        }
        letters[8 * color.index() + 7] = letter(Piece::new(color, Role::Queen), true) as u8;
    }
    let (files, marks) = (occupied.bits().to_le_bytes(), marks.bits().to_le_bytes());
    for rank in (0..8).rev() {
        let [first, second, third, fourth] = planes.map(|plane| spread(plane[rank]));
        let men = first | second << 1 | third << 2 | fourth << 3;
        let files = usize::from(files[rank]);
        let pattern = &PATTERNS[files];
        let text = rank_text(&letters, men, pattern);
        if marks[rank] == 0 {
            out.push_first(text, usize::from(LENGTHS[files]));
        } else {
            for (&place, sign) in pattern.iter().zip(text).take(usize::from(LENGTHS[files])) {
                out.push(sign);
                if place < 8 && marks[rank] >> place & 1 == 1 {
                    out.push(b'~');
                }
            }
        }
        if rank > 0 {
            out.push(b'/');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LENGTHS, PATTERNS, spread};
    use alloc::string::String;

    #[test]
    fn patterns_are_those_of_a_plain_walk() {
        for files in 0..256 {
            let mut plain = String::new();
            let mut empty = 0;
            for file in 0..9 {
                let is_man = file < 8 && files >> file & 1 == 1;
                if (is_man || file == 8) && empty > 0 {
                    plain.push(char::from(b'0' + empty));
                    empty = 0;
                }
                if is_man {
                    plain.push(char::from(b'a' + file));
                } else {
                    empty += 1;
                }
            }
            let signs = b"abcdefgh12345678";
            let length = usize::from(LENGTHS[files]);
            let text = PATTERNS[files][..length].iter().map(|&i| char::from(signs[usize::from(i)]));
            assert_eq!(text.collect::<String>(), plain);
        }
    }

    #[test]
    fn bits_are_spread_over_bytes() {
        for bits in 0..=255 {
            let bytes = spread(bits).to_le_bytes();
            assert!((0..8).all(|i| bytes[i] == bits >> i & 1));
        }
    }
}
