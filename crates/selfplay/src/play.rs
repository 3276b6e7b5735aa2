//! One game of the engine against itself.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use erawan_board::{DrawReason, Game, Outcome, Position, Rules};
use erawan_engine::{Engine, Limits, MATE, Network, Playable, Random, Score};

use crate::adjudicate::Judge;
use crate::board::PackError;
use crate::chunk::Settings;
use crate::game::{GameRecord, GameResult, Ply, Reason};
use crate::random::stream;
use crate::start::Start;

/// An opening whose score is beyond this is not played.
const BALANCE: i32 = 500;
/// Openings are looked at for at least this many nodes.
const LOOK: u64 = 1000;

/// Plays the game with this number. Which game that is depends on the
/// settings, the number and the engine, and on nothing else.
///
/// ```
/// use erawan_board::{Chess, Variant};
/// use erawan_engine::Engine;
/// use erawan_selfplay::{Openings, Settings, check, play};
/// let settings = Settings::new(Openings::Of(Variant::Chess), 50, 1);
/// let mut engine = Engine::new(1).unwrap();
/// let game = play::<Chess>(&mut engine, &settings, 0).unwrap();
/// assert_eq!(check::<Chess>(&game, &settings), Ok(()));
/// assert_eq!(play::<Chess>(&mut engine, &settings, 0), Ok(game));
/// ```
pub fn play<R: Playable>(
    engine: &mut Engine,
    settings: &Settings,
    number: u64,
) -> Result<GameRecord, PackError> {
    match play_until::<R>(engine, settings, number, &AtomicBool::new(false))? {
        Some(game) => Ok(game),
        None => unreachable!("nobody tells it to stop"),
    }
}

/// Plays the game with this number, or as much of it as there is time for:
/// `None` if `stop` is set before its end.
pub(crate) fn play_until<R: Playable>(
    engine: &mut Engine,
    settings: &Settings,
    number: u64,
    stop: &AtomicBool,
) -> Result<Option<GameRecord>, PackError> {
    let network = engine.network(R::VARIANT).cloned();
    let unit = Unit(network.as_deref());
    let mut random = stream(settings.seed, number);
    let start = opening(engine, settings, &mut random);
    engine.clear();
    let limits = Limits::soft_nodes(settings.soft_nodes.into(), settings.hard_nodes.into());
    let mut game = Game::<R>::from_position(start);
    let mut judge = Judge::new(settings.adjudication);
    let mut record = GameRecord {
        start: Start::pack(&start)?,
        plies: Vec::new(),
        result: GameResult::Draw,
        reason: Reason::TooLong,
    };
    loop {
        let turn = game.position().turn();
        let found = engine.search(&game, &limits, |_| ());
        // A search that was broken off is no move to learn from.
        if stop.load(Relaxed) {
            return Ok(None);
        }
        // There is a move as long as the game is not over.
        let Some(m) = found.best.filter(|&m| game.play(m).is_ok()) else {
            return Ok(Some(record));
        };
        let score = in_16_bits(unit.of(found.score));
        record.plies.push(Ply { m, score });
        let white = if turn == erawan_board::Color::White { score } else { -score };
        let end = end_by_rules(&game).or_else(|| judge.hear(white.into(), game.position()));
        if let Some((result, reason)) = end {
            (record.result, record.reason) = (result, reason);
            return Ok(Some(record));
        }
    }
}

/// A random position that is neither over nor decided.
fn opening<R: Playable>(
    engine: &mut Engine,
    settings: &Settings,
    random: &mut Random,
) -> Position<R> {
    let network = engine.network(R::VARIANT).cloned();
    let unit = Unit(network.as_deref());
    let soft = LOOK.max(settings.soft_nodes.into());
    let limits = Limits::soft_nodes(soft, 8 * soft);
    loop {
        let Some(position) = settings.openings.draw::<R>(random) else { continue };
        engine.clear();
        let found = engine.search(&Game::from_position(position), &limits, |_| ());
        if matches!(unit.of(found.score), Score::Centipawns(score) if score.abs() <= BALANCE) {
            return position;
        }
    }
}

/// How the game has ended by the rules, with draws claimed at once.
pub(crate) fn end_by_rules<R: Rules>(game: &Game<R>) -> Option<(GameResult, Reason)> {
    let outcome = game.outcome().or_else(|| game.claim().map(Outcome::Draw))?;
    Some(match outcome {
        Outcome::Win { winner, .. } => (GameResult::win_of(winner), Reason::Checkmate),
        Outcome::Draw(reason) => {
            let reason = match reason {
                DrawReason::Stalemate => Reason::Stalemate,
                DrawReason::InsufficientMaterial => Reason::InsufficientMaterial,
                DrawReason::ThreefoldRepetition | DrawReason::FivefoldRepetition => {
                    Reason::Repetition
                }
                DrawReason::FiftyMoves | DrawReason::SeventyFiveMoves => Reason::FiftyMoves,
                DrawReason::Counting
                | DrawReason::MateWhileCounting
                | DrawReason::CountingOffer => Reason::Counting,
            };
            (GameResult::Draw, reason)
        }
    })
}

/// Scores are kept in the unit a network learns in, whatever the engine makes
/// of it: the next one learns it.
#[derive(Clone, Copy)]
struct Unit<'a>(Option<&'a Network>);

impl Unit<'_> {
    fn of(self, score: Score) -> Score {
        match (score, self.0) {
            (Score::Centipawns(value), Some(network)) => Score::Centipawns(network.own_unit(value)),
            _ => score,
        }
    }
}

/// A score as records have it: a mate is nearly [`MATE`] away from 0, the nearer the more.
pub fn in_16_bits(score: Score) -> i16 {
    let value = match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE + 1 - moves.saturating_mul(2),
        Score::Mate(moves) => -MATE - moves.saturating_mul(2),
    };
    value.clamp(-MATE, MATE) as i16
}
