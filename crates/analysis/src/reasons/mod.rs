//! Why a move was bad, in a few plain words.
//!
//! What the engine says, scores and lines, shows that a move was bad; static
//! checks of the positions on the way say why. A reason is given only where a
//! check finds it and the engine's line bears it out.

mod counting;
mod material;
mod parts;
mod tactics;

use std::fmt;

use erawan_board::{DrawReason, Move, Position, Role, Rules, Square};
use erawan_engine::Playable;

use crate::score::Score;

pub use parts::Parts;

/// A man on the board, for naming it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
    /// What it is called: `queen`, or in Makruk `met`.
    pub name: &'static str,
}

impl Man {
    fn new<R: Rules>(role: Role, square: Square) -> Man {
        Man { role, square, name: R::MEN.name(role) }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, self.square)
    }
}

/// Why a move was bad. As text it is a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// There was a mate.
    MissesMate {
        /// In how many moves.
        moves: u32,
    },
    /// The opponent mates now.
    AllowsMate {
        /// In how many moves.
        moves: u32,
    },
    /// The move stalemates the opponent, who was lost.
    Stalemate,
    /// The move repeats a position that was won, which draws.
    Repetition,
    /// The move leaves too little to mate with.
    TooLittleLeft,
    /// Makruk: the opponent's count ends before there is a mate.
    CountRunsOut {
        /// Moves the opponent has still to count.
        left: u16,
    },
    /// Makruk: the move starts a count that is too short to mate in.
    StartsCount {
        /// Moves the opponent has to count.
        left: u16,
    },
    /// The piece that moved can be taken.
    PutsEnPrise {
        /// The piece, where it is now.
        man: Man,
    },
    /// A piece that did not move can be taken.
    LeavesEnPrise {
        /// The piece.
        man: Man,
    },
    /// A rook (rua) is lost for a lesser piece.
    LosesExchange {
        /// Where.
        square: Square,
    },
    /// A piece that cannot move away is taken.
    DropsPinned {
        /// The piece.
        man: Man,
    },
    /// The opponent attacks several pieces at once.
    AllowsFork {
        /// The opponent's move.
        san: String,
        /// What is attacked, the most valuable first.
        targets: Vec<Man>,
    },
    /// The opponent pins a piece, which is then lost.
    AllowsPin {
        /// The opponent's move.
        san: String,
        /// The pinned piece.
        man: Man,
    },
    /// A piece is lost a few moves later.
    LosesPiece {
        /// The opponent's first move on the way.
        san: String,
        /// The piece, where it stands after the bad move.
        man: Man,
    },
    /// A pawn (bia) of the opponent gets through.
    AllowsPromotion {
        /// What it becomes, and where.
        man: Man,
    },
    /// Both sides could promote, and now the opponent is first.
    LosesPromotionRace {
        /// What the opponent's pawn becomes, and where.
        man: Man,
    },
    /// A piece could be taken.
    MissesCapture {
        /// The move.
        san: String,
        /// The piece.
        man: Man,
    },
    /// Several pieces could be attacked at once.
    MissesFork {
        /// The move.
        san: String,
        /// What it would have attacked, the most valuable first.
        targets: Vec<Man>,
    },
    /// A piece could be won in a few moves.
    MissesWinOf {
        /// The first of them.
        san: String,
        /// The piece, where it stands.
        man: Man,
    },
    /// A pawn (bia) could get through.
    MissesPromotion {
        /// What it becomes, and where.
        man: Man,
    },
}

impl Reason {
    /// A name for programs: `misses-mate`.
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::MissesMate { .. } => "misses-mate",
            Reason::AllowsMate { .. } => "allows-mate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::TooLittleLeft => "too-little-left",
            Reason::CountRunsOut { .. } => "count-runs-out",
            Reason::StartsCount { .. } => "starts-count",
            Reason::PutsEnPrise { .. } => "puts-en-prise",
            Reason::LeavesEnPrise { .. } => "leaves-en-prise",
            Reason::LosesExchange { .. } => "loses-exchange",
            Reason::DropsPinned { .. } => "drops-pinned",
            Reason::AllowsFork { .. } => "allows-fork",
            Reason::AllowsPin { .. } => "allows-pin",
            Reason::LosesPiece { .. } => "loses-piece",
            Reason::AllowsPromotion { .. } => "allows-promotion",
            Reason::LosesPromotionRace { .. } => "loses-promotion-race",
            Reason::MissesCapture { .. } => "misses-capture",
            Reason::MissesFork { .. } => "misses-fork",
            Reason::MissesWinOf { .. } => "misses-win-of",
            Reason::MissesPromotion { .. } => "misses-promotion",
        }
    }
}

