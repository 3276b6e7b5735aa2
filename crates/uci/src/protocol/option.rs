//! What an engine declares about one of its options.

use core::fmt;
use core::ops::RangeInclusive;
use std::collections::HashSet;

use super::WarningKind;
use super::words::{OneLine, Word, Words, excerpt};

/// How an empty text is written as a default or a value.
pub const EMPTY_TEXT: &str = "<empty>";

/// The words by which GUIs cut an `option` or `setoption` line into pieces, so
/// that no name and no choice may contain them.
const RESERVED: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];

/// What values an option takes, and the one it has at first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at first.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at first.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The value at first: one of the choices.
        default: String,
        /// The texts to choose from.
        choices: Vec<String>,
    },
    /// Something to do, without a value.
    Button,
    /// Any text.
    String {
        /// The value at first.
        default: String,
    },
}

/// An option as it is declared: its name and kind.
///
/// GUIs refuse an engine that declares an option against the rules, so the
/// constructors do too: a default lies in its range or is one of the choices,
/// and no text contains a word that the protocol uses.
///
/// ```
/// use erawan_uci::protocol::OptionDeclaration;
///
/// let hash = OptionDeclaration::spin("Hash", 16, 1..=33_554_432).unwrap();
/// assert_eq!(hash.to_string(), "option name Hash type spin default 16 min 1 max 33554432");
///
/// let error = OptionDeclaration::check("Use max depth", true).unwrap_err();
/// assert_eq!(error.to_string(), "'Use max depth' contains the word 'max', which the protocol uses");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDeclaration {
    name: String,
    kind: OptionKind,
}

/// Why an option cannot be declared so.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// A name or choice is empty.
    EmptyText,
    /// A name or choice has spaces at an end or two together, or a control
    /// character.
    Spacing {
        /// The name or choice.
        text: String,
    },
    /// A name, choice or default contains a word that GUIs split the line at.
    ReservedWord {
        /// The name, choice or default.
        text: String,
        /// The word in it.
        word: &'static str,
    },
    /// The least value is greater than the greatest.
    EmptyRange {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// The default is not in the range.
    DefaultOutOfRange {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// There is nothing to choose from.
    NoChoices,
    /// Two choices differ in capital letters at most.
    RepeatedChoice {
        /// The second of them.
        choice: String,
    },
    /// The default is none of the choices.
    DefaultNoChoice {
        /// The default.
        default: String,
    },
    /// There is an option of this name already.
    RepeatedName {
        /// The name.
        name: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyText => f.write_str("the name or a choice of an option is empty"),
            Self::Spacing { text } => {
                write!(f, "{text:?} has spaces at an end or two together, or a control character")
            }
            Self::ReservedWord { text, word } => {
                write!(f, "'{text}' contains the word '{word}', which the protocol uses")
            }
            Self::EmptyRange { min, max } => write!(f, "no number lies between {min} and {max}"),
            Self::DefaultOutOfRange { default, min, max } => {
                write!(f, "the default {default} is not between {min} and {max}")
            }
            Self::NoChoices => f.write_str("the option has nothing to choose from"),
            Self::RepeatedChoice { choice } => write!(f, "the choice '{choice}' is given twice"),
            Self::DefaultNoChoice { default } => {
                write!(f, "the default '{default}' is none of the choices")
            }
            Self::RepeatedName { name } => write!(f, "there is an option '{name}' already"),
        }
    }
}

impl core::error::Error for OptionError {}

/// A name or choice: words with one space between them.
fn check_words(text: &str) -> Result<(), OptionError> {
    if text.is_empty() {
        return Err(OptionError::EmptyText);
    }
    if text.split(' ').any(|word| word.is_empty() || word.contains(|c: char| c.is_control())) {
        return Err(OptionError::Spacing { text: excerpt(text) });
    }
    check_reserved(text)
}

/// Words as GUIs find them: `min` is one in `min-depth` but not in `minimum`.
fn check_reserved(text: &str) -> Result<(), OptionError> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    for part in text.split(|c| !is_part(c)) {
        if let Some(word) = RESERVED.iter().find(|word| part.eq_ignore_ascii_case(word)) {
            return Err(OptionError::ReservedWord { text: excerpt(text), word });
        }
    }
    Ok(())
}

