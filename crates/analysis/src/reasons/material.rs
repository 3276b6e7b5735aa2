//! Men lost and men not won.

use erawan_board::{Color, Role};
use erawan_engine::Playable;
use erawan_engine::see;

use super::story::{Story, Taking, trade};
use super::tactics::{self, Tactic};
use super::{Case, Kind, Man, Reason, Shown, Trade};
use crate::quiet::NOTABLE;

pub(super) fn explain<R: Playable>(
    case: &Case<'_, R>,
    played: &Story<R>,
    best: &Story<R>,
) -> Option<Reason> {
    let mover = case.before.turn();
    let (kept, possible) = (played.gain(mover), best.gain(mover));
    // What stands on the board at the ends must say it too, not only what could
    // still be taken there.
    let counted = best.counted(mover) - played.counted(mover);
    let swing = (possible - kept).min(counted);
    if swing < NOTABLE {
        return None;
    }
    let lost = || {
        let reason = || losing(case, played, best, swing);
        (kept <= -NOTABLE).then(reason).flatten()
    };
    let missed = || {
        let reason = || missing(case, played, best, swing);
        (possible >= NOTABLE).then(reason).flatten()
    };
    // The greater part of the difference is the reason.
    let found = if possible > -kept { missed().or_else(lost) } else { lost().or_else(missed) };
    found.or_else(|| promotion(played, best, mover))
}

/// The worth of men.
fn worth<R: Playable>(roles: &[Role]) -> i32 {
    roles.iter().map(|&role| see::worth::<R>(role)).sum()
}

/// The first man that one line takes and the other does not, of the most
/// valuable kind that is not just traded.
fn prey<'a, R: Playable>(
    line: &'a Story<R>,
    other: &Story<R>,
    by: Color,
    roles: &[Role],
) -> Option<&'a Taking> {
    let &role = roles.first()?;
    let is_news = |taking: &&Taking| other.taken_by(by).all(|there| there.home != taking.home);
    line.taken_by(by).filter(is_news).find(|taking| taking.role == role)
}

/// What the opponent gains.
fn losing<R: Playable>(
    case: &Case<'_, R>,
    played: &Story<R>,
    best: &Story<R>,
    swing: i32,
) -> Option<Reason> {
    let mover = case.before.turn();
    let (lost, won) = trade(played, mover);
    // A pawn that gets through counts for more than what is taken on the way.
    let through = played.promotion_of(!mover).filter(|_| best.promotion_of(!mover).is_none());
    if through.is_some() || worth::<R>(&lost) - worth::<R>(&won) < NOTABLE {
        return promotion(played, best, mover);
    }
    let trade = Some(Trade { lost: lost.clone(), won: won.clone(), swing });
    let Some(prey) = prey(played, best, !mover, &lost) else {
        // The best line gives it as well, but gets more for it.
        let of_kind = |taking: &&Taking| Some(&taking.role) == lost.first();
        let given = played.taken_by(!mover).find(of_kind)?;
        let man = Man::new::<R>(given.role, played.place(given.home, 1)?);
        let men = vec![man];
        let kind = Kind::BadExchange;
        let reason = Reason { at: 1, men, trade, ..Reason::new::<R>(kind, Shown::Played) };
        return Some(reason.shown_by(played, 1));
    };
    let found = tactics::find(played, prey);
    let kind = kind_of_loss(case, played, prey, found.tactic, (&lost, &won));
    let tells_tactic = matches!(kind, Kind::Loses(_));
    let (at, men, shown) = match tells_tactic {
        true => (found.at, found.men, found.shown),
        // These are told of the man where it stands after the move.
        false => {
            let square = played.place(prey.home, 1).unwrap_or(prey.square);
            (1, vec![Man::new::<R>(prey.role, square)], prey.ply.min(1))
        }
    };
    let reason = Reason { at, men, trade, ..Reason::new::<R>(kind, Shown::Played) };
    Some(reason.shown_by(played, shown))
}

/// How a loss is told.
fn kind_of_loss<R: Playable>(
    case: &Case<'_, R>,
    played: &Story<R>,
    prey: &Taking,
    tactic: Tactic,
    (lost, won): (&[Role], &[Role]),
) -> Kind {
    let lesser = [Role::Knight, Role::Bishop];
    match (lost, won) {
        ([Role::Rook], [role]) if lesser.contains(role) => {
            return Kind::LosesExchange;
        }
        (_, [_, ..]) if tactic == Tactic::Capture && case.before.is_capture(case.played) => {
            return Kind::BadExchange;
        }
        _ => {}
    }
    if tactic != Tactic::Capture {
        return Kind::Loses(tactic);
    }
    let takes = played.moves.get(1).map_or(0, |&m| see::value(case.after, m));
    let has_moved = prey.square == case.played.king_target() && !case.played.is_castle();
    if takes < NOTABLE {
        // It can be taken back, but that is not all.
        Kind::Loses(Tactic::Force)
    } else if case.after.pinned(case.before.turn()).contains(prey.square) {
        Kind::DropsPinned
    } else if has_moved {
        Kind::PutsEnPrise
    } else if tactics::uncovers(case.before, case.after, case.played.from(), prey.square) {
        Kind::Uncovers
    } else {
        Kind::LeavesEnPrise
    }
}

/// What the player could have gained.
fn missing<R: Playable>(
    case: &Case<'_, R>,
    played: &Story<R>,
    best: &Story<R>,
    swing: i32,
) -> Option<Reason> {
    let mover = case.before.turn();
    let (lost, won) = trade(best, mover);
    let through = best.promotion_of(mover).filter(|_| played.promotion_of(mover).is_none());
    if through.is_some() || worth::<R>(&won) - worth::<R>(&lost) < NOTABLE {
        return promotion(played, best, mover);
    }
    let prey = prey(best, played, mover, &won)?;
    let found = tactics::find(best, prey);
    let is_back = prey.ply == 0 && case.previous == Some(prey.square);
    let kind = if is_back { Kind::MissesRecapture } else { Kind::Misses(found.tactic) };
    let trade = Some(Trade { lost, won, swing });
    let reason =
        Reason { at: found.at, men: found.men, trade, ..Reason::new::<R>(kind, Shown::Best) };
    Some(reason.shown_by(best, found.shown))
}

/// Who gets a pawn through.
fn promotion<R: Playable>(played: &Story<R>, best: &Story<R>, mover: Color) -> Option<Reason> {
    let theirs = played.promotion_of(!mover).filter(|_| best.promotion_of(!mover).is_none());
    let ours = best.promotion_of(mover).filter(|_| played.promotion_of(mover).is_none());
    let (kind, line, made) = match (theirs, ours) {
        (Some(made), Some(_)) => (Kind::LosesPromotionRace, Shown::Played, made),
        (Some(made), None) => (Kind::AllowsPromotion, Shown::Played, made),
        (None, Some(made)) => (Kind::MissesPromotion, Shown::Best, made),
        (None, None) => return None,
    };
    let men = vec![Man::new::<R>(made.role, made.square)];
    let reason = Reason { at: made.ply + 1, men, ..Reason::new::<R>(kind, line) };
    let story = if line == Shown::Played { played } else { best };
    let first = usize::from(line == Shown::Played);
    Some(reason.shown_by(story, first))
}
