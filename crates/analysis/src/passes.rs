//! The searches of a review: all positions first, then the moves in doubt and
//! those that may have been the only ones.
//!
//! The work is cut into pieces that know nothing of each other, so that it may
//! be shared among any number of evaluators and the outcome stays the same.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};

use erawan_board::{Color, Game, Move};
use erawan_engine::{Playable, Score as EngineScore};

use crate::choices::{self, Other};
use crate::evaluator::{Comparison, Evaluation, EvaluationError, Evaluator, Line};
use crate::formulas::winning_chances;
use crate::judgement::{Judgement, fault};
use crate::quiet;
use crate::review::{Progress, legal, scores, standing};
use crate::score::Score;

/// How many positions in a row one evaluator looks at, from the last to the
/// first: what comes of a position is known when it gets there.
const CHUNK: usize = 16;
/// Who loses less than this by the first look is not looked at again, and no verdict is
/// told of a move that does by the last.
const DOUBT: f64 = 0.05;
/// A verdict this near to a threshold is not certain: searches by another engine
/// differ by about as much.
const MARGIN: f64 = 0.04;
/// A lead in hundredths of a pawn with which nobody is told of inaccuracies:
/// engines agree who wins, but least of all by how much.
const DECIDED: i32 = 500;
/// The number of moves of a mate that every engine sees.
const NEAR_MATE: i32 = 4;
/// The losses at which verdicts change.
const THRESHOLDS: [f64; 3] = [0.1, 0.2, 0.3];
/// How much of a review is done when all positions have been looked at once.
const FIRST_PART: f64 = 0.35;

/// What the second look at a move has found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judged {
    /// The best line and the one that begins with the move played, with the
    /// scores of the side to move.
    pub(crate) best: Line,
    pub(crate) played: Line,
    /// True if the search itself would play the move.
    pub(crate) is_choice: bool,
    pub(crate) verdict: Option<Judgement>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// What was found about a game.
pub(crate) struct Findings {
    /// One for each position.
    pub(crate) evaluations: Vec<Evaluation>,
    /// One for each move; none where the first look was enough.
    pub(crate) judged: Vec<Option<Judged>>,
    /// One for each move: what else there was, if the search would play it too.
    pub(crate) others: Vec<Option<Other>>,
}

/// What is done when all positions have been looked at once.
enum Work {
    Doubt(Case),
    Choice(usize),
}

/// What came of it, with the ply.
enum Done {
    Judged(usize, Option<Judged>),
    Other(usize, Option<Other>),
}

