//! Network files, version 2. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `ERAWANN2` |
//! | 8..12 | where the weights begin: a multiple of 64 |
//! | 12 | game: 0 chess, 1 Makruk |
//! | 13 | kind: 1 products of pairs, two hidden layers, dual activation |
//! | 14..20 | hidden, king buckets, output buckets |
//! | 20 | output rule: 0 by men, 1 by men and count |
//! | 21 | encoding of the first layer: 0 plain, 1 of variable length |
//! | 22..26 | neurons of the hidden layers: 16, 32 |
//! | 26..32 | QA, QB, SHIFT |
//! | 32..36 | scale: what 1.0 of the output is in centipawns, a 32-bit float |
//! | 36..100 | the bucket of each king square |
//! | 100..108 | FNV-1a hash of the whole file with zeros here |
//! | 108..112 | the bytes of the first layer as encoded |
//! | 112..116 | the length of the summary, which follows, then zeros |
//!
//! The weights: rows of the first layer and its bias (16 bits each, or
//! [encoded](super::encoding)), then what [`LayerWeights`] lists, in its
//! order: 8 bits a weight of the first, 32-bit floats the others. There the
//! file ends.

use super::encoding;
use super::{
    Input, LONGEST_HEADER, check_hash, game, game_number, header_length, seal, summary, u16_at,
    u32_at, u64_at,
};
use crate::architecture::{Architecture, FIRST, Kind, OutputRule, QA, QB, SECOND, SHIFT};
use crate::error::NetworkError;
use crate::layers::LayerWeights;
use crate::layout::version2 as at;
use crate::network::{Encoding, Head, Network};

pub(super) use at::MAGIC_BYTES as MAGIC;
use at::{FIXED, HASH};

/// The sizes, as the fixed part of a header has them.
fn architecture(header: &[u8]) -> Result<Architecture, NetworkError> {
    let game = game(header[at::GAME])?;
    if header[at::KIND] != 1 {
        return Err(NetworkError::Activation(header[at::KIND]));
    }
    let output_rule = match header[at::OUTPUT_RULE] {
        0 => OutputRule::Men,
        1 => OutputRule::MenAndCount,
        other => return Err(NetworkError::OutputRule(other)),
    };
    let fixed = [
        ("L1", at::FIRST, FIRST as u16),
        ("L2", at::SECOND, SECOND as u16),
        ("QA", at::QA, QA),
        ("QB", at::QB, QB),
        ("SHIFT", at::SHIFT, SHIFT),
    ];
    for (field, place, expected) in fixed {
        let found = u16_at(header, place);
        if found != expected {
            return Err(NetworkError::Quantisation { field, expected, found });
        }
    }
    let architecture = Architecture {
        game,
        kind: Kind::Layered,
        hidden: u16_at(header, at::HIDDEN).into(),
        king_buckets: u16_at(header, at::KING_BUCKETS).into(),
        output_buckets: u16_at(header, at::OUTPUT_BUCKETS).into(),
        output_rule,
        bucket_table: std::array::from_fn(|i| header[at::BUCKET_TABLE + i]),
    };
    architecture.check()?;
    Ok(architecture)
}

/// How the first layer is written, and in how many bytes.
fn first_layer(
    header: &[u8],
    architecture: &Architecture,
) -> Result<(Encoding, usize), NetworkError> {
    let numbers = (architecture.rows() + 1) * architecture.hidden;
    let (encoding, least, most) = match header[at::ENCODING] {
        0 => (Encoding::Plain, 2 * numbers, 2 * numbers),
        1 => (Encoding::Variable, numbers, encoding::MOST_BYTES * numbers),
        other => return Err(NetworkError::Encoding(other)),
    };
    let value = u32_at(header, at::FIRST_LAYER_LENGTH) as usize;
    if value < least || value > most {
        return Err(NetworkError::Size { field: "the first layer", value, least, most });
    }
    Ok((encoding, value))
}

/// The numbers of the first layer; `offset` is where they are in the file.
fn decode(
    mut bytes: &[u8],
    encoding: Encoding,
    count: usize,
    offset: usize,
) -> Result<Vec<i16>, NetworkError> {
    let length = bytes.len();
    let mut numbers = Vec::with_capacity(count);
    match encoding {
        Encoding::Plain => {
            numbers.extend(bytes.as_chunks::<2>().0.iter().map(|&two| i16::from_le_bytes(two)));
        }
        Encoding::Variable => {
            for _ in 0..count {
                let at = offset + length - bytes.len();
                let number = encoding::read(&mut bytes);
                numbers.push(number.ok_or(NetworkError::Encoded { offset: at })?);
            }
            if !bytes.is_empty() {
                let offset = offset + length - bytes.len();
                return Err(NetworkError::Encoded { offset });
            }
        }
    }
    Ok(numbers)
}

