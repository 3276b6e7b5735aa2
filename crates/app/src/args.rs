//! Command lines: what a command takes, and what it was given.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use crate::failure::Failure;
use crate::suggest;

/// An option of a command. Help is written from these too.
pub(crate) struct Opt {
    /// Its name with the dashes.
    pub(crate) name: &'static str,
    /// What its value is called in help; `None` for a switch.
    pub(crate) value: Option<&'static str>,
    /// What it does.
    pub(crate) help: &'static str,
    /// True if it may be given more than once.
    pub(crate) repeated: bool,
}

impl Opt {
    /// An option without a value.
    pub(crate) const fn switch(name: &'static str, help: &'static str) -> Opt {
        Opt { name, value: None, help, repeated: false }
    }

    /// An option with a value.
    pub(crate) const fn value(name: &'static str, value: &'static str, help: &'static str) -> Opt {
        Opt { name, value: Some(value), help, repeated: false }
    }

    /// An option with a value that may be given more than once.
    pub(crate) const fn values(name: &'static str, value: &'static str, help: &'static str) -> Opt {
        Opt { name, value: Some(value), help, repeated: true }
    }
}

/// What a command was given.
#[derive(Debug, Default)]
pub(crate) struct Args {
    options: Vec<(&'static str, Option<OsString>)>,
    /// What is no option, in order.
    pub(crate) words: Vec<OsString>,
    /// True if help was asked for.
    pub(crate) help: bool,
}

impl Args {
    /// Sorts the arguments of a command that takes `options`.
    pub(crate) fn parse(
        command: &str,
        options: &[Opt],
        given: impl IntoIterator<Item = OsString>,
    ) -> Result<Args, Failure> {
        let mut args = Args::default();
        let mut given = given.into_iter();
        while let Some(word) = given.next() {
            // A lone `-` is standard input, or a field of a FEN.
            let Some(text) = word.to_str().filter(|text| text.len() > 1 && text.starts_with('-'))
            else {
                args.words.push(word);
                continue;
            };
            if text == "--" {
                args.words.extend(given);
                break;
            }
            if text == "--help" || text == "-h" {
                args.help = true;
                continue;
            }
            let (name, attached) = match text.split_once('=') {
                Some((name, value)) => (name, Some(OsString::from(value))),
                None => (text, None),
            };
            let Some(option) = options.iter().find(|option| option.name == name) else {
                let hint = suggest::hint(name, options.iter().map(|option| option.name));
                return Err(Failure::usage(format!(
                    "{command} has no option {name}{hint}\nSee: erawan help {command}"
                )));
            };
            if !option.repeated && args.has(option.name) {
                return Err(Failure::usage(format!("{name} is given twice")));
            }
            let value = match (option.value, attached) {
                (None, Some(_)) => {
                    return Err(Failure::usage(format!("{name} takes no value")));
                }
                (None, None) => None,
                (Some(_), Some(attached)) => Some(attached),
                (Some(what), None) => Some(given.next().ok_or_else(|| {
                    Failure::usage(format!("{name} needs a value: {name} {what}"))
                })?),
            };
            args.options.push((option.name, value));
        }
        Ok(args)
    }

    /// True if the option was given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(given, _)| *given == name)
    }

    /// The value of an option as it was given.
    fn raw(&self, name: &str) -> Option<&OsStr> {
        self.options.iter().find(|(given, _)| *given == name)?.1.as_deref()
    }

    /// The value of an option as a path.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.raw(name).map(PathBuf::from)
    }

    /// The value of an option as text.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, Failure> {
        self.raw(name).map(|value| as_text(name, value)).transpose()
    }

    /// All values of an option that may be given more than once, as text.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<&str>, Failure> {
        let given = self.options.iter().filter(|(given, _)| *given == name);
        given.filter_map(|(_, value)| value.as_deref()).map(|value| as_text(name, value)).collect()
    }

    /// The value of an option as a number in a range.
    pub(crate) fn number<T: FromStr + PartialOrd + Display>(
        &self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, Failure> {
        self.text(name)?.map(|text| number(name, text, &range)).transpose()
    }
}

/// The argument as text.
pub(crate) fn as_text<'a>(what: &str, value: &'a OsStr) -> Result<&'a str, Failure> {
    value.to_str().ok_or_else(|| {
        Failure::usage(format!("{what}: '{}' is not valid UTF-8", value.to_string_lossy()))
    })
}

/// The text as a number in a range.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    what: &str,
    text: &str,
    range: &RangeInclusive<T>,
) -> Result<T, Failure> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Failure::usage(format!("{what} must be a number from {least} to {most}, not '{text}'"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[Opt] = &[
        Opt::switch("--flip", ""),
        Opt::value("--fen", "FEN", ""),
        Opt::value("--hash", "MB", ""),
        Opt::values("--engine", "E", ""),
    ];

    fn parse(words: &[&str]) -> Result<Args, String> {
        Args::parse("show", OPTIONS, words.iter().map(OsString::from))
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn options_and_words_are_sorted() {
        let args =
            parse(&["--flip", "a", "--fen=x=y", "-", "--hash", "12", "--", "--flip"]).unwrap();
        assert!(args.has("--flip") && !args.help);
        assert_eq!(args.text("--fen").unwrap(), Some("x=y"));
        assert_eq!(args.number("--hash", 0..=64usize).unwrap(), Some(12));
        assert_eq!(args.words, ["a", "-", "--flip"]);
        assert!(parse(&["-h"]).unwrap().help);
        let args = parse(&["--engine", "a", "--flip", "--engine=b"]).unwrap();
        assert_eq!(args.texts("--engine").unwrap(), ["a", "b"]);
    }

    #[test]
    fn mistakes_are_named() {
        let cases: [(&[&str], &str); 5] = [
            (&["--flpi"], "has no option --flpi (did you mean --flip?)"),
            (&["--flip=1"], "--flip takes no value"),
            (&["--flip", "--flip"], "--flip is given twice"),
            (&["--fen"], "--fen needs a value: --fen FEN"),
            (&["-x"], "has no option -x"),
        ];
        for (words, expected) in cases {
            let message = parse(words).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
        for bad in ["65", "-1", "", "x", "1e3"] {
            let args = parse(&["--hash", bad]).unwrap();
            assert!(args.number("--hash", 0..=64usize).is_err());
        }
    }
}
