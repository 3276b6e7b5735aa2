//! Efficiently updatable networks for chess and Makruk.
//!
//! What lives here: network files ([`Network`]), what a network sees of a
//! position, accumulators that follow a line of play ([`Accumulators`]), and
//! the arithmetic for each kind of processor ([`Kernel`]). What does not:
//! rules (`erawan-board`, the only crate this one may use), and what an engine
//! makes of the number.
//!
//! ```
//! use std::sync::Arc;
//! use erawan_board::{Chess, Position, Variant};
//! use erawan_nnue::{Accumulators, Architecture, Network};
//!
//! let architecture = Architecture::new(Variant::Chess, 64);
//! let network = Network::random(architecture, 1).unwrap();
//! let file = network.to_bytes();
//! let network = Arc::new(Network::from_bytes(&file).unwrap());
//!
//! // Slow and plain, or following a line of play: the same number.
//! let start = Position::<Chess>::startpos();
//! let mut line = Accumulators::new(Arc::clone(&network));
//! let m = start.legal_moves()[0];
//! line.push(&start, m);
//! let next = start.play_unchecked(m);
//! assert_eq!(line.evaluate(&next), network.evaluate(&next));
//! line.pop();
//! assert_eq!(line.evaluate(&start), network.evaluate(&start));
//! ```
//!
//! # The network
//!
//! Either side sees the board from its own end: 768 inputs say what stands
//! where, times the buckets its king may stand in, with the board mirrored if
//! its king stands on the files e to h. One layer turns what a side sees into
//! its accumulator. What follows is of one of two [kinds](Kind):
//!
//! - *Single*: both accumulators, the one of the side to move first, go through
//!   a squared clipped activation (SCReLU) into the output, all in integers.
//! - *Layered*: the neurons of each accumulator's first half are multiplied
//!   with those of its second; the products go through weights of eight bits
//!   into sixteen numbers, and these, clipped and squared, through thirty-two
//!   neurons into the output. Most products are zero, and what is zero costs
//!   nothing.
//!
//! Stockfish's files (`.nnue`) of two kinds are read too: HalfKP (Stockfish 12)
//! and HalfKAv2_hm (Stockfish 15.1), to the bit what they say there.
//!
//! There may be several outputs, each with weights of its own, chosen by the
//! number of men and, in Makruk, by what is left of the count. Every machine
//! gives the same bits.
#![deny(missing_docs)]

mod accumulators;
mod architecture;
mod block;
mod error;
mod features;
mod file;
mod kernels;
mod layers;
pub mod layout;
mod network;
mod random;
mod stockfish;

pub use accumulators::Accumulators;
pub use architecture::{
    Architecture, COUNT_MEN, COUNT_OUTPUT_BUCKETS, COUNT_PLIES_LEFT, FIRST, GAMES, Kind,
    MOST_HIDDEN, MOST_KING_BUCKETS, MOST_MEN, MOST_OUTPUT_BUCKETS, MOST_SCALE, OutputRule, QA, QB,
    SCALE, SECOND, SHIFT,
};
pub use error::NetworkError;
pub use kernels::Kernel;
pub use layers::LayerWeights;
pub use network::{Encoding, Network};
