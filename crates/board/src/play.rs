//! Playing moves, and taking them back.

use crate::counting::pieces_limit;
use crate::generate::{BISHOP, DOUBLE, EAST, KING, KNIGHT, PUSH, QUEEN, ROOK, WEST, role};
use crate::keys::{self, Row};
use crate::position::{BACK_RANKS, Position, with_side};
use crate::rules::{Black, Side, White};
use crate::{
    Bitboard, CastlingSide, Chess, Color, Counting, CountingMode, Keys, Move, Rank, Role, Rules,
    Square, Tag,
};

/// What [`Position::make`] changes and the boards do not tell: with it
/// [`Position::unmake`] restores every field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    captured: Option<Role>,
    marks: Bitboard,
    keys: Keys,
    halfmove_clock: u16,
    fullmove_number: u16,
    counting: Counting,
}

impl Undo {
    /// The piece the move took.
    pub const fn captured(&self) -> Option<Role> {
        self.captured
    }
}

/// Everything about a position is kept: keys, clocks, counts.
pub(crate) const FULL: bool = true;
/// Only what move generation needs is kept: enough to count moves.
pub(crate) const BARE: bool = false;

impl<R: Rules> Position<R> {
    /// The position after a legal move.
    ///
    /// A move that is not legal gives a position that means nothing, but
    /// never a crash. [`is_legal`](Position::is_legal) tells.
    ///
    /// ```
    /// use erawan_board::{Chess, Color, Position};
    /// let start = Position::<Chess>::startpos();
    /// let next = start.play(start.legal_moves()[0]);
    /// assert_eq!(next.turn(), Color::Black);
    /// ```
    #[inline]
    #[must_use]
    pub fn play(&self, m: Move) -> Position<R> {
        with_side!(self.turn, S => self.played::<S>(m))
    }

    #[inline(always)]
    pub(crate) fn played<S: Side>(&self, m: Move) -> Position<R> {
        let (from, to) = (m.from(), m.to());
        match m.tag() {
            Tag::Knight => self.after_piece::<S, KNIGHT, FULL>(from, to),
            Tag::Bishop => self.after_piece::<S, BISHOP, FULL>(from, to),
            Tag::Rook => self.after_piece::<S, ROOK, FULL>(from, to),
            Tag::Queen => self.after_piece::<S, QUEEN, FULL>(from, to),
            Tag::King => self.after_piece::<S, KING, FULL>(from, to),
            Tag::PawnPush => self.after_pawn::<S, PUSH, FULL>(from, to),
            Tag::PawnDouble => self.after_pawn::<S, DOUBLE, FULL>(from, to),
            Tag::PawnCapture => self.after_pawn::<S, WEST, FULL>(from, to),
            Tag::EnPassant => self.after_en_passant::<S, FULL>(from, to),
            Tag::Castle => self.after_castle::<S, FULL>(from, to),
            Tag::PromoteKnight => self.after_promotion::<S, KNIGHT, FULL>(from, to),
            Tag::PromoteBishop => self.after_promotion::<S, BISHOP, FULL>(from, to),
            Tag::PromoteRook => self.after_promotion::<S, ROOK, FULL>(from, to),
            Tag::PromoteQueen => self.after_promotion::<S, QUEEN, FULL>(from, to),
        }
    }

    /// Plays a legal move in place. The result takes it back:
    ///
    /// ```
    /// use erawan_board::{Makruk, Position};
    /// let start = Position::<Makruk>::startpos();
    /// let mut position = start;
    /// let m = position.legal_moves()[7];
    /// let undo = position.make(m);
    /// assert_ne!(position, start);
    /// position.unmake(m, undo);
    /// assert_eq!(position, start);
    /// ```
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo {
        let undo = Undo {
            captured: self.captured(m),
            marks: self.marks,
            keys: self.keys,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            counting: self.counting,
        };
        *self = self.play(m);
        undo
    }

    /// Takes back the move that was made last.
    pub fn unmake(&mut self, m: Move, undo: Undo) {
        self.turn = !self.turn;
        let us = self.turn;
        let (from, to) = (Bitboard::from_square(m.from()), Bitboard::from_square(m.to()));
        if m.is_castle() {
            let (king_to, rook_to) = castling_targets(us, m.from(), m.to());
            self.toggle(us, Role::King, Bitboard::from(king_to) ^ from);
            self.toggle(us, Role::Rook, Bitboard::from(rook_to) ^ to);
        } else {
            self.toggle(us, m.promotion().unwrap_or(m.role()), to);
            self.toggle(us, m.role(), from);
            if let Some(captured) = undo.captured {
                let square = if m.is_en_passant() {
                    Bitboard::from(
                        m.to().offset(0, if us == Color::White { -1 } else { 1 }).unwrap_or(m.to()),
                    )
                } else {
                    to
                };
                self.toggle(!us, captured, square);
            }
        }
        self.marks = undo.marks;
        self.keys = undo.keys;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
        self.counting = undo.counting;
    }

