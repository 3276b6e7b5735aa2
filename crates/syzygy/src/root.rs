//! Ranking the moves of the position on the board.

use erawan_board::{Chess, Move, Position, Role};

use super::error::ProbeError;
use super::{Tables, Wdl};

/// What the result depends on besides the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootRules {
    /// A position has occurred twice since the last capture or pawn move: the
    /// winning side has been going round in circles and must make headway.
    pub repeated: bool,
    /// The fifty-move rule is in force.
    pub fifty_moves: bool,
}

impl Default for RootRules {
    fn default() -> RootRules {
        RootRules { repeated: false, fifty_moves: true }
    }
}

/// A move and what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// The result for the side that makes it, with the halfmove clock as it
    /// stands: a cursed win is one that comes too late.
    pub wdl: Wdl,
    /// The distance to the next capture or pawn move in plies, this move
    /// included, as [`Tables::probe_dtz`] counts it. None where the tables of
    /// distances are missing.
    pub dtz: Option<i32>,
    /// Moves of equal rank keep the result equally well, so that a search may
    /// choose among them; more is better.
    pub rank: i32,
}

/// The moves of a position, best first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RootMoves {
    /// All legal moves by rank, then by distance.
    pub moves: Vec<RootMove>,
    /// False if some distances were missing: the moves are ranked by result
    /// alone then, and a win may be slow to come.
    pub by_distance: bool,
}

impl RootMoves {
    /// The moves that share the highest rank.
    pub fn best(&self) -> impl Iterator<Item = &RootMove> {
        let rank = self.moves.first().map(|first| first.rank);
        self.moves.iter().take_while(move |m| Some(m.rank) == rank)
    }
}

// Ranks: certain results are 2000 from a draw, those the fifty-move rule
// spoils between 100 and 1000.
const CERTAIN: i32 = 2000;
const SPOILT: i32 = 1000;
const FARTHEST: i32 = 900;

impl Tables {
    /// Ranks all legal moves. Needs the tables of results, and those of
    /// distances for moves that make headway.
    ///
    /// Repetitions are not seen here: a move that allows a third one is for
    /// the caller to leave out.
    pub fn root_moves(
        &self,
        position: &Position<Chess>,
        rules: RootRules,
    ) -> Result<RootMoves, ProbeError> {
        // Asked first, so that too many men are reported as such.
        self.probe_wdl(position)?;
        let legal = position.legal_moves();
        let distances: Result<Vec<i32>, ProbeError> =
            legal.iter().map(|&m| self.distance_after(position, m, true)).collect();
        let (mut moves, by_distance) = match distances {
            Ok(distances) => {
                let rank = |(&m, dtz)| ranked_by_distance(position, m, dtz, rules);
                (legal.iter().zip(distances).map(rank).collect::<Vec<_>>(), true)
            }
            Err(_) => {
                let rank = |&m| {
                    let wdl = -self.probe_wdl(&position.play_unchecked(m))?;
                    Ok(ranked_by_result(m, wdl, rules))
                };
                (legal.iter().map(rank).collect::<Result<Vec<_>, ProbeError>>()?, false)
            }
        };
        // Among equals the shortest win and the longest loss come first; the
        // sort is stable.
        moves.sort_by_key(|m| (-m.rank, m.dtz.unwrap_or(0)));
        Ok(RootMoves { moves, by_distance })
    }
}

fn ranked_by_distance(position: &Position<Chess>, m: Move, dtz: i32, rules: RootRules) -> RootMove {
    let after = position.play_unchecked(m);
    // A capture or pawn move starts the clock anew.
    let zeroing = position.is_capture(m) || m.role() == Role::Pawn;
    let clock = if zeroing { 0 } else { i32::from(position.halfmove_clock()) };
    let claimed = rules.fifty_moves && after.halfmove_clock() >= 100 && !mates(&after);
    let (wdl, rank) = if dtz == 0 || claimed {
        (Wdl::Draw, 0)
    } else if !rules.fifty_moves {
        if dtz > 0 { (Wdl::Win, CERTAIN) } else { (Wdl::Loss, -CERTAIN) }
    } else {
        let end = dtz.abs() + clock;
        match (dtz > 0, mates(&after), rules.repeated) {
            (true, true, _) => (Wdl::Win, CERTAIN),
            // Distances may be one ply too short.
            (true, _, false) if end <= 99 => (Wdl::Win, CERTAIN),
            (true, _, true) if end <= 99 => (Wdl::Win, CERTAIN - dtz),
            (true, ..) => (Wdl::CursedWin, SPOILT - end.min(FARTHEST)),
            // Far from the end the side that wins still has to find its way;
            // near to it the longest road is the best hope.
            (false, ..) if 2 * -dtz + clock < 100 => (Wdl::Loss, -CERTAIN),
            (false, ..) if end <= 100 => (Wdl::Loss, -CERTAIN + end),
            (false, ..) => (Wdl::BlessedLoss, -SPOILT + end.min(FARTHEST)),
        }
    };
    RootMove { m, wdl, dtz: Some(dtz), rank }
}

fn mates(after: &Position<Chess>) -> bool {
    after.is_checkmate()
}

fn ranked_by_result(m: Move, wdl: Wdl, rules: RootRules) -> RootMove {
    let wdl = if rules.fifty_moves { wdl } else { wdl.without_fifty_moves() };
    let rank = match wdl {
        Wdl::Win => CERTAIN,
        Wdl::CursedWin => SPOILT / 2,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -SPOILT / 2,
        Wdl::Loss => -CERTAIN,
    };
    RootMove { m, wdl, dtz: None, rank }
}