/// Looks at all positions and again at the moves in doubt.
pub(crate) fn search<R: Playable, E: Evaluator<R> + Send>(
    whole: &Game<R>,
    evaluators: &mut [E],
    on_progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Findings, EvaluationError> {
    let rounds = evaluators.first().map_or(0, |evaluator| evaluator.rounds());
    let positions = whole.positions().len();
    let (mut done, mut nodes) = (0, 0);
    let chunks: Vec<usize> = (0..positions.div_ceil(CHUNK)).rev().collect();
    let looked = share(
        evaluators,
        &chunks,
        |evaluator, &chunk, tick| first_look(whole, evaluator, chunk, tick),
        &mut |searched| {
            done += 1;
            nodes += searched;
            let whole = if rounds == 0 { 1.0 } else { FIRST_PART };
            let part = done as f64 / positions as f64 * whole;
            on_progress(Progress { done, total: positions, nodes, part })
        },
    )?;
    let evaluations: Vec<Evaluation> = looked.into_iter().rev().flatten().collect();
    let moves = positions.saturating_sub(1);
    let (judged, others) = (vec![None; moves], vec![None; moves]);
    let mut findings = Findings { evaluations, judged, others };
    if rounds == 0 {
        return Ok(findings);
    }
    let evaluations = &findings.evaluations;
    let doubtful = doubtful(whole, evaluations).into_iter().map(Work::Doubt);
    let chosen = choices::candidates(whole, evaluations).into_iter().map(Work::Choice);
    let work: Vec<Work> = doubtful.chain(chosen).collect();
    let total = positions + work.len();
    let all: f64 = work.iter().map(Work::cost).sum();
    let again = share(
        evaluators,
        &work,
        |evaluator, work, tick| look_again(whole, evaluator, work, evaluations, tick),
        &mut |searched| {
            done += 1;
            nodes += searched;
            // They are begun in their order, and end nearly so.
            let through: f64 = work.iter().take(done - positions).map(Work::cost).sum();
            let part = FIRST_PART + (1.0 - FIRST_PART) * through / all;
            on_progress(Progress { done, total, nodes, part })
        },
    )?;
    for found in again {
        match found {
            Done::Judged(ply, found) => findings.judged[ply] = found,
            Done::Other(ply, found) => findings.others[ply] = found,
        }
    }
    Ok(findings)
}

impl Work {
    /// How much it takes, compared with the others.
    fn cost(&self) -> f64 {
        match self {
            Work::Doubt(_) => 1.0,
            Work::Choice(_) => 0.1,
        }
    }
}

fn look_again<R: Playable, E: Evaluator<R>>(
    whole: &Game<R>,
    evaluator: &mut E,
    work: &Work,
    evaluations: &[Evaluation],
    tick: Tick<'_>,
) -> Result<Done, EvaluationError> {
    match work {
        Work::Doubt(case) => {
            second_look(whole, evaluator, case, tick).map(|found| Done::Judged(case.ply, found))
        }
        &Work::Choice(ply) => {
            let known = evaluations.get(ply).and_then(|evaluation| evaluation.lines.first());
            let found = choices::look(&at(whole, ply), evaluator, known, tick)?;
            Ok(Done::Other(ply, found))
        }
    }
}

/// The game as it was before a move.
fn at<R: Playable>(whole: &Game<R>, ply: usize) -> Game<R> {
    let mut game = whole.clone();
    while game.moves().len() > ply && game.undo().is_some() {}
    game
}

/// Tells how many nodes were searched; breaks off if nobody wants more.
pub(crate) type Tick<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

fn first_look<R: Playable, E: Evaluator<R>>(
    whole: &Game<R>,
    evaluator: &mut E,
    chunk: usize,
    tick: Tick<'_>,
) -> Result<Vec<Evaluation>, EvaluationError> {
    evaluator.begin();
    let (first, positions) = (chunk * CHUNK, whole.positions().len());
    let last = (first + CHUNK).min(positions).saturating_sub(1);
    let mut game = at(whole, last);
    let mut evaluations = Vec::with_capacity(CHUNK);
    for ply in (first..=last).rev() {
        let evaluation = match standing(&game, ply + 1 == positions) {
            Some(_) => Evaluation::default(),
            None => legal(&game, evaluator.evaluate(&game)?),
        };
        let nodes = evaluation.nodes;
        evaluations.push(evaluation);
        game.undo();
        if tick(nodes).is_break() {
            return Err(EvaluationError::Cancelled);
        }
    }
    evaluations.reverse();
    Ok(evaluations)
}

/// A move that may be bad.
struct Case {
    ply: usize,
    /// The verdict of the first look, and the chances that the move costs by it.
    verdict: Option<Judgement>,
    lost: f64,
}

fn doubtful<R: Playable>(whole: &Game<R>, evaluations: &[Evaluation]) -> Vec<Case> {
    let scores = scores(whole, whole.outcome(), evaluations);
    let mut cases = Vec::new();
    for (ply, pair) in scores.windows(2).enumerate() {
        let (&[before, after], Some(position)) = (pair, whole.positions().get(ply)) else {
            continue;
        };
        let mover = position.turn();
        let lost = winning_chances(before.bounded(mover)) - winning_chances(after.bounded(mover));
        let verdict = fault(before, after, mover);
        let is_choice = || {
            let line = evaluations.get(ply).and_then(|evaluation| evaluation.lines.first());
            line.and_then(|line| line.moves.first()) == whole.moves().get(ply)
        };
        // The search would play it, and does not regret it much.
        let is_fine = verdict.is_none() && (lost < DOUBT || is_choice());
        if !is_fine && position.count_legal_moves() > 1 && after.mate_by(mover) != Some(0) {
            cases.push(Case { ply, verdict, lost });
        }
    }
    cases
}

fn second_look<R: Playable, E: Evaluator<R>>(
    whole: &Game<R>,
    evaluator: &mut E,
    case: &Case,
    tick: Tick<'_>,
) -> Result<Option<Judged>, EvaluationError> {
    let game = at(whole, case.ply);
    let Some(&played) = whole.moves().get(case.ply) else { return Ok(None) };
    // What people see before and after a move has to say the same.
    let is_seen = case.lost - first_margin::<R>() >= THRESHOLDS[0];
    let mut found = settle(&game, evaluator, played, case.verdict, is_seen)?;
    let mut nodes = found.as_ref().map_or(0, |judged| judged.nodes);
    if let Some(judged) = found.as_mut().filter(|judged| judged.verdict.is_some()) {
        for line in [&mut judged.best, &mut judged.played] {
            nodes += quiet::play_out(&game, line, evaluator)?;
        }
        judged.nodes = nodes;
    }
    match tick(nodes) {
        ControlFlow::Continue(()) => Ok(found),
        ControlFlow::Break(()) => Err(EvaluationError::Cancelled),
    }
}

/// What came of trying a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trial {
    /// How bad it is; none if it is not.
    pub judgement: Option<Judgement>,
    /// The answer to it and what follows, if it is bad.
    pub reply: Vec<Move>,
}