    /// The position if the side to move passes: a search's null move. The
    /// count of Makruk does not tick. Not to be used in check.
    #[must_use]
    pub fn play_null(&self) -> Position<R> {
        let mut next = *self;
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks &= BACK_RANKS;
            next.keys.whole ^= keys::marks(self.marks ^ next.marks);
        }
        next.keys.whole ^= keys::turn();
        next.turn = !self.turn;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.turn == Color::Black {
            next.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        next
    }

    /// Takes the opponent's piece off a square, if there is one.
    #[inline(always)]
    fn clear<S: Side>(&mut self, square: Bitboard) {
        let them = S::THEM.index();
        self.pawns[them] -= square;
        self.knights[them] -= square;
        self.diagonals[them] -= square;
        self.orthogonals[them] -= square;
    }

    /// What every move changes besides the boards.
    #[inline(always)]
    fn finish<S: Side>(
        &mut self,
        before: &Position<R>,
        mover: (Row, Square),
        placed: (Row, Square),
        captured: (Row, Square),
    ) {
        self.keys.toggle(S::US, mover.0, mover.1);
        self.keys.toggle(S::US, placed.0, placed.1);
        self.keys.toggle(S::THEM, captured.0, captured.1);
        self.keys.whole ^= keys::turn();
        if R::CASTLING_AND_DOUBLE_STEP && self.marks != before.marks {
            self.keys.whole ^= keys::marks(self.marks ^ before.marks);
        }
        self.turn = S::THEM;
        let quiet = captured.0 == 0 && mover.0 != keys::row(Role::Pawn);
        self.halfmove_clock = if quiet { before.halfmove_clock.saturating_add(1) } else { 0 };
        if S::US == Color::Black {
            self.fullmove_number = before.fullmove_number.saturating_add(1);
        }
        if R::COUNTING {
            let promoted = mover.0 != placed.0;
            self.count::<S>(keys::role_of_row(captured.0), promoted);
        }
    }

    /// Moves the promotion mark of a met along and drops that of a captured one.
    #[inline(always)]
    fn move_promotion_mark(&mut self, from: Square, to: Square) {
        let marked = self.marks.contains(from);
        self.marks = self.marks.without(from).without(to);
        if marked {
            self.marks = self.marks.with(to);
        }
    }

    /// Makruk's count after a move of side `S`.
    #[inline(always)]
    fn count<S: Side>(&mut self, captured: Option<Role>, promoted: bool) {
        let bias = self.pawns[0] | self.pawns[1];
        if bias.any() && self.counting.limit() == 0 {
            return;
        }
        self.count_on(S::US, captured, promoted);
    }

    #[inline(never)]
    fn count_on(&mut self, us: Color, captured: Option<Role>, promoted: bool) {
        let them = !us;
        let (we_are_bare, they_are_bare) =
            (self.without_king(us).is_empty(), self.without_king(them).is_empty());
        self.counting.tick(we_are_bare || they_are_bare);
        let bias = self.pawns[0] | self.pawns[1];
        if bias.any() || self.counting.mode() == CountingMode::Off {
            return;
        }
        let men = self.occupied().len() as u16;
        // The bared king itself took the last bia: this move counts already.
        if captured == Some(Role::Pawn) && we_are_bare && !they_are_bare {
            self.counting.begin(self.chasing_limit(them), 2 * men - 1);
        }
        let starts =
            self.counting.limit() == 0 || ((captured.is_some() || promoted) && they_are_bare);
        if starts && !we_are_bare {
            if they_are_bare {
                self.counting.begin(self.chasing_limit(us), 2 * men);
            } else {
                self.counting.begin(Counting::BOARD_LIMIT / 2, 0);
            }
        }
    }

    /// The limit of the pieces' honour against the pieces of `chaser`.
    fn chasing_limit(&self, chaser: Color) -> u8 {
        let count = |role| self.pieces(chaser, role).len();
        pieces_limit(count(Role::Rook), count(Role::Bishop), count(Role::Knight))
    }

    /// Keeps what is left of castling rights after a piece left `from` and
    /// something may have been taken on `to`.
    #[inline(always)]
    fn keep_rights<S: Side, const ROLE: u8>(&mut self, from: Square, to: Square) {
        self.marks &= match ROLE {
            ROOK => BACK_RANKS.without(from).without(to),
            KING => (BACK_RANKS - S::rank(Rank::First)).without(to),
            _ => BACK_RANKS.without(to),
        };
    }

