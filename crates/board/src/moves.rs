//! Moves in sixteen bits, lists of them, and sets of them.

use core::fmt;
use core::mem::MaybeUninit;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::{Bitboard, Color, File, Role, Square};

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
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (tag as u16) << 12;
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

/// Long algebraic form (`e2e4`, `e7e8q`), castling as the king's two-step
/// where that is unambiguous to a reader: `e1g1`. The exact forms for each
/// protocol are in `erawan-notation`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.king_target())?;
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
        Square::new(self.king_file(), crate::Rank::First.relative_to(color))
    }

    /// The square the rook lands on.
    pub const fn rook_target(self, color: Color) -> Square {
        Square::new(self.rook_file(), crate::Rank::First.relative_to(color))
    }
}

/// Where the pawns of a [`MoveSet::Pawns`] come from, seen from their targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PawnStep {
    /// One step straight ahead.
    Push,
    /// Two steps straight ahead.
    Double,
    /// A capture towards the a-file.
    CaptureWest,
    /// A capture towards the h-file.
    CaptureEast,
}

/// Moves that are generated together. The generator yields these; a list is
/// only one thing that can be made of them, a count another.
///
/// ```
/// use erawan_board::{Chess, MoveSet, Position};
/// let start = Position::<Chess>::startpos();
/// let mut moves = 0;
/// start.for_each_set(|set: MoveSet| moves += set.len());
/// assert_eq!(moves, 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// One piece and all squares it may go to.
    Piece {
        /// The piece's role.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it may go.
        to: Bitboard,
    },
    /// All pawns of `color` that make the same step to `to`.
    Pawns {
        /// Whose pawns.
        color: Color,
        /// The step they make.
        step: PawnStep,
        /// Their targets.
        to: Bitboard,
    },
    /// All pawns of `color` that promote with the same step.
    Promotions {
        /// Whose pawns.
        color: Color,
        /// The step they make.
        step: PawnStep,
        /// Their targets.
        to: Bitboard,
        /// What they may become.
        roles: &'static [Role],
    },
    /// A pawn takes en passant.
    EnPassant {
        /// Where the pawn stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// The king castles with a rook.
    Castle {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

impl PawnStep {
    /// The square a pawn of `color` comes from when this step ends on `to`.
    #[inline(always)]
    pub(crate) const fn origin(self, color: Color, to: Square) -> Square {
        Square::truncate((to.index() as i16 + self.backwards(color)) as u32)
    }

    /// The distance from the target back to the origin.
    #[inline(always)]
    const fn backwards(self, color: Color) -> i16 {
        match (self, color) {
            (PawnStep::Push, Color::White) => -8,
            (PawnStep::Push, Color::Black) => 8,
            (PawnStep::Double, Color::White) => -16,
            (PawnStep::Double, Color::Black) => 16,
            (PawnStep::CaptureWest, Color::White) => -7,
            (PawnStep::CaptureWest, Color::Black) => 9,
            (PawnStep::CaptureEast, Color::White) => -9,
            (PawnStep::CaptureEast, Color::Black) => 7,
        }
    }

    /// The tag of a step that does not promote.
    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        match self {
            PawnStep::Push => Tag::PawnPush,
            PawnStep::Double => Tag::PawnDouble,
            PawnStep::CaptureWest | PawnStep::CaptureEast => Tag::PawnCapture,
        }
    }
}

/// The tag of a role's ordinary move.
#[inline(always)]
pub(crate) const fn piece_tag(role: Role) -> Tag {
    match role {
        Role::Pawn => Tag::PawnPush,
        Role::Knight => Tag::Knight,
        Role::Bishop => Tag::Bishop,
        Role::Rook => Tag::Rook,
        Role::Queen => Tag::Queen,
        Role::King => Tag::King,
    }
}

/// The tag of a promotion to `role`.
#[inline(always)]
pub(crate) const fn promotion_tag(role: Role) -> Tag {
    match role {
        Role::Knight => Tag::PromoteKnight,
        Role::Bishop => Tag::PromoteBishop,
        Role::Rook => Tag::PromoteRook,
        _ => Tag::PromoteQueen,
    }
}

impl MoveSet {
    /// How many moves are in the set.
    pub const fn len(&self) -> usize {
        match self {
            MoveSet::Piece { to, .. } | MoveSet::Pawns { to, .. } => to.len() as usize,
            MoveSet::Promotions { to, roles, .. } => to.len() as usize * roles.len(),
            MoveSet::EnPassant { .. } | MoveSet::Castle { .. } => 1,
        }
    }

    /// True if the set holds no move. The generator never yields such a set.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `f` with every move of the set.
    pub fn for_each(&self, mut f: impl FnMut(Move)) {
        match *self {
            MoveSet::Piece { role, from, to } => {
                to.iter().for_each(|to| f(Move::new(from, to, piece_tag(role))));
            }
            MoveSet::Pawns { color, step, to } => {
                to.iter().for_each(|to| f(Move::new(step.origin(color, to), to, step.tag())));
            }
            MoveSet::Promotions { color, step, to, roles } => {
                for to in to {
                    for &role in roles {
                        f(Move::new(step.origin(color, to), to, promotion_tag(role)));
                    }
                }
            }
            MoveSet::EnPassant { from, to } => f(Move::new(from, to, Tag::EnPassant)),
            MoveSet::Castle { king, rook } => f(Move::new(king, rook, Tag::Castle)),
        }
    }
}

/// A list of moves that lives on the stack.
///
/// No position of 64 squares overflows it: each square can be reached from at
/// most eight directions and by eight knights, with at most three pawns among
/// the former, each with four promotions.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MoveList::CAPACITY],
}

