//! The motifs of a puzzle, by the names of public collections. They are those that a
//! review gives as the reason, had the second best move been played.

use erawan_board::{Game, Move, Position};
use erawan_engine::{Playable, Score as EngineScore};

use super::{Solved, chances};
use crate::phases::Phase;
use crate::reasons::{self, Case, Kind, Tactic};
use crate::score::Score;

/// Chances of a solver for whom the game is decided: six pawns.
const CRUSHING: f64 = 0.8;
/// Less is no sacrifice, in centipawns.
const SACRIFICED: i32 = 200;

pub(super) fn of<R: Playable>(whole: &Game<R>, ply: usize, solved: &Solved) -> Vec<&'static str> {
    let Some(start) = whole.positions().get(ply) else { return Vec::new() };
    let mut themes = Vec::new();
    match solved.best.score {
        EngineScore::Mate(_) => mates(start, &solved.solution, &mut themes),
        score => {
            themes.push(if chances(score) >= CRUSHING { "crushing" } else { "advantage" });
            themes.extend(motif(whole, ply, solved));
        }
    }
    if promotes(&solved.solution) && !themes.contains(&"promotion") {
        themes.push("promotion");
    }
    if sacrifices(start, &solved.solution) {
        themes.push("sacrifice");
    }
    themes.push(match solved.solution.len() {
        ..=1 => "oneMove",
        2 | 3 => "short",
        4 | 5 => "long",
        _ => "veryLong",
    });
    let phases = Phase::of_game(whole.positions());
    themes.push(phases.get(ply).map_or(Phase::Middlegame, |&phase| phase).name());
    themes
}

fn mates<R: Playable>(start: &Position<R>, solution: &[Move], themes: &mut Vec<&'static str>) {
    themes.push("mate");
    themes.push(match solution.len().div_ceil(2) {
        1 => "mateIn1",
        2 => "mateIn2",
        3 => "mateIn3",
        4 => "mateIn4",
        _ => "mateIn5",
    });
    let end = solution.iter().fold(*start, |position, &m| position.play_unchecked(m));
    if reasons::is_back_rank_mate(&end) {
        themes.push("backRankMate");
    }
}

/// Why the second best move would have been bad.
fn motif<R: Playable>(whole: &Game<R>, ply: usize, solved: &Solved) -> Option<&'static str> {
    let before = whole.positions().get(ply)?;
    let second = solved.second.as_ref()?;
    let (&played, reply) = second.moves.split_first()?;
    let turn = before.turn();
    let previous = whole
        .moves()
        .get(ply - 1)
        .and_then(|&m| whole.positions().get(ply - 1)?.is_capture(m).then_some(m.to()));
    // The line of the search goes on where the puzzle ends.
    let best = if solved.best.moves.starts_with(&solved.solution) {
        &solved.best.moves
    } else {
        &solved.solution
    };
    let case = Case {
        before,
        after: &before.play_unchecked(played),
        played,
        best,
        reply,
        score_before: Score::from_engine(solved.best.score, turn),
        score: Score::from_engine(second.score, turn),
        drawn: None,
        previous,
    };
    match reasons::explain(&case)?.kind {
        Kind::MissesPromotion => Some("promotion"),
        Kind::Misses(tactic) | Kind::Loses(tactic) => match tactic {
            Tactic::Fork => Some("fork"),
            Tactic::Pin => Some("pin"),
            Tactic::Skewer => Some("skewer"),
            Tactic::Discovery => Some("discoveredAttack"),
            Tactic::DoubleCheck => Some("doubleCheck"),
            Tactic::Guard => Some("capturingDefender"),
            Tactic::Overload => Some("overloading"),
            Tactic::Trap => Some("trappedPiece"),
            Tactic::Capture => Some("hangingPiece"),
            Tactic::Force => None,
        },
        _ => None,
    }
}

fn promotes(solution: &[Move]) -> bool {
    solution.iter().step_by(2).any(|m| m.is_promotion())
}

/// True if the solver has given something when the first moves have been answered.
fn sacrifices<R: Playable>(start: &Position<R>, solution: &[Move]) -> bool {
    let (solver, mut position) = (start.turn(), *start);
    let had = reasons::balance(start, solver);
    let mut gave = false;
    for (ply, &m) in solution.iter().enumerate() {
        position = position.play_unchecked(m);
        let is_answered = ply % 2 == 1;
        gave |= is_answered && had - reasons::balance(&position, solver) >= SACRIFICED;
    }
    gave
}
