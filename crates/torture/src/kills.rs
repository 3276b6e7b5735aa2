//! Kills at any moment: what was promised to be kept is kept, and a run that is
//! begun again ends as if nothing had happened.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use erawan_testing::Random;

use crate::Plan;
use crate::child::{Ended, Running, command};
use crate::imports;
use crate::kept;
use crate::report::Tally;
use crate::seeds;
use crate::server;

/// How a run is ended before its time, and the exit code that follows.
#[derive(Clone, Copy)]
pub(crate) enum Blow {
    Kill,
    Interrupt,
    Terminate,
}

/// A command that writes a file and can go on with it.
struct Work {
    name: &'static str,
    /// What is run until it succeeds; `@` stands for the file.
    line: &'static str,
    /// What is run again after a blow.
    again: &'static str,
    file: &'static str,
    /// Says whether the file is whole; `@` stands for it.
    check: &'static str,
    /// The file is the same as that of a run without blows.
    repeats: bool,
}

const WORKS: [Work; 3] = [
    Work {
        name: "analyse, killed and resumed",
        line: "analyse played.pgn --nodes 1500 --jobs 2 --hash 1 --out @",
        again: "analyse played.pgn --nodes 1500 --jobs 2 --hash 1 --out @ --resume",
        file: "reviews.pgn",
        check: "pgn check @",
        repeats: true,
    },
    Work {
        name: "match, killed and resumed",
        line: "match --engine builtin --engine builtin+name=other --nodes 1000 --games 24 --seed 3 --pgn @",
        again: "match --engine builtin --engine builtin+name=other --nodes 1000 --games 24 --seed 3 --pgn @ --resume",
        file: "match.pgn",
        check: "pgn check @",
        repeats: false,
    },
    Work {
        name: "datagen, killed and resumed",
        line: "datagen --games 60 --nodes 300 --threads 2 --seed 5 --out @",
        again: "datagen --games 60 --nodes 300 --threads 2 --seed 5 --out @",
        file: "killed.games",
        check: "data check @",
        repeats: false,
    },
];

pub(crate) fn run(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let folder = tally.folder().join("work");
    seeds::make(&plan.program, &folder)?;
    let mut random = Random::new(plan.seed);
    for work in &WORKS {
        for _ in 0..plan.share(15) {
            torment(plan, work, &folder, &mut random, tally)?;
        }
    }
    imports::kill_while_importing(plan, &folder, &mut random, tally)?;
    server::kill_while_saving(plan, &folder, &mut random, tally)?;
    kept::kill_while_editing(plan, &folder, &mut random, tally)?;
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// Does the work with blows between, until it is done.
fn torment(
    plan: &Plan,
    work: &Work,
    folder: &Path,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), String> {
    let start = |line: &str, file: &str| {
        let words: Vec<String> =
            line.split(' ').map(|word| word.replace('@', file).replace('+', " ")).collect();
        Running::start(&mut command(&plan.program, folder, &words), Vec::new())
    };
    let path = folder.join(work.file);
    let _ = fs::remove_file(&path);
    let mut line = work.line;
    let patience = Duration::from_secs(120);
    // A run that is never left alone may never end; the later ones are.
    for blow in 0..12 {
        let running = start(line, work.file)?;
        let (ended, blow) =
            if blow < 11 { strike(running, random) } else { (running.wait(patience), None) };
        let mut fault = fault_after(&ended, blow);
        if blow.is_none() && !ended.succeeded() {
            fault = fault.or_else(|| Some(format!("it does not go on: {}", ended.errors)));
        }
        let evidence = fs::read(&path).unwrap_or_default();
        tally.judge(work.name, fault, &evidence);
        if blow.is_none() {
            break;
        }
        // Nothing to go on with is as good as nothing begun.
        line = if path.exists() { work.again } else { work.line };
    }
    let checked = start(work.check, work.file)?.wait(patience);
    let whole = checked.succeeded();
    let fault = (!whole).then(|| format!("the file is not whole: {}", checked.errors));
    tally.judge(work.name, fault, &fs::read(&path).unwrap_or_default());
    if work.repeats {
        let calm = format!("calm-{}", work.file);
        if !folder.join(&calm).exists() {
            start(work.line, &calm)?.wait(patience);
        }
        let same = fs::read(&path).ok() == fs::read(folder.join(&calm)).ok();
        let fault = (!same).then(|| "another result than without kills".to_owned());
        tally.judge(work.name, fault, &fs::read(&path).unwrap_or_default());
    }
    Ok(())
}

/// Ends a run after a while, if it is not over by then.
pub(crate) fn strike(mut running: Running, random: &mut Random) -> (Ended, Option<Blow>) {
    let end = Instant::now() + Duration::from_millis(5 + random.below(900) as u64);
    while Instant::now() < end {
        if running.is_over() {
            return (running.wait(Duration::from_secs(5)), None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let blow = random.choose(&[Blow::Kill, Blow::Kill, Blow::Interrupt, Blow::Terminate]);
    let signal = match blow {
        Blow::Kill => return (running.kill(), Some(blow)),
        Blow::Interrupt => "-INT",
        Blow::Terminate => "-TERM",
    };
    let _ = Command::new("kill").arg(signal).arg(running.id().to_string()).status();
    let ended = running.wait(Duration::from_secs(30));
    // It may have ended between the last look and the signal.
    let blow = if ended.succeeded() { None } else { Some(blow) };
    (ended, blow)
}

/// What is wrong with an end, given how it came about.
pub(crate) fn fault_after(ended: &Ended, blow: Option<Blow>) -> Option<String> {
    let code = ended.status.and_then(|status| status.code());
    match blow {
        None => ended.fault(),
        Some(Blow::Kill) => ended.errors.contains("panicked at").then(|| ended.errors.clone()),
        Some(Blow::Interrupt) if code == Some(130) => None,
        Some(Blow::Terminate) if code == Some(143) => None,
        // Before it has said how it takes signals, it dies of them as any program.
        Some(_) if ended.status.is_some() && code.is_none() => None,
        Some(_) => Some(format!("exit code {code:?} after a signal: {}", ended.errors)),
    }
}
