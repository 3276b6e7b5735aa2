//! The sizes of a network: the one place that knows them.

use erawan_board::{Counting, Rules, Variant, with_rules};

use crate::block::LANES;
use crate::error::NetworkError;

/// What 1.0 is in the first layer's weights and in an accumulator.
pub const QA: u16 = 255;
/// What 1.0 is in the output's weights.
pub const QB: u16 = 64;
/// What 1.0 of the output is in a network's own units.
pub const SCALE: u16 = 400;
/// The largest scale of a network, in centipawns for 1.0 of its output.
pub const MOST_SCALE: u16 = 4000;
/// The bits that products of two neurons lose: what is left is within 0..=127.
pub const SHIFT: u16 = 9;
/// Outputs of the first layer after the products.
pub const FIRST: usize = 16;
/// Outputs of the second: as many as its inputs, each output of the first both
/// clipped and squared.
pub const SECOND: usize = 32;

/// Positions with more men are not evaluated: their sums might not fit.
pub const MOST_MEN: u32 = 32;
/// No accumulator is wider.
pub const MOST_HIDDEN: usize = 4096;
/// The squares that the mirrored board has for a king.
pub const MOST_KING_BUCKETS: usize = 32;
/// There are 31 numbers of men, from 2 to 32.
pub const MOST_OUTPUT_BUCKETS: usize = 31;
/// Outputs chosen by men and count: eight while nothing is counted, four times
/// three while a count runs.
pub const COUNT_OUTPUT_BUCKETS: usize = 20;
/// While a count runs, outputs change after these numbers of men…
pub const COUNT_MEN: [u32; 2] = [4, 6];
/// …and after these numbers of plies that are left of it.
pub const COUNT_PLIES_LEFT: [u16; 3] = [8, 20, 44];

/// Inputs of one perspective and one bucket: two sides, six roles, 64 squares.
pub(crate) const INPUTS: usize = 768;

/// The games that networks are made for, in the order of their numbers in
/// files. Games with the same men share a network, for its inputs are men and
/// squares.
pub const GAMES: [Variant; 2] = [Variant::Chess, Variant::Makruk];

/// What comes after the accumulators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Squared clipped activation, then the output: files of version 1.
    Single,
    /// Products of pairs of neurons, two hidden layers, the output: files of
    /// version 2.
    Layered,
    /// Stockfish 12's: inputs for each square of the own king, two hidden
    /// layers.
    HalfKp,
    /// Stockfish 15.1's: inputs for each square of the own king on the mirrored
    /// board, products of pairs, two hidden layers, and a table of what men are
    /// worth.
    HalfKa,
}

impl Kind {
    /// The width of an accumulator is a multiple of this.
    pub const fn width_multiple(self) -> usize {
        match self {
            Kind::Single => LANES,
            // The halves of an accumulator are multiplied with each other.
            Kind::Layered | Kind::HalfKa => 2 * LANES,
            Kind::HalfKp => LANES,
        }
    }
}

/// What chooses among the outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputRule {
    /// The number of men.
    Men,
    /// The number of men and how much of Makruk's count is left.
    MenAndCount,
}

/// The shape of a network, and the game it is for.
///
/// ```
/// use erawan_board::{Rules, Variant, with_rules};
/// use erawan_nnue::Architecture;
/// let layered = Architecture::layered(Variant::Chess, 1024);
/// assert_eq!(layered.to_string(), "chess, 768 -> 1024 x 2, pairwise -> 16 -> 32 -> 8");
/// let architecture = Architecture::new(Variant::Makruk, 256);
/// assert_eq!(architecture.to_string(), "makruk, 768 -> 256 x 2 -> 8, SCReLU");
/// assert!(architecture.check().is_ok());
/// assert!(Architecture::new(Variant::Makruk, 250).check().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Architecture {
    /// One of [`GAMES`].
    pub game: Variant,
    /// What comes after the accumulators.
    pub kind: Kind,
    /// The width of an accumulator: a multiple of 32, or of 64 if its halves
    /// are multiplied with each other.
    pub hidden: usize,
    /// How many sets of first-layer weights there are.
    pub king_buckets: usize,
    /// How many outputs there are to choose from.
    pub output_buckets: usize,
    /// What chooses among them.
    pub output_rule: OutputRule,
    /// The bucket of each square of the own king, seen from its own side and
    /// mirrored to the files a to d; what it says of the other files is not
    /// looked at. Not mirrored in networks of Stockfish 12.
    pub bucket_table: [u8; 64],
}

