//! How a man is won: by a fork, a pin, or just by being taken.

use erawan_board::{Color, Position, Role, Rules, Square, attacks};
use erawan_engine::Playable;
use erawan_engine::see;

use super::Man;
use super::story::{Story, Taking};
use crate::quiet::NOTABLE;

/// How a man is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tactic {
    /// It is taken at once.
    Capture,
    /// Several men are attacked at once by one.
    Fork,
    /// It cannot move away from before the king.
    Pin,
    /// The man before it has to move away.
    Skewer,
    /// A man moves away and opens the line of another.
    Discovery,
    /// Two men give check at once.
    DoubleCheck,
    /// The man that guards it is taken.
    Guard,
    /// The man that guards it has something else to guard too.
    Overload,
    /// It is attacked and has nowhere to go.
    Trap,
    /// By a line of play with no name.
    Force,
}

/// A tactic on a line.
pub(super) struct Found {
    pub(super) tactic: Tactic,
    /// The move that brings it about.
    pub(super) shown: usize,
    /// When this many plies were played the men stand where they are said to.
    pub(super) at: usize,
    pub(super) men: Vec<Man>,
}

/// How a man of a line is won.
pub(super) fn find<R: Playable>(story: &Story<R>, prey: &Taking) -> Found {
    let first = usize::from(story.positions[0].turn() != prey.by);
    let man = |at: usize| {
        let square = story.place(prey.home, at).unwrap_or(prey.home);
        let role = story.positions.get(at).and_then(|position| position.role_at(square));
        Man::new::<R>(role.unwrap_or(prey.role), square)
    };
    if prey.ply == first {
        let men = vec![man(first)];
        return Found { tactic: Tactic::Capture, shown: first, at: first, men };
    }
    // The last moves before it is taken say most.
    let moves = (first..prey.ply).rev().filter(|ply| (ply - first) % 2 == 0).take(2);
    let scenes: Vec<Scene<'_, R>> =
        moves.map(|ply| Scene { story, prey, ply, man: man(ply + 1) }).collect();
    // What has a name of its own comes before the mere fact of being caught.
    let named = scenes.iter().find_map(|scene| Some((scene.ply, scene.tactic()?)));
    let caught = || {
        let scene = scenes.iter().find(|scene| scene.is_soon() && scene.is_trap())?;
        Some((scene.ply, (Tactic::Trap, scene.ply + 1, vec![scene.man])))
    };
    if let Some((shown, (tactic, at, men))) = named.or_else(caught) {
        return Found { tactic, shown, at, men };
    }
    Found { tactic: Tactic::Force, shown: first, at: first, men: vec![man(first)] }
}

/// A move on the way to a man that is taken later.
struct Scene<'a, R: Playable> {
    story: &'a Story<R>,
    prey: &'a Taking,
    ply: usize,
    /// The man that is taken later, where it stands after the move.
    man: Man,
}

