//! How strong a solver is and how hard a puzzle: Glicko, as Mark Glickman has
//! published it, with one game a period. Solving is winning against the puzzle.

use serde::Serialize;

/// A rating with its deviation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
}

impl Rating {
    /// That of whom nothing is known.
    pub const UNKNOWN: Rating = Rating { rating: 1500.0, deviation: 350.0 };
    /// No rating is more certain: people change.
    const LEAST_DEVIATION: f64 = 45.0;

    /// After a game that was won or lost.
    #[must_use]
    pub fn after(self, other: Rating, won: bool) -> Rating {
        let q = std::f64::consts::LN_10 / 400.0;
        let weight =
            1.0 / (1.0 + 3.0 * (q * other.deviation / std::f64::consts::PI).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + 10f64.powf(-weight * (self.rating - other.rating) / 400.0));
        let told = (q * weight).powi(2) * expected * (1.0 - expected);
        let precision = 1.0 / self.deviation.powi(2) + told;
        let surprise = f64::from(u8::from(won)) - expected;
        Rating {
            rating: (self.rating + q / precision * weight * surprise).clamp(400.0, 3200.0),
            deviation: (1.0 / precision.sqrt()).max(Self::LEAST_DEVIATION),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Glickman's own example has three games in a period: 1464 with a deviation of
    /// 151.4 comes of all at once. One after the other they end near that.
    #[test]
    fn it_is_near_the_published_example() {
        let mut player = Rating { rating: 1500.0, deviation: 200.0 };
        for (rating, deviation, won) in
            [(1400.0, 30.0, true), (1550.0, 100.0, false), (1700.0, 300.0, false)]
        {
            player = player.after(Rating { rating, deviation }, won);
        }
        assert!((player.rating - 1464.0).abs() < 6.0, "{player:?}");
        assert!((player.deviation - 151.4).abs() < 2.0, "{player:?}");
    }

    /// The first of the three alone, reckoned by hand from the published formulas.
    #[test]
    fn one_game() {
        let player = Rating { rating: 1500.0, deviation: 200.0 };
        let after = player.after(Rating { rating: 1400.0, deviation: 30.0 }, true);
        assert!((after.rating - 1563.43).abs() < 0.1, "{after:?}");
        assert!((after.deviation - 175.2).abs() < 0.1, "{after:?}");
    }

    #[test]
    fn what_is_certain_hardly_moves() {
        let puzzle = Rating { rating: 1900.0, deviation: 75.0 };
        let after = puzzle.after(Rating::UNKNOWN, false);
        assert!(after.rating < 1900.0 && after.rating > 1880.0, "{after:?}");
        let mut known = puzzle;
        for _ in 0..500 {
            known = known.after(Rating { rating: 1900.0, deviation: 60.0 }, true);
        }
        assert!(known.deviation >= 45.0 && known.rating <= 3200.0);
    }
}