impl OptionKind {
    fn check(&self) -> Result<(), OptionError> {
        match self {
            Self::Check { .. } | Self::Button => Ok(()),
            &Self::Spin { default, min, max } => {
                if min > max {
                    Err(OptionError::EmptyRange { min, max })
                } else if !(min..=max).contains(&default) {
                    Err(OptionError::DefaultOutOfRange { default, min, max })
                } else {
                    Ok(())
                }
            }
            Self::Combo { default, choices } => {
                if choices.is_empty() {
                    return Err(OptionError::NoChoices);
                }
                // A set, because another engine's line may have any number of them.
                let mut seen = HashSet::new();
                for choice in choices {
                    check_words(choice)?;
                    if !seen.insert(choice.to_ascii_lowercase()) {
                        return Err(OptionError::RepeatedChoice { choice: excerpt(choice) });
                    }
                }
                if choices.contains(default) {
                    Ok(())
                } else {
                    Err(OptionError::DefaultNoChoice { default: excerpt(default) })
                }
            }
            Self::String { default } => {
                if default.trim_ascii() != default || default.contains(|c: char| c.is_control()) {
                    return Err(OptionError::Spacing { text: excerpt(default) });
                }
                check_reserved(default)
            }
        }
    }
}

impl OptionDeclaration {
    /// An option of any kind.
    pub fn new(name: &str, kind: OptionKind) -> Result<Self, OptionError> {
        check_words(name)?;
        kind.check()?;
        Ok(Self { name: name.to_owned(), kind })
    }

    /// On or off.
    pub fn check(name: &str, default: bool) -> Result<Self, OptionError> {
        Self::new(name, OptionKind::Check { default })
    }

    /// A whole number of a range.
    pub fn spin(name: &str, default: i64, range: RangeInclusive<i64>) -> Result<Self, OptionError> {
        let (min, max) = range.into_inner();
        Self::new(name, OptionKind::Spin { default, min, max })
    }

    /// One of several texts.
    pub fn combo(name: &str, default: &str, choices: &[&str]) -> Result<Self, OptionError> {
        let choices = choices.iter().map(|&choice| choice.to_owned()).collect();
        Self::new(name, OptionKind::Combo { default: default.to_owned(), choices })
    }

    /// Something to do.
    pub fn button(name: &str) -> Result<Self, OptionError> {
        Self::new(name, OptionKind::Button)
    }