/// The weights behind the accumulators. `bytes` has as many as they take.
fn layer_weights(bytes: &[u8], architecture: &Architecture) -> LayerWeights {
    let [first, first_bias, second, second_bias, third, third_bias] =
        LayerWeights::counts(architecture).map(|(_, count)| count);
    let (bytes, rest) = bytes.split_at(first);
    let mut floats = rest.as_chunks::<4>().0.iter().map(|&four| f32::from_le_bytes(four));
    let mut take = |count| floats.by_ref().take(count).collect();
    LayerWeights {
        first: bytes.iter().map(|&byte| byte as i8).collect(),
        first_bias: take(first_bias),
        second: take(second),
        second_bias: take(second_bias),
        third: take(third),
        third_bias: take(third_bias),
    }
}

pub(super) fn read(mut input: Input) -> Result<Network, NetworkError> {
    input.fill(FIXED, FIXED)?;
    let length = header_length(FIXED, &input.bytes)?;
    let architecture = architecture(&input.bytes)?;
    let scale = f32::from_bits(u32_at(&input.bytes, at::SCALE));
    let (encoding, first_bytes) = first_layer(&input.bytes, &architecture)?;
    let summary_length = u32_at(&input.bytes, at::SUMMARY_LENGTH);
    if summary_length as usize > length - FIXED {
        return Err(NetworkError::SummaryLength(summary_length));
    }
    input.finish(length + first_bytes + LayerWeights::file_bytes(&architecture))?;
    check_hash(&input.bytes, HASH)?;
    let (header, weights) = input.bytes.split_at(length);
    let summary = summary(header, FIXED, summary_length)?;
    let (first, rest) = weights.split_at(first_bytes);
    let hidden = architecture.hidden;
    let numbers = (architecture.rows() + 1) * hidden;
    let mut features = decode(first, encoding, numbers, length)?;
    let bias = features.split_off(numbers - hidden);
    let layers = layer_weights(rest, &architecture);
    let network = Network::layered(architecture, features, bias, &layers, scale, summary)?;
    Ok(network.with_encoding(encoding))
}

/// The first layer as it stands in a file.
fn encode(network: &Network) -> Vec<u8> {
    let numbers = || network.features.iter().chain(&network.bias).flat_map(|block| block.0);
    match network.encoding {
        Encoding::Plain => numbers().flat_map(|number| number.to_le_bytes()).collect(),
        Encoding::Variable => {
            let mut bytes = Vec::new();
            numbers().for_each(|number| encoding::write(number, &mut bytes));
            bytes
        }
    }
}

pub(super) fn hash(network: &Network) -> u64 {
    u64_at(&write(network), HASH)
}

pub(super) fn write(network: &Network) -> Vec<u8> {
    let Architecture { hidden, king_buckets, output_buckets, output_rule, bucket_table, .. } =
        network.architecture;
    let summary = &network.summary;
    let summary = &summary[..summary.floor_char_boundary(LONGEST_HEADER - FIXED)];
    let length = (FIXED + summary.len()).next_multiple_of(64);
    let first = encode(network);
    let layers = LayerWeights::file_bytes(&network.architecture);
    let mut bytes = Vec::with_capacity(length + first.len() + layers);
    bytes.extend(MAGIC);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend([game_number(&network.architecture), 1]);
    for number in [hidden as u16, king_buckets as u16, output_buckets as u16] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.push(u8::from(output_rule == OutputRule::MenAndCount));
    bytes.push(u8::from(network.encoding == Encoding::Variable));
    for number in [FIRST as u16, SECOND as u16, QA, QB, SHIFT] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(network.scale.to_le_bytes());
    bytes.extend(bucket_table);
    bytes.extend([0; 8]);
    bytes.extend((first.len() as u32).to_le_bytes());
    bytes.extend((summary.len() as u32).to_le_bytes());
    bytes.extend(summary.as_bytes());
    bytes.resize(length, 0);
    bytes.extend(first);
    if let Head::Layered(layers) = &network.head {
        let weights = layers.weights(&network.architecture);
        bytes.extend(weights.first.iter().map(|&weight| weight as u8));
        let floats = [
            weights.first_bias,
            weights.second,
            weights.second_bias,
            weights.third,
            weights.third_bias,
        ];
        bytes.extend(floats.iter().flatten().flat_map(|number| number.to_le_bytes()));
    }
    seal(&mut bytes, HASH);
    bytes
}
