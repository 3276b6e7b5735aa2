//! Writing the first field, a rank at a time and without branches.
//!
//! What a rank looks like depends on which of its files are occupied: 256
//! patterns say for each place of the text whether a man or a digit stands
//! there. Which man it is comes from four sets of squares, whose bits make up
//! the man's number.

use erawan_board::{Bitboard, Color, Men, Role};

use super::buffer::Pen;
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

/// The letters of men by their numbers: 1 to 6 for a role, 7 for a promoted man, and 8
/// more if it is Black's.
pub(crate) type Letters = [u8; 16];

/// The letters of a game in which promoted men look like others.
pub(crate) const fn letters_of(men: &Men) -> Letters {
    let mut letters = [0; 16];
    let mut role = 0;
    while role < 6 {
        let letter = men.letter(Role::ALL[role]) as u8;
        letters[1 + role] = letter;
        letters[9 + role] = letter.to_ascii_lowercase();
        role += 1;
    }
    letters[7] = letters[1 + Role::Queen.index()];
    letters[15] = letters[9 + Role::Queen.index()];
    letters
}

/// Four sets of squares: the first has those where bit 0 of a man's number is set.
type Planes = [u64; 4];

const ONES: u64 = 0x0101_0101_0101_0101;
/// Byte `n` has bit `n`.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// One byte for each bit of a rank, 1 or 0.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "ssse3"))))]
#[inline(always)]
const fn spread(bits: u8) -> u64 {
    // Byte `n` keeps bit `n` alone, which is then brought down.
    let apart = (bits as u64).wrapping_mul(ONES) & DIAGONAL;
    ((apart + 0x7F * ONES) >> 7) & ONES
}

/// The letter of the man on each square. What is at empty ones means nothing.
#[cfg(not(all(target_arch = "x86_64", target_feature = "ssse3")))]
#[inline(always)]
fn letters_on_squares(planes: Planes, letters: &Letters) -> [[u8; 8]; 8] {
    let planes = planes.map(u64::to_le_bytes);
    core::array::from_fn(|rank| {
        let [first, second, third, fourth] = planes.map(|plane| spread(plane[rank]));
        let men = first | second << 1 | third << 2 | fourth << 3;
        men.to_le_bytes().map(|man| letters[usize::from(man & 15)])
    })
}

/// The text of a rank: its letters, and digits, in the places of a pattern.
#[cfg(not(all(target_arch = "x86_64", target_feature = "ssse3")))]
#[inline(always)]
fn rank_text(letters: &[u8; 8], pattern: &[u8; 8]) -> [u8; 8] {
    let mut signs = *b"........12345678";
    for (sign, letter) in signs.iter_mut().zip(letters) {
        *sign = *letter;
    }
    pattern.map(|place| signs[usize::from(place & 15)])
}

/// The same, two ranks at once, with an instruction that looks up sixteen bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
#[inline(always)]
fn letters_on_squares(planes: Planes, letters: &Letters) -> [[u8; 8]; 8] {
    use core::arch::x86_64::{
        _mm_add_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_cvtsi64_si128, _mm_loadu_si128,
        _mm_set_epi64x, _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_epi8, _mm_storeu_si128,
        _mm_sub_epi8,
    };
    let mut text = [[[0; 8]; 2]; 4];
    for (pair, place) in text.iter_mut().enumerate() {
        let lower = ONES * (2 * pair as u64);
        // SAFETY: it is compiled only for processors that have these instructions.
        // Sixteen bytes are read from the letters and written to two ranks of text,
        // at any address.
        unsafe {
            let ranks = _mm_set_epi64x((lower + ONES) as i64, lower as i64);
            let bits = _mm_set1_epi64x(DIAGONAL as i64);
            let mut men = _mm_setzero_si128();
            for plane in planes.iter().rev() {
                let bytes = _mm_shuffle_epi8(_mm_cvtsi64_si128(*plane as i64), ranks);
                // A bit that is set becomes -1, which is taken away.
                let set = _mm_cmpeq_epi8(_mm_and_si128(bytes, bits), bits);
                men = _mm_sub_epi8(_mm_add_epi8(men, men), set);
            }
            let letters = _mm_loadu_si128(letters.as_ptr().cast());
            _mm_storeu_si128(place.as_mut_ptr().cast(), _mm_shuffle_epi8(letters, men));
        }
    }
    let [[a, b], [c, d], [e, f], [g, h]] = text;
    [a, b, c, d, e, f, g, h]
}

/// The same with that instruction.
#[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
#[inline(always)]
fn rank_text(letters: &[u8; 8], pattern: &[u8; 8]) -> [u8; 8] {
    use core::arch::x86_64::{
        _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_shuffle_epi8,
    };
    const DIGITS: i64 = i64::from_le_bytes(*b"12345678");
    let (letters, pattern) = (i64::from_le_bytes(*letters), i64::from_le_bytes(*pattern));
    // SAFETY: it is compiled only for processors that have these instructions.
    let text = unsafe {
        let signs = _mm_set_epi64x(DIGITS, letters);
        _mm_cvtsi128_si64(_mm_shuffle_epi8(signs, _mm_cvtsi64_si128(pattern)))
    };
    text.to_le_bytes()
}

/// Writes the placement with these letters, and a `~` behind the men in `marks`.
#[inline(always)]
pub(crate) fn write(source: &impl Source, out: &mut Pen<'_>, marks: Bitboard, letters: &Letters) {
    let [pawns, knights, bishops, rooks, queens, kings] =
        Role::ALL.map(|role| source.pieces(Color::White, role) | source.pieces(Color::Black, role));
    let promoted = source.promoted() & queens;
    let black = Role::ALL
        .iter()
        .fold(Bitboard::EMPTY, |black, &role| black | source.pieces(Color::Black, role));
    let planes = [
        (pawns | bishops | queens).bits(),
        (knights | bishops | kings | promoted).bits(),
        (rooks | queens | kings).bits(),
        black.bits(),
    ];
    let occupied = pawns | knights | bishops | rooks | queens | kings;
    let letters = letters_on_squares(planes, letters);
    let (files, marks) = (occupied.bits().to_le_bytes(), marks.bits().to_le_bytes());
    for rank in (0..8).rev() {
        let files = usize::from(files[rank]);
        let (pattern, length) = (&PATTERNS[files], usize::from(LENGTHS[files]));
        let text = rank_text(&letters[rank], pattern);
        if marks[rank] == 0 {
            out.push_first(text, length);
        } else {
            push_marked(out, (text, length), pattern, marks[rank]);
        }
        if rank > 0 {
            out.push(b'/');
        }
    }
}

/// A rank with a mark behind some of its men.
#[cold]
fn push_marked(out: &mut Pen<'_>, (text, length): ([u8; 8], usize), pattern: &[u8; 8], marks: u8) {
    for (&place, sign) in pattern.iter().zip(text).take(length) {
        out.push(sign);
        if place < 8 && marks >> place & 1 == 1 {
            out.push(b'~');
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
