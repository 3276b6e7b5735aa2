//! Packing, for the build script and for tests: see `src/packing.rs` for what
//! it makes.

use alloc::vec::Vec;

use crate::packing::{BYTES, LANES, LOWEST, TOTAL, TOTAL_BITS, WIDE, words};

/// Packs a file in the way that makes it smallest. `strides` are distances in
/// words at which numbers may resemble each other.
pub(crate) fn pack(file: &[u8], strides: &[usize]) -> Vec<u8> {
    let by_words = strides.iter().map(|&stride| pack_words(file, stride));
    let by_bytes = assemble(file.len(), BYTES, &[], file);
    by_words.fold(by_bytes, |best, next| if next.len() < best.len() { next } else { best })
}

fn pack_words(file: &[u8], stride: usize) -> Vec<u8> {
    let mut padded = file.to_vec();
    padded.resize(file.len().next_multiple_of(2), 0);
    let words: Vec<u16> = words(&padded).collect();
    let mut wide = Vec::new();
    let token = |at: usize| {
        let before = if stride > 0 && at >= stride { words[at - stride] } else { 0 };
        let difference = words[at].wrapping_sub(before);
        let zigzag = difference << 1 ^ ((difference as i16) >> 15) as u16;
        u8::try_from(zigzag).ok().filter(|&token| token != WIDE).unwrap_or_else(|| {
            wide.push(difference);
            WIDE
        })
    };
    let tokens: Vec<u8> = (0..words.len()).map(token).collect();
    assemble(file.len(), stride as u32, &wide, &tokens)
}

fn assemble(length: usize, stride: u32, wide: &[u16], tokens: &[u8]) -> Vec<u8> {
    let frequencies = frequencies(tokens);
    let numbers = [length as u32, stride, wide.len() as u32];
    let mut packed: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    packed.extend(frequencies.iter().flat_map(|number| number.to_le_bytes()));
    packed.extend(wide.iter().flat_map(|number| number.to_le_bytes()));
    let (states, stream) = encode(tokens, &frequencies);
    packed.extend(states.iter().flat_map(|state| state.to_le_bytes()));
    packed.extend(stream.iter().rev().flat_map(|word| word.to_le_bytes()));
    packed
}

/// How frequent each token is, of [`TOTAL`]: at least once if it occurs at all.
fn frequencies(tokens: &[u8]) -> [u16; 256] {
    let mut counts = [0usize; 256];
    tokens.iter().for_each(|&token| counts[usize::from(token)] += 1);
    let all = tokens.len().max(1);
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
fn encode(tokens: &[u8], frequencies: &[u16; 256]) -> ([u32; LANES], Vec<u16>) {
    let mut starts = [0u32; 256];
    for token in 1..256 {
        starts[token] = starts[token - 1] + u32::from(frequencies[token - 1]);
    }
    let (mut states, mut stream) = ([LOWEST; LANES], Vec::new());
    for (at, &token) in tokens.iter().enumerate().rev() {
        let state = &mut states[at % LANES];
        let frequency = u32::from(frequencies[usize::from(token)]);
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
