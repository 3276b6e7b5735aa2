//! The evaluation by a network.

use std::sync::Arc;

use erawan_board::{Move, Position};
use erawan_nnue::{Accumulators, Kernel, Network};

use super::endgame::FULL;
use super::{Evaluator, HandWritten, LIMIT};
use crate::games::Playable;

/// A network's evaluation, with what it cannot see put right.
///
/// A network sees the men and nothing else. As Makruk's count runs out its
/// scores fade; the fifty-move rule is left to the search. Bare kings with known
/// endings and boards with more than 32 men are left to the
/// [hand-written](HandWritten) rules.
///
/// ```
/// use std::sync::Arc;
/// use erawan_board::{Chess, Position, Variant};
/// use erawan_engine::eval::{Evaluator, NetworkEvaluator};
/// use erawan_nnue::{Architecture, Network};
///
/// let network = Network::random(Architecture::new(Variant::Chess, 32), 1).unwrap();
/// let mut evaluator = NetworkEvaluator::new(Arc::new(network));
/// let start = Position::<Chess>::startpos();
/// let m = start.legal_moves()[0];
/// evaluator.push(&start, m);
/// println!("{}", evaluator.evaluate(&start.play_unchecked(m)));
/// Evaluator::<Chess>::pop(&mut evaluator);
/// ```
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    accumulators: Accumulators,
}

impl NetworkEvaluator {
    /// An evaluator for one thread.
    pub fn new(network: Arc<Network>) -> NetworkEvaluator {
        NetworkEvaluator::with_kernel(network, Kernel::best())
    }

    /// An evaluator that computes with a certain kernel. All give the same
    /// values.
    pub fn with_kernel(network: Arc<Network>, kernel: &'static Kernel) -> NetworkEvaluator {
        NetworkEvaluator { accumulators: Accumulators::with_kernel(network, kernel) }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        self.accumulators.network()
    }

    /// Forgets the line that was followed.
    pub fn reset(&mut self) {
        self.accumulators.reset();
    }
}

impl<R: Playable> Evaluator<R> for NetworkEvaluator {
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let share = R::DESCRIPTION.endings.network_share(position);
        let Some(share) = share else { return HandWritten.evaluate(position) };
        match self.accumulators.evaluate(position) {
            None => HandWritten.evaluate(position),
            // A foreign network may say anything: nothing must overflow.
            Some(value) => value.clamp(-LIMIT, LIMIT) * share / FULL,
        }
    }

    #[inline(always)]
    fn push(&mut self, before: &Position<R>, m: Move) {
        self.accumulators.push(before, m);
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.accumulators.pop();
    }
}
