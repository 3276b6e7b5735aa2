//! Networks made smaller for a program to carry, and whole again.
//!
//! What lives here: the packed form, and how it is made whole. What does not:
//! how it is made (`pack.rs`, for the build script), and anything about what the
//! bytes mean, but that a file is mostly small numbers of 16 bits, and that
//! those of one king bucket resemble those of the bucket before.
//!
//! A file is cut into symbols: bytes, or little-endian words, each as its
//! difference from the word `stride` words before. Differences are written as
//! tokens of a byte, the frequent ones short, by an asymmetric numeral system
//! (range coding in the form of J. Duda) with [`LANES`] states in turn, so that
//! a processor works on several at once.
//!
//! | bytes | what |
//! |---|---|
//! | 0..4 | length of the file |
//! | 4..8 | stride; all ones if the symbols are bytes |
//! | 8..12 | how many wide differences there are |
//! | 12..524 | frequency of each token, 16 bits each, of [`TOTAL`] together |
//! | … | the wide differences, 16 bits each |
//! | … | the states to begin with, 32 bits each, then the stream of 16 bits |
//!
//! All numbers are little-endian.

use alloc::vec;
use alloc::vec::Vec;

/// The sum of all frequencies, as a power of two.
pub(crate) const TOTAL_BITS: u32 = 12;
/// The sum of all frequencies.
pub(crate) const TOTAL: usize = 1 << TOTAL_BITS;
/// States that take turns.
pub(crate) const LANES: usize = 4;
/// No state is below this between two symbols.
pub(crate) const LOWEST: u32 = 1 << 16;
/// The token of a difference that is too wide for one.
pub(crate) const WIDE: u8 = 255;
/// The stride that says: the symbols are bytes.
pub(crate) const BYTES: u32 = u32::MAX;

const FIXED: usize = 12 + 2 * 256;

fn number(packed: &[u8], at: usize) -> Option<u32> {
    packed.get(at..)?.first_chunk().map(|&four| u32::from_le_bytes(four))
}

/// The words of a run of bytes.
pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.as_chunks().0.iter().map(|&two| u16::from_le_bytes(two))
}

/// Makes a packed file whole. Nothing if nobody packed it.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let length = number(packed, 0)? as usize;
    let stride = number(packed, 4)?;
    let wide = 2 * number(packed, 8)? as usize;
    let table = table(packed.get(12..FIXED)?)?;
    let (wide, coded) = packed.get(FIXED..)?.split_at_checked(wide)?;
    if stride == BYTES {
        let mut bytes = vec![0; length];
        decode(coded, &table, &mut bytes, |token| token)?;
        return Some(bytes);
    }
    let mut wide = words(wide);
    let mut symbols = vec![0; length.div_ceil(2)];
    decode(coded, &table, &mut symbols, |token| match token {
        WIDE => wide.next().unwrap_or(0),
        // 0, -1, 1, -2, …
        token => u16::from(token >> 1) ^ u16::from(token & 1).wrapping_neg(),
    })?;
    if stride > 0 {
        add_predecessors(&mut symbols, stride as usize);
    }
    let mut bytes = vec![0; 2 * symbols.len()];
    for (two, word) in bytes.as_chunks_mut().0.iter_mut().zip(symbols) {
        *two = word.to_le_bytes();
    }
    bytes.truncate(length);
    Some(bytes)
}

/// Makes words of differences from what is `stride` before.
fn add_predecessors(symbols: &mut [u16], stride: usize) {
    let mut done = stride;
    while let Some((before, rest)) = symbols.split_at_mut_checked(done) {
        if rest.is_empty() {
            return;
        }
        for (word, before) in rest.iter_mut().zip(&before[done - stride..]) {
            *word = word.wrapping_add(*before);
        }
        done += stride;
    }
}

/// A place among all frequencies: the token that it belongs to in the lowest 8
/// bits, its frequency less one in the next 12, and how far into it the place
/// is in the highest 12. In one number they are quicker to come by.
type Slot = u32;

