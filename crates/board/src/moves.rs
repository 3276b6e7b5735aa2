//! Moves in sixteen bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::{Color, File, Rank, Role, Square};

/// What a move does, as its four tag bits tell. The values are part of the
/// sixteen bits of a [`Move`] and stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Tag {
    /// A pawn goes one step forward.
    PawnPush = 0,
    /// A pawn goes two steps forward.
    PawnDouble = 1,
    /// A pawn captures, but neither promotes nor takes en passant.
    PawnCapture = 2,
    /// A pawn takes en passant.
    EnPassant = 3,
    /// A knight (ma) moves.
    Knight = 4,
    /// A bishop (khon) moves.
    Bishop = 5,
    /// A rook (rua) moves.
    Rook = 6,
    /// A queen (met) moves.
    Queen = 7,
    /// A king (khun) moves, other than castling.
    King = 8,
    /// The king castles; the move's target is the square of the rook.
    Castle = 9,
    /// A pawn becomes a knight.
    PromoteKnight = 12,
    /// A pawn becomes a bishop.
    PromoteBishop = 13,
    /// A pawn becomes a rook.
    PromoteRook = 14,
    /// A pawn becomes a queen; in Makruk a bia becomes a met.
    PromoteQueen = 15,
}

impl Tag {
    /// The tag of a role's ordinary move: for a pawn one step forward.
    ///
    /// ```
    /// use erawan_board::{Role, Tag};
    /// assert_eq!(Tag::of_piece(Role::Rook), Tag::Rook);
    /// assert_eq!(Tag::of_promotion(Role::Rook), Tag::PromoteRook);
    /// ```
    #[inline(always)]
    pub const fn of_piece(role: Role) -> Tag {
        match role {
            Role::Pawn => Tag::PawnPush,
            Role::Knight => Tag::Knight,
            Role::Bishop => Tag::Bishop,
            Role::Rook => Tag::Rook,
            Role::Queen => Tag::Queen,
            Role::King => Tag::King,
        }
    }

    /// The tag of a promotion. What no pawn becomes counts as a queen.
    #[inline(always)]
    pub const fn of_promotion(role: Role) -> Tag {
        match role {
            Role::Knight => Tag::PromoteKnight,
            Role::Bishop => Tag::PromoteBishop,
            Role::Rook => Tag::PromoteRook,
            _ => Tag::PromoteQueen,
        }
    }

    const fn from_bits(bits: u8) -> Option<Tag> {
        Some(match bits & 15 {
            0 => Tag::PawnPush,
            1 => Tag::PawnDouble,
            2 => Tag::PawnCapture,
            3 => Tag::EnPassant,
            4 => Tag::Knight,
            5 => Tag::Bishop,
            6 => Tag::Rook,
            7 => Tag::Queen,
            8 => Tag::King,
            9 => Tag::Castle,
            12 => Tag::PromoteKnight,
            13 => Tag::PromoteBishop,
            14 => Tag::PromoteRook,
            15 => Tag::PromoteQueen,
            _ => return None,
        })
    }
}

/// A move: origin in bits 0–5, target in bits 6–11, [`Tag`] in bits 12–15.
///
/// A move knows which role moves, so it can be shown and used as an index
/// without its position. Castling is written as the king taking its own rook,
/// which is exact for every Chess960 geometry. Whether a move captures, and
/// what, only the position knows: see
/// [`Position::kind_of`](crate::Position::kind_of).
///
/// ```
/// use erawan_board::{Chess, Position, Square};
/// let start = Position::<Chess>::startpos();
/// let e4 = start.legal_moves().iter().copied().find(|m| m.to() == Square::E4).unwrap();
/// assert_eq!(e4.from(), Square::E2);
/// assert_eq!(e4.to_string(), "e2e4");
/// assert!(start.is_legal(e4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u16", into = "u16"))]
#[repr(transparent)]
// No move is all zeros (that would be a pawn standing still on a1), so
// `Option<Move>` needs no more room than `Move`.
pub struct Move(NonZeroU16);

