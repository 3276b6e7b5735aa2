//! Who says what positions are worth: an engine, or a record of what one said.

use std::fmt;

use erawan_board::{Game, Move, Rules};
use erawan_engine::{Control, Engine, Info, Limits, Playable, Score, measure};

use crate::effort::{Effort, Plan};

/// A line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score for the side to move, in hundredths of a pawn.
    pub score: Score,
    /// The moves, the best one first.
    pub moves: Vec<Move>,
}

/// What is said about a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    /// Lines of play, the best first. There is at least one wherever there is
    /// a legal move.
    pub lines: Vec<Line>,
    /// How deep was searched.
    pub depth: u32,
    /// How many nodes.
    pub nodes: u64,
}

/// Why there is no evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationError {
    /// Somebody asked to stop.
    Cancelled,
    /// The evaluator could not do it.
    Failed(String),
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationError::Cancelled => f.write_str("the review was cancelled"),
            EvaluationError::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for EvaluationError {}

/// Says what positions are worth.
pub trait Evaluator<R: Rules> {
    /// What follows has nothing to do with what came before.
    fn begin(&mut self) {}

    /// Evaluates the position on the board, which has legal moves. The game
    /// that led there is given too, for repetitions.
    fn evaluate(&mut self, game: &Game<R>) -> Result<Evaluation, EvaluationError>;

    /// How often it can look again. With none, what it says first is all there is.
    fn rounds(&self) -> usize {
        0
    }

    /// Evaluates a position anew, with more effort in each round.
    fn again(&mut self, game: &Game<R>, round: usize) -> Result<Evaluation, EvaluationError> {
        let _ = round;
        self.evaluate(game)
    }

    /// Evaluates two moves to the same depth. Lines begin with the moves and
    /// come in their order; none if there is nothing to be said.
    fn compare(
        &mut self,
        game: &Game<R>,
        moves: [Move; 2],
        round: usize,
    ) -> Result<Option<Comparison>, EvaluationError> {
        let _ = (game, moves, round);
        Ok(None)
    }

    /// Compares two moves with more effort than any round, before a verdict is
    /// told; none if there is nothing to be said.
    fn confirm(
        &mut self,
        game: &Game<R>,
        moves: [Move; 2],
    ) -> Result<Option<Comparison>, EvaluationError> {
        let _ = (game, moves);
        Ok(None)
    }

    /// Looks at a position for a moment, to play a line on; none if it cannot.
    fn glance(&mut self, game: &Game<R>) -> Result<Option<Evaluation>, EvaluationError> {
        let _ = game;
        Ok(None)
    }

    /// Looks at all moves but one, with the effort of a round, or else for a
    /// moment; none if it cannot.
    fn instead(
        &mut self,
        game: &Game<R>,
        of: Move,
        round: Option<usize>,
    ) -> Result<Option<Evaluation>, EvaluationError> {
        let _ = (game, of, round);
        Ok(None)
    }
}

/// Two moves searched to the same depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The lines, in the order in which the moves were given.
    pub lines: [Line; 2],
    /// The depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Our engine as an evaluator. Its scores are in pawns by
/// [`measure`](erawan_engine::measure), not those shown while it thinks, which
/// say how often the engine would win: those change with the engine and with
/// the material on the board, and so would judgements. All of a review is in
/// this one measure, evaluations and the graph too, so that its numbers bear
/// each other out.
///
/// With one thread and a limit of nodes or depth, all it says depends on
/// nothing but the game and the limits.
pub struct EngineEvaluator {
    engine: Engine,
    plan: Plan,
}

impl EngineEvaluator {
    /// Evaluates with an engine within limits, which also say how many lines
    /// are wanted. Moves in doubt are looked at again by some multiple of it.
    pub fn new(engine: Engine, limits: Limits) -> EngineEvaluator {
        EngineEvaluator::by_plan(engine, Plan::of(limits))
    }

    /// Evaluates with some effort. The engine's threads and the size of its
    /// table are part of that: one, and [`Effort::HASH`].
    pub fn with_effort(engine: Engine, effort: Effort) -> EngineEvaluator {
        EngineEvaluator::by_plan(engine, effort.plan())
    }

    /// Evaluates by a plan.
    pub fn by_plan(engine: Engine, plan: Plan) -> EngineEvaluator {
        EngineEvaluator { engine, plan }
    }

    /// What cancels the evaluation that runs and all that would follow, from
    /// another thread.
    pub fn control(&self) -> Control {
        self.engine.control()
    }

    /// The engine back again.
    pub fn into_engine(self) -> Engine {
        self.engine
    }

