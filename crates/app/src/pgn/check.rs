//! `erawan pgn check`: names what is wrong.

use std::io::Write;
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
    let mut first = true;
    let mut written = Ok(());
    let mut checker = Checker::new(|error: GameError| {
        if written.is_ok() {
            let comma = if std::mem::take(&mut first) { "" } else { "," };
            written = if json {
                let reason = error.kind.to_string();
                let finding = json!({"game": error.game, "line": error.line, "reason": reason});
                write!(out, "{comma}{finding}")
            } else {
                writeln!(out, "{name}: {error}")
            };
        }
    });
    let mut progress = Progress::new();
    while reader.read_game(&mut checker).map_err(Failure::file(path))? {
        let part = Source::part(bytes.get(), length);
        progress.step(part, || format!("{} games", checker.summary().games));
    }
    drop(progress);
    let summary = checker.summary();
    written?;
    let (games, bad) = (summary.games, summary.bad_games);
    if json {
        writeln!(out, "],\"games\":{games},\"bad\":{bad}}}")?;
    } else {
        writeln!(out, "Games: {games}, bad: {bad}")?;
    }
    Ok(if bad == 0 { Verdict::Fine } else { Verdict::Findings })
}
