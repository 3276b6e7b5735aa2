//! `erawan eval`: what a position is worth, and why.

use std::io::{self, Write};
use std::path::PathBuf;

use erawan_board::{Color, Position, with_rules};
use erawan_engine::Playable;
use erawan_engine::embedded_network;
use erawan_engine::eval::{self, Conclusion, Evaluator, NetworkEvaluator, Pair, Parameters, Trace};
use erawan_notation::fen;
use serde::Serialize;

use crate::json::{self, Object};
use crate::positions::{self, Start};
use crate::{Outcome, Verdict, net};

/// says what a position is worth before any search, and why
///
/// Prints what each term gives to White and to Black in the middle game and in the
/// end game, in pawns, and how they become a score. If there is a network, built in
/// or named by --net, it says what it thinks, and that counts. The last line is the
/// score from White's point of view. Quotes around the FEN may be left out; without
/// one the start position is taken.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan eval '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  erawan eval --variant makruk --json"
)]
pub(crate) struct Arguments {
    /// The position; the start position if not given
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    start: Start,
    /// Evaluates with this network
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Prints the result as JSON, in centipawns
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let fen = positions::fen_of(&args.fen);
    let variant = args.start.variant();
    with_rules!(variant, R => {
        let position = args.start.position::<R>(fen.as_deref())?;
        let network = match &args.net {
            Some(path) => Some(net::open(path, variant)?),
            None => embedded_network(variant),
        };
        let by_network = network.map(|network| {
            let value = NetworkEvaluator::new(network).evaluate(&position);
            if position.turn() == Color::White { value } else { -value }
        });
        if args.json {
            write_json(&position, by_network, out)?;
        } else {
            write_table::<R>(&eval::trace(&position).1, by_network, out)?;
        }
    });
    Ok(Verdict::Fine)
}

/// Pawns with two digits.
fn pawns(centipawns: i32) -> String {
    format!("{:.2}", f64::from(centipawns) / 100.0)
}

fn row(name: &str, white: Pair, black: Pair, out: &mut dyn Write) -> io::Result<()> {
    let total = white - black;
    let [a, b, c, d, e, f] =
        [white.mg(), white.eg(), black.mg(), black.eg(), total.mg(), total.eg()].map(pawns);
    writeln!(out, "{name:<25} {a:>8} {b:>8}  {c:>8} {d:>8}  {e:>8} {f:>8}")
}

fn write_table<R: Playable>(
    trace: &Trace,
    by_network: Option<i32>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{:<25} {:>17}  {:>17}  {:>17}", "", "White", "Black", "Difference")?;
    let titles = ["middle", "end", "middle", "end", "middle", "end"];
    let [a, b, c, d, e, f] = titles;
    writeln!(out, "{:<25} {a:>8} {b:>8}  {c:>8} {d:>8}  {e:>8} {f:>8}", "Term")?;
    let (mut white, mut black) = (Pair::ZERO, Pair::ZERO);
    for line in trace.terms(Parameters::of::<R>()) {
        let [for_white, for_black] = line.sides;
        white += for_white;
        black += for_black;
        if for_white != Pair::ZERO || for_black != Pair::ZERO {
            row(line.name, for_white, for_black, out)?;
        }
    }
    row("Sum", white, black, out)?;
    let Conclusion { phase, scale, known_ending, white, .. } = trace.conclusion;
    let percent = |part: i32, whole: i32| (100 * part + whole / 2) / whole;
    writeln!(out, "\nMiddle game: {} %", percent(phase, Conclusion::FULL_PHASE))?;
    if known_ending {
        writeln!(out, "Known ending: its own rule gives the score")?;
    } else {
        let scale = percent(scale, Conclusion::FULL_SCALE);
        writeln!(out, "What counts of an advantage in the end game: {scale} %")?;
    }
    let pawns = |value: i32| format!("{:+.2} for White", f64::from(value) / 100.0);
    match by_network {
        None => writeln!(out, "Evaluation: {}", pawns(white)),
        Some(value) => {
            writeln!(out, "By these rules: {}", pawns(white))?;
            writeln!(out, "Evaluation: {}, by the network", pawns(value))
        }
    }
}

fn write_json<R: Playable>(
    position: &Position<R>,
    by_network: Option<i32>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (white, trace) = eval::trace(position);
    let terms = trace.terms(Parameters::of::<R>()).map(|line| {
        let [white, black] = line.sides.map(|pair| [pair.mg(), pair.eg()]);
        (line.name, Sides { white, black })
    });
    let Conclusion { phase, scale, known_ending, .. } = trace.conclusion;
    let report = Report {
        fen: &fen::write(position),
        terms: Object(terms.collect()),
        phase,
        scale,
        known_ending,
        by_rules: white,
        by_network,
        white: by_network.unwrap_or(white),
    };
    json::line(&report, out)
}

/// What each side has in the middle game and in the end game.
#[derive(Serialize)]
struct Sides {
    white: [i32; 2],
    black: [i32; 2],
}

#[derive(Serialize)]
struct Report<'a> {
    fen: &'a str,
    terms: Object<&'static str, Sides>,
    phase: i32,
    scale: i32,
    known_ending: bool,
    by_rules: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_network: Option<i32>,
    white: i32,
}
