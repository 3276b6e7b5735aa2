//! `erawan datagen`: games of the engine against itself, as data.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use erawan_board::Variant;
use erawan_engine::{Engine, OutOfMemory};
use erawan_nnue::Network;
use erawan_selfplay::{GenerateError, Openings, Quota, Settings, WriteError, Writer, generate};

use crate::args::between;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, Verdict, interrupt, limits, net, suggest};

/// A small table is enough for a few hundred nodes, and quick to clear.
const TABLE_MEBIBYTES: usize = 4;

/// plays games against itself and keeps them as data
///
/// Every game begins with some random moves (8 or 9 in chess, 6 to 12 in Makruk and
/// its sisters) to a position that is roughly level. Each move is searched until --nodes nodes
/// are passed and an iteration is complete, and never beyond --hard nodes. Games
/// whose result is clear are ended early; where a count runs or a king is bare never
/// by score.
///
/// FILE is added to if it exists: --games N is the number of games it shall have
/// at the end, --seconds S how long to play now. Ctrl-C keeps the games that are
/// over and leaves those that have begun; a second one ends at once. Games are
/// written at least every ten seconds, and a file that was cut off is continued
/// behind its last whole chunk.
///
/// The same seed gives the same games whatever the number of threads; only their
/// order differs.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan datagen --variant makruk --games 4 --nodes 100 --out makruk.games
  erawan datagen --variant chess --seconds 2 --nodes 200 --out chess.games"
)]
pub(crate) struct Arguments {
    /// The game: chess, chess960, dfrc (double Chess960), makruk, cambodian, makpong
    #[arg(long, value_name = "V", default_value = "chess", value_parser = openings_named)]
    variant: Openings,
    /// How many games the file shall have
    #[arg(long, value_name = "N", required_unless_present = "seconds", value_parser = between(limits::SELF_PLAY_GAMES))]
    games: Option<u64>,
    /// How long to play
    #[arg(long, value_name = "S", value_parser = between(limits::SELF_PLAY_SECONDS))]
    seconds: Option<f64>,
    /// Nodes a move, after which no new iteration begins
    #[arg(long, value_name = "N", value_parser = between(limits::SELF_PLAY_NODES))]
    nodes: u32,
    /// Nodes a move, after which the search is broken off (8 × --nodes)
    #[arg(long, value_name = "N")]
    hard: Option<u32>,
    /// Games at a time (one for each processor)
    #[arg(long, value_name = "T", value_parser = between(limits::AT_A_TIME))]
    threads: Option<usize>,
    /// The file of games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The network to play with (built in if not given)
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// What chance is made of (the clock if not given)
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// The openings of a name.
fn openings_named(name: &str) -> Result<Openings, String> {
    Openings::from_name(name).ok_or_else(|| {
        let names = Openings::ALL.map(Openings::name);
        let hint = suggest::hint(&name.to_ascii_lowercase(), names);
        format!("there is no variant '{name}'{hint}; there are {}", names.join(", "))
    })
}

pub(crate) fn run(args: &Arguments, out: &mut dyn Write) -> Outcome {
    let path = &args.out;
    let settings = settings(args)?;
    let network = args.net.as_deref().map(|path| network(path, &settings)).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let time = args.seconds.map(Duration::from_secs_f64);
    let mut writer = Writer::open(path, settings).map_err(|error| refuse(path, error))?;
    let before = writer.games();
    let quota = Quota { games: args.games.map(|games| games.saturating_sub(before)), time };
    let engine = || -> Result<Engine, OutOfMemory> {
        let mut engine = Engine::new(TABLE_MEBIBYTES)?;
        if let Some((game, network)) = &network {
            // It was checked to be one for this game.
            let _ = engine.set_network(*game, Some(Arc::clone(network)));
        }
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
        GenerateError::Io(error) => Failure::file(path)(error),
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

fn settings(args: &Arguments) -> Result<Settings, Failure> {
    let nodes = args.nodes;
    let mut settings =
        Settings::new(args.variant, nodes, args.seed.unwrap_or_else(seed_from_clock));
    if let Some(hard) = args.hard {
        if hard < nodes {
            let message = format!("--hard must be a number from {nodes} on, not '{hard}'");
            return Err(Failure::usage(message));
        }
        settings.hard_nodes = hard;
    }
    Ok(settings)
}

/// The network of a file, if it is one for the game that is played.
fn network(path: &Path, settings: &Settings) -> Result<(Variant, Arc<Network>), Failure> {
    let game = settings.openings.rules();
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
