//! An engine's options with their present values.

use core::fmt;

use crate::protocol::{
    EMPTY_TEXT, Message, OptionDeclaration, OptionError, OptionKind, excerpt, integer,
};

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// On or off.
    Check(bool),
    /// A number within the range declared.
    Spin(i64),
    /// One of the choices, spelled as it was declared.
    Combo(String),
    /// A button has none.
    Button,
    /// A text, perhaps empty.
    String(String),
}

/// An option and its present value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionEntry {
    declaration: OptionDeclaration,
    value: OptionValue,
}

/// The options of an engine: declared once, printed for `uci`, changed by
/// `setoption`.
///
/// Names are found without regard to capital letters, as GUIs expect.
///
/// ```
/// use erawan_uci::options::Options;
/// use erawan_uci::protocol::OptionDeclaration;
///
/// let mut options = Options::new();
/// options.declare(OptionDeclaration::spin("Threads", 1, 1..=512)?)?;
/// options.declare(OptionDeclaration::button("Clear Hash")?)?;
///
/// options.set("threads", Some("4")).unwrap();
/// assert_eq!(options.spin("Threads"), Some(4));
///
/// let error = options.set("Treads", Some("4")).unwrap_err();
/// assert_eq!(error.to_string(), "there is no option 'Treads'; did you mean 'Threads'?");
/// let error = options.set("Threads", Some("1000")).unwrap_err();
/// assert_eq!(error.to_string(), "Threads must be between 1 and 512, not 1000");
/// # Ok::<(), erawan_uci::protocol::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    entries: Vec<OptionEntry>,
}

/// Why an option cannot be set so. The option keeps its value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetOptionError {
    /// There is no such option.
    Unknown {
        /// The name that was given.
        name: String,
        /// An option of a similar name.
        suggestion: Option<String>,
    },
    /// The option needs a value.
    MissingValue {
        /// The option.
        name: String,
    },
    /// The value of a check is neither `true` nor `false`.
    NotACheck {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
    },
    /// The value of a spin is no whole number.
    NotANumber {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
    },
    /// The value of a spin is too small or too large.
    OutOfRange {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// The value of a combo is none of its choices.
    NotAChoice {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
        /// The choices.
        choices: Vec<String>,
    },
}

impl fmt::Display for SetOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, suggestion: None } => write!(f, "there is no option '{name}'"),
            Self::Unknown { name, suggestion: Some(other) } => {
                write!(f, "there is no option '{name}'; did you mean '{other}'?")
            }
            Self::MissingValue { name } => write!(f, "{name} needs a value"),
            Self::NotACheck { name, value } => {
                write!(f, "{name} must be true or false, not '{value}'")
            }
            Self::NotANumber { name, value } => {
                write!(f, "{name} must be a whole number, not '{value}'")
            }
            Self::OutOfRange { name, value, min, max } => {
                write!(f, "{name} must be between {min} and {max}, not {value}")
            }
            Self::NotAChoice { name, value, choices } => {
                write!(f, "{name} must be one of {}, not '{value}'", choices.join(", "))
            }
        }
    }
}

impl core::error::Error for SetOptionError {}

impl OptionEntry {
    fn new(declaration: OptionDeclaration) -> Self {
        let value = match declaration.kind() {
            OptionKind::Check { default } => OptionValue::Check(*default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(*default),
            OptionKind::Combo { default, .. } => OptionValue::Combo(default.clone()),
            OptionKind::Button => OptionValue::Button,
            OptionKind::String { default } => OptionValue::String(default.clone()),
        };
        Self { declaration, value }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.declaration.name()
    }

    /// What was declared.
    #[must_use]
    pub fn declaration(&self) -> &OptionDeclaration {
        &self.declaration
    }

    /// The present value.
    #[must_use]
    pub fn value(&self) -> &OptionValue {
        &self.value
    }

    fn read(&self, text: Option<&str>) -> Result<OptionValue, SetOptionError> {
        let name = || self.name().to_owned();
        let needed = || {
            let text = text.map(str::trim_ascii).filter(|text| !text.is_empty());
            text.ok_or_else(|| SetOptionError::MissingValue { name: name() })
        };
        Ok(match self.declaration.kind() {
            OptionKind::Check { .. } => {
                let text = needed()?;
                if text.eq_ignore_ascii_case("true") {
                    OptionValue::Check(true)
                } else if text.eq_ignore_ascii_case("false") {
                    OptionValue::Check(false)
                } else {
                    let value = excerpt(text);
                    return Err(SetOptionError::NotACheck { name: name(), value });
                }
            }
            &OptionKind::Spin { min, max, .. } => {
                let text = needed()?;
                let value = excerpt(text);
                let Some(number) = integer(text) else {
                    return Err(SetOptionError::NotANumber { name: name(), value });
                };
                match i64::try_from(number) {
                    Ok(number) if (min..=max).contains(&number) => OptionValue::Spin(number),
                    _ => {
                        return Err(SetOptionError::OutOfRange { name: name(), value, min, max });
                    }
                }
            }
            OptionKind::Combo { choices, .. } => {
                let text = needed()?;
                match choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)) {
                    Some(choice) => OptionValue::Combo(choice.clone()),
                    None => {
                        let (value, choices) = (excerpt(text), choices.clone());
                        return Err(SetOptionError::NotAChoice { name: name(), value, choices });
                    }
                }
            }
            OptionKind::Button => OptionValue::Button,
            OptionKind::String { .. } => {
                let text = text.unwrap_or("").trim_ascii();
                OptionValue::String(if text == EMPTY_TEXT { "" } else { text }.to_owned())
            }
        })
    }
}

