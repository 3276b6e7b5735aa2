//! Compressed lists of values.
//!
//! Pairs of values that often follow each other were replaced by symbols, and
//! pairs of symbols by symbols again; what remained was written in a Huffman
//! code, in blocks of equal length. A sparse index and a list of how many
//! values each block holds lead to the block.

use super::error::{Corruption, Fault};
use super::source::{CHUNK, Cursor, Source};

/// Entries of the sparse index, six bytes each, that are read at once.
const INDEX_CHUNK: u64 = 6 * (CHUNK as u64 / 6);

/// Marks a symbol that stands for one value.
const LEAF: u16 = 0xFFF;

/// One symbol: a value, or two symbols one after the other.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// How many values it stands for, less one.
    more: u16,
}

#[derive(Debug)]
struct Blocks {
    block_bits: u8,
    span_bits: u8,
    /// How many blocks there are, and how many entries their list of lengths
    /// has: a few more, that the search may look at.
    blocks: u32,
    lengths: u32,
    spans: u64,
    /// By code length, from the shortest: the smallest code at the top of a
    /// word, and its symbol.
    min_len: u8,
    codes: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
    index_at: u64,
    lengths_at: u64,
    data_at: u64,
}

#[derive(Debug)]
enum Values {
    Constant(u16),
    Blocks(Blocks),
}

/// One list of values.
#[derive(Debug)]
pub(super) struct Pairs {
    /// What distances mean; of no use in other tables.
    pub(super) flags: u8,
    values: Values,
}

impl Pairs {
    /// Reads the description of a list of `size` values.
    pub(super) fn read(cursor: &mut Cursor<'_>, size: u64) -> Result<Pairs, Fault> {
        let flags = cursor.u8()?;
        if flags & 0x80 != 0 {
            let value = u16::from(cursor.u8()?);
            return Ok(Pairs { flags, values: Values::Constant(value) });
        }
        let [block_bits, span_bits, padding] = cursor.bytes()?;
        let blocks = cursor.u32()?;
        let [max_len, min_len] = cursor.bytes()?;
        // Blocks may be as long as a megabyte, for what is read at once is
        // held in memory.
        if !(1..=20).contains(&block_bits) || !(1..=40).contains(&span_bits) || blocks == 0 {
            return Err(Corruption::Sizes.into());
        }
        let lengths = blocks.checked_add(u32::from(padding)).ok_or(Corruption::Sizes)?;
        let codes = read_codes(cursor, min_len, max_len)?;
        let symbols = read_symbols(cursor)?;
        let values = Values::Blocks(Blocks {
            block_bits,
            span_bits,
            blocks,
            lengths,
            spans: size.div_ceil(1 << span_bits),
            min_len,
            codes,
            symbols,
            index_at: 0,
            lengths_at: 0,
            data_at: 0,
        });
        Ok(Pairs { flags, values })
    }

    /// The parts of all lists of a file follow each other: first the indices,
    /// then the lengths, then the blocks.
    pub(super) fn place_index(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Values::Blocks(blocks) = &mut self.values {
            blocks.index_at = cursor.at();
            cursor.skip(blocks.spans.checked_mul(6).ok_or(Corruption::Sizes)?)?;
        }
        Ok(())
    }

    pub(super) fn place_lengths(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Values::Blocks(blocks) = &mut self.values {
            blocks.lengths_at = cursor.at();
            cursor.skip(2 * u64::from(blocks.lengths))?;
        }
        Ok(())
    }

    pub(super) fn place_blocks(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Values::Blocks(blocks) = &mut self.values {
            cursor.align(64);
            blocks.data_at = cursor.at();
            cursor.skip(u64::from(blocks.blocks) << blocks.block_bits)?;
        }
        Ok(())
    }

    /// The value at a place in the list.
    pub(super) fn value(&self, source: &Source, number: u64) -> Result<u16, Fault> {
        match &self.values {
            Values::Constant(value) => Ok(*value),
            Values::Blocks(blocks) => {
                let (block, offset) = blocks.locate(source, number)?;
                blocks.decode(source, block, offset)
            }
        }
    }
}

