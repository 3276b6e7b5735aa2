//! The review of one game.

use std::fmt;
use std::ops::ControlFlow;

use erawan_board::{Color, DrawReason, Game, IllegalMove, Move, Outcome, Position, Rules, Variant};
use erawan_engine::Playable;
use erawan_notation::pgn::GameTree;
use erawan_notation::san;

use crate::count_marks;
use crate::evaluator::{Evaluation, EvaluationError, Evaluator};
use crate::formulas;
use crate::judgement::{Judgement, MateChange, fault, mate_change};
use crate::reasons::{self, Reason};
use crate::score::Score;

/// The longest game that is reviewed, in plies. Longer than any that was
/// played between people.
pub const MOST_PLIES: usize = 10_000;

/// A move under review.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Who moved.
    pub mover: Color,
    /// The number of the move, as scoresheets have it.
    pub number: u16,
    /// The move.
    pub played: Move,
    /// The move as people spell it.
    pub san: String,
    /// The score after the move.
    pub score: Score,
    /// The mover's chance to win before the move, from 0 to 100.
    pub win_before: f64,
    /// The same after it.
    pub win_after: f64,
    /// How accurate it was, from 0 to 100.
    pub accuracy: f64,
    /// How good it was.
    pub judgement: Judgement,
    /// What it did to a forced mate.
    pub mate: Option<MateChange>,
    /// Why it was bad, if it was and a reason was found.
    pub reason: Option<Reason>,
    /// The best line instead, from the position before the move. It may begin
    /// with the move itself.
    pub best: Vec<Move>,
    /// The same in words: `Nf3`.
    pub best_san: Option<String>,
    /// The best answer to the move, and what follows.
    pub reply: Vec<Move>,
}

/// What one side did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SideReview {
    /// How accurately it played, from 0 to 100; none if it did not move.
    pub accuracy: Option<f64>,
    /// Moves made.
    pub moves: u32,
    /// `?!`
    pub inaccuracies: u32,
    /// `?`
    pub mistakes: u32,
    /// `??`
    pub blunders: u32,
    /// Centipawns lost by a move, on average, with scores beyond ±1000 cut.
    pub average_loss: Option<f64>,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Which game was played.
    pub variant: Variant,
    /// The score of the first position.
    pub start: Score,
    /// The moves of the main line.
    pub moves: Vec<MoveReview>,
    /// White and Black.
    pub sides: [SideReview; 2],
    /// How the game ended by the rules, if it did.
    pub outcome: Option<Outcome>,
    /// What was said about each position, the first included. Positions
    /// without legal moves have no lines.
    pub evaluations: Vec<Evaluation>,
}

impl Review {
    /// One side's part.
    pub fn side(&self, color: Color) -> &SideReview {
        match (color, &self.sides) {
            (Color::White, [side, _]) | (Color::Black, [_, side]) => side,
        }
    }

    /// Nodes searched in all.
    pub fn nodes(&self) -> u64 {
        self.evaluations.iter().map(|evaluation| evaluation.nodes).sum()
    }
}

/// Why a game was not reviewed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReviewError {
    /// There is a null move in the main line.
    NullMove {
        /// Its number on the line, from 1.
        ply: usize,
    },
    /// A move of the main line is not legal.
    Illegal {
        /// Its number on the line, from 1.
        ply: usize,
        /// The move.
        error: IllegalMove,
    },
    /// There are more than [`MOST_PLIES`] moves.
    TooLong,
    /// A position could not be evaluated.
    Evaluation(EvaluationError),
}

impl ReviewError {
    /// True if somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        *self == ReviewError::Evaluation(EvaluationError::Cancelled)
    }
}

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReviewError::NullMove { ply } => {
                write!(f, "ply {ply} is a null move, which cannot be reviewed")
            }
            ReviewError::Illegal { ply, error } => write!(f, "ply {ply}: {error}"),
            ReviewError::TooLong => write!(f, "the game is longer than {MOST_PLIES} plies"),
            ReviewError::Evaluation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReviewError {}

