//! King safety: the pawns before the king, and the danger it is in.

use erawan_board::{Bitboard, Color, File, Role};

use super::Pair;
use super::parameters::Term;
use super::side::{Side, front, oriented};
use super::terms::Evaluation;
use super::trace::Sink;
use crate::games::Playable;

/// Danger grows with its square up to here.
const MOST_DANGER: i32 = 2800;
const MINOR_AND_MAJOR: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl<R: Playable, S: Sink> Evaluation<'_, R, S> {
    #[inline(always)]
    pub(super) fn king<U: Side>(&mut self) {
        let shelter = self.shelter::<U>();
        let danger = self.danger::<U>(shelter).min(MOST_DANGER);
        if danger > 0 {
            let loss = Pair::new(danger * danger / 4096, danger / 20);
            self.sink.king_danger(U::US, loss);
            match U::US {
                Color::White => self.score -= loss,
                Color::Black => self.score += loss,
            }
        }
    }

    /// The pawns on the king's file and beside it; returns their worth.
    #[inline(always)]
    fn shelter<U: Side>(&mut self) -> Pair {
        let king = self.position.king(U::US);
        let rank = Bitboard::from_rank(king.rank());
        // Pawns the enemy's pawns can take are no shelter.
        let ahead = rank | front(U::US, rank);
        let ours = self.pawns[U::US.index()] & (ahead - self.maps[U::THEM.index()].by_role[0]);
        let theirs = self.pawns[U::THEM.index()] & ahead;
        let all = self.pawns[0] | self.pawns[1];
        let centre = king.file().index().clamp(1, 6);
        let before = self.score;
        for index in centre - 1..=centre + 1 {
            let file = Bitboard::from_file(File::from_index(index).unwrap_or(File::A));
            // The nearest of each, as if we were White.
            let nearest = |pawns: Bitboard| {
                oriented::<U>(pawns & file).lsb().map_or(0, |square| square.rank().index())
            };
            let (our_rank, their_rank) = (nearest(ours), nearest(theirs));
            self.add::<U>(Term::Shelter, 8 * index.min(7 - index) + our_rank, 1);
            let term = if our_rank > 0 && our_rank + 1 == their_rank {
                Term::StormBlocked
            } else {
                Term::Storm
            };
            self.add::<U>(term, their_rank, 1);
            if !all.intersects(file) {
                self.add::<U>(Term::KingOpen, 0, 1);
            }
        }
        match U::US {
            Color::White => self.score - before,
            Color::Black => before - self.score,
        }
    }

    /// How much danger the king is in, in units of its own.
    #[inline(always)]
    fn danger<U: Side>(&mut self, shelter: Pair) -> i32 {
        let (we, they) = (self.maps[U::US.index()], self.maps[U::THEM.index()]);
        let attackers: i32 = they.ring_attackers.iter().sum();
        let has_heavy = self.position.pieces(U::THEM, Self::FACTS.heavy).any();
        if attackers == 0 || (attackers == 1 && !has_heavy) {
            return 0;
        }
        let mut danger = 0;
        let king = self.position.king(U::US);
        let [own_king, own_queen] = [Role::King, Role::Queen].map(|role| we.by_role[role.index()]);
        // Attacked and held at most by king or queen; a met holds as well as
        // any other piece.
        let mut held_badly = !we.all | own_king;
        if !Self::FACTS.queen_is_minor {
            held_badly |= own_queen;
        }
        let weak = they.all & (held_badly - we.twice);
        let safe = (!we.all | (weak & they.twice)) - self.colors[U::THEM.index()];
        for role in MINOR_AND_MAJOR {
            let count = they.ring_attackers[role.index()] * attackers;
            danger += self.weigh::<U>(Term::DangerAttacker, role.index(), count);
            // Where such a piece would give check.
            let through = self.occupied - self.position.pieces(U::US, Role::Queen);
            let checks = R::attacks(U::US, role, king, through)
                & (they.by_role[role.index()] - self.colors[U::THEM.index()]);
            let safe_checks = i32::from((checks & safe).any());
            danger += self.weigh::<U>(Term::DangerSafeCheck, role.index(), safe_checks);
            let answered = i32::from((checks - safe).any());
            danger += self.weigh::<U>(Term::DangerCheck, 0, answered);
        }
        danger += self.weigh::<U>(Term::DangerContact, 0, they.contacts);
        danger += self.weigh::<U>(Term::DangerWeak, 0, (we.ring & weak).len() as i32);
        danger += self.weigh::<U>(Term::DangerPinned, 0, we.pinned.len() as i32);
        danger += self.weigh::<U>(Term::DangerNoHeavy, 0, i32::from(!has_heavy));
        danger += self.weigh::<U>(Term::DangerShelter, 0, -shelter.mg() / 8);
        danger
    }

    #[inline(always)]
    fn weigh<U: Side>(&mut self, term: Term, place: usize, count: i32) -> i32 {
        let place = term.start() + place;
        self.sink.add(U::US, place, count);
        self.parameters.at(place).mg() * count
    }
}
