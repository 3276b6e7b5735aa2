//! Legal moves by check and pin masks.
//!
//! One generator serves every purpose: it hands sets of moves to a [`Visitor`]
//! that counts them, lists them or plays them. Nothing is made and tested,
//! with one exception: en passant, where two pawns leave a line at once.

use crate::position::Position;
use crate::side::Side;
use crate::{Bitboard, CastlingSide, Color, File, PawnStep, Rank, Role, Rules, Square, attacks};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveFilter {
    /// All legal moves.
    All,
    /// Captures, en passant included, and promotions.
    Noisy,
    /// Everything else, castling included.
    Quiet,
}

pub(crate) const ALL: u8 = MoveFilter::All as u8;
pub(crate) const NOISY: u8 = MoveFilter::Noisy as u8;
pub(crate) const QUIET: u8 = MoveFilter::Quiet as u8;

// Roles and pawn steps as constants for const parameters.
pub(crate) const KNIGHT: u8 = Role::Knight as u8;
pub(crate) const BISHOP: u8 = Role::Bishop as u8;
pub(crate) const ROOK: u8 = Role::Rook as u8;
pub(crate) const QUEEN: u8 = Role::Queen as u8;
pub(crate) const KING: u8 = Role::King as u8;
pub(crate) const PUSH: u8 = PawnStep::Push as u8;
pub(crate) const DOUBLE: u8 = PawnStep::Double as u8;
pub(crate) const WEST: u8 = PawnStep::CaptureWest as u8;
pub(crate) const EAST: u8 = PawnStep::CaptureEast as u8;

/// The role behind a const parameter.
#[inline(always)]
pub(crate) const fn role<const ROLE: u8>() -> Role {
    Role::ALL[ROLE as usize]
}

/// The step behind a const parameter.
#[inline(always)]
pub(crate) const fn step<const STEP: u8>() -> PawnStep {
    match STEP {
        PUSH => PawnStep::Push,
        DOUBLE => PawnStep::Double,
        WEST => PawnStep::CaptureWest,
        _ => PawnStep::CaptureEast,
    }
}

/// What becomes of generated moves. Sets may be empty.
pub(crate) trait Visitor<R: Rules, S: Side> {
    /// False if a queen's moves may come in two parts, with the bishops' and
    /// with the rooks': enough to count, and faster.
    const QUEENS_APART: bool;

    fn piece<const ROLE: u8>(&mut self, position: &Position<R>, from: Square, to: Bitboard);
    fn pawns<const STEP: u8>(&mut self, position: &Position<R>, to: Bitboard);
    fn promotions<const STEP: u8>(&mut self, position: &Position<R>, to: Bitboard);
    fn en_passant(&mut self, position: &Position<R>, from: Square, to: Square);
    fn castle(&mut self, position: &Position<R>, king: Square, rook: Square);
}

/// What restricts the moves of all pieces but the king.
#[derive(Clone, Copy)]
pub(crate) struct Masks {
    /// Where a move must end: anywhere without check, on the checker or before
    /// it in single check, nowhere in double check.
    pub(crate) check: Bitboard,
    /// The lines of diagonal and of orthogonal pins, pinner included.
    ///
    /// One mask for all lines of a kind is enough: a piece that stays on a
    /// line of its pin's kind cannot cross over to another such line.
    pub(crate) diagonal_pins: Bitboard,
    pub(crate) orthogonal_pins: Bitboard,
}

