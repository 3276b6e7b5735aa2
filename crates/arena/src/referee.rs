//! One game, from the opening to its end.

use std::sync::atomic::AtomicBool;

use erawan_board::{Color, Game};
use erawan_engine::Playable;

use crate::adjudication::{Adjudication, Watch};
use crate::openings::Opening;
use crate::pace::{Pace, RunningClock};
use crate::players::{Fault, Halt, Player, Question};
use crate::record::{End, MoveNote};

/// A game as it was played, without who played it.
pub(crate) struct Played<R: Playable> {
    pub(crate) game: Game<R>,
    pub(crate) book_plies: usize,
    pub(crate) notes: Vec<MoveNote>,
    pub(crate) end: End,
}

/// Lets two players play a game; `None` if the match is over before it is.
pub(crate) fn play<R: Playable>(
    players: [&mut Player; 2],
    paces: [Pace; 2],
    opening: &Opening<R>,
    adjudication: &Adjudication,
    stop: &AtomicBool,
) -> Option<Played<R>> {
    let [white, black] = players;
    let mut game = opening.game();
    let book_plies = game.moves().len();
    let mut notes: Vec<MoveNote> = Vec::new();
    let mut clocks =
        paces.map(|pace| pace.clock.map(|clock| RunningClock::new(clock, pace.margin)));
    let mut watch = Watch::new(adjudication);
    let end = loop {
        // What a player could claim ends the game.
        if let Some(outcome) = game.outcome_or_claim() {
            break End::Rules(outcome);
        }
        let turn = game.position().turn();
        let (mover, other) = match turn {
            Color::White => (&mut *white, &mut *black),
            Color::Black => (&mut *black, &mut *white),
        };
        let question = Question { game: &game, clocks, stop };
        let thought = match mover.think(&question) {
            Ok(thought) => thought,
            Err(Halt::Interrupted) => return None,
            Err(Halt::Fault(fault)) => break End::Fault { color: turn, fault },
        };
        other.listen();
        if let Some(Some(clock)) = clocks.get_mut(turn as usize) {
            let allowed = clock.left();
            if !clock.spend(thought.elapsed) {
                let elapsed = thought.elapsed;
                break End::Fault { color: turn, fault: Fault::Time { elapsed, allowed } };
            }
        }
        if game.play(thought.m).is_err() {
            let (text, reason) = (thought.m.to_string(), "it is not legal here".to_owned());
            break End::Fault { color: turn, fault: Fault::IllegalMove { text, reason } };
        }
        let score = thought.info.as_ref().and_then(|info| info.score);
        notes.push(MoveNote { elapsed: thought.elapsed, info: thought.info });
        // The rules come first: a mate on the board is no matter of opinion.
        if game.outcome_or_claim().is_none() {
            if let Some(verdict) = watch.after(&game, notes.len(), score) {
                break End::Adjudicated(verdict);
            }
            mover.ponder(&Question { game: &game, clocks, stop });
        }
    };
    Some(Played { game, book_plies, notes, end })
}
