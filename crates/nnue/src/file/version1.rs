//! Network files, version 1. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `ERAWANN1` |
//! | 8..12 | where the weights begin: a multiple of 64 |
//! | 12 | game: 0 chess, 1 Makruk |
//! | 13 | activation: 0 SCReLU |
//! | 14..20 | hidden, king buckets, output buckets |
//! | 20..28 | QA, QB, scale (what 1.0 of the output is in centipawns), 1 |
//! | 28..92 | the bucket of each king square |
//! | 92..100 | FNV-1a hash of the whole file with zeros here |
//! | 100..104 | the length of the summary, which follows, then zeros |
//!
//! The weights: rows of the first layer, its bias, output weights (16 bits
//! each), output bias (32 bits each). There the file ends.
//!
//! The first files had a zero in bytes 26..28 and a hash of their weights
//! alone, so that damage to the header went unnoticed. They are refused;
//! `python3 -m erawan_train.seal` writes them anew.

use super::{
    Input, LONGEST_HEADER, check_hash, game, game_number, header_length, seal, summary,
    take_blocks, u16_at, u32_at, u64_at,
};
use crate::architecture::{Architecture, Kind, OutputRule, QA, QB};
use crate::error::NetworkError;
use crate::layout::version1 as at;
use crate::network::{Head, Network, Single};

use at::WHOLE_FILE;
pub(super) use at::{FIXED, MAGIC_BYTES as MAGIC};

/// The sizes, as the fixed part of a header has them.
fn architecture(header: &[u8]) -> Result<Architecture, NetworkError> {
    let game = game(header[at::GAME])?;
    if header[at::ACTIVATION] != 0 {
        return Err(NetworkError::Activation(header[at::ACTIVATION]));
    }
    for (field, place, expected) in [("QA", at::QA, QA), ("QB", at::QB, QB)] {
        let found = u16_at(header, place);
        if found != expected {
            return Err(NetworkError::Quantisation { field, expected, found });
        }
    }
    match u16_at(header, at::COVER) {
        WHOLE_FILE => {}
        0 => return Err(NetworkError::HashOfWeights),
        other => return Err(NetworkError::Cover(other)),
    }
    let architecture = Architecture {
        game,
        kind: Kind::Single,
        hidden: u16_at(header, at::HIDDEN).into(),
        king_buckets: u16_at(header, at::KING_BUCKETS).into(),
        output_buckets: u16_at(header, at::OUTPUT_BUCKETS).into(),
        output_rule: OutputRule::Men,
        bucket_table: std::array::from_fn(|i| header[at::BUCKET_TABLE + i]),
    };
    architecture.check()?;
    Ok(architecture)
}

/// The number of bytes all weights take.
const fn weight_length(architecture: &Architecture) -> usize {
    let Architecture { hidden, output_buckets, .. } = *architecture;
    let sixteen_bits = (architecture.rows() + 1 + 2 * output_buckets) * hidden;
    2 * sixteen_bits + 4 * output_buckets
}

pub(super) fn read(mut input: Input) -> Result<Network, NetworkError> {
    input.fill(FIXED, FIXED)?;
    let length = header_length(FIXED, &input.bytes)?;
    let architecture = architecture(&input.bytes)?;
    let scale = f32::from(u16_at(&input.bytes, at::SCALE));
    let summary_length = u32_at(&input.bytes, at::SUMMARY_LENGTH);
    if summary_length as usize > length - FIXED {
        return Err(NetworkError::SummaryLength(summary_length));
    }
    input.finish(length + weight_length(&architecture))?;
    check_hash(&input.bytes, at::HASH)?;
    let (header, mut weights) = input.bytes.split_at(length);
    let summary = summary(header, FIXED, summary_length)?;
    let width = architecture.width();
    let features = take_blocks(&mut weights, architecture.rows() * width);
    let bias = take_blocks(&mut weights, width);
    let output = take_blocks(&mut weights, 2 * architecture.output_buckets * width);
    let (numbers, _) = weights.as_chunks::<4>();
    let output_bias = numbers.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
    let single = Single { output, bias: output_bias };
    Network::single(architecture, features, bias, single, scale, summary)
}

/// The weights as they stand in a file.
fn weight_bytes(network: &Network) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(weight_length(&network.architecture));
    let mut extend = |blocks: &[crate::block::Block]| {
        for block in blocks {
            bytes.extend(block.0.iter().flat_map(|number| number.to_le_bytes()));
        }
    };
    extend(&network.features);
    extend(&network.bias);
    if let Head::Single(single) = &network.head {
        extend(&single.output);
        bytes.extend(single.bias.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

pub(super) fn hash(network: &Network) -> u64 {
    u64_at(&write(network), at::HASH)
}

pub(super) fn write(network: &Network) -> Vec<u8> {
    let Architecture { hidden, king_buckets, output_buckets, bucket_table, .. } =
        network.architecture;
    let summary = &network.summary;
    let summary = &summary[..summary.floor_char_boundary(LONGEST_HEADER - FIXED)];
    let length = (FIXED + summary.len()).next_multiple_of(64);
    let weights = weight_bytes(network);
    let mut bytes = Vec::with_capacity(length + weights.len());
    bytes.extend(MAGIC);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend([game_number(&network.architecture), 0]);
    let sizes = [hidden, king_buckets, output_buckets].map(|size| size as u16);
    // A whole number: `Network` sees to it.
    for number in sizes.into_iter().chain([QA, QB, network.scale as u16, WHOLE_FILE]) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(bucket_table);
    bytes.extend([0; 8]);
    bytes.extend((summary.len() as u32).to_le_bytes());
    bytes.extend(summary.as_bytes());
    bytes.resize(length, 0);
    bytes.extend(weights);
    seal(&mut bytes, at::HASH);
    bytes
}
