//! The sizes of a network: the one place that knows them.

use erawan_board::Variant;

use crate::block::LANES;
use crate::error::NetworkError;

/// What 1.0 is in the first layer's weights and in an accumulator.
pub const QA: u16 = 255;
/// What 1.0 is in the output's weights.
pub const QB: u16 = 64;
/// What 1.0 of the output is in an engine's units, about centipawns.
pub const SCALE: u16 = 400;

/// Positions with more men are not evaluated: their sums might not fit.
pub const MOST_MEN: u32 = 32;
/// No accumulator is wider.
pub const MOST_HIDDEN: usize = 4096;
/// The mirrored board has so many squares for a king.
pub const MOST_KING_BUCKETS: usize = 32;
/// There are 31 numbers of men, from 2 to 32.
pub const MOST_OUTPUT_BUCKETS: usize = 31;

/// Inputs of one perspective and one bucket: two sides, six roles, 64 squares.
pub(crate) const INPUTS: usize = 768;

/// The shape of a network, and the game it is for.
///
/// ```
/// use erawan_board::Variant;
/// use erawan_nnue::Architecture;
/// let architecture = Architecture::new(Variant::Makruk, 256);
/// assert_eq!(architecture.to_string(), "makruk, 768 -> 256 x 2 -> 8, SCReLU");
/// assert!(architecture.check().is_ok());
/// assert!(Architecture::new(Variant::Makruk, 250).check().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Architecture {
    /// Chess (which Chess960 shares) or Makruk.
    pub game: Variant,
    /// The width of an accumulator: a multiple of 32.
    pub hidden: usize,
    /// How many sets of first-layer weights there are.
    pub king_buckets: usize,
    /// How many outputs there are to choose from by the number of men.
    pub output_buckets: usize,
    /// The bucket of each square of the own king, seen from its own side and
    /// mirrored to the files a to d; what it says of the other files is not
    /// looked at.
    pub bucket_table: [u8; 64],
}

impl Architecture {
    /// One king bucket and eight outputs.
    pub const fn new(game: Variant, hidden: usize) -> Architecture {
        let game = match game {
            Variant::Chess | Variant::Chess960 => Variant::Chess,
            Variant::Makruk => Variant::Makruk,
        };
        Architecture { game, hidden, king_buckets: 1, output_buckets: 8, bucket_table: [0; 64] }
    }

    /// The same with other king buckets.
    #[must_use]
    pub const fn with_king_buckets(self, king_buckets: usize, bucket_table: [u8; 64]) -> Self {
        Architecture { king_buckets, bucket_table, ..self }
    }

    /// The same with another number of outputs.
    #[must_use]
    pub const fn with_output_buckets(self, output_buckets: usize) -> Self {
        Architecture { output_buckets, ..self }
    }

    /// Says what is impossible about these sizes.
    pub fn check(&self) -> Result<(), NetworkError> {
        let sizes = [
            ("hidden", self.hidden, LANES, MOST_HIDDEN),
            ("king_buckets", self.king_buckets, 1, MOST_KING_BUCKETS),
            ("out_buckets", self.output_buckets, 1, MOST_OUTPUT_BUCKETS),
        ];
        for (field, value, least, most) in sizes {
            if value < least || value > most {
                return Err(NetworkError::Size { field, value, least, most });
            }
        }
        if !self.hidden.is_multiple_of(LANES) {
            return Err(NetworkError::Width(self.hidden));
        }
        for (square, &bucket) in self.bucket_table.iter().enumerate() {
            if square % 8 < 4 && usize::from(bucket) >= self.king_buckets {
                let king_buckets = self.king_buckets;
                return Err(NetworkError::Bucket { square, bucket, king_buckets });
            }
        }
        Ok(())
    }

    /// Blocks in an accumulator and in a row of weights.
    pub(crate) const fn width(&self) -> usize {
        self.hidden / LANES
    }

    /// Rows of the first layer.
    pub(crate) const fn rows(&self) -> usize {
        self.king_buckets * INPUTS
    }

    /// The number of bytes all weights take in a file.
    pub(crate) const fn weight_bytes(&self) -> usize {
        let sixteen_bits = (self.rows() + 1 + 2 * self.output_buckets) * self.hidden;
        2 * sixteen_bits + 4 * self.output_buckets
    }

    /// Which output a position with so many men uses. With eight outputs each
    /// serves four numbers of men.
    #[inline(always)]
    pub const fn output_bucket(&self, men: u32) -> usize {
        let men = if men < 2 { 2 } else { men };
        let bucket = (men as usize - 2) * self.output_buckets / 31;
        if bucket < self.output_buckets { bucket } else { self.output_buckets - 1 }
    }
}

/// `chess, 768 x 4 -> 512 x 2 -> 8, SCReLU`.
impl std::fmt::Display for Architecture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {INPUTS}", self.game)?;
        if self.king_buckets > 1 {
            write!(f, " x {}", self.king_buckets)?;
        }
        write!(f, " -> {} x 2 -> {}, SCReLU", self.hidden, self.output_buckets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_outputs_serve_four_numbers_of_men_each() {
        let eight = Architecture::new(Variant::Chess, 32);
        let one = eight.with_output_buckets(1);
        for men in 2..=32u32 {
            assert_eq!(eight.output_bucket(men), (((men - 2) / 4) as usize).min(7), "{men}");
            assert_eq!(one.output_bucket(men), 0);
        }
        for men in [0, 1, 64] {
            assert!(eight.output_bucket(men) < 8);
        }
    }
}
