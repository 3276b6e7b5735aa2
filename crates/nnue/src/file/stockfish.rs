//! Stockfish's network files (`.nnue`). All numbers are little-endian.
//!
//! | what | HalfKP | HalfKAv2_hm |
//! |---|---|---|
//! | version | `0x7AF32F16` | `0x7AF32F20` |
//! | hash of the architecture | `0x3E5AA6EE` | `0x1C102EF2` |
//! | length of a description, and the description | | |
//! | hash of the first layer | `0x5D69D7B8` | `0x7F2344B8` |
//! | its bias, then its rows, 16 bits each | 64 × 641 rows of 256 | 32 × 704 rows of 1024 |
//! | what each row is worth, 32 bits for each set | | 8 |
//! | sets of: hash, and for each layer its bias (32 bits) and its weights (8 bits) | 1 | 8 |
//!
//! The hashes tell architectures apart; of the weights there is none. Whatever
//! they are, nothing can go wrong but the evaluation.

use super::{Input, u32_at};
use crate::architecture::{Architecture, INPUTS, Kind};
use crate::block::GroupWeights;
use crate::error::NetworkError;
use crate::network::{Head, Network, blocks};
use crate::stockfish::{FIRST, HALF_KA_WIDTH, HALF_KP_WIDTH, HalfKa, HalfKp, SECOND, SETS, Tail};

/// The versions, with which files begin.
pub(super) const HALF_KP: u32 = 0x7AF3_2F16;
pub(super) const HALF_KA: u32 = 0x7AF3_2F20;

/// Version, hash and the length of the description.
const FIXED: usize = 12;

/// No description is longer.
const LONGEST_DESCRIPTION: usize = 1 << 16;

/// What differs between the kinds.
struct Format {
    kind: Kind,
    version: u32,
    hash: u32,
    first_hash: u32,
    set_hash: u32,
    hidden: usize,
    /// Places of the own king that have rows of their own.
    kings: usize,
    /// Rows for each of them.
    rows: usize,
    /// The worth of a row, for each set.
    worths: usize,
    sets: usize,
    /// Outputs of the first layer of a set.
    first: usize,
}

const FORMATS: [Format; 2] = [
    Format {
        kind: Kind::HalfKp,
        version: HALF_KP,
        hash: 0x3E5A_A6EE,
        first_hash: 0x5D69_D7B8,
        set_hash: 0x6333_7156,
        hidden: HALF_KP_WIDTH,
        kings: 64,
        rows: 641,
        worths: 0,
        sets: 1,
        first: SECOND,
    },
    Format {
        kind: Kind::HalfKa,
        version: HALF_KA,
        hash: 0x1C10_2EF2,
        first_hash: 0x7F23_44B8,
        set_hash: 0x6333_6A4A,
        hidden: HALF_KA_WIDTH,
        kings: 32,
        rows: 704,
        worths: SETS,
        sets: SETS,
        first: FIRST,
    },
];

impl Format {
    /// The inputs of a set's first layer: both sides' neurons, or both sides'
    /// products of two.
    const fn inputs(&self) -> usize {
        match self.kind {
            Kind::HalfKp => 2 * self.hidden,
            _ => self.hidden,
        }
    }

    /// The bytes after the description.
    const fn length(&self) -> usize {
        let rows = self.kings * self.rows;
        let first_layer = 4 + 2 * self.hidden * (rows + 1) + 4 * rows * self.worths;
        let first = self.first * (4 + self.inputs());
        let set = 4 + first + SECOND * (4 + SECOND) + 4 + SECOND;
        first_layer + self.sets * set
    }

    /// The row of the file for a row of ours, if it has one. Our men are in
    /// the order of sides and roles, theirs in that of roles and sides.
    fn row(&self, ours: usize) -> Option<usize> {
        let (king, input) = (ours / INPUTS, ours % INPUTS);
        let (seat, square) = (input / 64, input % 64);
        let (theirs, role) = (seat / 6, seat % 6);
        let in_bucket = match (self.kind, role) {
            (Kind::HalfKp, 5) => return None,
            // The first row of each king is not used.
            (Kind::HalfKp, _) => 1 + 64 * (2 * role + theirs) + square,
            // Both kings share a plane; the king stands on the files e to h.
            (_, 5) => 640 + (square ^ 7),
            _ => 64 * (2 * role + theirs) + (square ^ 7),
        };
        Some(king * self.rows + in_bucket)
    }
}