impl<R: Rules> Position<R> {
    #[inline(always)]
    pub(crate) fn masks<S: Side>(&self, occupied: Bitboard) -> Masks {
        let them = S::THEM.index();
        let king_board = self.king_board(S::US);
        let king = king_board.first();
        let mut checkers = (S::pawn_attacks(king_board) & self.pawns[them])
            | (attacks::knight(king) & self.knights[them]);
        if !R::DIAGONALS_SLIDE {
            let khons = self.diagonals[them] - self.orthogonals[them];
            checkers |=
                (attacks::mets(king_board) & self.diagonals[them]) | (S::ahead(king_board) & khons);
        }
        let mut check = checkers;
        let mut count = checkers.len();
        let (mut diagonal_pins, mut orthogonal_pins) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut look = |snipers: Bitboard, pins: &mut Bitboard| {
            for sniper in snipers {
                let line = attacks::segment(king, sniper);
                let blockers = (line & occupied).without(sniper);
                if blockers.is_empty() {
                    check |= line;
                    count += 1;
                } else if !blockers.has_many() {
                    *pins |= line;
                }
            }
        };
        if R::DIAGONALS_SLIDE {
            look(attacks::bishop_rays(king) & self.diagonals[them], &mut diagonal_pins);
        }
        look(attacks::rook_rays(king) & self.rook_movers::<S::Opponent>(), &mut orthogonal_pins);
        let check = match count {
            0 => Bitboard::ALL,
            1 => check,
            _ => Bitboard::EMPTY,
        };
        Masks { check, diagonal_pins, orthogonal_pins }
    }

    /// The pieces of side `S` that move along ranks and files.
    #[inline(always)]
    pub(crate) fn rook_movers<S: Side>(&self) -> Bitboard {
        let side = S::US.index();
        if R::DIAGONALS_SLIDE {
            self.orthogonals[side]
        } else {
            self.orthogonals[side] - self.diagonals[side]
        }
    }

    /// The squares the opponent attacks once our king has left its square.
    #[inline(always)]
    pub(crate) fn danger<S: Side>(&self, occupied_without_king: Bitboard) -> Bitboard {
        let them = S::THEM.index();
        let mut danger = <S::Opponent as Side>::pawn_attacks(self.pawns[them])
            | attacks::king(self.kings[them])
            | attacks::knights(self.knights[them]);
        if R::DIAGONALS_SLIDE {
            for square in self.diagonals[them] {
                danger |= attacks::bishop(square, occupied_without_king);
            }
        } else {
            let khons = self.diagonals[them] - self.orthogonals[them];
            danger |= attacks::mets(self.diagonals[them]) | <S::Opponent as Side>::ahead(khons);
        }
        for square in self.rook_movers::<S::Opponent>() {
            danger |= attacks::rook(square, occupied_without_king);
        }
        danger
    }

    /// True if taking en passant does not leave our king attacked.
    #[inline(always)]
    pub(crate) fn is_en_passant_legal<S: Side>(&self, from: Square, to: Square) -> bool {
        let (us, them) = (S::US.index(), S::THEM.index());
        let king = self.kings[us];
        let target = Bitboard::from_square(to);
        let taken = S::back(target);
        let occupied = (self.occupied() | target) - taken - Bitboard::from_square(from);
        let attackers = (attacks::bishop(king, occupied) & self.diagonals[them])
            | (attacks::rook(king, occupied) & self.orthogonals[them])
            | (attacks::knight(king) & self.knights[them])
            | (attacks::pawn(S::US, king) & self.pawns[them]);
        (attackers - taken).is_empty()
    }

