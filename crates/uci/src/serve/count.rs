//! `go perft`: counting positions, until told to stop.

use erawan_board::{Position, Rules, perft::Perft};
use erawan_engine::Control;

/// The plies that are counted without looking up: a fraction of a second.
const AT_ONCE: u32 = 3;

/// The positions after `depth` plies; `None` if it was stopped. This is a
/// recursion: more plies than `perft::MAX_DEPTH` must not come here.
pub(super) fn count<R: Rules>(
    position: &Position<R>,
    depth: u32,
    control: &Control,
) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(Perft::new().run(position, depth));
    }
    let parts = position.legal_moves();
    parts.iter().try_fold(0u64, |sum, &m| {
        Some(sum.saturating_add(count(&position.play_unchecked(m), depth - 1, control)?))
    })
}
