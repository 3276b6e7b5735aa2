//! Pieces lost and pieces not won.

use erawan_board::{Color, Move, Position, Role, Rules};
use erawan_engine::Playable;
use erawan_engine::see;
use erawan_notation::san;

use super::material::{NOTABLE, balance, prey, promotion, settled, walk};
use super::{Case, Man, Reason};

pub(super) fn explain<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let mover = case.before.turn();
    let base = balance(case.before, mover);
    let kept = settled(case.after, case.reply, mover) - base;
    let possible = settled(case.before, case.best, mover) - base;
    if possible - kept < NOTABLE {
        return race(case);
    }
    let lost = || (kept <= -NOTABLE).then(|| losing(case)).flatten();
    let missed = || (possible >= NOTABLE).then(|| missing(case)).flatten();
    // The greater part of the difference is the reason.
    let found = if possible > -kept { missed().or_else(lost) } else { lost().or_else(missed) };
    found.or_else(|| race(case))
}

/// What the opponent gains by the answer.
fn losing<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let mover = case.before.turn();
    let &answer = case.reply.first().filter(|&&m| case.after.is_legal(m))?;
    let fork = fork(case.after, answer);
    let taken = taken_at_once(case, answer);
    // Who takes a pawn on the way to a fork is after the fork.
    let by_the_way = prey(case.after, answer).is_none_or(|(_, gain)| gain <= 150);
    if let Some(targets) = fork.filter(|_| by_the_way) {
        return Some(Reason::AllowsFork { san: san::write(case.after, answer), targets });
    }
    taken
        .or_else(|| new_pin(case, answer))
        .or_else(|| race(case).filter(|_| promotes_before_taking(case)))
        .or_else(|| {
            let man = first_prey(case.after, case.reply, !mover)?;
            Some(Reason::LosesPiece { san: san::write(case.after, answer), man })
        })
}

fn taken_at_once<R: Playable>(case: &Case<'_, R>, answer: Move) -> Option<Reason> {
    let mover = case.before.turn();
    let (man, gain) = prey(case.after, answer)?;
    let has_moved = man.square == case.played.king_target();
    // Taking back ends an exchange that the player may well have wanted.
    if has_moved && see::value(case.before, case.played) > -NOTABLE {
        return None;
    }
    let lesser = matches!(answer.role(), Role::Knight | Role::Bishop);
    let net = if has_moved { -see::value(case.before, case.played) } else { gain };
    let exchange = |lesser: Role| see::worth::<R>(Role::Rook) - see::worth::<R>(lesser);
    let for_lesser = match case.before.captured(case.played).filter(|_| has_moved) {
        Some(role @ (Role::Knight | Role::Bishop)) => net == exchange(role),
        _ => lesser && net == exchange(answer.role()),
    };
    Some(if man.role == Role::Rook && for_lesser {
        Reason::LosesExchange { square: man.square }
    } else if case.after.pinned(mover).contains(man.square) {
        Reason::DropsPinned { man }
    } else if has_moved {
        Reason::PutsEnPrise { man }
    } else {
        Reason::LeavesEnPrise { man }
    })
}

/// A pin that the answer makes, of a piece that is taken later.
fn new_pin<R: Playable>(case: &Case<'_, R>, answer: Move) -> Option<Reason> {
    let mover = case.before.turn();
    let next = case.after.play_unchecked(answer);
    let pinned = next.pinned(mover) - case.after.pinned(mover);
    let man = first_prey(case.after, case.reply, !mover)?;
    (pinned.contains(man.square) && man.role != Role::Pawn)
        .then(|| Reason::AllowsPin { san: san::write(case.after, answer), man })
}