/// The game whose networks a game takes: the one of [`GAMES`] with its men.
pub(crate) const fn family(game: Variant) -> Variant {
    let mut number = 0;
    while has_makruk_set(GAMES[number]) != has_makruk_set(game) {
        number += 1;
    }
    GAMES[number]
}

const fn has_makruk_set(game: Variant) -> bool {
    with_rules!(game, R => R::MEN.is_makruk_set())
}

impl Architecture {
    /// One king bucket and eight outputs straight after the accumulators.
    pub const fn new(game: Variant, hidden: usize) -> Architecture {
        Architecture {
            game: family(game),
            kind: Kind::Single,
            hidden,
            king_buckets: 1,
            output_buckets: 8,
            output_rule: OutputRule::Men,
            bucket_table: [0; 64],
        }
    }

    /// One king bucket, products of pairs, two hidden layers and eight outputs.
    pub const fn layered(game: Variant, hidden: usize) -> Architecture {
        Architecture { kind: Kind::Layered, ..Architecture::new(game, hidden) }
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

    /// The same with outputs chosen by men and count, for layered networks.
    #[must_use]
    pub const fn with_outputs_by_count(self) -> Self {
        let (output_buckets, output_rule) = (COUNT_OUTPUT_BUCKETS, OutputRule::MenAndCount);
        Architecture { output_buckets, output_rule, ..self }
    }

    /// Says what is impossible about these sizes.
    pub fn check(&self) -> Result<(), NetworkError> {
        let multiple = self.kind.width_multiple();
        let outputs = match self.output_rule {
            OutputRule::Men => (1, MOST_OUTPUT_BUCKETS),
            OutputRule::MenAndCount => (COUNT_OUTPUT_BUCKETS, COUNT_OUTPUT_BUCKETS),
        };
        let sizes = [
            ("hidden", self.hidden, multiple, MOST_HIDDEN),
            ("king_buckets", self.king_buckets, 1, MOST_KING_BUCKETS),
            ("out_buckets", self.output_buckets, outputs.0, outputs.1),
        ];
        for (field, value, least, most) in sizes {
            if value < least || value > most {
                return Err(NetworkError::Size { field, value, least, most });
            }
        }
        if !self.hidden.is_multiple_of(multiple) {
            return Err(NetworkError::Width { hidden: self.hidden, multiple });
        }
        if self.kind == Kind::Single && self.output_rule != OutputRule::Men {
            return Err(NetworkError::CountWithoutLayers);
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

    /// Which output a position with `men` men and this count uses. By men
    /// alone, each of eight outputs serves four numbers of men.
    #[inline(always)]
    pub const fn output_bucket(&self, men: u32, count: Counting) -> usize {
        match self.output_rule {
            OutputRule::Men => by_men(men, self.output_buckets),
            OutputRule::MenAndCount if count.limit() == 0 => by_men(men, 8),
            OutputRule::MenAndCount => {
                let left = (count.limit() as u16).saturating_sub(count.ply());
                let [few, more] = COUNT_MEN;
                let [soon, later, last] = COUNT_PLIES_LEFT;
                let men = (men > few) as usize + (men > more) as usize;
                let left =
                    (left > soon) as usize + (left > later) as usize + (left > last) as usize;
                8 + 4 * men + left
            }
        }
    }
}

/// Which of `outputs` outputs serves `men` men.
#[inline(always)]
const fn by_men(men: u32, outputs: usize) -> usize {
    let men = if men < 2 { 2 } else { men };
    let bucket = (men as usize - 2) * outputs / 31;
    if bucket < outputs { bucket } else { outputs - 1 }
}

/// `chess, 768 x 4 -> 512 x 2 -> 8, SCReLU`, or
/// `makruk, 768 x 8 -> 1024 x 2, pairwise -> 16 -> 32 -> 20 by count`.
impl std::fmt::Display for Architecture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            Kind::HalfKp => {
                return write!(f, "chess, HalfKP -> {} x 2 -> 32 -> 32 -> 1", self.hidden);
            }
            Kind::HalfKa => {
                let (hidden, sets) = (self.hidden, self.output_buckets);
                return write!(
                    f,
                    "chess, HalfKAv2_hm -> {hidden} x 2, pairwise -> 16 -> 32 -> {sets}"
                );
            }
            Kind::Single | Kind::Layered => {}
        }
        write!(f, "{}, {INPUTS}", self.game)?;
        if self.king_buckets > 1 {
            write!(f, " x {}", self.king_buckets)?;
        }
        write!(f, " -> {} x 2", self.hidden)?;
        match self.kind {
            Kind::Single => write!(f, " -> {}, SCReLU", self.output_buckets)?,
            _ => write!(f, ", pairwise -> {FIRST} -> {SECOND} -> {}", self.output_buckets)?,
        }
        match self.output_rule {
            OutputRule::Men => Ok(()),
            OutputRule::MenAndCount => f.write_str(" by count"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_family() {
        assert_eq!(GAMES.map(family), GAMES);
        let found = Variant::ALL.map(family);
        let [chess, makruk] = GAMES;
        assert_eq!(found, [chess, chess, makruk, makruk, makruk]);
    }

    #[test]
    fn eight_outputs_serve_four_numbers_of_men_each() {
        let eight = Architecture::new(Variant::Chess, 32);
        let one = eight.with_output_buckets(1);
        let bucket = |of: &Architecture, men| of.output_bucket(men, Counting::NONE);
        for men in 2..=32u32 {
            assert_eq!(bucket(&eight, men), (((men - 2) / 4) as usize).min(7), "{men}");
            assert_eq!(bucket(&one, men), 0);
            // A count changes nothing where it is not asked for.
            assert_eq!(eight.output_bucket(men, Counting::new(128, 5)), bucket(&eight, men));
        }
        for men in [0, 1, 64] {
            assert!(bucket(&eight, men) < 8);
        }
    }

    /// The corners of the description's table.
    #[test]
    fn counts_have_outputs_of_their_own() {
        let shape = Architecture::layered(Variant::Makruk, 64).with_outputs_by_count();
        assert!(shape.check().is_ok());
        let eight = Architecture::new(Variant::Makruk, 32);
        for men in 0..=32 {
            let nothing = Counting::NONE;
            assert_eq!(shape.output_bucket(men, nothing), eight.output_bucket(men, nothing));
        }
        let cases = [
            (3, 16, 6, 9),
            (3, 16, 16, 8),
            (3, 16, 30, 8),
            (4, 128, 119, 9),
            (4, 128, 120, 8),
            (5, 128, 108, 13),
            (6, 128, 107, 14),
            (6, 128, 84, 14),
            (7, 128, 83, 19),
            (7, 128, 0, 19),
            (32, 44, 36, 16),
        ];
        for (men, limit, ply, expected) in cases {
            let count = Counting::new(limit, ply);
            assert_eq!(shape.output_bucket(men, count), expected, "{men} {limit} {ply}");
        }
        let single = Architecture { kind: Kind::Single, ..shape };
        assert!(matches!(single.check(), Err(NetworkError::CountWithoutLayers)));
        assert!(shape.with_output_buckets(8).check().is_err());
    }
}
