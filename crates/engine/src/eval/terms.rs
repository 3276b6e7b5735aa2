//! The terms that go into the sum: pieces, pawns, threats, space.

use core::marker::PhantomData;

use erawan_board::{Bitboard, Color, Position, Rank, Role, Square, attacks};

use super::Pair;
use super::parameters::{Parameters, Term};
use super::side::{Black, Maps, Side, White, files, front, oriented, rank};
use super::trace::Sink;
use crate::games::Playable;

const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// The ranks where a minor piece is well placed ahead of its pawns.
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_FFFF_FF00_0000);
/// Pawns here are at home: a piece gains nothing by guarding them.
const HOME_RANKS: Bitboard = Bitboard(0x0000_0000_00FF_FF00);

/// What the terms of the hand-written evaluation ask of a game.
#[derive(Clone, Copy, Debug)]
pub struct TermFacts {
    /// Where space counts, as White sees the board.
    pub space: Bitboard,
    /// The rank where a rook finds the enemy's pawns at home, counted from its
    /// own side.
    pub rook_rank: Rank,
    /// The heaviest piece. Without it a single attacker is no danger to a
    /// king.
    pub heavy: Role,
    /// True if bishops keep to the squares of one colour, so that pawns there
    /// stand in their way.
    pub bishops_keep_colour: bool,
    /// True if the piece in the queen's seat is a minor one: it threatens and
    /// holds as they do and supports its neighbours. If not it is a queen,
    /// through whom the pieces behind her attack as well.
    pub queen_is_minor: bool,
}

/// An evaluation under way.
pub(super) struct Evaluation<'a, R: Playable, S: Sink> {
    pub position: &'a Position<R>,
    pub parameters: &'a Parameters,
    pub sink: &'a mut S,
    /// White's terms less Black's.
    pub score: Pair,
    pub occupied: Bitboard,
    pub colors: [Bitboard; 2],
    pub pawns: [Bitboard; 2],
    pub maps: [Maps; 2],
    pub rules: PhantomData<R>,
}

impl<'a, R: Playable, S: Sink> Evaluation<'a, R, S> {
    /// Known when the program is compiled.
    pub const FACTS: TermFacts = R::DESCRIPTION.term_facts;

