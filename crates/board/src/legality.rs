//! Questions about a single move: is it legal, does it give check?

use crate::generate::{Masks, Visitor};
use crate::position::{Position, with_side};
use crate::side::{Black, Side, White};
use crate::{Bitboard, CastlingSide, Color, Move, Rank, Role, Rules, Square, Tag, attacks};

impl<R: Rules> Position<R> {
    /// True if a move, whatever its sixteen bits, is one of
    /// [`legal_moves`](Position::legal_moves).
    ///
    /// ```
    /// use erawan_board::{Chess, Position};
    /// let start = Position::<Chess>::startpos();
    /// let m = start.legal_moves()[0];
    /// assert!(start.is_legal(m));
    /// assert!(!start.play_unchecked(m).is_legal(m));
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        with_side!(self.turn, S => self.is_legal_for::<S>(m))
    }

    fn is_legal_for<S: Side>(&self, m: Move) -> bool {
        let (from, to, role) = (m.from(), m.to(), m.role());
        let us = S::US.index();
        if !self.pieces(S::US, role).contains(from) {
            return false;
        }
        let ours = self.by_color(S::US);
        let capturable = self.without_king(S::THEM);
        let occupied = ours | capturable | self.king_board(S::THEM);
        match m.tag() {
            Tag::EnPassant => {
                return self.en_passant() == Some(to)
                    && attacks::pawn(S::US, from).contains(to)
                    && self.is_en_passant_legal::<S>(from, to);
            }
            Tag::Castle => {
                // Rare enough to ask the generator.
                let mut found = FindCastle { rook: to, found: false };
                let rights = self.castling_rooks() & S::rank(Rank::First);
                if rights.contains(to) {
                    let danger = self.danger::<S>(occupied ^ self.king_board(S::US));
                    let pins = self.masks::<S>(occupied).orthogonal_pins;
                    self.castlings::<S, _>(&mut found, rights, occupied, danger, pins);
                }
                return found.found;
            }
            Tag::King => {
                let mut allowed = attacks::king(from) - ours - self.king_board(S::THEM);
                if R::FIRST_LEAPS && !self.in_check() {
                    allowed |= self.king_leap_targets::<S>(occupied);
                }
                if R::KING_STANDS && self.in_check() {
                    allowed &= self.masks::<S>(occupied).check & capturable;
                }
                return allowed.contains(to)
                    && !self.danger::<S>(occupied ^ self.king_board(S::US)).contains(to);
            }
            _ => {}
        }
        let masks = self.masks::<S>(occupied);
        if role == Role::Pawn {
            let sets = self.pawn_sets::<S>(occupied, capturable, masks);
            let zone = R::PROMOTION_ZONES[us];
            let promotes = match m.promotion() {
                Some(role) => R::PROMOTIONS.contains(&role),
                None => false,
            };
            let target = match m.tag() {
                Tag::PawnPush => sets.push - zone,
                Tag::PawnDouble => sets.double,
                Tag::PawnCapture => (sets.west | sets.east) - zone,
                _ if promotes => (sets.push | sets.west | sets.east) & zone,
                _ => Bitboard::EMPTY,
            };
            let steps = match m.tag() {
                Tag::PawnPush => S::ahead(from.into()),
                Tag::PawnDouble => S::ahead(S::ahead(from.into())),
                Tag::PawnCapture => attacks::pawn(S::US, from),
                _ => S::ahead(from.into()) | attacks::pawn(S::US, from),
            };
            // A target is in a set if any pawn reaches it: this one must too.
            return target.contains(to)
                && steps.contains(to)
                && self.is_pin_kept(masks, self.king(S::US), from, to)
                && (occupied.contains(to) != (from.file() == to.file()));
        }
        let targets = !(ours | self.king_board(S::THEM)) & masks.check;
        targets.contains(to)
            && (R::attacks(S::US, role, from, occupied).contains(to)
                || (R::FIRST_LEAPS && self.leaper_to(role, to) == Some(from)))
            && self.is_pin_kept(masks, self.king(S::US), from, to)
    }

    /// True if a piece is not pinned or stays on the line of its pin.
    fn is_pin_kept(&self, masks: Masks, king: Square, from: Square, to: Square) -> bool {
        !(masks.diagonal_pins | masks.orthogonal_pins).contains(from)
            || attacks::line(king, from).contains(to)
    }

    /// True if a legal move gives check. A check that a set-up position begins
    /// with, to the side that is not to move, does not count.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, Setup, Strictness};
    /// let setup = Setup::with_men::<Chess>("Ke1 Ra1", "Ke8").unwrap();
    /// let position = Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap();
    /// for &m in &position.legal_moves() {
    ///     assert_eq!(position.gives_check(m), position.play_unchecked(m).in_check());
    /// }
    /// ```
    pub fn gives_check(&self, m: Move) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(them);
        let (from, to) = (Bitboard::from_square(m.from()), Bitboard::from_square(m.to()));
        let side = us.index();
        let mut occupied = (self.occupied() - from) | to;
        let (mut diagonals, mut rooks) = with_side!(us, S => {
            (self.diagonals[side] - from, self.rook_movers::<S>() - from)
        });
        if m.is_castle() {
            let castling =
                if m.is_short_castle() { CastlingSide::Short } else { CastlingSide::Long };
            let (king_to, rook_to) = (castling.king_target(us), castling.rook_target(us));
            occupied = (self.occupied() - from - to).with(king_to).with(rook_to);
            rooks = (rooks - to).with(rook_to);
        } else {
            let role = m.promotion().unwrap_or(m.role());
            if m.is_en_passant() {
                occupied -= match us {
                    Color::White => to.south(),
                    Color::Black => to.north(),
                };
            }
            if R::attacks(us, role, m.to(), occupied).contains(king) {
                return true;
            }
        }
        if !R::DIAGONALS_SLIDE {
            diagonals = Bitboard::EMPTY;
        }
        (attacks::rook(king, occupied) & rooks).any()
            || (diagonals.any() && (attacks::bishop(king, occupied) & diagonals).any())
    }
}

/// Looks whether castling with one rook is generated.
struct FindCastle {
    rook: Square,
    found: bool,
}

impl<R: Rules, S: Side> Visitor<R, S> for FindCastle {
    const QUEENS_APART: bool = false;
    fn piece<const ROLE: u8>(&mut self, _: &Position<R>, _: Square, _: Bitboard) {}
    fn pawns<const STEP: u8>(&mut self, _: &Position<R>, _: Bitboard) {}
    fn promotions<const STEP: u8>(&mut self, _: &Position<R>, _: Bitboard) {}
    fn en_passant(&mut self, _: &Position<R>, _: Square, _: Square) {}
    fn castle(&mut self, _: &Position<R>, _: Square, rook: Square) {
        self.found |= rook == self.rook;
    }
}
