//! What programs write in comments: `[%clk 0:05:00]`, `[%eval 0.35]`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use erawan_board::{Score, Square};

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

/// The colour of an arrow or of a highlighted square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkColor {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl MarkColor {
    /// All colours.
    pub const ALL: [MarkColor; 4] =
        [MarkColor::Green, MarkColor::Red, MarkColor::Yellow, MarkColor::Blue];

    /// The letter that stands for it.
    pub const fn letter(self) -> char {
        match self {
            MarkColor::Green => 'G',
            MarkColor::Red => 'R',
            MarkColor::Yellow => 'Y',
            MarkColor::Blue => 'B',
        }
    }
}

/// An arrow of a `[%cal]`: `Gg1f3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arrow {
    /// Its colour.
    pub color: MarkColor,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A highlighted square of a `[%csl]`: `Rd4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Highlight {
    /// Its colour.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

/// A text is no [`Arrow`] or no [`Highlight`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMarkError;

impl fmt::Display for ParseMarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mark is one of the letters G, R, Y, B and one or two squares")
    }
}

impl core::error::Error for ParseMarkError {}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color.letter(), self.from, self.to)
    }
}

impl fmt::Display for Highlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.square)
    }
}

impl FromStr for Arrow {
    type Err = ParseMarkError;
    fn from_str(text: &str) -> Result<Arrow, ParseMarkError> {
        let (color, squares) = mark_color(text)?;
        let (from, to) = squares.split_at_checked(2).ok_or(ParseMarkError)?;
        Ok(Arrow { color, from: mark_square(from)?, to: mark_square(to)? })
    }
}

impl FromStr for Highlight {
    type Err = ParseMarkError;
    fn from_str(text: &str) -> Result<Highlight, ParseMarkError> {
        let (color, square) = mark_color(text)?;
        Ok(Highlight { color, square: mark_square(square)? })
    }
}

fn mark_color(text: &str) -> Result<(MarkColor, &str), ParseMarkError> {
    let color = MarkColor::ALL.into_iter().find(|color| text.starts_with(color.letter()));
    Ok((color.ok_or(ParseMarkError)?, text.get(1..).unwrap_or("")))
}

fn mark_square(text: &str) -> Result<Square, ParseMarkError> {
    text.parse().map_err(|_| ParseMarkError)
}

/// A piece of a comment.
enum Part<'a> {
    Text(&'a str),
    /// A command with its brackets, its name and its argument.
    Command(&'a str, &'a str, &'a str),
}

/// Cuts a comment into text and commands.
fn parts(comment: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = comment;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let begin = match rest.find("[%") {
            Some(0) => {
                if let Some((inside, behind)) = rest.split_once(']')
                    && let Some(inside) = inside.get(2..)
                {
                    let whole = rest.get(..inside.len() + 3).unwrap_or(rest);
                    let (name, argument) =
                        inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
                    rest = behind;
                    return Some(Part::Command(whole, name, argument.trim()));
                }
                // A bracket that is never closed is text.
                rest.len()
            }
            Some(begin) => begin,
            None => rest.len(),
        };
        let (text, behind) = rest.split_at_checked(begin).unwrap_or((rest, ""));
        rest = behind;
        Some(Part::Text(text))
    })
}

/// The commands of a comment: names and arguments.
pub(super) fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    parts(comment).filter_map(|part| match part {
        Part::Command(_, name, argument) => Some((name, argument)),
        Part::Text(_) => None,
    })
}

/// The argument of the first command of that name.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    commands(comment).find(|&(found, _)| found == name).map(|(_, argument)| argument)
}

/// The time left that a comment tells: `[%clk 0:04:59]`.
///
/// ```
/// use core::time::Duration;
/// use erawan_notation::pgn::clock_in;
/// assert_eq!(clock_in("[%clk 0:01:00.5] hm"), Some(Duration::from_millis(60_500)));
/// assert_eq!(clock_in("[%clk soon]"), None);
/// ```
pub fn clock_in(comment: &str) -> Option<Duration> {
    command(comment, "clk").and_then(duration)
}

/// The evaluation that a comment tells: `[%eval 0.35]`, `[%eval #-3]`.
///
/// ```
/// use erawan_notation::pgn::{Score, evaluation_in};
/// assert_eq!(evaluation_in("[%eval #-3]").unwrap().score, Score::Mate(-3));
/// ```
pub fn evaluation_in(comment: &str) -> Option<Evaluation> {
    command(comment, "eval").and_then(evaluation)
}

/// What a comment says apart from its commands.
pub(super) fn without_commands(comment: &str) -> String {
    let mut out = String::new();
    for part in parts(comment) {
        if let Part::Text(text) = part {
            let text = text.trim();
            if !out.is_empty() && !text.is_empty() {
                out.push(' ');
            }
            out.push_str(text);
        }
    }
    out
}

