//! What was tried, and what broke.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The attempts and faults of one trial, by subject.
pub(crate) struct Tally {
    name: &'static str,
    folder: PathBuf,
    subjects: BTreeMap<String, Count>,
    pub(crate) seconds: f64,
}

#[derive(Clone, Copy, Default)]
struct Count {
    attempts: usize,
    faults: usize,
}

/// How many faults of a trial are kept with what led to them.
const MAX_KEPT: usize = 50;

impl Tally {
    pub(crate) fn new(name: &'static str, folder: PathBuf) -> Result<Tally, String> {
        // What an earlier run left says nothing about this one.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Tally { name, folder, subjects: BTreeMap::new(), seconds: 0.0 })
    }

    /// A folder of the trial's own.
    pub(crate) fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// Counts attempts that went well.
    pub(crate) fn passed(&mut self, subject: &str, attempts: usize) {
        self.subjects.entry(subject.to_owned()).or_default().attempts += attempts;
    }

    /// Counts an attempt that went wrong, and keeps what led to it.
    pub(crate) fn failed(&mut self, subject: &str, reason: &str, evidence: &[u8]) {
        let number = self.faults();
        let count = self.subjects.entry(subject.to_owned()).or_default();
        count.attempts += 1;
        count.faults += 1;
        eprintln!("FAULT {} {subject}: {reason}", self.name);
        if number < MAX_KEPT {
            let path = self.folder.join(format!("fault-{number}"));
            let kept = fs::write(path.with_extension("txt"), format!("{subject}\n{reason}\n"))
                .and_then(|()| fs::write(&path, evidence));
            if let Err(error) = kept {
                eprintln!("{}: {error}", path.display());
            }
        }
    }

    /// Counts an attempt that went well if it has no fault to tell.
    pub(crate) fn judge(&mut self, subject: &str, fault: Option<String>, evidence: &[u8]) {
        match fault {
            None => self.passed(subject, 1),
            Some(reason) => self.failed(subject, &reason, evidence),
        }
    }

    pub(crate) fn faults(&self) -> usize {
        self.subjects.values().map(|count| count.faults).sum()
    }
}

/// A table of everything, in Markdown.
pub(crate) fn print(tallies: &[Tally]) {
    println!("| Trial | Subject | Attempts | Faults |");
    println!("|---|---|--:|--:|");
    for tally in tallies {
        for (subject, count) in &tally.subjects {
            println!("| {} | {subject} | {} | {} |", tally.name, count.attempts, count.faults);
        }
    }
    for tally in tallies {
        eprintln!("{}: {:.0} s", tally.name, tally.seconds);
    }
}