/// The codes of each length follow each other, and longer codes are smaller.
/// From the first symbol of each length follow the first codes.
fn read_codes(cursor: &mut Cursor<'_>, min: u8, max: u8) -> Result<Vec<(u64, u16)>, Fault> {
    if min == 0 || min > max || max > 32 {
        return Err(Corruption::Code.into());
    }
    let mut codes = Vec::with_capacity(usize::from(max - min) + 1);
    for _ in min..=max {
        codes.push((0u64, cursor.u16()?));
    }
    let (mut code, mut next_symbol) = (0u64, None::<u16>);
    for (len, (start, symbol)) in (min..=max).zip(&mut codes).rev() {
        if let Some(next) = next_symbol {
            let sum = (code + u64::from(*symbol)).checked_sub(u64::from(next));
            code = sum.ok_or(Corruption::Code)? / 2;
        }
        if code >> len != 0 {
            return Err(Corruption::Code.into());
        }
        *start = code << (64 - u32::from(len));
        next_symbol = Some(*symbol);
    }
    Ok(codes)
}

fn read_symbols(cursor: &mut Cursor<'_>) -> Result<Vec<Symbol>, Fault> {
    let count = cursor.u16()?;
    if count > LEAF {
        return Err(Corruption::Symbols.into());
    }
    let mut symbols = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let [low, middle, high] = cursor.bytes()?.map(u16::from);
        let (left, right) = (low | (middle & 15) << 8, high << 4 | middle >> 4);
        let is_there = |symbol: u16| symbol < count;
        if right != LEAF && !(is_there(left) && is_there(right)) {
            return Err(Corruption::Symbols.into());
        }
        symbols.push(Symbol { left, right, more: 0 });
    }
    if count % 2 == 1 {
        cursor.u8()?;
    }
    measure(&mut symbols)?;
    Ok(symbols)
}

/// Finds how many values each symbol stands for.
fn measure(symbols: &mut [Symbol]) -> Result<(), Fault> {
    const UNSEEN: u8 = 0;
    const BEGUN: u8 = 1;
    const DONE: u8 = 2;
    let mut states = vec![UNSEEN; symbols.len()];
    let mut stack = Vec::new();
    for root in 0..symbols.len() {
        stack.push(root);
        while let Some(&top) = stack.last() {
            let (Some(&symbol), Some(&state)) = (symbols.get(top), states.get(top)) else {
                return Err(Corruption::Symbols.into());
            };
            let (left, right) = (usize::from(symbol.left), usize::from(symbol.right));
            if state == DONE || symbol.right == LEAF {
                states[top] = DONE;
                stack.pop();
                continue;
            }
            let open = [left, right].into_iter().find(|&part| states[part] != DONE);
            match open {
                None => {
                    let more = symbols[left].more.checked_add(symbols[right].more);
                    let more = more.and_then(|more| more.checked_add(1));
                    symbols[top].more = more.ok_or(Corruption::Symbols)?;
                    states[top] = DONE;
                    stack.pop();
                }
                // Begun but not done: it is below this one on the stack.
                Some(part) if states[part] == BEGUN || part == top => {
                    return Err(Corruption::Symbols.into());
                }
                Some(part) => {
                    states[top] = BEGUN;
                    stack.push(part);
                }
            }
        }
    }
    Ok(())
}

/// Reads short entries of a list, keeping the chunk that was read last.
struct Lengths<'a> {
    source: &'a Source,
    at: u64,
    count: u32,
    chunk: Option<(u32, super::source::Chunk<'a>)>,
}

impl Lengths<'_> {
    /// How many values a block holds, less one.
    fn get(&mut self, block: u32) -> Result<u16, Fault> {
        const ENTRIES: u32 = CHUNK as u32 / 2;
        if block >= self.count {
            return Err(Corruption::Index.into());
        }
        let number = block / ENTRIES;
        if self.chunk.as_ref().is_none_or(|(held, _)| *held != number) {
            let entries = (self.count - number * ENTRIES).min(ENTRIES);
            let at = self.at + u64::from(number) * CHUNK as u64;
            self.chunk = Some((number, self.source.fetch(at, 2 * entries as usize)?));
        }
        let place = 2 * (block % ENTRIES) as usize;
        let bytes = self.chunk.as_ref().and_then(|(_, chunk)| chunk.get(place..place + 2));
        match bytes {
            Some(&[low, high]) => Ok(u16::from_le_bytes([low, high])),
            _ => Err(Corruption::Truncated.into()),
        }
    }
}

