//! Results.

use core::fmt;
use core::ops::Neg;

/// The result of best play, for the side to move.
///
/// The middle three are draws under the fifty-move rule: a blessed loss is a
/// loss that the rule saves, a cursed win a win that it spoils. Both suppose
/// that the halfmove clock is at zero.
///
/// ```
/// use erawan_syzygy::Wdl;
/// assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::CursedWin < Wdl::Win);
/// assert_eq!(-Wdl::Win, Wdl::Loss);
/// assert_eq!(Wdl::CursedWin.with_fifty_moves(), Wdl::Draw);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// It would lose, were it not for the fifty-move rule.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// It would win, were it not for the fifty-move rule.
    CursedWin = 1,
    /// The side to move wins.
    Win = 2,
}

impl Wdl {
    /// All results, from the worst to the best.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// -2 for a loss, -1, 0 and 1 for the draws, 2 for a win.
    pub const fn value(self) -> i32 {
        self as i32
    }

    /// The same with draws by the fifty-move rule as draws.
    pub const fn with_fifty_moves(self) -> Wdl {
        match self {
            Wdl::BlessedLoss | Wdl::CursedWin => Wdl::Draw,
            other => other,
        }
    }

    /// The same as if there were no fifty-move rule.
    pub const fn without_fifty_moves(self) -> Wdl {
        match self {
            Wdl::BlessedLoss => Wdl::Loss,
            Wdl::CursedWin => Wdl::Win,
            other => other,
        }
    }

    /// Tables count from 0, a loss.
    pub(super) fn from_table(value: u16) -> Option<Wdl> {
        Wdl::ALL.get(usize::from(value)).copied()
    }

    /// The distance in a position whose best move is a capture or pawn move.
    pub(super) const fn distance_before_zeroing(self) -> i32 {
        match self {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        }
    }
}

impl Neg for Wdl {
    type Output = Wdl;
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        })
    }
}