/// What stands at each place.
fn table(frequencies: &[u8]) -> Option<Vec<Slot>> {
    let mut table = Vec::with_capacity(TOTAL);
    for (token, frequency) in (0..).zip(words(frequencies)) {
        let frequency = u32::from(frequency);
        let slot = |offset| token | (frequency - 1) << 8 | offset << 20;
        table.extend((0..frequency.min(TOTAL as u32)).map(slot));
    }
    (table.len() == TOTAL).then_some(table)
}

/// Fills `symbols` with what the tokens of a stream stand for.
fn decode<T>(
    coded: &[u8],
    table: &[Slot],
    symbols: &mut [T],
    mut symbol: impl FnMut(u8) -> T,
) -> Option<()> {
    let table: &[Slot; TOTAL] = table.try_into().ok()?;
    let (first, stream) = coded.split_at_checked(4 * LANES)?;
    let first: &[[u8; 4]; LANES] = first.as_chunks().0.try_into().ok()?;
    let mut states = first.map(u32::from_le_bytes);
    let (stream, rest) = stream.as_chunks();
    let mut at = 0;
    let mut step = |place: &mut T, state: &mut u32| {
        let slot = table[*state as usize % TOTAL];
        *place = symbol(slot as u8);
        let (frequency, offset) = ((slot >> 8 & 0xFFF) + 1, slot >> 20);
        let next = frequency * (*state >> TOTAL_BITS) + offset;
        // Every other state is low, and nobody can say which: no jumps.
        let word = u32::from(u16::from_le_bytes(*stream.get(at).unwrap_or(&[0; 2])));
        let is_low = u32::from(next < LOWEST);
        *state = next << (16 * is_low) | word & is_low.wrapping_neg();
        at += is_low as usize;
    };
    let (groups, last) = symbols.as_chunks_mut::<LANES>();
    for group in groups {
        group.iter_mut().zip(&mut states).for_each(|(place, state)| step(place, state));
    }
    last.iter_mut().zip(&mut states).for_each(|(place, state)| step(place, state));
    // Whoever packed began with these, at the end.
    (states == [LOWEST; LANES] && at == stream.len() && rest.is_empty()).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::pack;

    /// Small numbers with a few large ones, and what comes before resembles it.
    fn numbers(count: usize) -> Vec<u8> {
        let mut seed = 1u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as i16
        };
        let mut words: Vec<i16> = Vec::new();
        for at in 0..count {
            let small = next() % 8;
            let before = if at < 100 { 0 } else { words[at - 100] };
            words.push(if next() % 50 == 0 { next() } else { before - before / 8 + small });
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn what_was_packed_is_whole_again() {
        let text = b"Networks are numbers, but this is not one.".repeat(20);
        let mut long = numbers(20_000);
        long.push(7);
        let files: [&[u8]; 8] =
            [b"", b"a", b"ab", b"abc", &[0; 1000], &text, &numbers(5000), &long];
        for file in files {
            for strides in [&[][..], &[0], &[100], &[0, 1, 7, 100, 1_000_000]] {
                let packed = pack(file, strides);
                assert_eq!(unpack(&packed).as_deref(), Some(file), "{} {strides:?}", file.len());
            }
        }
    }

    #[test]
    fn numbers_take_less_room_packed() {
        let file = numbers(50_000);
        let (plain, by_stride) = (pack(&file, &[0]).len(), pack(&file, &[0, 100]).len());
        assert!(by_stride < plain && plain < file.len() * 4 / 5, "{by_stride} {plain}");
        // A file of bytes is packed as bytes.
        let text = b"abracadabra".repeat(1000);
        assert!(pack(&text, &[0]).len() < text.len() / 3);
    }

    /// Only what is built in is ever read, but no bytes may be a panic.
    #[test]
    fn broken_packages_are_refused_or_read_as_something_else() {
        let file = numbers(3000);
        let packed = pack(&file, &[0, 100]);
        for length in (0..packed.len()).step_by(7) {
            assert_eq!(unpack(&packed[..length]), None, "{length}");
        }
        for at in 12..packed.len() {
            let mut broken = packed.clone();
            broken[at] ^= 0x10;
            assert_ne!(unpack(&broken).as_deref(), Some(&file[..]), "{at}");
        }
    }
}
