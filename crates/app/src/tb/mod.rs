//! `erawan tb`: asks endgame tables about a position, and makes those of
//! Makruk, Ouk Chatrang and Makpong.

mod build;
mod endings;

use std::io::Write;

use erawan_board::{Chess, Rules, Variant, with_rules};
use erawan_endings::Endings;
use erawan_notation::{fen, san};
use erawan_syzygy::{ProbeError, RootRules, Tables};
use serde::Serialize;

use crate::args::VariantParser;
use crate::failure::Failure;
use crate::{Outcome, Verdict, eprintln_quietly, json, positions};

/// asks endgame tables about a position, and builds those of Makruk
///
/// For chess, Syzygy: prints the result for the side to move with the halfmove clock
/// at zero, the distance to the next capture or pawn move in plies (DTZ), and all
/// moves, the best first; these take the clock into account. Moves of equal rank keep
/// the result equally well.
///
/// For Makruk, Ouk Chatrang and Makpong, tables that 'erawan tb build' makes: prints
/// the result with the count as it stands in the FEN, the distance to mate, what the
/// count leaves, and all moves, the best first.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_long_help = "Examples:
  erawan tb '8/8/8/3k4/8/8/8/KQ6 w - - 0 1' --path syzygy
  erawan tb build makruk --men 3 --out tables
  erawan tb verify makruk --path tables
  erawan tb list makruk --path tables
  erawan tb '8/8/8/3k4/8/8/8/KR6 w - 32 9 1' --variant makruk --path tables"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// The position
    #[arg(value_name = "FEN", required = true)]
    fen: Vec<String>,
    /// The folders of the tables, with semicolons between them
    #[arg(long, value_name = "DIR", required = true)]
    path: Option<String>,
    /// The game
    #[arg(long, value_name = "V", default_value = "chess", value_parser = VariantParser)]
    variant: Variant,
    /// Ranks as if there were no fifty-move rule
    #[arg(long)]
    no_fifty: bool,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Action {
    Build(build::Build),
    Verify(build::Verify),
    List(build::List),
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    match (&args.action, args.variant) {
        (Some(Action::Build(args)), _) => build::build(args, out),
        (Some(Action::Verify(args)), _) => build::verify(args, out),
        (Some(Action::List(args)), _) => build::list(args, out),
        (None, game) => with_rules!(game, R => {
            if Endings::cover(R::VARIANT) {
                endings::answer::<R>(args, out)
            } else {
                syzygy(args, out)
            }
        }),
    }
}

fn syzygy(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let path = args.path.as_deref().unwrap_or_default();
    let position = positions::read_aloud::<Chess>(&args.fen.join(" "))?;
    let tables = Tables::open(path);
    for problem in tables.complaints() {
        eprintln_quietly(&format!("note: {problem}"));
    }
    if tables.max_men() == 0 {
        return Err(Failure::Data(format!("there are no tables in '{path}'")));
    }
    let data = |error: ProbeError| Failure::Data(error.to_string());
    let wdl = tables.probe_wdl(&position).map_err(data)?;
    // Results may be there without distances.
    let dtz = match tables.probe_dtz(&position) {
        Err(ProbeError::Missing { .. }) => None,
        other => Some(other.map_err(data)?),
    };
    let rules = RootRules { repeated: false, fifty_moves: !args.no_fifty };
    let ranked = tables.root_moves(&position, rules).map_err(data)?;
    let number = |dtz: Option<i32>, none: &str| dtz.map_or(none.to_owned(), |dtz| dtz.to_string());
    if args.json {
        let moves = ranked.moves.iter().map(|m| Ranked {
            san: san::write(&position, m.m).to_string(),
            result: m.wdl.to_string(),
            dtz: m.dtz,
            rank: m.rank,
        });
        let report = Report {
            fen: fen::write(&position),
            result: wdl.to_string(),
            dtz,
            by_distance: ranked.by_distance,
            moves: moves.collect(),
        };
        json::line(&report, out)?;
        return Ok(Verdict::Fine);
    }
    writeln!(out, "Result: {wdl}")?;
    writeln!(out, "DTZ: {}", number(dtz, "unknown"))?;
    if !ranked.by_distance {
        eprintln_quietly("note: tables of distances are missing; moves are ranked by result alone");
    }
    writeln!(out, "\n{:<8} {:<13} {:>5} {:>6}", "Move", "Result", "DTZ", "Rank")?;
    for m in &ranked.moves {
        let (text, result) = (san::write(&position, m.m), m.wdl.to_string());
        writeln!(out, "{text:<8} {result:<13} {:>5} {:>6}", number(m.dtz, "?"), m.rank)?;
    }
    Ok(Verdict::Fine)
}

#[derive(Serialize)]
struct Report {
    fen: String,
    result: String,
    dtz: Option<i32>,
    by_distance: bool,
    moves: Vec<Ranked>,
}

#[derive(Serialize)]
struct Ranked {
    #[serde(rename = "move")]
    san: String,
    result: String,
    dtz: Option<i32>,
    rank: i32,
}
