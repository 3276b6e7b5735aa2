//! Going on with a match that was interrupted.
//!
//! The games written so far are all there is to know: which have been played
//! and how they ended follows from the PGN, so nothing can disagree with it. A
//! game that was being written when the power failed is cut off.

use std::collections::HashSet;
use std::fmt;

use erawan_board::{Move, Position};
use erawan_engine::Playable;
use erawan_notation::epd::{Epd, Operand, Operation};
use erawan_notation::pgn::{GameResult, Games, PgnGame};

use crate::players::Fault;
use crate::schedule::Pairing;
use crate::tournament::{Known, Tournament};

/// What an earlier run left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resumed {
    /// The games it played to their ends.
    pub known: Vec<Known>,
    /// Their last positions, as [`GameRecord::to_epd`](crate::GameRecord::to_epd)
    /// writes them.
    pub final_positions: Vec<String>,
    /// How many bytes of the PGN hold whole games; what follows is to be cut
    /// off.
    pub valid_bytes: usize,
}

/// Why a match cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// A game is broken that is not the last.
    Broken(String),
    /// A game has no round of ours.
    Round {
        /// Its number in the file, from 1.
        game: usize,
        /// Its `Round` tag.
        round: String,
    },
    /// A round is there twice.
    Twice(String),
    /// A game is not the one that this match would play.
    OtherMatch {
        /// Its round.
        round: String,
        /// What differs.
        what: &'static str,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(reason) => f.write_str(reason),
            Self::Round { game, round } => {
                write!(f, "game {game} is not of this match: its round is '{round}'")
            }
            Self::Twice(round) => write!(f, "round {round} is there twice"),
            Self::OtherMatch { round, what } => write!(
                f,
                "round {round} is not of this match: {what}; resume with the settings it was \
                 started with"
            ),
        }
    }
}

impl std::error::Error for ResumeError {}

/// The last position of a game as a line of EPD.
pub(crate) fn final_position<R: erawan_board::Rules>(
    position: &Position<R>,
    result: GameResult,
    round: String,
) -> String {
    let mut epd = Epd::with_clocks(*position);
    let quoted = |text: String| vec![Operand::Quoted(text)];
    epd.operations.extend(Operation::new("c9", quoted(result.to_string())));
    epd.operations.extend(Operation::new("id", quoted(round)));
    epd.to_string()
}

impl<R: Playable> Tournament<R> {
    /// Reads the games of an earlier run of this very match. Players must have
    /// their names, so [`prepare`](Self::prepare) comes first.
    pub fn resume(&self, pgn: &[u8]) -> Result<Resumed, ResumeError> {
        let schedule = self.schedule();
        let mut resumed =
            Resumed { known: Vec::new(), final_positions: Vec::new(), valid_bytes: 0 };
        let mut seen = HashSet::new();
        let mut games = Games::new(pgn);
        let mut at = 0;
        let mut broken = None;
        for index in 1.. {
            let Some(game) = games.next() else { break };
            let raw = games.raw();
            if let Some(reason) = broken {
                return Err(ResumeError::Broken(reason));
            }
            at += raw.len();
            let game = match game {
                Ok(game) if is_whole(raw, game.result()) => game,
                Ok(_) => {
                    broken = Some(format!("game {index} has no end"));
                    continue;
                }
                Err(error) => {
                    broken = Some(error.to_string());
                    continue;
                }
            };
            let round = game.tags().get("Round").unwrap_or("").to_owned();
            let pairing = Pairing::number_of(&round).and_then(|number| schedule.game(number));
            let (Some(pairing), Some(tree)) = (pairing, game.get::<R>()) else {
                return Err(ResumeError::Round { game: index, round });
            };
            if !seen.insert(pairing.number) {
                return Err(ResumeError::Twice(round));
            }
            let name = |player: usize| self.players.get(player).map(|spec| spec.name.as_str());
            let opening = self.openings.get(pairing.opening);
            let is_opening = opening.is_some_and(|opening| {
                let moves: Vec<Option<Move>> =
                    tree.mainline().take(opening.moves.len()).map(|n| tree.move_to(n)).collect();
                *tree.start() == opening.start
                    && moves.into_iter().eq(opening.moves.iter().copied().map(Some))
            });
            let what = if game.tags().get("White") != name(pairing.white)
                || game.tags().get("Black") != name(pairing.black)
            {
                Some("other players")
            } else if game.variant() != self.variant {
                Some("another variant")
            } else if !is_opening {
                Some("another opening")
            } else {
                None
            };
            if let Some(what) = what {
                return Err(ResumeError::OtherMatch { round, what });
            }
            let last = tree.mainline().last().unwrap_or(tree.root());
            let line = final_position(&tree.position(last), game.result(), pairing.round());
            resumed.final_positions.push(line);
            let reason = game.tags().get("Reason");
            let fault = Fault::KINDS.into_iter().find(|kind| reason == Some(kind));
            resumed.known.push(Known { number: pairing.number, result: game.result(), fault });
            resumed.valid_bytes = at;
        }
        Ok(resumed)
    }
}

/// Whether a game was written to its end: the result is its last word, and the
/// empty line after it is there.
fn is_whole(raw: &[u8], result: GameResult) -> bool {
    let ending = format!("{result}\n\n");
    result != GameResult::Unknown && raw.ends_with(ending.as_bytes())
}
