//! Lines played out to a quiet end, where men can be counted.

use erawan_board::{Game, Move, MoveFilter, MoveList, Position};
use erawan_engine::see;
use erawan_engine::{Playable, Score};

use crate::evaluator::{EvaluationError, Evaluator, Line};
use crate::review::legal;

/// Less than this is no loss to speak of, in centipawns.
pub(crate) const NOTABLE: i32 = 80;
/// How many plies of a search's line are believed. What comes later it has
/// hardly looked at.
const BELIEVED: usize = 12;
/// Lines are shown at least this far, so that there is something to see.
const LEAST: usize = 4;
/// No line is longer.
const MOST: usize = 18;
/// Nor is one that ends with mate.
const MOST_TO_MATE: usize = 40;

/// What the side to move can win by the best capture, or 0.
pub(crate) fn best_capture<R: Playable>(position: &Position<R>) -> i32 {
    most(position, |m| position.is_capture(m))
}

/// What the best of some moves wins, or 0.
fn most<R: Playable>(position: &Position<R>, is_meant: impl Fn(Move) -> bool) -> i32 {
    let mut moves = MoveList::new();
    position.generate_into(MoveFilter::All, &mut moves);
    let meant = moves.iter().filter(|&&m| is_meant(m));
    meant.map(|&m| see::value(position, m)).max().unwrap_or(0).max(0)
}

/// True if neither side can win something by taking or promoting, and nobody is
/// in check.
pub(crate) fn is_quiet<R: Playable>(position: &Position<R>) -> bool {
    let gain =
        |position: &Position<R>| most(position, |m| position.is_capture(m) || m.is_promotion());
    !position.in_check() && gain(position) < NOTABLE && gain(&position.play_null()) < NOTABLE
}

/// Cuts a line where it is no longer believed and plays it on until nothing
/// hangs, or until the mate is on the board. Returns the nodes it took.
pub(crate) fn play_out<R: Playable, E: Evaluator<R>>(
    start: &Game<R>,
    line: &mut Line,
    evaluator: &mut E,
) -> Result<u64, EvaluationError> {
    let mates = matches!(line.score, Score::Mate(_));
    let (believed, most) = if mates { (MOST_TO_MATE, MOST_TO_MATE) } else { (BELIEVED, MOST) };
    let mut game = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    let mut ahead = line.moves.iter().copied().take(believed).collect::<Vec<_>>().into_iter();
    let mut nodes = 0;
    while moves.len() < most {
        if let Some(m) = ahead.next().filter(|&m| game.position().is_legal(m)) {
            game.play_unchecked(m);
            moves.push(m);
            continue;
        }
        let position = game.position();
        let may_end = !mates && moves.len() >= LEAST && is_quiet(position);
        if !position.has_legal_moves() || may_end {
            break;
        }
        let Some(found) = evaluator.glance(&game)? else { break };
        nodes += found.nodes;
        // A move that cannot be played would be asked for again without end.
        let Some(next) = legal(&game, found).lines.into_iter().next() else { break };
        // A mate that is not found again is not played to its end.
        if mates && !matches!(next.score, Score::Mate(_)) {
            break;
        }
        let step = if mates { MOST_TO_MATE } else { 2 };
        let steps: Vec<Move> = next.moves.into_iter().take(step).collect();
        if steps.is_empty() {
            break;
        }
        ahead = steps.into_iter();
    }
    line.moves = moves;
    if !mates {
        cut_back(start, line);
    }
    Ok(nodes)
}

/// Cuts a line that ends in the midst of an exchange where it was quiet last,
/// unless that was before the answer to its first move.
fn cut_back<R: Playable>(start: &Game<R>, line: &mut Line) {
    let mut position = *start.position();
    let mut quiet = None;
    for (index, &m) in line.moves.iter().enumerate() {
        position = position.play_unchecked(m);
        let is_over = !position.has_legal_moves();
        if index > 0 && (is_over || is_quiet(&position)) {
            quiet = Some(index + 1);
        }
    }
    if let Some(length) = quiet {
        line.moves.truncate(length);
    }
}
