//! Stockfish's files, made up at random: read as their description says.

use std::sync::Arc;

use erawan_board::{Chess, Color, Position, Role};
use erawan_nnue::{Kind, Network, NetworkError};
use erawan_testing::Random;

use crate::accumulators::follow;

/// A file: its bytes, and where its parts begin.
struct File {
    kind: Kind,
    bytes: Vec<u8>,
    bias: usize,
    rows: usize,
    worths: usize,
    sets: usize,
}

const DESCRIPTION: &[u8] = b"made up";

/// What [`SCALE`](erawan_nnue::SCALE) has to be for Stockfish's unit.
const OWN_UNIT: f32 = 400.0;

fn file(kind: Kind, seed: u64) -> File {
    let mut random = Random::new(seed);
    let mut bytes = Vec::new();
    let (header, first, hidden, rows, worths) = match kind {
        Kind::HalfKp => ([0x7AF3_2F16u32, 0x3E5A_A6EE], 0x5D69_D7B8u32, 256, 64 * 641, 0),
        _ => ([0x7AF3_2F20, 0x1C10_2EF2], 0x7F23_44B8, 1024, 32 * 704, 8),
    };
    header.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend((DESCRIPTION.len() as u32).to_le_bytes());
    bytes.extend(DESCRIPTION);
    bytes.extend(first.to_le_bytes());
    let number = |random: &mut Random, most: usize| random.below(2 * most + 1) as i32 - most as i32;
    let bias = bytes.len();
    (0..hidden).for_each(|_| bytes.extend((number(&mut random, 150) as i16).to_le_bytes()));
    let first_row = bytes.len();
    (0..hidden * rows).for_each(|_| bytes.extend((number(&mut random, 40) as i16).to_le_bytes()));
    let first_worth = bytes.len();
    (0..rows * worths).for_each(|_| bytes.extend(number(&mut random, 9000).to_le_bytes()));
    let sets = bytes.len();
    let (count, hash, outputs, inputs) = match kind {
        Kind::HalfKp => (1, 0x6333_7156u32, 32, 512),
        _ => (8, 0x6333_6A4A, 16, 1024),
    };
    for _ in 0..count {
        bytes.extend(hash.to_le_bytes());
        for (outputs, inputs) in [(outputs, inputs), (32, 32), (1, 32)] {
            (0..outputs).for_each(|_| bytes.extend(number(&mut random, 3000).to_le_bytes()));
            (0..outputs * inputs).for_each(|_| bytes.push(number(&mut random, 127) as i8 as u8));
        }
    }
    File { kind, bytes, bias, rows: first_row, worths: first_worth, sets }
}

