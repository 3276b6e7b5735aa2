//! Why a file is not a network.

use std::fmt;
use std::io;

use erawan_board::Variant;

use crate::architecture::MOST_SCALE;

/// Why a network cannot be read or used.
#[derive(Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file could not be read.
    Io(io::Error),
    /// The file does not begin as a network does.
    Magic([u8; 8]),
    /// One of Stockfish's files of a kind that is not known.
    StockfishKind {
        /// The version, with which the file begins.
        version: u32,
        /// What tells architectures apart.
        hash: u32,
    },
    /// A part of one of Stockfish's files is not of the kind that its
    /// beginning says.
    StockfishHash {
        /// What the kind has.
        expected: u32,
        /// What the file has.
        found: u32,
    },
    /// The file ends too early.
    Truncated {
        /// The bytes a network of these sizes has.
        expected: usize,
        /// The bytes there are.
        found: usize,
    },
    /// The file goes on after its last weight, which should be at this byte.
    TrailingBytes(usize),
    /// The header's length is no multiple of 64, or too small or too large.
    HeaderLength(u32),
    /// The summary does not fit into the header.
    SummaryLength(u32),
    /// The summary is not UTF-8.
    Summary,
    /// A byte of the header that must be zero is not.
    Padding {
        /// Where it is in the file.
        offset: usize,
    },
    /// There is no game of this number.
    UnknownGame(u8),
    /// The network is for another game.
    ForeignGame {
        /// The game it is wanted for.
        wanted: Variant,
        /// The game it is for.
        found: Variant,
    },
    /// There is no activation of this number.
    Activation(u8),
    /// A size is out of its range.
    Size {
        /// Which.
        field: &'static str,
        /// What the file says.
        value: usize,
        /// The least there may be.
        least: usize,
        /// The most there may be.
        most: usize,
    },
    /// The width of the accumulators is no multiple of what it must be.
    Width {
        /// What the file says.
        hidden: usize,
        /// What it must be a multiple of.
        multiple: usize,
    },
    /// Only layered networks have outputs chosen by the count.
    CountWithoutLayers,
    /// There is no rule of this number to choose an output by.
    OutputRule(u8),
    /// There is no encoding of the first layer of this number.
    Encoding(u8),
    /// The encoded first layer does not end where it should, or writes a
    /// number in an odd way.
    Encoded {
        /// Where it is in the file.
        offset: usize,
    },
    /// The scale is not within 1 to [`MOST_SCALE`].
    Scale(f32),
    /// A factor is another than this version's.
    Quantisation {
        /// Which.
        field: &'static str,
        /// What it must be.
        expected: u16,
        /// What the file says.
        found: u16,
    },
    /// The table of king buckets names one that is not there.
    Bucket {
        /// The king's square.
        square: usize,
        /// The bucket named.
        bucket: u8,
        /// How many there are.
        king_buckets: usize,
    },
    /// The hash is of the weights alone, as in the first files.
    HashOfWeights,
    /// The header says something unknown of what its hash is of.
    Cover(u16),
    /// The file is not the one its hash was made of.
    Hash {
        /// What the header says.
        expected: u64,
        /// What the file has.
        found: u64,
    },
    /// The number of weights does not fit the sizes.
    WeightCount {
        /// Which weights.
        field: &'static str,
        /// How many the sizes ask for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A weight of the output is beyond ±127.
    OutputWeight {
        /// The output.
        bucket: usize,
        /// The weight.
        weight: i16,
    },
    /// A weight behind the products is -128, which not every processor can
    /// multiply without overflow.
    FirstWeight {
        /// The set of weights.
        bucket: usize,
    },
    /// A weight or bias is not a finite number.
    NotFinite {
        /// Which weights.
        field: &'static str,
        /// The set of weights.
        bucket: usize,
    },
    /// The weights of the first layer are so large that the sum of a neuron
    /// could overflow.
    AccumulatorOverflow {
        /// The neuron.
        neuron: usize,
    },
    /// The weights of an output are so large that its sum could overflow.
    OutputOverflow {
        /// The output.
        bucket: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use NetworkError as E;
        match self {
            E::Io(error) => write!(f, "{error}"),
            E::Magic(_)
            | E::StockfishKind { .. }
            | E::StockfishHash { .. }
            | E::Truncated { .. }
            | E::TrailingBytes(_)
            | E::Encoded { .. }
            | E::HashOfWeights
            | E::Hash { .. } => self.write_file_fault(f),
            E::WeightCount { .. }
            | E::OutputWeight { .. }
            | E::FirstWeight { .. }
            | E::NotFinite { .. }
            | E::AccumulatorOverflow { .. }
            | E::OutputOverflow { .. } => self.write_weight_fault(f),
            _ => self.write_header_fault(f),
        }
    }
}

