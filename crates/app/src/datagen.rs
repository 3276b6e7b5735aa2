//! `erawan datagen`: games of the engine against itself, as data.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use erawan_board::Variant;
use erawan_engine::{Engine, OutOfMemory};
use erawan_nnue::Network;
use erawan_selfplay::{GenerateError, Openings, Quota, Settings, WriteError, Writer, generate};

use crate::args::{Args, Opt};
use crate::commands::Command;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, Verdict, interrupt, net, suggest};

const VARIANT: &str = "--variant";
const GAMES: &str = "--games";
const SECONDS: &str = "--seconds";
const NODES: &str = "--nodes";
const HARD: &str = "--hard";
const THREADS: &str = "--threads";
const OUT: &str = "--out";
const NET: &str = "--net";
const SEED: &str = "--seed";
const INTERIOR: &str = "--interior";

/// A small table is enough for a few hundred nodes, and quick to clear.
const TABLE_MEBIBYTES: usize = 4;

pub(crate) const COMMAND: Command = Command {
    name: "datagen",
    usage: "--variant V --games N|--seconds S --nodes N --out FILE",
    summary: "plays games against itself and keeps them as data",
    details: "
Every game begins with some random moves (8 or 9 in chess, 6 to 12 in Makruk)
to a position that is roughly level. Each move is searched until --nodes nodes
are passed and an iteration is complete, and never beyond --hard nodes. Games
whose result is clear are ended early; in Makruk never by score once a count
runs or a king is bare.

FILE is added to if it exists: --games N is the number of games it shall have
at the end, --seconds S how long to play now. Ctrl-C finishes the games that
have begun; a second one ends at once. Games are written at least every ten
seconds, and a file that was cut off is continued behind its last whole chunk.

The same seed gives the same games whatever the number of threads; only their
order differs.",
    options: &[
        Opt::value(VARIANT, "V", "chess, chess960, dfrc (double Chess960) or makruk"),
        Opt::value(GAMES, "N", "how many games the file shall have"),
        Opt::value(SECONDS, "S", "how long to play"),
        Opt::value(NODES, "N", "nodes a move, after which no new iteration begins"),
        Opt::value(HARD, "N", "nodes a move, after which the search is broken off (8 × --nodes)"),
        Opt::value(THREADS, "T", "games at a time (one for each processor)"),
        Opt::value(OUT, "FILE", "the file of games"),
        Opt::value(NET, "FILE", "the network to play with (built in if not given)"),
        Opt::value(SEED, "S", "what chance is made of (the clock if not given)"),
        Opt::switch(INTERIOR, "keeps quiet positions from inside the searches too"),
    ],
    examples: &[
        "erawan datagen --variant makruk --games 4 --nodes 100 --out makruk.games",
        "erawan datagen --variant chess --seconds 2 --nodes 200 --out chess.games",
    ],
    run,
};

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    if let Some(word) = args.words.first() {
        let word = word.to_string_lossy();
        return Err(Failure::usage(format!("datagen takes only options; what is '{word}'?")));
    }
    let path = args.path(OUT).ok_or_else(|| Failure::usage("datagen needs --out FILE"))?;
    let settings = settings(args)?;
    let network = args.path(NET).map(|path| network(&path, &settings)).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.number(THREADS, 1..=1024)?.unwrap_or(cores);
    let games = args.number(GAMES, 1..=u64::MAX / 2)?;
    let time = args.number(SECONDS, 0.0..=1e9)?.map(Duration::from_secs_f64);
    if games.is_none() && time.is_none() {
        return Err(Failure::usage("datagen needs --games N or --seconds S, or both"));
    }
    let mut writer = Writer::open(&path, settings).map_err(|error| refuse(&path, error))?;
    let before = writer.games();
    let quota = Quota { games: games.map(|games| games.saturating_sub(before)), time };
    let engine = || -> Result<Engine, OutOfMemory> {
        let mut engine = Engine::new(TABLE_MEBIBYTES)?;
        if let Some((game, network)) = &network {
            // It was checked to be one for this game.
            let _ = engine.set_network(*game, Some(Arc::clone(network)));
        }
        // Scores are kept in the network's own unit: the next one learns it.
        let numbers = engine.parameters_mut();
        (numbers.network_scale_chess, numbers.network_scale_makruk) = (100, 100);
        Ok(engine)
    };

    let mut line = Progress::new();
    let mut on_progress = |progress: erawan_selfplay::Progress| {
        let part = |done: f64, all: f64| done / all.max(1e-9);
        let by_games = quota.games.map(|all| part(progress.games as f64, all as f64));
        let elapsed = progress.elapsed.as_secs_f64();
        let by_time = quota.time.map(|all| part(elapsed, all.as_secs_f64()));
        let done = by_games.into_iter().chain(by_time).reduce(f64::max);
        line.step(done.map(|done| done.min(1.0)), || {
            let rate = progress.positions as f64 / elapsed.max(1e-9);
            format!("{} games, {} positions, {rate:.0}/s", progress.games, progress.positions)
        });
    };
    let stop = interrupt::listen();
    let done = generate(&mut writer, quota, threads, &engine, stop, &mut on_progress);
    drop(line);
    let done = done.map_err(|error| match error {
        GenerateError::Io(error) => Failure::file(&path)(error),
        other => Failure::Data(other.to_string()),
    })?;
    let seconds = done.elapsed.as_secs_f64();
    writeln!(
        out,
        "Games: {} new, {} in all\nPositions: {} new, {:.0} a second and thread\nSeed: {}",
        done.games,
        before + done.games,
        done.positions,
        done.positions as f64 / seconds.max(1e-9) / threads as f64,
        settings.seed
    )?;
    Ok(Verdict::Fine)
}

fn settings(args: &Args) -> Result<Settings, Failure> {
    let openings = match args.text(VARIANT)? {
        None => Openings::Chess,
        Some(name) => Openings::from_name(name).ok_or_else(|| {
            let names = Openings::ALL.map(Openings::name);
            let hint = suggest::hint(&name.to_ascii_lowercase(), names);
            let list = names.join(", ");
            Failure::usage(format!("there is no variant '{name}'{hint}; there are {list}"))
        })?,
    };
    let nodes = args
        .number(NODES, 1..=u32::MAX / 8)?
        .ok_or_else(|| Failure::usage("datagen needs --nodes N"))?;
    let seed = match args.number(SEED, 0..=u64::MAX)? {
        Some(seed) => seed,
        None => seed_from_clock(),
    };
    let mut settings = Settings::new(openings, nodes, seed);
    if let Some(hard) = args.number(HARD, nodes..=u32::MAX)? {
        settings.hard_nodes = hard;
    }
    settings.interior = args.has(INTERIOR);
    Ok(settings)
}

/// The network of a file, if it is one for the game that is played.
fn network(path: &Path, settings: &Settings) -> Result<(Variant, Arc<Network>), Failure> {
    let game = if settings.openings.is_makruk() { Variant::Makruk } else { Variant::Chess };
    Ok((game, net::open(path, game)?))
}

/// Two programs started at once shall not play the same games.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = (now.as_nanos() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ u64::from(std::process::id()) << 32
}

fn refuse(path: &Path, error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => Failure::file(path)(error),
        other => Failure::Data(format!("{}: {other}", path.display())),
    }
}