impl<R: Playable> Scene<'_, R> {
    fn before(&self) -> &Position<R> {
        &self.story.positions[self.ply]
    }

    fn after(&self) -> &Position<R> {
        &self.story.positions[self.ply + 1]
    }

    fn is_soon(&self) -> bool {
        self.prey.ply <= self.ply + 4
    }

    /// The tactic, with the plies after which its men stand so.
    fn tactic(&self) -> Option<(Tactic, usize, Vec<Man>)> {
        let next = self.ply + 1;
        let at_once = self.prey.ply == self.ply + 2;
        let m = self.story.moves[self.ply];
        let is_taker = !m.is_castle() && self.story.place(self.prey.taker, next) == Some(m.to());
        let of = |tactic, men: Option<Vec<Man>>| men.map(|men| (tactic, next, men));
        if at_once && self.after().checkers().len() >= 2 {
            return Some((Tactic::DoubleCheck, next, vec![self.man]));
        }
        None.or_else(|| of(Tactic::Skewer, (at_once && is_taker).then(|| self.skewer()).flatten()))
            .or_else(|| of(Tactic::Fork, (at_once && is_taker).then(|| self.fork()).flatten()))
            .or_else(|| of(Tactic::Discovery, at_once.then(|| self.discovery()).flatten()))
            .or_else(|| of(Tactic::Pin, self.is_soon().then(|| self.pin()).flatten()))
            .or_else(|| {
                let men = at_once.then(|| self.overload()).flatten()?;
                Some((Tactic::Overload, self.ply, men))
            })
            .or_else(|| {
                let men = at_once.then(|| self.guard()).flatten()?;
                Some((Tactic::Guard, self.ply, men))
            })
    }

    /// What the man that moved attacks: kings, men worth more, and such as
    /// nobody defends; the one that is taken is among them.
    fn fork(&self) -> Option<Vec<Man>> {
        let (us, after) = (self.prey.by, self.after());
        let square = self.story.moves[self.ply].to();
        let role = after.role_at(square).filter(|&role| role != Role::King)?;
        let occupied = after.occupied();
        let attacked = R::attacks(us, role, square, occupied) & after.by_color(!us);
        let is_target = |man: &Man| {
            let is_loose = after.attackers_of(!us, man.square, occupied).is_empty();
            man.square == self.man.square
                || man.role == Role::King
                || see::worth::<R>(man.role) > see::worth::<R>(role).max(NOTABLE * 2)
                || (is_loose && see::worth::<R>(man.role) > NOTABLE * 2)
        };
        let men = attacked.iter().filter_map(|at| Some(Man::new::<R>(after.role_at(at)?, at)));
        let mut men: Vec<Man> = men.filter(is_target).collect();
        men.sort_by_key(|man| std::cmp::Reverse(rank::<R>(man.role)));
        (men.len() >= 2 && men.contains(&self.man)).then_some(men)
    }

    /// The man behind another that has to move away, and that other.
    fn skewer(&self) -> Option<Vec<Man>> {
        let (us, after) = (self.prey.by, self.after());
        let square = self.story.moves[self.ply].to();
        let role = after.role_at(square)?;
        let away = self.story.moves.get(self.ply + 1)?.from();
        let front = Man::new::<R>(after.role_at(away)?, away);
        let occupied = after.occupied();
        let sees = |occupied| R::attacks(us, role, square, occupied);
        let is_line = attacks::between(square, self.man.square).contains(away)
            && sees(occupied).contains(away)
            && sees(occupied.without(away)).contains(self.man.square);
        (is_line && rank::<R>(front.role) >= rank::<R>(self.man.role))
            .then(|| vec![self.man, front])
    }

    /// The man that another attacks since this one is out of its way.
    fn discovery(&self) -> Option<Vec<Man>> {
        let m = self.story.moves[self.ply];
        let slider = self.story.place(self.prey.taker, self.ply + 1)?;
        let opened = attacks::between(slider, self.man.square).contains(m.from());
        let (us, target) = (self.prey.by, self.man.square);
        let attacks = |position: &Position<R>| {
            position.attackers_of(us, target, position.occupied()).contains(slider)
        };
        (slider != m.to() && opened && attacks(self.after()) && !attacks(self.before()))
            .then(|| vec![self.man])
    }

    fn pin(&self) -> Option<Vec<Man>> {
        let them = !self.prey.by;
        let new = self.after().pinned(them) - self.before().pinned(them);
        let king = Man::new::<R>(Role::King, self.after().king(them));
        (new.contains(self.man.square) && self.man.role != Role::Pawn).then(|| vec![self.man, king])
    }

    /// The man whose guard this move takes, and the guard.
    fn guard(&self) -> Option<Vec<Man>> {
        let taken = self.story.takings.iter().find(|taking| taking.ply == self.ply)?;
        let before = self.before();
        let guarded = self.man.square;
        let guards = before.attackers_of(!self.prey.by, guarded, before.occupied());
        (taken.square != guarded && guards.contains(taken.square))
            .then(|| vec![self.man, Man::new::<R>(taken.role, taken.square)])
    }

    /// The man whose guard has to take back elsewhere, and the guard.
    fn overload(&self) -> Option<Vec<Man>> {
        let (m, back) = (self.story.moves[self.ply], *self.story.moves.get(self.ply + 1)?);
        let before = self.before();
        let is_taken = self.story.takings.iter().any(|taking| taking.ply == self.ply);
        if !is_taken || back.to() != m.to() || back.from() == self.man.square {
            return None;
        }
        let them = !self.prey.by;
        let guards = |position: &Position<R>, square: Square| {
            position.attackers_of(them, self.man.square, position.occupied()).contains(square)
        };
        let last = self.story.positions.get(self.ply + 2)?;
        let role = before.role_at(back.from()).filter(|&role| role != Role::King)?;
        (guards(before, back.from()) && !guards(last, back.to()))
            .then(|| vec![self.man, Man::new::<R>(role, back.from())])
    }

    /// True if the man is attacked and loses by each of its moves.
    fn is_trap(&self) -> bool {
        let after = self.after();
        if matches!(self.man.role, Role::Pawn | Role::King) || after.in_check() {
            return false;
        }
        let threat = after.play_null();
        let is_lost = threat
            .legal_moves()
            .iter()
            .any(|&m| m.to() == self.man.square && see::value(&threat, m) >= NOTABLE);
        let moves = after.legal_moves();
        let mut own = moves.iter().filter(|m| m.from() == self.man.square);
        is_lost && own.all(|&m| see::value(after, m) <= -NOTABLE)
    }
}

/// Men by worth, the king first.
fn rank<R: Playable>(role: Role) -> i32 {
    match role {
        Role::King => i32::MAX,
        role => see::worth::<R>(role),
    }
}

/// True if a man that has moved away had guarded another, and the capture that
/// now wins it would have won nothing before.
pub(super) fn uncovers<R: Playable>(
    before: &Position<R>,
    after: &Position<R>,
    from: Square,
    prey: Square,
) -> bool {
    let us = before.turn();
    let guarded = before.attackers_of(us, prey, before.occupied()).contains(from);
    if !guarded || before.in_check() {
        return false;
    }
    let best = |position: &Position<R>| {
        let moves = position.legal_moves();
        let takes = moves.iter().filter(|m| m.to() == prey && position.is_capture(**m));
        takes.map(|&m| see::value(position, m)).max().unwrap_or(0)
    };
    best(&before.play_null()) < NOTABLE && best(after) >= NOTABLE
}

/// True if a king is mated on its first rank by a man on that rank, with its
/// own men before it.
pub(crate) fn is_back_rank_mate<R: Rules>(position: &Position<R>) -> bool {
    let us = position.turn();
    let king = position.king(us);
    let first = if us == Color::White { 0 } else { 7 };
    let checkers = position.checkers();
    let mut flights = R::attacks(us, Role::King, king, position.occupied());
    flights = flights.iter().filter(|square| square.rank().index() != first).collect();
    king.rank().index() == first
        && position.is_checkmate()
        && checkers.len() == 1
        && checkers.iter().all(|square| square.rank().index() == first)
        && !(flights & position.by_color(us)).is_empty()
}