/// `king, rook and knight`.
struct Names<'a>(&'a [Man]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, man) in self.0.iter().enumerate() {
            let left = self.0.len() - index;
            let glue = match (index, left) {
                (0, _) => "",
                (_, 1) => " and ",
                _ => ", ",
            };
            write!(f, "{glue}{}", man.name)?;
        }
        Ok(())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u16| if count == 1 { "" } else { "s" };
        match self {
            Reason::MissesMate { moves } => write!(f, "There was mate in {moves}."),
            Reason::AllowsMate { moves } => write!(f, "It allows mate in {moves}."),
            Reason::Stalemate => f.write_str("It is stalemate, and the win is gone."),
            Reason::Repetition => {
                f.write_str("The position is there once more, and the game is drawn.")
            }
            Reason::TooLittleLeft => f.write_str("Too little is left to mate with."),
            Reason::CountRunsOut { left: 0 } => {
                f.write_str("It loses the counting race: the count has run out.")
            }
            Reason::CountRunsOut { left } => {
                let moves = plural(*left);
                write!(f, "It loses the counting race: {left} move{moves} left, no mate in time.")
            }
            Reason::StartsCount { left } => {
                let moves = plural(*left);
                write!(
                    f,
                    "It starts a counting race it loses: {left} move{moves} are too few to mate."
                )
            }
            Reason::PutsEnPrise { man } => {
                write!(f, "It puts the {man}, where it can be taken.")
            }
            Reason::LeavesEnPrise { man } => write!(f, "It leaves the {man} to be taken."),
            Reason::LosesExchange { square } => write!(f, "It loses the exchange on {square}."),
            Reason::DropsPinned { man } => write!(f, "The {man} is pinned and is lost."),
            Reason::AllowsFork { san, targets } => {
                write!(f, "It allows {san}, a fork of {}.", Names(targets))
            }
            Reason::AllowsPin { san, man } => {
                write!(f, "It allows {san}, which pins the {man}.")
            }
            Reason::LosesPiece { san, man } => write!(f, "It loses the {man} after {san}."),
            Reason::AllowsPromotion { man } => {
                write!(f, "It lets the opponent get a {man}.")
            }
            Reason::LosesPromotionRace { man } => {
                write!(f, "It loses the race to promote: the opponent gets a {man}.")
            }
            Reason::MissesCapture { san, man } => {
                write!(f, "It misses {san}, which wins the {}.", man.name)
            }
            Reason::MissesFork { san, targets } => {
                write!(f, "It misses {san}, a fork of {}.", Names(targets))
            }
            Reason::MissesWinOf { san, man } => {
                write!(f, "It misses {san}, which wins the {man}.")
            }
            Reason::MissesPromotion { man } => write!(f, "It misses the way to a {man}."),
        }
    }
}

/// A bad move with all that is known about it.
pub(crate) struct Case<'a, R: Rules> {
    pub(crate) before: &'a Position<R>,
    pub(crate) after: &'a Position<R>,
    pub(crate) played: Move,
    /// The best line from the position before.
    pub(crate) best: &'a [Move],
    /// The best line from the position after.
    pub(crate) reply: &'a [Move],
    pub(crate) score_before: Score,
    pub(crate) score: Score,
    /// The draw that the move led to at once.
    pub(crate) drawn: Option<DrawReason>,
}

/// Finds the reason, the most telling first.
pub(crate) fn explain<R: Playable>(case: &Case<'_, R>) -> Option<Reason> {
    let mover = case.before.turn();
    case.drawn
        .and_then(|drawn| drawn_at_once(case, drawn))
        .or_else(|| counting::explain(case))
        .or_else(|| {
            let allowed =
                case.score.mate_by(!mover).filter(|_| case.score_before.mate_by(!mover).is_none());
            allowed.map(|moves| Reason::AllowsMate { moves })
        })
        .or_else(|| {
            let missed = case.score_before.mate_by(mover);
            missed.map(|moves| Reason::MissesMate { moves })
        })
        .or_else(|| tactics::explain(case))
}

fn drawn_at_once<R: Rules>(case: &Case<'_, R>, drawn: DrawReason) -> Option<Reason> {
    let was_winning = case.score_before.win_percent(case.before.turn()) > 55.0;
    was_winning.then_some(match drawn {
        DrawReason::Stalemate => Reason::Stalemate,
        DrawReason::ThreefoldRepetition | DrawReason::FivefoldRepetition => Reason::Repetition,
        DrawReason::InsufficientMaterial => Reason::TooLittleLeft,
        DrawReason::Counting => Reason::CountRunsOut { left: 0 },
        _ => return None,
    })
}
