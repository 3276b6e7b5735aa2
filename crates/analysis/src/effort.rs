//! How much a review searches.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use erawan_engine::Limits;

/// How much is searched for a review. For the same effort reviews are the
/// same, wherever they are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Effort {
    /// A few seconds for a game: blunders are found, finer things may not be.
    Quick,
    /// Some twenty seconds for a game on two cores.
    #[default]
    Standard,
    /// Minutes.
    Deep,
}

impl Effort {
    /// All of them, the least first.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Standard, Effort::Deep];

    /// The size of the table that goes with it, in mebibytes. Another size
    /// would make another review.
    pub const HASH: usize = 32;

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Standard => "standard",
            Effort::Deep => "deep",
        }
    }

    /// The searches of a review.
    pub fn plan(self) -> Plan {
        let (first, rounds, last): (u64, &[u64], u64) = match self {
            Effort::Quick => (15_000, &[30_000, 80_000], 160_000),
            Effort::Standard => (60_000, &[120_000, 300_000, 600_000], 1_800_000),
            Effort::Deep => (400_000, &[800_000, 2_000_000, 4_000_000], 8_000_000),
        };
        Plan {
            first: Limits::nodes(first),
            rounds: rounds.iter().map(|&nodes| Limits::nodes(nodes)).collect(),
            last: Limits::nodes(last),
            glance: Limits::nodes(first / 2),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no effort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEffort;

impl fmt::Display for UnknownEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the effort is quick, standard or deep")
    }
}

impl std::error::Error for UnknownEffort {}

impl FromStr for Effort {
    type Err = UnknownEffort;

    fn from_str(text: &str) -> Result<Effort, UnknownEffort> {
        Effort::ALL.into_iter().find(|effort| effort.name() == text).ok_or(UnknownEffort)
    }
}

/// The searches of a review.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// For every position.
    pub first: Limits,
    /// For moves that may be bad, one after the other, until the verdict is
    /// certain: this much for all moves, and as much again for the two that are
    /// compared.
    pub rounds: Vec<Limits>,
    /// For the two moves once more, before a verdict is told.
    pub last: Limits,
    /// For playing a line on to a quiet end.
    pub glance: Limits,
}

impl Plan {
    /// A plan made of what is wanted for each position.
    pub fn of(first: Limits) -> Plan {
        let rounds = [(3, 2), (4, 1), (8, 1)]
            .map(|(times, part)| Limits { multipv: 1, ..scaled(&first, times, part) });
        let [last, glance] = [(16, 1), (1, 2)]
            .map(|(times, part)| Limits { multipv: 1, ..scaled(&first, times, part) });
        Plan { first, rounds: rounds.to_vec(), last, glance }
    }
}

/// `times / part` of the effort. A ply more is about twice as much.
fn scaled(limits: &Limits, times: u32, part: u32) -> Limits {
    let plies = (times / part).checked_ilog2().unwrap_or(0);
    let nodes = |nodes: u64| (nodes / u64::from(part)).saturating_mul(u64::from(times)).max(1);
    let time = |time: Duration| (time / part).saturating_mul(times);
    Limits {
        depth: limits.depth.map(|depth| depth.saturating_add(plies)),
        nodes: limits.nodes.map(nodes),
        soft_nodes: limits.soft_nodes.map(nodes),
        movetime: limits.movetime.map(time),
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for effort in Effort::ALL {
            assert_eq!(effort.to_string().parse(), Ok(effort));
        }
        assert_eq!("hard".parse::<Effort>(), Err(UnknownEffort));
    }

    #[test]
    fn later_rounds_search_more() {
        let plans = Effort::ALL.map(Effort::plan).to_vec();
        let given = [Limits::nodes(1), Limits::nodes(1000), Limits::nodes(u64::MAX)];
        for plan in plans.into_iter().chain(given.map(Plan::of)) {
            let mut last = plan.first.nodes.unwrap();
            for round in plan.rounds.iter().chain([&plan.last]) {
                assert!(round.nodes.unwrap() >= last, "{plan:?}");
                last = round.nodes.unwrap();
            }
        }
        let depths: Vec<_> =
            Plan::of(Limits::depth(10)).rounds.iter().map(|round| round.depth).collect();
        assert_eq!(depths, [Some(10), Some(12), Some(13)]);
    }
}
