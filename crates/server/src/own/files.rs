//! Documents that were files: former versions kept one in each. They move into the
//! database by themselves, and a file goes once what it says is kept there.
//!
//! A kill at any moment leaves a file that is in the database too; it is recognised by
//! what it says. A file that cannot be read stays where it is until somebody asks for it.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use erawan_board::regular_file;
use serde_json::Value;

use super::{Edits, OwnGames};
use crate::limits::MAX_FILE;

/// How many files move at a time, and how many bytes of them: each time the disk is
/// waited for.
const PORTION: (usize, usize) = (256, 16 << 20);
/// How files end that are documents.
const EXTENSION: &str = "json";
/// The most bytes of a document's name.
const LONGEST: usize = 64;

/// Reads a file of the folder. What somebody else has put into its place may have no
/// end.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular_file::open(path, MAX_FILE)?.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl OwnGames {
    fn file(&self, name: &str) -> PathBuf {
        self.files.join(format!("{name}.{EXTENSION}"))
    }

    /// The names of documents that are still files, the last changed first.
    pub(super) fn file_names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.files) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found: Vec<(Option<SystemTime>, String)> = Vec::new();
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION)
                && let Some(name) = path.file_stem().and_then(|name| name.to_str())
            {
                let changed = entry.metadata().and_then(|data| data.modified()).ok();
                found.push((changed, name.to_string()));
            }
        }
        found.sort_by(|a, b| b.cmp(a));
        Ok(found.into_iter().map(|(_, name)| name).collect())
    }

    /// Moves all files that can be read, the oldest first.
    pub(super) fn take_files(&mut self) -> io::Result<()> {
        let mut names = self.file_names()?;
        names.retain(|name| crate::store::is_proper(name));
        while !names.is_empty() {
            let (mut files, mut bytes) = (Vec::new(), 0);
            while let Some(name) = names.pop() {
                let Ok(text) = read(&self.file(&name)) else { continue };
                bytes += text.len();
                // What is broken is told to whoever asks for it.
                if let Ok(value) = serde_json::from_slice(&text) {
                    files.push((name, value));
                }
                if files.len() >= PORTION.0 || bytes >= PORTION.1 {
                    break;
                }
            }
            self.take(files)?;
        }
        // Only an empty folder goes.
        let _ = fs::remove_dir(&self.files);
        Ok(())
    }

    /// Moves one file, if it is there and can be read as a document.
    pub(super) fn take_file(&mut self, name: &str) -> io::Result<()> {
        let text = match read(&self.file(name)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        match serde_json::from_slice(&text) {
            Ok(value) => self.take(vec![(name.to_owned(), value)]),
            Err(_) => Ok(()),
        }
    }

    /// Moves files. Each is removed once the database has what it says.
    fn take(&mut self, files: Vec<(String, Value)>) -> io::Result<()> {
        let paths: Vec<PathBuf> = files.iter().map(|(name, _)| self.file(name)).collect();
        let mut wanted = Vec::new();
        for (name, value) in files {
            if self.is_later(&name, &value)? {
                wanted.push((name, Some(value)));
            } else {
                self.keep_beside(&name, value)?;
            }
        }
        if !wanted.is_empty() {
            self.change(&wanted)?;
        }
        paths.into_iter().try_for_each(fs::remove_file)
    }

    /// True if a document is not kept yet, or in a state from which this one was made.
    fn is_later(&mut self, name: &str, value: &Value) -> io::Result<bool> {
        let Some(kept) = self.kept(name)? else { return Ok(true) };
        let edits = Edits::of(&kept);
        Ok(kept != *value && !edits.are_none() && edits.are_within(&Edits::of(value)))
    }

    /// Files and database agree, unless a former version was used again after the move.
    /// What that has changed is kept beside the other, if it is not known there.
    fn keep_beside(&mut self, name: &str, mut value: Value) -> io::Result<()> {
        let edits = Edits::of(&value);
        if let Some(kept) = self.kept(name)?
            && (kept == value || (!edits.are_none() && edits.are_within(&Edits::of(&kept))))
        {
            return Ok(());
        }
        let begin: String = name.chars().take(LONGEST - 4).collect();
        for number in 2.. {
            let beside = format!("{begin}-{number}");
            if value["id"].is_string() {
                value["id"] = Value::String(beside.clone());
            }
            match self.kept(&beside)? {
                // It came there before a kill.
                Some(kept) if kept == value => return Ok(()),
                None if !self.file(&beside).exists() => {
                    return self.change(&[(beside, Some(value))]);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn kept(&mut self, name: &str) -> io::Result<Option<Value>> {
        Ok(self.text(name)?.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Reads a document that is still a file. One that is no JSON is set aside, so that
    /// it neither stops the page nor is lost, and the error says where it is.
    pub(super) fn load_file(&self, name: &str) -> io::Result<Option<Value>> {
        read_or_set_aside(&self.file(name))
    }

    pub(super) fn remove_file(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Reads a file of JSON; none if there is none. One that is something else is set aside.
pub(crate) fn read_or_set_aside(path: &Path) -> io::Result<Option<Value>> {
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match serde_json::from_slice(&bytes) {
        Ok(value) => Ok(Some(value)),
        Err(_) => {
            let aside = free_name(path)?;
            fs::rename(path, &aside)?;
            let message = format!("its file is damaged and was set aside as '{}'", aside.display());
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
}

/// A name for a damaged file that no other has.
fn free_name(path: &Path) -> io::Result<PathBuf> {
    let endings = std::iter::once("broken".into()).chain((2..).map(|n| format!("{n}.broken")));
    for ending in endings {
        let name = path.with_extension(ending);
        if !name.try_exists()? {
            return Ok(name);
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}
