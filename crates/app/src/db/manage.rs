//! `erawan db stats`, `merge`, `delete`, `restore` and `check`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use erawan_board::Variant;
use erawan_database::{Database, Filter, Imported, Search, Statistics};
use serde_json::json;

use super::export::chosen;
use super::filters::{Filters, Scenes};
use super::{Choice, failure, keep_apart, name};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{Outcome, Verdict, interrupt, json};

/// counts games, players, results and bytes
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  erawan db stats --db games.erawan --json")]
pub(super) struct Stats {
    #[command(flatten)]
    database: Choice,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn stats(args: &Stats, out: &mut dyn Write) -> Outcome {
    let database = args.database.open()?;
    let statistics = database.statistics().map_err(failure)?;
    let variants: Vec<(&str, u64)> = Variant::ALL
        .into_iter()
        .map(Variant::name)
        .zip(statistics.variants)
        .filter(|&(_, count)| count > 0)
        .collect();
    if args.json {
        json::line(&statistics, out)?;
        return Ok(Verdict::Fine);
    }
    let Statistics { games, deleted, annotated, plies, bytes, .. } = statistics;
    let each = |sum: u64| sum as f64 / games.max(1) as f64;
    writeln!(out, "Games: {games}, with comments or variations: {annotated}, deleted: {deleted}")?;
    writeln!(out, "Plies: {plies}, {:.1} a game", each(plies))?;
    let Statistics { white_wins, black_wins, draws, unknown, .. } = statistics;
    writeln!(out, "Results: 1-0 {white_wins}, 0-1 {black_wins}, 1/2-1/2 {draws}, * {unknown}")?;
    let list: Vec<String> =
        variants.iter().map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(out, "Variants: {}", list.join(", "))?;
    let Statistics { players, events, sites, .. } = statistics;
    writeln!(out, "Names: {players} players, {events} events, {sites} sites")?;
    if let (Some(first), Some(last)) = (statistics.first, statistics.last) {
        writeln!(out, "Dates: {first} to {last}")?;
    }
    writeln!(out, "Size: {bytes} bytes, {:.1} a game", each(bytes))?;
    Ok(Verdict::Fine)
}

/// adds the games of other databases
///
/// Games that are there already are not added again.
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  erawan db merge old.erawan --db games.erawan")]
pub(super) struct Merge {
    /// The databases whose games are added
    #[arg(value_name = "FROM", required = true)]
    from: Vec<PathBuf>,
    #[command(flatten)]
    database: Choice,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn merge(args: &Merge, out: &mut dyn Write) -> Outcome {
    let sources: Vec<Database> =
        args.from.iter().map(Database::open).collect::<Result<_, _>>().map_err(failure)?;
    let mut database = args.database.create()?;
    let stop = interrupt::listen();
    let mut total = Imported::default();
    for source in &sources {
        keep_apart(source.path(), database.path())?;
        let mut progress = Progress::new();
        let merged = database.merge(source, stop, |so_far| {
            progress.step(None, || format!("{} games", so_far.games + so_far.duplicates));
        });
        let merged = merged.map_err(failure)?;
        total.games += merged.games;
        total.duplicates += merged.duplicates;
        total.bad += merged.bad;
        if stop.load(Relaxed) {
            break;
        }
    }
    let Imported { games, duplicates, bad } = total;
    let database = name(&database);
    let few = if bad == 0 { String::new() } else { format!(", {bad} are damaged") };
    match args.json {
        true => json::line(
            &json!({"database": database, "games": games, "duplicates": duplicates, "damaged": bad}),
            out,
        )?,
        false => writeln!(out, "{database}: {games} games added, {duplicates} were there{few}")?,
    }
    Ok(if bad == 0 { Verdict::Fine } else { Verdict::Findings })
}

/// takes games out; restore brings them back
///
/// Games by their numbers, or all that fit. They are no longer found, exported or
/// counted, and keep their numbers.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan db delete --game 17 --game 18
  erawan db delete --event 'Titled Tuesday' --max-plies 10"
)]
pub(super) struct Delete {
    #[command(flatten)]
    database: Choice,
    /// The game of a number; may be given several times
    #[arg(long, value_name = "ID")]
    game: Vec<u64>,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    scenes: Scenes,
    /// Takes all games out, if nothing says which
    #[arg(long)]
    all: bool,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn delete(args: &Delete, out: &mut dyn Write) -> Outcome {
    let mut database = args.database.open_to_write()?;
    let scene = args.scenes.scene(args.filters.variant)?;
    let is_any = args.game.is_empty() && args.filters.filter() == Default::default();
    if is_any && scene.is_none() && !args.all {
        return Err(Failure::usage("say which games: --game ID, a filter, or --all"));
    }
    let games = chosen(&database, &args.game, &args.filters, &args.scenes)?;
    let count = database.delete(&games).map_err(failure)?;
    tell(&database, "deleted", count, args.json, out)
}

fn tell(database: &Database, what: &str, count: u64, json: bool, out: &mut dyn Write) -> Outcome {
    let database = name(database);
    match json {
        true => json::line(&json!({"database": database, what: count}), out)?,
        false => writeln!(out, "{database}: {count} games {what}")?,
    }
    Ok(Verdict::Fine)
}

/// brings deleted games back
///
/// Games by their numbers, or all that fit; search --deleted lists them.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "Examples:
  erawan db search --deleted
  erawan db restore --game 17
  erawan db restore --player carlsen"
)]
pub(super) struct Restore {
    #[command(flatten)]
    database: Choice,
    /// The game of a number; may be given several times
    #[arg(long, value_name = "ID")]
    game: Vec<u64>,
    #[command(flatten)]
    filters: Filters,
    /// Brings all games back, if nothing says which
    #[arg(long)]
    all: bool,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn restore(args: &Restore, out: &mut dyn Write) -> Outcome {
    let mut database = args.database.open_to_write()?;
    let filter = args.filters.filter();
    let games = match (args.game.is_empty(), filter == Filter::default()) {
        (true, true) if !args.all => {
            return Err(Failure::usage("say which games: --game ID, a filter, or --all"));
        }
        (true, _) => {
            let filter = Filter { deleted: true, ..filter };
            let search = Search { filter, ..Search::default() };
            database.select(&search, interrupt::never()).map_err(failure)?
        }
        (false, true) => args.game.clone(),
        (false, false) => {
            return Err(Failure::usage("give either --game or what games must be like, not both"));
        }
    };
    let count = database.restore(&games).map_err(failure)?;
    if count == 0 {
        return Err(Failure::Data("none of these games is deleted".into()));
    }
    tell(&database, "restored", count, args.json, out)
}

/// reads everything and replays every game that is not deleted
///
/// The exit code is 1 if something is damaged.
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  erawan db check --db games.erawan")]
pub(super) struct Check {
    #[command(flatten)]
    database: Choice,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn check(args: &Check, out: &mut dyn Write) -> Outcome {
    let database = args.database.open()?;
    let wrong = database.check(interrupt::never()).map_err(failure)?;
    let name = name(&database);
    if args.json {
        json::line(&json!({"database": name, "findings": wrong}), out)?;
    } else {
        for line in &wrong {
            writeln!(out, "{name}: {line}")?;
        }
        writeln!(out, "Findings: {}", wrong.len())?;
    }
    Ok(if wrong.is_empty() { Verdict::Fine } else { Verdict::Findings })
}
