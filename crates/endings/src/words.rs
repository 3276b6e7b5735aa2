//! Endings in words.

use std::fmt;

use crate::probe::{Ending, Outcome};

/// What the count makes of a mate that can be forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// The mate comes in time, or nothing is counted.
    InTime,
    /// The count ends the game before it.
    TooLate,
    /// A capture or promotion so many moves away begins another count, which
    /// is long enough.
    Renewed(u16),
    /// A capture or promotion on the way begins another count, which is too
    /// short.
    NextTooShort,
    /// A count that has not begun yet will be too short.
    NotEnough,
}

impl Ending {
    /// The moves until mate if nothing were counted, for whoever gives it.
    pub fn mate_moves(&self) -> Option<u16> {
        self.mate.map(|plies| u16::from(plies).div_ceil(2))
    }

    /// The moves that the count leaves to the side that would mate, or to the
    /// side to move if nobody would.
    pub fn moves_left(&self) -> Option<u16> {
        let is_theirs = self.mates() == Some(false);
        self.left.map(|plies| if is_theirs { plies / 2 } else { plies.div_ceil(2) })
    }

    /// What the count makes of the mate; `None` if nobody can force one.
    pub fn timing(&self) -> Option<Timing> {
        let mate = u16::from(self.mate?);
        let is_draw = self.outcome == Outcome::Draw;
        Some(match self.left {
            None if is_draw => Timing::NotEnough,
            None => Timing::InTime,
            Some(left) if mate <= left && is_draw => Timing::NextTooShort,
            Some(left) if mate <= left => Timing::InTime,
            Some(_) if is_draw => Timing::TooLate,
            Some(_) => Timing::Renewed(u16::from(self.plies.unwrap_or(0)).div_ceil(2)),
        })
    }
}

/// `mate in 23, the count leaves 12: draw`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(moves), Some(timing)) = (self.mate_moves(), self.timing()) else {
            return write!(f, "{}", self.outcome);
        };
        if moves == 0 {
            return f.write_str("mated");
        }
        let verb = if self.mates() == Some(true) { "mate" } else { "mated" };
        write!(f, "{verb} in {moves}")?;
        if let Some(left) = self.moves_left() {
            write!(f, ", the count leaves {left}")?;
        }
        match timing {
            Timing::InTime | Timing::TooLate => {}
            Timing::Renewed(moves) => {
                write!(f, ", but a new count begins in {moves}, and is long enough")?
            }
            Timing::NextTooShort => f.write_str(", but the next one is too short")?,
            Timing::NotEnough => f.write_str(", but not within the count")?,
        }
        write!(f, ": {}", self.outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_told_as_people_count_them() {
        let say = |outcome, mate, plies, left| Ending { outcome, mate, plies, left }.to_string();
        assert_eq!(say(Outcome::Draw, None, None, Some(7)), "draw");
        let late = say(Outcome::Draw, Some(45), Some(45), Some(23));
        assert_eq!(late, "mate in 23, the count leaves 12: draw");
        assert_eq!(say(Outcome::Win, Some(45), Some(9), None), "mate in 23: win");
        let lost = say(Outcome::Loss, Some(46), Some(46), Some(47));
        assert_eq!(lost, "mated in 23, the count leaves 23: loss");
        let bared = say(Outcome::Win, Some(45), Some(9), Some(20));
        assert_eq!(
            bared,
            "mate in 23, the count leaves 10, but a new count begins in 5, and is long enough: win"
        );
        assert_eq!(say(Outcome::Loss, Some(0), Some(0), Some(1)), "mated");
        let shorter = say(Outcome::Draw, Some(45), None, Some(120));
        assert_eq!(shorter, "mate in 23, the count leaves 60, but the next one is too short: draw");
        let never = say(Outcome::Draw, Some(45), None, None);
        assert_eq!(never, "mate in 23, but not within the count: draw");
    }
}
