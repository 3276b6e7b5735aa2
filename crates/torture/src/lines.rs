//! Command lines that make no sense.

use std::fs;

use erawan_testing::Random;

use crate::child::{self, command};
use crate::report::Tally;
use crate::{Plan, mutation};

/// Commands that end by themselves. `play` and `uci` have trials of their own.
const COMMANDS: [&str; 19] = [
    "show",
    "perft",
    "pgn",
    "analyse",
    "db",
    "explore",
    "match",
    "tune",
    "datagen",
    "data",
    "net",
    "eval",
    "tb",
    "book",
    "epd",
    "genfens",
    "completions",
    "manual",
    "help",
];

const WORDS: [&str; 70] = [
    "--variant",
    "chess",
    "chess960",
    "makruk",
    "cambodian",
    "makpong",
    "xiangqi",
    "--number",
    "518",
    "960",
    "-1",
    "--fen",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "--depth",
    "1",
    "2",
    "999999999999",
    "--nodes",
    "100",
    "0",
    "--movetime",
    "--threads",
    "1000000",
    "--hash",
    "--games",
    "--concurrency",
    "--engine",
    "builtin",
    "cmd=/nowhere",
    "--tc",
    "0.01+0.001",
    "1:60/x",
    "--openings",
    "missing.pgn",
    "games.pgn",
    "--pgn",
    "out.pgn",
    "--out",
    "out.bin",
    "--resume",
    "--json",
    "-",
    "",
    "--",
    "--seed",
    "--list",
    "check",
    "stats",
    "convert",
    "split",
    "build",
    "import",
    "search",
    "export",
    "merge",
    "delete",
    "--db",
    "out.erawan",
    "--player",
    "--position",
    "1. e4 c5",
    "bash",
    "--suite",
    "--min-games",
    "--plies",
    "--size",
    "--svg",
    "--set",
    "=",
];

pub(crate) fn run(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let folder = tally.folder().join("work");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut random = Random::new(plan.seed);
    for _ in 0..plan.share(3000) {
        let name = random.choose(&COMMANDS);
        let mut words = vec![name.to_owned()];
        for _ in 0..random.below(7) {
            let mut word = random.choose(&WORDS).as_bytes().to_vec();
            if random.one_in(8) {
                mutation::mutate(&mut word, &mut random);
            }
            // An argument cannot have zero bytes.
            words.push(String::from_utf8_lossy(&word).replace('\0', "0"));
        }
        if name == "genfens" {
            // It prints as many as it is asked for.
            words.retain(|word| !word.starts_with("99"));
        }
        bound(name, &mut words);
        let ended = child::run(&mut command(&plan.program, &folder, &words), b"")?;
        tally.judge(name, ended.fault(), format!("{words:?}").as_bytes());
    }
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// Commands that work until they have done what they were told get little to do:
/// a long tournament that somebody asked for is no fault.
fn bound(name: &str, words: &mut Vec<String>) {
    let little: &[&str] = match name {
        "match" => &["--games", "2", "--nodes", "50", "--patience", "1"],
        "tune" => &["--iterations", "2", "--nodes", "50"],
        "datagen" => &["--seconds", "1"],
        "perft" => &["1"],
        "epd" | "analyse" => &["--nodes", "50"],
        _ => &[],
    };
    words.extend(little.iter().map(|&word| word.to_owned()));
}
