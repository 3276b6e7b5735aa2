//! `erawan engines`: other engines, known by name.

use std::io::Write;
use std::path::{Path, PathBuf};

use erawan_board::Variant;
use erawan_server::data_folder;
use erawan_uci::client::{Awaited, ClientError};
use erawan_uci::engines::{EngineList, EngineListError, KnownEngine, PATIENCE};
use serde::Serialize;

use crate::failure::Failure;
use crate::{Outcome, Verdict, json, suggest};

/// keeps other engines by name: programs that speak UCI
///
/// What is added here can be named in 'erawan match --engine NAME', and chosen on the
/// board of 'erawan play'. The list is engines.txt in the data folder of the user
/// (ERAWAN_DATA names another folder). Programs are named here only, never from the page.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan engines add sf /usr/games/stockfish --option Hash=64 --option 'Move Overhead=20'
  erawan engines add old ./engine -- --some-argument
  erawan engines list
  erawan engines check
  erawan engines remove sf"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Add(Add),
    List(List),
    Remove(Remove),
    Check(Check),
}

/// starts a program, sees that it speaks UCI, and keeps it
#[derive(clap::Args)]
struct Add {
    /// What to call it: one word
    name: String,
    /// The program, with a path or to be found on PATH
    command: PathBuf,
    /// Its arguments, after --
    #[arg(last = true)]
    arguments: Vec<String>,
    /// An option to set before it plays; may be given again
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// lists the engines
#[derive(clap::Args)]
struct List {
    /// One object a line
    #[arg(long)]
    json: bool,
}

/// forgets an engine; the program stays where it is
#[derive(clap::Args)]
struct Remove {
    /// Its name
    name: String,
}

/// starts engines again, and keeps what they say of themselves now
///
/// The exit code is 1 if one of them does not answer.
#[derive(clap::Args)]
struct Check {
    /// Their names; all if none is given
    name: Vec<String>,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let path = path()?;
    match &args.action {
        Action::Add(add) => add.run(&path, out),
        Action::List(all) => all.run(&list(&path)?, out),
        Action::Remove(remove) => {
            EngineList::change(&path, |list| list.remove(&remove.name))
                .map_err(|error| unknown(error, &path))?;
            writeln!(out, "{} is no longer known", remove.name)?;
            Ok(Verdict::Fine)
        }
        Action::Check(check) => check.run(&path, out),
    }
}

/// Where the list is.
pub(crate) fn path() -> Result<PathBuf, Failure> {
    let folder = data_folder().ok_or_else(|| {
        Failure::usage("there is no home folder to keep engines in: name one with ERAWAN_DATA")
    })?;
    Ok(EngineList::path(&folder))
}

/// The engines of a file.
pub(crate) fn list(path: &Path) -> Result<EngineList, Failure> {
    EngineList::read(path).map_err(failure)
}

fn failure(error: EngineListError) -> Failure {
    match error {
        EngineListError::File(path, error) => Failure::file(&path)(error),
        other => Failure::usage(other.to_string()),
    }
}

/// The same, with a word about names that are near.
fn unknown(error: EngineListError, path: &Path) -> Failure {
    match (&error, list(path)) {
        (EngineListError::Unknown(name), Ok(list)) => {
            let hint = suggest::hint(name, list.iter().map(|engine| engine.name.as_str()));
            Failure::usage(format!("{error}{hint}"))
        }
        _ => failure(error),
    }
}

impl Add {
    fn run(&self, path: &Path, out: &mut dyn Write) -> Outcome {
        let mut engine = KnownEngine {
            name: self.name.clone(),
            command: self.program()?,
            arguments: self.arguments.clone(),
            settings: self.settings()?,
            ..KnownEngine::default()
        };
        // What cannot be kept need not be started.
        list(path)?.add(engine.clone()).map_err(|error| taken(error, &self.name))?;
        engine.introduce().map_err(|error| mute(&engine, &error))?;
        describe(&engine, out)?;
        EngineList::change(path, |list| list.add(engine))
            .map_err(|error| taken(error, &self.name))?;
        Ok(Verdict::Fine)
    }

    /// A path is kept as it is found from everywhere.
    fn program(&self) -> Result<PathBuf, Failure> {
        if self.command.components().count() < 2 {
            return Ok(self.command.clone());
        }
        let fail = Failure::file(&self.command);
        // Not through links: a program may look at its name.
        let found =
            std::fs::metadata(&self.command).and_then(|_| std::path::absolute(&self.command));
        found.map_err(fail)
    }

