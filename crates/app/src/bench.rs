//! `erawan bench`: a fixed amount of work for the engine.

use std::io::Write;
use std::ops::ControlFlow;

use erawan_board::{Strictness, Variant};
use erawan_engine::{Engine, Score, bench};
use erawan_nnue::Kernel;
use erawan_notation::fen;

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::{Outcome, Verdict, net, suggest};

const NET: &str = "--net";
const NET_MAKRUK: &str = "--net-makruk";
const KERNEL: &str = "--kernel";

pub(crate) const COMMAND: Command = Command {
    name: "bench",
    usage: "",
    summary: "searches a fixed set of positions, to measure speed",
    details: "\
Searches 40 positions of chess, Chess960 and Makruk with one thread and a table
of 16 MB. The number of nodes depends on nothing but the program: two builds
that search alike have the same, whatever the processor and the kernel. The
last line is 'N nodes M nps'.",
    options: &[
        Opt::value(NET, "FILE", "a network for chess, instead of what is built in"),
        Opt::value(NET_MAKRUK, "FILE", "a network for Makruk, instead of what is built in"),
        Opt::value(KERNEL, "NAME", "computes networks with scalar, avx2, avx512 or avx512-vnni"),
    ],
    examples: &["erawan bench", "erawan bench --net chess.net --kernel scalar"],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if let Some(word) = args.words.first() {
        let word = word.to_string_lossy();
        return Err(Failure::usage(format!("bench takes nothing; what is '{word}'?")));
    }
    let mut engine = Engine::new(bench::HASH_MEBIBYTES)
        .map_err(|error| Failure::Data(format!("bench: {error}")))?;
    for (option, game) in [(NET, Variant::Chess), (NET_MAKRUK, Variant::Makruk)] {
        if let Some(path) = args.path(option) {
            let network = net::open(&path, game)?;
            engine
                .set_network(game, Some(network))
                .map_err(|error| Failure::Data(format!("bench: {error}")))?;
        }
    }
    if let Some(name) = args.text(KERNEL)? {
        engine.set_kernel(kernel(name)?);
    }
    let mut written = Ok(());
    let report = bench::run(
        &mut engine,
        |text| fen::parse(text, Strictness::Strict),
        |text| fen::parse(text, Strictness::Strict),
        |searched| {
            written = print(searched, out);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    )
    .map_err(|error| Failure::Data(error.to_string()))?;
    written?;
    writeln!(out, "{report}")?;
    Ok(Verdict::Fine)
}

fn kernel(name: &str) -> Result<&'static Kernel, Failure> {
    Kernel::named(name).ok_or_else(|| {
        let names: Vec<&str> = Kernel::all().iter().map(|kernel| kernel.name()).collect();
        let hint = suggest::hint(name, names.iter().copied());
        let list = names.join(", ");
        Failure::usage(format!("there is no kernel {name} here{hint}; there are {list}"))
    })
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
