//! `erawan pgn check`: names what is wrong.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use erawan_notation::pgn::{Checker, GameError};
use serde_json::json;

use super::Source;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, Verdict, files};

pub(super) fn run(path: &Path, json: bool, out: &mut dyn Write) -> Outcome {
    let name = files::name_of(path);
    let Source { mut reader, length, bytes } = Source::open(path)?;
    if json {
        write!(out, "{{\"file\":{},\"findings\":[", json!(name))?;
    }
    let mut findings = Findings { name: &name, json, is_first: true };
    let error = Cell::new(None);
    let mut checker = Checker::new(|found: GameError| error.set(Some(found)));
    let mut progress = Progress::new();
    while reader.read_game(&mut checker).map_err(Failure::file(path))? {
        for remark in checker.take_remarks() {
            findings.add((remark.game, remark.line), "note", &remark.kind, out)?;
        }
        if let Some(error) = error.take() {
            findings.add((error.game, error.line), "error", &error.kind, out)?;
        }
        let part = Source::part(bytes.get(), length);
        progress.step(part, || format!("{} games", checker.summary().games));
    }
    drop(progress);
    let summary = checker.summary();
    let (games, bad, null_moves) = (summary.games, summary.bad_games, summary.null_moves);
    if json {
        writeln!(out, "],\"null_moves\":{null_moves},\"games\":{games},\"bad\":{bad}}}")?;
    } else {
        if null_moves > 0 {
            writeln!(out, "Null moves, which other programs may not read: {null_moves}")?;
        }
        writeln!(out, "Games: {games}, bad: {bad}")?;
    }
    Ok(if bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

/// What is found, written as it comes.
struct Findings<'a> {
    name: &'a str,
    json: bool,
    is_first: bool,
}

impl Findings<'_> {
    /// `severity` is `error` for what makes a game bad and `note` for the rest.
    fn add(
        &mut self,
        (game, line): (u64, u64),
        severity: &str,
        reason: &dyn Display,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.is_first) { "" } else { "," };
        if self.json {
            let reason = reason.to_string();
            let finding =
                json!({"game": game, "line": line, "reason": reason, "severity": severity});
            return write!(out, "{comma}{finding}");
        }
        let note = if severity == "note" { "note: " } else { "" };
        writeln!(out, "{}: game {game}, line {line}: {note}{reason}", self.name)
    }
}
