//! Makruk's count, and the wins it spoils.

use erawan_board::{Position, Rules};
use erawan_engine::Playable;

use super::{Case, Kind, Reason, Shown};

/// From here on a side is winning, in its chance to win.
const WINNING: f64 = 65.0;

pub(super) fn explain<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    if !R::COUNTING {
        return None;
    }
    let mover = case.before.turn();
    let was = case.score_before.win_percent(mover);
    let is = case.score.win_percent(mover);
    let is_level = (100.0 - WINNING..=WINNING).contains(&is);
    let runs = case.after.counting().limit() > 0 && case.after.counting_side() != Some(mover);
    // Whoever loses the man he would mate with loses no race.
    let answer = case.reply.first().map(|&m| case.after.play_unchecked(m));
    let is_bare = answer.is_some_and(|next| next.is_insufficient_material());
    (was > WINNING && is_level && runs && !is_bare).then(|| {
        let kind = match begins(case.before, case.after) {
            true => Kind::StartsCount,
            false => Kind::CountRunsOut,
        };
        let number = Some(u32::from(left(case.after)));
        Reason { at: 1, number, ..Reason::new::<R>(kind, Shown::Played) }
    })
}

/// True if a count begins, or begins anew, between two positions.
fn begins<R: Rules>(before: &Position<R>, after: &Position<R>) -> bool {
    let (old, new) = (before.counting(), after.counting());
    new.limit() > 0
        && (old.limit() == 0
            || new.limit() != old.limit()
            || before.counting_kind() != after.counting_kind()
            || new.ply() < old.ply())
}

/// The moves that are still to be counted.
fn left<R: Rules>(position: &Position<R>) -> u16 {
    let count = position.counting();
    count.spoken_limit().saturating_sub(count.spoken())
}