impl From<EvaluationError> for ReviewError {
    fn from(error: EvaluationError) -> ReviewError {
        ReviewError::Evaluation(error)
    }
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions evaluated.
    pub done: usize,
    /// Positions to evaluate.
    pub total: usize,
    /// Nodes searched so far.
    pub nodes: u64,
}

/// Reviews the main line of a game.
///
/// Positions are evaluated from the last to the first, so that an engine knows
/// what comes of a position when it gets there. `on_progress` hears of each;
/// it ends the review by breaking off.
///
/// ```
/// use std::ops::ControlFlow;
/// use erawan_analysis::{EngineEvaluator, Judgement, review};
/// use erawan_engine::{Engine, Limits};
/// use erawan_notation::pgn::{AnyGame, Games};
///
/// let Some(Ok(AnyGame::Chess(game))) = Games::new("1. f3 e5 2. g4 Qh4# 0-1").next() else {
///     panic!("a game");
/// };
/// let mut engine = EngineEvaluator::new(Engine::new(1).unwrap(), Limits::nodes(2000));
/// let review = review(&game, &mut engine, |_| ControlFlow::Continue(())).unwrap();
/// assert_eq!(review.moves[2].judgement, Judgement::Blunder);
/// assert_eq!(review.moves[2].reason.as_ref().unwrap().to_string(), "It allows mate in 1.");
/// assert_eq!(review.moves[3].judgement, Judgement::Best);
/// ```
pub fn review<R: Playable>(
    tree: &GameTree<R>,
    evaluator: &mut impl Evaluator<R>,
    mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Review, ReviewError> {
    let whole = played(tree)?;
    let total = whole.positions().len();
    let outcome = whole.outcome();
    evaluator.begin_game();
    let mut game = whole.clone();
    let mut evaluations = Vec::with_capacity(total);
    let mut nodes = 0;
    loop {
        let evaluation = match standing(&game, evaluations.is_empty()) {
            Some(_) => Evaluation::default(),
            None => legal(&game, evaluator.evaluate(&game)?),
        };
        nodes += evaluation.nodes;
        evaluations.push(evaluation);
        let progress = Progress { done: evaluations.len(), total, nodes };
        if on_progress(progress).is_break() {
            return Err(EvaluationError::Cancelled.into());
        }
        if game.undo().is_none() {
            break;
        }
    }
    evaluations.reverse();
    Ok(assemble(tree.variant(), &whole, outcome, evaluations))
}

/// The main line, played.
pub(crate) fn played<R: Rules>(tree: &GameTree<R>) -> Result<Game<R>, ReviewError> {
    let mut game = Game::from_position(count_marks::start(tree));
    count_marks::apply(tree, tree.root(), &mut game);
    for (index, node) in tree.mainline().enumerate() {
        let ply = index + 1;
        if ply > MOST_PLIES {
            return Err(ReviewError::TooLong);
        }
        let m = tree.move_to(node).ok_or(ReviewError::NullMove { ply })?;
        game.play(m).map_err(|error| ReviewError::Illegal { ply, error })?;
        count_marks::apply(tree, node, &mut game);
    }
    Ok(game)
}

/// The score of a position where the game is over. A game that was played on
/// after a draw by the rules is looked at as if it were not over.
fn standing<R: Rules>(game: &Game<R>, is_last: bool) -> Option<Score> {
    if !is_last && game.position().has_legal_moves() {
        return None;
    }
    game.outcome().map(|outcome| match outcome {
        Outcome::Win { winner, .. } => Score::Mate { winner, moves: 0 },
        Outcome::Draw(_) => Score::Centipawns(0),
    })
}

/// An evaluation with its lines cut before the first move that is not legal:
/// not every evaluator is one of ours.
fn legal<R: Rules>(game: &Game<R>, mut evaluation: Evaluation) -> Evaluation {
    for line in &mut evaluation.lines {
        let mut position = *game.position();
        let legal = line.moves.iter().take_while(|&&m| {
            let is_legal = position.is_legal(m);
            if is_legal {
                position = position.play_unchecked(m);
            }
            is_legal
        });
        let length = legal.count();
        line.moves.truncate(length);
    }
    evaluation
}

/// The score of every position of a game; the last one, if the game is over, is
/// what the rules say.
fn scores<R: Playable>(
    game: &Game<R>,
    outcome: Option<Outcome>,
    evaluations: &[Evaluation],
) -> Vec<Score> {
    let last = game.positions().len().saturating_sub(1);
    let judged = game.positions().iter().zip(evaluations).enumerate();
    let score = |(index, (position, evaluation)): (usize, (&Position<R>, &Evaluation))| match (
        evaluation.lines.first(),
        outcome,
    ) {
        (Some(line), _) => Score::from_engine(line.score, position.turn()),
        (None, Some(Outcome::Win { winner, .. })) if index == last => {
            Score::Mate { winner, moves: 0 }
        }
        (None, _) => Score::Centipawns(0),
    };
    judged.map(score).collect()
}

/// Puts a review together.
fn assemble<R: Playable>(
    variant: Variant,
    game: &Game<R>,
    outcome: Option<Outcome>,
    evaluations: Vec<Evaluation>,
) -> Review {
    let last = game.positions().len().saturating_sub(1);
    let scores = scores(game, outcome, &evaluations);
    let wins: Vec<f64> = scores.iter().map(|score| score.win_percent(Color::White)).collect();
    let accuracies = formulas::game_accuracy(&wins, game.start().turn());
    let mut sides = accuracies.map(|accuracy| SideReview { accuracy, ..SideReview::default() });
    let mut losses = [0i64; 2];
    let mut moves = Vec::with_capacity(last);
    for (index, (&m, pair)) in game.moves().iter().zip(game.positions().windows(2)).enumerate() {
        let [before, after] = pair else { continue };
        let (Some(&score_before), Some(&score)) = (scores.get(index), scores.get(index + 1)) else {
            continue;
        };
        let line = |index: usize| {
            let evaluation = evaluations.get(index).and_then(|e| e.lines.first());
            evaluation.map_or(&[][..], |line| line.moves.as_slice())
        };
        let (best, reply) = (line(index), line(index + 1));
        let mover = before.turn();
        let is_best = best.first() == Some(&m) || score.mate_by(mover) == Some(0);
        let judgement = match before.count_legal_moves() {
            1 => Judgement::Forced,
            _ if is_best => Judgement::Best,
            _ => fault(score_before, score, mover).unwrap_or(Judgement::Good),
        };
        let drawn = match outcome {
            Some(Outcome::Draw(reason)) if index + 1 == last => Some(reason),
            _ => after.is_stalemate().then_some(DrawReason::Stalemate),
        };
        let case =
            reasons::Case { before, after, played: m, best, reply, score_before, score, drawn };
        let (win_before, win_after) = (score_before.win_percent(mover), score.win_percent(mover));
        if let (Some(side), Some(loss)) =
            (sides.get_mut(mover.index()), losses.get_mut(mover.index()))
        {
            side.moves += 1;
            match judgement {
                Judgement::Inaccuracy => side.inaccuracies += 1,
                Judgement::Mistake => side.mistakes += 1,
                Judgement::Blunder => side.blunders += 1,
                _ => {}
            }
            *loss += i64::from(score_before.bounded(mover) - score.bounded(mover)).max(0);
        }
        moves.push(MoveReview {
            mover,
            number: before.fullmove_number(),
            played: m,
            san: san::write(before, m),
            score,
            win_before,
            win_after,
            accuracy: formulas::move_accuracy(win_before, win_after),
            judgement,
            mate: mate_change(score_before, score, mover),
            reason: judgement.is_bad().then(|| reasons::explain(&case)).flatten(),
            best: best.to_vec(),
            best_san: best.first().map(|&m| san::write(before, m)),
            reply: reply.to_vec(),
        });
    }
    for (side, loss) in sides.iter_mut().zip(losses) {
        side.average_loss = (side.moves > 0).then(|| loss as f64 / f64::from(side.moves));
    }
    let start = scores.first().copied().unwrap_or(Score::Centipawns(0));
    Review { variant, start, moves, sides, outcome, evaluations }
}
