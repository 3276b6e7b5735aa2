//! What the file of games withstands.

mod corruption;
mod games;
mod records;

use erawan_board::with_rules;
use erawan_engine::{Engine, Playable};

use crate::chunk::{self, Chunk, Settings};
use crate::game::GameRecord;
use crate::opening::Openings;
use crate::play::play;
use erawan_engine::Random;

use crate::random::stream;

pub(crate) fn settings(openings: Openings) -> Settings {
    Settings::new(openings, 40, 3)
}

/// The first games of a kind.
pub(crate) fn some_games<R: Playable>(openings: Openings, count: u64) -> Vec<GameRecord> {
    let mut engine = Engine::new(1).unwrap();
    let settings = settings(openings);
    (0..count).map(|number| play::<R>(&mut engine, &settings, number).unwrap()).collect()
}

/// A chunk of a few games of each kind, as bytes.
pub(crate) fn chunks() -> Vec<Vec<u8>> {
    Openings::ALL
        .into_iter()
        .map(|openings| {
            let games = with_rules!(openings.rules(), R => some_games::<R>(openings, 2));
            encode(openings, &games)
        })
        .collect()
}

pub(crate) fn encode(openings: Openings, games: &[GameRecord]) -> Vec<u8> {
    let mut payload = Vec::new();
    games.iter().for_each(|game| game.encode(&mut payload));
    chunk::encode(&settings(openings), games.len() as u64, games.len() as u32, &payload)
}

/// Everything that can be done with a chunk.
pub(crate) fn use_chunk(chunk: &Chunk) -> bool {
    let mut stats = crate::Stats::default();
    let _ = stats.add_chunk(chunk);
    let _ = stats.correlation();
    let mut good = true;
    for game in chunk.games() {
        good &= match game {
            Err(_) => false,
            Ok(game) => with_rules!(chunk.settings.openings.rules(), R => {
                crate::check::<R>(&game, &chunk.settings).is_ok()
            }),
        };
    }
    good
}

pub(crate) fn random(number: u64) -> Random {
    stream(77, number)
}
