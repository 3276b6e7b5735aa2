//! The explorer: what was played in a position, and how it ended.

use std::sync::atomic::AtomicBool;

use erawan_board::{Color, Move, Position, Rules, with_game};
use erawan_notation::pgn::GameResult;
use erawan_notation::{san, uci};
use rusqlite::Connection;
use serde::Serialize;

use crate::database::{Database, Extent, extents};
use crate::date::Date;
use crate::error::DatabaseError;
use crate::filter::{Filter, Sieve};
use crate::head::Head;
use crate::scan::{Block, Sighting, Starts, on_all_cores, watch_block};
use crate::search::{Listing, strength};
use crate::watch::{AnyPosition, Target};

/// Which games of a position are listed first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum First {
    /// Those played last; of the same day the strongest first.
    #[default]
    Newest,
    /// Those with the best players; of the same strength the newest first.
    Strongest,
}

/// A question to the explorer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The position.
    pub position: AnyPosition,
    /// Which games count.
    pub filter: Filter,
    /// Which of them are listed first.
    pub first: First,
    /// How many of them are listed.
    pub games: usize,
}

/// Results of games, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Games.
    pub games: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
}

impl Score {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        match result {
            GameResult::WhiteWins => self.white += 1,
            GameResult::BlackWins => self.black += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Unknown => {}
        }
    }

    fn merge(&mut self, other: &Score) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
    }
}

/// A move that was played in the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Played {
    /// The move for people.
    pub san: String,
    /// The move for programs.
    pub uci: String,
    /// How the games ended.
    #[serde(flatten)]
    pub score: Score,
    /// What those who played it were rated, on average.
    pub rating: Option<u32>,
    /// What a player with these results against these opponents is worth.
    pub performance: Option<u32>,
    /// When it was played last.
    pub last: Option<Date>,
}

/// What the explorer has to say about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explored {
    /// How all games ended that came to the position.
    #[serde(flatten)]
    pub score: Score,
    /// The moves, the most frequent first.
    pub moves: Vec<Played>,
    /// Games that came to the position.
    pub top: Vec<Listing>,
}

/// What is counted for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    score: Score,
    ratings: u64,
    rated: u64,
    /// Of the opponents in games with a result, and half points against them.
    opponents: u64,
    opposed: u64,
    halves: u64,
    last: Date,
}

impl Tally {
    fn add(&mut self, head: &Head, mover: Color) {
        self.score.add(head.result);
        let [own, other] = match mover {
            Color::White => head.ratings,
            Color::Black => [head.ratings[1], head.ratings[0]],
        };
        if own != 0 {
            self.ratings += u64::from(own);
            self.rated += 1;
        }
        let halves = match head.result {
            GameResult::Unknown => None,
            GameResult::Draw => Some(1),
            GameResult::WhiteWins => Some(if mover == Color::White { 2 } else { 0 }),
            GameResult::BlackWins => Some(if mover == Color::Black { 2 } else { 0 }),
        };
        if let Some(halves) = halves.filter(|_| other != 0) {
            self.opponents += u64::from(other);
            self.opposed += 1;
            self.halves += halves;
        }
        self.last = self.last.max(head.date);
    }

    fn merge(&mut self, other: &Tally) {
        self.score.merge(&other.score);
        self.ratings += other.ratings;
        self.rated += other.rated;
        self.opponents += other.opponents;
        self.opposed += other.opposed;
        self.halves += other.halves;
        self.last = self.last.max(other.last);
    }

    fn rating(&self) -> Option<u32> {
        (self.rated != 0).then(|| (self.ratings as f64 / self.rated as f64).round() as u32)
    }

    /// The rating at which the results are those expected, 800 away at most.
    fn performance(&self) -> Option<u32> {
        (self.opposed != 0).then(|| {
            let average = self.opponents as f64 / self.opposed as f64;
            let score = self.halves as f64 / (2 * self.opposed) as f64;
            let away = (400.0 * (score / (1.0 - score)).log10()).clamp(-800.0, 800.0);
            (average + away).round().max(0.0) as u32
        })
    }
}

/// What a thread has counted.
#[derive(Default)]
struct Count {
    starts: Starts,
    score: Score,
    moves: Vec<(Move, Tally)>,
    top: Top,
    seen: Vec<Seen>,
}

impl Count {
    fn tally(&mut self, m: Move) -> &mut Tally {
        let index = match self.moves.iter().position(|&(one, _)| one == m) {
            Some(index) => index,
            None => {
                self.moves.push((m, Tally::default()));
                self.moves.len() - 1
            }
        };
        &mut self.moves[index].1
    }

    fn merge(&mut self, other: Count) {
        self.score.merge(&other.score);
        for (m, tally) in &other.moves {
            self.tally(*m).merge(tally);
        }
        self.top.games.extend(other.top.games);
        self.seen.extend(other.seen);
    }
}