impl NetworkError {
    /// What is wrong with the file as a whole.
    fn write_file_fault(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Magic(found) => write!(
                f,
                "not a network: the file begins with '{}', not with 'ERAWANN1' or 'ERAWANN2'",
                found.escape_ascii()
            ),
            NetworkError::StockfishKind { version, hash } => write!(
                f,
                "a Stockfish network of an unknown kind ({version:08x}, {hash:08x}); \
                 known are HalfKP of Stockfish 12 and HalfKAv2_hm of Stockfish 15.1"
            ),
            NetworkError::StockfishHash { expected, found } => write!(
                f,
                "the file is damaged: a part of it begins with {found:08x} instead of {expected:08x}"
            ),
            NetworkError::Truncated { expected, found } => {
                write!(f, "the file ends after {found} bytes, the network has {expected}")
            }
            NetworkError::TrailingBytes(end) => {
                write!(f, "the file goes on after the network's {end} bytes")
            }
            NetworkError::Encoded { offset } => {
                write!(f, "the encoded first layer is wrong at byte {offset}")
            }
            NetworkError::HashOfWeights => f.write_str(
                "the hash of this old file leaves its header out; \
                 python3 -m erawan_train.seal writes it anew",
            ),
            NetworkError::Hash { expected, found } => write!(
                f,
                "the file is damaged: its hash is {found:016x}, it should be {expected:016x}"
            ),
            _ => Ok(()),
        }
    }

    /// What is wrong with the header.
    fn write_header_fault(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::HeaderLength(length) => {
                write!(f, "a header cannot be {length} bytes long")
            }
            NetworkError::SummaryLength(length) => {
                write!(f, "a summary of {length} bytes does not fit into the header")
            }
            NetworkError::Summary => f.write_str("the summary is not UTF-8"),
            NetworkError::Padding { offset } => {
                write!(f, "byte {offset} of the header must be zero")
            }
            NetworkError::UnknownGame(game) => write!(f, "there is no game of number {game}"),
            NetworkError::ForeignGame { wanted, found } => {
                write!(f, "this network is for {found}, not for {wanted}")
            }
            NetworkError::Activation(activation) => {
                write!(f, "there is no activation of number {activation}")
            }
            NetworkError::Cover(cover) => write!(f, "there is no hash of kind {cover}"),
            NetworkError::Size { field, value, least, most } => {
                write!(f, "{field} is {value}, it must be from {least} to {most}")
            }
            NetworkError::Width { hidden, multiple } => {
                write!(f, "hidden is {hidden}, it must be a multiple of {multiple}")
            }
            NetworkError::CountWithoutLayers => {
                f.write_str("only layered networks have outputs chosen by the count")
            }
            NetworkError::OutputRule(rule) => write!(f, "there is no output rule of number {rule}"),
            NetworkError::Encoding(encoding) => {
                write!(f, "there is no encoding of number {encoding}")
            }
            NetworkError::Scale(scale) => {
                write!(f, "the scale is {scale}, it must be from 1 to {MOST_SCALE}")
            }
            NetworkError::Quantisation { field, expected, found } => {
                write!(f, "{field} is {found}, this version knows {expected} only")
            }
            NetworkError::Bucket { square, bucket, king_buckets } => write!(
                f,
                "the king on square {square} is in bucket {bucket}, but there are {king_buckets}"
            ),
            _ => Ok(()),
        }
    }

    /// What is wrong with the weights.
    fn write_weight_fault(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::WeightCount { field, expected, found } => {
                write!(f, "{field}: {found} weights, the sizes ask for {expected}")
            }
            NetworkError::OutputWeight { bucket, weight } => {
                write!(f, "output {bucket} has the weight {weight}, beyond 127")
            }
            NetworkError::FirstWeight { bucket } => {
                write!(f, "set {bucket} behind the products has the weight -128, beyond 127")
            }
            NetworkError::NotFinite { field, bucket } => {
                write!(f, "{field} of set {bucket} is not a finite number")
            }
            NetworkError::AccumulatorOverflow { neuron } => {
                write!(f, "the weights of neuron {neuron} are so large that its sum could overflow")
            }
            NetworkError::OutputOverflow { bucket } => {
                write!(f, "the weights of output {bucket} are so large that it could overflow")
            }
            _ => Ok(()),
        }
    }
}

impl std::error::Error for NetworkError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NetworkError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> NetworkError {
        NetworkError::Io(error)
    }
}
