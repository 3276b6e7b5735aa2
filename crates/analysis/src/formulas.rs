//! The formulas that Lichess has published: chances to win, and how accurate
//! moves and games were. Players know these numbers, so they are kept exactly.

use erawan_board::Color;

/// Scores beyond this many centipawns, and mates, count as this many.
pub const BOUND: i32 = 1000;

/// What a score is worth on a scale from -1, surely lost, to 1, surely won.
///
/// ```
/// use erawan_analysis::formulas::winning_chances;
/// assert_eq!(winning_chances(0), 0.0);
/// assert_eq!(winning_chances(5000), winning_chances(1000));
/// ```
pub fn winning_chances(centipawns: i32) -> f64 {
    let centipawns = f64::from(centipawns.clamp(-BOUND, BOUND));
    (2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0).clamp(-1.0, 1.0)
}

/// The chance to win with a score, from 0 to 100.
pub fn win_percent(centipawns: i32) -> f64 {
    50.0 + 50.0 * winning_chances(centipawns)
}

/// How accurate a move was, from 0 to 100, by the chances to win before and
/// after it, both as the player sees them.
///
/// ```
/// use erawan_analysis::formulas::move_accuracy;
/// assert_eq!(move_accuracy(50.0, 60.0), 100.0);
/// assert!(move_accuracy(60.0, 50.0) < 70.0);
/// ```
pub fn move_accuracy(win_before: f64, win_after: f64) -> f64 {
    if win_after >= win_before {
        return 100.0;
    }
    let lost = win_before - win_after;
    let raw =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 3.166_924_740_191_411;
    // The last point makes up for analysis that is not perfect either.
    (raw + 1.0).clamp(0.0, 100.0)
}

/// How accurately each side played, White first; none for one that did not
/// move.
///
/// `white_win` has White's chances to win, from 0 to 100, in every position of
/// the game, the first included; `first` is the side that moved first.
///
/// Moves made when much was at stake weigh more: the weight is how much the
/// chances moved about around it. Half of the accuracy is the mean with these
/// weights; the other half is the harmonic mean, which a blunder pulls down.
pub fn game_accuracy(white_win: &[f64], first: Color) -> [Option<f64>; 2] {
    let [whole] = part_accuracy(white_win, first, |_| 0);
    whole
}

/// The same for parts of a game. `part` says which one a move belongs to, by
/// its ply from 0. Weights are those of the whole game.
///
/// ```
/// use erawan_analysis::formulas::part_accuracy;
/// use erawan_board::Color;
/// let [opening, rest] = part_accuracy(&[50.0, 50.0, 50.0, 10.0], Color::White, |ply| ply / 2);
/// assert_eq!(opening, [Some(100.0), Some(100.0)]);
/// assert!(rest[0].unwrap() < 30.0 && rest[1].is_none());
/// ```
pub fn part_accuracy<const N: usize>(
    white_win: &[f64],
    first: Color,
    part: impl Fn(usize) -> usize,
) -> [[Option<f64>; 2]; N] {
    let plies = white_win.len().saturating_sub(1);
    let size = (plies / 10).clamp(2, 8).min(white_win.len());
    let mut parts = [[Sums::default(); 2]; N];
    let mut mover = first;
    for (ply, pair) in white_win.windows(2).enumerate() {
        let &[before, after] = pair else { continue };
        let accuracy = match mover {
            Color::White => move_accuracy(before, after),
            Color::Black => move_accuracy(100.0 - before, 100.0 - after),
        };
        // The first moves share the first window.
        let start = (ply + 2).saturating_sub(size);
        let weight =
            white_win.get(start..start + size).map_or(0.0, standard_deviation).clamp(0.5, 12.0);
        let sums = parts.get_mut(part(ply)).and_then(|sums| sums.get_mut(mover.index()));
        if let Some(sums) = sums {
            sums.add(accuracy, weight);
        }
        mover = !mover;
    }
    parts.map(|sums| sums.map(Sums::accuracy))
}

#[derive(Clone, Copy, Default)]
struct Sums {
    moves: f64,
    weights: f64,
    weighted: f64,
    /// Of one over each accuracy.
    reciprocals: f64,
}

impl Sums {
    fn add(&mut self, accuracy: f64, weight: f64) {
        self.moves += 1.0;
        self.weights += weight;
        self.weighted += accuracy * weight;
        self.reciprocals += 1.0 / accuracy.max(1.0);
    }

