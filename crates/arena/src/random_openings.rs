//! Openings for test games: random moves, then a look whether the position is
//! still a game.

use erawan_board::{Chess, Game, Move, Position, chess960};

use erawan_engine::{Engine, Limits, OutOfMemory, Playable, Random, Score, see};

/// How openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningSettings {
    /// Random plies from the start; every other opening has one more, so that
    /// either side is to move.
    pub plies: u32,
    /// The greatest score for either side, in centipawns.
    pub max_score: i32,
    /// How long each position is searched.
    pub nodes: u64,
}

impl OpeningSettings {
    /// What suits a game.
    pub fn of<R: Playable>() -> OpeningSettings {
        OpeningSettings { plies: R::DESCRIPTION.opening_plies, max_score: 70, nodes: 3000 }
    }
}

/// Makes openings that depend on nothing but the seed.
///
/// ```
/// use erawan_board::{Makruk, Position};
/// use erawan_arena::{OpeningSettings, RandomOpenings};
///
/// let mut openings = RandomOpenings::new(7).unwrap();
/// let settings = OpeningSettings::of::<Makruk>();
/// let game = openings.next(&Position::<Makruk>::startpos(), &settings);
/// assert!(game.moves().len() >= 10 && game.outcome().is_none());
/// ```
pub struct RandomOpenings {
    random: Random,
    engine: Engine,
}

/// How many tries are made; then the one nearest to balance has to do. A start
/// position that is won already has no balanced openings.
const TRIES: usize = 200;

impl RandomOpenings {
    /// The openings of a seed.
    pub fn new(seed: u64) -> Result<RandomOpenings, OutOfMemory> {
        Ok(RandomOpenings { random: Random::new(seed), engine: Engine::new(1)? })
    }

    /// The generator behind, for choices that belong to the same seed.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A start position of Chess960.
    pub fn chess960_start(&mut self) -> Position<Chess> {
        let number = self.random.below(usize::from(chess960::COUNT)) as u16;
        Position::chess960(number)
    }

    /// An opening from a position on: a game that has been played for some
    /// moves, is not over and is about even. If the position offers none, the
    /// nearest to it.
    pub fn next<R: Playable>(
        &mut self,
        start: &Position<R>,
        settings: &OpeningSettings,
    ) -> Game<R> {
        let mut nearest: Option<(i32, Game<R>)> = None;
        for _ in 0..TRIES {
            let plies = settings.plies + (self.random.next_u64() & 1) as u32;
            let Some(game) = self.play_randomly(start, plies) else { continue };
            self.engine.clear();
            let found = self.engine.search(&game, &Limits::nodes(settings.nodes.max(1)), |_| ());
            let score = match found.score {
                Score::Centipawns(value) => value.abs(),
                Score::Mate(_) => i32::MAX,
            };
            if score <= settings.max_score {
                return game;
            }
            if nearest.as_ref().is_none_or(|(least, _)| score < *least) {
                nearest = Some((score, game));
            }
        }
        nearest.map_or_else(|| Game::from_position(*start), |(_, game)| game)
    }

    /// None if the game is over by then.
    fn play_randomly<R: Playable>(&mut self, start: &Position<R>, plies: u32) -> Option<Game<R>> {
        let mut game = Game::from_position(*start);
        for _ in 0..plies {
            let position = game.position();
            let legal = position.legal_moves();
            // Moves that give something away at once would be sorted out
            // later; leaving them out here is faster.
            let sound: Vec<Move> =
                legal.iter().copied().filter(|&m| see::at_least(position, m, 0)).collect();
            let from = if sound.is_empty() { &legal[..] } else { &sound[..] };
            let m = *self.random.choose(from)?;
            game.play_unchecked(m);
        }
        game.outcome_or_claim().is_none().then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use erawan_board::{Makruk, Strictness};
    use erawan_notation::fen;

    use super::*;

    fn sample<R: Playable>(seed: u64) -> Vec<Game<R>> {
        let mut openings = RandomOpenings::new(seed).unwrap();
        let settings = OpeningSettings::of::<R>();
        (0..8).map(|_| openings.next(&Position::startpos(), &settings)).collect()
    }

    fn check<R: Playable>() {
        let keys = |games: &[Game<R>]| -> Vec<u64> {
            games.iter().map(|game| game.position().key()).collect()
        };
        let games = sample::<R>(1);
        assert_eq!(keys(&games), keys(&sample::<R>(1)));
        assert_ne!(keys(&games), keys(&sample::<R>(2)));
        for game in &games {
            // With more nodes than the generator had, the game is still open.
            let mut engine = Engine::new(1).unwrap();
            let found = engine.search(game, &Limits::nodes(40_000), |_| ());
            let Score::Centipawns(value) = found.score else { panic!("{:?}", found.score) };
            assert!(value.abs() < 250, "{value}: {}", fen::write(game.position()));
        }
        let white_to_move = games.iter().filter(|game| game.moves().len() % 2 == 0).count();
        assert!(white_to_move > 0 && white_to_move < games.len());
    }

    #[test]
    fn openings_are_even_and_depend_on_the_seed() {
        check::<Chess>();
        check::<Makruk>();
    }

    #[test]
    fn a_lost_or_finished_start_is_no_endless_loop() {
        let mut openings = RandomOpenings::new(1).unwrap();
        let settings = OpeningSettings { nodes: 50, ..OpeningSettings::of::<Chess>() };
        for text in ["7k/8/8/8/8/8/QQQ5/K7 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
            let start: Position<Chess> = fen::parse(text, Strictness::Lenient).unwrap();
            let game = openings.next(&start, &settings);
            assert_eq!(game.positions()[0].key(), start.key());
        }
    }

    #[test]
    fn chess960_starts_differ() {
        let mut openings = RandomOpenings::new(3).unwrap();
        let starts: std::collections::HashSet<u64> =
            (0..20).map(|_| openings.chess960_start().key()).collect();
        assert!(starts.len() > 15);
    }
}
