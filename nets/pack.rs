//! Packing, for the build script and for tests: see `src/packing.rs` for what
//! it makes.

use alloc::vec;
use alloc::vec::Vec;

use crate::packing::{LANES, LOWEST, MOST_LOW_BITS, TOTAL, TOTAL_BITS, WIDE, folded};

/// Where the numbers of a file are, and how they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// Bytes before the first number.
    pub(crate) before: usize,
    pub(crate) numbers: usize,
    /// True if a number has as many bytes as it needs, false if it has two.
    pub(crate) is_variable: bool,
    /// Numbers in a row, all of them in one if this is no multiple of [`LANES`].
    pub(crate) row: usize,
    /// The distance at which numbers resemble each other; 0 if they do not.
    pub(crate) stride: usize,
}

/// Packs a file. Nothing if its numbers are not where they are said to be.
pub(crate) fn pack(file: &[u8], layout: Layout) -> Option<Vec<u8>> {
    let (before, rest) = file.split_at_checked(layout.before)?;
    let (numbers, after) = read(rest, &layout)?;
    let differences: Vec<u16> = (0..numbers.len())
        .map(|at| match at.checked_sub(layout.stride).filter(|_| layout.stride > 0) {
            Some(predecessor) => numbers[at].wrapping_sub(numbers[predecessor]),
            None => numbers[at],
        })
        .collect();
    let row = if layout.row.is_multiple_of(LANES) { layout.row } else { numbers.len() }.max(1);
    let mut classes: Vec<Class> = Vec::new();
    let rows: Vec<u8> =
        differences.chunks(row).map(|row| Class::of(row, &mut classes)).collect::<Option<_>>()?;
    let (mut wide, mut low, mut tokens) = (Vec::new(), LowBits::default(), Vec::new());
    for (row, &class) in differences.chunks(row).zip(&rows) {
        let class = &mut classes[usize::from(class)];
        for &difference in row {
            let token = class.token(difference);
            class.counts[usize::from(token)] += 1;
            if token == WIDE {
                wide.push(difference);
            } else {
                low.push(folded(difference), class.low_bits);
            }
            tokens.push(token);
        }
    }
    let low = low.finish();
    let sizes =
        [before.len(), numbers.len(), after.len(), row, layout.stride, wide.len(), low.len()];
    let mut packed = Vec::new();
    for size in sizes {
        packed.extend(u32::try_from(size).ok()?.to_le_bytes());
    }
    packed.extend([u8::from(layout.is_variable), classes.len() as u8]);
    let tables: Vec<Frequencies> = classes.iter().map(|class| frequencies(&class.counts)).collect();
    for (class, table) in classes.iter().zip(&tables) {
        packed.push(class.low_bits);
        packed.extend(table.iter().flat_map(|frequency| frequency.to_le_bytes()));
    }
    packed.extend(&rows);
    packed.extend(before);
    packed.extend(after);
    packed.extend(wide.iter().flat_map(|number| number.to_le_bytes()));
    packed.extend(low);
    let (states, stream) = encode(&tokens, |at| &tables[usize::from(rows[at / row])]);
    packed.extend(states.iter().flat_map(|state| state.to_le_bytes()));
    packed.extend(stream.iter().rev().flat_map(|word| word.to_le_bytes()));
    Some(packed)
}

/// The numbers, and what follows them.
fn read<'a>(mut bytes: &'a [u8], layout: &Layout) -> Option<(Vec<u16>, &'a [u8])> {
    // No number has less than a byte.
    if layout.numbers > bytes.len() {
        return None;
    }
    let mut numbers = Vec::with_capacity(layout.numbers);
    for _ in 0..layout.numbers {
        let number = if layout.is_variable {
            read_variable(&mut bytes)?
        } else {
            let (&two, rest) = bytes.split_first_chunk()?;
            bytes = rest;
            u16::from_le_bytes(two)
        };
        numbers.push(number);
    }
    Some((numbers, bytes))
}

