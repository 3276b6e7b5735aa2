//! Playing recorded games again.

use erawan_board::{Game, Move, Position, Rules};

use crate::adjudicate::{Judge, ply_of};
use crate::chunk::Settings;
use crate::error::GameFault;
use crate::game::GameRecord;
use crate::play::end_by_rules;
use crate::position::{Label, PositionRecord};

/// A position of a game with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a, R: Rules> {
    /// The position.
    pub position: &'a Position<R>,
    /// The move played.
    pub best: Move,
    /// The score for the side to move.
    pub score: i16,
    /// The ply in the game, random opening included.
    pub ply: u16,
}

/// Plays a game again and shows every position with a score. Stops at a move
/// that is not legal.
pub fn replay<R: Rules>(
    record: &GameRecord,
    mut show: impl FnMut(Moment<'_, R>),
) -> Result<(), GameFault> {
    let mut position = record.start.unpack::<R>().map_err(GameFault::Start)?;
    for (i, played) in record.plies.iter().enumerate() {
        if !position.is_legal(played.m) {
            return Err(GameFault::Illegal(i, played.m));
        }
        let (best, score, ply) = (played.m, played.score, ply_of(&position));
        show(Moment { position: &position, best, score, ply });
        position = position.play_unchecked(played.m);
    }
    Ok(())
}

/// Checks a game by playing it again: every move is legal, and the game ends
/// when it must, as the record says.
pub fn check<R: Rules>(record: &GameRecord, settings: &Settings) -> Result<(), GameFault> {
    replay::<R>(record, |_| ())?;
    let start = record.start.unpack::<R>().map_err(GameFault::Start)?;
    let mut game = Game::<R>::from_position(start);
    let mut judge = Judge::new(settings.adjudication);
    let mut end = end_by_rules(&game);
    for (i, ply) in record.plies.iter().enumerate() {
        if let Some((_, reason)) = end {
            return Err(GameFault::GoesOn(i, reason));
        }
        let score = i32::from(ply.score);
        let white =
            if game.position().turn() == erawan_board::Color::White { score } else { -score };
        game.play(ply.m).map_err(|_| GameFault::Illegal(i, ply.m))?;
        end = end_by_rules(&game).or_else(|| judge.hear(white, game.position()));
    }
    let recorded = (record.result, record.reason);
    match end {
        None => Err(GameFault::NotOver),
        Some(found) if found != recorded => Err(GameFault::Ending { found, recorded }),
        Some(_) => Ok(()),
    }
}

/// The positions of a game as records, in the order of [`replay`].
pub fn positions<R: Rules>(
    record: &GameRecord,
    mut take: impl FnMut(PositionRecord),
) -> Result<(), GameFault> {
    let mut fault = None;
    replay::<R>(record, |moment| {
        let Moment { position, best, score, ply } = moment;
        let best_is_noisy = position.is_capture(best) || best.is_promotion();
        let label = Label { score, result: record.result, best_is_noisy, ply };
        match PositionRecord::new(position, &label) {
            Ok(packed) => take(packed),
            Err(error) => fault = Some(GameFault::Start(error)),
        }
    })?;
    fault.map_or(Ok(()), Err)
}
