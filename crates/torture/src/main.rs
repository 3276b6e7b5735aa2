//! Mistreats the `erawan` program and counts what breaks.
//!
//! What lives here: trials that take minutes and need the program as a process:
//! damaged files, senseless command lines and protocol, kills at any moment,
//! thousands of quick games. What does not: what a test can show in a second,
//! which is in the crate that promises it.
//!
//! Each trial counts its attempts and its faults. A fault is a panic, a death by
//! a signal that nobody sent, an exit code that no page of the manual knows, an
//! answer that never comes, or something lost that was promised to be kept. What
//! led to it stays in the folder of the run.

mod child;
mod games;
mod imports;
mod inputs;
mod kept;
mod kills;
mod lines;
mod mutation;
mod protocol;
mod races;
mod report;
mod seeds;
mod server;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use report::Tally;

const HELP: &str = "\
erawan-torture [OPTIONS] [TRIAL …]

  inputs    damaged files to every command that reads one
  lines     command lines that make no sense
  uci       bad protocol
  kills     the program is killed while it writes, and must lose nothing
  games     quick games of the engine with itself, in every game
  races     data races; for a program that was built with ThreadSanitizer, and only
            if it is named: cargo xtask tsan does both

  --program FILE   the program; target/release/erawan if not given
  --folder DIR     where what led to faults is kept; target/torture if not given
  --amount N       how much of everything, in per cent of the whole; 100
  --seed N         what chance is made of; 1";

/// What the trials need to know.
struct Plan {
    program: PathBuf,
    folder: PathBuf,
    amount: usize,
    seed: u64,
}

impl Plan {
    /// A share of a whole, at least one.
    fn share(&self, whole: usize) -> usize {
        (whole * self.amount / 100).max(1)
    }
}

type Trial = fn(&Plan, &mut Tally) -> Result<(), String>;

const TRIALS: [(&str, Trial); 6] = [
    ("inputs", inputs::run),
    ("lines", lines::run),
    ("uci", protocol::run),
    ("kills", kills::run),
    ("games", games::run),
    (RACES, races::run),
];

/// The trial that needs a program of its own.
const RACES: &str = "races";

fn main() -> ExitCode {
    match read_arguments() {
        Ok(None) => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some((plan, wanted))) => match run(&plan, &wanted) {
            Ok(0) => ExitCode::SUCCESS,
            Ok(faults) => {
                eprintln!("{faults} faults; see {}", plan.folder.display());
                ExitCode::FAILURE
            }
            Err(reason) => {
                eprintln!("torture: {reason}");
                ExitCode::from(2)
            }
        },
        Err(reason) => {
            eprintln!("torture: {reason}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

/// The plan and the names of the trials, or nothing if help was asked for.
fn read_arguments() -> Result<Option<(Plan, Vec<String>)>, String> {
    let mut plan = Plan {
        program: PathBuf::from("target/release/erawan"),
        folder: PathBuf::from("target/torture"),
        amount: 100,
        seed: 1,
    };
    let mut wanted = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--program" => plan.program = value()?.into(),
            "--folder" => plan.folder = value()?.into(),
            "--amount" => plan.amount = number(&value()?)?,
            "--seed" => plan.seed = number(&value()?)?,
            name if TRIALS.iter().any(|&(trial, _)| trial == name) => wanted.push(word),
            _ => return Err(format!("'{word}' is no trial and no option")),
        }
    }
    Ok(Some((plan, wanted)))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is no number"))
}

/// Runs the trials that are wanted; if none is named, all that any program can take.
/// Returns the faults.
fn run(plan: &Plan, wanted: &[String]) -> Result<usize, String> {
    std::fs::create_dir_all(&plan.folder)
        .map_err(|error| format!("{}: {error}", plan.folder.display()))?;
    // Children work in folders of their own.
    let absolute = |path: &PathBuf| {
        path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
    };
    let plan = Plan { program: absolute(&plan.program)?, folder: absolute(&plan.folder)?, ..*plan };
    let mut tallies = Vec::new();
    for (name, trial) in TRIALS {
        let is_named = wanted.iter().any(|word| word == name);
        if !is_named && (!wanted.is_empty() || name == RACES) {
            continue;
        }
        eprintln!("== {name}");
        let begun = Instant::now();
        let mut tally = Tally::new(name, plan.folder.join(name))?;
        trial(&plan, &mut tally)?;
        tally.seconds = begun.elapsed().as_secs_f64();
        tallies.push(tally);
    }
    report::print(&tallies);
    Ok(tallies.iter().map(Tally::faults).sum())
}
