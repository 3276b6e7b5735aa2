//! Games that were played, and PGN made of them.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use erawan_board::{Color, Game, Outcome, Rules, Variant};
use erawan_notation::pgn::{self, GameResult, GameTree};
use erawan_uci::protocol::{Info, Score};

use crate::adjudication::Verdict;
use crate::lines::Warning;
use crate::players::Fault;
use crate::resume::final_position;
use crate::schedule::Pairing;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the game.
    Rules(Outcome),
    /// It was ended early.
    Adjudicated(Verdict),
    /// A player did something that cost it the game.
    Fault {
        /// The player's colour.
        color: Color,
        /// What it did.
        fault: Fault,
    },
}

impl End {
    /// The side that won, if any.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Adjudicated(verdict) => verdict.winner(),
            Self::Fault { color, .. } => Some(!*color),
        }
    }

    /// The result as PGN says it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// PGN's `Termination` tag.
    #[must_use]
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) => "normal",
            Self::Adjudicated(_) => "adjudication",
            Self::Fault { fault, .. } => fault.termination(),
        }
    }

    /// Why, without the result: `checkmate`, `time forfeit`.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Rules(Outcome::Win { reason, .. }) => reason.to_string(),
            Self::Rules(Outcome::Draw(reason)) => reason.to_string(),
            Self::Adjudicated(verdict) => verdict.to_string(),
            Self::Fault { fault, .. } => fault.kind().to_owned(),
        }
    }
}

/// In words: `White wins by checkmate`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: Color| match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        match (self, self.winner()) {
            (Self::Fault { color, fault }, _) => write!(f, "{} {fault}", name(*color)),
            (_, Some(winner)) => write!(f, "{} wins by {}", name(winner), self.reason()),
            (_, None) => write!(f, "draw by {}", self.reason()),
        }
    }
}

/// What is known about a move.
#[derive(Clone, Debug)]
pub struct MoveNote {
    /// How long the player thought.
    pub elapsed: Duration,
    /// The last that it said about its search.
    pub info: Option<Info>,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct GameRecord<R: Rules> {
    /// Which game of the match it is, and who played.
    pub pairing: Pairing,
    /// The moves.
    pub game: Game<R>,
    /// How many of them were given by the opening.
    pub book_plies: usize,
    /// About each move after those.
    pub notes: Vec<MoveNote>,
    /// How it ended.
    pub end: End,
    /// What was wrong with the lines that players announced.
    pub warnings: Vec<Warning>,
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub took: Duration,
}

/// What the match adds to a game's tags.
pub(crate) struct Heading<'a> {
    pub(crate) event: &'a str,
    pub(crate) variant: Variant,
    pub(crate) players: [&'a str; 2],
    pub(crate) paces: [String; 2],
}

impl<R: Rules> GameRecord<R> {
    pub(crate) fn to_pgn(&self, heading: &Heading<'_>) -> String {
        let mut tree = GameTree::new(*self.game.start()).with_variant(heading.variant);
        let (date, time) = date_and_time(self.began);
        let [white, black] = heading.players;
        let mut tags = vec![
            ("Event", heading.event.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", date.clone()),
            ("Round", self.pairing.round()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
            ("UTCDate", date),
            ("UTCTime", time),
            ("GameDuration", format!("{:.3}", self.took.as_secs_f64())),
            ("PlyCount", self.game.moves().len().to_string()),
            ("Termination", self.end.termination().to_owned()),
            ("Reason", self.end.reason()),
        ];
        let [white_pace, black_pace] = &heading.paces;
        if white_pace == black_pace {
            tags.push(("TimeControl", white_pace.clone()));
        } else {
            tags.push(("WhiteTimeControl", white_pace.clone()));
            tags.push(("BlackTimeControl", black_pace.clone()));
        }
        for (name, value) in tags {
            // The names are proper ones.
            let _ = tree.tags_mut().set(name, &value);
        }
        let mut node = tree.root();
        let count = self.game.moves().len();
        for (ply, &m) in self.game.moves().iter().enumerate() {
            let Some(next) = tree.add_move(node, m) else { break };
            node = next;
            let note = ply.checked_sub(self.book_plies).and_then(|ply| self.notes.get(ply));
            let mut comment = note.map_or_else(|| "book".to_owned(), MoveNote::to_string);
            if ply + 1 == count {
                comment.push_str(&format!(", {}", self.end));
            }
            tree.add_comment(node, &comment);
        }
        if count == 0 {
            tree.add_comment(tree.root(), &self.end.to_string());
        }
        tree.set_result(self.end.result());
        let mut text = pgn::write(&tree);
        text.push('\n');
        text
    }

    /// Who made a move, counted in plies from 0.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Color {
        let first = self.game.start().turn();
        if ply.is_multiple_of(2) { first } else { !first }
    }

    /// The last position as a line of EPD, with the result and the round.
    #[must_use]
    pub fn to_epd(&self) -> String {
        final_position(self.game.position(), self.end.result(), self.pairing.round())
    }
}

/// As cutechess writes it: `+0.35/12 0.104s`, then nodes and selective depth.
impl fmt::Display for MoveNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(info) = &self.info else {
            return write!(f, "{:.3}s", self.elapsed.as_secs_f64());
        };
        match info.score {
            Some(Score::Centipawns(value)) => {
                let sign = if value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)?;
            }
            Some(Score::Mate(moves)) => {
                let sign = if moves > 0 { '+' } else { '-' };
                write!(f, "{sign}M{}", moves.unsigned_abs())?;
            }
            None => f.write_str("0.00")?,
        }
        write!(f, "/{} {:.3}s", info.depth.unwrap_or(0), self.elapsed.as_secs_f64())?;
        if let Some(nodes) = info.nodes {
            write!(f, ", n={nodes}")?;
        }
        if let Some(depth) = info.selective_depth {
            write!(f, ", sd={depth}")?;
        }
        Ok(())
    }
}

/// `2026.11.15` and `12:30:00`, by the clock of Greenwich.
fn date_and_time(time: SystemTime) -> (String, String) {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from March, so that a leap day is the last of one, and
    // in eras of 400 years, which are all of the same length.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    (
        format!("{year:04}.{month:02}.{day:02}"),
        format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_399, "2000.02.28", "23:59:59"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (951_868_800, "2000.03.01", "00:00:00"),
            (1_735_689_599, "2024.12.31", "23:59:59"),
            (4_107_542_400, "2100.03.01", "00:00:00"),
        ] {
            let at = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(date_and_time(at), (date.to_owned(), time.to_owned()));
        }
    }
}
