//! Whether the lines that players announce can be believed.

use std::fmt;

use erawan_board::{Game, Move, Outcome, WinReason};
use erawan_engine::Playable;
use erawan_notation::uci;
use erawan_uci::protocol::{Info, Score};

use crate::record::MoveNote;

/// Something about a player's last line that is not as it should be. It costs
/// no game, but whoever wrote the player will want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineProblem {
    /// A move of the line is not legal.
    IllegalMove {
        /// The move.
        text: String,
        /// How many moves of the line come before it.
        after: usize,
    },
    /// The line goes on after the end of the game.
    AfterTheEnd {
        /// How many moves are too many.
        extra: usize,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// The line of an announced mate has not the length of the mate.
    MateLength {
        /// The mate announced, in moves.
        moves: i32,
        /// The length of the line, in plies.
        plies: usize,
    },
    /// The line of an announced mate has the right length and does not mate.
    NoMate {
        /// The mate announced, in moves.
        moves: i32,
    },
    /// The move played is not the first of the line.
    OtherMove {
        /// The first move of the line.
        announced: String,
    },
}

impl LineProblem {
    /// The kind of problem in a few words, for counting them.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::IllegalMove { .. } => "illegal move in a line",
            Self::AfterTheEnd { .. } => "line goes on after the end",
            Self::MateLength { .. } => "wrong length of a mate",
            Self::NoMate { .. } => "mate that is none",
            Self::OtherMove { .. } => "move not the first of its line",
        }
    }
}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { text, after } => {
                let shown: String = text.chars().take(20).collect();
                write!(f, "'{shown}' is not legal after {after} moves of the line")
            }
            Self::AfterTheEnd { extra, outcome } => {
                write!(f, "the line goes on for {extra} moves after {outcome}")
            }
            Self::MateLength { moves, plies } => {
                write!(f, "mate in {moves} announced with a line of {plies} plies")
            }
            Self::NoMate { moves } => write!(f, "the line of a mate in {moves} ends without mate"),
            Self::OtherMove { announced } => {
                let shown: String = announced.chars().take(20).collect();
                write!(f, "the line begins with {shown}, another move was played")
            }
        }
    }
}

/// A problem and where it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The move of the game, counted in plies from 0, the opening's included.
    pub ply: usize,
    /// What was wrong.
    pub problem: LineProblem,
}

/// Looks at every line of a game that was played.
pub(crate) fn check<R: Playable>(
    played: &Game<R>,
    book_plies: usize,
    notes: &[MoveNote],
) -> Vec<Warning> {
    let mut game = Game::from_position(*played.start());
    let mut warnings = Vec::new();
    for (ply, &m) in played.moves().iter().enumerate() {
        let note = ply.checked_sub(book_plies).and_then(|ply| notes.get(ply));
        if let Some(info) = note.and_then(|note| note.info.as_ref()) {
            let problem = check_line(&mut game, info, m);
            warnings.extend(problem.map(|problem| Warning { ply, problem }));
        }
        // The referee has played it.
        game.play_unchecked(m);
    }
    warnings
}

