//! `erawan pgn convert`: writes games as the standard wants them.

use std::io::Write;
use std::path::Path;

use erawan_notation::pgn::{AnyGame, PgnGame};

use super::Spelling;
use super::source::{complain, each_game_in};
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::{Outcome, Verdict};

pub(super) fn run(
    path: &Path,
    threads: usize,
    from: Spelling,
    to: Option<&Path>,
    out: &mut dyn Write,
) -> Outcome {
    match to.filter(|to| to.as_os_str() != "-") {
        None => convert(path, threads, from, |bytes| Ok(out.write_all(bytes)?)),
        Some(to) => {
            files::refuse_parquet(to)?;
            files::keep_apart(path, to)?;
            let mut file = NewFile::create(to)?;
            let write = |bytes: &[u8]| file.write_all(bytes).map_err(Failure::file(to));
            let verdict = convert(path, threads, from, write)?;
            file.finish()?;
            Ok(verdict)
        }
    }
}

fn convert(
    path: &Path,
    threads: usize,
    from: Spelling,
    mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Outcome {
    let (mut first, mut verdict) = (true, Verdict::Fine);
    let make = |game: AnyGame| game.to_pgn();
    each_game_in(path, threads, from, make, |game| match game {
        Ok(text) => {
            if !std::mem::take(&mut first) {
                write(b"\n")?;
            }
            write(text.as_bytes())
        }
        Err(error) => {
            complain(path, &error);
            verdict = Verdict::Findings;
            Ok(())
        }
    })?;
    Ok(verdict)
}
