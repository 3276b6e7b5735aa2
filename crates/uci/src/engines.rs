//! The engines of a user: programs that speak UCI, known by name.
//!
//! They are kept in one text file that people can read and mend. Each begins with its
//! name in brackets; what the program said of itself is kept in its own words.
//!
//! ```text
//! [sf]
//! command = /usr/games/stockfish
//! set Hash = 64
//! id name Stockfish 15.1
//! id author the Stockfish developers (see AUTHORS file)
//! option name Hash type spin default 16 min 1 max 33554432
//! ```
//!
//! ```
//! use erawan_uci::engines::EngineList;
//!
//! let text = "[mine]\ncommand = ./engine\nargument = --fast\nset Hash = 64\n";
//! let list = EngineList::parse(text).unwrap();
//! let engine = list.get("mine").unwrap();
//! assert_eq!(engine.settings, [("Hash".to_owned(), "64".to_owned())]);
//! assert_eq!(engine.variants(), ["chess"]);
//! assert_eq!(list.to_string(), text);
//! ```

mod error;
mod file;
mod trial;

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;

use erawan_board::Variant;

use crate::options::Options;
use crate::protocol::{Message, OneLine, OptionKind};

pub use error::EngineListError;
pub use trial::PATIENCE;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 64;

/// The most engines, and the most settings and arguments of one.
pub const MOST: usize = 1000;

/// A program that speaks UCI, and how it is to be started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownEngine {
    /// What the user calls it.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options that are set before it plays: names and values.
    pub settings: Vec<(String, String)>,
    /// The name that it gives itself.
    pub title: Option<String>,
    /// Who has written it, as it says.
    pub author: Option<String>,
    /// The options that it has declared.
    pub options: Options,
}

impl KnownEngine {
    /// The games that it plays, by the names that it has for them.
    #[must_use]
    pub fn variants(&self) -> Vec<String> {
        let mut names = match self.options.get("UCI_Variant").map(|one| one.declaration().kind()) {
            Some(OptionKind::Combo { choices, .. }) => choices.clone(),
            _ => vec!["chess".to_owned()],
        };
        let has_chess960 = ["chess960", "fischerandom"].map(|one| names.iter().any(|n| n == one));
        if self.options.check("UCI_Chess960").is_some() && has_chess960 == [false, false] {
            names.push("chess960".to_owned());
        }
        names
    }

    /// Whether it plays a game, going by the options that it has declared.
    ///
    /// ```
    /// use erawan_board::Variant;
    /// use erawan_uci::engines::KnownEngine;
    ///
    /// assert!(KnownEngine::default().plays(Variant::Chess));
    /// assert!(!KnownEngine::default().plays(Variant::Makruk));
    /// ```
    #[must_use]
    pub fn plays(&self, variant: Variant) -> bool {
        let rules = variant.rules();
        let names = self.options.get("UCI_Variant").map(|one| one.declaration().kind());
        let has_rules = match names {
            Some(OptionKind::Combo { choices, .. }) => {
                choices.iter().any(|one| one == rules.name())
            }
            // Most engines know one game only.
            _ => rules == Variant::Chess,
        };
        has_rules && (!variant.is_chess960() || self.options.check("UCI_Chess960").is_some())
    }

    fn is_sound(&self) -> Result<(), EngineListError> {
        check_name(&self.name)?;
        let command = self.command.to_string_lossy();
        let texts = self.settings.iter().flat_map(|(name, value)| [name, value]);
        let texts = texts.chain(&self.arguments).map(String::as_str).chain([&*command]);
        let is_bad = |text: &str| {
            let is_strange = text.contains(|c: char| c.is_control() || c == '\u{FFFD}');
            is_strange || text.trim() != text
        };
        let with_equals = self.settings.iter().map(|(name, _)| name.as_str());
        let mut with_equals = with_equals.filter(|name| name.contains('='));
        let bad = texts.into_iter().find(|text| is_bad(text)).or_else(|| with_equals.next());
        match bad {
            Some(text) => Err(EngineListError::Unwritable(text.to_owned())),
            None => Ok(()),
        }
    }
}

/// Names stand in brackets in the file, and on command lines among `key=value`.
fn check_name(name: &str) -> Result<(), EngineListError> {
    let is_bad = |c: char| c.is_whitespace() || c.is_control() || "[]='\"".contains(c);
    let is_sound = !name.is_empty()
        && name.chars().count() <= LONGEST_NAME
        && !name.starts_with('-')
        && !name.contains(is_bad)
        && name != "builtin";
    if is_sound { Ok(()) } else { Err(EngineListError::BadName(name.to_owned())) }
}