    fn settings(&self) -> Result<Vec<(String, String)>, Failure> {
        let pair = |text: &String| {
            let pair = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
            let (name, value) = pair.ok_or_else(|| {
                Failure::usage(format!("--option '{text}' should be of the form NAME=VALUE"))
            })?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        self.option.iter().map(pair).collect()
    }
}

fn taken(error: EngineListError, name: &str) -> Failure {
    match error {
        EngineListError::Taken(_) => {
            Failure::usage(format!("{error}; 'erawan engines remove {name}' makes room for it"))
        }
        other => failure(other),
    }
}

/// What an engine does wrong, and what might be meant.
fn mute(engine: &KnownEngine, error: &ClientError) -> Failure {
    let hint = match error {
        ClientError::TimedOut { awaited: Awaited::UciOk, .. } => {
            format!("; an engine says uciok within {} s of uci", PATIENCE.as_secs())
        }
        ClientError::Ended { awaited: Awaited::UciOk, .. } => {
            "; does it speak UCI, and need no arguments?".to_owned()
        }
        _ => String::new(),
    };
    Failure::Data(format!("{}: {error}{hint}", engine.name))
}

/// A word or two about an engine.
fn describe(engine: &KnownEngine, out: &mut dyn Write) -> std::io::Result<()> {
    let title = engine.title.as_deref().unwrap_or("without a name");
    let author = engine.author.as_deref().map_or(String::new(), |one| format!(" by {one}"));
    writeln!(out, "{}: {title}{author}", engine.name)?;
    // Some play a hundred games, most of which are unknown here.
    let (known, others): (Vec<String>, Vec<String>) =
        engine.variants().into_iter().partition(|game| Variant::from_name(game).is_some());
    let others =
        if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    let options = engine.options.iter().count();
    writeln!(out, "  {options} options; plays {}{others}", known.join(", "))
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    command: &'a Path,
    arguments: &'a [String],
    set: json::Object<&'a str, &'a str>,
    title: Option<&'a str>,
    author: Option<&'a str>,
    variants: Vec<String>,
    options: Vec<String>,
}

impl List {
    fn run(&self, list: &EngineList, out: &mut dyn Write) -> Outcome {
        for engine in list.iter() {
            if !self.json {
                describe(engine, out)?;
                let words = engine.arguments.iter().map(|word| format!(" {word}"));
                let arguments = words.collect::<String>();
                writeln!(out, "  {}{arguments}", engine.command.display())?;
                for (name, value) in &engine.settings {
                    writeln!(out, "  {name} = {value}")?;
                }
                continue;
            }
            let set = engine.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let row = Row {
                name: &engine.name,
                command: &engine.command,
                arguments: &engine.arguments,
                set: json::Object(set.collect()),
                title: engine.title.as_deref(),
                author: engine.author.as_deref(),
                variants: engine.variants(),
                options: engine.options.messages().map(|option| option.to_string()).collect(),
            };
            json::line(&row, out)?;
        }
        if list.is_empty() && !self.json {
            writeln!(out, "No engines are known. erawan engines add NAME COMMAND adds one.")?;
        }
        Ok(Verdict::Fine)
    }
}

impl Check {
    fn run(&self, path: &Path, out: &mut dyn Write) -> Outcome {
        let list = list(path)?;
        let missing = self.name.iter().find(|name| list.get(name).is_none());
        if let Some(name) = missing {
            return Err(unknown(EngineListError::Unknown(name.clone()), path));
        }
        let is_asked = |name: &String| self.name.is_empty() || self.name.contains(name);
        let mut verdict = Verdict::Fine;
        for engine in list.iter().filter(|engine| is_asked(&engine.name)) {
            let mut now = engine.clone();
            match now.introduce() {
                Ok(()) => {
                    describe(&now, out)?;
                    if now != *engine {
                        EngineList::change(path, |list| list.update(now)).map_err(failure)?;
                    }
                }
                Err(error) => {
                    writeln!(out, "{}", mute(engine, &error))?;
                    verdict = Verdict::Findings;
                }
            }
            out.flush()?;
        }
        Ok(verdict)
    }
}
