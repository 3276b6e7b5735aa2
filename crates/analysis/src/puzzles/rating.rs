//! A first estimate of how hard a puzzle is. Solving adjusts it later.

use erawan_board::{Move, Position};
use erawan_engine::Playable;

/// How uncertain the estimate is.
pub(super) const DEVIATION: f64 = 250.0;
/// A puzzle of one obvious move.
const BASE: f64 = 800.0;
/// For each further move of the solver.
const TURN: f64 = 230.0;
/// For each move that neither takes nor checks nor promotes: people see those last.
const QUIET: f64 = 180.0;
/// For giving something away first.
const SACRIFICE: f64 = 150.0;

/// Longer solutions, quiet moves and sacrifices are hard.
pub(super) fn estimate<R: Playable>(
    start: &Position<R>,
    solution: &[Move],
    themes: &[&'static str],
) -> f64 {
    let mut position = *start;
    let (mut turns, mut quiet) = (0.0, 0.0);
    for (ply, &m) in solution.iter().enumerate() {
        let after = position.play_unchecked(m);
        if ply % 2 == 0 {
            let is_loud = position.is_capture(m) || m.is_promotion() || after.in_check();
            turns += 1.0;
            quiet += f64::from(u8::from(!is_loud));
        }
        position = after;
    }
    let sacrifice = f64::from(u8::from(themes.contains(&"sacrifice")));
    (BASE + TURN * (turns - 1.0) + QUIET * quiet + SACRIFICE * sacrifice).min(2600.0)
}
