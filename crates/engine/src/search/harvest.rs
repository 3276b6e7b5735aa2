//! Positions from inside a search, as labelled data (TreeStrap: Veness,
//! Silver, Uther and Blair, 2009).

use erawan_board::{Move, Position};

use super::Worker;
use crate::eval::Evaluator;
use crate::games::Playable;
use crate::score::{self, Value};
use crate::tt::Bound;

/// A quiet position a search has found an exact score for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harvested {
    /// The moves from the root to the position.
    pub path: Vec<Move>,
    /// The best move there.
    pub best: Move,
    /// The score for the side to move, as the search reckons.
    pub score: i32,
    /// How deep it was searched.
    pub depth: u32,
    key: u64,
}

/// Shallower searches say too little.
const LEAST_DEPTH: i32 = 3;

impl<R: Playable, E: Evaluator<R>> Worker<R, E> {
    /// Keeps a node if positions are wanted and it is a good one. Of several
    /// searches of a position the last stays, which is the deepest.
    #[inline(always)]
    pub(super) fn harvest(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        bound: Bound,
        best: Option<Move>,
        value: Value,
    ) {
        if !self.harvesting || bound != Bound::Exact || depth < LEAST_DEPTH || ply == 0 {
            return;
        }
        let Some(best) = best else { return };
        let noisy = position.is_capture(best) || best.is_promotion();
        if noisy || position.in_check() || score::is_decisive(value) {
            return;
        }
        let path: Option<Vec<Move>> = (0..ply).map(|above| self.frame(above).current).collect();
        let Some(path) = path else { return };
        let key = position.key();
        self.harvested.retain(|earlier| earlier.key != key);
        self.harvested.push(Harvested { path, best, score: value, depth: depth as u32, key });
    }
}
