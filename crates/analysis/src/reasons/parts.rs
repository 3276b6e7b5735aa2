//! What a reason is about, for those who put it into words of their own.

use erawan_board::{Role, Square};

use super::{Man, Reason};

/// The parts of a [`Reason`]. With its name they say all that its sentence says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts<'a> {
    /// Moves to mate, or moves still to be counted.
    pub number: Option<u32>,
    /// The move that shows it: the opponent's answer, or the one that was missed.
    pub san: Option<&'a str>,
    /// The men it is about, and where they stand or will.
    pub men: Vec<(Role, Square)>,
}

impl Reason {
    /// What the reason is about.
    pub fn parts(&self) -> Parts<'_> {
        let of = |man: &Man| (man.role, man.square);
        let mut parts = Parts::default();
        match self {
            Reason::MissesMate { moves } | Reason::AllowsMate { moves } => {
                parts.number = Some(*moves);
            }
            Reason::CountRunsOut { left } | Reason::StartsCount { left } => {
                parts.number = Some(u32::from(*left));
            }
            Reason::Stalemate | Reason::Repetition | Reason::TooLittleLeft => {}
            Reason::LosesExchange { square } => parts.men.push((Role::Rook, *square)),
            Reason::PutsEnPrise { man }
            | Reason::LeavesEnPrise { man }
            | Reason::DropsPinned { man }
            | Reason::AllowsPromotion { man }
            | Reason::LosesPromotionRace { man }
            | Reason::MissesPromotion { man } => parts.men.push(of(man)),
            Reason::AllowsPin { san, man }
            | Reason::LosesPiece { san, man }
            | Reason::MissesCapture { san, man }
            | Reason::MissesWinOf { san, man } => {
                parts.san = Some(san);
                parts.men.push(of(man));
            }
            Reason::AllowsFork { san, targets } | Reason::MissesFork { san, targets } => {
                parts.san = Some(san);
                parts.men.extend(targets.iter().map(of));
            }
        }
        parts
    }
}
