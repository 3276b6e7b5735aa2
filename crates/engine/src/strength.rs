//! Playing weaker, as a person is weak.
//!
//! A level of strength is a few numbers that depend on its Elo.
//! Most moves come from an honest search of few nodes. Now and then, and at
//! the low end always, a move is played on *impression* instead: all moves are
//! looked at one or two plies deep, some are overlooked altogether, and among
//! the rest those that look nearly as good as the best are nearly as likely to
//! be played. Nobody overlooks how to take back, and nobody puts the most
//! valuable piece where it can just be taken: pieces are lost to what lies
//! deeper.
//!
//! The ratings say how levels score against each other: one that is 200 higher
//! wins about three points of four. The arena's example `strength_ladder` measures it.

use erawan_board::{Game, Move, MoveFilter, MoveList, Position, Role};

use crate::engine::{Best, Engine};
use crate::games::Playable;
use crate::limits::Limits;
use crate::random::Random;
use crate::score::Score;
use crate::search::Info;
use crate::see;

/// How strong to play.
///
/// ```
/// use erawan_board::{Chess, Game};
/// use erawan_engine::strength::Strength;
/// use erawan_engine::{Engine, Limits};
///
/// let mut engine = Engine::new(1).unwrap();
/// let game = Game::<Chess>::new();
/// let found = Strength::new(800).search(&mut engine, &game, &Limits::default(), 7, |_| ());
/// assert!(game.position().is_legal(found.best.unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    elo: i32,
}

/// The numbers of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The rating.
    pub elo: f64,
    /// The nodes of an honest search, give or take a quarter.
    pub nodes: f64,
    /// How many moves of a hundred are played on impression.
    pub impressions: f64,
    /// How deep an impression looks: 1.3 is one ply, and two for three moves
    /// of ten.
    pub depth: f64,
    /// How much worse than another a move must look, in centipawns, to be
    /// played e times less often.
    pub temperature: f64,
    /// How many moves of a hundred an impression overlooks.
    pub overlooked: f64,
}

/// A level, for the tables of games.
pub(crate) const fn level(
    elo: i32,
    nodes: u32,
    impressions: u32,
    depth: f64,
    temperature: u32,
    overlooked: u32,
) -> Level {
    Level {
        elo: elo as f64,
        nodes: nodes as f64,
        impressions: impressions as f64,
        depth,
        temperature: temperature as f64,
        overlooked: overlooked as f64,
    }
}

impl Level {
    /// The numbers of a rating, between those of the two nearest levels.
    fn of<R: Playable>(elo: i32) -> Level {
        let table = R::DESCRIPTION.levels;
        let elo = f64::from(elo);
        let above = table.iter().position(|level| level.elo >= elo).unwrap_or(table.len() - 1);
        let (low, high) = (table[above.saturating_sub(1)], table[above]);
        let part = if above == 0 { 1.0 } else { (elo - low.elo) / (high.elo - low.elo) };
        let mix = |low: f64, high: f64| low + (high - low) * part;
        Level {
            elo,
            // Twice the nodes are worth about the same anywhere.
            nodes: mix(low.nodes.ln(), high.nodes.ln()).exp(),
            impressions: mix(low.impressions, high.impressions),
            depth: mix(low.depth, high.depth),
            temperature: mix(low.temperature, high.temperature),
            overlooked: mix(low.overlooked, high.overlooked),
        }
    }
}

impl Strength {
    /// The weakest.
    pub const MIN: i32 = 500;
    /// The strongest.
    pub const MAX: i32 = 3000;

    /// A strength by its Elo, brought into the range.
    pub fn new(elo: i32) -> Strength {
        Strength { elo: elo.clamp(Strength::MIN, Strength::MAX) }
    }

    /// The Elo.
    pub fn elo(self) -> i32 {
        self.elo
    }

    /// The numbers behind it.
    pub fn level<R: Playable>(self) -> Level {
        Level::of::<R>(self.elo)
    }

