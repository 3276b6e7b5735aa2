//! The database, killed while games go in.

use std::fs;
use std::path::Path;
use std::time::Duration;

use erawan_testing::{PlausibleGames, Random};
use serde_json::Value;

use crate::Plan;
use crate::child::{Ended, Running, command};
use crate::kills::{fault_after, strike};
use crate::report::Tally;
use crate::seeds::remove_database;

const NAME: &str = "db import, killed and gone on with";
/// How many games go in: some seconds of work.
const GAMES: usize = 60_000;
const PATIENCE: Duration = Duration::from_secs(120);
const FILE: &str = "killed.erawan";

/// Imports games and kills the program, again and again, until all are in. What was
/// told to be kept is there after each blow, the file is whole, and in the end each
/// game is there once.
pub(crate) fn kill_while_importing(
    plan: &Plan,
    folder: &Path,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), String> {
    let games: String = PlausibleGames::new(plan.seed).take(GAMES).collect();
    fs::write(folder.join("many.pgn"), games).map_err(|error| format!("many.pgn: {error}"))?;
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        Running::start(&mut command(&plan.program, folder, &words), Vec::new())
    };
    for _ in 0..plan.share(15) {
        remove_database(&folder.join(FILE));
        let mut there = 0;
        for blow in 0..12 {
            let running = run(&format!("db import many.pgn --db {FILE} --json"))?;
            let (ended, blow) =
                if blow < 11 { strike(running, random) } else { (running.wait(PATIENCE), None) };
            tally.judge(NAME, fault_after(&ended, blow), b"");
            let promised = there + acknowledged(&ended);
            if folder.join(FILE).exists() {
                let checked = run(&format!("db check --db {FILE}"))?.wait(PATIENCE);
                let is_empty = promised == 0 && checked.errors.contains("no database");
                let fault = (!checked.succeeded() && !is_empty)
                    .then(|| format!("not whole: {}{}", checked.output, checked.errors));
                tally.judge(NAME, fault, b"");
                there = count(&run(&format!("db stats --db {FILE} --json"))?.wait(PATIENCE));
                let fault = (there < promised)
                    .then(|| format!("{promised} games were acknowledged, {there} are there"));
                tally.judge(NAME, fault, b"");
            }
            if blow.is_none() {
                break;
            }
        }
        let again = run(&format!("db import many.pgn --db {FILE} --json"))?.wait(PATIENCE);
        let left = lines(&again).last().map_or(u64::MAX, |line| number(&line["games"]));
        let fault = (left != 0).then(|| format!("{left} games were missing at the end"));
        tally.judge(NAME, fault, b"");
        there = count(&run(&format!("db stats --db {FILE} --json"))?.wait(PATIENCE));
        let fault =
            (there != GAMES as u64).then(|| format!("{there} games are there, not {GAMES}"));
        tally.judge(NAME, fault, b"");
    }
    Ok(())
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// The whole lines that were printed.
fn lines(ended: &Ended) -> Vec<Value> {
    ended.output.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// How many games were told to be kept.
fn acknowledged(ended: &Ended) -> u64 {
    lines(ended).iter().map(|line| number(&line["kept"]["games"])).max().unwrap_or(0)
}

/// How many games there are.
fn count(ended: &Ended) -> u64 {
    lines(ended).first().map_or(0, |line| number(&line["games"]))
}
