//! Making books from games.

use core::fmt;
use std::collections::BTreeMap;

use erawan_board::{Chess, Color, Move, Position};

use super::Book;
use super::entry::{Entry, pack_move};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// 1-0.
    WhiteWins,
    /// 0-1.
    BlackWins,
    /// 1/2-1/2.
    Draw,
    /// Not known, or not over. Its moves count as played, and score as a draw.
    Unknown,
}

impl GameResult {
    /// Half points for one side.
    fn half_points(self, color: Color) -> u64 {
        match (self, color) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
            (GameResult::WhiteWins | GameResult::BlackWins, _) => 0,
            (GameResult::Draw | GameResult::Unknown, _) => 1,
        }
    }
}

/// What the weight of a move is made from. Weights have sixteen bits: those of
/// a position are scaled down together where they need more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Weighting {
    /// Half points won with the move, as Polyglot does it: what is played
    /// often and scores well is heavy.
    #[default]
    HalfPoints,
    /// How often the move was played.
    Games,
    /// The share of points won with it, whatever the number of games.
    Score,
    /// The same for every move.
    Equal,
}

/// Why a game was not added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// A move is not legal. Nothing of the game was added.
    IllegalMove {
        /// Its number, from 0.
        ply: usize,
        /// The move.
        m: Move,
    },
    /// There are as many different moves as the builder may hold. Moves that
    /// were known already have been counted, and those before the one that had
    /// no room.
    Full {
        /// How many.
        moves: usize,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::IllegalMove { ply, m } => {
                write!(f, "move {} of the game, {m}, is not legal", ply + 1)
            }
            BuildError::Full { moves } => {
                write!(
                    f,
                    "there are more than {moves} different moves, the most this book may have"
                )
            }
        }
    }
}

impl core::error::Error for BuildError {}

#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    half_points: u64,
}

/// Collects games and makes a book of them. The same games in any order make
/// the same book, byte for byte.
#[derive(Clone)]
pub struct BookBuilder {
    /// By key and packed move, which is the order of the file.
    tallies: BTreeMap<(u64, u16), Tally>,
    max_plies: usize,
    min_games: u64,
    max_moves: usize,
    weighting: Weighting,
}

impl Default for BookBuilder {
    fn default() -> BookBuilder {
        BookBuilder::new()
    }
}

impl BookBuilder {
    /// An empty builder: 40 plies of each game, every move that was played,
    /// [`Weighting::HalfPoints`], at most 20 million different moves.
    pub fn new() -> BookBuilder {
        BookBuilder {
            tallies: BTreeMap::new(),
            max_plies: 40,
            min_games: 1,
            max_moves: 20_000_000,
            weighting: Weighting::default(),
        }
    }

    /// How many plies of each game go into the book.
    pub fn max_plies(mut self, plies: usize) -> BookBuilder {
        self.max_plies = plies;
        self
    }

    /// In how many games a move must have been played.
    pub fn min_games(mut self, games: u64) -> BookBuilder {
        self.min_games = games;
        self
    }

    /// How many different moves may be collected, about 50 bytes each.
    pub fn max_moves(mut self, moves: usize) -> BookBuilder {
        self.max_moves = moves;
        self
    }

    /// How weights are made.
    pub fn weighting(mut self, weighting: Weighting) -> BookBuilder {
        self.weighting = weighting;
        self
    }

    /// Adds the moves of a game from a position on.
    pub fn add_game(
        &mut self,
        start: &Position<Chess>,
        moves: &[Move],
        result: GameResult,
    ) -> Result<(), BuildError> {
        let mut position = *start;
        let mut added = Vec::with_capacity(moves.len().min(self.max_plies));
        for (ply, &m) in moves.iter().enumerate().take(self.max_plies) {
            if !position.is_legal(m) {
                return Err(BuildError::IllegalMove { ply, m });
            }
            let place = (position.polyglot_key(), pack_move(m));
            added.push((place, result.half_points(position.turn())));
            position = position.play_unchecked(m);
        }
        for (place, half_points) in added {
            if self.tallies.len() >= self.max_moves && !self.tallies.contains_key(&place) {
                return Err(BuildError::Full { moves: self.max_moves });
            }
            let tally = self.tallies.entry(place).or_default();
            tally.games += 1;
            tally.half_points += half_points;
        }
        Ok(())
    }

    /// How many different moves have been collected.
    pub fn len(&self) -> usize {
        self.tallies.len()
    }

    /// True if nothing has been collected.
    pub fn is_empty(&self) -> bool {
        self.tallies.is_empty()
    }

    fn weigh(&self, tally: &Tally) -> u64 {
        match self.weighting {
            Weighting::HalfPoints => tally.half_points,
            Weighting::Games => tally.games,
            Weighting::Score => tally.half_points.saturating_mul(500) / tally.games.max(1),
            Weighting::Equal => 1,
        }
    }

    /// The book. Moves without any weight, such as those that only ever lost,
    /// are left out.
    pub fn build(&self) -> Book {
        let kept: Vec<(u64, u16, u64)> = self
            .tallies
            .iter()
            .filter(|(_, tally)| tally.games >= self.min_games)
            .map(|(&(key, packed), tally)| (key, packed, self.weigh(tally)))
            .filter(|&(.., weight)| weight > 0)
            .collect();
        let mut entries = Vec::with_capacity(kept.len());
        for moves in kept.chunk_by(|a, b| a.0 == b.0) {
            let heaviest = moves.iter().map(|&(.., weight)| weight).max().unwrap_or(1);
            let first = entries.len();
            for &(key, packed_move, weight) in moves {
                let scaled = if heaviest > u64::from(u16::MAX) {
                    (u128::from(weight) * u128::from(u16::MAX) / u128::from(heaviest)) as u16
                } else {
                    weight as u16
                };
                // What was played is never scaled down to nothing.
                entries.push(Entry { key, packed_move, weight: scaled.max(1), learn: 0 });
            }
            // The heaviest first, as readers expect; equals keep their order.
            if let Some(group) = entries.get_mut(first..) {
                group.sort_by_key(|entry: &Entry| core::cmp::Reverse(entry.weight));
            }
        }
        Book { entries, unsorted: false }
    }

    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.build().to_bytes()
    }
}

impl fmt::Debug for BookBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BookBuilder")
            .field("moves", &self.tallies.len())
            .field("max_plies", &self.max_plies)
            .field("min_games", &self.min_games)
            .field("weighting", &self.weighting)
            .finish()
    }
}
