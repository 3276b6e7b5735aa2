//! A line of play as it happens: which man is taken when, and what is left.

use erawan_board::{Color, Move, Position, Role, Square};
use erawan_engine::Playable;
use erawan_engine::see;

use crate::quiet::best_capture;

/// A man that is taken on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taking {
    /// The move that takes it, from 0.
    pub(super) ply: usize,
    pub(super) by: Color,
    pub(super) role: Role,
    /// Where it is taken.
    pub(super) square: Square,
    /// Where it stood when the line began.
    pub(super) home: Square,
    /// The same of the man that takes it.
    pub(super) taker: Square,
}

/// A pawn (bia) that is promoted on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Promotion {
    pub(super) ply: usize,
    pub(super) by: Color,
    pub(super) role: Role,
    pub(super) square: Square,
}

/// A line, played.
pub(super) struct Story<R: Playable> {
    /// The positions, one more than there are moves.
    pub(super) positions: Vec<Position<R>>,
    pub(super) moves: Vec<Move>,
    pub(super) takings: Vec<Taking>,
    pub(super) promotions: Vec<Promotion>,
    /// For each position: who stands where, by where they stood at first.
    homes: Vec<[Option<Square>; 64]>,
}

impl<R: Playable> Story<R> {
    /// Plays a line as far as it is legal.
    pub(super) fn new(start: &Position<R>, line: impl IntoIterator<Item = Move>) -> Story<R> {
        let mut story = Story {
            positions: vec![*start],
            moves: Vec::new(),
            takings: Vec::new(),
            promotions: Vec::new(),
            homes: Vec::new(),
        };
        let mut homes = [None; 64];
        for square in start.occupied() {
            homes[square.index()] = Some(square);
        }
        story.homes.push(homes);
        let mut position = *start;
        for m in line {
            if !position.is_legal(m) {
                break;
            }
            story.note(&position, m, &mut homes);
            position = position.play_unchecked(m);
            story.positions.push(position);
            story.moves.push(m);
            story.homes.push(homes);
        }
        story
    }

    fn note(&mut self, position: &Position<R>, m: Move, homes: &mut [Option<Square>; 64]) {
        let (ply, by) = (self.moves.len(), position.turn());
        let (from, to) = (m.from(), m.to());
        if m.is_castle() {
            let (king, rook) = (homes[from.index()].take(), homes[to.index()].take());
            let target = m.king_target();
            homes[target.index()] = king;
            let beside = if m.is_short_castle() { target.index() - 1 } else { target.index() + 1 };
            if let Some(slot) = homes.get_mut(beside) {
                *slot = rook;
            }
            return;
        }
        let taken = if m.is_en_passant() { Square::new(to.file(), from.rank()) } else { to };
        if let Some(role) = position.captured(m) {
            let home = homes[taken.index()].take().unwrap_or(taken);
            let taker = homes[from.index()].unwrap_or(from);
            self.takings.push(Taking { ply, by, role, square: taken, home, taker });
        }
        if let Some(role) = m.promotion() {
            self.promotions.push(Promotion { ply, by, role, square: to });
        }
        homes[to.index()] = homes[from.index()].take();
    }

    /// The last position.
    pub(super) fn end(&self) -> &Position<R> {
        // There is always the first.
        &self.positions[self.positions.len() - 1]
    }

    /// Where a man stands after some plies, if it is still there.
    pub(super) fn place(&self, home: Square, plies: usize) -> Option<Square> {
        let homes = self.homes.get(plies)?;
        Square::all().find(|square| homes[square.index()] == Some(home))
    }

    /// What a side has gained by the end.
    pub(super) fn counted(&self, color: Color) -> i32 {
        balance(self.end(), color) - balance(&self.positions[0], color)
    }

    /// What a side has gained by the end, when what can be taken there has been.
    pub(super) fn gain(&self, color: Color) -> i32 {
        let end = self.end();
        let rest = if end.has_legal_moves() { best_capture(end) } else { 0 };
        self.counted(color) + if end.turn() == color { rest } else { -rest }
    }

    /// What a side takes.
    pub(super) fn taken_by(&self, color: Color) -> impl Iterator<Item = &Taking> {
        self.takings.iter().filter(move |taking| taking.by == color)
    }

    /// The first promotion of a side that is not undone at once.
    pub(super) fn promotion_of(&self, color: Color) -> Option<&Promotion> {
        self.promotions.iter().find(|made| {
            let undone = self.takings.iter().any(|taking| {
                taking.by != color && taking.square == made.square && taking.ply <= made.ply + 3
            });
            made.by == color && !undone
        })
    }
}

/// The worth of one side's men less that of the other's.
pub(crate) fn balance<R: Playable>(position: &Position<R>, color: Color) -> i32 {
    let side = |color| -> i32 {
        Role::ALL
            .into_iter()
            .map(|role| see::worth::<R>(role) * position.pieces(color, role).len() as i32)
            .sum()
    };
    side(color) - side(!color)
}

/// What a side gives and gets on a line, most valuable first, without what is
/// traded evenly.
pub(super) fn trade<R: Playable>(story: &Story<R>, color: Color) -> (Vec<Role>, Vec<Role>) {
    let roles = |by: Color| {
        let mut roles: Vec<Role> = story.taken_by(by).map(|taking| taking.role).collect();
        roles.sort_by_key(|&role| std::cmp::Reverse(see::worth::<R>(role)));
        roles
    };
    let (mut lost, mut won) = (roles(!color), roles(color));
    lost.retain(|&role| {
        let alike = |&other: &Role| {
            other == role || (see::worth::<R>(other) - see::worth::<R>(role)).abs() < EVEN
        };
        match won.iter().position(alike) {
            Some(place) => {
                won.remove(place);
                false
            }
            None => true,
        }
    });
    (lost, won)
}

/// Men that differ by less are traded evenly: bishops and knights.
const EVEN: i32 = 60;
