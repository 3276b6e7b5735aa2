//! Positions before they are known to be playable.

use core::fmt;

use crate::{Bitboard, Color, Counting, File, Piece, Rank, Role, Rules, Square};

/// A position as somebody describes it: nothing is checked yet.
///
/// [`Position::from_setup`](crate::Position::from_setup) checks it and makes a
/// position of it, or says what is wrong.
///
/// ```
/// use erawan_board::{Chess, Color, Piece, Position, Role, Setup, SetupError, Square, Strictness};
///
/// let mut setup = Setup::empty();
/// setup.put(Square::A1, Piece::new(Color::White, Role::King));
/// setup.put(Square::B3, Piece::new(Color::White, Role::Queen));
/// let error = Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap_err();
/// assert_eq!(error, SetupError::NoKing(Color::Black));
///
/// setup.put(Square::A3, Piece::new(Color::Black, Role::King));
/// setup.turn = Color::Black;
/// let position = Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap();
/// assert!(position.in_check());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// What stands on each square.
    pub board: [Option<Piece>; 64],
    /// Promoted bia, which move as mets but are shown as what they are.
    pub promoted: Bitboard,
    /// Whose turn it is.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling_rooks: Bitboard,
    /// Ouk: the kings and mets that may still leap.
    pub leapers: Bitboard,
    /// The square a pawn has just stepped over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, which grows after Black's.
    pub fullmove_number: u16,
    /// Makruk's count.
    pub counting: Counting,
}

impl Setup {
    /// An empty board with White to move.
    pub const fn empty() -> Setup {
        Setup {
            board: [None; 64],
            promoted: Bitboard::EMPTY,
            turn: Color::White,
            castling_rooks: Bitboard::EMPTY,
            leapers: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            counting: Counting::NONE,
        }
    }

    /// The men that White and Black have, with White to move: each a letter of
    /// the game `R` and a square, with spaces between them. `None` if a word is
    /// anything else, or two men stand on one square.
    ///
    /// This is how problems are printed in books. `erawan-notation` reads FEN.
    ///
    /// ```
    /// use erawan_board::{Chess, Position, Setup, Strictness};
    /// let setup = Setup::with_men::<Chess>("Kc6 Qc7", "Ka8").unwrap();
    /// let position = Position::<Chess>::from_setup(&setup, Strictness::Strict).unwrap();
    /// assert!(position.play_null().is_stalemate());
    /// assert_eq!(Setup::with_men::<Chess>("Kc6 Qc9", "Ka8"), None);
    /// ```
    pub fn with_men<R: Rules>(white: &str, black: &str) -> Option<Setup> {
        let mut setup = Setup::empty();
        for (color, men) in [(Color::White, white), (Color::Black, black)] {
            for man in men.split_whitespace() {
                let mut letters = man.chars();
                let role = R::MEN.role(letters.next()?)?;
                let square = letters.as_str().parse().ok()?;
                if setup.piece_at(square).is_some() {
                    return None;
                }
                setup.put(square, Piece::new(color, role));
            }
        }
        Some(setup)
    }

    /// Pieces on the back ranks and pawns on `pawn_rank` of each side.
    pub(crate) fn from_ranks(white: [Role; 8], black: [Role; 8], pawn_rank: Rank) -> Setup {
        let mut setup = Setup::empty();
        for file in File::ALL {
            for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
                let back = Square::new(file, Rank::First.relative_to(color));
                let pawn = Square::new(file, pawn_rank.relative_to(color));
                setup.put(back, Piece::new(color, pieces[file.index()]));
                setup.put(pawn, Piece::new(color, Role::Pawn));
            }
        }
        setup
    }

    /// Puts a piece on a square.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
    }

    /// Clears a square.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        self.promoted = self.promoted.without(square);
        self.board[square.index()].take()
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The squares where such a piece stands.
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        let piece = Some(Piece::new(color, role));
        Square::all().filter(|square| self.piece_at(*square) == piece).collect()
    }

    /// The same position with the colours exchanged and the board upside down.
    ///
    /// ```
    /// use erawan_board::{chess960, Color};
    /// let start = chess960::start(chess960::CLASSICAL);
    /// let flipped = start.flip_colors();
    /// assert_eq!(flipped.board, start.board);
    /// assert_eq!(flipped.turn, Color::Black);
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Setup {
        let mut flipped = self.clone();
        for square in Square::all() {
            flipped.board[square.flip_vertical().index()] =
                self.piece_at(square).map(|piece| Piece::new(!piece.color(), piece.role()));
        }
        flipped.promoted = self.promoted.flip_vertical();
        flipped.turn = !self.turn;
        flipped.castling_rooks = self.castling_rooks.flip_vertical();
        flipped.leapers = self.leapers.flip_vertical();
        flipped.en_passant = self.en_passant.map(Square::flip_vertical);
        flipped.counting = self.counting.flip_colors();
        flipped
    }

    /// The same position in a mirror. Castling rights are kept as rook
    /// squares, which means something else on a mirrored board.
    #[must_use]
    pub fn flip_horizontal(&self) -> Setup {
        let mut flipped = self.clone();
        for square in Square::all() {
            flipped.board[square.flip_horizontal().index()] = self.piece_at(square);
        }
        flipped.promoted = self.promoted.flip_horizontal();
        flipped.castling_rooks = self.castling_rooks.flip_horizontal();
        flipped.leapers = self.leapers.flip_horizontal();
        flipped.en_passant = self.en_passant.map(Square::flip_horizontal);
        flipped
    }
}

