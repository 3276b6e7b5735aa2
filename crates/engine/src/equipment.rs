//! What a thread keeps from one search to the next, and what it evaluates with.

use std::sync::Arc;

use erawan_nnue::{Kernel, Network};

use crate::eval::{Evaluator, HandWritten, NetworkEvaluator};
use crate::games::Playable;
use crate::history::Histories;

/// Where a thread keeps its things between searches. While it searches, and
/// after a panic, they are not there.
#[derive(Default)]
pub(crate) struct Shelf {
    histories: Option<Histories>,
    /// The evaluator used last, of whichever game.
    network: Option<(NetworkEvaluator, &'static Kernel)>,
}

impl Shelf {
    pub(crate) fn take_histories(&mut self) -> Histories {
        self.histories.take().unwrap_or_else(Histories::new)
    }

    pub(crate) fn put_histories(&mut self, histories: Histories) {
        self.histories = Some(histories);
    }

    /// Forgets what was learnt.
    pub(crate) fn clear(&mut self) {
        self.histories.iter_mut().for_each(Histories::clear);
    }
}

/// Which evaluation a search uses: chosen once, so that the whole search is
/// compiled for either.
pub(crate) trait Choice<R: Playable>: Clone + Send + 'static {
    type Evaluator: Evaluator<R>;

    fn take(&self, shelf: &mut Shelf) -> Self::Evaluator;
    fn put(&self, shelf: &mut Shelf, evaluator: Self::Evaluator);
}

/// The hand-written rules.
#[derive(Clone, Copy)]
pub(crate) struct ByHand;

impl<R: Playable> Choice<R> for ByHand {
    type Evaluator = HandWritten;

    fn take(&self, _: &mut Shelf) -> HandWritten {
        HandWritten
    }

    fn put(&self, _: &mut Shelf, _: HandWritten) {}
}

/// A network. Its accumulators are large, so they are kept.
#[derive(Clone)]
pub(crate) struct ByNetwork {
    pub(crate) network: Arc<Network>,
    pub(crate) kernel: &'static Kernel,
}

impl<R: Playable> Choice<R> for ByNetwork {
    type Evaluator = NetworkEvaluator;

    fn take(&self, shelf: &mut Shelf) -> NetworkEvaluator {
        match shelf.network.take() {
            Some((mut kept, kernel))
                if Arc::ptr_eq(kept.network(), &self.network)
                    && std::ptr::eq(kernel, self.kernel) =>
            {
                kept.reset();
                kept
            }
            _ => NetworkEvaluator::with_kernel(Arc::clone(&self.network), self.kernel),
        }
    }

    fn put(&self, shelf: &mut Shelf, evaluator: NetworkEvaluator) {
        shelf.network = Some((evaluator, self.kernel));
    }
}
