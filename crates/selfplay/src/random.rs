//! Streams of random numbers, one for each game.

use erawan_engine::Random;

/// The stream with this number among those of a seed.
pub(crate) fn stream(seed: u64, number: u64) -> Random {
    let mut random = Random::new(seed);
    Random::new(random.next_u64() ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03))
}
