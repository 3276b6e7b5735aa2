//! Draws inside the search, and the key under which the table knows a
//! position.

use erawan_board::{Position, Rules};

use super::Worker;
use crate::eval::Evaluator;
use crate::score::Value;

impl<R: Rules, E: Evaluator<R>> Worker<R, E> {
    /// True if the position is drawn by rule, mate apart.
    pub(super) fn is_draw(&self, position: &Position<R>, in_check: bool) -> bool {
        let by_clock = R::CLAIM_PLIES.is_some_and(|plies| position.halfmove_clock() >= plies);
        if by_clock || position.counting().is_over() {
            // Mate goes before the clock and before the count.
            return !in_check || position.has_legal_moves();
        }
        position.is_insufficient_material() || self.is_repetition(position)
    }

    /// True if the position has been there: once since the root, or twice.
    fn is_repetition(&self, position: &Position<R>) -> bool {
        let reach = position.halfmove_clock() as usize;
        let last = self.keys.len() - 1;
        let mut seen = 0;
        let mut back = 4;
        while back <= reach && back <= last {
            let at = last - back;
            if self.keys[at] == position.key() {
                seen += 1;
                if at + 1 >= self.game_plies || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// A draw's worth: a little noise keeps the search from being blind among
    /// equal lines.
    #[inline(always)]
    pub(super) fn draw_value(&self) -> Value {
        (self.nodes & 2) as Value - 1
    }
}

/// The key for the transposition table: the position, and roughly how far the
/// clock or the count has run, on which its score depends.
#[inline(always)]
pub(super) fn table_key<R: Rules>(position: &Position<R>) -> u64 {
    let clock = if R::CLAIM_PLIES.is_some() {
        u64::from(position.halfmove_clock().saturating_sub(8) / 8)
    } else {
        let count = position.counting();
        let left = u16::from(count.limit()).saturating_sub(count.ply());
        let grain = if left < 24 { 2 } else { 8 };
        u64::from(count.limit()) << 16 | u64::from(left / grain)
    };
    position.key() ^ clock.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// How many plies are left until the clock draws the game.
#[inline(always)]
pub(super) fn plies_left<R: Rules>(position: &Position<R>) -> Value {
    match R::CLAIM_PLIES {
        Some(plies) => Value::from(plies) - Value::from(position.halfmove_clock()),
        None if position.counting().limit() > 0 => {
            let count = position.counting();
            Value::from(count.limit()) - Value::from(count.ply()) + 1
        }
        None => Value::MAX,
    }
}