/// The engines of a user, in the order in which they were added.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineList {
    engines: Vec<KnownEngine>,
}

impl EngineList {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<EngineList, EngineListError> {
        let mut list = EngineList::default();
        for (index, line) in text.lines().enumerate() {
            let wrong = |reason: &str| EngineListError::Line {
                number: index + 1,
                reason: reason.to_owned(),
            };
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let engine = KnownEngine { name: name.to_owned(), ..KnownEngine::default() };
                check_name(name).map_err(|error| wrong(&error.to_string()))?;
                if list.get(name).is_some() || list.engines.len() >= MOST {
                    return Err(wrong("this engine is one too many"));
                }
                list.engines.push(engine);
                continue;
            }
            let engine = list.engines.last_mut();
            let engine = engine.ok_or_else(|| wrong("an engine begins with its [name]"))?;
            read_line(engine, line).map_err(|reason| wrong(&reason))?;
        }
        match list.engines.iter().find(|one| one.command.as_os_str().is_empty()) {
            Some(engine) => Err(EngineListError::NoCommand(engine.name.clone())),
            None => Ok(list),
        }
    }

    /// The engine of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&KnownEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// The engines.
    pub fn iter(&self) -> std::slice::Iter<'_, KnownEngine> {
        self.engines.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.engines.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.engines.is_empty()
    }

    /// Adds an engine, whose name must be a new one.
    pub fn add(&mut self, engine: KnownEngine) -> Result<(), EngineListError> {
        engine.is_sound()?;
        if self.get(&engine.name).is_some() {
            return Err(EngineListError::Taken(engine.name));
        }
        if self.len() >= MOST {
            return Err(EngineListError::TooMany);
        }
        self.engines.push(engine);
        Ok(())
    }

    /// Takes an engine out, and gives it back.
    pub fn remove(&mut self, name: &str) -> Result<KnownEngine, EngineListError> {
        let index = self.engines.iter().position(|engine| engine.name == name);
        let index = index.ok_or_else(|| EngineListError::Unknown(name.to_owned()))?;
        Ok(self.engines.remove(index))
    }

    /// Puts what is known of an engine in the place of what was known before.
    pub fn update(&mut self, engine: KnownEngine) -> Result<(), EngineListError> {
        engine.is_sound()?;
        let place = self.engines.iter_mut().find(|one| one.name == engine.name);
        let place = place.ok_or_else(|| EngineListError::Unknown(engine.name.clone()))?;
        *place = engine;
        Ok(())
    }
}

fn read_line(engine: &mut KnownEngine, line: &str) -> Result<(), String> {
    if let Some((key, value)) = line.split_once('=') {
        let (key, value) = (key.trim(), value.trim());
        match key.split_once(char::is_whitespace) {
            None if key == "command" => {
                engine.command = PathBuf::from(value);
                return Ok(());
            }
            None if key == "argument" && engine.arguments.len() < MOST => {
                engine.arguments.push(value.to_owned());
                return Ok(());
            }
            Some(("set", name)) if engine.settings.len() < MOST => {
                engine.settings.push((name.trim().to_owned(), value.to_owned()));
                return Ok(());
            }
            _ => {}
        }
    }
    match Message::parse(line.as_bytes()).map(|parsed| parsed.value) {
        Some(Message::IdName(title)) => engine.title = Some(title),
        Some(Message::IdAuthor(author)) => engine.author = Some(author),
        Some(Message::Option(option)) => {
            engine.options.declare(option).map_err(|error| error.to_string())?;
        }
        _ => return Err(format!("'{}' means nothing", crate::protocol::excerpt(line))),
    }
    Ok(())
}

impl fmt::Display for EngineList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, engine) in self.engines.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "[{}]\ncommand = {}", engine.name, engine.command.display())?;
            for argument in &engine.arguments {
                writeln!(f, "argument = {argument}")?;
            }
            for (name, value) in &engine.settings {
                writeln!(f, "set {name} = {value}")?;
            }
            if let Some(title) = &engine.title {
                writeln!(f, "id name {}", OneLine(title))?;
            }
            if let Some(author) = &engine.author {
                writeln!(f, "id author {}", OneLine(author))?;
            }
            for message in engine.options.messages() {
                writeln!(f, "{message}")?;
            }
        }
        Ok(())
    }
}
