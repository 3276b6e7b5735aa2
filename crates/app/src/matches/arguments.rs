//! A match as the command line describes it.

use std::sync::Arc;
use std::time::Duration;

use erawan_arena::sprt::{EloModel, Sprt};
use erawan_arena::{
    Adjudication, DrawRule, Format, Openings, Pace, ResignRule, TableRule, TimeControl, Tournament,
};
use erawan_board::{Rules, Variant};
use erawan_engine::Playable;
use erawan_syzygy::Tables;

use super::settings::{self, EngineSettings};
use crate::args::{Args, number};
use crate::failure::Failure;

/// What the command line says about the match.
pub(super) fn tournament<R: Playable>(
    args: &Args,
    variant: Variant,
) -> Result<Tournament<R>, Failure> {
    let pace = Pace {
        clock: args
            .text("--tc")?
            .map(|text| text.parse::<TimeControl>())
            .transpose()
            .map_err(|error| Failure::usage(format!("--tc: {error}")))?,
        move_time: args.text("--st")?.map(|text| settings::seconds("--st", text)).transpose()?,
        nodes: args.number("--nodes", 1..=u64::MAX)?,
        depth: args.number("--depth", 1..=1000)?,
        margin: Duration::from_millis(args.number("--margin", 0..=1_000_000)?.unwrap_or(20)),
    };
    let mut each = EngineSettings::default();
    if let Some(text) = args.text("--each")? {
        each.read("--each", text)?;
    }
    let mut players = Vec::new();
    for text in args.texts("--engine")? {
        let mut settings = each.clone();
        settings.read("--engine", text)?;
        players.push(settings.player(pace)?);
    }
    let sprt = sprt(args)?;
    let games: usize = match args.number("--games", 1..=1_000_000_000)? {
        Some(games) => games,
        // A test ends by itself.
        None if sprt.is_some() => 1_000_000,
        None => 100,
    };
    Ok(Tournament {
        event: args.text("--event")?.unwrap_or("Erawan match").to_owned(),
        variant,
        players,
        format: if args.has("--gauntlet") { Format::Gauntlet } else { Format::RoundRobin },
        rounds: games.div_ceil(2),
        openings: openings(args)?,
        adjudication: adjudication(args, variant)?,
        concurrency: args.number("--concurrency", 1..=1024)?.unwrap_or(1),
        patience: match args.text("--patience")? {
            Some(text) => settings::seconds("--patience", text)?,
            None => Duration::from_secs(30),
        },
        sprt,
    })
}

fn sprt(args: &Args) -> Result<Option<Sprt>, Failure> {
    let probability =
        |name| -> Result<f64, Failure> { Ok(args.number(name, 0.0..=1.0)?.unwrap_or(0.05)) };
    let (alpha, beta) = (probability("--alpha")?, probability("--beta")?);
    let model = match args.text("--model")? {
        None | Some("normalized" | "normalised") => EloModel::Normalized,
        Some("logistic") => EloModel::Logistic,
        Some(other) => {
            return Err(Failure::usage(format!(
                "--model must be normalized or logistic, not '{other}'"
            )));
        }
    };
    let Some(text) = args.text("--sprt")? else { return Ok(None) };
    let Some((elo0, elo1)) = text.split_once(',') else {
        return Err(Failure::usage(format!("--sprt needs two numbers such as 0,5, not '{text}'")));
    };
    let elo = |text: &str| number::<f64>("--sprt", text.trim(), &(-1000.0..=1000.0));
    let sprt = Sprt::new(elo(elo0)?, elo(elo1)?, alpha, beta, model);
    sprt.map(Some).map_err(|error| Failure::usage(format!("--sprt: {error}")))
}

pub(crate) fn openings<R: Rules>(args: &Args) -> Result<Openings<R>, Failure> {
    let plies = args.number("--plies", 0..=1000)?.unwrap_or(16);
    let seed = args.number("--seed", 0..=u64::MAX)?.unwrap_or(0);
    let start: usize = args.number("--start", 1..=usize::MAX)?.unwrap_or(1);
    let random = match args.text("--order")? {
        None | Some("random") => true,
        Some("sequential") => false,
        Some(other) => {
            return Err(Failure::usage(format!(
                "--order must be random or sequential, not '{other}'"
            )));
        }
    };
    let mut openings = match args.path("--openings") {
        None => Openings::default(),
        Some(path) => {
            let bytes = std::fs::read(&path).map_err(Failure::file(&path))?;
            let is_pgn =
                path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
            let read = if is_pgn {
                Openings::from_pgn(&bytes, plies)
            } else {
                Openings::from_epd(&String::from_utf8_lossy(&bytes))
            };
            read.map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?
        }
    };
    if random {
        openings.shuffle(seed);
    }
    openings.skip(start - 1);
    Ok(openings)
}

pub(crate) fn adjudication(args: &Args, variant: Variant) -> Result<Adjudication, Failure> {
    let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let draw = match args.text("--draw")? {
        None => None,
        Some(text) => {
            let keys = ["movenumber", "movecount", "score"];
            let [from_move, moves, score] = settings::numbers("--draw", text, keys)?;
            Some(DrawRule {
                from_move: small(from_move.unwrap_or(0)),
                moves: small(moves.unwrap_or(8).max(1)),
                score: score.unwrap_or(10) as i32,
            })
        }
    };
    let resign = match args.text("--resign")? {
        None => None,
        Some(text) => {
            let keys = ["movecount", "score", "twosided"];
            let [moves, score, two_sided] = settings::numbers("--resign", text, keys)?;
            Some(ResignRule {
                moves: small(moves.unwrap_or(4).max(1)),
                score: score.unwrap_or(600) as i32,
                two_sided: two_sided.is_some_and(|number| number != 0),
            })
        }
    };
    let max_men = args.number("--tb-men", 2..=7)?.unwrap_or(7);
    let tables = match args.text("--tb")? {
        None => None,
        Some(_) if variant.rules() != Variant::Chess => {
            let title = variant.title();
            return Err(Failure::usage(format!("--tb: Syzygy tables know nothing of {title}")));
        }
        Some(folders) => {
            let tables = Tables::open(folders);
            if let Some(problem) = tables.problems().first() {
                return Err(Failure::Data(format!("--tb: {problem}")));
            }
            let ignore_fifty_moves = args.has("--tb-ignore-50");
            Some(TableRule { tables: Arc::new(tables), max_men, ignore_fifty_moves })
        }
    };
    Ok(Adjudication { draw, resign, max_moves: args.number("--max-moves", 1..=10_000)?, tables })
}