    #[inline(always)]
    pub fn new(
        position: &'a Position<R>,
        parameters: &'a Parameters,
        sink: &'a mut S,
    ) -> Evaluation<'a, R, S> {
        let colors = Color::ALL.map(|color| position.by_color(color));
        let pawns = Color::ALL.map(|color| position.pieces(color, Role::Pawn));
        let maps = Color::ALL.map(|color| {
            let pinned = position.pinned(color);
            Maps::new(color, pawns[color.index()], position.king(color), pinned)
        });
        let occupied = colors[0] | colors[1];
        let rules = PhantomData;
        Evaluation {
            position,
            parameters,
            sink,
            score: Pair::ZERO,
            occupied,
            colors,
            pawns,
            maps,
            rules,
        }
    }

    /// Adds up everything.
    #[inline(always)]
    pub fn sum(&mut self) -> Pair {
        self.pieces::<White>();
        self.pieces::<Black>();
        self.pawns::<White>();
        self.pawns::<Black>();
        self.king::<White>();
        self.king::<Black>();
        self.threats::<White>();
        self.threats::<Black>();
        self.passed_pawns::<White>();
        self.passed_pawns::<Black>();
        self.space::<White>();
        self.space::<Black>();
        match self.position.turn() {
            Color::White => self.add::<White>(Term::Tempo, 0, 1),
            Color::Black => self.add::<Black>(Term::Tempo, 0, 1),
        }
        self.score
    }

    /// Gives `count` times a number to a side.
    #[inline(always)]
    pub fn add<U: Side>(&mut self, term: Term, place: usize, count: i32) {
        let place = term.start() + place;
        self.sink.add(U::US, place, count);
        let worth = self.parameters.at(place) * count;
        match U::US {
            Color::White => self.score += worth,
            Color::Black => self.score -= worth,
        }
    }

    /// Gives a number once for every square of a set.
    #[inline(always)]
    pub fn add_each<U: Side>(&mut self, term: Term, place: usize, squares: Bitboard) {
        self.add::<U>(term, place, squares.len() as i32);
    }

    #[inline(always)]
    fn add_square<U: Side>(&mut self, role: Role, square: Square) {
        let file = square.file().index();
        let place = 32 * role.index() + 4 * rank::<U>(square) + file.min(7 - file);
        self.add::<U>(Term::Squares, place, 1);
    }

    /// Material, squares and mobility of the pieces, and what they attack.
    #[inline(always)]
    fn pieces<U: Side>(&mut self) {
        let ours = |role| self.position.pieces(U::US, role);
        let [pawns, knights, bishops, rooks, queens] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(ours);
        let all_queens = self.position.by_role(Role::Queen);
        let (through_bishops, through_rooks) = if Self::FACTS.queen_is_minor {
            (self.occupied, self.occupied - rooks)
        } else {
            (self.occupied - all_queens, self.occupied - all_queens - rooks)
        };
        let king = self.position.king(U::US);

        let stuck = pawns & (U::back(self.occupied) | oriented::<U>(HOME_RANKS));
        let area = !(stuck | Bitboard::from(king) | self.maps[U::THEM.index()].by_role[0]);

        for square in pawns {
            self.add_square::<U>(Role::Pawn, square);
        }
        self.add_square::<U>(Role::King, king);
        self.add_each::<U>(Term::Material, Role::Pawn.index(), pawns);

        self.role::<U>(Role::Knight, knights, Term::KnightMobility, self.occupied, area);
        self.role::<U>(Role::Bishop, bishops, Term::BishopMobility, through_bishops, area);
        self.role::<U>(Role::Rook, rooks, Term::RookMobility, through_rooks, area);
        self.role::<U>(Role::Queen, queens, Term::QueenMobility, self.occupied, area);

        self.minors::<U>(knights, bishops);
        self.rooks::<U>(rooks);
        if Self::FACTS.queen_is_minor {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let supported = self.maps[U::US.index()].by_role[Role::Queen.index()]
                    & self.position.pieces(U::US, role);
                self.add_each::<U>(Term::MetSupport, role.index(), supported);
            }
        }
    }

    /// The pieces of one role.
    #[inline(always)]
    fn role<U: Side>(
        &mut self,
        role: Role,
        pieces: Bitboard,
        mobility: Term,
        occupied: Bitboard,
        area: Bitboard,
    ) {
        let king = self.position.king(U::US);
        let ring = self.maps[U::THEM.index()].ring;
        let beside = self.maps[U::THEM.index()].by_role[Role::King.index()];
        let most = mobility.count() - 1;
        for square in pieces {
            let mut attacked = R::attacks(U::US, role, square, occupied);
            if self.maps[U::US.index()].pinned.contains(square) {
                attacked &= attacks::line(king, square);
            }
            let maps = &mut self.maps[U::US.index()];
            maps.twice |= maps.all & attacked;
            maps.all |= attacked;
            maps.by_role[role.index()] |= attacked;
            if attacked.intersects(ring) {
                maps.ring_attackers[role.index()] += 1;
                maps.contacts += (attacked & beside).len() as i32;
            }
            self.add_square::<U>(role, square);
            self.add::<U>(mobility, ((attacked & area).len() as usize).min(most), 1);
        }
        self.add_each::<U>(Term::Material, role.index(), pieces);
    }

    #[inline(always)]
    fn minors<U: Side>(&mut self, knights: Bitboard, bishops: Bitboard) {
        let pawns = self.pawns[U::US.index()];
        let outposts = oriented::<U>(OUTPOST_RANKS)
            & (self.maps[U::US.index()].by_role[0]
                - (self.maps[U::THEM.index()].span | self.maps[U::THEM.index()].by_role[0]));
        let behind = U::back(pawns);
        let king = self.position.king(U::US);
        for (place, minors) in [knights, bishops].into_iter().enumerate() {
            self.add_each::<U>(Term::Outpost, place, minors & outposts);
            self.add_each::<U>(Term::BehindPawn, place, minors & behind);
            let steps: i32 = minors.iter().map(|square| i32::from(king.distance(square))).sum();
            self.add::<U>(Term::KingDistance, place, steps);
        }
        if bishops.has_many() {
            self.add::<U>(Term::BishopPair, 0, 1);
        }
        if Self::FACTS.bishops_keep_colour {
            let [light, dark] = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES]
                .map(|colour| ((pawns & colour).len() * (bishops & colour).len()) as i32);
            self.add::<U>(Term::BishopPawns, 0, light + dark);
        }
    }

    #[inline(always)]
    fn rooks<U: Side>(&mut self, rooks: Bitboard) {
        let (ours, theirs) = (files(self.pawns[U::US.index()]), files(self.pawns[U::THEM.index()]));
        self.add_each::<U>(Term::RookOpen, 0, rooks - ours - theirs);
        self.add_each::<U>(Term::RookHalfOpen, 0, (rooks - ours) & theirs);
        let relative = |rank| Bitboard::from_relative_rank(rank, U::US);
        let home = relative(Self::FACTS.rook_rank);
        let prey = self.pawns[U::THEM.index()].intersects(home)
            || (relative(Rank::Seventh) | relative(Rank::Eighth))
                .contains(self.position.king(U::THEM));
        if prey {
            self.add_each::<U>(Term::RookSeventh, 0, rooks & home);
        }
    }

    /// Doubled, isolated, backward, supported and neighbouring pawns.
    #[inline(always)]
    fn pawns<U: Side>(&mut self) {
        let pawns = self.pawns[U::US.index()];
        if pawns.is_empty() {
            return;
        }
        let (we, they) = (self.maps[U::US.index()], self.maps[U::THEM.index()]);
        self.add_each::<U>(Term::Doubled, 0, pawns & we.front);
        let on_files = files(pawns);
        let isolated = pawns - (on_files.east() | on_files.west());
        let span = we.span | we.by_role[0];
        let held = U::ahead(pawns) & (they.by_role[0] - span);
        let backward = (U::back(held) & pawns) - isolated;
        for (term, weak) in [(Term::Isolated, isolated), (Term::Backward, backward)] {
            self.add_each::<U>(term, 0, weak & they.front);
            self.add_each::<U>(term, 1, weak - they.front);
        }
        for square in pawns & we.by_role[0] {
            self.add::<U>(Term::Supported, rank::<U>(square), 1);
        }
        for square in pawns & (pawns.east() | pawns.west()) {
            self.add::<U>(Term::Phalanx, rank::<U>(square), 1);
        }
    }

    #[inline(always)]
    fn passed_pawns<U: Side>(&mut self) {
        let pawns = self.pawns[U::US.index()];
        let (we, they) = (self.maps[U::US.index()], self.maps[U::THEM.index()]);
        let zone = R::PROMOTION_ZONES[U::US.index()];
        let ready = U::back((zone - self.occupied) - they.all) & pawns;
        self.add_each::<U>(Term::PromotionReady, 0, ready);

        let passed = pawns - (they.front | they.span | they.by_role[0]) - front(U::THEM, pawns);
        if passed.is_empty() {
            return;
        }
        // A bia goes no further than where it promotes.
        let beyond = U::ahead(zone);
        let lone_king = (self.colors[U::THEM.index()] - self.pawns[U::THEM.index()]).len() == 1;
        let (our_king, their_king) = (self.position.king(U::US), self.position.king(U::THEM));
        for square in passed {
            let rank = rank::<U>(square);
            let Some(stop) = U::ahead(square.into()).lsb() else { continue };
            self.add::<U>(Term::Passed, rank, 1);
            if self.colors[U::THEM.index()].contains(stop) {
                self.add::<U>(Term::PassedBlocked, rank, 1);
            }
            let way = front(U::US, square.into()) - beyond;
            if !way.intersects(self.occupied | they.all) {
                self.add::<U>(Term::PassedFree, rank, 1);
            }
            if we.all.contains(stop) && !they.twice.contains(stop) {
                self.add::<U>(Term::PassedSupported, rank, 1);
            }
            let ours = our_king.distance(stop).min(5);
            let theirs = their_king.distance(stop).min(5);
            self.add::<U>(Term::PassedOurKing, rank, i32::from(ours));
            self.add::<U>(Term::PassedTheirKing, rank, i32::from(theirs));
            let behind = front(U::THEM, square.into());
            if behind.intersects(self.position.pieces(U::US, Role::Rook)) {
                self.add::<U>(Term::PassedRookBehind, 0, 1);
            }
            if lone_king && !way.intersects(self.occupied) {
                let last = match U::US {
                    Color::White => way.msb(),
                    Color::Black => way.lsb(),
                };
                let double = u8::from(R::CASTLING_AND_DOUBLE_STEP && rank == 1);
                let steps = (way.len() as u8).saturating_sub(double);
                let late = u8::from(self.position.turn() == U::THEM);
                if last.is_some_and(|last| their_king.distance(last) > steps + late) {
                    self.add::<U>(Term::PassedUnstoppable, 0, 1);
                }
            }
        }
    }

    #[inline(always)]
    fn threats<U: Side>(&mut self) {
        let (we, they) = (self.maps[U::US.index()], self.maps[U::THEM.index()]);
        let theirs = self.colors[U::THEM.index()].without(self.position.king(U::THEM));
        let their_pieces = theirs - self.pawns[U::THEM.index()];
        let by = |role: Role| we.by_role[role.index()];

        // Defended by a pawn, or more often than we can attack.
        let firm = they.by_role[0] | (they.twice - we.twice);
        let weak = theirs & (we.all - firm);
        let mut minors = by(Role::Knight) | by(Role::Bishop);
        if Self::FACTS.queen_is_minor {
            minors |= by(Role::Queen);
        }
        let prey = weak | (their_pieces & they.by_role[0]);
        let safe = !they.all | we.all;
        let pawn_attacks = attacks::pawns(U::US, self.pawns[U::US.index()] & safe);
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let targets = self.position.pieces(U::THEM, role);
            if role != Role::Pawn {
                self.add_each::<U>(Term::PawnThreat, role.index(), targets & pawn_attacks);
            }
            self.add_each::<U>(Term::MinorThreat, role.index(), targets & prey & minors);
            self.add_each::<U>(Term::RookThreat, role.index(), targets & weak & by(Role::Rook));
        }
        if (weak & by(Role::King)).any() {
            self.add::<U>(Term::KingThreat, 0, 1);
        }
        let hanging = weak & (!they.all | (their_pieces & we.twice));
        self.add_each::<U>(Term::Hanging, 0, hanging);
        self.add_each::<U>(Term::Restriction, 0, (they.all & we.all) - firm);

        // What our pawns could attack by one safe step.
        let mut steps = U::ahead(self.pawns[U::US.index()]) - self.occupied;
        if R::CASTLING_AND_DOUBLE_STEP {
            let third = Bitboard::from_relative_rank(Rank::Third, U::US);
            steps |= U::ahead(steps & third) - self.occupied;
        }
        steps &= safe - they.by_role[0];
        let targets = their_pieces & (attacks::pawns(U::US, steps) - pawn_attacks);
        self.add_each::<U>(Term::PushThreat, 0, targets);
    }

    #[inline(always)]
    fn space<U: Side>(&mut self) {
        let pawns = self.pawns[U::US.index()];
        let free = oriented::<U>(Self::FACTS.space) - pawns - self.maps[U::THEM.index()].by_role[0];
        let behind = U::back(pawns) | U::back(U::back(pawns)) | U::back(U::back(U::back(pawns)));
        let held = free & behind & (CENTRE_FILES - self.maps[U::THEM.index()].all);
        self.add::<U>(Term::Space, 0, (free.len() + held.len()) as i32);
        if R::CASTLING_AND_DOUBLE_STEP {
            let home = Bitboard::from_relative_rank(Rank::First, U::US);
            self.add_each::<U>(Term::CastlingRight, 0, self.position.castling_rooks() & home);
        }
    }
}
