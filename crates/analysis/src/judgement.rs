//! How good a move was, by the rules that Lichess has published.

use erawan_board::Color;
use erawan_notation::pgn::Nag;

use crate::formulas::winning_chances;
use crate::score::Score;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Judgement {
    /// There was no other.
    Forced,
    /// None is better.
    Best,
    /// Little or nothing is lost by it.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Forced => "forced",
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// True for inaccuracies, mistakes and blunders.
    pub const fn is_bad(self) -> bool {
        self.nag().is_some()
    }

    /// The glyph's number in PGN, for bad moves.
    pub const fn nag(self) -> Option<Nag> {
        match self {
            Judgement::Inaccuracy => Some(6),
            Judgement::Mistake => Some(2),
            Judgement::Blunder => Some(4),
            _ => None,
        }
    }

    /// `?!`, `?` or `??`; nothing for moves that are not bad.
    pub const fn glyph(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
            _ => "",
        }
    }
}

/// What a move did to a mate that could not be avoided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateChange {
    /// The player is now mated by force, and was not before.
    Allowed,
    /// The player had a forced mate, and has it no more.
    Missed,
    /// The player still mates, but later than was possible.
    Delayed,
}

/// What a move did to mates, by the scores before and after it.
pub fn mate_change(before: Score, after: Score, mover: Color) -> Option<MateChange> {
    match (before.mate_by(mover), after.mate_by(mover)) {
        (Some(_), None) => Some(MateChange::Missed),
        // The move itself is one of those counted before.
        (Some(before), Some(after)) if after >= before && after > 0 => Some(MateChange::Delayed),
        (Some(_), Some(_)) => None,
        (None, _) => {
            let (was, is) = (before.mate_by(!mover), after.mate_by(!mover));
            (was.is_none() && is.is_some()).then_some(MateChange::Allowed)
        }
    }
}

/// The judgement of a bad move by the scores before and after it; none if it
/// is not bad.
///
/// In one thing it is milder than Lichess: being mated when ten pawns down, and
/// missing a mate when still ten pawns up, costs nothing, and is not bad. A
/// search that looks a little deeper often finds the mate before the move too.
///
/// ```
/// use erawan_analysis::{Judgement, Score, fault};
/// use erawan_board::Color;
/// let (before, after) = (Score::Centipawns(20), Score::Centipawns(-180));
/// assert_eq!(fault(before, after, Color::White), Some(Judgement::Blunder));
/// assert_eq!(fault(before, after, Color::Black), None);
/// ```
pub fn fault(before: Score, after: Score, mover: Color) -> Option<Judgement> {
    let by_bounds = |value: i32| match value {
        1000.. => None,
        701.. => Some(Judgement::Mistake),
        _ => Some(Judgement::Blunder),
    };
    match mate_change(before, after, mover) {
        // Who was lost anyway loses little by being mated.
        Some(MateChange::Allowed) => {
            return by_bounds(before.centipawns(!mover).unwrap_or(0));
        }
        // Who is winning all the same has lost little.
        Some(MateChange::Missed) => return by_bounds(after.centipawns(mover).unwrap_or(0)),
        Some(MateChange::Delayed) => return None,
        None => {}
    }
    let (Some(before), Some(after)) = (before.centipawns(mover), after.centipawns(mover)) else {
        return None;
    };
    let lost = winning_chances(before) - winning_chances(after);
    if lost >= 0.3 {
        Some(Judgement::Blunder)
    } else if lost >= 0.2 {
        Some(Judgement::Mistake)
    } else if lost >= 0.1 {
        Some(Judgement::Inaccuracy)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judgement::{Blunder, Inaccuracy, Mistake};

    fn mate(winner: Color, moves: u32) -> Score {
        Score::Mate { winner, moves }
    }

    #[test]
    fn drops_in_winning_chances_are_judged() {
        // From 0 the bounds lie at -54.5, -110.1 and -168.1 centipawns.
        for (after, expected) in [
            (0, None),
            (-54, None),
            (-55, Some(Inaccuracy)),
            (-110, Some(Inaccuracy)),
            (-111, Some(Mistake)),
            (-168, Some(Mistake)),
            (-169, Some(Blunder)),
            (-9000, Some(Blunder)),
            (500, None),
        ] {
            let before = Score::Centipawns(0);
            assert_eq!(fault(before, Score::Centipawns(after), Color::White), expected, "{after}");
            assert_eq!(fault(before, Score::Centipawns(-after), Color::Black), expected);
        }
        // Beyond 1000 nothing is lost.
        let (before, after) = (Score::Centipawns(9000), Score::Centipawns(1000));
        assert_eq!(fault(before, after, Color::White), None);
    }

    #[test]
    fn mates_missed_and_allowed_are_judged() {
        use Color::{Black, White};
        let cp = Score::Centipawns;
        for (before, after, expected) in [
            (cp(0), mate(Black, 3), Some(Blunder)),
            (cp(-700), mate(Black, 3), Some(Blunder)),
            (cp(-701), mate(Black, 3), Some(Mistake)),
            (cp(-999), mate(Black, 3), Some(Mistake)),
            (cp(-1000), mate(Black, 3), None),
            (mate(White, 2), cp(0), Some(Blunder)),
            (mate(White, 2), cp(701), Some(Mistake)),
            (mate(White, 2), cp(1000), None),
            (mate(White, 2), mate(Black, 1), Some(Blunder)),
            (mate(White, 2), mate(White, 1), None),
            (mate(White, 1), mate(White, 0), None),
            (mate(White, 2), mate(White, 9), None),
            (mate(Black, 2), mate(Black, 1), None),
            (mate(Black, 2), cp(0), None),
        ] {
            assert_eq!(fault(before, after, White), expected, "{before:?} {after:?}");
        }
        assert_eq!(mate_change(mate(White, 2), mate(White, 2), White), Some(MateChange::Delayed));
        assert_eq!(mate_change(mate(White, 3), mate(White, 2), White), None);
        assert_eq!(mate_change(mate(White, 1), mate(White, 0), White), None);
        assert_eq!(mate_change(mate(Black, 5), mate(Black, 1), White), None);
    }
}