/// Judges one move as a review would.
///
/// Whoever looks for a better move than the one played may try any.
///
/// ```
/// use erawan_analysis::{EngineEvaluator, Judgement, try_move};
/// use erawan_board::{Chess, Game};
/// use erawan_engine::{Engine, Limits};
/// use erawan_notation::san;
///
/// let mut game = Game::<Chess>::new();
/// for text in ["f3", "e5"] {
///     game.play(san::parse(game.position(), text).unwrap()).unwrap();
/// }
/// let mut engine = EngineEvaluator::new(Engine::new(1).unwrap(), Limits::nodes(2000));
/// let mut judge = |text| {
///     let m = san::parse(game.position(), text).unwrap();
///     try_move(&game, &mut engine, m).unwrap()
/// };
/// let refuted = judge("g4");
/// assert_eq!(refuted.judgement, Some(Judgement::Blunder));
/// assert_eq!(refuted.reply.len(), 1, "Qh4 is mate");
/// assert_eq!(judge("Nc3").judgement, None);
/// ```
pub fn try_move<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    tried: Move,
) -> Result<Trial, EvaluationError> {
    let mut after = game.clone();
    // Only one move, or one that ends the game: there is nothing to search.
    if game.position().count_legal_moves() < 2
        || after.play(tried).is_err()
        || after.position().is_checkmate()
    {
        return Ok(Trial::default());
    }
    let Some(mut judged) = settle(game, evaluator, tried, None, true)? else {
        return Ok(Trial::default());
    };
    if judged.verdict.is_none() {
        return Ok(Trial::default());
    }
    quiet::play_out(game, &mut judged.played, evaluator)?;
    let reply = judged.played.moves.into_iter().skip(1).collect();
    Ok(Trial { judgement: judged.verdict, reply })
}

/// Judges a move until the verdict is certain. `tells_small`: an inaccuracy
/// would be told.
fn settle<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    played: Move,
    first: Option<Judgement>,
    tells_small: bool,
) -> Result<Option<Judged>, EvaluationError> {
    evaluator.begin();
    let (mut verdict, mut found, mut nodes) = (first, None, 0);
    for round in 0..evaluator.rounds() {
        let Some(mut judged) = judge(game, evaluator, played, round)? else { break };
        nodes += judged.nodes;
        judged.nodes = nodes;
        let said = judged.verdict;
        if is_small_at_most(&judged) && (!tells_small || is_decided(&judged)) {
            judged.verdict = None;
            return Ok(Some(judged));
        }
        // The smallest fault is the easiest to be wrong about: it is told only
        // if it stands to the end.
        let is_small = said == Some(Judgement::Inaccuracy);
        let is_stable = said == verdict && !is_small && !is_close::<R>(&judged);
        // While two looks differ, the milder one counts.
        judged.verdict = said.min(verdict);
        verdict = said;
        found = Some(judged);
        if is_stable {
            break;
        }
    }
    // What is still too near to tell is told as the milder.
    if let Some(judged) = &mut found {
        let told = judged.verdict.min(surely::<R>(judged));
        judged.verdict = told.filter(|&said| tells_small || said != Judgement::Inaccuracy);
        if judged.verdict.is_some() {
            confirm(game, evaluator, judged)?;
        }
    }
    Ok(found)
}

/// Looks at the two moves of a verdict with more effort than before, and takes it
/// back if the move costs next to nothing.
fn confirm<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    judged: &mut Judged,
) -> Result<(), EvaluationError> {
    let [Some(&best), Some(&played)] =
        [&judged.best, &judged.played].map(|line| line.moves.first())
    else {
        return Ok(());
    };
    let Some(found) = evaluator.confirm(game, [best, played])? else { return Ok(()) };
    let found = weigh(game, found, judged.nodes);
    if is_as_good(&found) {
        *judged = Judged { verdict: None, ..found };
    } else {
        judged.nodes = found.nodes;
    }
    Ok(())
}

