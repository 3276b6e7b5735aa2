//! Moves that are generated together.

use crate::{Bitboard, Color, Move, Role, Square, Tag};

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
    pub(crate) const fn backwards(self, color: Color) -> i16 {
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
                to.iter().for_each(|to| f(Move::new(from, to, Tag::of_piece(role))));
            }
            MoveSet::Pawns { color, step, to } => {
                to.iter().for_each(|to| f(Move::new(step.origin(color, to), to, step.tag())));
            }
            MoveSet::Promotions { color, step, to, roles } => {
                for to in to {
                    for &role in roles {
                        f(Move::new(step.origin(color, to), to, Tag::of_promotion(role)));
                    }
                }
            }
            MoveSet::EnPassant { from, to } => f(Move::new(from, to, Tag::EnPassant)),
            MoveSet::Castle { king, rook } => f(Move::new(king, rook, Tag::Castle)),
        }
    }
}