/// How closely a set-up is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strictness {
    /// Anything no game could have led to is refused, as far as it can be told
    /// by counting and looking.
    #[default]
    Strict,
    /// Whatever can be played is accepted: sixty-four men, three checkers, a
    /// bia behind its start, even a check to the side that has just moved (no
    /// move takes a king). Castling rights, en passant squares and promotion
    /// marks that mean nothing are dropped.
    Lenient,
}

/// Why a set-up is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupError {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king; here is one too many.
    ManyKings(Color, Square),
    /// The kings stand side by side.
    KingsTouch,
    /// A pawn stands where no pawn can be.
    PawnSquare(Color, Square),
    /// The side that has just moved is in check from this square.
    OpponentInCheck(Square),
    /// A side has more than sixteen men.
    ManyMen(Color, u32),
    /// A side has more than eight pawns.
    ManyPawns(Color, u32),
    /// A side has more promoted pieces than it has lost pawns.
    ManyPromoted(Color, u32),
    /// A side has more pieces of a role than it began with, and no pawn can
    /// have become one.
    ManyPieces(Color, Role, u32),
    /// The king is attacked by more pieces than one move can bring about.
    ManyCheckers(u32),
    /// No move can have given check in this way: by two men of which none
    /// slides, from both ends of a line, or, if a pawn has just made its double
    /// step, from where that pawn was not in the way. Here is a checker.
    ImpossibleCheck(Square),
    /// There is no rook to castle with, or the king is not on its home rank, or
    /// two rooks on one side of the king are to castle.
    Castling(Square),
    /// No king or met that may leap stands there.
    Leap(Square),
    /// No pawn can just have stepped over this square.
    EnPassant(Square),
    /// Only a met can be a promoted bia.
    Promoted(Square),
    /// This is not a limit of the game's counts.
    CountLimit(u8),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NoKing(color) => write!(f, "{color} has no king"),
            SetupError::ManyKings(color, square) => {
                write!(f, "{color} has more than one king (another on {square})")
            }
            SetupError::KingsTouch => f.write_str("the kings stand side by side"),
            SetupError::PawnSquare(color, square) => {
                write!(f, "a pawn of {color} cannot stand on {square}")
            }
            SetupError::OpponentInCheck(square) => {
                write!(f, "the side to move could take the king (with the piece on {square})")
            }
            SetupError::ManyMen(color, n) => {
                write!(f, "{color} has {n} men, at most 16 are possible")
            }
            SetupError::ManyPawns(color, n) => {
                write!(f, "{color} has {n} pawns, at most 8 are possible")
            }
            SetupError::ManyPromoted(color, n) => {
                write!(f, "{color} needs {n} promotions, more than it has lost pawns")
            }
            SetupError::ManyPieces(color, role, n) => {
                write!(f, "{color} has {n} pieces in the role of {role:?}, and no pawn becomes one")
            }
            SetupError::ManyCheckers(n) => {
                write!(f, "{n} pieces give check, at most 2 are possible")
            }
            SetupError::ImpossibleCheck(square) => {
                write!(f, "no move can have given the check (by the piece on {square})")
            }
            SetupError::Castling(square) => {
                write!(f, "castling with a rook on {square} is not possible")
            }
            SetupError::Leap(square) => {
                write!(f, "no king or met that may still leap stands on {square}")
            }
            SetupError::EnPassant(square) => {
                write!(f, "no pawn can just have stepped over {square}")
            }
            SetupError::Promoted(square) => write!(f, "there is no met to be marked on {square}"),
            SetupError::CountLimit(limit) => {
                write!(f, "{limit} plies is no limit of a count")
            }
        }
    }
}

impl core::error::Error for SetupError {}
