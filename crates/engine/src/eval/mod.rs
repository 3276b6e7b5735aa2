//! What a position is worth, before any search.
//!
//! [`HandWritten`] adds up what players know: material, where pieces stand and
//! how freely they move, pawns, kings, threats. Every number has a value for
//! the middle game and one for the end game ([`Pair`]); all numbers of a game
//! are in one row ([`Parameters`]) that a tuner can walk along, and [`trace`]
//! tells how a score came about. What is known of endings then says how much
//! of an advantage counts.
//!
//! [`NetworkEvaluator`] asks a trained network instead, and the rules above only
//! where they know more than it can see.

pub(crate) mod chess_values;
mod count;
mod endgame;
mod king;
pub(crate) mod makruk_values;
mod mating;
mod network;
mod pair;
mod parameters;
mod side;
mod terms;
mod trace;

pub use endgame::Endings;
pub use mating::{Chasers, MatingMaterial};
pub use network::NetworkEvaluator;
pub use pair::Pair;
pub use parameters::{COUNT, Parameters, Term};
pub use terms::TermFacts;
pub use trace::{Conclusion, Sink, Trace, TraceLine};

use erawan_board::{Color, Move, Position, Role};

use endgame::Verdict;
use terms::Evaluation;

use crate::games::{Description, Playable};

/// No evaluation is beyond this, in either direction.
pub const LIMIT: i32 = 20_000;

/// From here on, in either direction, a score is less an estimate than a hint
/// how to go on: the mate of a bare king is worth more. A search had better
/// leave it as it is, or the hint drowns.
pub const AS_GOOD_AS_WON: i32 = 3_500;

/// Anything that can put a number to a position.
///
/// A search calls [`push`](Evaluator::push) for every move it plays and
/// [`pop`](Evaluator::pop) for every one it takes back, so that an evaluator
/// that keeps something up to date (a network's first layer) can do so. One
/// that looks at each position afresh leaves them alone. Passing the turn
/// changes no piece and is not pushed.
///
/// ```
/// use erawan_board::{Chess, Makruk, Position};
/// use erawan_engine::eval::{Evaluator, HandWritten};
/// assert!(HandWritten.evaluate(&Position::<Chess>::startpos()) > 0);
/// assert!(HandWritten.evaluate(&Position::<Makruk>::startpos()) > 0);
/// ```
pub trait Evaluator<R: Playable> {
    /// The worth of the position for the side to move in centipawns, within
    /// ±[`LIMIT`].
    fn evaluate(&mut self, position: &Position<R>) -> i32;

    /// The search is about to play `m` in the position `before`.
    fn push(&mut self, before: &Position<R>, m: Move) {
        let _ = (before, m);
    }

    /// The search takes the last move pushed back.
    fn pop(&mut self) {}
}

/// The evaluation by hand-written rules, for every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandWritten;

impl<R: Playable> Evaluator<R> for HandWritten {
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let white = evaluate_with(Parameters::of::<R>(), position, &mut ());
        match position.turn() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}

/// The score for White with its parts by name and side.
pub fn trace<R: Playable>(position: &Position<R>) -> (i32, Trace) {
    let mut trace = Trace::new();
    let white = evaluate_with(Parameters::of::<R>(), position, &mut trace);
    (white, trace)
}

/// The score for White with any numbers, telling `sink` of every part.
#[inline]
pub fn evaluate_with<R: Playable, S: Sink>(
    parameters: &Parameters,
    position: &Position<R>,
    sink: &mut S,
) -> i32 {
    let sum = Evaluation::new(position, parameters, sink).sum();
    let phase = phase(position);
    let (mg, eg) = (sum.mg(), sum.eg());
    let strong = match (eg, mg) {
        (1.., _) | (0, 1..) => Color::White,
        (..=-1, _) | (0, ..=-1) => Color::Black,
        (0, 0) => position.turn(),
    };
    let sign = if strong == Color::White { 1 } else { -1 };
    let verdict = R::DESCRIPTION.endings.verdict(position, strong, eg.abs());
    let (mg_scale, eg_scale) = match verdict {
        Verdict::EndGame(scale) => (endgame::FULL, scale),
        Verdict::Lead(scale) => (scale, scale),
        Verdict::Known(_) => (endgame::FULL, endgame::FULL),
    };
    let white = match verdict {
        Verdict::Known(score) => sign * score,
        _ => {
            let (mg, eg) = (mg * mg_scale / endgame::FULL, eg * eg_scale / endgame::FULL);
            let full = Conclusion::FULL_PHASE;
            (mg * phase + eg * (full - phase)) / full
        }
    };
    let known_ending = matches!(verdict, Verdict::Known(_));
    let white = white.clamp(-LIMIT, LIMIT);
    sink.conclude(Conclusion { sum, phase, scale: eg_scale, mg_scale, known_ending, white });
    white
}

/// How much of the middle game is left, by the pieces on the board.
#[inline(always)]
fn phase<R: Playable>(position: &Position<R>) -> i32 {
    let &Description { phase: weights, full_phase: all, .. } = R::DESCRIPTION;
    let pieces: i32 = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| weights[role.index()] * position.by_role(role).len() as i32)
        .sum();
    pieces.min(all) * Conclusion::FULL_PHASE / all
}