    /// Hands all legal moves of kind `FILTER` to a visitor.
    #[inline(always)]
    pub(crate) fn generate<S: Side, V: Visitor<R, S>, const FILTER: u8>(&self, visitor: &mut V) {
        let us = S::US.index();
        let ours = self.by_color(S::US);
        // The king is never taken, not even where a set-up position would
        // allow it.
        let capturable = self.without_king(S::THEM);
        let occupied = ours | capturable | self.king_board(S::THEM);
        let masks = self.masks::<S>(occupied);
        let Masks { check, diagonal_pins, orthogonal_pins } = masks;
        let allowed = match FILTER {
            NOISY => capturable,
            QUIET => !occupied,
            _ => !(ours | self.king_board(S::THEM)),
        };

        let king = self.kings[us];
        let mut king_targets = attacks::king(king) & allowed;
        if R::FIRST_LEAPS && FILTER != NOISY && check == Bitboard::ALL {
            king_targets |= self.king_leap_targets::<S>(occupied);
        }
        if R::KING_STANDS && check != Bitboard::ALL {
            king_targets &= check & capturable;
        }
        let rights = if R::CASTLING_AND_DOUBLE_STEP && FILTER != NOISY {
            self.marks & S::rank(Rank::First)
        } else {
            Bitboard::EMPTY
        };
        // The enemy's attack map is the dearest part: it is left out where the
        // king could go nowhere anyway.
        if king_targets.any() || self.may_castle_shut_in::<S>(rights) {
            let danger = self.danger::<S>(occupied ^ self.king_board(S::US));
            visitor.piece::<KING>(self, king, king_targets - danger);
            if R::CASTLING_AND_DOUBLE_STEP && FILTER != NOISY && rights.any() {
                self.castlings::<S, V>(visitor, rights, occupied, danger, orthogonal_pins);
            }
        }
        if check.is_empty() {
            return;
        }
        let targets = allowed & check;
        let pins = diagonal_pins | orthogonal_pins;

        for from in self.knights[us] - pins {
            visitor.piece::<KNIGHT>(self, from, attacks::knight(from) & targets);
        }
        if !R::DIAGONALS_SLIDE {
            self.steppers::<S, V>(visitor, targets, pins);
            if R::FIRST_LEAPS
                && FILTER != NOISY
                && let Some((from, to)) = self.met_leap_target::<S>(occupied)
                && !pins.contains(from)
            {
                visitor.piece::<QUEEN>(self, from, to & targets);
            }
            let rooks = self.rook_movers::<S>();
            for from in rooks - pins {
                visitor.piece::<ROOK>(self, from, attacks::rook(from, occupied) & targets);
            }
            for from in rooks & pins {
                visitor.piece::<ROOK>(self, from, attacks::rook(from, occupied) & targets & pins);
            }
        } else if V::QUEENS_APART {
            self.sliders::<S, V>(visitor, targets, occupied, masks);
        } else {
            self.slider_lines::<S, V>(visitor, targets, occupied, masks);
        }
        self.pawn_moves::<S, V, FILTER>(visitor, occupied, capturable, masks);
        if R::CASTLING_AND_DOUBLE_STEP && FILTER != QUIET {
            let en_passant = self.marks - crate::position::BACK_RANKS;
            if en_passant.any() {
                let to = en_passant.first();
                for from in attacks::pawn(S::THEM, to) & self.pawns[us] {
                    if self.is_en_passant_legal::<S>(from, to) {
                        visitor.en_passant(self, from, to);
                    }
                }
            }
        }
    }

    /// True if these rooks and the king stand as in classical chess.
    #[inline(always)]
    fn is_classical<S: Side>(&self, rights: Bitboard) -> bool {
        self.king_board(S::US).is_subset(Bitboard::from_file(File::E))
            && rights.is_subset(Bitboard::EDGE_FILES)
    }

    /// True if the king may castle although it has no square to go to. With
    /// classical squares it cannot: the one beside it must be free.
    #[inline(always)]
    pub(crate) fn may_castle_shut_in<S: Side>(&self, rights: Bitboard) -> bool {
        rights.any() && !self.is_classical::<S>(rights)
    }