/// The first piece that one side wins on a line, where it stands before it. Who
/// takes back has won no more than was lost before.
fn first_prey<R: Playable>(start: &Position<R>, line: &[Move], color: Color) -> Option<Man> {
    let base = balance(start, color);
    let (index, man) = walk(start, line).enumerate().find_map(|(index, (position, m))| {
        let (man, gain) = (position.turn() == color).then(|| prey(&position, m)).flatten()?;
        (balance(&position, color) + gain - base >= NOTABLE).then_some((index, man))
    })?;
    // Its own moves of the line, from the last one back.
    let moves: Vec<_> = walk(start, &line[..index]).collect();
    let own = moves.iter().rev().filter(|(position, m)| position.turn() != color && !m.is_castle());
    let back = |square, (_, m): &(_, Move)| if m.to() == square { m.from() } else { square };
    let square = own.fold(man.square, back);
    Some(Man { square, ..man })
}

fn promotes_before_taking<R: Playable>(case: &Case<'_, R>) -> bool {
    let them = !case.before.turn();
    let events = walk(case.after, case.reply).filter(|(position, _)| position.turn() == them);
    let mut events =
        events.filter(|(position, m)| m.is_promotion() || prey(position, *m).is_some());
    events.next().is_some_and(|(_, m)| m.is_promotion())
}

/// What the player could have gained.
fn missing<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let mover = case.before.turn();
    let &best = case.best.first().filter(|&&m| case.before.is_legal(m))?;
    let san = || san::write(case.before, best);
    let taking = prey(case.before, best);
    let by_the_way = taking.is_none_or(|(_, gain)| gain <= 150);
    if let Some(targets) = fork(case.before, best).filter(|_| by_the_way) {
        return Some(Reason::MissesFork { san: san(), targets });
    }
    if let Some((man, _)) = taking {
        return Some(Reason::MissesCapture { san: san(), man });
    }
    if let Some(man) = promotion(case.before, case.best, mover) {
        return Some(Reason::MissesPromotion { man });
    }
    let man = first_prey(case.before, case.best, mover)?;
    Some(Reason::MissesWinOf { san: san(), man })
}

/// Who gets a pawn through.
fn race<R: Rules>(case: &Case<'_, R>) -> Option<Reason> {
    let mover = case.before.turn();
    let theirs = promotion(case.after, case.reply, !mover);
    let ours = promotion(case.before, case.best, mover)
        .filter(|_| promotion(case.after, case.reply, mover).is_none());
    match (theirs, ours) {
        (Some(man), Some(_)) => Some(Reason::LosesPromotionRace { man }),
        (Some(man), None) => promotion(case.before, case.best, !mover)
            .is_none()
            .then_some(Reason::AllowsPromotion { man }),
        (None, Some(man)) => Some(Reason::MissesPromotion { man }),
        (None, None) => None,
    }
}

/// The pieces that a move attacks at once: kings, pieces worth more, and such
/// as nobody defends. None if they are fewer than two, or if the attacker can
/// simply be taken.
fn fork<R: Playable>(position: &Position<R>, m: Move) -> Option<Vec<Man>> {
    if m.is_castle() || m.role() == Role::King {
        return None;
    }
    let us = position.turn();
    let next = position.play_unchecked(m);
    let role = next.role_at(m.to())?;
    let occupied = next.occupied();
    let attacked = R::attacks(us, role, m.to(), occupied) & next.by_color(!us);
    let is_target = |man: &Man| {
        let is_loose = next.attackers_of(!us, man.square, occupied).is_empty();
        man.role == Role::King
            || see::worth::<R>(man.role) > see::worth::<R>(role).max(NOTABLE * 2)
            || (is_loose && see::worth::<R>(man.role) > NOTABLE * 2)
    };
    let men = attacked
        .iter()
        .filter_map(|square| next.role_at(square).map(|role| Man::new::<R>(role, square)));
    let mut targets: Vec<Man> = men.filter(is_target).collect();
    if targets.len() < 2 {
        return None;
    }
    let refuted = next.legal_moves().iter().any(|&reply| {
        reply.to() == m.to() && next.is_capture(reply) && see::value(&next, reply) >= 0
    });
    if refuted {
        return None;
    }
    let rank = |man: &Man| match man.role {
        Role::King => i32::MAX,
        role => see::worth::<R>(role),
    };
    targets.sort_by_key(|man| std::cmp::Reverse(rank(man)));
    Some(targets)
}
