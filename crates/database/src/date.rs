//! Dates that may be known in part.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A date of the calendar, of which the day, the month or all may be unknown.
///
/// What is unknown comes before everything known: `2024.??.??` before
/// `2024.01.??` before `2024.01.01`.
///
/// ```
/// use erawan_database::Date;
/// let date: Date = "2024.11.??".parse().unwrap();
/// assert!(date < "2024.11.01".parse().unwrap());
/// assert_eq!(date.to_string(), "2024.11.??");
/// assert_eq!(date.year(), 2024);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Date(u32);

/// The text is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidDate;

impl fmt::Display for InvalidDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a date is a year, or YYYY.MM, or YYYY.MM.DD")
    }
}

impl std::error::Error for InvalidDate {}

impl Date {
    /// Nothing is known.
    pub const UNKNOWN: Date = Date(0);

    pub(crate) const fn from_bits(bits: u32) -> Date {
        Date(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The year; 0 if it is not known.
    pub const fn year(self) -> u32 {
        self.0 >> 9
    }

    const fn month(self) -> u32 {
        self.0 >> 5 & 15
    }

    const fn day(self) -> u32 {
        self.0 & 31
    }

    /// The last day that the date may mean, to compare with.
    #[must_use]
    pub const fn end(self) -> Date {
        match (self.year(), self.month(), self.day()) {
            (0, ..) => Date(u32::MAX),
            (year, 0, _) => Date(year << 9 | 0x1FF),
            (year, month, 0) => Date(year << 9 | month << 5 | 31),
            _ => self,
        }
    }
}

impl FromStr for Date {
    type Err = InvalidDate;

    /// Reads `2024.11.16`, with question marks for what is unknown, or a part from
    /// the left; dashes do too.
    fn from_str(text: &str) -> Result<Date, InvalidDate> {
        let mut parts = [0; 3];
        let mut words = text.split(['.', '-']);
        for (i, (part, most)) in parts.iter_mut().zip([9999, 12, 31]).enumerate() {
            let Some(word) = words.next() else { break };
            let length = if i == 0 { 4 } else { 2 };
            if word.len() > length || word.is_empty() || word.starts_with('+') {
                return Err(InvalidDate);
            }
            if word.bytes().all(|byte| byte == b'?') {
                continue;
            }
            *part = word.parse().ok().filter(|&part| part <= most).ok_or(InvalidDate)?;
        }
        match (words.next(), parts) {
            (None, [year, month, day]) => Ok(Date(year << 9 | month << 5 | day)),
            _ => Err(InvalidDate),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year() {
            0 => f.write_str("????")?,
            year => write!(f, "{year:04}")?,
        }
        for part in [self.month(), self.day()] {
            match part {
                0 => f.write_str(".??")?,
                part => write!(f, ".{part:02}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_whole_and_in_part() {
        for text in ["2024.11.16", "1851.06.??", "????.??.??", "0900.??.??", "????.02.03"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        assert_eq!("2024".parse::<Date>().unwrap().to_string(), "2024.??.??");
        assert_eq!("2024-3-7".parse::<Date>().unwrap().to_string(), "2024.03.07");
        for bad in ["", "20245", "2024.13.01", "2024.01.32", "x", "2024.01.01.01", "2024..", "+1"] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_part_ends_with_its_last_day() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        assert!(date("2024").end() >= date("2024.12.31"));
        assert!(date("2024").end() < date("2025"));
        assert!(date("2024.02").end() < date("2024.03"));
    }
}
