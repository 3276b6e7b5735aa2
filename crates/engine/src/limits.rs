//! How long to think.

use std::time::Duration;

use erawan_board::Move;

/// What ends a search. Everything is optional; with nothing set a search runs
/// until it is stopped.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// Search no deeper.
    pub depth: Option<u32>,
    /// Search about this many nodes and no more, all threads together.
    pub nodes: Option<u64>,
    /// Begin no new iteration after this many nodes. With [`nodes`](Limits::nodes)
    /// as the greater limit, most searches end with an iteration completed.
    pub soft_nodes: Option<u64>,
    /// Think exactly this long.
    pub movetime: Option<Duration>,
    /// Look for a mate in this many moves. The search ends when one is found, and
    /// also when it is certain that there is none: now and then all moves are
    /// tried in earnest, with an effort that grows with that of the search. So
    /// questions for two or three moves always get an answer; for more, set
    /// another limit too or be ready to stop the search.
    ///
    /// ```
    /// use erawan_board::{Chess, Game};
    /// use erawan_engine::{Engine, Limits, Score};
    /// let mut engine = Engine::new(1).unwrap();
    /// let limits = Limits { mate: Some(2), ..Limits::default() };
    /// let found = engine.search(&Game::<Chess>::new(), &limits, |_| ());
    /// assert!(matches!(found.score, Score::Centipawns(_)), "no mate in two from the start");
    /// ```
    pub mate: Option<u32>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Consider only these moves, if any are given.
    pub searchmoves: Vec<Move>,
    /// Report this many lines; 0 counts as 1.
    pub multipv: usize,
    /// Do not stop by the clock until told that the expected move was played.
    pub ponder: bool,
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left; zero if it has run out.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// Search to a depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Search `nodes` nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Begin no new iteration after `soft` nodes, and break off after `hard`.
    ///
    /// ```
    /// use erawan_board::{Chess, Game};
    /// use erawan_engine::{Engine, Limits};
    /// let mut engine = Engine::new(1).unwrap();
    /// let limits = Limits::soft_nodes(500, 4000);
    /// let found = engine.search(&Game::<Chess>::new(), &limits, |_| ());
    /// assert!((500..=4000).contains(&found.nodes));
    /// ```
    pub fn soft_nodes(soft: u64, hard: u64) -> Limits {
        Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() }
    }

    /// Think so long.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }
}
