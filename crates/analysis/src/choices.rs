//! Moves that the search would play too: what else was there?

use erawan_board::{Color, Game, Move};
use erawan_engine::{Playable, Score as EngineScore};

use crate::evaluator::{Evaluation, EvaluationError, Evaluator, Line};
use crate::formulas::{self, winning_chances};
use crate::passes::Tick;
use crate::review::legal;

/// What any other move must cost for a move to be the only one: that of a
/// mistake.
const COST: f64 = 0.2;
/// At a glance it may seem this much less.
const MARGIN: f64 = 0.06;
/// In how many rounds the two are compared.
const ROUNDS: usize = 2;
/// Who is lost has no only moves.
const ALIVE: f64 = 25.0;

/// The next best move beside one that the search would play.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Other {
    /// Its line, with the score of the side to move.
    pub(crate) line: Line,
    /// The score of the move played, by the same search where both were
    /// compared.
    pub(crate) played: EngineScore,
    /// True if it costs as much as a mistake, by more than one search.
    pub(crate) is_only: bool,
    pub(crate) nodes: u64,
}

/// The plies at which the search would have played what was played, in a
/// position that is not lost.
pub(crate) fn candidates<R: Playable>(whole: &Game<R>, evaluations: &[Evaluation]) -> Vec<usize> {
    let is_candidate = |&ply: &usize| {
        let (Some(position), Some(&m)) = (whole.positions().get(ply), whole.moves().get(ply))
        else {
            return false;
        };
        let line = evaluations.get(ply).and_then(|evaluation| evaluation.lines.first());
        let is_choice =
            |line: &Line| line.moves.first() == Some(&m) && percent(line.score) >= ALIVE;
        let mates = || position.play_unchecked(m).is_checkmate();
        line.is_some_and(is_choice)
            && position.count_legal_moves() > 1
            && !takes_back(whole, ply)
            && !mates()
    };
    (0..whole.moves().len()).filter(is_candidate).collect()
}

/// True for a move that takes where something was just taken.
fn takes_back<R: Playable>(whole: &Game<R>, ply: usize) -> bool {
    let taken = |ply: usize| {
        let (position, m) = (whole.positions().get(ply)?, *whole.moves().get(ply)?);
        position.is_capture(m).then_some(m.to())
    };
    let square = taken(ply);
    square.is_some() && square == ply.checked_sub(1).and_then(taken)
}

fn bounded(score: EngineScore) -> i32 {
    crate::score::Score::from_engine(score, Color::White).bounded(Color::White)
}

fn percent(score: EngineScore) -> f64 {
    formulas::win_percent(bounded(score))
}

fn cost(best: EngineScore, other: EngineScore) -> f64 {
    winning_chances(bounded(best)) - winning_chances(bounded(other))
}

/// Looks for the next best move, and whether it costs much.
pub(crate) fn look<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    known: Option<&Line>,
    tick: Tick<'_>,
) -> Result<Option<Other>, EvaluationError> {
    evaluator.begin();
    let found = match known.and_then(|line| Some((line.score, *line.moves.first()?))) {
        Some((score, m)) => other(game, evaluator, score, m)?,
        None => None,
    };
    let nodes = found.as_ref().map_or(0, |found| found.nodes);
    match tick(nodes).is_break() {
        true => Err(EvaluationError::Cancelled),
        false => Ok(found),
    }
}

fn other<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    played: EngineScore,
    m: Move,
) -> Result<Option<Other>, EvaluationError> {
    let Some((line, nodes)) = next_best(game, evaluator, m, None)? else { return Ok(None) };
    let mut found = Other { line, played, is_only: false, nodes };
    if cost(played, found.line.score) < COST - MARGIN {
        return Ok(Some(found));
    }
    for round in 0..evaluator.rounds().min(ROUNDS) {
        let Some((line, nodes)) = next_best(game, evaluator, m, Some(round))? else { break };
        found.nodes += nodes;
        let Some(&next) = line.moves.first() else { break };
        let Some(compared) = evaluator.compare(game, [m, next], round)? else { break };
        let [played, line] = compared.lines;
        found.nodes += compared.nodes;
        found.is_only = cost(played.score, line.score) >= COST;
        (found.played, found.line) = (played.score, line);
        if !found.is_only {
            break;
        }
    }
    Ok(Some(found))
}

/// The best line without a move, and the nodes it took.
fn next_best<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    without: Move,
    round: Option<usize>,
) -> Result<Option<(Line, u64)>, EvaluationError> {
    let Some(found) = evaluator.instead(game, without, round)? else { return Ok(None) };
    let nodes = found.nodes;
    let line = legal(game, found).lines.into_iter().next();
    Ok(line.filter(|line| !line.moves.is_empty()).map(|line| (line, nodes)))
}
