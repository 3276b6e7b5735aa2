//! How the numbers of a table are packed.
//!
//! A number is coded with the frequencies it has after the number before it,
//! by asymmetric numeral systems (rANS). Neighbouring places are neighbouring
//! squares of the last man, so the number before says much. Each block is
//! packed on its own.

/// The frequencies after each number add up to this.
const TOTAL: u32 = 1 << BITS;
const BITS: u32 = 12;
/// The state of the coder is never less, outside of a step.
const LEAST: u32 = 1 << 16;

/// The most different numbers that a model can have.
const MOST_SYMBOLS: usize = 256;

/// What is known of the numbers of one plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    /// The numbers that occur.
    symbols: Vec<u8>,
    /// By the number before and the number: how often, of [`TOTAL`].
    frequencies: Vec<u16>,
    starts: Vec<u16>,
    /// By the number before and the place within [`TOTAL`]: which number.
    lookup: Vec<u8>,
}

/// The bytes of a file do not mean anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nonsense;

/// How often numbers follow each other.
pub(crate) struct Counts {
    pairs: Vec<u64>,
    occurs: [bool; MOST_SYMBOLS],
}

impl Default for Counts {
    fn default() -> Counts {
        let pairs = vec![0; MOST_SYMBOLS * MOST_SYMBOLS];
        Counts { pairs, occurs: [false; MOST_SYMBOLS] }
    }
}

impl Counts {
    /// Looks at a block.
    pub(crate) fn add(&mut self, block: &[u8]) {
        let mut before = block.first().copied().unwrap_or(0);
        for &byte in block {
            self.pairs[usize::from(before) * MOST_SYMBOLS + usize::from(byte)] += 1;
            self.occurs[usize::from(byte)] = true;
            before = byte;
        }
    }

    /// The model for blocks such as these.
    pub(crate) fn model(&self) -> Model {
        let Counts { pairs, occurs } = self;
        let symbols: Vec<u8> = (0..=255).filter(|&byte| occurs[usize::from(byte)]).collect();
        let mut frequencies = Vec::with_capacity(symbols.len() * symbols.len());
        for &before in &symbols {
            let row = &pairs[usize::from(before) * MOST_SYMBOLS..][..MOST_SYMBOLS];
            let counts: Vec<u64> = symbols.iter().map(|&byte| row[usize::from(byte)]).collect();
            frequencies.extend(quantised(&counts));
        }
        // What was counted is sound.
        Model::new(symbols, frequencies).unwrap_or_else(|Nonsense| Model::constant(0))
    }
}

impl Model {
    /// A model for one number alone.
    fn constant(byte: u8) -> Model {
        let lookup = vec![0; TOTAL as usize];
        Model { symbols: vec![byte], frequencies: vec![TOTAL as u16], starts: vec![0], lookup }
    }

    fn new(symbols: Vec<u8>, frequencies: Vec<u16>) -> Result<Model, Nonsense> {
        let count = symbols.len();
        let is_ordered = symbols.is_sorted_by(|one, other| one < other);
        if count == 0 || !is_ordered || frequencies.len() != count * count {
            return Err(Nonsense);
        }
        let mut starts = Vec::with_capacity(frequencies.len());
        let mut lookup = Vec::with_capacity(count << BITS);
        for row in frequencies.chunks_exact(count) {
            let mut start = 0u32;
            for (symbol, &frequency) in row.iter().enumerate() {
                starts.push(start.min(TOTAL - 1) as u16);
                start += u32::from(frequency);
                if start > TOTAL {
                    return Err(Nonsense);
                }
                lookup.extend(core::iter::repeat_n(symbol as u8, usize::from(frequency)));
            }
            if start != TOTAL {
                return Err(Nonsense);
            }
        }
        Ok(Model { symbols, frequencies, starts, lookup })
    }

