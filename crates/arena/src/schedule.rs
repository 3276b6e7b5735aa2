//! Who plays whom, in which order, from which opening.

use erawan_board::Color;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody. Between two players this is a match.
    #[default]
    RoundRobin,
    /// The first player meets all the others.
    Gauntlet,
}

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// The game's number, from 0.
    pub number: usize,
    /// The player with the white pieces.
    pub white: usize,
    /// The player with the black pieces.
    pub black: usize,
    /// The opening, in the order in which they are used.
    pub opening: usize,
}

impl Pairing {
    /// The player with pieces of this colour.
    #[must_use]
    pub fn player(&self, color: Color) -> usize {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Which pair of games it belongs to, from 0.
    #[must_use]
    pub fn pair(&self) -> usize {
        self.number / 2
    }

    /// Whether it is the second game of its pair, with colours swapped.
    #[must_use]
    pub fn is_return(&self) -> bool {
        self.number % 2 == 1
    }

    /// The pair and the game in it, as the `Round` tag has them: `17.2`.
    #[must_use]
    pub fn round(&self) -> String {
        format!("{}.{}", self.pair() + 1, if self.is_return() { 2 } else { 1 })
    }

    /// The number of the game with this `Round` tag.
    #[must_use]
    pub fn number_of(round: &str) -> Option<usize> {
        let (pair, game) = round.split_once('.')?;
        let pair = pair.parse::<usize>().ok()?.checked_sub(1)?;
        let game = match game {
            "1" => 0,
            "2" => 1,
            _ => return None,
        };
        pair.checked_mul(2)?.checked_add(game)
    }
}

/// All games of a match: in every round each of those who meet plays two games
/// from the same opening, once with each colour.
///
/// ```
/// use erawan_arena::{Format, Schedule};
///
/// let schedule = Schedule::new(3, Format::RoundRobin, 10);
/// assert_eq!(schedule.len(), 60);
/// let (first, second) = (schedule.game(0).unwrap(), schedule.game(1).unwrap());
/// assert_eq!((first.white, first.black), (second.black, second.white));
/// assert_eq!(first.opening, second.opening);
/// assert_eq!(second.round(), "1.2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// A schedule for this many players and rounds.
    #[must_use]
    pub fn new(players: usize, format: Format, rounds: usize) -> Self {
        let firsts = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        let meetings = (0..firsts).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect();
        Self { meetings, rounds }
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.meetings.len().saturating_mul(self.rounds).saturating_mul(2)
    }

    /// True if there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those who meet, each pair of players once.
    #[must_use]
    pub fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// Which meeting a game belongs to.
    #[must_use]
    pub fn meeting_of(&self, number: usize) -> Option<usize> {
        (number < self.len()).then(|| number / 2 % self.meetings.len())
    }

    /// A game by its number.
    #[must_use]
    pub fn game(&self, number: usize) -> Option<Pairing> {
        let &(a, b) = self.meetings.get(self.meeting_of(number)?)?;
        let opening = number / 2 / self.meetings.len();
        let (white, black) = if number.is_multiple_of(2) { (a, b) } else { (b, a) };
        Some(Pairing { number, white, black, opening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn everybody_has_both_colours_in_every_opening() {
        for (players, format) in [
            (2, Format::RoundRobin),
            (5, Format::RoundRobin),
            (2, Format::Gauntlet),
            (5, Format::Gauntlet),
        ] {
            let schedule = Schedule::new(players, format, 7);
            let mut seen = HashMap::new();
            for number in 0..schedule.len() {
                let game = schedule.game(number).unwrap();
                assert_eq!(Pairing::number_of(&game.round()), Some(number));
                *seen.entry((game.white, game.black, game.opening)).or_insert(0) += 1;
                assert!(format == Format::RoundRobin || game.white == 0 || game.black == 0);
            }
            assert!(seen.values().all(|&times| times == 1));
            for (white, black, opening) in seen.keys() {
                assert!(seen.contains_key(&(*black, *white, *opening)));
            }
            let meetings = match format {
                Format::RoundRobin => players * (players - 1) / 2,
                Format::Gauntlet => players - 1,
            };
            assert_eq!(schedule.len(), meetings * 7 * 2);
            assert_eq!(schedule.game(schedule.len()), None);
        }
        assert!(Schedule::new(1, Format::RoundRobin, 7).is_empty());
        for bad in
            ["", "1", "0.1", "1.3", "x.1", "99999999999999999999.1", "18446744073709551615.2"]
        {
            assert_eq!(Pairing::number_of(bad), None, "{bad}");
        }
    }
}
