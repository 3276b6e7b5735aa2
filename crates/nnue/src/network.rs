//! The weights of a network, and what they say of a position.

use erawan_board::{Color, Position, Role, Rules, Variant};

use crate::architecture::{
    Architecture, INPUTS, Kind, MOST_MEN, MOST_SCALE, QA, QB, SCALE, family,
};
use crate::block::{Block, LANES};
use crate::error::NetworkError;
use crate::features::{Man, View};
use crate::layers::{LayerWeights, Layers, centipawns};
use crate::stockfish::{HalfKa, HalfKp};

/// A network: its sizes, its weights and how it was made.
///
/// It never changes once it is made, and is shared by all threads. See
/// [`Accumulators`](crate::Accumulators) for the fast way to use it.
#[derive(Clone, PartialEq)]
pub struct Network {
    pub(crate) architecture: Architecture,
    /// Rows of the first layer, one for each input.
    pub(crate) features: Vec<Block>,
    pub(crate) bias: Vec<Block>,
    pub(crate) head: Head,
    /// What 1.0 of the output is in centipawns.
    pub(crate) scale: f32,
    /// How a file holds the first layer.
    pub(crate) encoding: Encoding,
    pub(crate) summary: String,
}

// All floating-point numbers are finite.
impl Eq for Network {}

/// What comes after the accumulators.
#[derive(Clone, PartialEq)]
pub(crate) enum Head {
    Single(Single),
    Layered(Layers),
    HalfKp(Box<HalfKp>),
    HalfKa(HalfKa),
}

/// One layer of squared neurons.
#[derive(Clone, PartialEq)]
pub(crate) struct Single {
    /// For each output the weights of the side to move, then the opponent's.
    pub(crate) output: Vec<Block>,
    pub(crate) bias: Vec<i32>,
}

/// What [`SCALE`] of Stockfish's unit, with which one expects about as much as
/// with 1.0 of our outputs, is in centipawns of our search.
const STOCKFISH_SCALE: f32 = 280.0;

/// An evaluation in Stockfish's unit in centipawns.
#[inline(always)]
pub(crate) fn from_stockfish(value: i32, scale: f32) -> i32 {
    centipawns(value as f32 / f32::from(SCALE), scale)
}