/// The first problem of a line. The game is as it was afterwards.
fn check_line<R: Playable>(game: &mut Game<R>, info: &Info, played: Move) -> Option<LineProblem> {
    let first = info.pv.first()?;
    let before = game.moves().len();
    let mut problem = None;
    let mut end = None;
    for (index, text) in info.pv.iter().enumerate() {
        if let Some(outcome) = end {
            problem = Some(LineProblem::AfterTheEnd { extra: info.pv.len() - index, outcome });
            break;
        }
        let Ok(m) = uci::parse(game.position(), text) else {
            problem = Some(LineProblem::IllegalMove { text: text.clone(), after: index });
            break;
        };
        game.play_unchecked(m);
        if index == 0 && m != played {
            problem = Some(LineProblem::OtherMove { announced: first.clone() });
            break;
        }
        end = game.outcome_or_claim();
    }
    while game.moves().len() > before {
        game.undo();
    }
    // A bound is no announcement.
    if problem.is_none()
        && info.bound.is_none()
        && let Some(Score::Mate(moves)) = info.score
        && moves != 0
    {
        let plies = info.pv.len();
        let expected = 2 * i64::from(moves.unsigned_abs()) - i64::from(moves > 0);
        let is_mate = matches!(end, Some(Outcome::Win { reason: WinReason::Checkmate, .. }));
        if i64::try_from(plies) != Ok(expected) {
            problem = Some(LineProblem::MateLength { moves, plies });
        } else if !is_mate {
            problem = Some(LineProblem::NoMate { moves });
        }
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use erawan_board::{Chess, DrawReason, Makruk, Position, Strictness};
    use erawan_notation::fen;
    use erawan_uci::protocol::Bound;

    fn problem_of<R: Playable>(
        text: &str,
        score: Option<Score>,
        line: &str,
    ) -> Option<LineProblem> {
        let start: Position<R> = fen::parse(text, Strictness::Strict).unwrap();
        let pv: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let m = uci::parse(&start, &pv[0]).unwrap();
        let mut game = Game::from_position(start);
        let found = check_line(&mut game, &Info { score, pv, ..Info::default() }, m);
        assert_eq!(*game.position(), start, "the game is as it was");
        found
    }

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

    #[test]
    fn good_lines_pass() {
        assert_eq!(problem_of::<Chess>(BACK_RANK, Some(Score::Mate(1)), "d1d8"), None);
        assert_eq!(problem_of::<Chess>(BACK_RANK, None, "d1d7 g8f8 d7d8"), None);
        let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(problem_of::<Chess>(castle, None, "e1g1 e8e7"), None);
        assert_eq!(problem_of::<Chess>(castle, None, "e1h1 e8e7"), None);
        let mated = "k7/8/1K6/8/8/8/8/7R b - - 0 1";
        assert_eq!(problem_of::<Chess>(mated, Some(Score::Mate(-1)), "a8b8 h1h8"), None);
    }

    #[test]
    fn each_problem_is_found() {
        let mate = |moves| Some(Score::Mate(moves));
        assert_eq!(
            problem_of::<Chess>(BACK_RANK, None, "d1d7 g8f8 e2e4"),
            Some(LineProblem::IllegalMove { text: "e2e4".into(), after: 2 })
        );
        let found = problem_of::<Chess>(BACK_RANK, mate(1), "d1d8 g8h8");
        assert_eq!(found.unwrap().kind(), "line goes on after the end");
        assert_eq!(
            problem_of::<Chess>(BACK_RANK, mate(2), "d1d8"),
            Some(LineProblem::MateLength { moves: 2, plies: 1 })
        );
        assert_eq!(
            problem_of::<Chess>(BACK_RANK, mate(1), "d1d7"),
            Some(LineProblem::NoMate { moves: 1 })
        );
        let king = "8/8/8/4k3/8/8/8/K6R w - - 0 1";
        let line = "a1a2 e5e6 a2a1 e6e5 a1a2 e5e6 a2a1 e6e5 a1a2";
        assert_eq!(
            problem_of::<Chess>(king, None, line),
            Some(LineProblem::AfterTheEnd {
                extra: 1,
                outcome: Outcome::Draw(DrawReason::ThreefoldRepetition)
            })
        );
        // Makruk: the count of two rua against a bare khun ends the line.
        let count = "8/8/8/4k3/8/8/3K4/6RR w - 16 15 80";
        let found = problem_of::<Makruk>(count, None, "d2d3 e5e6 d3d4");
        let outcome = Outcome::Draw(DrawReason::Counting);
        assert_eq!(found, Some(LineProblem::AfterTheEnd { extra: 1, outcome }));
    }

    #[test]
    fn another_move_than_announced_and_bounds() {
        let start: Position<Chess> = fen::parse(BACK_RANK, Strictness::Strict).unwrap();
        let mut game = Game::from_position(start);
        let pv = vec!["d1d8".to_owned()];
        let info = Info { pv, score: Some(Score::Mate(3)), ..Info::default() };
        let other = uci::parse(&start, "d1d7").unwrap();
        let found = check_line(&mut game, &info, other);
        assert_eq!(found, Some(LineProblem::OtherMove { announced: "d1d8".into() }));
        let same = uci::parse(&start, "d1d8").unwrap();
        let bound = Info { bound: Some(Bound::Lower), ..info };
        assert_eq!(check_line(&mut game, &bound, same), None);
    }
}
