//! Damaged files to every command that reads one.

use std::fs;

use erawan_testing::Random;

use crate::child::{self, command};
use crate::report::Tally;
use crate::{Plan, mutation, seeds};

/// A command and the good file it is given damaged. `@` stands for the file.
const READERS: [(&str, &str); 32] = [
    ("games.pgn", "pgn check @"),
    ("games.pgn", "pgn stats @ --json"),
    ("games.pgn", "pgn convert @ --out out.pgn"),
    ("games.pgn", "pgn split @ --games 2"),
    ("games.pgn", "analyse @ --nodes 20 --jobs 1 --hash 1"),
    ("games.pgn", "analyse @ --nodes 20 --jobs 1 --hash 1 --out out.jsonl"),
    ("chess.pgn", "book build @ --out out.bin --min-games 1"),
    ("chess.pgn", "match --engine builtin --engine builtin --nodes 10 --games 2 --openings @"),
    ("games.pgn.gz", "pgn check @"),
    ("games.pgn.zst", "pgn check @"),
    ("games.pgn.zst", "pgn stats @"),
    ("suite.epd", "epd @ --nodes 50 --hash 1"),
    ("suite.epd", "match --engine builtin --engine builtin --nodes 10 --games 2 --openings @"),
    ("suite.epd", "genfens 1 seed 1 book @"),
    ("counts.epd", "perft --suite @ 2"),
    ("counts.epd", "perft --suite @ 2 --variant makruk"),
    ("book.bin", "book show @"),
    ("chess.games", "data check @"),
    ("makruk.games", "data stats @"),
    ("chess.games", "data convert @ --out out.pos"),
    ("games.pgn", "db import @ --db out.erawan"),
    ("games.pgn.zst", "db import @ --db out.erawan --json"),
    ("games.erawan", "db stats --db @"),
    ("games.erawan", "db check --db @"),
    ("games.erawan", "db export --db @ --out out.pgn"),
    ("games.erawan", "db search --db @ --position e4 --player a"),
    ("games.erawan", "db import chess.pgn --db @"),
    ("games.erawan", "explore --db @ --json"),
    ("chess.net", "net info @"),
    ("chess.net", "eval --net @"),
    ("chess.net", "epd suite.epd --nodes 20 --hash 1 --net @"),
    ("chess.net", "datagen --games 1 --nodes 10 --threads 1 --seed 1 --out out.games --net @"),
];

pub(crate) fn run(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let folder = tally.folder().join("work");
    seeds::make(&plan.program, &folder)?;
    let mut random = Random::new(plan.seed);
    for (seed, line) in READERS {
        let whole = fs::read(folder.join(seed)).map_err(|error| format!("{seed}: {error}"))?;
        let damaged = format!("damaged-{seed}");
        let words: Vec<String> = line.split(' ').map(|word| word.replace('@', &damaged)).collect();
        for _ in 0..plan.share(300) {
            let mut bytes = whole.clone();
            mutation::mutate(&mut bytes, &mut random);
            // What SQLite keeps beside a database belongs to the one before.
            seeds::remove_database(&folder.join(&damaged));
            fs::write(folder.join(&damaged), &bytes).map_err(|error| error.to_string())?;
            for left in ["out.pgn", "out.jsonl", "out.bin", "out.pos", "out.games"] {
                let _ = fs::remove_file(folder.join(left));
            }
            seeds::remove_database(&folder.join("out.erawan"));
            let ended = child::run(&mut command(&plan.program, &folder, &words), b"")?;
            tally.judge(line, ended.fault(), &bytes);
        }
    }
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}
