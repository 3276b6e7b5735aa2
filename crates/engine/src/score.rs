//! Scores, as the search reckons with them and as others see them.

pub use erawan_board::Score;

/// The search's own measure: centipawns, with room at both ends for tablebase
/// wins and for mates.
pub(crate) type Value = i32;

/// The deepest ply a search may reach.
pub(crate) const MAX_PLY: usize = 246;

/// More than any score.
pub(crate) const INFINITE: Value = 32_001;
/// Mate on the board, as the search and the records of games have it; mate in `n` plies is
/// `n` less.
pub const MATE: i32 = 32_000;
/// The least score that is a mate.
pub(crate) const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// A tablebase win at the root; `n` plies away it is `n` less.
pub(crate) const TB_WIN: Value = MATE_BOUND - 1;
/// The least score that is a tablebase win, and more than any evaluation.
pub(crate) const DECISIVE: Value = TB_WIN - MAX_PLY as Value;
/// There is no score.
pub(crate) const NONE: Value = 32_002;

/// The score of being mated at this ply.
#[inline(always)]
pub(crate) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// True for mates and tablebase results.
#[inline(always)]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value >= DECISIVE || value <= -DECISIVE
}

#[inline(always)]
pub(crate) const fn is_win(value: Value) -> bool {
    value >= DECISIVE
}

#[inline(always)]
pub(crate) const fn is_loss(value: Value) -> bool {
    value <= -DECISIVE
}

/// A score as the transposition table keeps it: mates counted from the position, not from
/// the root.
#[inline(always)]
pub(crate) const fn to_tt(value: Value, ply: usize) -> Value {
    if value >= DECISIVE {
        value + ply as Value
    } else if value <= -DECISIVE {
        value - ply as Value
    } else {
        value
    }
}

/// The other way round. A mate or a tablebase win that the fifty-move rule may
/// forbid is no more than a good score.
#[inline(always)]
pub(crate) const fn from_tt(value: Value, ply: usize, plies_left: Value) -> Value {
    // Nothing else is out of range, unless the table's memory is damaged.
    if value > MATE || value < -MATE {
        NONE
    } else if value >= DECISIVE {
        let from = if value >= MATE_BOUND { MATE } else { TB_WIN };
        if from - value > plies_left {
            return DECISIVE - 1;
        }
        value - ply as Value
    } else if value <= -DECISIVE {
        let from = if value <= -MATE_BOUND { MATE } else { TB_WIN };
        if from + value > plies_left {
            return 1 - DECISIVE;
        }
        value + ply as Value
    } else {
        value
    }
}

/// The centipawns that a tablebase win is shown as, less the plies to it.
const TB_CENTIPAWNS: i32 = 20_000;
/// The least score in centipawns that is a tablebase win.
pub(crate) const LEAST_TB_CENTIPAWNS: i32 = TB_CENTIPAWNS - MAX_PLY as i32;

/// A value as a player understands it, from the view of the side to move.
pub(crate) const fn score_of(value: Value) -> Score {
    if value >= MATE_BOUND {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_BOUND {
        Score::Mate(-(MATE + value) / 2)
    } else if value >= DECISIVE {
        Score::Centipawns(TB_CENTIPAWNS - (TB_WIN - value))
    } else if value <= -DECISIVE {
        Score::Centipawns(TB_WIN + value - TB_CENTIPAWNS)
    } else {
        Score::Centipawns(value)
    }
}

/// An evaluation in another unit. Mates stay, and so do results from tables,
/// which are beyond any evaluation.
pub(crate) fn scaled(score: Score, scale: impl FnOnce(i32) -> i32) -> Score {
    let most = LEAST_TB_CENTIPAWNS - 1;
    match score {
        Score::Centipawns(value) if value.abs() <= most => {
            Score::Centipawns(scale(value).clamp(-most, most))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(score_of(MATE - 1), Score::Mate(1));
        assert_eq!(score_of(MATE - 2), Score::Mate(1));
        assert_eq!(score_of(MATE - 3), Score::Mate(2));
        assert_eq!(score_of(mated_in(2)), Score::Mate(-1));
        assert_eq!(score_of(mated_in(4)), Score::Mate(-2));
        assert_eq!(score_of(35), Score::Centipawns(35));
    }

    #[test]
    fn mates_survive_the_table() {
        for ply in [0, 1, 17, 200] {
            for value in [0, 500, -500, MATE - 210, mated_in(210), TB_WIN - 205] {
                assert_eq!(from_tt(to_tt(value, ply), ply, 1000), value);
            }
        }
        for far in [MATE - 60, TB_WIN - 60] {
            let far = to_tt(far, 10);
            assert!(is_win(from_tt(far, 10, 50)));
            assert!(!is_decisive(from_tt(far, 10, 20)), "the fifty-move rule comes first");
            assert!(!is_decisive(from_tt(-far, 10, 20)));
        }
    }

    #[test]
    fn tablebase_results_look_like_great_advantages() {
        assert_eq!(score_of(TB_WIN), Score::Centipawns(20_000));
        assert_eq!(score_of(TB_WIN - 7), Score::Centipawns(19_993));
        assert_eq!(score_of(7 - TB_WIN), Score::Centipawns(-19_993));
        assert_eq!(score_of(DECISIVE - 1), Score::Centipawns(DECISIVE - 1));
    }
}
