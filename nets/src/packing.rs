//! Networks made smaller for a program to carry, and whole again.
//!
//! What lives here: the packed form, and how it is made whole. What does not:
//! how it is made (`pack.rs`, for the build script), and anything about what a
//! network's numbers mean.
//!
//! Most of a file is one run of numbers of 16 bits, in words or in as many bytes as each
//! needs. Those of one king bucket resemble those of
//! the bucket before, so each is written as its difference from the number `stride` before. A row
//! of them, the weights of one input, is large or small as a whole: rows are sorted
//! into classes. A class has a number of low bits, which are noise and are written as they
//! are, and its own frequencies of what is above them, which is a token of a byte. Tokens
//! are written by an asymmetric numeral system (range coding in the form
//! of J. Duda) with [`LANES`] states in turn, so that a processor works on several at
//! once.
//!
//! | bytes | what |
//! |---|---|
//! | 0..24 | six numbers of 32 bits: how many bytes lie before the run, how many numbers it has, how many bytes follow, numbers in a row, stride, wide differences |
//! | 24..28 | how many bytes of low bits there are |
//! | 28, 29 | 1 if each number has as many bytes as it needs; how many classes there are |
//! | … | for each class: its number of low bits, and the frequency of each token, 16 bits each, of [`TOTAL`] together |
//! | … | the class of each row |
//! | … | the bytes before the run, and those that follow |
//! | … | the wide differences, 16 bits each; the low bits of all others |
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
/// No class has more low bits.
pub(crate) const MOST_LOW_BITS: u8 = 8;

const FIXED: usize = 30;
const CLASS: usize = 1 + 2 * 256;

/// The sign in the lowest bit: 0, -1, 1, -2 … are 0, 1, 2, 3 …
pub(crate) const fn folded(number: u16) -> u16 {
    number << 1 ^ ((number as i16) >> 15) as u16
}

const fn unfolded(number: u16) -> u16 {
    number >> 1 ^ (number & 1).wrapping_neg()
}

/// Appends a number in as many bytes as it needs, seven bits each.
pub(crate) fn write_variable(number: u16, bytes: &mut Vec<u8>) {
    let mut rest = folded(number);
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Takes what a packed file is made of off its bytes, piece by piece.
struct Pieces<'a>(&'a [u8]);

impl<'a> Pieces<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

/// The words of a run of bytes.
fn words(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.as_chunks().0.iter().map(|&two| u16::from_le_bytes(two))
}

/// Makes a packed file whole. Nothing if nobody packed it.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut pieces = Pieces(packed);
    let fixed = pieces.take(FIXED)?;
    let number =
        |at: usize| fixed[4 * at..].first_chunk().map(|&four| u32::from_le_bytes(four) as usize);
    let [before, count, after] = [number(0)?, number(1)?, number(2)?];
    let [row, stride, wide, low] = [number(3)?, number(4)?, number(5)?, number(6)?];
    let (is_variable, classes) = (fixed[28] == 1, usize::from(fixed[29]));
    let classes = pieces.take(CLASS * classes)?.chunks_exact(CLASS).map(Class::read);
    let classes: Vec<Class> = classes.collect::<Option<_>>()?;
    // A stream says how long it is only by its end: a count that is much too large is refused here.
    if row == 0 || count > TOTAL * packed.len() {
        return None;
    }
    let rows = pieces.take(count.div_ceil(row))?;
    let (before, after) = (pieces.take(before)?, pieces.take(after)?);
    let mut wide = words(pieces.take(2 * wide)?);
    let mut low = LowBits { bytes: pieces.take(low)?, held: 0, count: 0 };
    let mut stream = Stream::new(pieces.0)?;
    let mut numbers = vec![0u16; count];
    let mut tokens = vec![0u8; row.min(count)];
    for (numbers, &class) in numbers.chunks_mut(row).zip(rows) {
        let class = classes.get(usize::from(class))?;
        let tokens = &mut tokens[..numbers.len()];
        stream.decode(&class.table, tokens);
        for (number, &token) in numbers.iter_mut().zip(&*tokens) {
            *number = match token {
                WIDE => wide.next()?,
                token => unfolded(u16::from(token) << class.low_bits | low.take(class.low_bits)),
            };
        }
    }
    if !stream.is_at_its_end() || wide.next().is_some() {
        return None;
    }
    if stride > 0 {
        add_predecessors(&mut numbers, stride);
    }
    let mut bytes = Vec::with_capacity(before.len() + 2 * count + after.len());
    bytes.extend(before);
    if is_variable {
        numbers.iter().for_each(|&number| write_variable(number, &mut bytes));
    } else {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(after);
    Some(bytes)
}

/// Makes numbers of differences from what is `stride` before.
fn add_predecessors(numbers: &mut [u16], stride: usize) {
    let mut done = stride;
    while let Some((before, rest)) = numbers.split_at_mut_checked(done) {
        if rest.is_empty() {
            return;
        }
        for (number, before) in rest.iter_mut().zip(&before[done - stride..]) {
            *number = number.wrapping_add(*before);
        }
        done += stride;
    }
}

/// Rows that are alike.
struct Class {
    low_bits: u8,
    table: Vec<Slot>,
}

impl Class {
    fn read(bytes: &[u8]) -> Option<Class> {
        let (&low_bits, frequencies) = bytes.split_first()?;
        let table = table(frequencies)?;
        (low_bits <= MOST_LOW_BITS).then_some(Class { low_bits, table })
    }
}

/// Bits that are written as they are, the low ones of a byte first.
struct LowBits<'a> {
    bytes: &'a [u8],
    held: u32,
    count: u8,
}

