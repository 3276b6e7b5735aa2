//! The options that are declared, and what each of them does.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use erawan_board::{AnyGame, Variant};
use erawan_endings::Endings;
use erawan_engine::Parameters;
use erawan_engine::strength::Strength;
use erawan_syzygy::Tables;

use super::Server;
use crate::eval_file;
use crate::limits;
use crate::options::{Options, SetOptionError};
use crate::protocol::{OptionDeclaration, OptionError};

/// The table an engine starts with, in mebibytes.
pub(super) const DEFAULT_HASH: usize = 16;

/// The range of `UCI_Elo`.
const ELO: std::ops::RangeInclusive<i64> = Strength::MIN as i64..=Strength::MAX as i64;

/// The games that `UCI_Variant` offers. Chess960 is an option of its own.
fn variants() -> Vec<&'static str> {
    let games = Variant::ALL.into_iter().filter(|game| game.rules() == *game);
    games.map(Variant::name).collect()
}

pub(super) fn declare(is_tunable: bool) -> Result<Options, OptionError> {
    let mut options = Options::new();
    for declaration in [
        OptionDeclaration::spin("Threads", 1, 1..=limits::THREADS),
        OptionDeclaration::spin("Hash", DEFAULT_HASH as i64, 1..=limits::HASH),
        OptionDeclaration::button("Clear Hash"),
        OptionDeclaration::check("Ponder", false),
        OptionDeclaration::spin("MultiPV", 1, 1..=limits::MULTI_PV),
        OptionDeclaration::spin("Move Overhead", 10, 0..=limits::MOVE_OVERHEAD),
        OptionDeclaration::combo("UCI_Variant", Variant::Chess.name(), &variants()),
        OptionDeclaration::check("UCI_Chess960", false),
        OptionDeclaration::check("UCI_AnalyseMode", false),
        OptionDeclaration::check("UCI_ShowWDL", false),
        OptionDeclaration::check("UCI_LimitStrength", false),
        OptionDeclaration::spin("UCI_Elo", 1500, ELO),
        OptionDeclaration::string("SyzygyPath", ""),
        OptionDeclaration::spin("SyzygyProbeDepth", 1, 1..=100),
        OptionDeclaration::spin("SyzygyProbeLimit", 7, 0..=7),
        OptionDeclaration::check("Syzygy50MoveRule", true),
        OptionDeclaration::string("EndingsPath", ""),
        OptionDeclaration::check("OwnBook", false),
        OptionDeclaration::string("BookFile", ""),
        OptionDeclaration::spin("BookDepth", 0, 0..=500),
        OptionDeclaration::spin("BookVariety", 100, 0..=200),
        OptionDeclaration::string("Debug Log File", ""),
    ] {
        options.declare(declaration?)?;
    }
    for declaration in eval_file::declarations() {
        options.declare(declaration?)?;
    }
    for number in Parameters::TABLE.iter().filter(|_| is_tunable) {
        let range = number.min.into()..=number.max.into();
        options.declare(OptionDeclaration::spin(number.name, number.default.into(), range)?)?;
    }
    for switch in Parameters::SWITCHES.iter().filter(|_| is_tunable) {
        options.declare(OptionDeclaration::check(switch.name, false)?)?;
    }
    Ok(options)
}

/// The value of an option as it was declared: a game has several names, and
/// `fischerandom` is chess with `UCI_Chess960`.
fn by_its_own_name<'a>(name: &str, value: Option<&'a str>) -> (Option<&'a str>, bool) {
    if !name.eq_ignore_ascii_case("UCI_Variant") {
        return (value, false);
    }
    match value.and_then(Variant::from_name) {
        Some(game) => (Some(game.rules().name()), game.is_chess960()),
        None => (value, false),
    }
}

/// True for a number of the search, or a switch. They are declared by their own names.
fn is_parameter(name: &str) -> bool {
    Parameters::TABLE.iter().any(|known| known.name == name)
        || Parameters::SWITCHES.iter().any(|known| known.name == name)
}

