//! `erawan pgn split`: many files of few games out of one of many.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{complain, each_game};
use crate::failure::Failure;
use crate::files::{self, NewFile};
use crate::{Outcome, Verdict, eprintln_quietly};

pub(super) fn run(path: &Path, games: u64, prefix: Option<PathBuf>) -> Outcome {
    let prefix = prefix.unwrap_or_else(|| match path.as_os_str() == "-" {
        true => PathBuf::from("games"),
        false => path.with_extension(""),
    });
    let mut verdict = Verdict::Fine;
    let (mut written, mut in_file) = (0u64, 0u64);
    let mut file: Option<NewFile> = None;
    each_game(path, |game| {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                complain(path, &error);
                verdict = Verdict::Findings;
                return Ok(());
            }
        };
        let current = match &mut file {
            Some(current) => {
                current.write_all(b"\n").map_err(Failure::file(&numbered(&prefix, written)))?;
                current
            }
            None => {
                written += 1;
                in_file = 0;
                let name = numbered(&prefix, written);
                files::keep_apart(path, &name)?;
                file.insert(NewFile::create(&name)?)
            }
        };
        let text = game.to_pgn();
        let name = numbered(&prefix, written);
        current.write_all(text.as_bytes()).map_err(Failure::file(&name))?;
        in_file += 1;
        if in_file == games {
            file.take().map_or(Ok(()), NewFile::finish)?;
        }
        Ok(())
    })?;
    file.map_or(Ok(()), NewFile::finish)?;
    let plural = if written == 1 { "file" } else { "files" };
    eprintln_quietly(&format!("{written} {plural} written"));
    Ok(verdict)
}

fn numbered(prefix: &Path, number: u64) -> PathBuf {
    let mut name = OsString::from(prefix);
    name.push(format!("-{number:04}.pgn"));
    PathBuf::from(name)
}
