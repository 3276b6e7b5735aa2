//! What players do wrong.

use std::fmt;
use std::time::Duration;

use erawan_uci::client::ClientError;

/// What a player did that cost it the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// It could not be started or made ready.
    Start(String),
    /// Its process ended or its pipes broke.
    Crash(String),
    /// It thought for too long.
    Time {
        /// How long it thought.
        elapsed: Duration,
        /// How long it was allowed to, without the margin.
        allowed: Duration,
    },
    /// It did not answer at all, not even to `stop`.
    Silence {
        /// How long it was waited for.
        after: Duration,
    },
    /// Its move is not legal, or no move.
    IllegalMove {
        /// What it gave as its move.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It gave no move although there are some.
    NoMove,
}

impl Fault {
    /// What [`kind`](Self::kind) may say.
    pub(crate) const KINDS: [&'static str; 5] =
        ["failure to start", "crash", "time forfeit", "hang", "illegal move"];

    /// The kind of fault in a word or two, for counting them.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Start(_) => "failure to start",
            Self::Crash(_) => "crash",
            Self::Time { .. } => "time forfeit",
            Self::Silence { .. } => "hang",
            Self::IllegalMove { .. } | Self::NoMove => "illegal move",
        }
    }

    /// What PGN's `Termination` tag calls it.
    #[must_use]
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Start(_) | Self::Crash(_) => "abandoned",
            Self::Time { .. } | Self::Silence { .. } => "time forfeit",
            Self::IllegalMove { .. } | Self::NoMove => "rules infraction",
        }
    }

    /// Whether the player can go on in another game as it is.
    pub(crate) fn is_survivable(&self) -> bool {
        matches!(self, Self::Time { .. } | Self::IllegalMove { .. } | Self::NoMove)
    }
}

impl From<ClientError> for Fault {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::TimedOut { after, .. } => Self::Silence { after },
            ClientError::Start { .. } | ClientError::Option(_) => Self::Start(error.to_string()),
            _ => Self::Crash(error.to_string()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "cannot be started: {reason}"),
            Self::Crash(reason) => write!(f, "crashed: {reason}"),
            Self::Time { elapsed, allowed } => write!(
                f,
                "lost on time: thought {:.3} s and had {:.3} s",
                elapsed.as_secs_f64(),
                allowed.as_secs_f64()
            ),
            Self::Silence { after } => {
                write!(f, "hangs: no answer within {:.3} s", after.as_secs_f64())
            }
            Self::IllegalMove { text, reason } => {
                let shown: String = text.chars().take(20).collect();
                write!(f, "made the illegal move '{shown}': {reason}")
            }
            Self::NoMove => f.write_str("gave no move"),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_known() {
        let zero = Duration::ZERO;
        let (text, reason) = (String::new(), String::new());
        for fault in [
            Fault::Start(String::new()),
            Fault::Crash(String::new()),
            Fault::Time { elapsed: zero, allowed: zero },
            Fault::Silence { after: zero },
            Fault::IllegalMove { text, reason },
            Fault::NoMove,
        ] {
            assert!(Fault::KINDS.contains(&fault.kind()), "{fault}");
        }
    }
}