fn read_variable(bytes: &mut &[u8]) -> Option<u16> {
    let mut number = 0u32;
    for place in 0..3 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7F) << (7 * place);
        if byte < 0x80 {
            let number = u16::try_from(number).ok()?;
            return Some(number >> 1 ^ (number & 1).wrapping_neg());
        }
    }
    None
}

/// Rows that are alike: their numbers are about as large.
struct Class {
    /// Four times the mean number of bits.
    size: i32,
    low_bits: u8,
    counts: [usize; 256],
}

impl Class {
    /// The number of a row's class, which may be a new one.
    fn of(row: &[u16], classes: &mut Vec<Class>) -> Option<u8> {
        // Bits, not numbers: a few large ones do not make a row large.
        let bits: u32 = row.iter().map(|&number| 16 - folded(number).leading_zeros()).sum();
        let size = (4.0 * f64::from(bits) / row.len() as f64).round() as i32;
        let known = classes.iter().position(|class| class.size == size);
        let place = known.unwrap_or_else(|| {
            // Few numbers have two bits more than the mean; what is five below is noise.
            let low_bits = (size / 4 - 5).clamp(0, i32::from(MOST_LOW_BITS)) as u8;
            classes.push(Class { size, low_bits, counts: [0; 256] });
            classes.len() - 1
        });
        u8::try_from(place).ok()
    }

    fn token(&self, difference: u16) -> u8 {
        u8::try_from(folded(difference) >> self.low_bits).unwrap_or(WIDE)
    }
}

/// Bits that are written as they are.
#[derive(Default)]
struct LowBits {
    bytes: Vec<u8>,
    held: u32,
    count: u8,
}

impl LowBits {
    fn push(&mut self, number: u16, count: u8) {
        self.held |= (u32::from(number) & ((1 << count) - 1)) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

type Frequencies = [u16; 256];

/// How frequent each token is, of [`TOTAL`]: at least once if it occurs at all.
fn frequencies(counts: &[usize; 256]) -> Frequencies {
    let all = counts.iter().sum::<usize>().max(1);
    let mut frequencies = counts.map(|count| match count {
        0 => 0,
        count => (count * TOTAL / all).max(1) as u16,
    });
    // What rounding left over, or took too much, falls to the most frequent.
    loop {
        let sum: usize = frequencies.iter().map(|&frequency| usize::from(frequency)).sum();
        let Some(most) = frequencies.iter_mut().max() else { return frequencies };
        match sum {
            TOTAL => return frequencies,
            _ if sum < TOTAL => *most += (TOTAL - sum) as u16,
            _ => *most -= 1,
        }
    }
}

/// The states that decoding begins with, and the stream, its last word first.
fn encode<'a>(
    tokens: &[u8],
    frequencies: impl Fn(usize) -> &'a Frequencies,
) -> ([u32; LANES], Vec<u16>) {
    let (mut states, mut stream) = ([LOWEST; LANES], Vec::new());
    let mut starts = vec![0u32; 256];
    let mut current: Option<&Frequencies> = None;
    for (at, &token) in tokens.iter().enumerate().rev() {
        let table = frequencies(at);
        if !current.is_some_and(|current| core::ptr::eq(current, table)) {
            for token in 1..256 {
                starts[token] = starts[token - 1] + u32::from(table[token - 1]);
            }
            current = Some(table);
        }
        let state = &mut states[at % LANES];
        let frequency = u32::from(table[usize::from(token)]);
        // In 64 bits: a token may have all of the total.
        if u64::from(*state) >= u64::from(frequency) << (32 - TOTAL_BITS) {
            stream.push(*state as u16);
            *state >>= 16;
        }
        *state =
            ((*state / frequency) << TOTAL_BITS) + *state % frequency + starts[usize::from(token)];
    }
    (states, stream)
}
