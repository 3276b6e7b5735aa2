//! `erawan pgn check`: names what is wrong.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use erawan_notation::pgn::{Checker, GameError, Reader, Summary};
use serde::Serialize;
use serde::ser::{Error, SerializeMap, Serializer};

use super::in_order::{Place, Text, in_order};
use super::source::Source;
use crate::failure::Failure;
use crate::json;
use crate::progress::Progress;
use crate::{Outcome, Verdict, files};

pub(super) fn run(path: &Path, threads: usize, json: bool, out: &mut dyn Write) -> Outcome {
    let name = files::name_of(path);
    let total = Cell::new(Total::default());
    let mut findings = findings(path, threads, &total)?;
    if json {
        let findings = Streamed { values: RefCell::new(&mut findings), failure: Cell::new(None) };
        let written = json::line(&Report { name: &name, findings: &findings, total: &total }, out);
        if let Some(failure) = findings.failure.take() {
            return Err(failure);
        }
        written?;
    } else {
        print(&name, &mut findings, &total, out)?;
    }
    Ok(if total.get().bad == 0 { Verdict::Fine } else { Verdict::Findings })
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

/// Some games of a file: how many they are, and what there is to say of them.
struct Batch {
    total: Total,
    findings: Vec<Finding>,
}

/// What is counted.
#[derive(Clone, Copy, Default)]
struct Total {
    games: u64,
    bad: u64,
    null_moves: u64,
}

impl Total {
    fn of(summary: Summary) -> Total {
        let Summary { games, bad_games: bad, null_moves, .. } = summary;
        Total { games, bad, null_moves }
    }

    fn since(self, before: Total) -> Total {
        Total {
            games: self.games - before.games,
            bad: self.bad - before.bad,
            null_moves: self.null_moves - before.null_moves,
        }
    }

    fn add(&mut self, more: Total) {
        self.games += more.games;
        self.bad += more.bad;
        self.null_moves += more.null_moves;
    }
}

/// Reads a file and hands out what is found as it comes.
fn findings<'a>(
    path: &'a Path,
    threads: usize,
    total: &'a Cell<Total>,
) -> Result<impl Iterator<Item = Result<Finding, Failure>> + 'a, Failure> {
    let Source { text, part } = Source::open(path)?;
    let mut batches = in_order(text, threads, read);
    let mut progress = Progress::new();
    let mut waiting = VecDeque::new();
    Ok(std::iter::from_fn(move || {
        while waiting.is_empty() {
            let batch = match batches.next()? {
                Ok(batch) => batch,
                Err(error) => return Some(Err(Failure::file(path)(error))),
            };
            let mut sum = total.get();
            let number = |finding: Finding| Finding { game: sum.games + finding.game, ..finding };
            waiting.extend(batch.findings.into_iter().map(number));
            sum.add(batch.total);
            total.set(sum);
            progress.step(part.get(), || format!("{} games", sum.games));
        }
        waiting.pop_front().map(Ok)
    }))
}

/// Games without a finding after which progress is told.
const SILENCE: u64 = 1000;

/// What there is to say of the games of a text.
fn read(text: Text, place: Place) -> impl Iterator<Item = io::Result<Batch>> {
    let mut reader = Reader::new(text);
    let error = Rc::new(Cell::new(None));
    let reported = Rc::clone(&error);
    let mut checker = Checker::new(move |found: GameError| reported.set(Some(found)));
    let (mut has_ended, mut failure) = (false, None);
    std::iter::from_fn(move || {
        if has_ended {
            return failure.take().map(Err);
        }
        let before = Total::of(checker.summary());
        let mut findings = Vec::new();
        let finding = |game: u64, line: u64, reason: &dyn Display, severity| Finding {
            game: game - before.games,
            line: place.lines + line,
            reason: reason.to_string(),
            severity,
        };
        loop {
            match reader.read_game(&mut checker) {
                Ok(goes_on) => has_ended = !goes_on,
                Err(error) => (has_ended, failure) = (true, Some(error)),
            }
            let remarks = checker.take_remarks().into_iter();
            findings.extend(
                remarks
                    .map(|remark| finding(remark.game, remark.line, &remark.kind, Severity::Note)),
            );
            findings.extend(
                error
                    .take()
                    .map(|error| finding(error.game, error.line, &error.kind, Severity::Error)),
            );
            let total = Total::of(checker.summary()).since(before);
            let is_full = findings.len() as u64 >= place.batch || total.games >= SILENCE;
            if is_full || has_ended {
                return Some(Ok(Batch { total, findings }));
            }
        }
    })
}

fn print(
    name: &str,
    findings: &mut dyn Iterator<Item = Result<Finding, Failure>>,
    total: &Cell<Total>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for finding in findings {
        let Finding { game, line, reason, severity } = finding?;
        let note = if severity == Severity::Note { "note: " } else { "" };
        writeln!(out, "{name}: game {game}, line {line}: {note}{reason}")?;
    }
    let Total { games, bad, null_moves } = total.get();
    if null_moves > 0 {
        writeln!(out, "Null moves, which other programs may not read: {null_moves}")?;
    }
    Ok(writeln!(out, "Games: {games}, bad: {bad}")?)
}

/// All of it as one value. The total is complete once the findings are.
struct Report<'a> {
    name: &'a str,
    findings: &'a Streamed<'a>,
    total: &'a Cell<Total>,
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("file", self.name)?;
        members.serialize_entry("findings", self.findings)?;
        let Total { games, bad, null_moves } = self.total.get();
        members.serialize_entry("null_moves", &null_moves)?;
        members.serialize_entry("games", &games)?;
        members.serialize_entry("bad", &bad)?;
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