/// Numbers one after another. What is taken is there: lengths were compared.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn u32(&mut self) -> u32 {
        let number = u32_at(self.0, 0);
        self.0 = &self.0[4..];
        number
    }

    fn i32s<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| self.u32() as i32)
    }

    fn i16s(&mut self, count: usize) -> Vec<i16> {
        let (taken, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        taken.as_chunks::<2>().0.iter().map(|&two| i16::from_le_bytes(two)).collect()
    }

    fn i8s<const N: usize>(&mut self) -> [i8; N] {
        let (taken, rest) = self.0.split_at(N);
        self.0 = rest;
        std::array::from_fn(|i| taken[i] as i8)
    }

    /// The next hash, if it is this one.
    fn hash(&mut self, expected: u32) -> Result<(), NetworkError> {
        match self.u32() {
            found if found == expected => Ok(()),
            found => Err(NetworkError::StockfishHash { expected, found }),
        }
    }

    fn tail(&mut self, first_bias: [i32; FIRST]) -> Tail {
        let second_bias = self.i32s();
        let second = [(); SECOND].map(|()| self.i8s());
        let [third_bias] = self.i32s();
        Tail { first_bias, second_bias, second, third_bias, third: self.i8s() }
    }

    fn half_kp(&mut self, format: &Format, unused: Vec<i16>) -> Result<HalfKp, NetworkError> {
        self.hash(format.set_hash)?;
        let first_bias = self.i32s();
        let first = |_| self.i8s::<{ 2 * HALF_KP_WIDTH }>().map(i16::from);
        let first = (0..SECOND).map(first).collect();
        let Tail { second_bias, second, third_bias, third, .. } = self.tail([0; FIRST]);
        Ok(HalfKp { first, first_bias, second, second_bias, third, third_bias, unused })
    }

    fn half_ka(&mut self, format: &Format, worth: Vec<i32>) -> Result<HalfKa, NetworkError> {
        let (mut first, mut tails) = (Vec::new(), Vec::new());
        for _ in 0..format.sets {
            self.hash(format.set_hash)?;
            let first_bias = self.i32s();
            let weights = [(); FIRST].map(|()| self.i8s::<HALF_KA_WIDTH>());
            let group = |at: usize| {
                let weight = |output: usize, i| weights[output][4 * at + i];
                std::array::from_fn(|output| std::array::from_fn(|i| weight(output, i)))
            };
            first.extend((0..HALF_KA_WIDTH / 4).map(|at| GroupWeights(group(at))));
            tails.push(self.tail(first_bias));
        }
        Ok(HalfKa { first, tails, worth })
    }
}

/// The sizes, in our words.
fn architecture(format: &Format) -> Architecture {
    let table = std::array::from_fn(|square| match format.kind {
        Kind::HalfKp => square as u8,
        _ => (4 * (7 - square / 8) + square % 8 % 4) as u8,
    });
    let base = Architecture::new(erawan_board::Variant::Chess, format.hidden);
    Architecture { kind: format.kind, ..base }
        .with_king_buckets(format.kings, table)
        .with_output_buckets(format.sets)
}

pub(super) fn read(mut input: Input) -> Result<Network, NetworkError> {
    input.fill(FIXED, FIXED)?;
    let [version, hash, description] = [0, 4, 8].map(|at| u32_at(&input.bytes, at));
    let known = FORMATS.iter().find(|format| format.version == version && format.hash == hash);
    let format = known.ok_or(NetworkError::StockfishKind { version, hash })?;
    let description = description as usize;
    if description > LONGEST_DESCRIPTION {
        let (value, most) = (description, LONGEST_DESCRIPTION);
        return Err(NetworkError::Size { field: "the description", value, least: 0, most });
    }
    input.finish(FIXED + description + format.length())?;
    let (header, weights) = input.bytes.split_at(FIXED + description);
    let summary = String::from_utf8_lossy(&header[FIXED..]).into_owned();
    let mut numbers = Numbers(weights);
    numbers.hash(format.first_hash)?;
    let hidden = format.hidden;
    let bias = numbers.i16s(hidden);
    let rows = numbers.i16s(format.kings * format.rows * hidden);
    let architecture = architecture(format);
    let mut features = vec![0i16; architecture.rows() * hidden];
    for (ours, to) in features.chunks_exact_mut(hidden).enumerate() {
        if let Some(row) = format.row(ours) {
            to.copy_from_slice(&rows[row * hidden..][..hidden]);
        }
    }
    let head = match format.kind {
        Kind::HalfKp => {
            let kings = rows.chunks_exact(format.rows * hidden);
            let unused = kings.flat_map(|rows| rows[..hidden].iter().copied()).collect();
            Head::HalfKp(Box::new(numbers.half_kp(format, unused)?))
        }
        _ => {
            let worths: Vec<[i32; SETS]> =
                (0..format.kings * format.rows).map(|_| numbers.i32s()).collect();
            let mut worth = vec![0; SETS * architecture.rows()];
            for (set, worth) in worth.chunks_exact_mut(architecture.rows()).enumerate() {
                for (ours, worth) in worth.iter_mut().enumerate() {
                    *worth = format.row(ours).map_or(0, |row| worths[row][set]);
                }
            }
            Head::HalfKa(numbers.half_ka(format, worth)?)
        }
    };
    Ok(Network::stockfish(architecture, blocks(&features), blocks(&bias), head, summary))
}

