//! Positions: what stands where, whose turn it is, and what that implies.

use core::fmt;
use core::marker::PhantomData;

use crate::draft::Draft;
use crate::keys::{self, Row};
use crate::side::{Black, White};
use crate::{
    Bitboard, CastlingSide, Color, Counting, File, Keys, Move, MoveKind, Piece, Rank, Role, Rules,
    Setup, SetupError, Square, Strictness, attacks, leaps,
};

/// A playable position of the game `R`.
///
/// It is small and copied freely: [`play`](Position::play) returns the next
/// position, [`make`](Position::make) and [`unmake`](Position::unmake) change
/// one in place.
///
/// ```
/// use erawan_board::{Chess, Color, Makruk, Position, Role, Square};
///
/// let chess = Position::<Chess>::startpos();
/// assert_eq!(chess.legal_moves().len(), 20);
/// assert_eq!(chess.king(Color::White), Square::E1);
///
/// let makruk = Position::<Makruk>::startpos();
/// assert_eq!(makruk.legal_moves().len(), 23);
/// assert_eq!(makruk.role_at(Square::E1), Some(Role::Queen)); // the met
/// ```
// Eight boards: queens are in both slider sets, so that "what attacks along a
// diagonal" is one word: in a probe 9 % faster than six boards and two colours.
// With the kings as squares everything fits into two cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Position<R: Rules> {
    pub(crate) pawns: [Bitboard; 2],
    pub(crate) knights: [Bitboard; 2],
    /// Bishops and queens (khon and met).
    pub(crate) diagonals: [Bitboard; 2],
    /// Rooks and queens (rua and met).
    pub(crate) orthogonals: [Bitboard; 2],
    /// Chess: the rooks that may castle, and the en passant square if a
    /// capture there is legal. Makruk: the promoted bia.
    pub(crate) marks: Bitboard,
    pub(crate) keys: Keys,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) counting: Counting,
    pub(crate) kings: [Square; 2],
    pub(crate) turn: Color,
    /// One more than the file of a pawn that has just made its double step and
    /// stands beside an enemy pawn, be a capture legal or not: Polyglot's keys
    /// want to know. Else 0. In Ouk: who may still [leap](crate::leaps).
    pub(crate) double_step: u8,
    rules: PhantomData<R>,
}

/// The ranks where castling rooks stand; the other marks of chess are en
/// passant squares.
pub(crate) const BACK_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

/// Runs an expression with the side to move as a type.
macro_rules! with_side {
    ($turn:expr, $side:ident => $body:expr) => {
        match $turn {
            Color::White => {
                type $side = White;
                $body
            }
            Color::Black => {
                type $side = Black;
                $body
            }
        }
    };
}
pub(crate) use with_side;

impl<R: Rules> Position<R> {
    /// The start position.
    pub fn startpos() -> Position<R> {
        Position::from_checked(&Draft::of(&R::start()))
    }

    /// Makes a position of a set-up, or says why it is none.
    ///
    /// Castling rights must fit king and rooks; an en passant square is kept
    /// only if a capture there is legal, so equal positions compare equal.
    ///
    /// ```
    /// use erawan_board::{chess960, Chess, Position, SetupError, Square, Strictness};
    /// let mut setup = chess960::start(chess960::CLASSICAL);
    /// setup.remove(Square::H1);
    /// let strict = Position::<Chess>::from_setup(&setup, Strictness::Strict);
    /// assert_eq!(strict, Err(SetupError::Castling(Square::H1)));
    /// let lenient = Position::<Chess>::from_setup(&setup, Strictness::Lenient).unwrap();
    /// assert!(!lenient.castling_rooks().contains(Square::H1));
    /// ```
    pub fn from_setup(setup: &Setup, strictness: Strictness) -> Result<Position<R>, SetupError> {
        let checked = crate::validate::check::<R>(&Draft::of(setup), strictness)?;
        Ok(Position::from_checked(&checked))
    }

    /// Fills in a set-up known to be playable.
    pub(crate) fn from_checked(setup: &Draft) -> Position<R> {
        let mut position = Position::from_pieces(setup);
        position.marks = setup.promoted;
        if R::CASTLING_AND_DOUBLE_STEP {
            position.marks = setup.castling_rooks;
            if let Some(square) = setup.en_passant {
                let takers =
                    attacks::pawn(!setup.turn, square) & position.pawns[setup.turn.index()];
                if takers.any() {
                    position.double_step = square.file() as u8 + 1;
                }
                let legal = with_side!(setup.turn, S => position.can_take_en_passant::<S>(square));
                if legal {
                    position.marks = position.marks.with(square);
                }
            }
        }
        if R::FIRST_LEAPS {
            position.double_step = leaps::leaps_of(setup.leapers);
        }
        position.keys = position.compute_keys();
        position
    }

