//! The count of a position: who counts what, and how a move goes on with it.

use crate::counting::PiecesLimit;
use crate::position::Position;
use crate::side::Side;
use crate::{Color, Counting, CountingKind, CountingMode, Role, Rules};

impl<R: Rules> Position<R> {
    /// The state of Makruk's count.
    #[inline(always)]
    pub const fn counting(&self) -> Counting {
        self.counting
    }

    /// Which honour is being counted, or could be in manual mode.
    pub fn counting_kind(&self) -> Option<CountingKind> {
        if self.counting.limit() == 0 {
            None
        } else if self.has_bare_king() && self.by_role(Role::Pawn).is_empty() {
            Some(CountingKind::Pieces)
        } else {
            Some(CountingKind::Board)
        }
    }

    /// The side whose moves are counted, if a count runs.
    pub fn counting_side(&self) -> Option<Color> {
        let count = self.counting;
        let manual_board = count.mode() == CountingMode::Manual
            && self.counting_kind() == Some(CountingKind::Board);
        if manual_board {
            count.counter()
        } else if count.limit() == 0 || count.ply() == 0 {
            None
        } else {
            // It is the bare king that counts, whatever the count is. Where both
            // are bare, or none, an even number of plies is spoken when the
            // counting side moves.
            let is_bare = |color| self.without_king(color).is_empty();
            match (is_bare(self.turn), is_bare(!self.turn)) {
                (true, false) => Some(self.turn),
                (false, true) => Some(!self.turn),
                _ if count.ply().is_multiple_of(2) => Some(self.turn),
                _ => Some(!self.turn),
            }
        }
    }

    /// The same position with counts kept in another way.
    #[must_use]
    pub fn with_counting_mode(&self, mode: CountingMode) -> Position<R> {
        let mut position = *self;
        position.counting = self.counting.with_mode(mode);
        position
    }

    /// Manual mode: the side to move begins to count the board's honour.
    /// False, and nothing happens, if it may not.
    ///
    /// ```
    /// use erawan_board::{Color, Counting, CountingMode, Makruk, Position, Setup, Strictness};
    /// let mut setup = Setup::with_men::<Makruk>("Ke3 Md3 Rc3", "Ke6 Nc6").unwrap();
    /// setup.turn = Color::Black;
    /// setup.counting = Counting::new(128, 0);
    /// let position = Position::<Makruk>::from_setup(&setup, Strictness::Strict).unwrap();
    /// let mut position = position.with_counting_mode(CountingMode::Manual);
    /// assert_eq!(position.counting_side(), None);
    /// assert!(position.start_counting());
    /// assert_eq!(position.counting_side(), Some(Color::Black));
    /// ```
    pub fn start_counting(&mut self) -> bool {
        let may = self.counting.mode() == CountingMode::Manual
            && self.counting_kind() == Some(CountingKind::Board)
            && self.counting.counter().is_none();
        if may {
            self.counting.set_counter(Some(self.turn));
        }
        may
    }

    /// Manual mode: the side to move stops counting the board's honour.
    /// False, and nothing happens, if it is not counting.
    pub fn stop_counting(&mut self) -> bool {
        let may = self.counting.mode() == CountingMode::Manual
            && self.counting_kind() == Some(CountingKind::Board)
            && self.counting.counter() == Some(self.turn);
        if may {
            self.counting.set_counter(None);
        }
        may
    }

    pub(crate) fn has_bare_king(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.without_king(color).is_empty())
    }

    /// The count after a move of side `S`.
    #[inline(always)]
    pub(crate) fn count<S: Side>(&mut self, captured: Option<Role>, promoted: bool) {
        let nothing_begins = match R::COUNTS.most_men {
            None => (self.pawns[0] | self.pawns[1]).any(),
            Some(most) => {
                Color::ALL.into_iter().all(|side| self.by_color(side).len() > u32::from(most))
            }
        };
        if nothing_begins && self.counting.limit() == 0 {
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
        if self.counting.mode() == CountingMode::Off {
            return;
        }
        let men = self.occupied().len() as u16;
        // The bared king itself took the last bia: this move counts already.
        if captured == Some(Role::Pawn) && we_are_bare {
            let limit = self.count_limit(us);
            if limit > 0 {
                self.counting.begin(limit, 2 * men - 1);
            }
        }
        if self.counting.limit() == 0 || ((captured.is_some() || promoted) && they_are_bare) {
            let limit = self.count_limit(them);
            if limit > 0 {
                self.counting.begin(limit, if they_are_bare { 2 * men } else { 0 });
            }
        }
    }

    /// The limit in moves if `side` counts from now on; 0 if it may not.
    fn count_limit(&self, side: Color) -> u8 {
        let no_pawns = (self.pawns[0] | self.pawns[1]).is_empty();
        if self.without_king(!side).is_empty() {
            return 0;
        }
        if self.without_king(side).is_empty() {
            return if no_pawns { self.chasing_limit(!side) } else { 0 };
        }
        let may = match R::COUNTS.most_men {
            None => no_pawns,
            Some(most) => self.by_color(side).len() <= u32::from(most),
        };
        if may { R::COUNTS.board } else { 0 }
    }

    /// The limit of the pieces' honour against the pieces of `chaser`.
    fn chasing_limit(&self, chaser: Color) -> u8 {
        let count = |role| self.pieces(chaser, role).len();
        PiecesLimit::moves_for(count(Role::Rook), count(Role::Bishop), count(Role::Knight))
            - R::COUNTS.shorter
    }
}
