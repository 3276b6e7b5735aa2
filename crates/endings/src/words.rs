//! Endings in words.

use std::fmt;

use crate::probe::{Ending, Outcome};

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
}

/// `mate in 23, the count leaves 12: draw`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(moves) = self.mate_moves() else { return write!(f, "{}", self.outcome) };
        if moves == 0 {
            return f.write_str("mated");
        }
        let verb = if self.mates() == Some(true) { "mate" } else { "mated" };
        write!(f, "{verb} in {moves}")?;
        match self.moves_left() {
            Some(left) => write!(f, ", the count leaves {left}")?,
            // A count that has not begun decides.
            None if self.outcome == Outcome::Draw => f.write_str(", but not within the count")?,
            None => {}
        }
        let in_time = self.left.is_none_or(|left| self.mate.is_some_and(|m| u16::from(m) <= left));
        if let (false, Some(plies)) = (in_time || self.outcome == Outcome::Draw, self.plies) {
            write!(f, " and {} begin one that is enough", u16::from(plies).div_ceil(2))?;
        }
        // A capture on the way begins a shorter count.
        if in_time && self.left.is_some() && self.outcome == Outcome::Draw {
            f.write_str(", but the next one is too short")?;
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
        assert_eq!(bared, "mate in 23, the count leaves 10 and 5 begin one that is enough: win");
        assert_eq!(say(Outcome::Loss, Some(0), Some(0), Some(1)), "mated");
        let shorter = say(Outcome::Draw, Some(45), None, Some(120));
        assert_eq!(shorter, "mate in 23, the count leaves 60, but the next one is too short: draw");
        let never = say(Outcome::Draw, Some(45), None, None);
        assert_eq!(never, "mate in 23, but not within the count: draw");
    }
}
