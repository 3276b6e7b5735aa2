//! Values of options: numbers in a range, names of games.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use erawan_board::Variant;

use crate::failure::Failure;
use crate::suggest;

/// Reads numbers of a range.
pub(crate) fn between<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        text.parse()
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("must be a number from {} to {}", range.start(), range.end()))
    }
}

/// The text as a number in a range, inside a value that has several.
pub(crate) fn number<T>(what: &str, text: &str, range: &RangeInclusive<T>) -> Result<T, Failure>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    between(range.clone())(text)
        .map_err(|reason| Failure::usage(format!("{what} {reason}, not '{text}'")))
}

/// Reads the name of a game, with the names that help and completions list.
#[derive(Clone)]
pub(crate) struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Variant, Error> {
        let name = value.to_string_lossy();
        variant_named(&name).map_err(|failure| {
            let option = argument.map_or_else(String::new, |argument| format!("{argument}: "));
            Error::raw(ErrorKind::InvalidValue, format!("{option}{failure}\n")).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::ALL.into_iter().map(|variant| PossibleValue::new(variant.name()))))
    }
}

/// The game of a name.
pub(crate) fn variant_named(name: &str) -> Result<Variant, Failure> {
    Variant::from_name(name).ok_or_else(|| {
        let names = Variant::ALL.map(Variant::name);
        let hint = suggest::hint(&name.to_ascii_lowercase(), names);
        let list = names.join(", ");
        Failure::usage(format!("there is no variant '{name}'{hint}; there are {list}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_range_are_read_and_no_others() {
        let hash = between(0..=64usize);
        assert_eq!(hash("0"), Ok(0));
        assert_eq!(hash("64"), Ok(64));
        for bad in ["65", "-1", "", "x", "1e3"] {
            assert_eq!(hash(bad), Err("must be a number from 0 to 64".to_owned()), "{bad}");
        }
        assert_eq!(between(0.01..=1e6)("0.5"), Ok(0.5));
        assert!(between(0.0..=1.0)("NaN").is_err());
    }

    #[test]
    fn numbers_inside_values_are_named() {
        let error = number("st", "x", &(1..=9u32)).unwrap_err().to_string();
        assert_eq!(error, "st must be a number from 1 to 9, not 'x'");
    }
}
