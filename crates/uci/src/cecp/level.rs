//! Time controls.

use core::fmt;
use std::time::Duration;

/// The longest time that is taken: what is longer counts as this, a thousand days.
const LONGEST: Duration = Duration::from_hours(24 * 1000);

/// A time control as `level` says it.
///
/// ```
/// use std::time::Duration;
/// use erawan_uci::cecp::Level;
///
/// // Forty moves in five minutes; two minutes for the game and twelve seconds a move.
/// assert_eq!(Level::parse("40", "5", "0").unwrap().base, Duration::from_secs(300));
/// assert_eq!(Level::parse("0", "2", "12").unwrap().increment, Duration::from_secs(12));
/// assert_eq!(Level::parse("40", "0:30", "0").unwrap().base, Duration::from_secs(30));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// The moves for which the time is given; 0 if it is for the whole game.
    pub moves: u32,
    /// The time for them.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl Level {
    /// Forty moves in five minutes: what counts until another is told.
    pub const DEFAULT: Level =
        Level { moves: 40, base: Duration::from_mins(5), increment: Duration::ZERO };

    /// Reads the three words after `level`: moves; minutes, or minutes and seconds
    /// with a colon between them; seconds. Fractions are taken where a number of
    /// seconds or minutes stands alone.
    #[must_use]
    pub fn parse(moves: &str, base: &str, increment: &str) -> Option<Level> {
        Some(Level {
            moves: moves.parse().ok()?,
            base: match base.split_once(':') {
                Some((minutes, rest)) => {
                    let minutes: u32 = minutes.parse().ok()?;
                    let rest = seconds(rest).filter(|rest| *rest < Duration::from_mins(1))?;
                    Duration::from_mins(1).saturating_mul(minutes).saturating_add(rest)
                }
                None => seconds(base)?.saturating_mul(60),
            }
            .min(LONGEST),
            increment: seconds(increment)?,
        })
    }

    /// The moves until more time is given, after so many of one's own.
    #[must_use]
    pub fn moves_to_go(&self, played: usize) -> Option<u32> {
        let played = u32::try_from(played).unwrap_or(u32::MAX);
        (self.moves > 0).then(|| self.moves - played % self.moves)
    }
}

/// A number of seconds, perhaps with a fraction.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    // Not what a parser of floating point takes beside that: infinity, 1e9.
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let seconds: f64 = text.parse().ok()?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST))
}

/// Prints seconds, with a fraction if there is one.
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, milliseconds) = (self.0.as_secs(), self.0.subsec_millis());
        if milliseconds == 0 {
            return write!(f, "{seconds}");
        }
        let fraction = format!("{milliseconds:03}");
        write!(f, "{seconds}.{}", fraction.trim_end_matches('0'))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.base.as_secs() / 60, self.base.as_secs() % 60);
        write!(f, "level {} {minutes}", self.moves)?;
        if seconds > 0 || self.base.subsec_millis() > 0 {
            let zero = if seconds < 10 { "0" } else { "" };
            write!(f, ":{zero}{}", Seconds(Duration::new(seconds, self.base.subsec_nanos())))?;
        }
        write!(f, " {}", Seconds(self.increment))
    }
}
