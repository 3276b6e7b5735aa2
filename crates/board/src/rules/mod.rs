//! What differs between the games.

use core::fmt::Debug;
use core::hash::Hash;

use crate::any_game::Listed;
use crate::counting::CountingRules;
use crate::{Bitboard, Color, Men, Role, Setup, Square, Variant};

pub(crate) mod cambodian;
pub(crate) mod chess;
pub(crate) mod makpong;
pub(crate) mod makruk;

/// The rules of a game, as a type: everything hot is compiled for each game on
/// its own.
///
/// The trait is sealed. A new game of the family is one more file in this
/// folder, and its line in the list of games.
pub trait Rules:
    Listed + Copy + Eq + Hash + Debug + Default + Send + Sync + Unpin + 'static
{
    /// The game's name. [`Chess`](crate::Chess) stands for both kinds of chess.
    const VARIANT: Variant;
    /// What its men are called.
    const MEN: Men;
    /// True if the pieces in the seats of bishop and queen slide. If not, they
    /// are khon and met, which step.
    const DIAGONALS_SLIDE: bool;
    /// True if there are castling, the pawn's double step and en passant.
    const CASTLING_AND_DOUBLE_STEP: bool;
    /// True if king and met may leap as long as they have not moved.
    const FIRST_LEAPS: bool = false;
    /// True if a king in check may not move but to take what gives it.
    const KING_STANDS: bool = false;
    /// Where a pawn of each colour must promote.
    const PROMOTION_ZONES: [Bitboard; 2];
    /// What a pawn may become, the strongest first.
    const PROMOTIONS: &'static [Role];
    /// True if a promoted pawn is told from the piece that it became.
    const MARKS_PROMOTED: bool;
    /// True if a bared king or a board without pawns starts a count.
    const COUNTING: bool;
    /// How it is counted, if it is.
    const COUNTS: CountingRules = CountingRules::MAKRUK;
    /// The number of plies without a capture or pawn move after which a draw
    /// may be claimed.
    const CLAIM_PLIES: Option<u16>;
    /// True if a threefold repetition ends the game without a claim.
    const THREEFOLD_ENDS: bool;

    /// What a piece attacks.
    fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard;

    /// The start position.
    fn start() -> Setup;

    /// The squares where a pawn of `color` may stand in a game that began at
    /// the start position.
    fn pawn_squares(color: Color) -> Bitboard;
}
