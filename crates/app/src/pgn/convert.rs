//! `erawan pgn convert`: writes games as the standard wants them.

use erawan_notation::pgn::PgnGame;
use std::io::Write;
use std::path::Path;

use super::{complain, each_game};
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::{Outcome, Verdict};

pub(super) fn run(path: &Path, to: Option<&Path>, out: &mut dyn Write) -> Outcome {
    match to.filter(|to| to.as_os_str() != "-") {
        None => convert(path, |bytes| Ok(out.write_all(bytes)?)),
        Some(to) => {
            files::keep_apart(path, to)?;
            let mut file = NewFile::create(to)?;
            let verdict = convert(path, |bytes| file.write_all(bytes).map_err(Failure::file(to)))?;
            file.finish()?;
            Ok(verdict)
        }
    }
}

fn convert(path: &Path, mut write: impl FnMut(&[u8]) -> Result<(), Failure>) -> Outcome {
    let (mut first, mut verdict) = (true, Verdict::Fine);
    each_game(path, |game| match game {
        Ok(game) => {
            if !std::mem::take(&mut first) {
                write(b"\n")?;
            }
            write(game.to_pgn().as_bytes())
        }
        Err(error) => {
            complain(path, &error);
            verdict = Verdict::Findings;
            Ok(())
        }
    })?;
    Ok(verdict)
}
