//! Features, options, games and positions.

use std::env;
use std::io::Write;

use erawan_board::{AnyGame, Color, Position, Variant, with_game, with_rules};
use erawan_engine::embedded_network;
use erawan_notation::fen;

use super::{Mode, Task, XBoard};
use crate::cecp::Message;
use crate::limits::{HASH, THREADS};
use crate::protocol::{Start, excerpt};
use crate::serve::position;

/// Options that have commands of their own in this protocol, or no sense.
const ELSEWHERE: [&str; 7] =
    ["Threads", "Hash", "Ponder", "UCI_Variant", "UCI_Chess960", "UCI_AnalyseMode", "UCI_ShowWDL"];

/// Makruk's men in XBoard's order of pieces.
const MAKRUK_LETTERS: &str = "PN.R.M....SKpn.r.m....sk";

/// What XBoard calls a game.
fn name(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => "normal",
        Variant::Chess960 => "fischerandom",
        other => other.name(),
    }
}

/// True for the games that XBoard knows.
fn is_known(variant: Variant) -> bool {
    matches!(variant, Variant::Chess | Variant::Chess960 | Variant::Makruk)
}

/// A FEN with all its fields: XBoard leaves those out that Makruk has no use for,
/// castling and en passant.
fn complete(fen: &str) -> String {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match fen.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [board, turn, clock, moves] if is_number(clock) && is_number(moves) => {
            format!("{board} {turn} - - {clock} {moves}")
        }
        _ => fen.to_owned(),
    }
}