    /// The pieces, turn and clocks of a set-up, without marks and keys.
    pub(crate) fn from_pieces(setup: &Draft) -> Position<R> {
        let both = |role| Color::ALL.map(|color| setup.pieces(color, role));
        let [bishops, rooks, queens] = [Role::Bishop, Role::Rook, Role::Queen].map(both);
        Position {
            pawns: both(Role::Pawn),
            knights: both(Role::Knight),
            diagonals: [bishops[0] | queens[0], bishops[1] | queens[1]],
            orthogonals: [rooks[0] | queens[0], rooks[1] | queens[1]],
            kings: both(Role::King).map(Bitboard::first),
            marks: Bitboard::EMPTY,
            keys: Keys::default(),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            counting: setup.counting,
            turn: setup.turn,
            double_step: 0,
            rules: PhantomData,
        }
    }

    /// Describes the position as a set-up.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.board[square.index()] = self.piece_at(square);
        }
        setup.promoted = self.promoted();
        setup.turn = self.turn;
        setup.castling_rooks = self.castling_rooks();
        setup.leapers = self.leapers();
        setup.en_passant = self.en_passant();
        setup.halfmove_clock = self.halfmove_clock;
        setup.fullmove_number = self.fullmove_number;
        setup.counting = self.counting;
        setup
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares where such a piece stands.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        let side = color.index();
        match role {
            Role::Pawn => self.pawns[side],
            Role::Knight => self.knights[side],
            Role::Bishop => self.diagonals[side] - self.orthogonals[side],
            Role::Rook => self.orthogonals[side] - self.diagonals[side],
            Role::Queen => self.diagonals[side] & self.orthogonals[side],
            Role::King => self.king_board(color),
        }
    }

    /// The squares where a piece of that role stands, whatever its colour.
    #[inline(always)]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.pieces(Color::White, role) | self.pieces(Color::Black, role)
    }

    /// The squares where pieces of that colour stand.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.without_king(color) | self.king_board(color)
    }

    #[inline(always)]
    pub(crate) fn without_king(&self, color: Color) -> Bitboard {
        let side = color.index();
        self.pawns[side] | self.knights[side] | self.diagonals[side] | self.orthogonals[side]
    }

    /// The squares where something stands.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.by_color(Color::White) | self.by_color(Color::Black)
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    #[inline(always)]
    pub(crate) const fn king_board(&self, color: Color) -> Bitboard {
        Bitboard::from_square(self.kings[color.index()])
    }

    /// The row of the key table for what `color` has on a square, king apart.
    #[inline(always)]
    pub(crate) fn row_at(&self, color: Color, square: Square) -> Row {
        let (side, i) = (color.index(), square.index());
        let bit = |board: Bitboard| (board.0 >> i & 1) as usize;
        bit(self.pawns[side])
            + 2 * bit(self.knights[side])
            + 3 * bit(self.diagonals[side])
            + 4 * bit(self.orthogonals[side])
    }

    /// What role stands on a square, if any.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        let i = square.index();
        let bit = |boards: [Bitboard; 2]| ((boards[0].0 | boards[1].0) >> i & 1) as usize;
        keys::role_of_row(
            bit(self.pawns)
                + 2 * bit(self.knights)
                + 3 * bit(self.diagonals)
                + 4 * bit(self.orthogonals)
                + 5 * usize::from(self.kings.contains(&square)),
        )
    }

    /// The colour of the piece on a square, if any.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.by_color(*color).contains(square))
    }

    /// What stands on a square, if anything.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece::new(self.color_at(square)?, self.role_at(square)?))
    }

    /// The rooks that may still castle, of both sides.
    #[inline(always)]
    pub fn castling_rooks(&self) -> Bitboard {
        if R::CASTLING_AND_DOUBLE_STEP { self.marks & BACK_RANKS } else { Bitboard::EMPTY }
    }

    /// The rook with which `color` may still castle to `side`.
    ///
    /// ```
    /// use erawan_board::{CastlingSide, Chess, Color, Position, Square};
    /// let start = Position::<Chess>::startpos();
    /// let rook = start.castling_rook(Color::Black, CastlingSide::Long);
    /// assert_eq!(rook, Some(Square::A8));
    /// ```
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let home = Bitboard::from_relative_rank(Rank::First, color);
        let king = self.king(color);
        (self.castling_rooks() & home)
            .iter()
            .find(|rook| (rook.index() > king.index()) == (side == CastlingSide::Short))
    }

    /// True if castling is possible only in ways classical chess knows: kings
    /// on the e-file, rooks in the corners.
    pub fn has_classical_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling_rooks() & Bitboard::from_relative_rank(Rank::First, color);
            rooks.is_empty()
                || (self.king(color).file() == File::E && rooks.is_subset(Bitboard::EDGE_FILES))
        })
    }

    /// The square a pawn has just stepped over, if it can legally be taken
    /// there.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        if R::CASTLING_AND_DOUBLE_STEP { (self.marks - BACK_RANKS).lsb() } else { None }
    }

    /// The mets that are promoted bia. They move alike; only the display and
    /// Thai notation tell them apart.
    #[inline(always)]
    pub fn promoted(&self) -> Bitboard {
        if R::CASTLING_AND_DOUBLE_STEP { Bitboard::EMPTY } else { self.marks }
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, which grows after Black's.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The Zobrist key of the whole position.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.keys.whole
    }

    /// All Zobrist keys.
    #[inline(always)]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The keys made from scratch; always equal to [`keys`](Position::keys).
    pub fn compute_keys(&self) -> Keys {
        let mut computed = Keys::default();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in self.pieces(color, role) {
                    computed.toggle(color, keys::row(role), square);
                }
            }
        }
        if R::CASTLING_AND_DOUBLE_STEP {
            computed.whole ^= keys::marks(self.marks);
        }
        if R::FIRST_LEAPS {
            computed.whole ^= keys::marks(self.leapers());
        }
        if self.turn == Color::Black {
            computed.whole ^= keys::turn();
        }
        computed
    }

    /// True if both are the same position in the sense of repetition: pieces,
    /// side to move, castling rights, leaps of Ouk and legal en passant. Clocks, counts and
    /// promotion marks do not matter.
    pub fn is_repetition_of(&self, other: &Position<R>) -> bool {
        self.keys.whole == other.keys.whole
            && self.turn == other.turn
            && self.pawns == other.pawns
            && self.knights == other.knights
            && self.diagonals == other.diagonals
            && self.orthogonals == other.orthogonals
            && self.kings == other.kings
            && (!R::CASTLING_AND_DOUBLE_STEP || self.marks == other.marks)
            && (!R::FIRST_LEAPS || self.double_step == other.double_step)
    }

    /// The piece a move takes, if it takes one.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<Role> {
        match m {
            _ if m.is_castle() => None,
            _ if m.is_en_passant() => Some(Role::Pawn),
            _ => keys::role_of_row(self.row_at(!self.turn, m.to())),
        }
    }

    /// True if a move takes a piece.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        m.is_en_passant() || (!m.is_castle() && self.by_color(!self.turn).contains(m.to()))
    }

    /// What a move does in this position.
    ///
    /// ```
    /// use erawan_board::{Chess, MoveKind, Position};
    /// let start = Position::<Chess>::startpos();
    /// assert!(start.legal_moves().iter().all(|&m| start.kind_of(m) == MoveKind::Quiet));
    /// ```
    pub fn kind_of(&self, m: Move) -> MoveKind {
        match (self.is_capture(m), m.is_promotion()) {
            _ if m.is_castle() => MoveKind::Castle,
            _ if m.is_en_passant() => MoveKind::EnPassant,
            (false, false) => MoveKind::Quiet,
            (true, false) => MoveKind::Capture,
            (false, true) => MoveKind::Promotion,
            (true, true) => MoveKind::PromotionCapture,
        }
    }

    /// True if `color` cannot win by any sequence of legal moves, as far as the
    /// material tells.
    pub fn is_insufficient_material_for(&self, color: Color) -> bool {
        crate::material::cannot_win(self, color)
    }

    /// True if neither side can win by any sequence of legal moves, as far as
    /// the material tells.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, Setup, Strictness};
    /// let against_king = |men| {
    ///     let setup = Setup::with_men::<Chess>(men, "Ke8").unwrap();
    ///     Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap()
    /// };
    /// assert!(against_king("Ke1 Bc1").is_insufficient_material());
    /// assert!(!against_king("Ke1 Bc1 Bd1").is_insufficient_material());
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.is_insufficient_material_for(color))
    }
}