    /// Chooses a move as a player of this strength would, within the limits.
    ///
    /// The choice depends on the game, the strength, what the engine has
    /// searched before and the seed. Let every game have a seed of its own,
    /// and it will not be the last one over again.
    pub fn search<R: Playable>(
        self,
        engine: &mut Engine,
        game: &Game<R>,
        limits: &Limits,
        seed: u64,
        mut on_info: impl FnMut(Info),
    ) -> Best {
        let level = self.level::<R>();
        let position = game.position();
        let mut random = Random::new(seed ^ position.key() ^ game.moves().len() as u64);
        random.next_u64();
        let nodes = (level.nodes * (0.75 + 0.5 * random.unit())).max(1.0) as u64;
        let nodes = limits.nodes.map_or(nodes, |limit| limit.min(nodes));
        if random.unit() * 100.0 >= level.impressions {
            let limits = Limits { nodes: Some(nodes), multipv: 1, ..limits.clone() };
            return engine.search(game, &limits, on_info);
        }
        let depth = level.depth + random.unit();
        let depth = (depth as u32).min(limits.depth.unwrap_or(u32::MAX)).max(1);
        let limits =
            Limits { depth: Some(depth), nodes: None, multipv: usize::MAX, ..limits.clone() };
        let mut lines: Vec<Info> = Vec::new();
        let mut found = engine.search(game, &limits, |info| {
            if info.multipv == 1 {
                lines.clear();
            }
            lines.push(info);
        });
        let chosen = choose(game, &level, &lines, &mut random);
        if let Some(line) = chosen.and_then(|line| lines.get(line))
            && let Some(&m) = line.pv.first()
        {
            found.best = Some(m);
            found.ponder = line.pv.get(1).copied();
            found.score = line.score;
            found.chances = line.chances;
            on_info(Info { multipv: 1, ..line.clone() });
        }
        found
    }
}

/// Which of the lines is played.
fn choose<R: Playable>(
    game: &Game<R>,
    level: &Level,
    lines: &[Info],
    random: &mut Random,
) -> Option<usize> {
    let position = game.position();
    let best = lines.iter().map(|line| worth(line.score)).max()?;
    let taken_on = game.moves().last().map(|m| m.to());
    let mut chosen: Option<(f64, usize)> = None;
    for (number, line) in lines.iter().enumerate() {
        // Drawn for every move, so that one more or less on the list does
        // not change all that follow.
        let (attention, luck) = (random.unit() * 100.0, random.unit());
        let Some(&m) = line.pv.first() else { continue };
        let value = worth(line.score);
        if best - value > gift_margin::<R>() && is_gift(position, m) {
            continue;
        }
        let obvious = position.in_check()
            || position.is_capture(m) && Some(m.to()) == taken_on
            || lines.len() == 1;
        // The largest of values with Gumbel noise is a choice by temperature.
        let noise = -(-(luck.max(1e-300)).ln()).max(1e-300).ln();
        let mut appeal = f64::from(value) + level.temperature * noise;
        if attention < level.overlooked && !obvious {
            // Still there if nothing else is.
            appeal -= 1e6;
        }
        if chosen.is_none_or(|(most, _)| appeal > most) {
            chosen = Some((appeal, number));
        }
    }
    chosen.map(|(_, number)| number).or(Some(0))
}

/// A score on one scale: beyond twenty pawns nobody counts.
fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-2000, 2000),
        Score::Mate(moves) if moves > 0 => 3000 - 10 * moves.min(50),
        Score::Mate(moves) => -3000 - 10 * moves.max(-50),
    }
}

/// The role that is worth most, apart from the king: the queen, in Makruk the
/// rua.
const fn most_valuable<R: Playable>() -> Role {
    R::DESCRIPTION.exchange_order[4]
}

fn gift_margin<R: Playable>() -> i32 {
    see::worth::<R>(most_valuable::<R>()) / 2
}

/// True if the move lets the most valuable piece be taken for little or
/// nothing at once.
fn is_gift<R: Playable>(position: &Position<R>, m: Move) -> bool {
    let valuable = most_valuable::<R>();
    let gained = position.captured(m).map_or(0, see::worth::<R>);
    let after = position.play_unchecked(m);
    let mut captures = MoveList::new();
    after.generate_into(MoveFilter::Noisy, &mut captures);
    captures.iter().any(|&answer| {
        after.captured(answer) == Some(valuable)
            && see::at_least(&after, answer, see::worth::<R>(valuable) / 2 + gained)
    })
}

