//! What programs write in comments: `[%clk 0:05:00]`, `[%eval 0.35]`.

use core::fmt;
use core::time::Duration;

use erawan_board::Score;

/// An `[%eval]` of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evaluation {
    /// The score, from White's point of view.
    pub score: Score,
    /// How deep it was searched, if the comment says.
    pub depth: Option<u32>,
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let score = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", score / 100, score % 100)?;
            }
            Score::Mate(moves) => write!(f, "#{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// The argument of a command such as `clk` in a comment, if it is there.
pub(super) fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    comment.split("[%").skip(1).find_map(|rest| {
        let (inside, _) = rest.split_once(']')?;
        let argument = inside.strip_prefix(name)?;
        argument.starts_with(char::is_whitespace).then(|| argument.trim())
    })
}

/// Reads `1:02:03`, `02:03`, `3.5` and the like.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    let mut parts = 0;
    for part in whole.split(':') {
        parts += 1;
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) || parts > 3 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let mut nanoseconds = 0;
    let mut unit = 100_000_000;
    for byte in fraction.bytes() {
        if !byte.is_ascii_digit() {
            return None;
        }
        nanoseconds += u32::from(byte - b'0') * unit;
        unit /= 10;
    }
    Some(Duration::new(seconds, nanoseconds))
}

/// Reads `0.35`, `-1.2,20`, `#-3`.
pub(super) fn evaluation(text: &str) -> Option<Evaluation> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score.trim(), Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => Score::Mate(moves.parse().ok()?),
        None => Score::Centipawns(centipawns(score)?),
    };
    Some(Evaluation { score, depth })
}

fn centipawns(text: &str) -> Option<i32> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, text.get(1..)?),
        [b'+', ..] => (false, text.get(1..)?),
        _ => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain(whole) || !plain(fraction) {
        return None;
    }
    let digit = |n: usize| fraction.as_bytes().get(n).map_or(0, |byte| i32::from(byte - b'0'));
    let score = whole.parse::<i32>().ok()?.checked_mul(100)?;
    let score = score.checked_add(digit(0) * 10 + digit(1))?;
    Some(if negative { -score } else { score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_and_read() {
        let comment = "good [%eval -1.07,22] [%clk 1:02:03.4] [%clkx 7]";
        assert_eq!(
            command(comment, "clk").and_then(duration),
            Some(Duration::from_millis(3_723_400))
        );
        assert_eq!(command(comment, "cl"), None);
        assert_eq!(command("[%clk 1:00", "clk"), None);
        let eval = command(comment, "eval").and_then(evaluation).unwrap();
        assert_eq!(eval, Evaluation { score: Score::Centipawns(-107), depth: Some(22) });
        assert_eq!(std::format!("{eval}"), "-1.07,22");
        assert_eq!(evaluation("#-3").map(|e| e.score), Some(Score::Mate(-3)));
        assert_eq!(evaluation("-0.5").map(|e| e.score), Some(Score::Centipawns(-50)));
        for bad in ["", "x", "1.x", "#", "--1", "99999999999", "1,x"] {
            assert_eq!(evaluation(bad), None, "{bad}");
        }
        for bad in ["", ":", "1:", "a", "1:2:3:4", "99999999999999999999", "-1"] {
            assert_eq!(duration(bad), None, "{bad}");
        }
        assert_eq!(duration("0.1234567891234"), Some(Duration::from_nanos(123_456_789)));
    }
}