impl<W: Write + Send + 'static> Server<W> {
    /// Does what `setoption` says. The engine hears of it when it is not
    /// thinking.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let (value, is_chess960) = by_its_own_name(name, value);
        let name = match self.options.set(name, value) {
            Ok(entry) => entry.name().to_owned(),
            // Clients send options of other engines as a matter of course.
            Err(error @ SetOptionError::Unknown { .. }) => return self.note(error.to_string()),
            Err(error) => return self.output.tell(error.to_string()),
        };
        if is_chess960 {
            // A check that was declared takes this value.
            let _ = self.options.set("UCI_Chess960", Some("true"));
        }
        match name.as_str() {
            "UCI_Variant" => {
                let name = self.options.text("UCI_Variant").unwrap_or_default();
                let variant = Variant::from_name(name).unwrap_or(Variant::Chess);
                if self.game.rules() != variant.rules() {
                    self.game = AnyGame::start(variant);
                }
            }
            "Debug Log File" => self.open_log(),
            "OwnBook" | "BookFile" => self.open_book(&name),
            "Threads" | "Hash" | "Clear Hash" | "Move Overhead" | "SyzygyPath"
            | "SyzygyProbeDepth" | "SyzygyProbeLimit" | "Syzygy50MoveRule" | "EndingsPath" => {
                self.apply_when_idle(name);
            }
            _ if eval_file::is_option(&name) || is_parameter(&name) => self.apply_when_idle(name),
            // Looked up when a search begins.
            _ => {}
        }
    }

    /// Tells the engine about an option now or, while it thinks, later.
    fn apply_when_idle(&mut self, name: String) {
        if self.is_thinking() {
            self.note(format!("{name} counts from the next search on"));
            if !self.unapplied.contains(&name) {
                self.unapplied.push(name);
            }
        } else {
            self.settle();
            self.apply(&name);
        }
    }

    /// Does what was put off while the engine was thinking.
    pub(super) fn settle(&mut self) {
        for name in std::mem::take(&mut self.unapplied) {
            self.apply(&name);
        }
    }

    /// Tells the engine about an option. It must not be thinking.
    fn apply(&mut self, name: &str) {
        let number = self.options.spin(name).unwrap_or(0).unsigned_abs();
        match name {
            "Threads" => self.start_threads(number as usize),
            "Hash" => self.resize(number as usize),
            "Clear Hash" => self.engine().clear(),
            "Move Overhead" => self.engine().set_move_overhead(Duration::from_millis(number)),
            "SyzygyPath" => self.open_tables(),
            "EndingsPath" => self.open_endings(),
            "SyzygyProbeDepth" | "SyzygyProbeLimit" | "Syzygy50MoveRule" => self.give_tables(),
            _ if eval_file::is_option(name) => self.load_network(name),
            _ => {
                let parameters = self.parameters();
                *self.engine().parameters_mut() = parameters;
            }
        }
    }

    /// The numbers of the search as the options have them, without what is switched off.
    fn parameters(&self) -> Parameters {
        let mut parameters = Parameters::DEFAULT;
        for known in Parameters::TABLE {
            let value = self.options.spin(known.name).and_then(|value| i32::try_from(value).ok());
            parameters.set(known.name, value.unwrap_or(known.default));
        }
        let is_off = |name| self.options.check(name) == Some(true);
        for switch in Parameters::SWITCHES.iter().filter(|switch| is_off(switch.name)) {
            parameters.leave_out(switch.name);
        }
        parameters
    }

    fn start_threads(&mut self, threads: usize) {
        let (started, now) = {
            let mut engine = self.engine();
            (engine.set_threads(threads), engine.threads())
        };
        if let Err(error) = started {
            self.output.tell(format!("{error}; it stays at {now}"));
            let _ = self.options.set("Threads", Some(&now.to_string()));
        }
    }

    fn resize(&mut self, mebibytes: usize) {
        let resized = self.engine().set_hash(mebibytes);
        match resized {
            Ok(()) => self.hash = mebibytes,
            Err(error) => {
                self.output.tell(format!("{error}; the old one of {} MiB stays", self.hash));
                // A value that was accepted once is accepted again.
                let _ = self.options.set("Hash", Some(&self.hash.to_string()));
            }
        }
    }

    fn load_network(&mut self, name: &str) {
        let path = self.options.text(name).unwrap_or_default();
        let loaded = eval_file::apply(&mut self.engine(), name, path);
        match loaded {
            Ok(remark) => self.note(remark),
            Err(reason) => self.output.tell(reason),
        }
    }

    fn open_tables(&mut self) {
        let path = self.options.text("SyzygyPath").unwrap_or("").to_owned();
        self.tables = None;
        if !path.is_empty() {
            let tables = Tables::open(&path);
            for problem in tables.complaints() {
                self.output.tell(format!("SyzygyPath: {problem}"));
            }
            let (results, distances) = tables.files();
            let men = tables.max_men();
            self.note(format!(
                "{results} tables of results and {distances} of distances, up to {men} men"
            ));
            self.tables = Some(Arc::new(tables)).filter(|_| results > 0);
        }
        self.give_tables();
    }

    /// The tables of Makruk and its sisters.
    fn open_endings(&mut self) {
        let path = self.options.text("EndingsPath").unwrap_or("").to_owned();
        let mut opened = None;
        if !path.is_empty() {
            let endings = Endings::open(&path);
            for problem in endings.problems().iter().take(limits::WARNINGS) {
                self.output.tell(format!("EndingsPath: {problem}"));
            }
            self.note(format!("{} tables of endings", endings.len()));
            opened = Some(Arc::new(endings)).filter(|endings| !endings.is_empty());
        }
        self.engine().set_endings(opened);
    }

    /// Hands the tables, and how to use them, to the engine.
    fn give_tables(&mut self) {
        let number = |name| self.options.spin(name).unwrap_or(0).unsigned_abs() as u32;
        let mut engine = self.engine();
        engine.set_tables(self.tables.clone());
        engine.set_probe_depth(number("SyzygyProbeDepth"));
        engine.set_probe_limit(number("SyzygyProbeLimit"));
        engine.set_probe_fifty_moves(self.options.check("Syzygy50MoveRule") != Some(false));
    }

    fn open_book(&mut self, changed: &str) {
        let path = self.options.text("BookFile").unwrap_or("").to_owned();
        if changed == "BookFile" {
            match self.opening.open(&path) {
                Ok(None) => {}
                Ok(Some(remark)) => self.note(format!("BookFile: {remark}")),
                Err(error) => {
                    let rest = if self.opening.is_empty() { "" } else { "; the old one stays" };
                    self.output.tell(format!("BookFile: {path}: {error}{rest}"));
                }
            }
        } else if self.options.check("OwnBook") == Some(true) && self.opening.is_empty() {
            self.note("OwnBook needs a book: set BookFile".to_owned());
        }
    }

    fn open_log(&mut self) {
        let path = self.options.text("Debug Log File").unwrap_or("");
        if let Err(error) = self.output.log_to(path) {
            self.output.tell(format!("Debug Log File: {path}: {error}"));
        }
    }
}
