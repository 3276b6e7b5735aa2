//! Positions taken apart into the counts of the evaluation's terms.

use erawan_board::{Color, Position};
use erawan_engine::Playable;
use erawan_engine::eval::{Conclusion, Term, trace};
use erawan_selfplay::{Chunk, Filter, GameRecord, GameResult, Moment, positions, replay};

/// Positions with scores beyond this say little about what wins games.
const SCORE: i16 = 1500;

/// How often a number of the evaluation is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) place: u16,
    pub(crate) count: i16,
}

/// A position: how its evaluation, as White sees it, is made of the numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Where the uses of the position begin.
    start: usize,
    /// How many there are: linear terms, then for each colour those of the
    /// danger for its king and those of its shelter.
    lengths: [u16; 5],
    /// What a point of the middle game and of the end game counts.
    pub(crate) weights: [f32; 2],
    /// What the search found, for White.
    pub(crate) score: i16,
    /// 0, a half or 1 for White.
    pub(crate) result: f32,
}

/// The parts of a sample.
pub(crate) struct Parts<'a> {
    pub(crate) linear: &'a [Use],
    pub(crate) danger: [&'a [Use]; 2],
    pub(crate) shelter: [&'a [Use]; 2],
}

/// Many positions.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) list: Vec<Sample>,
    uses: Vec<Use>,
}

const SHELTER: [Term; 4] = [Term::Shelter, Term::Storm, Term::StormBlocked, Term::KingOpen];

fn places(term: Term) -> std::ops::Range<usize> {
    term.start()..term.start() + term.count()
}

impl Samples {
    pub(crate) fn parts(&self, sample: &Sample) -> Parts<'_> {
        let mut rest = &self.uses[sample.start..];
        let [linear, white, white_shelter, black, black_shelter] = sample.lengths.map(|length| {
            let (part, behind) = rest.split_at(length.into());
            rest = behind;
            part
        });
        Parts { linear, danger: [white, black], shelter: [white_shelter, black_shelter] }
    }

    /// Adds the quiet positions of a game.
    pub(crate) fn add_game<R: Playable>(&mut self, game: &GameRecord) {
        let mut keep = Vec::new();
        let good = positions::<R>(game, |record| {
            keep.push(Filter::of(&record).is_none() && record.score().abs() < SCORE);
        });
        if good.is_err() {
            return;
        }
        let mut keep = keep.into_iter();
        let _ = replay::<R>(game, |Moment { position, score, .. }| {
            if keep.next() == Some(true) {
                self.add(position, score, game.result);
            }
        });
    }

    /// Adds a position, unless a rule of its ending gives the score.
    pub(crate) fn add<R: Playable>(
        &mut self,
        position: &Position<R>,
        score: i16,
        result: GameResult,
    ) {
        let (_, trace) = trace(position);
        let Conclusion { phase, scale, mg_scale, known_ending, .. } = trace.conclusion;
        if known_ending || (scale == 0 && mg_scale == 0) {
            return;
        }
        let full = (Conclusion::FULL_SCALE * Conclusion::FULL_PHASE) as f32;
        let weights = [
            (mg_scale * phase) as f32 / full,
            (scale * (Conclusion::FULL_PHASE - phase)) as f32 / full,
        ];
        let (start, mut lengths) = (self.uses.len(), [0; 5]);
        let first_danger = Term::DangerAttacker.start();
        let [white, black] = &trace.counts;
        lengths[0] = self.push((0..first_danger).map(|place| (place, white[place] - black[place])));
        for (color, counts) in [white, black].into_iter().enumerate() {
            // Without an attacker nothing else is looked at.
            if places(Term::DangerAttacker).all(|place| counts[place] == 0) {
                continue;
            }
            let danger = (first_danger..Term::DangerShelter.start()).map(|i| (i, counts[i]));
            lengths[1 + 2 * color] = self.push(danger);
            let shelter = SHELTER.into_iter().flat_map(places).map(|i| (i, counts[i]));
            lengths[2 + 2 * color] = self.push(shelter);
        }
        let result = f32::from(result.points_for(Color::White)) / 2.0;
        let score = if position.turn() == Color::White { score } else { -score };
        self.list.push(Sample { start, lengths, weights, score, result });
    }

    fn push(&mut self, counts: impl Iterator<Item = (usize, i32)>) -> u16 {
        let before = self.uses.len();
        self.uses.extend(
            counts
                .filter(|&(_, count)| count != 0)
                .map(|(place, count)| Use { place: place as u16, count: count as i16 }),
        );
        (self.uses.len() - before) as u16
    }
}

/// Sorts the games of a chunk into those to learn from and, one in twenty,
/// those to be tested with.
pub(crate) fn add_chunk<R: Playable>(
    chunk: &Chunk,
    learn: &mut Samples,
    test: &mut Samples,
) -> usize {
    let games = chunk.games().map_while(Result::ok);
    games
        .enumerate()
        .map(
            |(i, game)| {
                if i % 20 == 0 { test.add_game::<R>(&game) } else { learn.add_game::<R>(&game) }
            },
        )
        .count()
}
