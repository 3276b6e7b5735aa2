//! Puzzles: positions of games with one clearly best move at each turn of the solver.
//!
//! They are chosen by margins like those of public puzzle makers. The opponent has just
//! erred: before the move the solver was not winning, after it the solver is. At every
//! turn the best move wins chances of at least [`MARGIN`] more than any other, on the
//! scale from -1 to 1 of [`winning_chances`]; where it mates, no other mates, but for
//! the last move, where any mate will do.

mod bulk;
mod rating;
mod themes;

use std::ops::ControlFlow;

use erawan_board::{Game, Move, Position, Rules, Variant};
use erawan_engine::{Limits, Playable, Score as EngineScore};
use erawan_notation::pgn::GameTree;
use erawan_notation::puzzle::Puzzle;
use erawan_notation::uci::{self, CastlingNotation};
use erawan_notation::{fen, puzzle};

use crate::effort::Plan;
use crate::evaluator::{Evaluation, EvaluationError, Evaluator, Line};
use crate::formulas::winning_chances;
use crate::review::{ReviewError, legal, played, standing};
use crate::score::Score;

pub use bulk::{Event, Settings, run};
pub use puzzle::HEAD;

/// The chances by which the best move is better than any other.
pub const MARGIN: f64 = 0.7;
/// The chances of a solver who is winning: two pawns and a bit.
const WINNING: f64 = 0.36;
/// Who had more before was winning anyway.
const UNDECIDED: f64 = 0.5;
/// The chances that the opponent's move costs at least.
const ERROR: f64 = 0.3;
/// The most moves of the solver.
const MOST: usize = 8;

/// A puzzle that was found in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<R: Rules> {
    /// How many plies of the game come before the opponent's error.
    pub ply: usize,
    /// The position before it.
    pub position: Position<R>,
    /// The error.
    pub lead: Move,
    /// The moves of the solver and the answers to them.
    pub solution: Vec<Move>,
    /// Names of motifs, as public collections have them.
    pub themes: Vec<&'static str>,
    /// A first estimate of how hard it is.
    pub rating: f64,
}

/// The searches that look for puzzles: a glance at each position, and `nodes` where
/// two moves are told apart.
pub fn plan(nodes: u64) -> Plan {
    let glance = Limits::nodes((nodes / 8).max(1));
    let full = Limits { multipv: 2, ..Limits::nodes(nodes) };
    Plan { first: glance.clone(), rounds: vec![full], last: Limits::nodes(nodes), glance }
}

/// Looks for puzzles in the main line of a game. The evaluator goes by a [`plan`];
/// `on_position` hears of each position and may break off.
pub fn find<R: Playable, E: Evaluator<R>>(
    tree: &GameTree<R>,
    evaluator: &mut E,
    mut on_position: impl FnMut() -> ControlFlow<()>,
) -> Result<Vec<Found<R>>, ReviewError> {
    let whole = played(tree)?;
    evaluator.begin();
    let scores = glance(&whole, evaluator, &mut on_position)?;
    let mut found: Vec<Found<R>> = Vec::new();
    let mut free = 1;
    for ply in 1..whole.positions().len() {
        if ply < free || !is_error(&whole, &scores, ply) {
            continue;
        }
        let mut game = whole.clone();
        while game.moves().len() > ply && game.undo().is_some() {}
        let Some(solved) = solve(&mut game, evaluator)? else { continue };
        let (Some(&position), Some(&lead)) =
            (whole.positions().get(ply - 1), whole.moves().get(ply - 1))
        else {
            continue;
        };
        // What follows in the game is the same puzzle.
        free = ply + solved.solution.len();
        let themes = themes::of(&whole, ply, &solved);
        let start = whole.positions().get(ply).unwrap_or(&position);
        let rating = rating::estimate(start, &solved.solution, &themes);
        let solution = solved.solution;
        found.push(Found { ply: ply - 1, position, lead, solution, themes, rating });
    }
    Ok(found)
}