/// Puts a command into comments where it was, or else behind the commands that
/// the first comment begins with; or takes it out.
pub(super) fn set_command(comments: &mut Vec<String>, name: &str, argument: Option<String>) {
    let mut new = argument.map(|argument| format!("[%{name} {argument}]"));
    for comment in comments.iter_mut() {
        if commands(comment).all(|(found, _)| found != name) {
            continue;
        }
        let mut changed = String::with_capacity(comment.len());
        for part in parts(comment) {
            match part {
                Part::Command(_, found, _) if found == name => match new.take() {
                    Some(new) => changed.push_str(&new),
                    // The space before it would be left over.
                    None => changed.truncate(changed.trim_end().len()),
                },
                Part::Command(whole, ..) => changed.push_str(whole),
                Part::Text(text) => changed.push_str(text),
            }
        }
        *comment = changed.trim().into();
    }
    comments.retain(|comment| !comment.is_empty());
    let Some(new) = new else { return };
    match comments.first_mut() {
        Some(comment) => {
            let leading = leading_commands(comment);
            let text = comment.get(leading..).unwrap_or("").trim_start();
            let leading = comment.get(..leading).unwrap_or("");
            let words = [leading, &new, text].into_iter().filter(|word| !word.is_empty());
            *comment = words.collect::<Vec<&str>>().join(" ");
        }
        None => comments.push(new),
    }
}

/// How far the commands go that a comment begins with.
fn leading_commands(comment: &str) -> usize {
    let mut at = 0;
    let mut end = 0;
    for part in parts(comment) {
        match part {
            Part::Command(whole, ..) => {
                at += whole.len();
                end = at;
            }
            Part::Text(text) if text.trim().is_empty() => at += text.len(),
            Part::Text(_) => break,
        }
    }
    end
}

/// The text of a list, none if it is empty.
pub(super) fn list_text(items: &[impl fmt::Display]) -> Option<String> {
    let (first, rest) = items.split_first()?;
    let mut out = format!("{first}");
    rest.iter().for_each(|item| out.push_str(&format!(",{item}")));
    Some(out)
}

/// A time as `h:mm:ss`, with what is left of a second if anything is.
pub(super) fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut out = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        let fraction = format!(".{:09}", time.subsec_nanos());
        out.push_str(fraction.trim_end_matches('0'));
    }
    out
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
        let command = |comment: &'static str, name| {
            commands(comment).find(|&(found, _)| found == name).map(|(_, argument)| argument)
        };
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

    #[test]
    fn commands_are_set_where_they_were() {
        let set = |comments: &[&str], name: &str, argument: Option<&str>| {
            let mut comments: Vec<String> = comments.iter().map(|&text| text.into()).collect();
            set_command(&mut comments, name, argument.map(String::from));
            comments
        };
        let both = ["good [%clk 1:00:00] move", "[%mdl 7]"];
        assert_eq!(set(&both, "clk", Some("0:01")), ["good [%clk 0:01] move", "[%mdl 7]"]);
        assert_eq!(set(&both, "clk", None), ["good move", "[%mdl 7]"]);
        assert_eq!(set(&both, "mdl", None), ["good [%clk 1:00:00] move"]);
        assert_eq!(set(&both, "eval", None), both);
        assert_eq!(set(&["[%clk 1] a"], "eval", Some("1.00")), ["[%clk 1] [%eval 1.00] a"]);
        assert_eq!(set(&["[%clk 1][%emt 2]"], "clk", None), ["[%emt 2]"]);
        assert_eq!(set(&["[%clk 1] x [%clk 2]", "[%clk 3]"], "clk", Some("4")), ["[%clk 4] x"]);
        assert_eq!(set(&["open [%clk 1"], "clk", Some("2")), ["[%clk 2] open [%clk 1"]);
        assert_eq!(set(&[], "clk", Some("2")), ["[%clk 2]"]);
        assert!(set(&["[%clk 2]"], "clk", None).is_empty());
    }

    #[test]
    fn times_and_marks_are_read_as_they_are_written() {
        for milliseconds in [0, 1, 10, 999, 1_000, 59_999, 60_000, 3_599_500, 360_000_000] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(duration(&clock_text(time)), Some(time), "{}", clock_text(time));
        }
        assert_eq!(clock_text(Duration::from_millis(3_723_400)), "1:02:03.4");
        for color in MarkColor::ALL {
            let arrow = Arrow { color, from: Square::A1, to: Square::H8 };
            assert_eq!(format!("{arrow}").parse(), Ok(arrow));
            let highlight = Highlight { color, square: Square::E4 };
            assert_eq!(format!("{highlight}").parse(), Ok(highlight));
        }
        for bad in ["", "G", "Ge", "Ge4", "Ge4e", "Ge4e55", "Xe4e5", "ge4e5", "Gé4e5", "Ge4é5"] {
            assert_eq!(bad.parse::<Arrow>(), Err(ParseMarkError), "{bad}");
        }
        for bad in ["", "G", "Ge", "Ge4e5", "Xe4", "Gé4", "é4"] {
            assert_eq!(bad.parse::<Highlight>(), Err(ParseMarkError), "{bad}");
        }
    }
}
