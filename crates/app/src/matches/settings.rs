//! Settings of engines and rules as people write them: `name=A option.Hash=64`.

use std::path::PathBuf;
use std::time::Duration;

use erawan_arena::{Pace, PlayerSpec, Program, TimeControl};

use crate::args::{between, number};
use crate::failure::Failure;
use crate::{engines, limits, suggest};

/// Splits a text at spaces; quotation marks keep words together.
pub(super) fn words(what: &str, text: &str) -> Result<Vec<String>, Failure> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(Failure::usage(format!("{what}: a {open} is not closed in {text}"))),
        None => Ok(words),
    }
}

/// Splits `key=value`.
fn pair<'a>(what: &str, word: &'a str) -> Result<(&'a str, &'a str), Failure> {
    word.split_once('=')
        .filter(|(key, _)| !key.is_empty())
        .ok_or_else(|| Failure::usage(format!("{what}: '{word}' should be of the form name=value")))
}

/// What is said about an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineSettings {
    command: Option<String>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    name: Option<String>,
    options: Vec<(String, String)>,
    pace: Option<Pace>,
    margin: Option<Duration>,
    ponder: Option<bool>,
    restart: Option<bool>,
}

const KEYS: [&str; 13] = [
    "cmd",
    "args",
    "dir",
    "name",
    "option.X",
    "tc",
    "st",
    "nodes",
    "depth",
    "margin",
    "ponder",
    "restart",
    "timemargin",
];

impl EngineSettings {
    /// Reads settings, over what is there already.
    pub(super) fn read(&mut self, what: &str, text: &str) -> Result<(), Failure> {
        for word in words(what, text)? {
            if word == "builtin" {
                self.command = Some(word);
                continue;
            }
            if !word.contains('=') {
                self.take(what, &word)?;
                continue;
            }
            let (key, value) = pair(what, &word)?;
            let whole = |range| number(&format!("{what}: {key}"), value, &range);
            let mut pace = self.pace.unwrap_or_default();
            match key {
                "cmd" => self.command = Some(value.to_owned()),
                "args" => self.arguments = words(what, value)?,
                "dir" => self.folder = Some(PathBuf::from(value)),
                "name" => self.name = Some(value.to_owned()),
                "tc" => {
                    let control = value.parse::<TimeControl>();
                    let wrong = |error| Failure::usage(format!("{what}: {error}"));
                    pace.clock = Some(control.map_err(wrong)?);
                    self.pace = Some(pace);
                }
                "st" => {
                    let wrong = |reason| Failure::usage(format!("{what}: st {reason}"));
                    pace.move_time = Some(seconds(value).map_err(wrong)?);
                    self.pace = Some(pace);
                }
                "nodes" => {
                    pace.nodes = Some(whole(limits::NODES)?);
                    self.pace = Some(pace);
                }
                "depth" => {
                    let range = limits::MATCH_DEPTH;
                    let range = u64::from(*range.start())..=u64::from(*range.end());
                    pace.depth = Some(whole(range)? as u32);
                    self.pace = Some(pace);
                }
                "margin" | "timemargin" => {
                    self.margin = Some(Duration::from_millis(whole(limits::MARGIN)?));
                }
                "ponder" => self.ponder = Some(switch(what, key, value)?),
                "restart" => self.restart = Some(switch(what, key, value)?),
                _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                    Some(name) => {
                        self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
                        self.options.push((name.to_owned(), value.to_owned()));
                    }
                    None => {
                        let hint = suggest::hint(key, KEYS);
                        return Err(Failure::usage(format!(
                            "{what}: there is no setting '{key}'{hint}; there are {}",
                            KEYS[..12].join(", ")
                        )));
                    }
                },
            }
        }
        Ok(())
    }

    /// An engine that 'erawan engines' knows. What was said of it before counts more
    /// than what was said when it was added.
    fn take(&mut self, what: &str, name: &str) -> Result<(), Failure> {
        let list = engines::list(&engines::path()?)?;
        let Some(engine) = list.get(name) else {
            let hint = suggest::hint(name, list.iter().map(|engine| engine.name.as_str()));
            return Err(Failure::usage(format!(
                "{what}: there is no engine {name}{hint}; erawan engines list has them all, and \
                 settings are of the form name=value"
            )));
        };
        self.command = Some(engine.command.to_string_lossy().into_owned());
        self.arguments.clone_from(&engine.arguments);
        self.name.get_or_insert_with(|| name.to_owned());
        for (name, value) in &engine.settings {
            if !self.options.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
                self.options.push((name.clone(), value.clone()));
            }
        }
        Ok(())
    }

    /// The player, with the pace of the match where it has none of its own.
    pub(super) fn player(self, pace: Pace) -> Result<PlayerSpec, Failure> {
        let mut pace = Pace { margin: pace.margin, ..self.pace.unwrap_or(pace) };
        if let Some(margin) = self.margin {
            pace.margin = margin;
        }
        let program = match self.command.as_deref() {
            None => {
                return Err(Failure::usage(
                    "--engine: cmd=PROGRAM is missing (or a name of erawan engines, or builtin, for our own engine)",
                ));
            }
            Some("builtin") => Program::Builtin,
            Some(command) => Program::Command {
                program: PathBuf::from(command),
                arguments: self.arguments,
                folder: self.folder,
            },
        };
        Ok(PlayerSpec {
            name: self.name.unwrap_or_default(),
            program,
            options: self.options,
            pace,
            ponder: self.ponder.unwrap_or(false),
            restart: self.restart.unwrap_or(false),
        })
    }
}

