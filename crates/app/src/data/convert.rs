//! `erawan data convert`: records of positions for a trainer.

use std::io::Write;
use std::path::Path;

use erawan_board::with_rules;
use erawan_selfplay::{Filter, PositionRecord, ReadError, positions};

use super::{complain, each_chunk};
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::{Outcome, Verdict};

pub(super) fn run(path: &Path, to: &Path, filter: bool, out: &mut dyn Write) -> Outcome {
    files::keep_apart(path, to)?;
    let mut file = NewFile::create(to)?;
    let mut verdict = Verdict::Fine;
    let (mut games, mut read, mut written) = (0u64, 0u64, 0u64);
    let mut bytes = Vec::new();
    each_chunk(path, |chunk| {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                complain(path, &error);
                if !matches!(error, ReadError::CutOff(_)) {
                    verdict = Verdict::Findings;
                }
                return Ok(());
            }
        };
        for game in chunk.games() {
            bytes.clear();
            let mut seen = 0;
            let take = |record: PositionRecord| {
                seen += 1;
                if !filter || Filter::of(&record).is_none() {
                    bytes.extend(record.0);
                }
            };
            let rules = chunk.settings.openings.rules();
            let done = game.and_then(|game| with_rules!(rules, R => positions::<R>(&game, take)));
            games += 1;
            match done {
                Ok(()) => {
                    read += seen;
                    written += (bytes.len() / PositionRecord::LENGTH) as u64;
                    file.write_all(&bytes).map_err(Failure::file(to))?;
                }
                Err(fault) => {
                    complain(path, &format_args!("game {games}: {fault}"));
                    verdict = Verdict::Findings;
                }
            }
        }
        Ok(())
    })?;
    file.finish()?;
    writeln!(out, "Games: {games}, positions: {read}, written: {written}")?;
    Ok(verdict)
}
