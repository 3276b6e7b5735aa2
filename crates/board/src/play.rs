//! Playing moves, and taking them back.

use crate::generate::{BISHOP, DOUBLE, EAST, KING, KNIGHT, PUSH, QUEEN, ROOK, WEST, role};
use crate::keys::{self, Row};
use crate::position::{BACK_RANKS, Position, with_side};
use crate::side::{Black, Side, White};
use crate::{
    Bitboard, CastlingSide, Color, IllegalMove, Keys, Move, Rank, Role, Rules, Square, Tag,
};

/// What [`Position::unmake`] needs to take a move back: the position as it was,
/// two cache lines. Restoring these whole is faster than undoing a move board
/// by board, and nothing can be forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo<R: Rules> {
    before: Position<R>,
    m: Move,
}

impl<R: Rules> Undo<R> {
    /// The piece the move took.
    pub fn captured(&self) -> Option<Role> {
        self.before.captured(self.m)
    }

    /// The move that was made.
    pub const fn made(&self) -> Move {
        self.m
    }

    /// The position before the move.
    pub const fn before(&self) -> &Position<R> {
        &self.before
    }
}

/// Everything about a position is kept: keys, clocks, counts.
pub(crate) const FULL: bool = true;
/// Only what move generation needs is kept: enough to count moves.
pub(crate) const BARE: bool = false;

/// Where the changes of a move go.
trait Apply<R: Rules> {
    type Result;
    fn apply(
        self,
        position: &Position<R>,
        change: impl FnOnce(&Position<R>, &mut Position<R>),
    ) -> Self::Result;
}

/// Over a copy of the position.
struct Over<'a, R: Rules>(&'a mut Position<R>);

/// Into a new position.
struct Fresh;

impl<R: Rules> Apply<R> for Over<'_, R> {
    type Result = ();
    #[inline(always)]
    fn apply(self, position: &Position<R>, change: impl FnOnce(&Position<R>, &mut Position<R>)) {
        change(position, self.0);
    }
}

impl<R: Rules> Apply<R> for Fresh {
    type Result = Position<R>;
    // Never inlined, and so a function of its own for each kind of move: the
    // new position is then written straight to its place. Inlined, it is
    // built on the stack and copied out, a third slower.
    #[inline(never)]
    fn apply(
        self,
        position: &Position<R>,
        change: impl FnOnce(&Position<R>, &mut Position<R>),
    ) -> Position<R> {
        let mut next = *position;
        change(position, &mut next);
        next
    }
}

impl<R: Rules> Position<R> {
    /// The position after a move, if the move is legal.
    ///
    /// ```
    /// use erawan_board::{Chess, Color, IllegalMove, Position};
    /// let start = Position::<Chess>::startpos();
    /// let m = start.legal_moves()[0];
    /// let next = start.play(m)?;
    /// assert_eq!(next.turn(), Color::Black);
    /// assert_eq!(next.play(m), Err(IllegalMove(m)));
    /// # Ok::<(), IllegalMove>(())
    /// ```
    #[inline]
    pub fn play(&self, m: Move) -> Result<Position<R>, IllegalMove> {
        if self.is_legal(m) { Ok(self.play_unchecked(m)) } else { Err(IllegalMove(m)) }
    }

