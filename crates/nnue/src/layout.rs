//! Where the fields of a network file's header are.

/// A field of a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// Where it begins.
    pub at: usize,
    /// What it is: the letter that Python's `struct` has for it. All numbers
    /// are little-endian.
    pub kind: &'static str,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $at:literal $kind:literal,)*) => {
        $($(#[$doc])* pub const $name: usize = $at;)*
        /// All fields in their order; none is left out.
        pub const FIELDS: &[Field] =
            &[$(Field { name: stringify!($name), at: $name, kind: $kind },)*];
    };
}

/// Version 1: accumulators and an output.
pub mod version1 {
    use super::Field;

    /// What the file begins with.
    pub const MAGIC_BYTES: &[u8; 8] = b"ERAWANN1";
    /// The part of the header before the summary.
    pub const FIXED: usize = 104;
    /// What [`COVER`] says: the hash is of the whole file.
    pub const WHOLE_FILE: u16 = 1;

    fields! {
        /// `ERAWANN1`.
        MAGIC = 0 "8s",
        /// Where the weights begin, a multiple of 64.
        LENGTH = 8 "I",
        /// The game: 0 chess, 1 Makruk.
        GAME = 12 "B",
        /// The activation: 0 SCReLU.
        ACTIVATION = 13 "B",
        /// The width of an accumulator.
        HIDDEN = 14 "H",
        /// The number of king buckets.
        KING_BUCKETS = 16 "H",
        /// The number of outputs.
        OUTPUT_BUCKETS = 18 "H",
        /// What 1.0 is in an accumulator.
        QA = 20 "H",
        /// What 1.0 is in the output's weights.
        QB = 22 "H",
        /// What 1.0 of the output is in centipawns.
        SCALE = 24 "H",
        /// What the hash is of: 1 the whole file. Files of before have 0 and
        /// a hash of their weights alone.
        COVER = 26 "H",
        /// The bucket of each king square.
        BUCKET_TABLE = 28 "64s",
        /// The FNV-1a hash of the whole file with zeros here.
        HASH = 92 "Q",
        /// The length of the summary.
        SUMMARY_LENGTH = 100 "I",
    }
}

/// Version 2: two hidden layers behind the accumulators.
pub mod version2 {
    use super::Field;

    /// What the file begins with.
    pub const MAGIC_BYTES: &[u8; 8] = b"ERAWANN2";
    /// The part of the header before the summary.
    pub const FIXED: usize = 116;

    fields! {
        /// `ERAWANN2`.
        MAGIC = 0 "8s",
        /// Where the weights begin, a multiple of 64.
        LENGTH = 8 "I",
        /// The game: 0 chess, 1 Makruk.
        GAME = 12 "B",
        /// The kind: 1 products of pairs, two hidden layers, dual activation.
        KIND = 13 "B",
        /// The width of an accumulator.
        HIDDEN = 14 "H",
        /// The number of king buckets.
        KING_BUCKETS = 16 "H",
        /// The number of outputs.
        OUTPUT_BUCKETS = 18 "H",
        /// What chooses the output: 0 men, 1 men and count.
        OUTPUT_RULE = 20 "B",
        /// The encoding of the first layer: 0 plain, 1 of variable length.
        ENCODING = 21 "B",
        /// Neurons of the first hidden layer.
        FIRST = 22 "H",
        /// Neurons of the second hidden layer.
        SECOND = 24 "H",
        /// What 1.0 is in an accumulator.
        QA = 26 "H",
        /// What 1.0 is in the weights of the first hidden layer.
        QB = 28 "H",
        /// The bits that products lose.
        SHIFT = 30 "H",
        /// What 1.0 of the output is in centipawns.
        SCALE = 32 "f",
        /// The bucket of each king square.
        BUCKET_TABLE = 36 "64s",
        /// The FNV-1a hash of the whole file with zeros here.
        HASH = 100 "Q",
        /// The bytes of the first layer as encoded.
        FIRST_LAYER_LENGTH = 108 "I",
        /// The length of the summary.
        SUMMARY_LENGTH = 112 "I",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_left_out() {
        for (fields, fixed) in
            [(version1::FIELDS, version1::FIXED), (version2::FIELDS, version2::FIXED)]
        {
            let mut at = 0;
            for field in fields {
                assert_eq!(field.at, at, "{}", field.name);
                at += match field.kind {
                    "B" => 1,
                    "H" => 2,
                    "I" | "f" => 4,
                    "Q" => 8,
                    bytes => bytes.trim_end_matches('s').parse().unwrap(),
                };
            }
            assert_eq!(at, fixed);
        }
    }
}