impl Options {
    /// No options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an option, which has its default at first.
    pub fn declare(&mut self, declaration: OptionDeclaration) -> Result<(), OptionError> {
        if self.get(declaration.name()).is_some() {
            return Err(OptionError::RepeatedName { name: declaration.name().to_owned() });
        }
        self.entries.push(OptionEntry::new(declaration));
        Ok(())
    }

    /// Does what `setoption` asks, and gives back the option with its new
    /// value. A button's value, if one is sent, counts for nothing; a text
    /// without a value becomes empty.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<&OptionEntry, SetOptionError> {
        let Some(index) = self.find(name) else {
            let suggestion = self.suggest(name).map(str::to_owned);
            return Err(SetOptionError::Unknown { name: excerpt(name), suggestion });
        };
        let entry = &mut self.entries[index];
        entry.value = entry.read(value)?;
        Ok(entry)
    }

    /// Gives every option its default again.
    pub fn reset(&mut self) {
        for entry in &mut self.entries {
            *entry = OptionEntry::new(entry.declaration.clone());
        }
    }

    /// The option of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OptionEntry> {
        self.find(name).and_then(|index| self.entries.get(index))
    }

    /// The value of a check.
    #[must_use]
    pub fn check(&self, name: &str) -> Option<bool> {
        match self.get(name)?.value {
            OptionValue::Check(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a spin.
    #[must_use]
    pub fn spin(&self, name: &str) -> Option<i64> {
        match self.get(name)?.value {
            OptionValue::Spin(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a combo or a string.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match &self.get(name)?.value {
            OptionValue::Combo(value) | OptionValue::String(value) => Some(value),
            _ => None,
        }
    }

    /// The options, in the order in which they were declared.
    pub fn iter(&self) -> core::slice::Iter<'_, OptionEntry> {
        self.entries.iter()
    }

    /// The lines that declare the options.
    pub fn messages(&self) -> impl Iterator<Item = Message> {
        self.entries.iter().map(|entry| Message::Option(entry.declaration.clone()))
    }

    fn find(&self, name: &str) -> Option<usize> {
        let words = || name.split_ascii_whitespace();
        let same = |entry: &OptionEntry| {
            words()
                .map(str::to_ascii_lowercase)
                .eq(entry.name().split_ascii_whitespace().map(str::to_ascii_lowercase))
        };
        self.entries.iter().position(same)
    }

    /// The option whose name is nearest, if it is near at all.
    fn suggest(&self, name: &str) -> Option<&str> {
        let wanted = letters(name);
        // Nobody mistypes that much, and the distance takes quadratic time.
        if wanted.len() < 2 || wanted.len() > 64 {
            return None;
        }
        let distance = |entry: &OptionEntry| {
            let other = letters(entry.name());
            let shorter = wanted.len().min(other.len());
            let inside = |a: &[u8], b: &[u8]| a.windows(b.len()).any(|part| part == b);
            let part = shorter >= 4 && (inside(&wanted, &other) || inside(&other, &wanted));
            let edits = edits(&wanted, &other);
            (part || edits <= shorter.div_ceil(2).min(3)).then_some(edits)
        };
        self.entries
            .iter()
            .filter_map(|entry| Some((distance(entry)?, entry)))
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, entry)| entry.name())
    }
}

/// The letters and digits of a name, small.
fn letters(name: &str) -> Vec<u8> {
    let bytes = name.bytes().filter(u8::is_ascii_alphanumeric);
    bytes.map(|byte| byte.to_ascii_lowercase()).collect()
}

/// How many letters must be added, taken away or replaced.
fn edits(from: &[u8], to: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, a) in from.iter().enumerate() {
        let mut diagonal = index;
        let mut left = index + 1;
        for (b, cell) in to.iter().zip(row.iter_mut().skip(1)) {
            let above = *cell;
            left = (diagonal + usize::from(a != b)).min(above + 1).min(left + 1);
            diagonal = above;
            *cell = left;
        }
        row[0] = index + 1;
    }
    row.last().copied().unwrap_or(0)
}

impl<'a> IntoIterator for &'a Options {
    type Item = &'a OptionEntry;
    type IntoIter = core::slice::Iter<'a, OptionEntry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Options {
    /// Prints a line for each option, each with its line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{}", entry.declaration))
    }
}

#[cfg(test)]
mod tests;