impl<R: Rules> Default for Position<R> {
    fn default() -> Position<R> {
        Position::startpos()
    }
}

/// Everything that a set-up can describe is compared.
impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Position<R>) -> bool {
        self.is_repetition_of(other)
            && self.keys == other.keys
            && self.marks == other.marks
            && self.halfmove_clock == other.halfmove_clock
            && self.fullmove_number == other.fullmove_number
            && self.counting == other.counting
    }
}

impl<R: Rules> Eq for Position<R> {}

impl<R: Rules> core::hash::Hash for Position<R> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.keys.whole);
    }
}

/// A plain picture with the letters of chess; `erawan-notation` draws better
/// ones.
impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let letter = match self.piece_at(Square::new(file, rank)) {
                    None => '.',
                    Some(piece) => {
                        let letter = b"PNBRQK"[piece.role().index()] as char;
                        match piece.color() {
                            Color::White => letter,
                            Color::Black => letter.to_ascii_lowercase(),
                        }
                    }
                };
                write!(f, "{letter}")?;
            }
            f.write_str("/")?;
        }
        write!(
            f,
            " {} castling {:?} en passant {:?} clock {} move {} {:?}",
            self.turn.letter(),
            self.castling_rooks(),
            self.en_passant(),
            self.halfmove_clock,
            self.fullmove_number,
            self.counting
        )
    }
}

const _: () = assert!(size_of::<Position<crate::Chess>>() == 128, "two cache lines");