    #[inline(always)]
    pub(crate) fn castlings<S: Side, V: Visitor<R, S>>(
        &self,
        visitor: &mut V,
        rights: Bitboard,
        occupied: Bitboard,
        danger: Bitboard,
        orthogonal_pins: Bitboard,
    ) {
        let king = self.kings[S::US.index()];
        let shift = match S::US {
            Color::White => 0,
            Color::Black => 56,
        };
        if self.is_classical::<S>(rights) {
            // All squares are known: two tests with constant masks.
            let on_home = |bits: u64| Bitboard(bits << shift);
            let clear = |empty, safe| !(occupied & on_home(empty) | danger & on_home(safe)).any();
            if rights.intersects(on_home(0x80)) && clear(0x60, 0x70) {
                visitor.castle(self, king, Square::truncate(7 + shift as u32));
            }
            if rights.intersects(on_home(0x01)) && clear(0x0E, 0x1C) {
                visitor.castle(self, king, Square::truncate(shift as u32));
            }
            return;
        }
        for rook in rights {
            let side =
                if rook.index() > king.index() { CastlingSide::Short } else { CastlingSide::Long };
            let king_path = attacks::segment(king, side.king_target(S::US)).with(king);
            let rook_path = attacks::segment(rook, side.rook_target(S::US));
            let others = occupied.without(king).without(rook);
            // A rook that shields its king on the back rank may not jump away.
            if !(king_path | rook_path).intersects(others)
                && !king_path.intersects(danger)
                && !orthogonal_pins.contains(rook)
            {
                visitor.castle(self, king, rook);
            }
        }
    }

    /// Khon and met.
    #[inline(always)]
    fn steppers<S: Side, V: Visitor<R, S>>(
        &self,
        visitor: &mut V,
        targets: Bitboard,
        pins: Bitboard,
    ) {
        let us = S::US.index();
        let mets = self.diagonals[us] & self.orthogonals[us];
        let khons = self.diagonals[us] - self.orthogonals[us];
        // Only a rua pins, along a rank or a file: a pinned met cannot move at
        // all, a pinned khon only ahead on its file.
        for from in mets - pins {
            visitor.piece::<QUEEN>(self, from, attacks::met(from) & targets);
        }
        for from in khons - pins {
            visitor.piece::<BISHOP>(self, from, attacks::khon(S::US, from) & targets);
        }
        for from in khons & pins {
            let ahead = S::ahead(Bitboard::from_square(from));
            visitor.piece::<BISHOP>(self, from, ahead & pins & targets);
        }
    }

    /// Bishops, rooks and queens, each with all its moves at once.
    #[inline(always)]
    fn sliders<S: Side, V: Visitor<R, S>>(
        &self,
        visitor: &mut V,
        targets: Bitboard,
        occupied: Bitboard,
        masks: Masks,
    ) {
        let us = S::US.index();
        let Masks { diagonal_pins, orthogonal_pins, .. } = masks;
        let (diagonals, orthogonals) = (self.diagonals[us], self.orthogonals[us]);
        for from in diagonals - orthogonals - orthogonal_pins {
            let mut to = attacks::bishop(from, occupied) & targets;
            if diagonal_pins.contains(from) {
                to &= diagonal_pins;
            }
            visitor.piece::<BISHOP>(self, from, to);
        }
        for from in orthogonals - diagonals - diagonal_pins {
            let mut to = attacks::rook(from, occupied) & targets;
            if orthogonal_pins.contains(from) {
                to &= orthogonal_pins;
            }
            visitor.piece::<ROOK>(self, from, to);
        }
        for from in diagonals & orthogonals {
            let to = if diagonal_pins.contains(from) {
                attacks::bishop(from, occupied) & diagonal_pins
            } else if orthogonal_pins.contains(from) {
                attacks::rook(from, occupied) & orthogonal_pins
            } else {
                attacks::queen(from, occupied)
            };
            visitor.piece::<QUEEN>(self, from, to & targets);
        }
    }