impl MoveList {
    /// Room for every move of any position: 62 targets reached in 16 ways,
    /// the extra promotions of eight squares, castling, and one vector more,
    /// for moves are written a vector at a time.
    pub const CAPACITY: usize = 62 * 16 + 8 * 3 * 3 + 8 + 32;

    /// An empty list.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [MaybeUninit::uninit(); MoveList::CAPACITY] }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list is full, which the generator cannot make it.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len].write(m);
        self.len += 1;
    }

    /// Adds a move for each target: `target * factor + base`, in sixteen bits.
    #[inline(always)]
    fn push_targets(&mut self, targets: Bitboard, factor: u16, base: u16) {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi2"))]
        if let Some(room) = self.moves.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
            crate::avx512::write_moves(room, targets, factor, base);
            self.len += targets.len() as usize;
            return;
        }
        for target in targets {
            let bits = (target.index() as u16).wrapping_mul(factor).wrapping_add(base);
            self.push(Move(NonZeroU16::new(bits).unwrap_or(NonZeroU16::MIN)));
        }
    }

    /// Adds the moves of a piece to its targets.
    #[inline(always)]
    pub(crate) fn push_piece(&mut self, role: Role, from: Square, to: Bitboard) {
        self.push_targets(to, 1 << 6, Move::new(from, Square::A1, piece_tag(role)).bits());
    }

    /// Adds the moves of all pawns that make the same step.
    #[inline(always)]
    pub(crate) fn push_pawns(&mut self, color: Color, step: PawnStep, tag: Tag, to: Bitboard) {
        // The origin is a fixed distance from the target: add the target to
        // both fields and take the distance off.
        let back = step.backwards(color) as u16;
        self.push_targets(to, (1 << 6) + 1, ((tag as u16) << 12).wrapping_add(back));
    }

    /// Takes the last move off the list.
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes a move out by moving the last one to its place.
    ///
    /// # Panics
    /// If there is no such index.
    pub fn swap_remove(&mut self, index: usize) -> Move {
        let removed = self[index];
        self.moves[index] = self.moves[self.len - 1];
        self.len -= 1;
        removed
    }

    /// The moves as a slice.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` entries were written by `push`, `len` never
        // exceeds the array, and `MaybeUninit<Move>` has the layout of `Move`.
        // (Writing zeros first costs a search 4 % of its move generation.)
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }

    /// The moves as a slice that can be sorted.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: as for `as_slice`; the list is borrowed mutably.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        moves.into_iter().for_each(|m| list.push(m));
        list
    }
}
