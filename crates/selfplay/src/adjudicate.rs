//! Ending games whose result is clear.

use erawan_board::{Color, Position, Rules};

use crate::game::{GameResult, Reason};

/// When a game is ended before its end by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A win if the score is beyond this…
    pub win_score: u16,
    /// …for this many plies.
    pub win_plies: u8,
    /// A draw if the score is no greater than this…
    pub draw_score: u8,
    /// …for this many plies…
    pub draw_plies: u8,
    /// …and the game has had this many.
    pub draw_from: u8,
    /// A draw if the game has had this many plies.
    pub most_plies: u16,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            win_score: 2000,
            win_plies: 5,
            draw_score: 10,
            draw_plies: 10,
            draw_from: 80,
            most_plies: 500,
        }
    }
}

/// Watches the scores of a game.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    rules: Adjudication,
    winning: [u8; 2],
    level: u8,
}

impl Judge {
    pub(crate) fn new(rules: Adjudication) -> Judge {
        Judge { rules, winning: [0; 2], level: 0 }
    }

    /// A move was played in a position that `score` was found for (as White
    /// sees it); `after` is on the board now.
    pub(crate) fn hear<R: Rules>(
        &mut self,
        score: i32,
        after: &Position<R>,
    ) -> Option<(GameResult, Reason)> {
        let wins = i32::from(self.rules.win_score);
        for (count, score) in self.winning.iter_mut().zip([score, -score]) {
            *count = if score > wins { count.saturating_add(1) } else { 0 };
        }
        let is_level = score.abs() <= i32::from(self.rules.draw_score);
        self.level = if is_level { self.level.saturating_add(1) } else { 0 };
        let ply = ply_of(after);
        for color in Color::ALL {
            if self.winning[color.index()] >= self.rules.win_plies && !is_counted(after) {
                return Some((GameResult::win_of(color), Reason::WinByScore));
            }
        }
        if self.level >= self.rules.draw_plies && ply >= u16::from(self.rules.draw_from) {
            return Some((GameResult::Draw, Reason::DrawByScore));
        }
        (ply >= self.rules.most_plies).then_some((GameResult::Draw, Reason::TooLong))
    }
}

/// The plies played before a position, by its move number.
pub fn ply_of<R: Rules>(position: &Position<R>) -> u16 {
    let full = position.fullmove_number().saturating_sub(1);
    full.saturating_mul(2).saturating_add(position.turn().index() as u16)
}

/// Makruk with a count running or a bared king: the count decides the game, a
/// score cannot.
fn is_counted<R: Rules>(position: &Position<R>) -> bool {
    let bare = |color| position.by_color(color).len() == 1;
    R::COUNTING && (position.counting().limit() > 0 || bare(Color::White) || bare(Color::Black))
}