    /// Diagonal moves of bishops and queens, orthogonal ones of rooks and queens.
    #[inline(always)]
    fn slider_lines<S: Side, V: Visitor<R, S>>(
        &self,
        visitor: &mut V,
        targets: Bitboard,
        occupied: Bitboard,
        masks: Masks,
    ) {
        let us = S::US.index();
        let Masks { diagonal_pins, orthogonal_pins, .. } = masks;
        let diagonals = self.diagonals[us] - orthogonal_pins;
        let orthogonals = self.orthogonals[us] - diagonal_pins;
        for from in diagonals - diagonal_pins {
            visitor.piece::<BISHOP>(self, from, attacks::bishop(from, occupied) & targets);
        }
        for from in diagonals & diagonal_pins {
            let to = attacks::bishop(from, occupied) & targets & diagonal_pins;
            visitor.piece::<BISHOP>(self, from, to);
        }
        for from in orthogonals - orthogonal_pins {
            visitor.piece::<ROOK>(self, from, attacks::rook(from, occupied) & targets);
        }
        for from in orthogonals & orthogonal_pins {
            let to = attacks::rook(from, occupied) & targets & orthogonal_pins;
            visitor.piece::<ROOK>(self, from, to);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Side, V: Visitor<R, S>, const FILTER: u8>(
        &self,
        visitor: &mut V,
        occupied: Bitboard,
        capturable: Bitboard,
        masks: Masks,
    ) {
        let sets = self.pawn_sets::<S>(occupied, capturable, masks);
        let zone = R::PROMOTION_ZONES[S::US.index()];
        let quiet = FILTER != NOISY;
        let noisy = FILTER != QUIET;
        if R::CASTLING_AND_DOUBLE_STEP && quiet {
            visitor.pawns::<DOUBLE>(self, sets.double);
        }
        if self.pawns[S::US.index()].intersects(S::back(zone)) {
            if noisy {
                visitor.promotions::<PUSH>(self, sets.push & zone);
                visitor.promotions::<WEST>(self, sets.west & zone);
                visitor.promotions::<EAST>(self, sets.east & zone);
                visitor.pawns::<WEST>(self, sets.west - zone);
                visitor.pawns::<EAST>(self, sets.east - zone);
            }
            if quiet {
                visitor.pawns::<PUSH>(self, sets.push - zone);
            }
        } else {
            if quiet {
                visitor.pawns::<PUSH>(self, sets.push);
            }
            if noisy {
                visitor.pawns::<WEST>(self, sets.west);
                visitor.pawns::<EAST>(self, sets.east);
            }
        }
    }

    /// The targets of all pawns, by step, promotions included.
    #[inline(always)]
    pub(crate) fn pawn_sets<S: Side>(
        &self,
        occupied: Bitboard,
        capturable: Bitboard,
        masks: Masks,
    ) -> PawnSets {
        let Masks { check, diagonal_pins, orthogonal_pins } = masks;
        let pawns = self.pawns[S::US.index()];
        // A pinned pawn may take one of its three ways, that along the line of
        // its pin, and cannot leave the line on it: between king and pinner
        // there is nothing else. So a pawn is left out by where it starts.
        let king = self.king(S::US);
        let on_rank = orthogonal_pins & Bitboard::from_rank(king.rank());
        let push = S::ahead(pawns - diagonal_pins - on_rank) - occupied;
        let double = if R::CASTLING_AND_DOUBLE_STEP {
            (S::ahead(push & S::rank(Rank::Third)) - occupied) & check
        } else {
            Bitboard::EMPTY
        };
        let takers = pawns - orthogonal_pins;
        let rising = diagonal_pins & attacks::rising_diagonal(king);
        let (to_west, to_east) = match S::US {
            Color::White => (takers - rising, takers - (diagonal_pins ^ rising)),
            Color::Black => (takers - (diagonal_pins ^ rising), takers - rising),
        };
        let onto = capturable & check;
        PawnSets {
            push: push & check,
            double,
            west: S::ahead(to_west).west() & onto,
            east: S::ahead(to_east).east() & onto,
        }
    }
}

/// Where pawns can go, by the step that takes them there.
pub(crate) struct PawnSets {
    pub(crate) push: Bitboard,
    pub(crate) double: Bitboard,
    pub(crate) west: Bitboard,
    pub(crate) east: Bitboard,
}