    fn search<R: Playable>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
    ) -> Result<Evaluation, EvaluationError> {
        let mut infos: Vec<Option<Info>> = Vec::new();
        let found = self.engine.search(game, limits, |info| {
            let place = info.multipv.saturating_sub(1);
            if infos.len() <= place {
                infos.resize(place + 1, None);
            }
            if let Some(slot) = infos.get_mut(place) {
                *slot = Some(info);
            }
        });
        // What was found in a search broken off is worth little.
        if self.engine.control().is_stopped() {
            return Err(EvaluationError::Cancelled);
        }
        let mut lines: Vec<Line> = Vec::new();
        for info in infos.into_iter().flatten() {
            // A line of the depth before may begin like a better one of this.
            if lines.iter().all(|line| line.moves.first() != info.pv.first()) {
                lines.push(Line {
                    score: measure::in_pawns(info.score, game.position()),
                    moves: info.pv,
                });
            }
        }
        if lines.is_empty() {
            lines.push(Line {
                score: measure::in_pawns(found.score, game.position()),
                moves: found.best.into_iter().chain(found.ponder).collect(),
            });
        }
        Ok(Evaluation { lines, depth: found.depth, nodes: found.nodes })
    }

    /// Searches two moves to the same depth.
    fn pair<R: Playable>(
        &mut self,
        game: &Game<R>,
        moves: [Move; 2],
        limits: Limits,
    ) -> Result<Option<Comparison>, EvaluationError> {
        let limits = Limits { searchmoves: moves.to_vec(), multipv: 2, ..limits };
        let mut first: Option<Info> = None;
        let mut both: Option<[Info; 2]> = None;
        let found = self.engine.search(game, &limits, |info| match (info.multipv, &first) {
            // A search that is broken off tells what it has found since by the
            // depth that it had completed: one move may be a ply ahead of the
            // other then.
            (2, Some(best))
                if best.depth == info.depth
                    && both.as_ref().is_none_or(|[known, _]| known.depth < info.depth) =>
            {
                both = Some([best.clone(), info]);
            }
            (1, _) => first = Some(info),
            _ => {}
        });
        if self.engine.control().is_stopped() {
            return Err(EvaluationError::Cancelled);
        }
        let Some(infos) = both else { return Ok(None) };
        let depth = infos[0].depth;
        let of = |m: Move| infos.iter().find(|info| info.pv.first() == Some(&m));
        let line = |info: &Info| Line {
            score: measure::in_pawns(info.score, game.position()),
            moves: info.pv.clone(),
        };
        let [Some(a), Some(b)] = moves.map(of) else { return Ok(None) };
        Ok(Some(Comparison { lines: [line(a), line(b)], depth, nodes: found.nodes }))
    }
}

impl<R: Playable> Evaluator<R> for EngineEvaluator {
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn evaluate(&mut self, game: &Game<R>) -> Result<Evaluation, EvaluationError> {
        let limits = self.plan.first.clone();
        self.search(game, &limits)
    }

    fn rounds(&self) -> usize {
        self.plan.rounds.len()
    }

    fn again(&mut self, game: &Game<R>, round: usize) -> Result<Evaluation, EvaluationError> {
        let limits = self.plan.rounds.get(round).unwrap_or(&self.plan.first).clone();
        self.search(game, &limits)
    }

    fn compare(
        &mut self,
        game: &Game<R>,
        moves: [Move; 2],
        round: usize,
    ) -> Result<Option<Comparison>, EvaluationError> {
        let Some(limits) = self.plan.rounds.get(round).cloned() else { return Ok(None) };
        self.pair(game, moves, limits)
    }

    fn confirm(
        &mut self,
        game: &Game<R>,
        moves: [Move; 2],
    ) -> Result<Option<Comparison>, EvaluationError> {
        self.pair(game, moves, self.plan.last.clone())
    }

    fn glance(&mut self, game: &Game<R>) -> Result<Option<Evaluation>, EvaluationError> {
        let limits = self.plan.glance.clone();
        self.search(game, &limits).map(Some)
    }

    fn instead(
        &mut self,
        game: &Game<R>,
        of: Move,
        round: Option<usize>,
    ) -> Result<Option<Evaluation>, EvaluationError> {
        let mut moves = game.position().legal_moves().to_vec();
        moves.retain(|&m| m != of);
        // No moves at all would mean all of them.
        if moves.is_empty() {
            return Ok(None);
        }
        let limits = round.and_then(|round| self.plan.rounds.get(round));
        let limits = limits.unwrap_or(&self.plan.glance).clone();
        let limits = Limits { searchmoves: moves, ..limits };
        self.search(game, &limits).map(Some)
    }
}

/// Evaluations recorded earlier, one for each position from the first on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recorded(pub Vec<Evaluation>);

impl<R: Rules> Evaluator<R> for Recorded {
    fn evaluate(&mut self, game: &Game<R>) -> Result<Evaluation, EvaluationError> {
        let ply = game.moves().len();
        let missing = || EvaluationError::Failed(format!("no evaluation of ply {ply} is recorded"));
        self.0.get(ply).cloned().ok_or_else(missing)
    }
}