    /// The position after a piece other than a pawn moved.
    #[inline(always)]
    pub(crate) fn after_piece<S: Side, const ROLE: u8, const KEEP: bool>(
        &self,
        from: Square,
        to: Square,
    ) -> Position<R> {
        let mut next = *self;
        let target = Bitboard::from_square(to);
        next.clear::<S>(target);
        next.toggle(S::US, role::<ROLE>(), Bitboard::from_square(from) | target);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.keep_rights::<S, ROLE>(from, to);
        } else if KEEP {
            next.move_promotion_mark(from, to);
        }
        if KEEP {
            let row = keys::row(role::<ROLE>());
            let captured = self.row_at(S::THEM, to);
            next.finish::<S>(self, (row, from), (row, to), (captured, to));
        }
        next
    }

    /// The position after a piece moved to an empty square, for counting.
    #[inline(always)]
    pub(crate) fn after_quiet<S: Side, const ROLE: u8>(
        &self,
        from: Square,
        to: Square,
    ) -> Position<R> {
        let mut next = *self;
        let path = Bitboard::from_square(from) | Bitboard::from_square(to);
        next.toggle(S::US, role::<ROLE>(), path);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks &= match ROLE {
                ROOK => BACK_RANKS.without(from),
                KING => BACK_RANKS - S::rank(Rank::First),
                _ => BACK_RANKS,
            };
        }
        next
    }

    /// The position after a pawn moved and did not promote. Both ways to
    /// capture are alike here.
    #[inline(always)]
    pub(crate) fn after_pawn<S: Side, const STEP: u8, const KEEP: bool>(
        &self,
        from: Square,
        to: Square,
    ) -> Position<R> {
        let mut next = *self;
        let target = Bitboard::from_square(to);
        let captures = matches!(STEP, WEST | EAST);
        if captures {
            next.clear::<S>(target);
        }
        next.pawns[S::US.index()] ^= Bitboard::from_square(from) | target;
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks &= if captures { BACK_RANKS.without(to) } else { BACK_RANKS };
            if STEP == DOUBLE {
                let beside = target.east() | target.west();
                if beside.intersects(self.pawns[S::THEM.index()]) {
                    let passed = S::back(target);
                    // A bare position leaves the rest to the generator.
                    if !KEEP || next.can_take_en_passant::<S::Opponent>(passed.first()) {
                        next.marks |= passed;
                    }
                }
            }
        } else if KEEP && captures {
            next.marks = next.marks.without(to);
        }
        if KEEP {
            let row = keys::row(Role::Pawn);
            let captured = if captures { self.row_at(S::THEM, to) } else { 0 };
            next.finish::<S>(self, (row, from), (row, to), (captured, to));
        }
        next
    }

    /// The position after a pawn promoted, with or without a capture.
    #[inline(always)]
    pub(crate) fn after_promotion<S: Side, const ROLE: u8, const KEEP: bool>(
        &self,
        from: Square,
        to: Square,
    ) -> Position<R> {
        let mut next = *self;
        let target = Bitboard::from_square(to);
        next.clear::<S>(target);
        next.pawns[S::US.index()] ^= Bitboard::from_square(from);
        next.toggle(S::US, role::<ROLE>(), target);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks &= BACK_RANKS.without(to);
        } else if KEEP {
            next.marks = next.marks.with(to);
        }
        if KEEP {
            let captured = self.row_at(S::THEM, to);
            let rows = (keys::row(Role::Pawn), keys::row(role::<ROLE>()));
            next.finish::<S>(self, (rows.0, from), (rows.1, to), (captured, to));
        }
        next
    }

    /// The position after a pawn took another in passing.
    #[inline(always)]
    pub(crate) fn after_en_passant<S: Side, const KEEP: bool>(
        &self,
        from: Square,
        to: Square,
    ) -> Position<R> {
        let mut next = *self;
        let target = Bitboard::from_square(to);
        let taken = S::back(target);
        next.pawns[S::US.index()] ^= Bitboard::from_square(from) | target;
        next.pawns[S::THEM.index()] -= taken;
        next.marks &= BACK_RANKS;
        if KEEP {
            let row = keys::row(Role::Pawn);
            next.finish::<S>(self, (row, from), (row, to), (row, taken.first()));
        }
        next
    }

    /// The position after castling, the king on `king` with the rook on `rook`.
    #[inline(always)]
    pub(crate) fn after_castle<S: Side, const KEEP: bool>(
        &self,
        king: Square,
        rook: Square,
    ) -> Position<R> {
        let mut next = *self;
        let us = S::US.index();
        let (king_to, rook_to) = castling_targets(S::US, king, rook);
        next.kings[us] = Bitboard::from_square(king_to);
        // Cleared first and set then: the two may be one square.
        next.orthogonals[us] = self.orthogonals[us].without(rook).with(rook_to);
        next.marks &= BACK_RANKS - S::rank(Rank::First);
        if KEEP {
            let row = keys::row(Role::Rook);
            next.keys.toggle(S::US, row, rook);
            next.keys.toggle(S::US, row, rook_to);
            let row = keys::row(Role::King);
            next.finish::<S>(self, (row, king), (row, king_to), (0, king_to));
        }
        next
    }
}

#[inline(always)]
fn castling_targets(color: Color, king: Square, rook: Square) -> (Square, Square) {
    let side = if rook.index() > king.index() { CastlingSide::Short } else { CastlingSide::Long };
    (side.king_target(color), side.rook_target(color))
}

impl Position<Chess> {
    /// True if castling is possible only in ways classical chess knows: kings
    /// on the e-file, rooks in the corners.
    pub fn has_classical_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling_rooks() & Bitboard::from_relative_rank(Rank::First, color);
            rooks.is_empty()
                || (self.king(color).file() == crate::File::E
                    && rooks.is_subset(Bitboard::EDGE_FILES))
        })
    }
}