impl File {
    fn i16(&self, at: usize) -> i32 {
        i16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]).into()
    }

    fn i32(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())
    }

    fn i8(&self, at: usize) -> i32 {
        (self.bytes[at] as i8).into()
    }

    /// The rows that a side's inputs switch on, in the words of the description.
    fn inputs(&self, position: &Position<Chess>, side: Color) -> Vec<usize> {
        let king = position.king(side).index();
        let mut inputs = Vec::new();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in position.pieces(color, role) {
                    let (plane, square) = (2 * role.index(), square.index());
                    let plane = plane + usize::from(color != side);
                    let black = side == Color::Black;
                    if self.kind == Kind::HalfKp {
                        let turn = if black { 63 } else { 0 };
                        if role != Role::King {
                            inputs.push((king ^ turn) * 641 + 1 + plane * 64 + (square ^ turn));
                        }
                    } else {
                        let plane = plane.min(10);
                        let flip = if black { 56 } else { 0 };
                        // The king is brought to the files e to h.
                        let mirror = if king % 8 < 4 { 7 } else { 0 };
                        let (rank, file) = ((king ^ flip) / 8, king % 8);
                        let bucket = 28 - 4 * rank + file.min(7 - file);
                        inputs.push(bucket * 704 + plane * 64 + (square ^ flip ^ mirror));
                    }
                }
            }
        }
        inputs
    }

    fn accumulator(&self, inputs: &[usize]) -> Vec<i32> {
        let hidden = if self.kind == Kind::HalfKp { 256 } else { 1024 };
        (0..hidden)
            .map(|i| {
                let row = |&row: &usize| self.i16(self.rows + 2 * (row * hidden + i));
                self.i16(self.bias + 2 * i) + inputs.iter().map(row).sum::<i32>()
            })
            .collect()
    }

    /// A layer: its outputs, and where the next one begins.
    fn layer(&self, at: usize, inputs: &[i32], width: usize, outputs: usize) -> (Vec<i32>, usize) {
        let weights = at + 4 * outputs;
        let sum = |output: usize| {
            let weight = |i: usize| self.i8(weights + output * width + i);
            let sum: i32 = inputs.iter().enumerate().map(|(i, input)| input * weight(i)).sum();
            self.i32(at + 4 * output) + sum
        };
        ((0..outputs).map(sum).collect(), weights + outputs * width)
    }

    /// The evaluation for the side to move in Stockfish's unit.
    fn evaluate(&self, position: &Position<Chess>) -> i32 {
        let sides = [position.turn(), !position.turn()].map(|side| self.inputs(position, side));
        let both = [0, 1].map(|i| self.accumulator(&sides[i]));
        let relu = |numbers: &[i32]| -> Vec<i32> {
            numbers.iter().map(|number| (number >> 6).clamp(0, 127)).collect()
        };
        if self.kind == Kind::HalfKp {
            let inputs: Vec<i32> = both.concat().iter().map(|&v| v.clamp(0, 127)).collect();
            let (first, next) = self.layer(self.sets + 4, &inputs, 512, 32);
            let (second, next) = self.layer(next, &relu(&first), 32, 32);
            return self.layer(next, &relu(&second), 32, 1).0[0] / 16;
        }
        let mut inputs = Vec::new();
        for side in &both {
            let pair = |i: usize| side[i].clamp(0, 127) * side[i + 512].clamp(0, 127) / 128;
            inputs.extend((0..512).map(pair));
        }
        let set = (position.occupied().len() as usize - 1) / 4;
        let length = 4 + 16 * 4 + 16 * 1024 + 32 * 4 + 32 * 32 + 4 + 32;
        let (first, next) = self.layer(self.sets + set * length + 4, &inputs, 1024, 16);
        let squared = |&x: &i32| ((i64::from(x) * i64::from(x)) >> 19).min(127) as i32;
        let mut inputs: Vec<i32> = first[..15].iter().map(squared).collect();
        inputs.extend(relu(&first[..15]));
        let (second, next) = self.layer(next, &inputs, 32, 32);
        let (third, _) = self.layer(next, &relu(&second), 32, 1);
        let straight = (i64::from(first[15]) * 9600 / (127 * 64)) as i32;
        let worth = |rows: &[usize]| -> i32 {
            rows.iter().map(|row| self.i32(self.worths + 4 * (8 * row + set))).sum()
        };
        ((worth(&sides[0]) - worth(&sides[1])) / 2 + third[0] + straight) / 16
    }
}

#[test]
fn they_say_what_their_description_says() {
    for kind in [Kind::HalfKp, Kind::HalfKa] {
        let file = file(kind, 5);
        let network = Network::from_bytes(&file.bytes).unwrap();
        assert_eq!(network.architecture().kind, kind);
        assert_eq!(network.summary().as_bytes(), DESCRIPTION);
        assert_eq!(network.to_bytes(), file.bytes, "{kind:?}");
        let network = network.with_scale(OWN_UNIT).unwrap();
        let mut random = Random::new(3);
        let mut position = Position::<Chess>::startpos();
        let mut values = Vec::new();
        for _ in 0..60 {
            // Few men come up too.
            let expected = file.evaluate(&position);
            assert_eq!(network.evaluate(&position), Some(expected.clamp(-20_000, 20_000)));
            values.push(expected);
            let moves = position.legal_moves();
            let taking: Vec<_> =
                moves.iter().filter(|&&m| position.captured(m).is_some()).collect();
            if moves.is_empty() {
                position = Position::startpos();
            } else if let Some(&&m) = taking.first() {
                position = position.play_unchecked(m);
            } else {
                position = position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        values.dedup();
        assert!(values.len() > 40, "{kind:?}: {values:?}");
    }
}

#[test]
fn accumulators_follow_them() {
    for kind in [Kind::HalfKp, Kind::HalfKa] {
        let network = Arc::new(Network::from_bytes(&file(kind, 6).bytes).unwrap());
        follow::<Chess>(4, &network);
    }
}

#[test]
fn what_is_not_one_is_refused_in_words() {
    let File { bytes, sets, .. } = file(Kind::HalfKp, 7);
    let read = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
    let mut other = bytes.clone();
    other[4] ^= 1;
    assert!(read(&other).contains("an unknown kind (7af32f16, 3e5aa6ef)"));
    let mut damaged = bytes.clone();
    damaged[sets] ^= 1;
    assert!(read(&damaged).contains("a part of it begins with 63337157 instead of 63337156"));
    let mut damaged = bytes.clone();
    damaged[12 + DESCRIPTION.len()] ^= 1;
    assert!(read(&damaged).contains("damaged"));
    assert!(read(&bytes[..bytes.len() - 1]).contains("the file ends after"));
    assert!(read(&bytes[..7]).contains("the file ends after 7 bytes"));
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(read(&longer).contains("goes on after"));
    let mut talkative = bytes;
    talkative[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = Network::from_bytes(&talkative).unwrap_err();
    assert!(matches!(error, NetworkError::Size { field: "the description", .. }), "{error}");
}