    /// The position after a move known to be legal: one of
    /// [`legal_moves`](Position::legal_moves), or one that a reader has
    /// checked. It is several times as fast as [`play`](Position::play).
    ///
    /// A move that is not legal does not crash but gives a position that
    /// means nothing: a king may be left in check, two pieces may stand on
    /// one square, or none where the king is said to be.
    ///
    /// ```
    /// use erawan_board::{Chess, Position};
    /// let start = Position::<Chess>::startpos();
    /// for &m in &start.legal_moves() {
    ///     assert_eq!(Ok(start.play_unchecked(m)), start.play(m));
    /// }
    /// ```
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, m: Move) -> Position<R> {
        with_side!(self.turn, S => self.dispatch::<S, _>(m, Fresh))
    }

    /// Writes the position after a legal move over another one. This is the
    /// fastest way to play, for searches that keep a stack of positions. The
    /// move is not checked: see [`play_unchecked`](Position::play_unchecked).
    ///
    /// ```
    /// use erawan_board::{Chess, Position};
    /// let start = Position::<Chess>::startpos();
    /// let m = start.legal_moves()[0];
    /// let mut next = Position::startpos();
    /// start.play_into(m, &mut next);
    /// assert_eq!(next, start.play_unchecked(m));
    /// ```
    #[inline(never)]
    pub fn play_into(&self, m: Move, next: &mut Position<R>) {
        *next = *self;
        with_side!(self.turn, S => self.dispatch::<S, _>(m, Over(next)));
    }

    /// The key that the position will have after a move, nearly always: for asking memory
    /// for what is known of it before the move is played. Castling, promotion, en passant
    /// and what a move changes of the rights to these are left out.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, Square};
    /// let start = Position::<Chess>::startpos();
    /// for &m in &start.legal_moves() {
    ///     assert_eq!(start.likely_key_after(m), start.play_unchecked(m).key());
    /// }
    /// ```
    #[inline]
    pub fn likely_key_after(&self, m: Move) -> u64 {
        let (us, row, to) = (self.turn, keys::row(m.role()), m.to());
        self.keys.whole
            ^ keys::piece(us, row, m.from())
            ^ keys::piece(us, row, to)
            ^ keys::piece(!us, self.row_at(!us, to), to)
            ^ keys::turn()
    }

    /// Finds the change that a move makes and has it applied.
    #[inline(always)]
    fn dispatch<S: Side, A: Apply<R>>(&self, m: Move, a: A) -> A::Result {
        let (from, to) = (m.from(), m.to());
        match m.tag() {
            Tag::Knight => a.apply(self, |p, n| p.move_piece::<S, KNIGHT, FULL>(n, from, to)),
            Tag::Bishop => a.apply(self, |p, n| p.move_piece::<S, BISHOP, FULL>(n, from, to)),
            Tag::Rook => a.apply(self, |p, n| p.move_piece::<S, ROOK, FULL>(n, from, to)),
            Tag::Queen => a.apply(self, |p, n| p.move_piece::<S, QUEEN, FULL>(n, from, to)),
            Tag::King => a.apply(self, |p, n| p.move_piece::<S, KING, FULL>(n, from, to)),
            Tag::PawnPush => a.apply(self, |p, n| p.move_pawn::<S, PUSH, FULL>(n, from, to)),
            Tag::PawnDouble => a.apply(self, |p, n| p.move_pawn::<S, DOUBLE, FULL>(n, from, to)),
            Tag::PawnCapture => a.apply(self, |p, n| p.move_pawn::<S, WEST, FULL>(n, from, to)),
            Tag::EnPassant => a.apply(self, |p, n| p.take_en_passant::<S, FULL>(n, from, to)),
            Tag::Castle => a.apply(self, |p, n| p.castle::<S, FULL>(n, from, to)),
            Tag::PromoteKnight => a.apply(self, |p, n| p.promote::<S, KNIGHT, FULL>(n, from, to)),
            Tag::PromoteBishop => a.apply(self, |p, n| p.promote::<S, BISHOP, FULL>(n, from, to)),
            Tag::PromoteRook => a.apply(self, |p, n| p.promote::<S, ROOK, FULL>(n, from, to)),
            Tag::PromoteQueen => a.apply(self, |p, n| p.promote::<S, QUEEN, FULL>(n, from, to)),
        }
    }

    /// Plays a legal move in place, unchecked as in
    /// [`play_unchecked`](Position::play_unchecked). The result takes it back:
    ///
    /// ```
    /// use erawan_board::{Makruk, Position};
    /// let start = Position::<Makruk>::startpos();
    /// let mut position = start;
    /// let m = position.legal_moves()[7];
    /// let undo = position.make(m);
    /// assert_ne!(position, start);
    /// position.unmake(undo);
    /// assert_eq!(position, start);
    /// ```
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo<R> {
        let undo = Undo { before: *self, m };
        undo.before.play_into(m, self);
        undo
    }

    /// Takes back the move that was made last.
    #[inline]
    pub fn unmake(&mut self, undo: Undo<R>) {
        *self = undo.before;
    }

    /// The position if the side to move passes: a search's null move. The
    /// count of Makruk does not tick. Not to be used in check.
    ///
    /// ```
    /// use erawan_board::{Chess, Color, Position};
    /// let start = Position::<Chess>::startpos();
    /// let passed = start.play_null();
    /// assert_eq!(passed.turn(), Color::Black);
    /// assert_eq!(passed.occupied(), start.occupied());
    /// ```
    #[must_use]
    pub fn play_null(&self) -> Position<R> {
        let mut next = *self;
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks &= BACK_RANKS;
            next.keys.whole ^= keys::marks(self.marks ^ next.marks);
        }
        if !R::FIRST_LEAPS {
            next.double_step = 0;
        }
        next.keys.whole ^= keys::turn();
        next.turn = !self.turn;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.turn == Color::Black {
            next.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        next
    }

    // The functions below write to `next`, a copy of `self`, and read from
    // `self` alone: what was just copied in wide words is slow to read back.

    /// Takes the opponent's piece off a square, if there is one.
    #[inline(always)]
    fn clear<S: Side>(&self, next: &mut Position<R>, square: Bitboard) {
        let them = S::THEM.index();
        next.pawns[them] = self.pawns[them] - square;
        next.knights[them] = self.knights[them] - square;
        next.diagonals[them] = self.diagonals[them] - square;
        next.orthogonals[them] = self.orthogonals[them] - square;
    }

    /// Moves our pieces of a role other than the pawn.
    #[inline(always)]
    fn shift<S: Side, const ROLE: u8>(&self, next: &mut Position<R>, path: Bitboard) {
        let us = S::US.index();
        match ROLE {
            KNIGHT => next.knights[us] = self.knights[us] ^ path,
            BISHOP => next.diagonals[us] = self.diagonals[us] ^ path,
            ROOK => next.orthogonals[us] = self.orthogonals[us] ^ path,
            QUEEN => {
                next.diagonals[us] = self.diagonals[us] ^ path;
                next.orthogonals[us] = self.orthogonals[us] ^ path;
            }
            _ => next.kings[us] = (path - self.king_board(S::US)).first(),
        }
    }

    /// What every move changes besides the boards. `keys` are
    /// those with our pieces moved, `captured` the row and square of what was taken.
    #[inline(always)]
    fn finish<S: Side>(
        &self,
        next: &mut Position<R>,
        mut keys: Keys,
        captured: (Row, Square),
        resets_clock: bool,
        promotes: bool,
        double_step: u8,
    ) {
        if captured.0 != 0 {
            keys.toggle(S::THEM, captured.0, captured.1);
        }
        keys.whole ^= keys::turn();
        if R::CASTLING_AND_DOUBLE_STEP && next.marks != self.marks {
            keys.whole ^= keys::marks(next.marks ^ self.marks);
        }
        if !R::FIRST_LEAPS {
            next.double_step = double_step;
        } else if next.double_step != self.double_step {
            keys.whole ^= keys::marks(next.leapers() ^ self.leapers());
        }
        next.keys = keys;
        next.turn = S::THEM;
        next.halfmove_clock =
            if captured.0 != 0 || resets_clock { 0 } else { self.halfmove_clock.saturating_add(1) };
        if S::US == Color::Black {
            next.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        if R::COUNTING {
            next.count::<S>(keys::role_of_row(captured.0), promotes);
        }
    }

    /// Moves the promotion mark of a met along and drops that of a captured one.
    #[inline(always)]
    fn moved_promotion_mark(&self, from: Square, to: Square) -> Bitboard {
        let marks = self.marks.without(from).without(to);
        if self.marks.contains(from) { marks.with(to) } else { marks }
    }

    /// Takes the leaps away that a move costs in Ouk.
    #[inline(always)]
    fn lose_leaps<S: Side>(&self, next: &mut Position<R>, from: Square, to: Square, by_rook: bool) {
        if R::FIRST_LEAPS {
            next.double_step = self.leaps_after::<S>(from, to, by_rook);
        }
    }

    /// Moves a piece other than a pawn.
    #[inline(always)]
    pub(crate) fn move_piece<S: Side, const ROLE: u8, const KEEP: bool>(
        &self,
        next: &mut Position<R>,
        from: Square,
        to: Square,
    ) {
        let (origin, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        let captures = self.without_king(S::THEM).intersects(target);
        if captures {
            self.clear::<S>(next, target);
        }
        self.shift::<S, ROLE>(next, origin | target);
        self.lose_leaps::<S>(next, from, to, ROLE == ROOK);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks = self.castling_kept::<S, ROLE>(origin, target);
        } else if KEEP {
            next.marks = self.moved_promotion_mark(from, to);
        }
        if KEEP {
            let row = keys::row(role::<ROLE>());
            let keys = self.keys.moved(S::US, row, from, to);
            let captured = if captures { self.row_at(S::THEM, to) } else { 0 };
            self.finish::<S>(next, keys, (captured, to), false, false, 0);
        }
    }

    /// The rights to castle that are left after a piece has moved.
    #[inline(always)]
    fn castling_kept<S: Side, const ROLE: u8>(
        &self,
        origin: Bitboard,
        target: Bitboard,
    ) -> Bitboard {
        let kept = match ROLE {
            ROOK => BACK_RANKS - origin,
            KING => BACK_RANKS - S::rank(Rank::First),
            _ => BACK_RANKS,
        };
        self.marks & (kept - target)
    }

    /// Moves a piece, whether it captures or not, and keeps nothing else, for
    /// counting.
    #[inline(always)]
    pub(crate) fn move_barely<S: Side, const ROLE: u8>(
        &self,
        next: &mut Position<R>,
        from: Square,
        to: Square,
    ) {
        let (origin, target) = (Bitboard::from_square(from), Bitboard::from_square(to));
        self.clear::<S>(next, target);
        self.shift::<S, ROLE>(next, origin | target);
        self.lose_leaps::<S>(next, from, to, ROLE == ROOK);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks = self.castling_kept::<S, ROLE>(origin, target);
        }
    }

    /// Moves a piece to an empty square and keeps nothing else, for counting.
    #[inline(always)]
    pub(crate) fn move_quietly<S: Side, const ROLE: u8>(
        &self,
        next: &mut Position<R>,
        from: Square,
        to: Square,
    ) {
        self.shift::<S, ROLE>(next, Bitboard::from_square(from) | to.into());
        self.lose_leaps::<S>(next, from, to, ROLE == ROOK);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks = self.marks
                & match ROLE {
                    ROOK => BACK_RANKS.without(from),
                    KING => BACK_RANKS - S::rank(Rank::First),
                    _ => BACK_RANKS,
                };
        }
    }

    /// Moves a pawn that does not promote. Both ways to capture are alike here.
    #[inline(always)]
    pub(crate) fn move_pawn<S: Side, const STEP: u8, const KEEP: bool>(
        &self,
        next: &mut Position<R>,
        from: Square,
        to: Square,
    ) {
        let us = S::US.index();
        let captures = matches!(STEP, WEST | EAST);
        let target = Bitboard::from_square(to);
        if captures {
            self.clear::<S>(next, target);
        }
        next.pawns[us] = self.pawns[us] ^ (Bitboard::from_square(from) | target);
        self.lose_leaps::<S>(next, from, to, false);
        let mut double_step = 0;
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks = self.marks & if captures { BACK_RANKS - target } else { BACK_RANKS };
            if STEP == DOUBLE {
                let beside = target.east() | target.west();
                if beside.intersects(self.pawns[S::THEM.index()]) {
                    double_step = to.file() as u8 + 1;
                    let passed = S::back(target);
                    // A bare position leaves the rest to the generator.
                    if !KEEP || next.can_take_en_passant::<S::Opponent>(passed.first()) {
                        next.marks |= passed;
                    }
                }
            }
        } else if KEEP && captures {
            next.marks = self.marks - target;
        }
        if KEEP {
            let keys = self.keys.moved(S::US, keys::row(Role::Pawn), from, to);
            let captured = if captures { self.row_at(S::THEM, to) } else { 0 };
            self.finish::<S>(next, keys, (captured, to), true, false, double_step);
        }
    }

    /// Promotes a pawn, with or without a capture.
    #[inline(always)]
    pub(crate) fn promote<S: Side, const ROLE: u8, const KEEP: bool>(
        &self,
        next: &mut Position<R>,
        from: Square,
        to: Square,
    ) {
        let us = S::US.index();
        let target = Bitboard::from_square(to);
        self.clear::<S>(next, target);
        next.pawns[us] = self.pawns[us] ^ Bitboard::from_square(from);
        self.shift::<S, ROLE>(next, target);
        self.lose_leaps::<S>(next, from, to, false);
        if R::CASTLING_AND_DOUBLE_STEP {
            next.marks = self.marks & (BACK_RANKS - target);
        } else if KEEP {
            next.marks = self.marks | target;
        }
        if KEEP {
            let mut keys = self.keys;
            keys.toggle(S::US, keys::row(Role::Pawn), from);
            keys.toggle(S::US, keys::row(role::<ROLE>()), to);
            self.finish::<S>(next, keys, (self.row_at(S::THEM, to), to), true, true, 0);
        }
    }

    /// Takes a pawn in passing.
    #[inline(always)]
    pub(crate) fn take_en_passant<S: Side, const KEEP: bool>(
        &self,
        next: &mut Position<R>,
        from: Square,
        to: Square,
    ) {
        let (us, them) = (S::US.index(), S::THEM.index());
        let target = Bitboard::from_square(to);
        let taken = S::back(target);
        next.pawns[us] = self.pawns[us] ^ (Bitboard::from_square(from) | target);
        next.pawns[them] = self.pawns[them] - taken;
        next.marks = self.marks & BACK_RANKS;
        if KEEP {
            let row = keys::row(Role::Pawn);
            let keys = self.keys.moved(S::US, row, from, to);
            self.finish::<S>(next, keys, (row, taken.first()), true, false, 0);
        }
    }

    /// Castles with the king on `king` and the rook on `rook`.
    #[inline(always)]
    pub(crate) fn castle<S: Side, const KEEP: bool>(
        &self,
        next: &mut Position<R>,
        king: Square,
        rook: Square,
    ) {
        let us = S::US.index();
        let (king_to, rook_to) = castling_targets(S::US, king, rook);
        next.kings[us] = king_to;
        // Cleared first and set then: the two may be one square.
        next.orthogonals[us] = self.orthogonals[us].without(rook).with(rook_to);
        next.marks = self.marks & (BACK_RANKS - S::rank(Rank::First));
        if KEEP {
            let keys = self.keys.moved(S::US, keys::row(Role::Rook), rook, rook_to);
            let keys = keys.moved(S::US, keys::row(Role::King), king, king_to);
            self.finish::<S>(next, keys, (0, king_to), false, false, 0);
        }
    }
}

#[inline(always)]
fn castling_targets(color: Color, king: Square, rook: Square) -> (Square, Square) {
    let side = if rook.index() > king.index() { CastlingSide::Short } else { CastlingSide::Long };
    (side.king_target(color), side.rook_target(color))
}