impl<W: Write + Send + 'static> XBoard<W> {
    /// Tells what this engine can do.
    pub(super) fn introduce(&self) {
        let number = Message::Feature;
        let text = |name, text: String| Message::FeatureText(name, text);
        for feature in [
            text("myname", format!("Erawan {}", env!("CARGO_PKG_VERSION"))),
            text("variants", Variant::ALL.map(name).join(",")),
            number("ping", 1),
            number("setboard", 1),
            number("playother", 1),
            number("san", 0),
            number("usermove", 1),
            number("time", 1),
            number("draw", 1),
            number("sigint", 0),
            number("sigterm", 0),
            number("reuse", 1),
            number("analyze", 1),
            number("colors", 0),
            number("ics", 1),
            number("name", 1),
            number("pause", 0),
            number("nps", 0),
            number("debug", 1),
            number("memory", 1),
            number("smp", 1),
            text("egt", "syzygy".to_owned()),
        ] {
            self.say(feature);
        }
        let is_elsewhere = |name: &str| ELSEWHERE.contains(&name);
        for option in self.server.options.iter().filter(|one| !is_elsewhere(one.name())) {
            self.say(Message::option(option));
        }
        self.say(number("done", 1));
    }

    /// A new game, in which the engine has Black. Who analyses goes on.
    pub(super) fn new_game(&mut self, variant: Variant) {
        self.stop();
        self.server.forget();
        self.begin(variant);
        self.depth = None;
        self.has_referee = false;
        if self.mode != Mode::Analysing {
            self.mode = Mode::Playing(Color::Black);
        }
        self.analyse_on();
    }

    fn begin(&mut self, variant: Variant) {
        // Both were declared and take these values.
        let _ = self.server.options.set("UCI_Variant", Some(variant.rules().name()));
        let is_chess960 = if variant.is_chess960() { "true" } else { "false" };
        let _ = self.server.options.set("UCI_Chess960", Some(is_chess960));
        self.place(AnyGame::start(variant));
        self.table.variant = variant;
        // Read now, not while a clock runs.
        let _ = embedded_network(variant.rules());
    }

    /// Puts another game on the table.
    fn place(&mut self, game: AnyGame) {
        self.server.game = game.clone();
        self.table.game = game;
        self.hint = None;
        self.score = None;
    }

    pub(super) fn change_variant(&mut self, text: &str) {
        let Some(variant) = Variant::from_name(text) else {
            let known = Variant::ALL.map(name).join(", ");
            return self.refuse(format!("the variants are {known}"), &format!("variant {text}"));
        };
        self.stop();
        self.begin(variant);
        if !is_known(variant) {
            let fen = with_rules!(variant, R => fen::write(&Position::<R>::startpos()));
            self.say(Message::Setup { letters: MAKRUK_LETTERS, parent: "makruk", fen });
        }
        self.analyse_on();
    }

    /// Sets up a position of the game that is played. The engine waits for what to
    /// do with it, unless it analyses.
    pub(super) fn set_board(&mut self, text: &str) {
        let fen = complete(text);
        match position::read(&self.table.game, &Start::Fen(fen), &[]) {
            Ok(game) => {
                self.stop();
                self.place(game);
                self.analyse_on();
            }
            Err(reason) => self.say(Message::UserError(format!("Illegal position: {reason}"))),
        }
    }

    pub(super) fn set_memory(&mut self, mebibytes: u64) {
        let mebibytes = i64::try_from(mebibytes).unwrap_or(HASH).clamp(1, HASH);
        self.change("Hash", Some(&mebibytes.to_string()));
    }

    pub(super) fn set_cores(&mut self, cores: u64) {
        let cores = i64::try_from(cores).unwrap_or(THREADS).clamp(1, THREADS);
        self.change("Threads", Some(&cores.to_string()));
    }

    /// XBoard tells of every kind of tables, and where they would be if there were
    /// any: nothing to bother its user with.
    pub(super) fn set_tables(&mut self, kind: &str, path: &str) {
        let remark = if !kind.eq_ignore_ascii_case("syzygy") {
            format!("tables of {} are not read, only syzygy", excerpt(kind))
        } else if path.is_empty() || env::split_paths(path).any(|folder| folder.is_dir()) {
            return self.change("SyzygyPath", Some(path));
        } else {
            format!("there is no folder {path}")
        };
        self.say(Message::Remark(remark));
    }

    /// Sets an option by its UCI name; a check is 1 or 0 here.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let is_check = self.server.options.check(name).is_some();
        let value = match value {
            Some("1") if is_check => Some("true"),
            Some("0") if is_check => Some("false"),
            other => other,
        };
        if let Err(error) = self.server.options.clone().set(name, value) {
            let value = value.map(|value| format!("={value}")).unwrap_or_default();
            return self.refuse(error.to_string(), &format!("option {name}{value}"));
        }
        if name.eq_ignore_ascii_case("UCI_Variant") || name.eq_ignore_ascii_case("UCI_Chess960") {
            return self.refuse("that is what variant is for", &format!("option {name}"));
        }
        self.change(name, value);
    }

    /// Sets an option to a value that it can have. An analysis begins anew, so that
    /// the option counts at once.
    fn change(&mut self, name: &str, value: Option<&str>) {
        let is_analysing = self.task == Task::Analysing;
        if is_analysing {
            self.stop();
        }
        self.server.set_option(name, value);
        self.server.tell_notes();
        if is_analysing {
            self.analyse_on();
        }
    }

    /// What the book has for the position: lines that begin with a space, and an
    /// empty one.
    pub(super) fn show_book(&self) {
        let moves = self.server.opening.moves(&self.table.game);
        let sum: u32 = moves.iter().map(|(_, weight)| u32::from(*weight)).sum();
        let mut text = String::new();
        for (m, weight) in &moves {
            let share = u32::from(*weight) * 100 / sum.max(1);
            text.push_str(&format!(" {:<8}{share:>4} %\n", self.table.write(*m)));
        }
        if moves.is_empty() {
            text.push_str(" The book has nothing for this position.\n");
        }
        self.server.output.send(text);
    }

    /// True if the position is one that a search can be asked about.
    pub(super) fn has_moves(&self) -> bool {
        with_game!(&self.table.game, game => game.position().has_legal_moves())
    }
}
