//! Who has how many points.

use std::collections::{BTreeMap, HashMap};

use erawan_notation::pgn::GameResult;

use crate::schedule::{Pairing, Schedule};
use crate::statistics::{Points, Score};

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    /// For each meeting, the score of the player named first.
    scores: Vec<Score>,
    /// Games whose other half has not been played, by pair.
    halves: HashMap<usize, Points>,
    /// What players did wrong, by player and kind.
    faults: BTreeMap<(usize, &'static str), u64>,
    /// White's score.
    white: Score,
    players: usize,
}

impl Standings {
    pub(crate) fn new(schedule: &Schedule, players: usize) -> Self {
        Self {
            scores: vec![Score::default(); schedule.meetings().len()],
            schedule: schedule.clone(),
            halves: HashMap::new(),
            faults: BTreeMap::new(),
            white: Score::default(),
            players,
        }
    }

    pub(crate) fn add(&mut self, pairing: &Pairing, result: GameResult) {
        let white = match result {
            GameResult::WhiteWins => Points::Win,
            GameResult::BlackWins => Points::Loss,
            GameResult::Draw => Points::Draw,
            GameResult::Unknown => return,
        };
        self.white.add_game(white);
        let points = if pairing.is_return() { white.flip() } else { white };
        let meeting = self.schedule.meeting_of(pairing.number);
        let Some(score) = meeting.and_then(|meeting| self.scores.get_mut(meeting)) else { return };
        score.add_game(points);
        match self.halves.remove(&pairing.pair()) {
            Some(other) => score.add_pair(points, other),
            None => {
                self.halves.insert(pairing.pair(), points);
            }
        }
    }

    pub(crate) fn add_fault(&mut self, player: usize, kind: &'static str) {
        *self.faults.entry((player, kind)).or_default() += 1;
    }

    /// The score of the first player of a meeting against the second.
    #[must_use]
    pub fn meeting(&self, meeting: usize) -> Score {
        self.scores.get(meeting).copied().unwrap_or_default()
    }

    /// Who meets whom, in the order of [`meeting`](Self::meeting).
    #[must_use]
    pub fn meetings(&self) -> &[(usize, usize)] {
        self.schedule.meetings()
    }

    /// The score of a player against all others.
    #[must_use]
    pub fn player(&self, player: usize) -> Score {
        let mut total = Score::default();
        for (&(a, b), score) in self.meetings().iter().zip(&self.scores) {
            if a == player {
                total += *score;
            } else if b == player {
                total += score.flip();
            }
        }
        total
    }

    /// The players, those with the larger share of points first.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let share = |player: usize| {
            let score = self.player(player);
            if score.games() == 0 { 0.5 } else { score.points() / score.games() as f64 }
        };
        let mut ranking: Vec<usize> = (0..self.players).collect();
        ranking.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        ranking
    }

    /// White's score.
    #[must_use]
    pub fn white(&self) -> Score {
        self.white
    }

    /// How many games have been played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white.games()
    }

    /// How many games there will be.
    #[must_use]
    pub fn total(&self) -> usize {
        self.schedule.len()
    }

    /// What players did wrong, faults that cost games and warnings that did not:
    /// the player, the kind, how often.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &'static str, u64)> {
        self.faults.iter().map(|(&(player, kind), &count)| (player, kind, count))
    }
}
