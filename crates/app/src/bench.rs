//! `erawan bench`: a fixed amount of work for the engine.

use std::io::Write;

use erawan_board::Strictness;
use erawan_engine::{Engine, Score, bench};
use erawan_notation::fen;

use crate::args::Args;
use crate::commands::Command;
use crate::failure::Failure;
use crate::{Outcome, Verdict};

pub(crate) const COMMAND: Command = Command {
    name: "bench",
    usage: "",
    summary: "searches a fixed set of positions, to measure speed",
    details: "\
Searches 40 positions of chess, Chess960 and Makruk with one thread and a table
of 16 MB. The number of nodes depends on nothing but the program: two builds
that search alike have the same. The last line is 'N nodes M nps'.",
    options: &[],
    examples: &["erawan bench"],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if let Some(word) = args.words.first() {
        let word = word.to_string_lossy();
        return Err(Failure::usage(format!("bench takes nothing; what is '{word}'?")));
    }
    let mut engine = Engine::new(bench::HASH_MEBIBYTES)
        .map_err(|error| Failure::Data(format!("bench: {error}")))?;
    let mut written = Ok(());
    let report = bench::run(
        &mut engine,
        |text| fen::parse(text, Strictness::Strict),
        |text| fen::parse(text, Strictness::Strict),
        |searched| {
            if written.is_ok() {
                written = print(searched, out);
            }
        },
    )
    .map_err(|error| Failure::Data(error.to_string()))?;
    written?;
    writeln!(out, "{report}")?;
    Ok(Verdict::Fine)
}

fn print(searched: &bench::Searched, out: &mut dyn Write) -> std::io::Result<()> {
    let bench::BenchPosition { variant, depth, fen } = searched.position;
    let game = variant.name();
    let score = match searched.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let best = searched.best.map_or_else(|| "(none)".to_owned(), |m| m.to_string());
    let number = format!("{}/{}", searched.number, bench::POSITIONS.len());
    let nodes = searched.nodes;
    writeln!(
        out,
        "{number:>5} {game:<8} depth {depth:>2} {nodes:>7} nodes {score:>8} {best:<6} {fen}"
    )?;
    out.flush()
}