fn switch(what: &str, key: &str, value: &str) -> Result<bool, Failure> {
    match value {
        "on" | "true" | "yes" => Ok(true),
        "off" | "false" | "no" => Ok(false),
        _ => Err(Failure::usage(format!("{what}: {key} must be on or off, not '{value}'"))),
    }
}

/// A time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    between(limits::SECONDS)(text).map(Duration::from_secs_f64)
}

/// Reads `key=value` pairs of numbers: what is there, and what it may be.
pub(super) fn numbers<const N: usize>(
    what: &str,
    text: &str,
    keys: [&str; N],
) -> Result<[Option<i64>; N], Failure> {
    let mut found = [None; N];
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (key, value) = pair(what, word)?;
        let Some(index) = keys.iter().position(|known| *known == key) else {
            let hint = suggest::hint(key, keys);
            let list = keys.join(", ");
            return Err(Failure::usage(format!(
                "{what}: there is no setting '{key}'{hint}; there are {list}"
            )));
        };
        found[index] = Some(match value {
            "true" | "on" => 1,
            "false" | "off" => 0,
            _ => number(&format!("{what}: {key}"), value, &limits::RULE)?,
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_keep_words_together() {
        let split = |text| words("x", text).map_err(|failure| failure.to_string());
        assert_eq!(split("a  b=c").unwrap(), ["a", "b=c"]);
        assert_eq!(split("'option.Skill Level=3' n=''").unwrap(), ["option.Skill Level=3", "n="]);
        assert_eq!(split(r#"dir="my 'own' folder""#).unwrap(), ["dir=my 'own' folder"]);
        assert!(split("a 'b").unwrap_err().contains("is not closed"));
    }

    #[test]
    fn engines_are_described_in_words() {
        let mut settings = EngineSettings::default();
        settings.read("--each", "tc=10+0.1 option.Hash=16").unwrap();
        settings.read("--engine", "cmd=./sf args='a b' name=SF option.hash=64 margin=5").unwrap();
        let player = settings.player(Pace::nodes(5)).unwrap();
        assert_eq!(player.name, "SF");
        assert_eq!(player.options, [("hash".to_owned(), "64".to_owned())]);
        assert_eq!(player.pace.to_string(), "10+0.1");
        assert_eq!(player.pace.margin, Duration::from_millis(5));
        for (bad, expected) in [
            ("nmae=x", "did you mean name?"),
            ("tc=0", "is no time control"),
            ("nodes=0", "must be a number from 1"),
            ("ponder=maybe", "must be on or off"),
            ("option.=1", "there is no setting"),
            ("cmd", "there is no engine cmd"),
        ] {
            let error = EngineSettings::default().read("--engine", bad).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let error = EngineSettings::default().player(Pace::default()).unwrap_err().to_string();
        assert!(error.contains("cmd=PROGRAM is missing"), "{error}");
    }
}