impl LowBits<'_> {
    /// The next few bits; zeros at the end.
    #[inline]
    fn take(&mut self, count: u8) -> u16 {
        if self.count < count {
            let (&next, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
            self.bytes = rest;
            self.held |= u32::from(next) << self.count;
            self.count += 8;
        }
        let taken = self.held & ((1 << count) - 1);
        self.held >>= count;
        self.count -= count;
        taken as u16
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

/// Tokens to come.
struct Stream<'a> {
    states: [u32; LANES],
    words: &'a [[u8; 2]],
    at: usize,
}

impl<'a> Stream<'a> {
    fn new(coded: &'a [u8]) -> Option<Stream<'a>> {
        let (first, stream) = coded.split_at_checked(4 * LANES)?;
        let first: &[[u8; 4]; LANES] = first.as_chunks().0.try_into().ok()?;
        let (words, rest) = stream.as_chunks();
        rest.is_empty().then_some(Stream { states: first.map(u32::from_le_bytes), words, at: 0 })
    }

    /// The next tokens. All calls but the last ask for a multiple of [`LANES`].
    fn decode(&mut self, table: &[Slot], tokens: &mut [u8]) {
        let Stream { states, words, at } = self;
        let mut step = |place: &mut u8, state: &mut u32| {
            let slot = table[*state as usize % TOTAL];
            *place = slot as u8;
            let (frequency, offset) = ((slot >> 8 & 0xFFF) + 1, slot >> 20);
            let next = frequency * (*state >> TOTAL_BITS) + offset;
            // Every other state is low, and nobody can say which: no jumps.
            let word = u32::from(u16::from_le_bytes(*words.get(*at).unwrap_or(&[0; 2])));
            let is_low = u32::from(next < LOWEST);
            *state = next << (16 * is_low) | word & is_low.wrapping_neg();
            *at += is_low as usize;
        };
        let (groups, last) = tokens.as_chunks_mut::<LANES>();
        for group in groups {
            group.iter_mut().zip(&mut *states).for_each(|(place, state)| step(place, state));
        }
        last.iter_mut().zip(states).for_each(|(place, state)| step(place, state));
    }

    /// Whoever packed began with these states, at the end.
    fn is_at_its_end(&self) -> bool {
        self.states == [LOWEST; LANES] && self.at == self.words.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Layout, pack};

    fn dice() -> impl FnMut() -> u16 {
        let mut seed = 1u64;
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u16
        }
    }

    /// Numbers that resemble those `stride` before, small and large by rows of 100.
    fn numbers(count: usize, stride: usize) -> Vec<u16> {
        let mut next = dice();
        let mut numbers: Vec<u16> = Vec::new();
        for at in 0..count {
            let spread = 4 << (at / 100 % 3 * 3);
            let small = (next() % spread).wrapping_sub(spread / 2);
            let before = if at < stride { 0 } else { numbers[at - stride] };
            numbers.push(if next().is_multiple_of(50) {
                next()
            } else {
                before.wrapping_add(small)
            });
        }
        numbers
    }

    /// A file with numbers in the middle, and where they are.
    fn file(numbers: &[u16], is_variable: bool, row: usize, stride: usize) -> (Vec<u8>, Layout) {
        let mut bytes = b"what comes first".to_vec();
        let layout =
            Layout { before: bytes.len(), numbers: numbers.len(), is_variable, row, stride };
        for &number in numbers {
            if is_variable {
                write_variable(number, &mut bytes);
            } else {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes.extend(b"and last");
        (bytes, layout)
    }

    #[test]
    fn what_was_packed_is_whole_again() {
        let extremes: Vec<u16> = (0..=u16::MAX).step_by(97).chain([0x7FFF, 0x8000]).collect();
        let runs = [vec![], vec![7], vec![0; 1000], extremes, numbers(20_003, 1000)];
        for run in &runs {
            for is_variable in [false, true] {
                for (row, stride) in [(100, 1000), (100, 0), (1, 7), (64, 1_000_000)] {
                    let (file, layout) = file(run, is_variable, row, stride);
                    let packed = pack(&file, layout).unwrap();
                    assert_eq!(unpack(&packed), Some(file), "{} {layout:?}", run.len());
                }
            }
        }
    }

    #[test]
    fn what_resembles_takes_less_room() {
        let run = numbers(60_000, 6000);
        let size = |row, stride| {
            let (file, layout) = file(&run, true, row, stride);
            (pack(&file, layout).unwrap().len(), file.len())
        };
        let ((alone, whole), (both, _), (classes, _)) =
            (size(3, 0), size(3, 6000), size(100, 6000));
        assert!(
            classes < both && both < alone && alone < whole,
            "{classes} {both} {alone} {whole}"
        );
    }

    #[test]
    fn a_layout_that_is_not_the_files_is_refused() {
        let (file, layout) = file(&numbers(100, 10), true, 4, 10);
        for numbers in [10_000, usize::MAX] {
            assert_eq!(pack(&file, Layout { numbers, ..layout }), None);
        }
        assert_eq!(pack(&file, Layout { before: 100_000, ..layout }), None);
    }

    /// Only what is built in is ever read, but no bytes may be a panic.
    #[test]
    fn broken_packages_are_refused_or_read_as_something_else() {
        let (file, layout) = file(&numbers(3000, 100), true, 100, 100);
        let packed = pack(&file, layout).unwrap();
        for length in (0..packed.len()).step_by(7) {
            assert_ne!(unpack(&packed[..length]).as_ref(), Some(&file), "{length}");
        }
        for at in 0..packed.len() {
            for bit in [1, 0x10, 0x80] {
                let mut broken = packed.clone();
                broken[at] ^= bit;
                unpack(&broken);
            }
        }
    }
}
