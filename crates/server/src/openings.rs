//! The names of openings.

use erawan_board::{Game, Rules, Variant};

use crate::protocol::OpeningReply;

/// The name of the opening a game of chess has begun with.
pub(crate) fn name<R: Rules>(_variant: Variant, _game: &Game<R>) -> Option<OpeningReply> {
    None
}