/// A file that is written, and where its numbers come from.
struct Output<'a> {
    format: &'a Format,
    network: &'a Network,
    bytes: Vec<u8>,
}

impl Output<'_> {
    fn i32s(&mut self, numbers: &[i32]) {
        self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn i16s(&mut self, numbers: impl IntoIterator<Item = i16>) {
        self.bytes.extend(numbers.into_iter().flat_map(i16::to_le_bytes));
    }

    fn i8s(&mut self, numbers: impl IntoIterator<Item = i8>) {
        self.bytes.extend(numbers.into_iter().map(|number| number as u8));
    }

    /// For each row of the file the row of ours, if it has one.
    fn rows(&self) -> Vec<Option<usize>> {
        let mut rows = vec![None; self.format.kings * self.format.rows];
        for ours in 0..self.network.architecture.rows() {
            if let Some(row) = self.format.row(ours) {
                rows[row] = Some(ours);
            }
        }
        rows
    }

    fn first_layer(&mut self, unused: &[i16]) {
        let (network, hidden) = (self.network, self.format.hidden);
        self.bytes.extend(self.format.first_hash.to_le_bytes());
        self.i16s(network.bias.iter().flat_map(|block| block.0));
        let width = network.architecture.width();
        for (row, ours) in self.rows().into_iter().enumerate() {
            match ours {
                Some(ours) => {
                    let row = &network.features[ours * width..][..width];
                    self.i16s(row.iter().flat_map(|block| block.0));
                }
                None => {
                    let king = row / self.format.rows;
                    self.i16s(unused[king * hidden..][..hidden].iter().copied());
                }
            }
        }
    }

    fn half_kp(&mut self, head: &HalfKp) {
        self.first_layer(&head.unused);
        self.bytes.extend(self.format.set_hash.to_le_bytes());
        self.i32s(&head.first_bias);
        self.i8s(head.first.iter().flatten().map(|&weight| weight as i8));
        self.i32s(&head.second_bias);
        self.i8s(head.second.into_iter().flatten());
        self.i32s(&[head.third_bias]);
        self.i8s(head.third);
    }

    fn half_ka(&mut self, head: &HalfKa) {
        self.first_layer(&[]);
        for ours in self.rows().into_iter().flatten() {
            let worths: [i32; SETS] = std::array::from_fn(|set| head.worth(set)[ours]);
            self.i32s(&worths);
        }
        for (set, tail) in head.tails.iter().enumerate() {
            self.bytes.extend(self.format.set_hash.to_le_bytes());
            self.i32s(&tail.first_bias);
            for output in 0..FIRST {
                self.i8s(head.first(set).iter().flat_map(|group| group.0[output]));
            }
            self.i32s(&tail.second_bias);
            self.i8s(tail.second.into_iter().flatten());
            self.i32s(&[tail.third_bias]);
            self.i8s(tail.third);
        }
    }
}

/// The file the network came from, byte for byte if its description is UTF-8.
pub(super) fn write(network: &Network) -> Vec<u8> {
    let [half_kp, half_ka] = &FORMATS;
    let format = if network.architecture.kind == Kind::HalfKp { half_kp } else { half_ka };
    let summary = &network.summary;
    let summary = &summary[..summary.floor_char_boundary(LONGEST_DESCRIPTION)];
    let bytes = Vec::with_capacity(FIXED + summary.len() + format.length());
    let mut output = Output { format, network, bytes };
    for number in [format.version, format.hash, summary.len() as u32] {
        output.bytes.extend(number.to_le_bytes());
    }
    output.bytes.extend(summary.as_bytes());
    match &network.head {
        Head::HalfKp(head) => output.half_kp(head),
        Head::HalfKa(head) => output.half_ka(head),
        Head::Single(_) | Head::Layered(_) => {}
    }
    output.bytes
}