impl Move {
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square, tag: Tag) -> Move {
        Move::from_raw(from.index() as u16 | (to.index() as u16) << 6 | (tag as u16) << 12)
    }

    /// The move behind bits that are known to be one.
    #[inline(always)]
    pub(crate) const fn from_raw(bits: u16) -> Move {
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            // A move from a1 to a1 is never generated; stay total all the same.
            None => Move(NonZeroU16::MIN),
        }
    }

    /// The sixteen bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move behind sixteen bits, if their tag has a meaning. The result
    /// may be nonsense in a given position: ask
    /// [`Position::is_legal`](crate::Position::is_legal).
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match (NonZeroU16::new(bits), Tag::from_bits((bits >> 12) as u8)) {
            (Some(bits), Some(_)) => Some(Move(bits)),
            _ => None,
        }
    }

    /// The square the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::truncate(self.0.get() as u32)
    }

    /// The square the piece goes to. For castling this is the rook's square;
    /// see [`Move::king_target`].
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::truncate(self.0.get() as u32 >> 6)
    }

    /// What the move does.
    #[inline(always)]
    pub const fn tag(self) -> Tag {
        match Tag::from_bits((self.0.get() >> 12) as u8) {
            Some(tag) => tag,
            // `new` and `from_bits` let no other tag in.
            None => Tag::PawnPush,
        }
    }

    /// The role that moves (a pawn when it promotes, a king when it castles).
    #[inline(always)]
    pub const fn role(self) -> Role {
        match self.tag() {
            Tag::Knight => Role::Knight,
            Tag::Bishop => Role::Bishop,
            Tag::Rook => Role::Rook,
            Tag::Queen => Role::Queen,
            Tag::King | Tag::Castle => Role::King,
            _ => Role::Pawn,
        }
    }

    /// The role a pawn becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        match self.tag() {
            Tag::PromoteKnight => Some(Role::Knight),
            Tag::PromoteBishop => Some(Role::Bishop),
            Tag::PromoteRook => Some(Role::Rook),
            Tag::PromoteQueen => Some(Role::Queen),
            _ => None,
        }
    }

    /// True if a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >= 12 << 12
    }

    /// True for castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.0.get() >> 12 == Tag::Castle as u16
    }

    /// True for taking en passant.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 == Tag::EnPassant as u16
    }

    /// True for castling towards the h-file (`O-O`).
    #[inline(always)]
    pub const fn is_short_castle(self) -> bool {
        self.is_castle() && self.to().index() > self.from().index()
    }

    /// Where the king stands after castling, for every other move the target.
    ///
    /// ```
    /// use erawan_board::{CastlingSide, Color};
    /// assert_eq!(CastlingSide::Short.king_target(Color::White).to_string(), "g1");
    /// ```
    pub const fn king_target(self) -> Square {
        if self.is_castle() {
            let side =
                if self.is_short_castle() { CastlingSide::Short } else { CastlingSide::Long };
            Square::new(side.king_file(), self.from().rank())
        } else {
            self.to()
        }
    }
}

/// The two squares, and what a pawn becomes: `e2e4`, `e7e8q`.
///
/// Castling is the king's two-step if the king stands on the e-file (`e1g1`),
/// as in classical chess. From other files the king takes its rook (`b1a1`),
/// for `b1c1` could be a step of the king. In chess every program that speaks
/// UCI reads this. A move does not know its game, so that a bia of Makruk
/// becomes a `q` here: `uci::write` of `erawan-notation` writes the `m`, and
/// spells castling as each protocol wants it.
///
/// ```
/// use erawan_board::{chess960, Chess, Position, Square, Strictness};
/// let mut setup = chess960::start(chess960::CLASSICAL);
/// [Square::F1, Square::G1].map(|square| setup.remove(square));
/// let position = Position::<Chess>::from_setup(&setup, Strictness::Strict)?;
/// let castle = position.find_move(Square::E1, Square::H1, None).unwrap();
/// assert_eq!(castle.to_string(), "e1g1");
/// # Ok::<(), erawan_board::SetupError>(())
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if self.from().file() == File::E { self.king_target() } else { self.to() };
        write!(f, "{}{to}", self.from())?;
        match self.promotion() {
            Some(Role::Knight) => f.write_str("n"),
            Some(Role::Bishop) => f.write_str("b"),
            Some(Role::Rook) => f.write_str("r"),
            Some(_) => f.write_str("q"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.tag())
    }
}

impl From<Move> for u16 {
    fn from(m: Move) -> u16 {
        m.bits()
    }
}

impl TryFrom<u16> for Move {
    type Error = &'static str;
    fn try_from(bits: u16) -> Result<Move, Self::Error> {
        Move::from_bits(bits).ok_or("these sixteen bits are no move")
    }
}

/// What a move does in its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// Neither captures, promotes nor castles.
    Quiet,
    /// Takes a piece on the target square.
    Capture,
    /// Takes a pawn in passing.
    EnPassant,
    /// A pawn promotes on an empty square.
    Promotion,
    /// A pawn takes and promotes.
    PromotionCapture,
    /// King and rook move together.
    Castle,
}

/// The two sides to castle to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum CastlingSide {
    /// Towards the h-file, `O-O`.
    Short,
    /// Towards the a-file, `O-O-O`.
    Long,
}

impl CastlingSide {
    /// Both sides, the short one first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::Short, CastlingSide::Long];

    /// The file the king lands on.
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::Short => File::G,
            CastlingSide::Long => File::C,
        }
    }

    /// The file the rook lands on.
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::Short => File::F,
            CastlingSide::Long => File::D,
        }
    }

    /// The square the king lands on.
    pub const fn king_target(self, color: Color) -> Square {
        Square::new(self.king_file(), Rank::First.relative_to(color))
    }

    /// The square the rook lands on.
    pub const fn rook_target(self, color: Color) -> Square {
        Square::new(self.rook_file(), Rank::First.relative_to(color))
    }
}
