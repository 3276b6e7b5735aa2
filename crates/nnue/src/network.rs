//! The weights of a network, and what they say of a position.

use erawan_board::{Color, Position, Role, Rules, Variant};

use crate::architecture::{Architecture, MOST_MEN, QA, QB, SCALE};
use crate::block::{Block, LANES};
use crate::error::NetworkError;
use crate::features::{Man, View};

/// A network: its sizes, its weights and how it was made.
///
/// It never changes once it is made, and is shared by all threads. See
/// [`Accumulators`](crate::Accumulators) for the fast way to use it.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(crate) architecture: Architecture,
    /// Rows of the first layer, one for each input.
    pub(crate) features: Vec<Block>,
    pub(crate) bias: Vec<Block>,
    /// For each output the weights of the side to move, then the opponent's.
    pub(crate) output: Vec<Block>,
    pub(crate) output_bias: Vec<i32>,
    pub(crate) summary: String,
}

/// Numbers in blocks; the last is filled up with zeros.
pub(crate) fn blocks(numbers: &[i16]) -> Vec<Block> {
    let mut blocks = Vec::with_capacity(numbers.len().div_ceil(LANES));
    for chunk in numbers.chunks(LANES) {
        let mut block = Block::ZERO;
        block.0[..chunk.len()].copy_from_slice(chunk);
        blocks.push(block);
    }
    blocks
}

impl Network {
    /// A network of these weights, in the order of the file: `features` has
    /// the rows of the first layer, `output` for each output the weights of
    /// the side to move and then the opponent's.
    pub fn new(
        architecture: Architecture,
        features: Vec<i16>,
        bias: Vec<i16>,
        output: Vec<i16>,
        output_bias: Vec<i32>,
        summary: String,
    ) -> Result<Network, NetworkError> {
        architecture.check()?;
        let Architecture { hidden, output_buckets, .. } = architecture;
        let counts = [
            ("features", features.len(), architecture.rows() * hidden),
            ("bias", bias.len(), hidden),
            ("output", output.len(), 2 * hidden * output_buckets),
            ("output bias", output_bias.len(), output_buckets),
        ];
        for (field, found, expected) in counts {
            if found != expected {
                return Err(NetworkError::WeightCount { field, expected, found });
            }
        }
        let (features, bias, output) = (blocks(&features), blocks(&bias), blocks(&output));
        Network { architecture, features, bias, output, output_bias, summary }.checked()
    }

    /// Refuses what the kernels could not compute exactly.
    pub(crate) fn checked(self) -> Result<Network, NetworkError> {
        let width = 2 * self.architecture.width();
        for (bucket, weights) in self.output.chunks(width).enumerate() {
            let (mut up, mut down) = (0i64, 0i64);
            for weight in weights.iter().flat_map(|block| block.0) {
                if weight.unsigned_abs() > 127 {
                    return Err(NetworkError::OutputWeight { bucket, weight });
                }
                if weight > 0 {
                    up += i64::from(weight);
                } else {
                    down -= i64::from(weight);
                }
            }
            if up.max(down) * i64::from(QA) * i64::from(QA) >= i64::from(i32::MAX) {
                return Err(NetworkError::OutputOverflow { bucket });
            }
        }
        Ok(self)
    }

    /// The sizes.
    pub const fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The game the network is for: [`Variant::Chess`] or [`Variant::Makruk`].
    pub const fn game(&self) -> Variant {
        self.architecture.game
    }

    /// Says so if the network is not for that game. Chess960 is chess.
    pub fn check_game(&self, wanted: Variant) -> Result<(), NetworkError> {
        let is_makruk = |game| game == Variant::Makruk;
        if is_makruk(wanted) == is_makruk(self.game()) {
            Ok(())
        } else {
            Err(NetworkError::ForeignGame { wanted, found: self.game() })
        }
    }

    /// How the network was made, in the words of whoever made it.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The worth of a position for the side to move, about in centipawns, or
    /// nothing if it has more than 32 men.
    ///
    /// Everything is added up anew in the plainest way, to compare with; use
    /// [`Accumulators`](crate::Accumulators) where it must be fast.
    pub fn evaluate<R: Rules>(&self, position: &Position<R>) -> Option<i32> {
        let men = position.occupied().len();
        if men > MOST_MEN {
            return None;
        }
        let hidden = self.architecture.hidden;
        let number = |blocks: &[Block], i: usize| blocks[i / LANES].0[i % LANES];
        let bucket = self.architecture.output_bucket(men);
        let mut sum = 0i32;
        for (half, perspective) in [position.turn(), !position.turn()].into_iter().enumerate() {
            let view = View::new(&self.architecture, perspective, position.king(perspective));
            let mut values: Vec<i16> = (0..hidden).map(|i| number(&self.bias, i)).collect();
            for_each_man(position, |man| {
                let row = view.row(perspective, man) * hidden;
                for (i, value) in values.iter_mut().enumerate() {
                    *value = value.wrapping_add(number(&self.features, row + i));
                }
            });
            for (i, value) in values.into_iter().enumerate() {
                let v = i32::from(value.clamp(0, QA as i16));
                let weight = number(&self.output, (2 * bucket + half) * hidden + i);
                sum = sum.wrapping_add(v * v * i32::from(weight));
            }
        }
        Some(self.finish(sum, bucket))
    }

    /// The evaluation for a sum of the output layer.
    #[inline(always)]
    pub(crate) fn finish(&self, sum: i32, bucket: usize) -> i32 {
        let one = i64::from(QA) * i64::from(QB);
        let sum = i64::from(sum / i32::from(QA)) + i64::from(self.output_bias[bucket]);
        (sum * i64::from(SCALE) / one) as i32
    }
}

/// Calls `f` with every man on the board.
pub(crate) fn for_each_man<R: Rules>(position: &Position<R>, mut f: impl FnMut(Man)) {
    for color in Color::ALL {
        for role in Role::ALL {
            for square in position.pieces(color, role) {
                f(Man::new(color, role, square));
            }
        }
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({}; {:?})", self.architecture, self.summary)
    }
}
