//! Puzzles as a benchmark: every move of the solver must be found.

use erawan_board::{Game, Move, Rules};
use erawan_engine::{Engine, Limits, Playable};
use erawan_notation::puzzle::{Puzzle, PuzzleError};

/// A puzzle to be solved.
///
/// ```
/// use erawan_analysis::suite::PuzzleTask;
/// use erawan_board::Chess;
/// use erawan_engine::{Engine, Limits};
/// use erawan_notation::puzzle::Puzzle;
///
/// let line = "1,6k1/5ppp/8/8/7p/8/5PPP/3R2K1 b - - 0 1,h4h3 d1d8,600,80,0,0,mateIn1,,";
/// let puzzle = Puzzle::read(line).unwrap().unwrap();
/// let task = PuzzleTask::<Chess>::new(&puzzle).unwrap();
/// let tried = task.solve(&mut Engine::new(1).unwrap(), &Limits::nodes(1000));
/// assert!(tried.solved && tried.found == 1);
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleTask<R: Rules> {
    /// The game as the solver gets it: the opponent's first move is made.
    game: Game<R>,
    /// The moves of the solver and the answers to them.
    solution: Vec<Move>,
}

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// True if all moves were found.
    pub solved: bool,
    /// How many of them were.
    pub found: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// The move that was played instead of one that was not found.
    pub instead: Option<Move>,
}

impl<R: Playable> PuzzleTask<R> {
    /// The task of a puzzle, if its moves can be made.
    pub fn new(puzzle: &Puzzle) -> Result<PuzzleTask<R>, PuzzleError> {
        let (start, moves) = puzzle.play::<R>()?;
        let mut game = Game::from_position(start);
        let (lead, solution) = moves.split_at(moves.len().min(1));
        lead.iter().for_each(|&m| game.play_unchecked(m));
        let solution = solution.to_vec();
        Ok(PuzzleTask { game, solution })
    }

    /// Lets an engine that knows nothing yet look for the moves of the solver. Any
    /// mate is as good as the one that is given.
    pub fn solve(&self, engine: &mut Engine, limits: &Limits) -> Tried {
        engine.clear();
        let mut game = self.game.clone();
        let mut tried = Tried::default();
        for pair in self.solution.chunks(2) {
            let Some(&wanted) = pair.first() else { break };
            let best = engine.search(&game, limits, |_| ());
            tried.nodes += best.nodes;
            let is_mate = |m: Move| game.position().play_unchecked(m).is_checkmate();
            match best.best {
                Some(m) if m == wanted => tried.found += 1,
                Some(m) if is_mate(m) => {
                    tried.found += 1;
                    tried.solved = true;
                    return tried;
                }
                other => {
                    tried.instead = other;
                    return tried;
                }
            }
            game.play_unchecked(wanted);
            if let Some(&answer) = pair.get(1) {
                game.play_unchecked(answer);
            }
        }
        tried.solved = true;
        tried
    }
}

/// The rating with which so many puzzles would be solved as were, by Elo's formula.
/// None if all or none were solved, for no rating is high or low enough then.
///
/// ```
/// use erawan_analysis::suite::performance;
/// let even = performance(&[(1500.0, true), (1500.0, false)]).unwrap();
/// assert!((even - 1500.0).abs() < 0.5);
/// assert_eq!(performance(&[(1500.0, true)]), None);
/// ```
pub fn performance(tries: &[(f64, bool)]) -> Option<f64> {
    let solved = tries.iter().filter(|(_, solved)| *solved).count() as f64;
    if solved == 0.0 || solved == tries.len() as f64 {
        return None;
    }
    let expected = |rating: f64| -> f64 {
        tries.iter().map(|(other, _)| 1.0 / (1.0 + 10f64.powf((other - rating) / 400.0))).sum()
    };
    let (mut low, mut high) = (-4000.0, 8000.0);
    while high - low > 0.1 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < solved { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}