    fn accuracy(self) -> Option<f64> {
        (self.moves > 0.0)
            .then(|| (self.weighted / self.weights + self.moves / self.reciprocals) / 2.0)
    }
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = (values.len() as f64).max(1.0);
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} is not {expected} ± {within}");
    }

    /// Reckoned with another program from the formula of Lichess's page on
    /// accuracy.
    #[test]
    fn chances_to_win_are_those_published() {
        for (centipawns, percent) in [
            (0, 50.0),
            (15, 51.3804),
            (100, 59.1026),
            (-100, 40.8974),
            (300, 75.1126),
            (1000, 97.5447),
            (4000, 97.5447),
            (-30_000, 2.4553),
        ] {
            close(win_percent(centipawns), percent, 1e-4);
        }
    }

    #[test]
    fn accuracies_of_moves_are_those_published() {
        for (lost, accuracy) in
            [(0.0, 100.0), (1.0, 96.6), (5.0, 80.82), (10.0, 64.58), (20.0, 41.02), (30.0, 25.77)]
        {
            close(move_accuracy(70.0, 70.0 - lost), accuracy, 0.01);
        }
        assert_eq!(move_accuracy(100.0, 0.0), 0.0);
        assert_eq!(move_accuracy(20.0, 80.0), 100.0);
    }

    /// The games and the accuracies that Lichess's own tests expect, each
    /// with the tolerance given there. Every game begins with 15 centipawns.
    #[test]
    fn accuracies_of_games_are_those_published() {
        let compute = |first, scores: &[i32]| {
            let scores = std::iter::once(&15).chain(scores);
            let wins: Vec<f64> = scores.map(|&score| win_percent(score)).collect();
            game_accuracy(&wins, first)
        };
        let repeat = |times: usize, scores: &[i32]| scores.repeat(times);
        let and = |mut scores: Vec<i32>, last: i32| {
            scores.push(last);
            scores
        };
        let cases = [
            (vec![15, 15], (100.0, 1.0), (100.0, 1.0)),
            (vec![-900, -900], (10.0, 5.0), (100.0, 1.0)),
            (vec![15, 900], (100.0, 1.0), (10.0, 5.0)),
            (vec![-900, 0], (10.0, 5.0), (10.0, 5.0)),
            (repeat(20, &[15]), (100.0, 1.0), (100.0, 1.0)),
            (and(repeat(20, &[15]), -900), (50.0, 5.0), (100.0, 1.0)),
            (and(repeat(21, &[15]), 900), (100.0, 1.0), (50.0, 5.0)),
            (repeat(5, &[-50, 15]), (76.0, 8.0), (76.0, 8.0)),
            (repeat(50, &[-50, 15]), (76.0, 8.0), (76.0, 8.0)),
            (repeat(50, &[-135, 15]), (54.0, 8.0), (54.0, 8.0)),
            (repeat(50, &[-435, 15]), (20.0, 8.0), (20.0, 8.0)),
        ];
        for (scores, white, black) in cases {
            let found = compute(Color::White, &scores);
            close(found[0].unwrap(), white.0, white.1);
            close(found[1].unwrap(), black.0, black.1);
        }
        let found = compute(Color::Black, &[900, 900]);
        close(found[0].unwrap(), 100.0, 1.0);
        close(found[1].unwrap(), 10.0, 5.0);
        let found = compute(Color::Black, &[15, -900]);
        close(found[0].unwrap(), 10.0, 5.0);
        close(found[1].unwrap(), 100.0, 1.0);
    }

    #[test]
    fn who_has_not_moved_has_no_accuracy() {
        assert_eq!(game_accuracy(&[], Color::White), [None, None]);
        assert_eq!(game_accuracy(&[50.0], Color::White), [None, None]);
        assert_eq!(game_accuracy(&[50.0, 50.0], Color::Black), [None, Some(100.0)]);
    }

    #[test]
    fn nothing_goes_out_of_bounds() {
        for before in (0..=100).step_by(5) {
            for after in (0..=100).step_by(5) {
                let accuracy = move_accuracy(f64::from(before), f64::from(after));
                assert!((0.0..=100.0).contains(&accuracy));
            }
        }
        let wild: Vec<f64> = (0..300).map(|n| f64::from(n * 7919 % 101)).collect();
        for accuracy in game_accuracy(&wild, Color::White) {
            assert!((0.0..=100.0).contains(&accuracy.unwrap()));
        }
    }
}