/// True if the move played is the best or costs next to nothing.
fn is_as_good(judged: &Judged) -> bool {
    // A mate given away costs no chances when ten pawns up.
    let is_mate_missed = matches!(judged.best.score, EngineScore::Mate(moves) if moves > 0);
    judged.is_choice || !is_mate_missed && cost(judged) < DOUBT
}

/// True if the move is an inaccuracy or none, and far from being more.
fn is_small_at_most(judged: &Judged) -> bool {
    !has_mate(judged) && cost(judged) + MARGIN < THRESHOLDS[1]
}

/// The verdict that holds even if the move costs a little less.
fn surely<R: Playable>(judged: &Judged) -> Option<Judgement> {
    let lost = cost(judged);
    if has_mate(judged) {
        // Who is as good as mated loses little by being so. In between a near mate is a
        // fault; one that is far off one engine sees sooner than another.
        let is_told = match judged.played.score {
            _ if lost - MARGIN >= THRESHOLDS[0] => true,
            EngineScore::Mate(moves) if moves < -NEAR_MATE => false,
            _ => lost + MARGIN >= THRESHOLDS[0],
        };
        return judged.verdict.filter(|_| is_told);
    }
    match lost - MARGIN {
        0.3.. => Some(Judgement::Blunder),
        0.2.. => Some(Judgement::Mistake),
        _ if lost - first_margin::<R>() >= THRESHOLDS[0] && !is_decided(judged) => {
            Some(Judgement::Inaccuracy)
        }
        _ => None,
    }
}

/// The margin of the first threshold, where it is easiest to be wrong.
fn first_margin<R: Playable>() -> f64 {
    R::DESCRIPTION.review_margin
}

/// True if one side wins anyway, by either line.
fn is_decided(judged: &Judged) -> bool {
    [&judged.best, &judged.played].into_iter().any(|line| bounded(line.score).abs() >= DECIDED)
}

/// The chances that a move costs; a mate is as good as the greatest score.
fn cost(judged: &Judged) -> f64 {
    winning_chances(bounded(judged.best.score)) - winning_chances(bounded(judged.played.score))
}

fn has_mate(judged: &Judged) -> bool {
    [&judged.best, &judged.played]
        .into_iter()
        .any(|line| matches!(line.score, EngineScore::Mate(_)))
}

fn bounded(score: EngineScore) -> i32 {
    Score::from_engine(score, Color::White).bounded(Color::White)
}

/// One round: all moves, then the best one and the one played.
fn judge<R: Playable, E: Evaluator<R>>(
    game: &Game<R>,
    evaluator: &mut E,
    played: Move,
    round: usize,
) -> Result<Option<Judged>, EvaluationError> {
    let all = legal(game, evaluator.again(game, round)?);
    let Evaluation { depth, nodes, .. } = all;
    let Some(best) = all.lines.into_iter().next() else { return Ok(None) };
    let Some(&choice) = best.moves.first() else { return Ok(None) };
    if choice == played {
        let played = best.clone();
        return Ok(Some(Judged { best, played, is_choice: true, verdict: None, depth, nodes }));
    }
    let Some(compared) = evaluator.compare(game, [choice, played], round)? else {
        return Ok(None);
    };
    Ok(Some(weigh(game, compared, nodes)))
}

/// What a comparison of the best move and the one played says. `nodes` were
/// searched before.
fn weigh<R: Playable>(game: &Game<R>, compared: Comparison, nodes: u64) -> Judged {
    let [best, played] = compared.lines;
    let turn = game.position().turn();
    let score = |line: &Line| Score::from_engine(line.score, turn);
    let is_choice = rank(played.score) >= rank(best.score);
    let verdict = if is_choice { None } else { fault(score(&best), score(&played), turn) };
    let (depth, nodes) = (compared.depth, nodes + compared.nodes);
    Judged { best, played, is_choice, verdict, depth, nodes }
}

/// Scores in their order: the sooner mate first, being mated last.
fn rank(score: EngineScore) -> i64 {
    const MATE: i64 = 1 << 40;
    match score {
        EngineScore::Centipawns(value) => i64::from(value),
        EngineScore::Mate(moves) if moves > 0 => MATE - i64::from(moves),
        EngineScore::Mate(moves) => -MATE - i64::from(moves),
    }
}

/// True if a little more or less would make another verdict.
fn is_close<R: Playable>(judged: &Judged) -> bool {
    let (lost, margins) = (cost(judged), [first_margin::<R>(), MARGIN, MARGIN]);
    let near = |(threshold, margin): (f64, f64)| (lost - threshold).abs() < margin;
    !has_mate(judged) && THRESHOLDS.into_iter().zip(margins).any(near)
}

