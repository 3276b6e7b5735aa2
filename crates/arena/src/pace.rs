//! How long a player may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A clock: time for a number of moves or for the whole game, and more for
/// each move.
///
/// ```
/// use erawan_arena::TimeControl;
///
/// let control: TimeControl = "40/1:30+0.5".parse().unwrap();
/// assert_eq!(control.moves, Some(40));
/// assert_eq!(control.time.as_secs(), 90);
/// assert_eq!(control.increment.as_millis(), 500);
/// assert_eq!(control.to_string(), "40/90+0.5");
/// assert!("5+".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    /// After how many moves the time is given anew.
    pub moves: Option<u32>,
    /// What a clock begins with.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// A clock has less than this: some days.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// The text is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControlError(String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no time control: seconds or minutes:seconds, such as 10+0.1, 1:30 or 40/60, \
             less than {} s",
            self.0,
            LONGEST.as_secs()
        )
    }
}

impl std::error::Error for TimeControlError {}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = || TimeControlError(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse::<u32>().ok().filter(|&moves| moves > 0);
                (Some(moves.ok_or_else(error)?), rest)
            }
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = match time.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u32 = minutes.parse().map_err(|_| error())?;
                let rest = seconds(rest).ok_or_else(error)?;
                Duration::from_secs(60 * u64::from(minutes)) + rest
            }
            None => seconds(time).ok_or_else(error)?,
        };
        let increment = seconds(increment).ok_or_else(error)?;
        if (time.is_zero() && increment.is_zero()) || time >= LONGEST {
            return Err(error());
        }
        Ok(Self { moves, time, increment })
    }
}

/// A number of seconds, down to microseconds.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number =
        text.parse::<f64>().ok().filter(|&number| plain && number < LONGEST.as_secs_f64())?;
    Some(Duration::from_micros((number * 1e6).round() as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What limits a player's thinking. Several limits may be set; the first one
/// reached ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pace {
    /// A clock.
    pub clock: Option<TimeControl>,
    /// So long for each move.
    pub move_time: Option<Duration>,
    /// The nodes for each move.
    pub nodes: Option<u64>,
    /// The plies of each search.
    pub depth: Option<u32>,
    /// How far a clock may be overrun before the game is lost.
    pub margin: Duration,
}

impl Pace {
    /// Nodes and nothing else.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A clock and nothing else.
    #[must_use]
    pub fn clock(control: TimeControl) -> Self {
        Self { clock: Some(control), ..Self::default() }
    }

    /// True if nothing would ever end a search.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let Self { clock, move_time, nodes, depth, .. } = self;
        clock.is_none() && move_time.is_none() && nodes.is_none() && depth.is_none()
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(", "))
    }
}

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningClock {
    control: TimeControl,
    margin: Duration,
    /// What is left.
    left: Duration,
    /// Moves until time is added, if it ever is.
    moves_to_go: Option<u32>,
}

impl RunningClock {
    pub(crate) fn new(control: TimeControl, margin: Duration) -> Self {
        Self { control, margin, left: control.time, moves_to_go: control.moves }
    }

    pub(crate) fn left(&self) -> Duration {
        self.left
    }

    pub(crate) fn increment(&self) -> Duration {
        self.control.increment
    }

    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// How long may be thought before the game is lost.
    pub(crate) fn limit(&self) -> Duration {
        self.left.saturating_add(self.margin)
    }

    /// A move was made after so much time. False if that was too much.
    pub(crate) fn spend(&mut self, elapsed: Duration) -> bool {
        if elapsed > self.limit() {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.time;
                self.moves_to_go = self.control.moves;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in [
            ("10+0.1", "10+0.1"),
            ("0.1+0.001", "0.1+0.001"),
            ("300", "300"),
            ("40/5:00", "40/300"),
            ("1:30+2", "90+2"),
            ("0+1", "0+1"),
        ] {
            assert_eq!(control(text).to_string(), written);
            assert_eq!(control(written), control(text));
        }
        let wrong = ["", "0", "0/10", "-1", "1e3", "nan", "inf", "5+", "+5", "a/10", "1:x"];
        let too_long = ["9999999", "1000000", "1+1000000", "16666:40", "4294967295:0"];
        assert_eq!(control("16666:39").time, LONGEST - Duration::from_secs(1));
        for bad in wrong.into_iter().chain(too_long) {
            let error = bad.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("'{bad}' is no time control")));
        }
    }

    #[test]
    fn clocks_count_moves_and_increments() {
        let mut clock = RunningClock::new(control("2/10+1"), Duration::from_millis(50));
        assert!(clock.spend(Duration::from_secs(4)));
        assert_eq!((clock.left(), clock.moves_to_go()), (Duration::from_secs(7), Some(1)));
        // The margin saves the game, but it is no time to think.
        assert!(clock.spend(Duration::from_millis(7_050)));
        assert_eq!((clock.left(), clock.moves_to_go()), (Duration::from_secs(11), Some(2)));
        assert!(!clock.spend(Duration::from_millis(11_051)));
    }
}
