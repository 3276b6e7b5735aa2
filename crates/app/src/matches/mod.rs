//! `erawan match`: games between engines.

mod arguments;
mod desk;
mod files;
mod lines;
mod live;
mod settings;
mod table;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use erawan_arena::{Event, PlayerSpec, Tournament};
use erawan_board::{Variant, with_rules};
use erawan_engine::Playable;

use crate::args::between;
use crate::failure::Failure;
use crate::positions::Choice;
use crate::{Outcome, Verdict, eprintln_quietly, interrupt, limits};
pub(crate) use arguments::{AdjudicationArguments, OpeningArguments};
use arguments::{PaceArguments, SprtArguments};
use desk::Desk;
pub(crate) use files::{Kept, Log};
use live::Live;

/// plays matches between any programs that speak UCI
///
/// Two engines play a match, more a round robin or a gauntlet. Games come in
/// pairs from one opening with colours swapped. Our own rules decide: mate,
/// stalemate, repetition, fifty moves, insufficient material, Makruk's counting.
///
/// An engine is described by settings with spaces between them:
///   cmd=PROGRAM args='…' dir=FOLDER name=NAME option.NAME=VALUE
///   tc=40/60+0.5 st=SECONDS nodes=N depth=N margin=MS ponder=on restart=on
/// 'builtin' instead of cmd= is our own engine without a process between, for
/// cheap games at a fixed number of nodes; its options are Hash, EvalFile (a
/// network, or none) and the numbers of the search (erawan tune --list).
///
/// A single word is the name of an engine that 'erawan engines add' has kept, with its
/// options; settings may follow it.
///
/// An engine that crashes, hangs or makes an illegal move loses that game, is
/// started again, and the match goes on.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan match --engine builtin --engine 'builtin name=fewer nodes=500' --nodes 1000 --games 2
  erawan match --engine cmd=./new --engine cmd=./old --tc 5+0.05 --openings book.epd --sprt 0,5 --concurrency 2 --pgn games.pgn"
)]
pub(crate) struct Arguments {
    /// An engine; give this for each
    #[arg(long, value_name = "SETTINGS")]
    engine: Vec<String>,
    /// Settings of all engines
    #[arg(long, value_name = "SETTINGS")]
    each: Option<String>,
    #[command(flatten)]
    game: Choice,
    #[command(flatten)]
    pace: PaceArguments,
    #[command(flatten)]
    openings: OpeningArguments,
    /// Games between each two engines (100, with --sprt as many as it takes)
    #[arg(long, value_name = "N", value_parser = between(limits::GAMES))]
    games: Option<usize>,
    /// Only the first engine meets the others
    #[arg(long)]
    gauntlet: bool,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = between(limits::AT_A_TIME))]
    concurrency: usize,
    #[command(flatten)]
    sprt: SprtArguments,
    #[command(flatten)]
    adjudication: AdjudicationArguments,
    /// How many seconds to wait for an engine without a clock
    #[arg(long, value_name = "S", default_value = "30", value_parser = settings::seconds)]
    patience: Duration,
    /// Write the games
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the final positions
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// The Event tag
    #[arg(long, value_name = "NAME", default_value = "Erawan match")]
    event: String,
    /// Go on with the match whose games are in --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Print the results after every N games
    #[arg(long, value_name = "N", default_value = "10", value_parser = between(limits::GAMES))]
    report: usize,
    /// Print everything as lines of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let variant = args.game.variant;
    with_rules!(variant, R => play::<R>(args, variant, out))
}

/// What may spoil a match without being wrong.
fn notes<R: Playable>(tournament: &Tournament<R>) -> Vec<String> {
    let mut notes = Vec::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let has_clocks =
        |player: &PlayerSpec| player.pace.clock.is_some() || player.pace.move_time.is_some();
    if tournament.concurrency > cores && tournament.players.iter().any(has_clocks) {
        let games = tournament.concurrency;
        notes.push(format!("{games} games share {cores} cores: clocks run while engines wait"));
    }
    let (openings, rounds) = (tournament.openings.len(), tournament.rounds);
    if openings < rounds && tournament.sprt.is_none() {
        notes.push(format!("openings are repeated: {rounds} rounds, openings: {openings}"));
    }
    notes
}

fn play<R: Playable>(args: &Arguments, variant: Variant, out: &mut dyn Write) -> Outcome {
    let mut tournament = arguments::tournament::<R>(args)?;
    tournament.prepare().map_err(|error| Failure::usage(error.to_string()))?;
    let resumed = match &args.pgn {
        Some(path) if args.resume => files::resume(path, &tournament)?,
        _ => None,
    };
    let open = |path: &Option<PathBuf>, kept: Option<Kept<'_>>| {
        path.as_deref().map(|path| Log::open(path, kept)).transpose()
    };
    let games = resumed.as_ref().map(|resumed| Kept::Bytes(resumed.valid_bytes as u64));
    let positions = resumed.as_ref().map(|resumed| Kept::Lines(&resumed.final_positions));
    let mut desk = Desk {
        pgn: open(&args.pgn, games)?,
        epd: open(&args.epd, positions)?,
        players: &tournament.players,
        variant,
        sprt: tournament.sprt,
        json: args.json,
        report_every: args.report as u64,
        warned: HashMap::new(),
        live: Live::new(),
        out,
    };
    for note in notes(&tournament) {
        eprintln_quietly(&format!("note: {note}"));
    }
    let known = resumed.as_ref().map_or(&[][..], |resumed| &resumed.known);
    if !known.is_empty() && !desk.json {
        writeln!(desk.out, "Going on after {} games.", known.len())?;
    }
    let mut failure = None;
    let report = tournament.run(known, interrupt::listen(), |event| {
        let Event::Finished { record, pgn, standings } = event else { return true };
        match desk.finished(record, pgn, standings) {
            Ok(()) => true,
            Err(error) => {
                failure = Some(error);
                false
            }
        }
    });
    match failure {
        Some(failure) => Err(failure),
        None => {
            desk.close(&report)?;
            Ok(Verdict::Fine)
        }
    }
}