/// How a file of version 2 holds the first layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Sixteen bits a number.
    Plain,
    /// As many bytes as a number needs: about half of it.
    Variable,
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
    /// the side to move and then the opponent's. Its scale is [`SCALE`].
    pub fn new(
        architecture: Architecture,
        features: Vec<i16>,
        bias: Vec<i16>,
        output: Vec<i16>,
        output_bias: Vec<i32>,
        summary: String,
    ) -> Result<Network, NetworkError> {
        let architecture = Architecture { kind: Kind::Single, ..architecture };
        architecture.check()?;
        let Architecture { hidden, output_buckets, .. } = architecture;
        check_counts(&[
            ("features", features.len(), architecture.rows() * hidden),
            ("bias", bias.len(), hidden),
            ("output", output.len(), 2 * hidden * output_buckets),
            ("output bias", output_bias.len(), output_buckets),
        ])?;
        let (features, bias) = (blocks(&features), blocks(&bias));
        let single = Single { output: blocks(&output), bias: output_bias };
        Network::single(architecture, features, bias, single, f32::from(SCALE), summary)
    }

    /// A layered network of these weights. `features` has the rows of the first
    /// layer, `scale` is what 1.0 of the output is in centipawns.
    pub fn layered(
        architecture: Architecture,
        features: Vec<i16>,
        bias: Vec<i16>,
        layers: &LayerWeights,
        scale: f32,
        summary: String,
    ) -> Result<Network, NetworkError> {
        let architecture = Architecture { kind: Kind::Layered, ..architecture };
        architecture.check()?;
        check_counts(&[
            ("features", features.len(), architecture.rows() * architecture.hidden),
            ("bias", bias.len(), architecture.hidden),
        ])?;
        check_scale(scale)?;
        let head = Head::Layered(Layers::new(&architecture, layers)?);
        let (features, bias) = (blocks(&features), blocks(&bias));
        let encoding = Encoding::Variable;
        let network = Network { architecture, features, bias, head, scale, encoding, summary };
        network.check_sums()?;
        Ok(network)
    }

    /// Refuses outputs the kernels could not compute exactly.
    pub(crate) fn single(
        architecture: Architecture,
        features: Vec<Block>,
        bias: Vec<Block>,
        single: Single,
        scale: f32,
        summary: String,
    ) -> Result<Network, NetworkError> {
        check_scale(scale)?;
        let width = 2 * architecture.width();
        for (bucket, weights) in single.output.chunks(width).enumerate() {
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
        let (head, encoding) = (Head::Single(single), Encoding::Plain);
        Ok(Network { architecture, features, bias, head, scale, encoding, summary })
    }

    /// One of Stockfish's networks. Its sums wrap, as they do there.
    pub(crate) fn stockfish(
        architecture: Architecture,
        features: Vec<Block>,
        bias: Vec<Block>,
        head: Head,
        summary: String,
    ) -> Network {
        let (scale, encoding) = (STOCKFISH_SCALE, Encoding::Plain);
        Network { architecture, features, bias, head, scale, encoding, summary }
    }

    /// Refuses neurons whose sum could overflow: with any man on each of any
    /// 32 squares.
    fn check_sums(&self) -> Result<(), NetworkError> {
        let width = self.architecture.width();
        let seats = INPUTS / 64;
        for bucket in self.features.chunks(INPUTS * width) {
            for (column, bias) in self.bias.iter().enumerate() {
                let mut least = [[0i16; 64]; LANES];
                let mut most = [[0i16; 64]; LANES];
                for seat in 0..seats {
                    for square in 0..64 {
                        let row = &bucket[(64 * seat + square) * width + column];
                        for (lane, &weight) in row.0.iter().enumerate() {
                            least[lane][square] = least[lane][square].min(weight);
                            most[lane][square] = most[lane][square].max(weight);
                        }
                    }
                }
                for lane in 0..LANES {
                    let men = MOST_MEN as usize;
                    least[lane].select_nth_unstable(men);
                    most[lane].select_nth_unstable(men);
                    let sum = |men: &[i16]| -> i32 { men.iter().map(|&w| i32::from(w)).sum() };
                    let start = i32::from(bias.0[lane]);
                    let low = start + sum(&least[lane][..men]);
                    let high = start + sum(&most[lane][men..]);
                    if low < i32::from(i16::MIN) || high > i32::from(i16::MAX) {
                        let neuron = column * LANES + lane;
                        return Err(NetworkError::AccumulatorOverflow { neuron });
                    }
                }
            }
        }
        Ok(())
    }

    /// The same with the first layer held otherwise in its file, if it is a
    /// layered one: others know one way only.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Encoding) -> Network {
        if self.architecture.kind == Kind::Layered {
            self.encoding = encoding;
        }
        self
    }

    /// How its file holds the first layer.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// What 1.0 of the output is in centipawns. What a network has learned is
    /// in units of its own, [`SCALE`] for 1.0; this makes it the unit that the
    /// margins of a search are for.
    pub const fn scale(&self) -> f32 {
        self.scale
    }

    /// What `centipawns` are in the network's own unit, [`SCALE`] for 1.0.
    pub fn own_unit(&self, centipawns: i32) -> i32 {
        (centipawns as f32 * (f32::from(SCALE) / self.scale)).round() as i32
    }

    /// The same with another scale, from 1 to [`MOST_SCALE`]; of single layers a
    /// whole number, the nearest one.
    pub fn with_scale(mut self, scale: f32) -> Result<Network, NetworkError> {
        check_scale(scale)?;
        self.scale = match self.architecture.kind {
            Kind::Single => scale.round(),
            _ => scale,
        };
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

    /// Says so if the network is not for that game. Chess960 is chess, and
    /// games with Makruk's men take Makruk's networks.
    pub fn check_game(&self, wanted: Variant) -> Result<(), NetworkError> {
        if family(wanted) == family(self.game()) {
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
        let sides = [position.turn(), !position.turn()];
        let [ours, theirs] = sides.map(|perspective| {
            let view = View::new(&self.architecture, perspective, position.king(perspective));
            let mut values: Vec<i16> = (0..hidden).map(|i| number(&self.bias, i)).collect();
            for_each_man(position, |man| {
                let row = view.row(perspective, man) * hidden;
                for (i, value) in values.iter_mut().enumerate() {
                    *value = value.wrapping_add(number(&self.features, row + i));
                }
            });
            values
        });
        let bucket = self.architecture.output_bucket(men, position.counting());
        Some(match &self.head {
            Head::Single(single) => {
                let neurons = ours.into_iter().chain(theirs);
                let sum = neurons.enumerate().fold(0i32, |sum, (i, value)| {
                    let v = i32::from(value.clamp(0, QA as i16));
                    let weight = number(&single.output, 2 * bucket * hidden + i);
                    sum.wrapping_add(v * v * i32::from(weight))
                });
                single.finish(sum, bucket, self.scale)
            }
            Head::Layered(layers) => {
                centipawns(layers.set(bucket).evaluate(&ours, &theirs), self.scale)
            }
            Head::HalfKp(head) => {
                let rows = [ours, theirs];
                let [ours, theirs] = [&rows[0], &rows[1]].map(|row| std::iter::once(&row[..]));
                from_stockfish(head.evaluate(ours, theirs), self.scale)
            }
            Head::HalfKa(head) => {
                let set = HalfKa::set(men);
                let views =
                    sides.map(|side| View::new(&self.architecture, side, position.king(side)));
                let worth = worth(head.worth(set), position, sides, views);
                let value = head.finish(set, &head.sums(set, &ours, &theirs), worth);
                from_stockfish(value, self.scale)
            }
        })
    }
}

impl Single {
    /// The evaluation for a sum of the output layer: first in the network's own
    /// unit, as it learned, then in centipawns, both rounded towards zero.
    #[inline(always)]
    pub(crate) fn finish(&self, sum: i32, bucket: usize, scale: f32) -> i32 {
        let (one, unit) = (i64::from(QA) * i64::from(QB), i64::from(SCALE));
        let sum = i64::from(sum / i32::from(QA)) + i64::from(self.bias[bucket]);
        let value = sum * unit / one;
        (value * i64::from(scale as u16) / unit) as i32
    }
}

/// A number of a row of blocks.
fn number(blocks: &[Block], i: usize) -> i16 {
    blocks[i / LANES].0[i % LANES]
}

/// Refuses scales that no engine has a use for.
fn check_scale(scale: f32) -> Result<(), NetworkError> {
    if (1.0..=f32::from(MOST_SCALE)).contains(&scale) {
        Ok(())
    } else {
        Err(NetworkError::Scale(scale))
    }
}

/// Refuses numbers of weights that do not fit the sizes.
fn check_counts(counts: &[(&'static str, usize, usize)]) -> Result<(), NetworkError> {
    for &(field, found, expected) in counts {
        if found != expected {
            return Err(NetworkError::WeightCount { field, expected, found });
        }
    }
    Ok(())
}

/// What the men are worth more to the first of two sides than to the other, by
/// a table of rows.
#[inline(always)]
pub(crate) fn worth<R: Rules>(
    table: &[i32],
    position: &Position<R>,
    [us, them]: [Color; 2],
    [ours, theirs]: [View; 2],
) -> i32 {
    let mut sum = 0i32;
    for_each_man(position, |man| {
        let (ours, theirs) = (table[ours.row(us, man)], table[theirs.row(them, man)]);
        sum = sum.wrapping_add(ours).wrapping_sub(theirs);
    });
    sum
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
