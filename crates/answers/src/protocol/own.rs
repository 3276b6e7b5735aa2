//! Own games in the explorer: what the page is told beside the moves.

use serde::Serialize;

use super::{ExploredReply, NamedMove};

/// How games ended for whoever keeps them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingReply {
    /// Games, those without a result among them.
    pub games: u64,
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

#[cfg(feature = "database")]
impl From<erawan_database::Standing> for StandingReply {
    fn from(standing: erawan_database::Standing) -> StandingReply {
        let erawan_database::Standing { games, won, drawn, lost } = standing;
        StandingReply { games, won, drawn, lost }
    }
}

/// A move of one's own in the position that reviews found bad.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgedMove {
    /// The move.
    pub played: NamedMove,
    /// How often reviews found it an inaccuracy, a mistake and a blunder.
    pub lapses: (u64, u64, u64),
    /// The winning chances that it cost on average, from 0 to 1.
    pub cost: f64,
    /// How the games ended in which it was found bad.
    pub standing: StandingReply,
    /// The better move, as the review of the last of these games has it.
    pub better: Option<NamedMove>,
}

/// What own games have to say about a position.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnExploredReply {
    /// What was played, by both sides.
    pub explored: ExploredReply,
    /// The documents of its games, in the same order.
    pub documents: Vec<Option<String>>,
    /// How the games ended for oneself, where one's side is known.
    pub standing: StandingReply,
    /// How many of one's own moves in the position reviews have looked at.
    pub reviewed: u64,
    /// Those that were found bad, the most costly in all first.
    pub judged: Vec<JudgedMove>,
}
