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
use crate::passes::{self, Findings};
use crate::phases::Phase;
use crate::praise::{self, Praise};
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
    /// What was good about it, if that is worth a word.
    pub praise: Option<Praise>,
    /// The part of the game it was made in.
    pub phase: Phase,
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
    /// The same by [`Phase`].
    pub phases: [Option<f64>; 3],
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

impl SideReview {
    fn count(&mut self, judgement: Judgement) {
        self.moves += 1;
        match judgement {
            Judgement::Inaccuracy => self.inaccuracies += 1,
            Judgement::Mistake => self.mistakes += 1,
            Judgement::Blunder => self.blunders += 1,
            _ => {}
        }
    }
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
    /// The move that decided the game, by its place in `moves`: a bad one of the
    /// side that is lost at the end, after which it never came back. None if
    /// there is no such move.
    pub turning_point: Option<usize>,
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Positions evaluated, and moves looked at again.
    pub done: usize,
    /// Those to be looked at. It is not known before all positions have been
    /// evaluated how many moves are looked at again.
    pub total: usize,
    /// How much of the work that is, from 0 to 1, as far as can be said.
    pub part: f64,
    /// Nodes searched so far.
    pub nodes: u64,
}

/// Reviews the main line of a game.
///
/// First all positions are evaluated. Then moves that may be bad are looked at
/// again, with more effort each time, until the verdict is certain; the move
/// played and the best one are searched to the same depth. `on_progress` hears
/// of each; it ends the review by breaking off.
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
pub fn review<R: Playable, E: Evaluator<R> + Send>(
    tree: &GameTree<R>,
    evaluator: &mut E,
    on_progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Review, ReviewError> {
    review_by(tree, std::slice::from_mut(evaluator), on_progress)
}

/// Reviews the main line of a game with several evaluators at a time. If they
/// are alike, the review is that of one.
pub fn review_by<R: Playable, E: Evaluator<R> + Send>(
    tree: &GameTree<R>,
    evaluators: &mut [E],
    mut on_progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Review, ReviewError> {
    let whole = played(tree)?;
    let findings = passes::search(&whole, evaluators, &mut on_progress)?;
    Ok(assemble(tree.variant(), &whole, findings))
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
pub(crate) fn standing<R: Rules>(game: &Game<R>, is_last: bool) -> Option<Score> {
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
pub(crate) fn legal<R: Rules>(game: &Game<R>, mut evaluation: Evaluation) -> Evaluation {
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
pub(crate) fn scores<R: Playable>(
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

/// The scores by the second look too: a position's own search comes before what
/// the move that led there was worth.
fn settled<R: Playable>(game: &Game<R>, findings: &Findings) -> Vec<Score> {
    let Findings { evaluations, judged, .. } = findings;
    let mut scores = scores(game, game.outcome(), evaluations);
    let look = |ply: usize| judged.get(ply).and_then(Option::as_ref);
    for (ply, position) in game.positions().iter().enumerate() {
        let own = look(ply).map(|found| Score::from_engine(found.best.score, position.turn()));
        let is_over = evaluations.get(ply).is_none_or(|evaluation| evaluation.lines.is_empty());
        let by_move = ply.checked_sub(1).and_then(look).filter(|_| !is_over).map(|found| {
            let score = Score::from_engine(found.played.score, !position.turn());
            score.after_move_of(!position.turn())
        });
        if let (Some(slot), Some(score)) = (scores.get_mut(ply), own.or(by_move)) {
            *slot = score;
        }
    }
    scores
}

/// Puts a review together.
fn assemble<R: Playable>(variant: Variant, game: &Game<R>, mut findings: Findings) -> Review {
    let outcome = game.outcome();
    let scores = settled(game, &findings);
    let Findings { evaluations, judged, others } = &mut findings;
    for (evaluation, judged) in evaluations.iter_mut().zip(judged.iter()) {
        if let Some(judged) = judged {
            evaluation.nodes += judged.nodes;
            evaluation.depth = evaluation.depth.max(judged.depth);
        }
    }
    for (evaluation, other) in evaluations.iter_mut().zip(others.iter()) {
        evaluation.nodes += other.as_ref().map_or(0, |other| other.nodes);
    }
    let wins: Vec<f64> = scores.iter().map(|score| score.win_percent(Color::White)).collect();
    let phases = Phase::of_game(game.positions());
    let mut sides = side_accuracies(&wins, game.start().turn(), &phases);
    let mut losses = [0i64; 2];
    let mut moves = Vec::with_capacity(game.moves().len());
    for ply in 0..game.moves().len() {
        let Some(mut reviewed) = reviewed_move(game, &findings, &scores, ply) else { continue };
        reviewed.phase = phases.get(ply).copied().unwrap_or(reviewed.phase);
        let mover = reviewed.mover;
        if let (Some(side), Some(loss), Some(before)) =
            (sides.get_mut(mover.index()), losses.get_mut(mover.index()), scores.get(ply))
        {
            side.count(reviewed.judgement);
            *loss += i64::from(before.bounded(mover) - reviewed.score.bounded(mover)).max(0);
        }
        moves.push(reviewed);
    }
    for (side, loss) in sides.iter_mut().zip(losses) {
        side.average_loss = (side.moves > 0).then(|| loss as f64 / f64::from(side.moves));
    }
    let start = scores.first().copied().unwrap_or(Score::Centipawns(0));
    let turning_point = turning_point(&moves, &wins);
    let evaluations = findings.evaluations;
    Review { variant, start, moves, sides, turning_point, outcome, evaluations }
}

/// What each side did, as far as accuracy goes.
fn side_accuracies(wins: &[f64], first: Color, phases: &[Phase]) -> [SideReview; 2] {
    let whole = formulas::game_accuracy(wins, first);
    let part = |ply: usize| phases.get(ply).map_or(0, |phase| phase.index());
    let parts: [[Option<f64>; 2]; 3] = formulas::part_accuracy(wins, first, part);
    Color::ALL.map(|color| {
        let of = |sides: [Option<f64>; 2]| sides.get(color.index()).copied().flatten();
        SideReview { accuracy: of(whole), phases: parts.map(of), ..SideReview::default() }
    })
}

/// Who has less than this at the end is lost.
const LOST: f64 = 25.0;
/// Who had this was still in the game.
const IN_THE_GAME: f64 = 40.0;

/// The bad move after which the side that is lost at the end never came back.
fn turning_point(moves: &[MoveReview], white_wins: &[f64]) -> Option<usize> {
    let &last = white_wins.last()?;
    let loser = match last {
        last if last <= LOST => Color::White,
        last if last >= 100.0 - LOST => Color::Black,
        _ => return None,
    };
    let chance = |win: &f64| if loser == Color::White { *win } else { 100.0 - win };
    let ply = white_wins.iter().rposition(|win| chance(win) >= IN_THE_GAME)?;
    moves.get(ply).filter(|m| m.mover == loser && m.judgement.is_bad()).map(|_| ply)
}

/// What the scores that people see must cost for an inaccuracy: a little more than its
/// threshold, for those scores are of two searches.
const SEEN: f64 = 0.12;

/// True if the scores that stand before and after a move say as its verdict does. The
/// smallest fault is the easiest to be wrong about, and the position after the move may
/// have been searched deeper since, for the move that followed.
fn is_borne_out(said: Judgement, shown: [Score; 2], mover: Color) -> bool {
    let [before, after] = shown.map(|score| formulas::winning_chances(score.bounded(mover)));
    said != Judgement::Inaccuracy || before - after >= SEEN
}

fn reviewed_move<R: Playable>(
    game: &Game<R>,
    findings: &Findings,
    scores: &[Score],
    ply: usize,
) -> Option<MoveReview> {
    let (&before, &after) = (game.positions().get(ply)?, game.positions().get(ply + 1)?);
    let &m = game.moves().get(ply)?;
    let mover = before.turn();
    let looked = findings.judged.get(ply).and_then(Option::as_ref);
    let line = |ply: usize| {
        let evaluation = findings.evaluations.get(ply).and_then(|e| e.lines.first());
        evaluation.map_or(&[][..], |line| line.moves.as_slice())
    };
    let (best, reply) = match looked {
        Some(found) => (&found.best.moves[..], found.played.moves.get(1..).unwrap_or_default()),
        None => (line(ply), line(ply + 1)),
    };
    // Both sides of the comparison come from the same search, where there was one.
    let (score_before, score) = match looked {
        Some(found) => {
            let played = Score::from_engine(found.played.score, mover);
            (Score::from_engine(found.best.score, mover), played.after_move_of(mover))
        }
        None => (*scores.get(ply)?, *scores.get(ply + 1)?),
    };
    let is_best = best.first() == Some(&m)
        || score.mate_by(mover) == Some(0)
        || looked.is_some_and(|found| found.is_choice);
    let shown = [*scores.get(ply)?, *scores.get(ply + 1)?];
    let said = match looked {
        Some(found) => found.verdict.filter(|&said| is_borne_out(said, shown, mover)),
        None => fault(score_before, score, mover),
    };
    let judgement = match before.count_legal_moves() {
        1 => Judgement::Forced,
        _ if is_best => Judgement::Best,
        _ => said.unwrap_or(Judgement::Good),
    };
    let drawn = match game.outcome() {
        Some(Outcome::Draw(reason)) if ply + 2 == game.positions().len() => Some(reason),
        _ => after.is_stalemate().then_some(DrawReason::Stalemate),
    };
    let previous = ply.checked_sub(1).and_then(|ply| {
        let m = *game.moves().get(ply)?;
        game.positions().get(ply)?.is_capture(m).then_some(m.to())
    });
    let case = reasons::Case {
        before: &before,
        after: &after,
        played: m,
        best,
        reply,
        score_before,
        score,
        drawn,
        previous,
    };
    let other = findings.others.get(ply).and_then(Option::as_ref);
    let praise = other.filter(|_| judgement == Judgement::Best);
    let (win_before, win_after) = (score_before.win_percent(mover), score.win_percent(mover));
    Some(MoveReview {
        mover,
        number: before.fullmove_number(),
        played: m,
        san: san::write(&before, m),
        score: shown[1],
        win_before,
        win_after,
        accuracy: formulas::move_accuracy(win_before, win_after),
        judgement,
        mate: mate_change(score_before, score, mover),
        reason: judgement.is_bad().then(|| reasons::explain(&case)).flatten(),
        praise: praise.and_then(|other| praise::find(&before, m, other)),
        phase: Phase::Opening,
        best: best.to_vec(),
        best_san: best.first().map(|&m| san::write(&before, m)),
        reply: reply.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inaccuracies_are_told_if_the_scores_shown_bear_them_out() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
        let told = |said, before, after, mover| {
            is_borne_out(said, [before, after].map(Score::Centipawns), mover)
        };
        // 0.127 and 0.110 of the chances.
        assert!(told(Inaccuracy, 0, -69, Color::White));
        assert!(!told(Inaccuracy, 0, -60, Color::White));
        assert!(told(Inaccuracy, -69, 0, Color::Black));
        assert!(!told(Inaccuracy, 0, -69, Color::Black), "it has gained");
        // Greater faults have a margin of their own.
        assert!(told(Mistake, 0, -60, Color::White) && told(Blunder, 0, 0, Color::White));
    }
}
