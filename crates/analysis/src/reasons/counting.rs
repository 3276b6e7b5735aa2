//! Makruk's count: what it saves and what it spoils.

use erawan_board::{Position, Rules};

use super::{Case, Reason};

/// From here on a side is winning, in its chance to win.
const WINNING: f64 = 65.0;

pub(super) fn explain<R: Rules>(case: &Case<'_, R>) -> Option<Reason> {
    if !R::COUNTING {
        return None;
    }
    let mover = case.before.turn();
    let was = case.score_before.win_percent(mover);
    let is = case.score.win_percent(mover);
    let is_level = (100.0 - WINNING..=WINNING).contains(&is);
    let was_level = (100.0 - WINNING..=WINNING).contains(&was);
    if was > WINNING && is_level {
        // The move may have begun the count, of which nobody has spoken yet.
        let begun = begins(case.before, case.after);
        let runs_for_opponent = case.after.counting_side() != Some(mover);
        return (case.after.counting().limit() > 0 && runs_for_opponent).then(|| {
            let left = left(case.after);
            if begun { Reason::StartsCount { left } } else { Reason::CountRunsOut { left } }
        });
    }
    let had_count = case.before.counting_side() == Some(mover);
    let gave_up =
        had_count && (case.after.counting().limit() == 0 || begins(case.before, case.after));
    (was_level && is < 100.0 - WINNING && gave_up).then_some(Reason::GivesUpCount)
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