    /// Any text.
    pub fn string(name: &str, default: &str) -> Result<Self, OptionError> {
        let default = if default == EMPTY_TEXT { "" } else { default };
        Self::new(name, OptionKind::String { default: default.to_owned() })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind, with the default.
    #[must_use]
    pub fn kind(&self) -> &OptionKind {
        &self.kind
    }

    /// Reads what follows the word `option`. Another engine's option is put
    /// right with a warning rather than lost; `None` is for one that has no
    /// name, no type or no possible value.
    pub(super) fn read(words: &mut Words<'_>, line: &str) -> Option<Self> {
        let first = words.position();
        let mut all = Vec::new();
        while let Some(word) = words.next() {
            all.push(word);
        }
        let find = |text: &str, from: usize| {
            all.iter().skip(from).position(|word| word.text == text).map(|index| index + from)
        };
        let Some(name_at) = find("name", 0) else {
            words.warn(first, WarningKind::Missing { field: "name" });
            return None;
        };
        let Some(type_at) = find("type", name_at).or_else(|| find("type", 0)) else {
            words.warn(first, WarningKind::Missing { field: "type" });
            return None;
        };
        // A name reaches to the type, even over words that it should not have.
        let name_end = if type_at > name_at {
            type_at
        } else {
            let rest = all.iter().skip(name_at + 1);
            let length = rest.take_while(|word| !RESERVED.contains(&word.text)).count();
            name_at + 1 + length
        };
        let name_words = all.get(name_at + 1..name_end).unwrap_or(&[]);
        if name_words.is_empty() {
            words.warn(first, WarningKind::Missing { field: "name" });
            return None;
        }
        let name = join(name_words);
        let Some(&kind) = all.get(type_at + 1) else {
            words.missing("type");
            return None;
        };
        let fields: Vec<Word<'_>> = all
            .iter()
            .enumerate()
            .filter(|(index, _)| !(name_at..name_end).contains(index))
            .filter(|(index, _)| *index != type_at && *index != type_at + 1)
            .map(|(_, word)| *word)
            .collect();
        let kind = match kind.text {
            "check" => read_check(words, &fields, first),
            "spin" => read_spin(words, &fields, first)?,
            "combo" => read_combo(words, &fields, first)?,
            "button" => OptionKind::Button,
            "string" => read_string(words, &fields, line),
            _ => {
                words.unexpected("type", kind);
                return None;
            }
        };
        if let Err(error) = check_words(&name).and_then(|()| kind.check()) {
            words.warn(first, WarningKind::Option(error));
        }
        Some(Self { name, kind })
    }
}

fn join(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// The pieces that begin with one of the keywords: the keyword and what follows.
fn pieces<'w, 'a>(
    fields: &'w [Word<'a>],
    keywords: &'w [&str],
) -> impl Iterator<Item = (&'a str, &'w [Word<'a>])> {
    fields
        .chunk_by(|_, next| !keywords.contains(&next.text))
        .filter_map(|piece| piece.split_first())
        .map(|(keyword, rest)| (keyword.text, rest))
}

fn read_check(words: &mut Words<'_>, fields: &[Word<'_>], first: usize) -> OptionKind {
    let mut found = None;
    for (keyword, value) in pieces(fields, &["default"]) {
        if keyword == "default" {
            found = value.first();
        }
    }
    let default = match found {
        Some(word) if word.text.eq_ignore_ascii_case("true") => true,
        Some(word) if word.text.eq_ignore_ascii_case("false") => false,
        Some(&word) => {
            words.unexpected("default", word);
            false
        }
        None => {
            words.warn(first, WarningKind::Missing { field: "default" });
            false
        }
    };
    OptionKind::Check { default }
}

fn read_spin(words: &mut Words<'_>, fields: &[Word<'_>], first: usize) -> Option<OptionKind> {
    let (mut default, mut min, mut max) = (None, None, None);
    for (keyword, value) in pieces(fields, &["default", "min", "max"]) {
        let (field, slot) = match keyword {
            "default" => ("default", &mut default),
            "min" => ("min", &mut min),
            "max" => ("max", &mut max),
            _ => continue,
        };
        if let Some(&word) = value.first() {
            *slot = words.number_in::<i64>(field, word);
        }
    }
    for (field, value) in [("default", default), ("min", min), ("max", max)] {
        if value.is_none() {
            words.warn(first, WarningKind::Missing { field });
        }
    }
    let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
    if min > max {
        words.warn(first, WarningKind::Option(OptionError::EmptyRange { min, max }));
        return None;
    }
    let wanted = default.unwrap_or(0);
    let default = wanted.clamp(min, max);
    if default != wanted {
        let error = OptionError::DefaultOutOfRange { default: wanted, min, max };
        words.warn(first, WarningKind::Option(error));
    }
    Some(OptionKind::Spin { default, min, max })
}

fn read_combo(words: &mut Words<'_>, fields: &[Word<'_>], first: usize) -> Option<OptionKind> {
    let mut default = None;
    let mut choices = Vec::new();
    for (keyword, value) in pieces(fields, &["default", "var"]) {
        match keyword {
            "default" => default = Some(join(value)),
            "var" if !value.is_empty() => choices.push(join(value)),
            _ => {}
        }
    }
    let default = match (default, choices.first()) {
        (Some(default), _) if choices.contains(&default) => default,
        (Some(default), _) if !default.is_empty() => {
            let error = OptionError::DefaultNoChoice { default: excerpt(&default) };
            words.warn(first, WarningKind::Option(error));
            choices.push(default.clone());
            default
        }
        (_, Some(choice)) => {
            words.warn(first, WarningKind::Missing { field: "default" });
            choice.clone()
        }
        (_, None) => {
            words.warn(first, WarningKind::Option(OptionError::NoChoices));
            return None;
        }
    };
    Some(OptionKind::Combo { default, choices })
}

/// A text reaches to the end of the line, whatever words it contains.
fn read_string(words: &mut Words<'_>, fields: &[Word<'_>], line: &str) -> OptionKind {
    let default = match fields.iter().find(|word| word.text == "default") {
        Some(word) => {
            words.seek(word.start + word.text.len());
            words.rest()
        }
        None => {
            words.warn(line.len(), WarningKind::Missing { field: "default" });
            ""
        }
    };
    let default = if default == EMPTY_TEXT { "" } else { default };
    OptionKind::String { default: default.to_owned() }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", OneLine(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", OneLine(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", OneLine(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => {
                let default = if default.is_empty() { EMPTY_TEXT } else { default };
                write!(f, "string default {}", OneLine(default))
            }
        }
    }
}
