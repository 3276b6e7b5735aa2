//! A score, as engines say it and as people write it down.

use core::fmt;

/// What a position is worth: hundredths of a pawn, or a mate.
///
/// Nothing here gives a score. It is the one word for it that programs which
/// think and files that keep their thoughts have in common. Whose advantage is
/// positive is said where a score stands: engines speak for the side to move,
/// games on file for White.
///
/// ```
/// use erawan_board::Score;
///
/// assert_eq!(Score::Centipawns(-35).to_string(), "cp -35");
/// assert_eq!(Score::Mate(3).to_string(), "mate 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves, not plies; negative if the side that is spoken
    /// for is mated. 0 is for a side that has been mated already.
    Mate(i32),
}

/// In UCI's words: `cp 35`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
