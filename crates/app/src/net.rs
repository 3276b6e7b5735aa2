//! `erawan net`: what a network file is, and what it thinks of positions.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use erawan_board::{Position, Rules, Strictness, Variant, with_rules};
use erawan_nnue::{Accumulators, Encoding, Kernel, Kind, Network, NetworkError, OutputRule};
use erawan_selfplay::PositionRecord;
use serde::Serialize;

use crate::failure::Failure;
use crate::{Outcome, Verdict, files, json};

/// says what a network file is, and what it thinks of positions
///
/// FILE is a network (.net), or - for standard input. The whole file is checked:
/// sizes, hash and weights. Exit code 1 if it cannot be used, with the reason.
/// Stockfish's networks (.nnue) of Stockfish 12 (HalfKP) and 15.1 (HalfKAv2_hm)
/// will do too; they have no hash of their weights.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan net info chess.net
  erawan net info makruk.net --json
  erawan net evaluate chess.net chess.pos"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// says what the network is
    Info {
        /// The network (also .gz, .zst), or - for standard input
        file: PathBuf,
        /// Prints the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// prints what it says of each position for the side to move in centipawns, a number a line
    Evaluate {
        /// The network (also .gz, .zst), or - for standard input
        file: PathBuf,
        /// A file of 32-byte records as data convert writes them (also .gz, .zst), or - for
        /// standard input
        records: PathBuf,
        /// Centipawns for 1.0 of the output, instead of the network's own scale; with 400
        /// Stockfish's networks answer in Stockfish's unit
        #[arg(long, value_name = "N")]
        scale: Option<f32>,
    },
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match &args.action {
        Action::Info { file, json } => info(file, *json, out),
        Action::Evaluate { file, records, scale } => evaluate(file, records, *scale, out),
    }
}

fn info(path: &Path, as_json: bool, out: &mut dyn Write) -> Outcome {
    let network = Network::read(files::open(path)?.reader).map_err(refuse(path))?;
    if as_json {
        write_json(path, &network, out)?;
    } else {
        write_text(&network, out)?;
    }
    Ok(Verdict::Fine)
}

fn evaluate(path: &Path, records: &Path, scale: Option<f32>, out: &mut dyn Write) -> Outcome {
    if path.as_os_str() == "-" && records.as_os_str() == "-" {
        return Err(Failure::usage("only one of the two can be standard input"));
    }
    let mut network = Network::read(files::open(path)?.reader).map_err(refuse(path))?;
    if let Some(scale) = scale {
        network = network.with_scale(scale).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let network = Arc::new(network);
    with_rules!(network.game(), R => evaluate_records::<R>(network, records, out))
}

fn evaluate_records<R: Rules>(network: Arc<Network>, path: &Path, out: &mut dyn Write) -> Outcome {
    let mut reader = files::open(path)?.reader;
    let mut accumulators = Accumulators::new(network);
    for number in 1u64.. {
        let mut bytes = Vec::with_capacity(PositionRecord::LENGTH);
        let length = PositionRecord::LENGTH as u64;
        reader.by_ref().take(length).read_to_end(&mut bytes).map_err(Failure::file(path))?;
        if bytes.is_empty() {
            break;
        }
        let bad = |why: &dyn std::fmt::Display| {
            Failure::Data(format!("{}: record {number}: {why}", files::name_of(path)))
        };
        let bytes = bytes.try_into().map_err(|_| bad(&"the file ends inside it"))?;
        let setup = PositionRecord(bytes).setup::<R>().map_err(|error| bad(&error))?;
        let position =
            Position::<R>::from_setup(&setup, Strictness::Lenient).map_err(|error| bad(&error))?;
        // A record has at most 32 men, which is what a network takes.
        let value = accumulators.evaluate(&position).ok_or_else(|| bad(&"too many men"))?;
        writeln!(out, "{value}")?;
    }
    Ok(Verdict::Fine)
}

/// The network of a file, if it is one for the game.
pub(crate) fn open(path: &Path, game: Variant) -> Result<Arc<Network>, Failure> {
    let network = open_any(path)?;
    network.check_game(game).map_err(refuse(path))?;
    Ok(network)
}

/// The network of a file, which says what game it is for.
pub(crate) fn open_any(path: &Path) -> Result<Arc<Network>, Failure> {
    Network::open(path).map(Arc::new).map_err(refuse(path))
}

fn refuse(path: &Path) -> impl FnOnce(NetworkError) -> Failure + use<'_> {
    move |error| match error {
        NetworkError::Io(error) => Failure::file(path)(error),
        error => Failure::Data(format!("{}: {error}", files::name_of(path))),
    }
}

fn write_text(network: &Network, out: &mut dyn Write) -> io::Result<()> {
    let architecture = network.architecture();
    writeln!(out, "Game: {}", network.game())?;
    writeln!(out, "Network: {architecture}")?;
    writeln!(out, "Width: {}", architecture.hidden)?;
    writeln!(out, "King buckets: {}", architecture.king_buckets)?;
    if architecture.king_buckets > 1 {
        // The king's own side at the bottom, files a to d.
        for rank in architecture.bucket_table.chunks(8).rev() {
            let row: Vec<String> = rank.iter().take(4).map(|b| format!("{b:2}")).collect();
            writeln!(out, "  {}", row.join(" "))?;
        }
    }
    let rule = match architecture.output_rule {
        OutputRule::Men => "by men",
        OutputRule::MenAndCount => "by men and count",
    };
    writeln!(out, "Output buckets: {}, {rule}", architecture.output_buckets)?;
    writeln!(out, "Scale: {} centipawns", network.scale())?;
    match version(network) {
        Some(version) => {
            writeln!(out, "File: version {version}, first layer {}", encoding(network))?;
        }
        None => writeln!(out, "File: Stockfish's")?,
    }
    writeln!(out, "Hash: {:016x}", network.hash())?;
    writeln!(out, "Kernel here: {}", Kernel::best().name())?;
    writeln!(out, "Summary: {}", network.summary().trim_end())
}

/// The version of the network's file, if it is ours.
const fn version(network: &Network) -> Option<u32> {
    match network.architecture().kind {
        Kind::Single => Some(1),
        Kind::Layered => Some(2),
        Kind::HalfKp | Kind::HalfKa => None,
    }
}

const fn encoding(network: &Network) -> &'static str {
    match network.encoding() {
        Encoding::Plain => "plain",
        Encoding::Variable => "of variable length",
    }
}

fn write_json(path: &Path, network: &Network, out: &mut dyn Write) -> io::Result<()> {
    let architecture = network.architecture();
    let report = Report {
        file: &files::name_of(path),
        version: version(network),
        game: network.game().name(),
        network: architecture.to_string(),
        hidden: architecture.hidden,
        king_buckets: architecture.king_buckets,
        output_buckets: architecture.output_buckets,
        scale: network.scale(),
        hash: format!("{:016x}", network.hash()),
        summary: network.summary(),
    };
    json::line(&report, out)
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    /// Nothing for Stockfish's.
    version: Option<u32>,
    game: &'a str,
    network: String,
    hidden: usize,
    king_buckets: usize,
    output_buckets: usize,
    scale: f32,
    hash: String,
    summary: &'a str,
}
