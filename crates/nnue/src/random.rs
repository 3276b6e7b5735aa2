//! Networks with random weights, for tests and measurements.

use erawan_board::SplitMix64;

use crate::architecture::{Architecture, Kind};
use crate::error::NetworkError;
use crate::layers::LayerWeights;
use crate::network::Network;

/// The same numbers on every machine.
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub(crate) const fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number within ±`most`.
    pub(crate) const fn within(&mut self, most: i16) -> i16 {
        let span = 2 * most as i64 + 1;
        (self.below(span as u64) as i64 - most as i64) as i16
    }

    /// A number within ±`most`.
    fn float(&mut self, most: f32) -> f32 {
        most * f32::from(self.within(1000)) / 1000.0
    }
}

impl Network {
    /// A network that knows nothing: weights at random, always the same for a
    /// seed. For tests and measurements; both ends of the activation and the
    /// largest weights occur.
    pub fn random(architecture: Architecture, seed: u64) -> Result<Network, NetworkError> {
        architecture.check()?;
        if architecture.kind == Kind::Layered {
            return random_layers(architecture, seed);
        }
        let mut random = Random::new(seed);
        let hidden = architecture.hidden;
        let features = (0..architecture.rows() * hidden).map(|_| random.within(60)).collect();
        let bias = (0..hidden).map(|_| 64 + random.within(200)).collect();
        // Small enough that no sum overflows, but for a few large ones.
        let most = (30_000 / (2 * hidden)).clamp(1, 127) as i16;
        let mut output: Vec<i16> = Vec::new();
        for _ in 0..architecture.output_buckets {
            output.extend((0..2 * hidden).map(|i| match i {
                3 => 127,
                5 => -127,
                _ => random.within(most),
            }));
        }
        let output_bias =
            (0..architecture.output_buckets).map(|_| i32::from(random.within(8000))).collect();
        let summary = format!("random weights, seed {seed}");
        Network::new(architecture, features, bias, output, output_bias, summary)
    }
}

/// About one group of four products in three is not zero, as in networks that
/// have learned.
fn random_layers(architecture: Architecture, seed: u64) -> Result<Network, NetworkError> {
    let mut random = Random::new(seed);
    let hidden = architecture.hidden;
    let features = (0..architecture.rows() * hidden).map(|_| random.within(60)).collect();
    let bias = (0..hidden).map(|_| -100 + random.within(200)).collect();
    let [first, rest @ ..] = LayerWeights::counts(&architecture).map(|(_, count)| count);
    let first = (0..first)
        .map(|i| match i % hidden {
            3 => 127,
            5 => -127,
            _ => random.within(40) as i8,
        })
        .collect();
    let mut floats = |i: usize, most| (0..rest[i]).map(|_| random.float(most)).collect();
    let layers = LayerWeights {
        first,
        first_bias: floats(0, 0.5),
        second: floats(1, 0.7),
        second_bias: floats(2, 0.5),
        third: floats(3, 0.8),
        third_bias: floats(4, 0.3),
    };
    let summary = format!("random weights, seed {seed}");
    Network::layered(architecture, features, bias, &layers, 400.0, summary)
}
