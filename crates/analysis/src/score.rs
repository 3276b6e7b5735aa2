//! Scores as a review keeps them: from White's point of view, with mates that
//! know who gives them.

use erawan_board::Color;
use erawan_engine::Score as EngineScore;
use erawan_notation::pgn;

use crate::formulas;

/// What a position is worth.
///
/// ```
/// use erawan_analysis::Score;
/// use erawan_board::Color;
/// use erawan_engine::Score as EngineScore;
///
/// let score = Score::from_engine(EngineScore::Centipawns(35), Color::Black);
/// assert_eq!(score, Score::Centipawns(-35));
/// let mated = Score::from_engine(EngineScore::Mate(0), Color::Black);
/// assert_eq!(mated, Score::Mate { winner: Color::White, moves: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn, positive if White is better.
    Centipawns(i32),
    /// A mate that cannot be avoided.
    Mate {
        /// Who gives it.
        winner: Color,
        /// In how many of the winner's moves; 0 if it is on the board.
        moves: u32,
    },
}

impl Score {
    /// The score of an engine, given for the side to move.
    pub fn from_engine(score: EngineScore, turn: Color) -> Score {
        match score {
            EngineScore::Centipawns(value) if turn == Color::White => Score::Centipawns(value),
            EngineScore::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            EngineScore::Mate(moves) => {
                let winner = if moves > 0 { turn } else { !turn };
                Score::Mate { winner, moves: moves.unsigned_abs() }
            }
        }
    }

    /// Centipawns as this side sees them; none for a mate.
    pub fn centipawns(self, color: Color) -> Option<i32> {
        match self {
            Score::Centipawns(value) if color == Color::White => Some(value),
            Score::Centipawns(value) => Some(value.saturating_neg()),
            Score::Mate { .. } => None,
        }
    }

    /// The moves to a mate that this side gives.
    pub fn mate_by(self, color: Color) -> Option<u32> {
        match self {
            Score::Mate { winner, moves } if winner == color => Some(moves),
            _ => None,
        }
    }

    /// Centipawns within the bounds that winning chances are reckoned with; a
    /// mate is as good as the greatest.
    pub fn bounded(self, color: Color) -> i32 {
        match self {
            Score::Mate { winner, .. } if winner == color => formulas::BOUND,
            Score::Mate { .. } => -formulas::BOUND,
            _ => self.centipawns(color).unwrap_or(0).clamp(-formulas::BOUND, formulas::BOUND),
        }
    }

    /// The score once the move has been made that it was found for. That move
    /// is one of those to a mate, if its own side gives it.
    pub(crate) fn after_move_of(self, mover: Color) -> Score {
        match self {
            Score::Mate { winner, moves } if winner == mover => {
                Score::Mate { winner, moves: moves.saturating_sub(1) }
            }
            score => score,
        }
    }

    /// The chance to win of this side, from 0 to 100.
    pub fn win_percent(self, color: Color) -> f64 {
        formulas::win_percent(self.bounded(color))
    }

    /// The score as `[%eval]` has it; none for a mate that is on the board.
    pub fn to_pgn(self) -> Option<pgn::Score> {
        match self {
            Score::Centipawns(value) => Some(pgn::Score::Centipawns(value)),
            Score::Mate { moves: 0, .. } => None,
            Score::Mate { winner, moves } => {
                let moves = i32::try_from(moves).unwrap_or(i32::MAX);
                Some(pgn::Score::Mate(if winner == Color::White { moves } else { -moves }))
            }
        }
    }
}

/// `+0.35`, `-1.20`, `#3`, `#-2`, `mate`.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (*self, self.to_pgn()) {
            (_, None) => f.write_str("mate"),
            (Score::Centipawns(value), Some(score)) => {
                let sign = if value >= 0 { "+" } else { "" };
                write!(f, "{sign}{}", pgn::Evaluation { score, depth: None })
            }
            (_, Some(score)) => write!(f, "{}", pgn::Evaluation { score, depth: None }),
        }
    }
}
