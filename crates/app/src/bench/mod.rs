//! `erawan bench`: a fixed amount of work for the engine.

mod history;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use erawan_board::Strictness;
use erawan_engine::{Engine, Score, bench};
use erawan_nnue::Kernel;
use erawan_notation::fen;

use crate::failure::Failure;
use crate::{Outcome, Verdict, net, suggest};

/// searches a fixed set of positions, to measure speed
///
/// Searches 40 positions of chess, Chess960 and Makruk with one thread and a table
/// of 16 MB. The number of nodes depends on nothing but the program: two builds
/// that search alike have the same, whatever the processor and the kernel. The
/// last line is 'N nodes M nps'.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    args_conflicts_with_subcommands = true,
    after_long_help = "Examples:
  erawan bench
  erawan bench --net chess.net --kernel scalar
  erawan bench history add
  erawan bench history compare"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// A network instead of the one that is built in for its game; may be given again
    #[arg(long, value_name = "FILE", alias = "net-makruk")]
    net: Vec<PathBuf>,
    /// Computes networks with scalar, avx2, avx512 or avx512-vnni
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
}

#[derive(clap::Subcommand)]
enum Action {
    History(history::Arguments),
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    if let Some(Action::History(args)) = &args.action {
        return history::run(args, out);
    }
    let mut engine = Engine::new(bench::HASH_MEBIBYTES)
        .map_err(|error| Failure::Data(format!("bench: {error}")))?;
    for path in &args.net {
        let network = net::open_any(path)?;
        engine
            .set_network(network.game(), Some(network))
            .map_err(|error| Failure::Data(format!("bench: {error}")))?;
    }
    if let Some(name) = &args.kernel {
        engine.set_kernel(kernel(name)?);
    }
    let mut written = Ok(());
    let report = search(&mut engine, |searched| {
        written = print(searched, out);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    writeln!(out, "{report}")?;
    Ok(Verdict::Fine)
}

/// Searches all positions.
fn search(
    engine: &mut Engine,
    each: impl FnMut(&bench::Searched) -> ControlFlow<()>,
) -> Result<bench::Report, Failure> {
    let read = |variant, text: &str| fen::parse_game(variant, text, Strictness::Strict);
    bench::run(engine, read, each).map_err(|error| Failure::Data(error.to_string()))
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
