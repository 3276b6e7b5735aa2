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

use erawan_arena::{Event, PlayerSpec, Tournament};
use erawan_board::{Variant, with_rules};
use erawan_engine::Playable;

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::positions;
use crate::{Outcome, Verdict, eprintln_quietly, interrupt};
pub(crate) use arguments::{adjudication, openings};
use desk::Desk;
pub(crate) use files::{Kept, Log};
use live::Live;

pub(crate) const OPENINGS: Opt = Opt::value("--openings", "FILE", "openings: EPD, FEN or PGN");
pub(crate) const ORDER: Opt =
    Opt::value("--order", "ORDER", "random or sequential (random if not given)");
pub(crate) const SEED: Opt = Opt::value("--seed", "N", "seed of what is random (0 if not given)");
pub(crate) const START: Opt =
    Opt::value("--start", "N", "begin with the opening of this number, from 1");
pub(crate) const PLIES: Opt =
    Opt::value("--plies", "N", "plies of each opening from PGN (16 if not given)");
pub(crate) const DRAW: Opt =
    Opt::value("--draw", "RULE", "end quiet games: movenumber=40,movecount=8,score=10");
pub(crate) const RESIGN: Opt =
    Opt::value("--resign", "RULE", "end lost games: movecount=4,score=600[,twosided=on]");
pub(crate) const MAX_MOVES: Opt =
    Opt::value("--max-moves", "N", "a draw after so many moves of each side");
pub(crate) const TABLES: Opt = Opt::value("--tb", "FOLDERS", "end games by Syzygy tables");
pub(crate) const TABLE_MEN: Opt = Opt::value("--tb-men", "N", "only with so many men or fewer");
pub(crate) const TABLE_IGNORE_FIFTY: Opt =
    Opt::switch("--tb-ignore-50", "wins that the fifty-move rule spoils count too");

pub(crate) const COMMAND: Command = Command {
    name: "match",
    usage: "--engine 'cmd=A …' --engine 'cmd=B …' --tc 5+0.05 …",
    summary: "plays matches between any programs that speak UCI",
    details: "\
Two engines play a match, more a round robin or a gauntlet. Games come in
pairs from one opening with colours swapped. Our own rules decide: mate,
stalemate, repetition, fifty moves, insufficient material, Makruk's counting.

An engine is described by settings with spaces between them:
  cmd=PROGRAM args='…' dir=FOLDER name=NAME option.NAME=VALUE
  tc=40/60+0.5 st=SECONDS nodes=N depth=N margin=MS ponder=on restart=on
'builtin' instead of cmd= is our own engine without a process between, for
cheap games at a fixed number of nodes; its options are Hash, EvalFile (a
network, or none) and the numbers of the search (erawan tune --list).

An engine that crashes, hangs or makes an illegal move loses that game, is
started again, and the match goes on.",
    options: &[
        Opt::values("--engine", "SETTINGS", "an engine; give this for each"),
        Opt::value("--each", "SETTINGS", "settings of all engines"),
        positions::VARIANT,
        Opt::value("--tc", "TC", "time control: 5+0.05, 1:30, 40/60+0.5"),
        Opt::value("--st", "S", "seconds for each move"),
        Opt::value("--nodes", "N", "nodes for each move"),
        Opt::value("--depth", "N", "plies for each move"),
        Opt::value("--margin", "MS", "how far a clock may be overrun (20 if not given)"),
        OPENINGS,
        ORDER,
        SEED,
        START,
        PLIES,
        Opt::value("--games", "N", "games between each two engines (100 if not given)"),
        Opt::switch("--gauntlet", "only the first engine meets the others"),
        Opt::value("--concurrency", "N", "games at the same time (1 if not given)"),
        Opt::value("--sprt", "ELO0,ELO1", "stop when one of the two is much more likely"),
        Opt::value("--alpha", "P", "SPRT: probability of a false positive (0.05)"),
        Opt::value("--beta", "P", "SPRT: probability of a false negative (0.05)"),
        Opt::value("--model", "M", "SPRT: Elo is normalized or logistic (normalized)"),
        DRAW,
        RESIGN,
        MAX_MOVES,
        TABLES,
        TABLE_MEN,
        TABLE_IGNORE_FIFTY,
        Opt::value("--patience", "S", "how long to wait for an engine without a clock (30)"),
        Opt::value("--pgn", "FILE", "write the games"),
        Opt::value("--epd", "FILE", "write the final positions"),
        Opt::value("--event", "NAME", "the Event tag"),
        Opt::switch("--resume", "go on with the match whose games are in --pgn"),
        Opt::value("--report", "N", "print the results after every N games (10)"),
        Opt::switch("--json", "print everything as lines of JSON"),
    ],
    examples: &[
        "erawan match --engine builtin --engine 'builtin name=fewer nodes=500' --nodes 1000 --games 2",
        "erawan match --engine cmd=./new --engine cmd=./old --tc 5+0.05 --openings book.epd --sprt 0,5 --concurrency 2 --pgn games.pgn",
    ],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if let Some(word) = args.words.first() {
        return Err(Failure::usage(format!(
            "'{}' belongs to no option; put the settings of an engine between quotation marks: \
             --engine 'cmd=a nodes=1000'",
            word.to_string_lossy()
        )));
    }
    let variant = positions::variant(args)?;
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

fn play<R: Playable>(args: &Args, variant: Variant, out: &mut dyn Write) -> Outcome {
    let mut tournament = arguments::tournament::<R>(args, variant)?;
    let report_every: u64 = args.number("--report", 1..=1_000_000_000)?.unwrap_or(10);
    let (pgn, epd) = (args.path("--pgn"), args.path("--epd"));
    if args.has("--resume") && pgn.is_none() {
        return Err(Failure::usage("--resume needs --pgn, the games played so far"));
    }
    tournament.prepare().map_err(|error| Failure::usage(error.to_string()))?;
    let resumed = match &pgn {
        Some(path) if args.has("--resume") => files::resume(path, &tournament)?,
        _ => None,
    };
    let open = |path: Option<PathBuf>, kept: Option<Kept<'_>>| {
        path.map(|path| Log::open(&path, kept)).transpose()
    };
    let games = resumed.as_ref().map(|resumed| Kept::Bytes(resumed.valid_bytes as u64));
    let positions = resumed.as_ref().map(|resumed| Kept::Lines(&resumed.final_positions));
    let mut desk = Desk {
        pgn: open(pgn, games)?,
        epd: open(epd, positions)?,
        players: &tournament.players,
        variant,
        sprt: tournament.sprt,
        json: args.has("--json"),
        report_every,
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
