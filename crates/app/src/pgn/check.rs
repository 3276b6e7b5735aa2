//! `erawan pgn check`: names what is wrong.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use erawan_notation::pgn::{Checker, GameError, Summary};
use serde::Serialize;
use serde::ser::{Error, SerializeMap, Serializer};

use super::Source;
use crate::failure::Failure;
use crate::json;
use crate::progress::Progress;
use crate::{Outcome, Verdict, files};

pub(super) fn run(path: &Path, json: bool, out: &mut dyn Write) -> Outcome {
    let name = files::name_of(path);
    let summary = Cell::new(Summary::default());
    let mut findings = findings(Source::open(path)?, path, &summary);
    if json {
        let findings = Streamed { values: RefCell::new(&mut findings), failure: Cell::new(None) };
        let written =
            json::line(&Report { name: &name, findings: &findings, summary: &summary }, out);
        if let Some(failure) = findings.failure.take() {
            return Err(failure);
        }
        written?;
    } else {
        print(&name, &mut findings, &summary, out)?;
    }
    Ok(if summary.get().bad_games == 0 { Verdict::Fine } else { Verdict::Findings })
}

/// Something about a game.
#[derive(Serialize)]
struct Finding {
    game: u64,
    line: u64,
    reason: String,
    severity: Severity,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Severity {
    /// Makes a game bad.
    Error,
    Note,
}

/// Reads a file and hands out what is found as it comes.
fn findings<'a>(
    source: Source,
    path: &'a Path,
    summary: &'a Cell<Summary>,
) -> impl Iterator<Item = Result<Finding, Failure>> + 'a {
    let Source { mut reader, length, bytes } = source;
    let error = Rc::new(Cell::new(None));
    let reported = Rc::clone(&error);
    let mut checker = Checker::new(move |found: GameError| reported.set(Some(found)));
    let mut progress = Progress::new();
    let mut waiting = VecDeque::new();
    std::iter::from_fn(move || {
        while waiting.is_empty() {
            match reader.read_game(&mut checker) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(Failure::file(path)(error))),
            }
            waiting.extend(checker.take_remarks().into_iter().map(|remark| Finding {
                game: remark.game,
                line: remark.line,
                reason: remark.kind.to_string(),
                severity: Severity::Note,
            }));
            waiting.extend(error.take().map(|error| Finding {
                game: error.game,
                line: error.line,
                reason: error.kind.to_string(),
                severity: Severity::Error,
            }));
            summary.set(checker.summary());
            let part = Source::part(bytes.get(), length);
            progress.step(part, || format!("{} games", checker.summary().games));
        }
        waiting.pop_front().map(Ok)
    })
}

fn print(
    name: &str,
    findings: &mut dyn Iterator<Item = Result<Finding, Failure>>,
    summary: &Cell<Summary>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for finding in findings {
        let Finding { game, line, reason, severity } = finding?;
        let note = if severity == Severity::Note { "note: " } else { "" };
        writeln!(out, "{name}: game {game}, line {line}: {note}{reason}")?;
    }
    let Summary { games, bad_games, null_moves, .. } = summary.get();
    if null_moves > 0 {
        writeln!(out, "Null moves, which other programs may not read: {null_moves}")?;
    }
    Ok(writeln!(out, "Games: {games}, bad: {bad_games}")?)
}

/// All of it as one value. The summary is complete once the findings are.
struct Report<'a> {
    name: &'a str,
    findings: &'a Streamed<'a>,
    summary: &'a Cell<Summary>,
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("file", self.name)?;
        members.serialize_entry("findings", self.findings)?;
        let Summary { games, bad_games, null_moves, .. } = self.summary.get();
        members.serialize_entry("null_moves", &null_moves)?;
        members.serialize_entry("games", &games)?;
        members.serialize_entry("bad", &bad_games)?;
        members.end()
    }
}

/// Values that are written as they come: a file may be full of them. What goes
/// wrong ends the list and is kept.
struct Streamed<'a> {
    values: RefCell<&'a mut dyn Iterator<Item = Result<Finding, Failure>>>,
    failure: Cell<Option<Failure>>,
}

impl Serialize for Streamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut values = self.values.borrow_mut();
        let mut has_failed = false;
        let good = std::iter::from_fn(|| match values.next()? {
            Ok(value) => Some(value),
            Err(failure) => {
                has_failed = true;
                self.failure.set(Some(failure));
                None
            }
        });
        let written = serializer.collect_seq(good)?;
        if has_failed { Err(S::Error::custom("the games cannot be read")) } else { Ok(written) }
    }
}