#[cfg(test)]
mod tests {
    use erawan_board::{Chess, Makruk, Strictness};
    use erawan_notation::fen;

    use super::*;

    fn game<R: Playable>(text: &str) -> Game<R> {
        Game::from_position(fen::parse(text, Strictness::Lenient).unwrap())
    }

    fn play<R: Playable>(game: &Game<R>, elo: i32, seed: u64) -> Best {
        let mut engine = Engine::new(1).unwrap();
        let limits = Limits::nodes(5000);
        Strength::new(elo).search(&mut engine, game, &limits, seed, |_| ())
    }

    fn tables_are_sound<R: Playable>() {
        let mut last: Option<Level> = None;
        for elo in Strength::MIN..=Strength::MAX {
            let level = Strength::new(elo).level::<R>();
            assert!((0.0..=100.0).contains(&level.impressions));
            assert!((0.0..=100.0).contains(&level.overlooked));
            if let Some(last) = last {
                // Continuous, and nothing gets weaker.
                assert!(level.nodes >= last.nodes && level.nodes < last.nodes * 1.02);
                assert!(level.impressions <= last.impressions);
                assert!(last.impressions - level.impressions < 1.0);
                assert!(level.temperature <= last.temperature);
                assert!(last.temperature - level.temperature < 2.0);
                assert!(level.overlooked <= last.overlooked && level.depth >= last.depth);
            }
            last = Some(level);
        }
        assert_eq!(Strength::new(-5).elo(), 500);
        assert_eq!(Strength::new(i32::MAX).elo(), 3000);
    }

    #[test]
    fn levels_are_continuous_and_rise() {
        tables_are_sound::<Chess>();
        tables_are_sound::<Makruk>();
    }

    #[test]
    fn the_seed_decides_and_moves_are_legal() {
        let start = Game::<Chess>::new();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..30 {
            let found = play(&start, 600, seed);
            assert_eq!(found, play(&start, 600, seed));
            seen.insert(found.best.unwrap());
        }
        assert!(seen.len() > 4, "{seen:?}");
        assert!(seen.iter().all(|&m| start.position().is_legal(m)));
        let makruk = Game::<Makruk>::new();
        for elo in [500, 1200, 2000, 3000] {
            assert!(makruk.position().is_legal(play(&makruk, elo, 1).best.unwrap()));
        }
    }

    #[test]
    fn even_the_weakest_gives_no_queen_away() {
        // The queen can go to many squares where it is lost at once.
        let positions = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 2 3",
            "r4rk1/pp3ppp/2n2n2/3q4/8/2N2N2/PP3PPP/R2Q1RK1 w - - 0 12",
            "4k3/pppp1ppp/8/8/3Q4/8/PPPP1PPP/4K3 w - - 0 1",
        ];
        for text in positions {
            let game: Game<Chess> = game(text);
            for seed in 0..150 {
                let m = play(&game, 500, seed).best.unwrap();
                let after = game.position().play_unchecked(m);
                let gained = game.position().captured(m).map_or(0, see::worth::<Chess>);
                let lost = after
                    .legal_moves()
                    .iter()
                    .filter(|&&answer| after.captured(answer) == Some(Role::Queen))
                    .map(|&answer| see::value(&after, answer))
                    .max();
                assert!(lost.unwrap_or(0) - gained < 500, "{text}: {m}");
            }
        }
    }

    #[test]
    fn a_forced_move_and_a_finished_game_are_no_trouble() {
        let forced: Game<Chess> = game("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
        let only = forced.position().legal_moves();
        let finished: Game<Chess> = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        for seed in 0..20 {
            assert!(only.contains(&play(&forced, 500, seed).best.unwrap()));
            assert_eq!(play(&finished, 500, seed).best, None);
        }
    }

    #[test]
    fn only_the_moves_asked_for() {
        let start = Game::<Chess>::new();
        let asked: Vec<Move> = start.position().legal_moves().iter().copied().take(2).collect();
        let limits = Limits { searchmoves: asked.clone(), ..Limits::default() };
        for seed in 0..20 {
            let mut engine = Engine::new(1).unwrap();
            let found = Strength::new(500).search(&mut engine, &start, &limits, seed, |_| ());
            assert!(asked.contains(&found.best.unwrap()));
        }
    }
}