/// Shares work among evaluators. The outcome is in the order of the work.
fn share<E: Send, W: Sync, T: Send>(
    evaluators: &mut [E],
    work: &[W],
    perform: impl Fn(&mut E, &W, Tick<'_>) -> Result<T, EvaluationError> + Sync,
    on_tick: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<T>, EvaluationError> {
    if let [evaluator] = evaluators {
        return work.iter().map(|item| perform(evaluator, item, on_tick)).collect();
    }
    let (next, halted) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done: Mutex<Vec<Option<T>>> = Mutex::new(work.iter().map(|_| None).collect());
    let failed: Mutex<Option<EvaluationError>> = Mutex::new(None);
    std::thread::scope(|scope| {
        let (sender, ticks) = mpsc::channel();
        for evaluator in evaluators {
            let sender = sender.clone();
            let (next, halted, done, failed) = (&next, &halted, &done, &failed);
            let perform = &perform;
            scope.spawn(move || {
                let mut tick = |nodes| {
                    let heard = sender.send(nodes).is_ok() && !halted.load(Relaxed);
                    if heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                loop {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(item) = work.get(place) else { return };
                    match perform(evaluator, item, &mut tick) {
                        Ok(found) => {
                            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                            if let Some(slot) = done.get_mut(place) {
                                *slot = Some(found);
                            }
                        }
                        Err(error) => {
                            halted.store(true, Relaxed);
                            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                            failed.get_or_insert(error);
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        for nodes in ticks {
            if !halted.load(Relaxed) && on_tick(nodes).is_break() {
                halted.store(true, Relaxed);
            }
        }
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    // Who breaks off at the last piece is not heard by those who have done it.
    if halted.load(Relaxed) {
        return Err(EvaluationError::Cancelled);
    }
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().collect::<Option<Vec<T>>>().ok_or(EvaluationError::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use EngineScore::{Centipawns, Mate};
    use Judgement::{Blunder, Inaccuracy, Mistake};
    use erawan_board::{Chess, Makruk};

    /// What is told of a move that both looks find as bad as its scores say.
    fn told<R: Playable>(best: EngineScore, played: EngineScore) -> Option<Judgement> {
        let line = |score| Line { score, moves: Vec::new() };
        let scores = [best, played].map(|score| Score::from_engine(score, Color::White));
        let judged = Judged {
            best: line(best),
            played: line(played),
            is_choice: false,
            verdict: fault(scores[0], scores[1], Color::White),
            depth: 1,
            nodes: 1,
        };
        judged.verdict.min(surely::<R>(&judged))
    }

    #[test]
    fn faults_are_told_that_hold_with_a_margin() {
        assert_eq!(told::<Chess>(Centipawns(0), Centipawns(-400)), Some(Blunder));
        assert_eq!(told::<Chess>(Centipawns(0), Centipawns(-150)), Some(Mistake));
        assert_eq!(told::<Chess>(Centipawns(0), Centipawns(-90)), Some(Inaccuracy));
        // 0.13 of the chances: nearer to the threshold than engines agree.
        assert_eq!(told::<Chess>(Centipawns(0), Centipawns(-71)), None);
        // 0.165, which is enough in chess alone.
        assert_eq!(told::<Makruk>(Centipawns(0), Centipawns(-90)), None);
    }

    #[test]
    fn who_wins_anyway_hears_of_no_inaccuracies() {
        assert_eq!(told::<Chess>(Centipawns(480), Centipawns(300)), Some(Inaccuracy));
        assert_eq!(told::<Chess>(Centipawns(520), Centipawns(330)), None);
        assert_eq!(told::<Chess>(Centipawns(-330), Centipawns(-520)), None);
        assert_eq!(told::<Chess>(Centipawns(520), Centipawns(0)), Some(Blunder));
    }

    #[test]
    fn a_mate_from_a_lost_position_counts_if_it_is_near() {
        assert_eq!(told::<Chess>(Centipawns(-300), Mate(-9)), Some(Blunder));
        assert_eq!(told::<Chess>(Centipawns(-660), Mate(-4)), Some(Blunder));
        assert_eq!(told::<Chess>(Centipawns(-660), Mate(-5)), None);
        assert_eq!(told::<Chess>(Centipawns(-830), Mate(-2)), None);
        // One that is missed is one that was seen.
        assert_eq!(told::<Chess>(Mate(6), Centipawns(660)), Some(Blunder));
    }
}
