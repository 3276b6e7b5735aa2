//! Why a text is not a move.

use core::fmt;

use erawan_board::{Bitboard, CastlingSide, Role, Rules, Square, Variant, with_rules};

/// Why a text is not a move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanError {
    /// The text does not have the form of a move.
    NotAMove,
    /// The text is a null move (`--`, `Z0` or `0000`): well formed, but no legal move.
    NullMove,
    /// No piece of this role, as far as the text narrows it down, can go there.
    Unreachable {
        /// The game, which has names for its men.
        variant: Variant,
        /// The role that should move.
        role: Role,
        /// Where it should go.
        to: Square,
    },
    /// A piece could go there, but its king would be left in check.
    LeavesCheck {
        /// The game, which has names for its men.
        variant: Variant,
        /// The role that should move.
        role: Role,
        /// Where it should go.
        to: Square,
    },
    /// The king is in check and would run, which its game forbids: all it may do
    /// is take the one man that gives check.
    KingRuns {
        /// The game, which has names for its men.
        variant: Variant,
    },
    /// More than one piece can go there.
    Ambiguous {
        /// The role that should move.
        role: Role,
        /// Where all the candidates stand.
        origins: Bitboard,
        /// Where they can go.
        to: Square,
    },
    /// Castling to that side is not possible.
    CannotCastle(CastlingSide),
    /// A pawn promotes on this square, and the text does not say to what.
    MissingPromotion(Square),
    /// The text names a promotion, but no pawn promotes, or not to that role.
    WrongPromotion(Square),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SanError::NotAMove => f.write_str("this is not a move"),
            SanError::NullMove => f.write_str("a null move is not a legal move"),
            SanError::Unreachable { variant, role, to } => {
                write!(f, "no such {} can go to {to}", name(variant, role))
            }
            SanError::LeavesCheck { variant, role, to } => {
                write!(f, "with the {} on {to} the king is in check", name(variant, role))
            }
            SanError::KingRuns { variant } => {
                let king = name(variant, Role::King);
                write!(f, "the {king} is in check: it may take what gives it, but not run")
            }
            SanError::Ambiguous { origins, to, .. } => {
                f.write_str("several moves are meant: ")?;
                for (i, origin) in origins.iter().enumerate() {
                    write!(f, "{}{origin}{to}", if i == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            SanError::CannotCastle(CastlingSide::Short) => {
                f.write_str("castling short is not possible")
            }
            SanError::CannotCastle(CastlingSide::Long) => {
                f.write_str("castling long is not possible")
            }
            SanError::MissingPromotion(to) => {
                write!(f, "the pawn promotes on {to}, but the move does not say to what")
            }
            SanError::WrongPromotion(to) => write!(f, "no such promotion is possible on {to}"),
        }
    }
}

impl core::error::Error for SanError {}

/// What a man is called in its game.
fn name(variant: Variant, role: Role) -> &'static str {
    with_rules!(variant, R => R::MEN.name(role))
}
