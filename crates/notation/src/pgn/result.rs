//! The sign at the end of a game.

use core::fmt;

use erawan_board::{Color, Outcome};

use crate::typography::{self, Kind, Plain};

/// How a game ended, as PGN says it: by the rules, by agreement or on time.
///
/// How a game ended by the rules is an [`Outcome`], and can be made a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Reads what [`as_str`](GameResult::as_str) writes, and `1/2`, `½-½`, or any
    /// of them with another dash: `1–0`.
    pub fn from_bytes(text: &[u8]) -> Option<GameResult> {
        Some(match text {
            b"1-0" => GameResult::WhiteWins,
            b"0-1" => GameResult::BlackWins,
            b"1/2-1/2" | b"1/2" => GameResult::Draw,
            b"*" => GameResult::Unknown,
            _ if text.len() < 32 && !text.is_ascii() => return GameResult::from_signs(text),
            _ => return None,
        })
    }

    /// A result in the signs of printers.
    #[cold]
    fn from_signs(text: &[u8]) -> Option<GameResult> {
        let mut plain = Plain::default();
        for c in typography::chars(text).filter(|&c| Kind::of(c) != Kind::Invisible) {
            let is_plain = match c {
                '½' => "1/2".chars().all(|c| plain.push(c)),
                '⁄' | '∕' => plain.push('/'),
                _ => plain.push(typography::plain(c)),
            };
            is_plain.then_some(())?;
        }
        // Only plain characters are left.
        GameResult::from_bytes(plain.bytes())
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// ```
/// use erawan_board::{Chess, Game, Move, Square};
/// use erawan_notation::{pgn::GameResult, san};
///
/// let mut game = Game::<Chess>::new();
/// assert_eq!(GameResult::from(game.outcome()), GameResult::Unknown);
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(san::parse(game.position(), text).unwrap()).unwrap();
/// }
/// assert_eq!(GameResult::from(game.outcome()), GameResult::BlackWins);
/// ```
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }
}

/// A game that goes on has no outcome, and the result `*`.
impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        outcome.map_or(GameResult::Unknown, GameResult::from)
    }
}
