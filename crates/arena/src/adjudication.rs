//! Ending games early, where everybody agrees how they would end.

use std::fmt;
use std::sync::Arc;

use erawan_board::{Color, Game, Position};
use erawan_endings::{Endings, Outcome};
use erawan_engine::Playable;
use erawan_syzygy::{Tables, Wdl};
use erawan_uci::protocol::Score;

/// A draw, if both players see one for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// For this many moves of each side in a row.
    pub moves: u32,
    /// The scores are no farther from zero than this, in centipawns.
    pub score: i32,
}

/// A loss, if a player sees one for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For this many of its moves in a row.
    pub moves: u32,
    /// The score is at least so far below zero, in centipawns.
    pub score: i32,
    /// Whether the opponent must see it too.
    pub two_sided: bool,
}

/// A result from endgame tables.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// The tables.
    pub tables: Arc<Tables>,
    /// Only with this many men or fewer.
    pub max_men: u32,
    /// Whether wins count that the fifty-move rule spoils.
    pub ignore_fifty_moves: bool,
}

/// A result from the tables of Makruk and its sisters, with the count as it
/// stands.
#[derive(Clone, Debug)]
pub struct EndingRule {
    /// The tables.
    pub endings: Arc<Endings>,
    /// Only with this many men or fewer.
    pub max_men: u32,
}

/// How games may be ended early. Nothing is, unless it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    /// By scores near zero.
    pub draw: Option<DrawRule>,
    /// By scores far from it.
    pub resign: Option<ResignRule>,
    /// A draw after this many moves of each side.
    pub max_moves: Option<u32>,
    /// By endgame tables; chess only.
    pub tables: Option<TableRule>,
    /// By endgame tables of games with a count.
    pub endings: Option<EndingRule>,
}

/// Why a game was ended early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Both players saw a draw.
    DrawScore,
    /// The loser saw it coming.
    WinScore(Color),
    /// The game was long enough.
    MoveLimit,
    /// The tables know the result.
    Tables(Option<Color>),
}

impl Verdict {
    /// The side that wins, if any.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::WinScore(winner) => Some(winner),
            Self::Tables(winner) => winner,
            Self::DrawScore | Self::MoveLimit => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DrawScore | Self::WinScore(_) => "adjudication by score",
            Self::MoveLimit => "adjudication by length",
            Self::Tables(_) => "adjudication by endgame tables",
        })
    }
}

/// Watches one game.
pub(crate) struct Watch<'a> {
    rules: &'a Adjudication,
    quiet_plies: u32,
    /// How many moves in a row each side has seen itself lost, and won.
    lost: [u32; 2],
    won: [u32; 2],
}

impl<'a> Watch<'a> {
    pub(crate) fn new(rules: &'a Adjudication) -> Self {
        Self { rules, quiet_plies: 0, lost: [0; 2], won: [0; 2] }
    }

    /// A player has moved, and said what it thinks of it.
    pub(crate) fn after<R: Playable>(
        &mut self,
        game: &Game<R>,
        own_plies: usize,
        score: Option<Score>,
    ) -> Option<Verdict> {
        let mover = !game.position().turn();
        let value = score.map(|score| match score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        });
        if let Some(rule) = self.rules.tables.as_ref()
            && let Some(winner) = rule.judge(game.position())
        {
            return Some(Verdict::Tables(winner));
        }
        if let Some(rule) = self.rules.endings.as_ref()
            && let Some(winner) = rule.judge(game.position())
        {
            return Some(Verdict::Tables(winner));
        }
        if let Some(rule) = self.rules.resign {
            let (us, them) = (mover as usize, !mover as usize);
            self.lost[us] =
                if value.is_some_and(|value| value <= -rule.score) { self.lost[us] + 1 } else { 0 };
            self.won[us] =
                if value.is_some_and(|value| value >= rule.score) { self.won[us] + 1 } else { 0 };
            if self.lost[us] >= rule.moves && (!rule.two_sided || self.won[them] >= rule.moves) {
                return Some(Verdict::WinScore(!mover));
            }
            // The winner may be the one to speak last.
            if rule.two_sided && self.won[us] >= rule.moves && self.lost[them] >= rule.moves {
                return Some(Verdict::WinScore(mover));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_quiet =
                value.is_some_and(|value| value.unsigned_abs() <= rule.score.unsigned_abs());
            self.quiet_plies = if is_quiet { self.quiet_plies + 1 } else { 0 };
            let next = u32::from(game.position().fullmove_number());
            let number = if mover == Color::White { next } else { next.saturating_sub(1) };
            if number >= rule.from_move && self.quiet_plies >= 2 * rule.moves {
                return Some(Verdict::DrawScore);
            }
        }
        let limit = self.rules.max_moves?;
        (own_plies as u64 >= 2 * u64::from(limit)).then_some(Verdict::MoveLimit)
    }
}

impl TableRule {
    /// `None` if the tables do not know, otherwise the winner if there is one.
    fn judge<R: Playable>(&self, position: &Position<R>) -> Option<Option<Color>> {
        let chess = R::as_chess(position)?;
        if position.occupied().len() > self.max_men {
            return None;
        }
        let wdl = self.tables.probe_wdl(chess).ok()?;
        let clock = i32::from(chess.halfmove_clock());
        let wdl = if self.ignore_fifty_moves {
            wdl.without_fifty_moves()
        } else if clock == 0 || wdl == Wdl::Draw {
            wdl.with_fifty_moves()
        } else {
            // The tables suppose that the clock is at zero. A distance may be
            // one ply off; what is in doubt is played out.
            let distance = self.tables.probe_dtz(chess).ok()?.abs();
            match wdl {
                Wdl::Win | Wdl::Loss if distance + clock < 99 => wdl,
                Wdl::CursedWin | Wdl::BlessedLoss => Wdl::Draw,
                _ => return None,
            }
        };
        Some(match wdl {
            Wdl::Win => Some(position.turn()),
            Wdl::Loss => Some(!position.turn()),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => None,
        })
    }
}

impl EndingRule {
    /// `None` if the tables do not know, otherwise the winner if there is one.
    fn judge<R: Playable>(&self, position: &Position<R>) -> Option<Option<Color>> {
        if !R::COUNTING || position.occupied().len() > self.max_men {
            return None;
        }
        Some(match self.endings.probe(position).ok()?.outcome {
            Outcome::Win => Some(position.turn()),
            Outcome::Loss => Some(!position.turn()),
            Outcome::Draw => None,
        })
    }
}