impl Blocks {
    /// The block a value is in, and how many values are before it there.
    fn locate(&self, source: &Source, number: u64) -> Result<(u32, u32), Fault> {
        let span = number >> self.span_bits;
        if span >= self.spans {
            return Err(Corruption::Index.into());
        }
        let at = span * 6 / INDEX_CHUNK * INDEX_CHUNK;
        let chunk =
            source.fetch(self.index_at + at, (self.spans * 6 - at).min(INDEX_CHUNK) as usize)?;
        let entry = (span * 6 - at) as usize;
        let Some(&[a, b, c, d, e, f]) = chunk.get(entry..entry + 6) else {
            return Err(Corruption::Truncated.into());
        };
        // The entry is for the value in the middle of its span.
        let mut block = u32::from_le_bytes([a, b, c, d]);
        let within = (number & ((1 << self.span_bits) - 1)) as i64;
        let middle = 1i64 << (self.span_bits - 1);
        let mut offset = within - middle + i64::from(u16::from_le_bytes([e, f]));
        let mut lengths = Lengths { source, at: self.lengths_at, count: self.lengths, chunk: None };
        // Each step is at least one value long, so both loops come to an end.
        while offset < 0 {
            block = block.checked_sub(1).ok_or(Corruption::Index)?;
            offset += i64::from(lengths.get(block)?) + 1;
        }
        loop {
            let length = i64::from(lengths.get(block)?);
            if offset <= length {
                break;
            }
            offset -= length + 1;
            block = block.checked_add(1).ok_or(Corruption::Index)?;
        }
        if block >= self.blocks {
            return Err(Corruption::Index.into());
        }
        Ok((block, offset as u32))
    }

    fn decode(&self, source: &Source, block: u32, mut offset: u32) -> Result<u16, Fault> {
        let block_len = 1usize << self.block_bits;
        let unit = block_len.max(CHUNK) as u64;
        let start = u64::from(block) << self.block_bits;
        let unit_start = start / unit * unit;
        let all = u64::from(self.blocks) << self.block_bits;
        let chunk =
            source.fetch(self.data_at + unit_start, (all - unit_start).min(unit) as usize)?;
        let start = (start - unit_start) as usize;
        let bytes = chunk.get(start..start + block_len).ok_or(Corruption::Truncated)?;

        let mut words = bytes.chunks(4).map(|word| {
            let mut padded = [0; 4];
            padded.iter_mut().zip(word).for_each(|(to, from)| *to = *from);
            u64::from(u32::from_be_bytes(padded))
        });
        let mut next = || words.next().unwrap_or(0);
        let mut code = next() << 32 | next();
        // Bits of `code` that are real; the block may not be left.
        let (mut filled, mut left) = (64u32, 8 * block_len as u32);
        let mut symbol = loop {
            let (i, &(start, first)) = self
                .codes
                .iter()
                .enumerate()
                .find(|(_, (start, _))| code >= *start)
                .ok_or(Corruption::Code)?;
            let len = u32::from(self.min_len) + i as u32;
            left = left.checked_sub(len).ok_or(Corruption::Block)?;
            let number = u64::from(first) + ((code - start) >> (64 - len));
            let symbol = *self.symbols.get(number as usize).ok_or(Corruption::Symbols)?;
            if offset <= u32::from(symbol.more) {
                break symbol;
            }
            offset -= u32::from(symbol.more) + 1;
            code <<= len;
            filled -= len;
            if filled <= 32 {
                code |= next() << (32 - filled);
                filled += 32;
            }
        };
        // Every part stands for fewer values than the whole.
        while symbol.right != LEAF {
            let part = |number: u16| self.symbols.get(usize::from(number)).copied();
            let left = part(symbol.left).ok_or(Corruption::Symbols)?;
            if offset <= u32::from(left.more) {
                symbol = left;
            } else {
                offset -= u32::from(left.more) + 1;
                symbol = part(symbol.right).ok_or(Corruption::Symbols)?;
            }
        }
        Ok(symbol.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(left: u16, right: u16) -> Symbol {
        Symbol { left, right, more: 0 }
    }

    #[test]
    fn symbols_are_measured_in_any_order() {
        let mut symbols = [symbol(1, 2), symbol(2, 3), symbol(3, 3), symbol(7, LEAF), symbol(0, 0)];
        assert_eq!(measure(&mut symbols), Ok(()));
        assert_eq!(symbols.map(|s| s.more), [4, 2, 1, 0, 9]);
    }

    #[test]
    fn symbols_that_hold_themselves_are_refused() {
        let corrupt = Err(Fault::Corrupt(Corruption::Symbols));
        assert_eq!(measure(&mut [symbol(0, 0)]), corrupt);
        assert_eq!(measure(&mut [symbol(1, 2), symbol(0, 2), symbol(7, LEAF)]), corrupt);
        // Doubling sixteen times overflows what a block can hold.
        let mut doubling: Vec<Symbol> = (0..20).map(|i| symbol(i + 1, i + 1)).collect();
        doubling.push(symbol(7, LEAF));
        assert_eq!(measure(&mut doubling), corrupt);
    }
}
