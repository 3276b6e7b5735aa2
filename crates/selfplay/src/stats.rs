//! Counting what is in a file of games.

use erawan_board::{Rules, with_rules};

use crate::chunk::Chunk;
use crate::error::GameFault;
use crate::game::{GameRecord, Reason};
use crate::position::{Filter, PositionRecord};
use crate::replay::positions;

/// What there is in some games.
#[derive(Clone, PartialEq, Debug)]
pub struct Stats {
    /// The number of games.
    pub games: u64,
    /// The games by result: won by Black, drawn, won by White.
    pub results: [u64; 3],
    /// The games by reason, in the order of [`Reason::ALL`].
    pub reasons: [u64; Reason::ALL.len()],
    /// The number of positions.
    pub positions: u64,
    /// The positions by result for the side to move: loss, draw, win.
    pub labels: [u64; 3],
    /// The positions by their number of men.
    pub men: [u64; 33],
    /// The positions dropped by each reason, in the order of [`Filter::ALL`].
    pub dropped: [u64; Filter::ALL.len()],
    /// The positions nothing speaks against.
    pub survivors: u64,
    sums: Sums,
}

/// The sums a correlation is made of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            games: 0,
            results: [0; 3],
            reasons: [0; Reason::ALL.len()],
            positions: 0,
            labels: [0; 3],
            men: [0; 33],
            dropped: [0; Filter::ALL.len()],
            survivors: 0,
            sums: Sums::default(),
        }
    }
}

impl Stats {
    /// Adds the games of a chunk; stops at one that cannot be read or played.
    pub fn add_chunk(&mut self, chunk: &Chunk) -> Result<(), GameFault> {
        for game in chunk.games() {
            let game = game?;
            with_rules!(chunk.settings.openings.rules(), R => self.add_game::<R>(&game))?;
        }
        Ok(())
    }

    /// Adds a game.
    pub fn add_game<R: Rules>(&mut self, game: &GameRecord) -> Result<(), GameFault> {
        positions::<R>(game, |record| self.add_position(&record))?;
        self.games += 1;
        self.results[game.result as usize] += 1;
        self.reasons[game.reason as usize] += 1;
        Ok(())
    }

    fn add_position(&mut self, record: &PositionRecord) {
        self.positions += 1;
        self.labels[usize::from(record.result().min(2))] += 1;
        self.men[record.men().min(32) as usize] += 1;
        match Filter::of(record) {
            Some(reason) => self.dropped[reason as usize] += 1,
            None => self.survivors += 1,
        }
        let x = 1.0 / (1.0 + (-f64::from(record.score()) / 400.0).exp());
        let y = f64::from(record.result()) / 2.0;
        let sums = &mut self.sums;
        sums.x += x;
        sums.y += y;
        sums.xx += x * x;
        sums.yy += y * y;
        sums.xy += x * y;
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, other: &Stats) {
        fn add(to: &mut [u64], from: &[u64]) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
        self.games += other.games;
        add(&mut self.results, &other.results);
        add(&mut self.reasons, &other.reasons);
        self.positions += other.positions;
        add(&mut self.labels, &other.labels);
        add(&mut self.men, &other.men);
        add(&mut self.dropped, &other.dropped);
        self.survivors += other.survivors;
        let (sums, more) = (&mut self.sums, &other.sums);
        sums.x += more.x;
        sums.y += more.y;
        sums.xx += more.xx;
        sums.yy += more.yy;
        sums.xy += more.xy;
    }

    /// The correlation of scores (as expected results) and results, or nothing
    /// if all scores or all results are the same. A value below a half means
    /// that something is wrong with the labels.
    pub fn correlation(&self) -> Option<f64> {
        let n = self.positions as f64;
        let Sums { x, y, xx, yy, xy } = self.sums;
        let (varies_x, varies_y) = (n * xx - x * x, n * yy - y * y);
        (varies_x > 1e-9 && varies_y > 1e-9)
            .then(|| (n * xy - x * y) / (varies_x * varies_y).sqrt())
    }

    /// Positions a game, on average.
    pub fn average_length(&self) -> f64 {
        self.positions as f64 / self.games.max(1) as f64
    }
}