/// A first look at every position.
fn glance<R: Playable, E: Evaluator<R>>(
    whole: &Game<R>,
    evaluator: &mut E,
    on_position: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Vec<Score>, EvaluationError> {
    let mut game = whole.clone();
    let last = whole.positions().len();
    let mut scores = Vec::with_capacity(last);
    // From the end: what comes of a position is known when it gets there.
    loop {
        let is_last = game.positions().len() == last;
        let score = match standing(&game, is_last) {
            Some(score) => score,
            None => {
                let evaluation = legal(&game, evaluator.evaluate(&game)?);
                let best = evaluation.lines.first().map(|line| line.score);
                let best = best.unwrap_or(EngineScore::Centipawns(0));
                Score::from_engine(best, game.position().turn())
            }
        };
        scores.push(score);
        if on_position().is_break() {
            return Err(EvaluationError::Cancelled);
        }
        if game.undo().is_none() {
            break;
        }
    }
    scores.reverse();
    Ok(scores)
}

/// True if the move that led to a position was an error that can be punished.
fn is_error<R: Playable>(whole: &Game<R>, scores: &[Score], ply: usize) -> bool {
    let (Some(position), Some(before), Some(after)) =
        (whole.positions().get(ply), scores.get(ply - 1), scores.get(ply))
    else {
        return false;
    };
    let solver = position.turn();
    let chances = |score: &Score| winning_chances(score.bounded(solver));
    let (was, is) = (chances(before), chances(after));
    let gives_mate =
        after.mate_by(solver).is_some_and(|moves| moves > 0) && before.mate_by(solver).is_none();
    let is_new = was < UNDECIDED && is - was >= ERROR && is >= WINNING;
    position.count_legal_moves() > 1 && (is_new || gives_mate && was < 1.0 - ERROR)
}

/// A solution with what its first search said.
pub(crate) struct Solved {
    pub(crate) solution: Vec<Move>,
    pub(crate) best: Line,
    pub(crate) second: Option<Line>,
}

/// Plays on for as long as there is one clearly best move.
fn solve<R: Playable, E: Evaluator<R>>(
    game: &mut Game<R>,
    evaluator: &mut E,
) -> Result<Option<Solved>, EvaluationError> {
    let mut solution = Vec::new();
    let mut first: Option<Evaluation> = None;
    let (mut turns, mut forced) = (0, 0);
    while turns < MOST {
        let found = legal(game, evaluator.again(game, 0)?);
        let (Some(best), second) = (found.lines.first(), found.lines.get(1)) else { break };
        let opening = first.as_ref().and_then(|it| it.lines.first()).unwrap_or(best);
        if !is_clear(best, second) || is_mate(opening.score) && !is_mate(best.score) {
            break;
        }
        let Some(&m) = best.moves.first() else { break };
        // What cannot be missed is nothing to look for.
        forced = if second.is_none() { forced + 1 } else { 0 };
        first.get_or_insert_with(|| found.clone());
        solution.push(m);
        turns += 1;
        game.play_unchecked(m);
        if game.outcome().is_some() {
            break;
        }
        let reply = legal(game, evaluator.again(game, 0)?);
        let Some(&reply) = reply.lines.first().and_then(|line| line.moves.first()) else { break };
        solution.push(reply);
        game.play_unchecked(reply);
        if game.outcome().is_some() {
            break;
        }
    }
    let Some(first) = first else { return Ok(None) };
    let is_over = game.position().is_checkmate() && solution.len() % 2 == 1;
    // The solver has the last word, and none that was forced.
    let whole = 2 * turns - 1;
    let wanted = if is_over { whole } else { whole.saturating_sub(2 * forced) };
    solution.truncate(wanted);
    let mut lines = first.lines.into_iter();
    let (Some(best), second) = (lines.next(), lines.next()) else { return Ok(None) };
    // One move is a puzzle only if it mates, and a mate is to be played to its end.
    let is_whole = if is_mate(best.score) { is_over } else { solution.len() >= 3 };
    Ok(is_whole.then_some(Solved { solution, best, second }))
}

fn is_mate(score: EngineScore) -> bool {
    matches!(score, EngineScore::Mate(moves) if moves > 0)
}

/// True if the best move is clearly better than any other.
fn is_clear(best: &Line, second: Option<&Line>) -> bool {
    let Some(second) = second else { return true };
    match (best.score, second.score) {
        // Any mate will do where mate ends it.
        (EngineScore::Mate(1), _) => true,
        (EngineScore::Mate(moves), _) if moves > 0 => !is_mate(second.score),
        _ => {
            chances(best.score) - chances(second.score) >= MARGIN && chances(best.score) >= WINNING
        }
    }
}

fn chances(score: EngineScore) -> f64 {
    let white = erawan_board::Color::White;
    winning_chances(Score::from_engine(score, white).bounded(white))
}

impl<R: Playable> Found<R> {
    /// The puzzle as it is written to files, with what is known of its game.
    pub fn puzzle(&self, variant: Variant, tree: &GameTree<R>) -> Puzzle {
        let castling = CastlingNotation::of(variant);
        let write = |m: Move| uci::write::<R>(m, castling);
        let moves = std::iter::once(self.lead).chain(self.solution.iter().copied());
        let moves: Vec<String> = moves.map(write).collect();
        let fen = fen::write(&self.position);
        let tag = |name: &str| tree.tags().get(name).unwrap_or_default().to_owned();
        let url = [tag("GameUrl"), tag("Link"), tag("Site")];
        let named = (variant != Variant::Chess).then(|| variant.name());
        // Openings are told of what comes from one.
        let opening = Some(tag("Opening")).filter(|name| self.ply < 40 && !name.is_empty());
        let spelt = |name: String| name.replace([' ', ','], "_").replace([':', '\''], "");
        Puzzle {
            id: id_of(&fen, &moves),
            fen,
            moves,
            rating: self.rating,
            deviation: rating::DEVIATION,
            popularity: 0,
            plays: 0,
            themes: named.into_iter().chain(self.themes.iter().copied()).map(Into::into).collect(),
            url: url.into_iter().find(|url| url.contains("://")).unwrap_or_default(),
            openings: opening.map(spelt).into_iter().collect(),
        }
    }
}

/// A name that equal puzzles share.
fn id_of(fen: &str, moves: &[String]) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    let parts = std::iter::once(fen).chain(moves.iter().map(String::as_str));
    for byte in parts.flat_map(|part| part.bytes().chain([0xFF])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    let digit = |place: u32| char::from(DIGITS[(hash / 62u64.pow(place) % 62) as usize]);
    (0..8).map(digit).collect()
}