/// The games that come first, as many as are wanted.
#[derive(Default)]
struct Top {
    games: Vec<(u64, u64)>,
    /// What a game must be to be among them.
    least: u64,
}

impl Top {
    #[inline(always)]
    fn add(&mut self, wanted: usize, key: u64, id: u64) {
        if wanted == 0 || (key < self.least) {
            return;
        }
        self.games.push((key, id));
        // Sorted once in a while, so that it is cheap.
        if self.games.len() >= 4 * wanted + 64 {
            self.keep(wanted);
            self.least = self.games.last().map_or(0, |&(key, _)| key);
        }
    }

    fn keep(&mut self, wanted: usize) {
        self.games.sort_unstable_by(|a, b| b.cmp(a));
        self.games.truncate(wanted);
    }
}

/// What games are sorted by.
fn place_of(first: First, head: &Head) -> u64 {
    let (date, strength) = (u64::from(head.date.bits()), u64::from(strength(head)));
    match first {
        First::Newest => date << 32 | strength,
        First::Strongest => strength << 32 | date,
    }
}

/// A game that came to the position.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) game: u64,
    /// How many plies led there.
    pub(crate) ply: usize,
    pub(crate) result: GameResult,
    pub(crate) next: Option<Move>,
}

/// Which of the games that pass the filter count, by number and head.
pub(crate) type Admit<'a> = &'a (dyn Fn(u64, &Head) -> bool + Sync);

impl Database {
    /// What was played in a position. `stop` ends it early.
    pub fn explore(
        &self,
        question: &Question,
        stop: &AtomicBool,
    ) -> Result<Explored, DatabaseError> {
        with_game!(&question.position, position => {
            let (explored, _) = self.explore_in(position, question, None, stop)?;
            Ok(explored)
        })
    }

    /// The same of the games that are admitted, which are handed out one by one too; of
    /// all games and without that if nothing is admitted.
    pub(crate) fn explore_in<R: Rules>(
        &self,
        position: &Position<R>,
        question: &Question,
        admit: Option<Admit<'_>>,
        stop: &AtomicBool,
    ) -> Result<(Explored, Vec<Seen>), DatabaseError> {
        let sieve = Sieve::new(&self.connection, &question.filter)
            .map_err(DatabaseError::sqlite(&self.path))?;
        let (target, mover) = (Target::new(*position), position.turn());
        let path = self.path.as_path();
        let work = |count: &mut Count, connection: &Connection, extent: &Extent| {
            let block = Block::new(connection, path, extent);
            let mut starts = std::mem::take(&mut count.starts);
            let result = watch_block(&block, &target, &sieve, &mut starts, |sighting| {
                let id = extent.first + sighting.place as u64;
                if let Some(admit) = admit {
                    if !admit(id, &sighting.head) {
                        return;
                    }
                    let Sighting { ply, next, head, .. } = sighting;
                    count.seen.push(Seen { game: id, ply, result: head.result, next });
                }
                count.score.add(sighting.head.result);
                if let Some(m) = sighting.next {
                    count.tally(m).add(&sighting.head, mover);
                }
                count.top.add(question.games, place_of(question.first, &sighting.head), id);
            });
            count.starts = starts;
            result
        };
        let extents = extents(&self.connection, &self.path)?;
        let mut all = Count::default();
        for count in on_all_cores(path, &extents, stop, work)? {
            all.merge(count);
        }
        all.top.keep(question.games);
        let ids: Vec<u64> = all.top.games.iter().map(|&(_, id)| id).collect();
        let explored = Explored {
            score: all.score,
            moves: moves_played(position, &all.moves),
            top: self.listings(&ids)?,
        };
        Ok((explored, all.seen))
    }
}

/// A move for programs, as [`Played`] has it.
pub(crate) fn uci_of<R: Rules>(position: &Position<R>, m: Move) -> String {
    let castling = match position.has_classical_castling() {
        true => uci::CastlingNotation::Standard,
        false => uci::CastlingNotation::Chess960,
    };
    uci::write::<R>(m, castling)
}

fn moves_played<R: Rules>(position: &Position<R>, tallies: &[(Move, Tally)]) -> Vec<Played> {
    // In a damaged file a move may be none.
    let legal = tallies.iter().filter(|(m, _)| position.is_legal(*m));
    let mut moves: Vec<Played> = legal
        .map(|(m, tally)| Played {
            san: san::write(position, *m),
            uci: uci_of(position, *m),
            score: tally.score,
            rating: tally.rating(),
            performance: tally.performance(),
            last: (tally.last != Date::UNKNOWN).then_some(tally.last),
        })
        .collect();
    moves.sort_by(|a, b| b.score.games.cmp(&a.score.games).then_with(|| a.uci.cmp(&b.uci)));
    moves
}