    /// The model as bytes: how many numbers, which, and the frequencies.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.symbols.len() as u16).to_le_bytes());
        out.extend(&self.symbols);
        out.extend(self.frequencies.iter().flat_map(|frequency| frequency.to_le_bytes()));
    }

    /// Reads what [`Model::write`] wrote, and moves on.
    pub(crate) fn read(bytes: &mut &[u8]) -> Result<Model, Nonsense> {
        let count = usize::from(u16::from_le_bytes(take::<2>(bytes)?));
        if count > MOST_SYMBOLS {
            return Err(Nonsense);
        }
        let symbols = bytes.split_off(..count).ok_or(Nonsense)?.to_vec();
        let rows = bytes.split_off(..2 * count * count).ok_or(Nonsense)?;
        let frequencies = rows.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        Model::new(symbols, frequencies.collect())
    }

    fn symbol(&self, byte: u8) -> usize {
        self.symbols.binary_search(&byte).unwrap_or(0)
    }

    /// Packs a block of numbers the model was made for.
    pub(crate) fn pack(&self, block: &[u8]) -> Vec<u8> {
        let count = self.symbols.len();
        let symbols: Vec<usize> = block.iter().map(|&byte| self.symbol(byte)).collect();
        let mut words: Vec<u16> = Vec::new();
        let mut state = LEAST;
        for place in (0..symbols.len()).rev() {
            let before = symbols[place.saturating_sub(1)];
            let at = before * count + symbols[place];
            let (frequency, start) = (u32::from(self.frequencies[at]), u32::from(self.starts[at]));
            if u64::from(state) >= u64::from(frequency) << (32 - BITS) {
                words.push(state as u16);
                state >>= 16;
            }
            state = ((state / frequency) << BITS) + state % frequency + start;
        }
        let mut packed = vec![self.symbols[symbols.first().copied().unwrap_or(0)]];
        packed.extend(state.to_le_bytes());
        packed.extend(words.iter().rev().flat_map(|word| word.to_le_bytes()));
        packed
    }

    /// Unpacks a block into `block`, all of it.
    pub(crate) fn unpack(&self, packed: &[u8], block: &mut [u8]) -> Result<(), Nonsense> {
        let count = self.symbols.len();
        let mut rest = packed;
        let [first] = take(&mut rest)?;
        let mut before = self.symbols.binary_search(&first).map_err(|_| Nonsense)?;
        let mut state = u32::from_le_bytes(take(&mut rest)?);
        let mut words = rest.chunks_exact(2);
        for byte in block.iter_mut() {
            let slot = state & (TOTAL - 1);
            let symbol = usize::from(self.lookup[(before << BITS) + slot as usize]);
            let at = before * count + symbol;
            let (frequency, start) = (u32::from(self.frequencies[at]), u32::from(self.starts[at]));
            state = frequency * (state >> BITS) + slot - start;
            if state < LEAST {
                let word = words.next().ok_or(Nonsense)?;
                state = state << 16 | u32::from(u16::from_le_bytes([word[0], word[1]]));
            }
            *byte = self.symbols[symbol];
            before = symbol;
        }
        let is_whole = words.next().is_none() && words.remainder().is_empty();
        if is_whole && state == LEAST { Ok(()) } else { Err(Nonsense) }
    }
}

/// The next bytes of a slice.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Nonsense> {
    let head = bytes.split_off(..N).ok_or(Nonsense)?;
    head.try_into().map_err(|_| Nonsense)
}

/// Frequencies that add up to [`TOTAL`]; what occurs keeps at least one.
fn quantised(counts: &[u64]) -> Vec<u16> {
    let sum: u64 = counts.iter().sum();
    if sum == 0 {
        // Never needed, but every row must add up.
        let mut row = vec![0; counts.len()];
        row[0] = TOTAL as u16;
        return row;
    }
    let share = |count: u64| (count * u64::from(TOTAL) / sum) as u32;
    let mut row: Vec<u32> =
        counts.iter().map(|&count| if count == 0 { 0 } else { share(count).max(1) }).collect();
    let mut total: u32 = row.iter().sum();
    while total != TOTAL {
        // The greatest feels a change least.
        let greatest = (0..row.len()).max_by_key(|&at| row[at]).unwrap_or(0);
        let change = if total > TOTAL {
            (total - TOTAL).min(row[greatest] / 2)
        } else {
            total.wrapping_sub(TOTAL)
        };
        row[greatest] = row[greatest].wrapping_sub(change);
        total = total.wrapping_sub(change);
    }
    row.into_iter().map(|frequency| frequency as u16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model<'a>(blocks: impl Iterator<Item = &'a [u8]>) -> Model {
        let mut counts = Counts::default();
        blocks.for_each(|block| counts.add(block));
        counts.model()
    }

    fn blocks() -> Vec<Vec<u8>> {
        let mut random = erawan_testing::Random::new(7);
        (0..20)
            .map(|block| {
                let mut last = 5u8;
                (0..1000 + block)
                    .map(|_| {
                        if random.one_in(3) {
                            last = (random.next() % (1 + 10 * block as u64)) as u8;
                        }
                        last
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn what_was_packed_comes_out() {
        let blocks = blocks();
        let model = model(blocks.iter().map(Vec::as_slice));
        let mut bytes = Vec::new();
        model.write(&mut bytes);
        assert_eq!(Model::read(&mut bytes.as_slice()).as_ref(), Ok(&model));
        for block in &blocks {
            let packed = model.pack(block);
            assert!(packed.len() < block.len());
            let mut unpacked = vec![0; block.len()];
            assert_eq!(model.unpack(&packed, &mut unpacked), Ok(()));
            assert_eq!(&unpacked, block);
            assert_eq!(model.unpack(&packed[..packed.len() - 1], &mut unpacked), Err(Nonsense));
            assert_eq!(model.unpack(&[packed, vec![0; 2]].concat(), &mut unpacked), Err(Nonsense));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let blocks = blocks();
        let model = model(blocks.iter().map(Vec::as_slice));
        let mut bytes = Vec::new();
        model.write(&mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(Model::read(&mut &bytes[..end]), Err(Nonsense));
        }
        let mut other = bytes.clone();
        let last = other.len() - 2;
        other[last] ^= 1;
        assert_eq!(Model::read(&mut other.as_slice()), Err(Nonsense));
    }

    #[test]
    fn a_constant_costs_five_bytes() {
        let block = [255; 4096];
        let model = model([block.as_slice()].into_iter());
        assert_eq!(model.pack(&block).len(), 5);
    }
}
